//! The journal of a thread: its validated answers, and whether their hosts have proved that they read them (§9).
//!
//! It is a part of the folded state: it changes by the entries of the log alone. Nothing is merged, guessed or
//! suppressed in it; a correlation only ever gets weaker. It knows no connection and no clock.

mod debt;
mod entry;
#[cfg(test)]
mod tests;
mod told;

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::command::Recover;
use super::dialog::Fingerprint;
use super::id::{DialogId, JournalToken};
use super::outcome::RunOutcome;
pub use debt::Debts;
pub use entry::{Correlation, Current, Delivery, JournalEntry, Retired, Way};
pub use told::{Class, Content, ConversationEnd, Deliver, Listed, Listing, Loss, Outstanding, Rank, Summary};

/// The journal of one thread.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Journal {
    /// In the order in which the answers arrived.
    entries: VecDeque<JournalEntry>,
    debts: Debts,
}

/// Something was handed over: a result to a call, or a push to the host.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HandedOver {
    /// The entry; none where the result of a method that is not journaled told the debt alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token: Option<JournalToken>,
    /// To whom.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instance: Option<String>,
    /// The run that carries it; none before the next one begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<u64>,
    pub way: Way,
    /// The mark of the debt that it told; 0: none.
    #[serde(default)]
    pub said: u64,
    /// Whether that it was written proves that it was read.
    #[serde(default)]
    pub is_proof: bool,
}

/// Who a result or an entry is for.
#[derive(Debug, Clone, Copy)]
pub struct Reach<'a> {
    /// The instance that asks or reads; none: unknown.
    pub instance: Option<&'a str>,
    /// Whether the thread ever had an attached host: then two unknown ones are not the same.
    pub had_host: bool,
}

impl Reach<'_> {
    fn matches(self, asker: Option<&str>) -> bool {
        match (asker, self.instance) {
            (Some(asker), Some(reader)) => asker == reader,
            (None, None) => !self.had_host,
            _ => false,
        }
    }
}

/// What the journal has for an ask.
#[derive(Debug, Clone, Copy)]
pub enum Found<'a> {
    /// Nothing.
    Nothing,
    /// The newest answer to the very question.
    Answer(&'a Current),
    /// So many, and the newest cannot be told from another's.
    Ambiguous(u64),
}

