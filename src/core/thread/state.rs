//! What is durable of a thread: exactly what folding its log gives.
//!
//! Only [`State::apply`] changes it (but for [`State::prune`], which forgets what is too old to be
//! asked for), so a restart finds what was there.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use super::FoldError;
use super::finished::Finished;
use super::open::{Open, Ticket};
use crate::core::dialog::Dialog;
use crate::core::id::{DialogId, Epoch, ThreadId};
use crate::core::journal::Journal;
use crate::core::limits::MAX_KEYS_KEPT;
use crate::core::record::{Entry, Record, Settled, Status};

/// The folded log.
#[derive(Debug)]
pub(super) struct State {
    pub epoch: Epoch,
    pub name: ThreadId,
    /// Older names, each with the last event that was told under it; oldest first.
    pub former: Vec<(u64, ThreadId)>,
    pub generation: u64,
    pub pos: u64,
    pub seq: u64,
    pub last_at: u64,
    pub told: Status,
    pub runs: Runs,
    /// The last instance that attached, whether or not it is still there.
    pub instance: Option<String>,
    /// Oldest first.
    pub open: Vec<Open>,
    /// Settled dialogs that can still be asked for, oldest settle first.
    pub finished: VecDeque<Finished>,
    /// Older ones that were asked with a key of this generation, which still returns their result; oldest first.
    pub keyed: VecDeque<Finished>,
    /// The keys of this generation.
    pub keys: BTreeMap<String, DialogId>,
    pub journal: Journal,
}

/// The runs of a thread.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct Runs {
    /// 0 before the first.
    pub newest: u64,
    /// The one going on.
    pub going: Option<u64>,
}

impl State {
    pub fn new(epoch: Epoch, name: ThreadId) -> Self {
        Self {
            epoch,
            name,
            former: Vec::new(),
            generation: 1,
            pos: 0,
            seq: 0,
            last_at: 0,
            told: Status::default(),
            runs: Runs::default(),
            instance: None,
            open: Vec::new(),
            finished: VecDeque::new(),
            keyed: VecDeque::new(),
            keys: BTreeMap::new(),
            journal: Journal::default(),
        }
    }

    /// The next entry. Its time never falls, whatever the clock does.
    pub fn entry(&self, record: Record, now: u64) -> Entry {
        Entry {
            pos: self.pos + 1,
            seq: self.seq + u64::from(record.is_told()),
            at: now.max(self.last_at),
            record,
        }
    }

    /// Folds an entry from the log.
    pub fn fold(&mut self, entry: Arc<Entry>) -> Result<(), FoldError> {
        if entry.pos != self.pos + 1 {
            return Err(FoldError::Gap { after: self.pos, found: entry.pos });
        }
        if let Record::Requested(asked) = &entry.record {
            let dialog = Dialog::reload(asked.dialog.clone())
                .map_err(|source| FoldError::Dialog { seq: entry.seq, source })?;
            self.show(Open::new(&entry, Arc::clone(asked), Arc::new(dialog)));
        }
        self.apply(&entry);
        Ok(())
    }

    /// Puts a dialog on the open list. Two that nobody could tell apart are twins from then on.
    pub fn show(&mut self, mut open: Open) {
        let fingerprint = open.dialog.fingerprint();
        for other in &mut self.open {
            if other.dialog.fingerprint() == fingerprint && other.asked.instance == open.asked.instance {
                for ticket in [&mut other.ticket, &mut open.ticket] {
                    *ticket = if *ticket == Ticket::Lost { Ticket::Lost } else { Ticket::Twin };
                }
            }
        }
        self.open.push(open);
    }

    /// Whether a host ever attached to the thread.
    pub const fn had_host(&self) -> bool {
        self.instance.is_some()
    }

