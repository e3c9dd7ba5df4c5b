//! The journals of all threads together: how many entries there are, whose goes first, which dialogs have a ticket.
//!
//! Kept as the threads decide, so that within one batch nothing grows past a bound: what is one too many makes a
//! thread let go of something before the next input is looked at.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::writer::Writer;
use crate::core::command::Command;
use crate::core::id::{DialogId, Epoch};
use crate::core::journal::{Rank, Summary};
use crate::core::record::Record;
use crate::store::StoreError;

/// All journals, by what they count for.
#[derive(Debug, Default)]
pub(super) struct Journals {
    /// Threads with entries: how many, and the rank of the one that goes first.
    noted: HashMap<Epoch, (u32, Option<Rank>)>,
    entries: usize,
    /// Of those threads that can let go of one, the least first.
    first_out: BTreeSet<(Rank, Epoch)>,
    /// Ids grow with time, so the oldest come first.
    tickets: BTreeMap<DialogId, Epoch>,
}

impl Journals {
    /// What a thread's journal holds.
    pub fn note(&mut self, epoch: Epoch, Summary { entries, first_out, .. }: Summary) {
        if self.noted.get(&epoch).copied().unwrap_or_default() == (entries, first_out) {
            return;
        }
        self.forget(epoch);
        if entries > 0 {
            self.noted.insert(epoch, (entries, first_out));
            self.entries += entries as usize;
            self.first_out.extend(first_out.map(|rank| (rank, epoch)));
        }
    }

    /// The thread is gone.
    pub fn forget(&mut self, epoch: Epoch) {
        let Some((entries, first_out)) = self.noted.remove(&epoch) else { return };
        self.entries -= entries as usize;
        if let Some(rank) = first_out {
            self.first_out.remove(&(rank, epoch));
        }
    }

    /// The thread whose entry goes first, where there are more entries than so many.
    fn over(&self, max_entries: usize) -> Option<(Rank, Epoch)> {
        self.first_out.first().copied().filter(|_| self.entries > max_entries)
    }

    /// A dialog is open whose answer can be told to be its own.
    pub fn open_ticket(&mut self, id: DialogId, epoch: Epoch) {
        self.tickets.insert(id, epoch);
    }

    /// What an entry of a thread's log means for tickets. `has_ticket`: whether the thread says so of a dialog.
    pub fn entry(&mut self, epoch: Epoch, record: &Record, has_ticket: impl Fn(&DialogId) -> bool) {
        match record {
            Record::Requested(asked) if has_ticket(&asked.id) => self.open_ticket(asked.id.clone(), epoch),
            Record::TicketLost { id } => drop(self.tickets.remove(id)),
            Record::Settled(settled) => drop(self.tickets.remove(&settled.id)),
            _ => {}
        }
    }

    /// Takes the oldest ticket, where there are more than so many.
    fn pop_ticket_over(&mut self, max_tickets: usize) -> Option<(DialogId, Epoch)> {
        if self.tickets.len() > max_tickets { self.tickets.pop_first() } else { None }
    }
}

impl Writer {
    /// Lets what is one too many go.
    ///
    /// # Errors
    /// Where a thread that is to let go cannot be read; one that is damaged is passed over.
    pub(super) fn keep_within_bounds(&mut self) -> Result<(), StoreError> {
        while let Some((rank, epoch)) = self.journals.over(self.limits.journal_total) {
            let before = self.journals.entries;
            self.carry_out_read(epoch, Command::Evict)?;
            if self.journals.entries == before {
                // It cannot be read: it keeps what it has, and would be asked for ever.
                self.journals.first_out.remove(&(rank, epoch));
            }
        }
        while let Some((id, epoch)) = self.journals.pop_ticket_over(self.limits.max_tickets) {
            self.carry_out_read(epoch, Command::LoseTicket { id })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::journal::Class;
    use uuid::Uuid;

    fn epoch(n: u128) -> Epoch {
        Epoch(Uuid::from_u128(n))
    }

    fn holding(entries: u32, class: Class, at: u64) -> Summary {
        Summary { entries, first_out: Some(Rank { class, at }), ..Summary::default() }
    }

    #[test]
    fn the_cheapest_goes_first_and_then_the_oldest() {
        let mut journals = Journals::default();
        journals.note(epoch(1), holding(2, Class::Owed, 1));
        journals.note(epoch(2), holding(1, Class::Proved, 9));
        journals.note(epoch(3), holding(1, Class::Proved, 8));
        assert_eq!(journals.over(4), None);
        assert_eq!(journals.over(3).map(|(_, epoch)| epoch), Some(epoch(3)));
        journals.note(epoch(3), Summary::default());
        assert_eq!(journals.over(2).map(|(_, epoch)| epoch), Some(epoch(2)));
        journals.forget(epoch(2));
        assert_eq!((journals.over(2), journals.over(1).map(|(_, epoch)| epoch)), (None, Some(epoch(1))));
    }

    #[test]
    fn nothing_is_kept_of_threads_without_entries() {
        let mut journals = Journals::default();
        for n in 0..100 {
            journals.note(epoch(n), holding(1, Class::Owed, 1));
            journals.note(epoch(n), holding(2, Class::Owed, 1));
            if n % 2 == 0 {
                journals.note(epoch(n), Summary::default());
            } else {
                journals.forget(epoch(n));
            }
        }
        assert_eq!((journals.noted.len(), journals.first_out.len(), journals.entries), (0, 0, 0));
    }

    #[test]
    fn the_oldest_ticket_goes_first() {
        let mut journals = Journals::default();
        let ids: Vec<_> = (0..4).map(|n| DialogId::mint(false, Uuid::from_u128(n))).collect();
        for id in ids.iter().rev() {
            journals.open_ticket(id.clone(), epoch(1));
        }
        journals.entry(epoch(1), &Record::TicketLost { id: ids[0].clone() }, |_| false);
        assert_eq!(journals.pop_ticket_over(2), Some((ids[1].clone(), epoch(1))));
        assert_eq!(journals.pop_ticket_over(2), None);
    }
}