impl Journal {
    /// The entries, in the order of their arrival.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &JournalEntry> {
        self.entries.iter()
    }

    fn current(&self) -> impl DoubleEndedIterator<Item = &Current> {
        self.entries.iter().filter_map(JournalEntry::current)
    }

    /// An entry by its token.
    #[must_use]
    pub fn get(&self, token: &JournalToken) -> Option<&JournalEntry> {
        self.entries.iter().rev().find(|entry| entry.token() == token)
    }

    /// The answer to a dialog, while its conversation goes on.
    #[must_use]
    pub fn of_dialog(&self, id: &DialogId) -> Option<&Current> {
        self.current().rev().find(|entry| entry.id == *id)
    }

    /// What is owed.
    #[must_use]
    pub const fn debts(&self) -> &Debts {
        &self.debts
    }

    /// What an ask may be given: the newest matched answer to its very question since a time. No fuzzy match.
    #[must_use]
    pub fn find(&self, fingerprint: &Fingerprint, to: Reach<'_>, since: u64, recover: Recover) -> Found<'_> {
        let fits = |entry: &&Current| {
            entry.correlation == Correlation::Matched
                && entry.fingerprint == *fingerprint
                && entry.answered_at >= since
                && to.matches(entry.instance())
                && match recover {
                    Recover::Unacked => !entry.is_acked,
                    Recover::Any => true,
                    Recover::Never => false,
                }
        };
        match self.current().rev().find(fits) {
            None => Found::Nothing,
            Some(newest) if newest.is_ambiguous => {
                Found::Ambiguous(self.current().filter(fits).count() as u64)
            }
            Some(newest) => Found::Answer(newest),
        }
    }

    /// The next answer to push to the host of an instance: `first`, where it still waits, else the oldest.
    pub fn next_push(
        &self,
        instance: &str,
        first: Option<&JournalToken>,
        is_held: impl Fn(&JournalToken) -> bool,
    ) -> Option<&Current> {
        let waits = |entry: &&Current| {
            entry.delivery == Delivery::Pending
                && !entry.is_acked
                && entry.instance() == Some(instance)
                && !is_held(&entry.token)
        };
        let first = first.and_then(|token| self.current().filter(waits).find(|entry| entry.token == *token));
        first.or_else(|| self.current().find(waits))
    }

    /// Whether an answer waits to be delivered.
    #[must_use]
    pub fn waits(&self, token: &JournalToken) -> bool {
        let entry = self.get(token).and_then(JournalEntry::current);
        entry.is_some_and(|entry| entry.delivery == Delivery::Pending && !entry.is_acked)
    }

    /// Those of an instance that were handed over, and that it may not have read.
    pub fn handed_over_to(&self, instance: &str) -> Vec<JournalToken> {
        self.tokens_where(|entry| {
            entry.delivery == Delivery::HandedOff
                && entry.instance() == Some(instance)
                && !entry.is_settled_unproved()
        })
    }

    /// Those of these that were returned to a call, and that its caller may not have read.
    pub fn returned_among(&self, tokens: &[JournalToken]) -> Vec<JournalToken> {
        self.tokens_where(|entry| {
            entry.delivery == Delivery::HandedOff
                && entry.last_way == Some(Way::Returned)
                && !entry.is_settled_unproved()
                && tokens.contains(&entry.token)
        })
    }

    /// Those that a call was returning.
    pub fn in_hand(&self) -> Vec<JournalToken> {
        self.tokens_where(|entry| entry.delivery == Delivery::None)
    }

    /// Those whose receipt is not proved.
    pub fn unproved(&self) -> impl Iterator<Item = &Current> {
        self.current().filter(|entry| !entry.is_acked)
    }

    fn tokens_where(&self, fits: impl Fn(&Current) -> bool) -> Vec<JournalToken> {
        self.unproved().filter(|entry| fits(entry)).map(|entry| entry.token.clone()).collect()
    }

    /// Which entries go so that at most `keep` are left: those that cost the least.
    #[must_use]
    pub fn first_out(&self, keep: usize) -> Vec<JournalToken> {
        let surplus = self.entries.len().saturating_sub(keep);
        if surplus == 0 {
            return Vec::new();
        }
        let mut ranked: Vec<_> = self.entries.iter().map(|entry| (entry.rank(), entry.token())).collect();
        // Stable: of two that cost the same, the one that arrived first goes.
        ranked.sort_by_key(|(rank, _)| *rank);
        ranked.into_iter().take(surplus).map(|(_, token)| token.clone()).collect()
    }

    /// What the hub and its users are told of it.
    #[must_use]
    pub fn summary(&self, had_host: bool) -> Summary {
        let is_receivable = |entry: &Current| entry.instance().is_some() || !had_host;
        let mut sum =
            Summary { first_out: self.entries.iter().map(JournalEntry::rank).min(), ..Summary::default() };
        // Bounded by the limits, far below 2^32.
        sum.entries = self.entries.len() as u32;
        sum.outstanding.debt = self.debts.sum();
        sum.is_receivable = self.debts.is_receivable(had_host);
        for entry in self.unproved() {
            sum.outstanding.unacked += 1;
            match entry.delivery {
                Delivery::Pending => {
                    sum.outstanding.pending += 1;
                    sum.is_receivable |= is_receivable(entry);
                }
                Delivery::None => sum.in_hand += 1,
                Delivery::HandedOff => {}
            }
        }
        sum
    }
}

/// The changes, each by one entry of the log. A token that is not there (any more) changes nothing.
impl Journal {
    fn current_mut(&mut self, token: &JournalToken) -> Option<&mut Current> {
        self.entries.iter_mut().rev().find(|entry| entry.token() == token)?.current_mut()
    }

    fn all_current_mut(&mut self) -> impl Iterator<Item = &mut Current> {
        self.entries.iter_mut().filter_map(JournalEntry::current_mut)
    }

    /// An answer arrived.
    pub fn arrive(&mut self, entry: Current) {
        self.entries.push_back(JournalEntry::Current(Box::new(entry)));
    }