    /// Folds an entry. The open dialog of a `Requested` is put there by who compiled it, before or after.
    pub fn apply(&mut self, entry: &Arc<Entry>) {
        self.pos = entry.pos;
        self.seq = entry.seq;
        self.last_at = entry.at;
        match &entry.record {
            Record::Requested(asked) => {
                if let Some(key) = &asked.key {
                    self.keys.insert(key.clone(), asked.id.clone());
                }
            }
            Record::Locked { id, lock, .. } => {
                if let Some(open) = self.open_mut(id) {
                    open.locks.insert(lock.clone());
                }
            }
            Record::Deadline { id, deadline_at, told } => {
                if let Some(open) = self.open_mut(id) {
                    open.deadline_at = Some(*deadline_at);
                    if *told {
                        open.told_deadline_at = Some(*deadline_at);
                    }
                }
            }
            Record::Settled(end) => {
                if let Some(place) = self.open.iter().position(|open| open.id == end.id) {
                    let open = self.open.remove(place);
                    self.journal_answer(&open, end, entry.at);
                    self.finished.push_back(Finished::new(open, (**end).clone(), entry));
                }
            }
            Record::Status(status) => self.told = *status,
            Record::Published { .. } => {}
            Record::Reset { generation, .. } => {
                self.generation = *generation;
                self.keys.clear();
                self.keyed.clear();
                self.journal.retire();
            }
            Record::Moved { to } => {
                if let Some(to) = to {
                    let old = std::mem::replace(&mut self.name, to.clone());
                    self.former.push((entry.seq, old));
                }
            }
            Record::Attached { instance } => self.instance = Some(instance.clone()),
            Record::RunBegan { run } => {
                self.runs = Runs { newest: *run, going: Some(*run) };
                self.journal.run_began(*run);
            }
            Record::RunEnded { run, outcome } => {
                self.runs.going = None;
                self.journal.run_ended(*run, *outcome);
            }
            Record::HandedOver(it) => self.journal.handed_over(it, self.runs.going),
            Record::Pushed { token } => self.journal.pushed(token),
            Record::Refused { token } => self.journal.refused(token),
            Record::GivenBack { tokens } => self.journal.given_back(tokens),
            Record::Acked { tokens } => self.journal.acked(tokens),
            Record::Evicted { tokens } => self.journal.evict(tokens),
            Record::TicketLost { id } => {
                if let Some(open) = self.open_mut(id) {
                    open.ticket = Ticket::Lost;
                }
            }
        }
    }

    /// An answer that has an entry in the journal is there before anybody is told of it.
    fn journal_answer(&mut self, open: &Open, end: &Settled, at: u64) {
        if let Some(entry) = open.journaled(end, at) {
            self.journal.evict(end.journal.as_ref().map_or(&[], |journaled| &journaled.evicted));
            self.journal.arrive(entry);
        }
    }

    /// Forgets settled dialogs whose settle is older than what is kept for recovery, but for the newest that
    /// were asked with a key, and names nobody can ask about.
    pub fn prune(&mut self, history_events: u64) {
        let oldest_kept = (self.seq + 1).saturating_sub(history_events);
        while let Some(done) = self.finished.pop_front_if(|done| done.seq < oldest_kept) {
            if done.key.as_ref().is_some_and(|key| self.keys.get(key) == Some(&done.id)) {
                self.keyed.push_back(done);
            }
        }
        while self.keyed.len() > MAX_KEYS_KEPT {
            let forgotten = self.keyed.pop_front().and_then(|done| done.key);
            forgotten.and_then(|key| self.keys.remove(&key));
        }
        self.former.retain(|(last, _)| *last >= oldest_kept);
    }

    pub fn name_at(&self, seq: u64) -> &ThreadId {
        self.former.iter().find(|(last, _)| seq <= *last).map_or(&self.name, |(_, name)| name)
    }

    pub fn open(&self, id: &DialogId) -> Option<&Open> {
        self.open.iter().find(|open| open.id == *id)
    }

    pub fn open_mut(&mut self, id: &DialogId) -> Option<&mut Open> {
        self.open.iter_mut().find(|open| open.id == *id)
    }

    pub fn finished(&self, id: &DialogId) -> Option<&Finished> {
        self.finished.iter().rev().chain(self.keyed.iter().rev()).find(|done| done.id == *id)
    }
}