    /// Entries go because there are too many; what was not proved is owed from now on.
    pub fn evict(&mut self, tokens: &[JournalToken]) {
        for token in tokens {
            let place = self.entries.iter().position(|entry| entry.token() == token);
            let Some(gone) = place.and_then(|place| self.entries.remove(place)) else { continue };
            if let Some(entry) = gone.current().filter(|entry| !entry.is_acked) {
                self.debts.owe(entry.instance());
            }
        }
    }

    /// A push of it is about to be written.
    pub fn pushed(&mut self, token: &JournalToken) {
        if let Some(entry) = self.current_mut(token) {
            entry.may_be_read = true;
        }
    }

    /// The only push of it was refused, and so not read.
    pub fn refused(&mut self, token: &JournalToken) {
        if let Some(entry) = self.current_mut(token) {
            entry.may_be_read = false;
        }
    }

    /// It, or the count of what was dropped, is in the hands of its reader. `going`: the run that goes on.
    pub fn handed_over(&mut self, it: &HandedOver, going: Option<u64>) {
        let entry = it.token.as_ref().and_then(|token| self.current_mut(token));
        if let Some(entry) = entry.filter(|entry| !entry.is_acked) {
            // A run that does not go on takes nothing from the one that carries it.
            if entry.delivery != Delivery::HandedOff || it.run.is_none() || it.run == going {
                entry.run = it.run;
            }
            entry.delivery = Delivery::HandedOff;
            entry.last_way = Some(it.way);
            entry.was_returned |= it.way == Way::Returned;
            entry.said = entry.said.max(it.said);
        }
        if it.is_proof {
            it.token.iter().for_each(|token| self.prove(token));
            self.debts.pay(it.instance.as_deref(), it.said);
        } else if it.run.is_none() || it.run == going {
            // Only these can end, so that what is kept is bounded.
            self.debts.carry(it.run, it.instance.as_deref(), it.said);
        }
    }

    /// Who had them is gone and may not have read them: they wait again.
    pub fn given_back(&mut self, tokens: &[JournalToken]) {
        for token in tokens {
            if let Some(entry) = self.current_mut(token).filter(|entry| !entry.is_acked) {
                entry.delivery = Delivery::Pending;
                entry.run = None;
            }
        }
    }

    /// Their host has read them.
    pub fn acked(&mut self, tokens: &[JournalToken]) {
        tokens.iter().for_each(|token| self.prove(token));
    }

    /// Its host has read it, and with it what its hand-overs said of the debt.
    fn prove(&mut self, token: &JournalToken) {
        let Some(entry) = self.current_mut(token) else { return };
        entry.is_acked = true;
        entry.delivery = Delivery::HandedOff;
        let (instance, said) = (entry.asked.instance.clone(), entry.said);
        self.debts.pay(instance.as_deref(), said);
    }

    /// A run carries what was handed over between the last one and it.
    pub fn run_began(&mut self, run: u64) {
        for entry in self.all_current_mut().filter(|entry| entry.waits_for_a_run()) {
            entry.run = Some(run);
        }
        self.debts.run_began(run);
    }

    /// A run ended: completed it proves what it carried; else what was pushed waits again, a bounded number of times.
    pub fn run_ended(&mut self, run: u64, outcome: RunOutcome) {
        let is_completed = outcome == RunOutcome::Completed;
        let mut proved = Vec::new();
        for entry in self.all_current_mut().filter(|entry| entry.run == Some(run) && !entry.is_acked) {
            if is_completed {
                proved.push(entry.token.clone());
                continue;
            }
            entry.carries = entry.carries.saturating_add(1);
            if entry.last_way == Some(Way::Accepted) && !entry.is_settled_unproved() {
                entry.delivery = Delivery::Pending;
                entry.run = None;
            }
        }
        self.acked(&proved);
        self.debts.run_ended(run, is_completed);
    }

    /// The conversation is over: nothing of it is recovered or delivered, nothing is owed.
    pub fn retire(&mut self) {
        self.entries.iter_mut().for_each(JournalEntry::retire);
        self.debts.clear();
    }
}
