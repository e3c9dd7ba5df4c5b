//! What is durable of a thread: exactly what folding its log gives.
//!
//! Only [`State::apply`] changes it (but for [`State::prune`], which forgets what is too old to be
//! asked for), so a restart finds what was there.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use crate::core::answer::{Answer, Locks};
use crate::core::command::OnDisconnect;
use crate::core::dialog::{Dialog, Fingerprint};
use crate::core::effect::{AskResult, ResultValue};
use crate::core::error::Ended;
use crate::core::id::{DialogId, Epoch, ThreadId};
use crate::core::json::Json;
use crate::core::limits::MAX_KEYS_KEPT;
use crate::core::outcome::Outcome;
use crate::core::record::{Entry, Record, Requested, Settled, Status};

use super::FoldError;

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
}

/// The runs of a thread.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct Runs {
    /// 0 before the first.
    pub newest: u64,
    /// The one going on.
    pub going: Option<u64>,
}

/// An open dialog.
#[derive(Debug)]
pub(super) struct Open {
    pub id: DialogId,
    pub dialog: Arc<Dialog>,
    /// As it was asked.
    pub asked: Arc<Requested>,
    /// The seq of its `dialog.requested`.
    pub seq: u64,
    pub asked_at: u64,
    pub deadline_at: Option<u64>,
    /// The deadline that the stream last named.
    pub told_deadline_at: Option<u64>,
    pub locks: Locks,
}

impl Open {
    /// `entry` is the one that says it was `asked`.
    pub fn new(entry: &Entry, asked: Arc<Requested>, dialog: Arc<Dialog>) -> Self {
        Self {
            id: asked.id.clone(),
            dialog,
            seq: entry.seq,
            asked_at: entry.at,
            deadline_at: asked.deadline_at,
            told_deadline_at: asked.deadline_at,
            locks: Locks::default(),
            asked,
        }
    }

    /// Whether the break of its asker's connection settles it.
    pub fn withdraws(&self) -> bool {
        self.asked.on_disconnect == OnDisconnect::Withdraw
    }
}

/// A settled dialog.
#[derive(Debug)]
pub(super) struct Finished {
    pub id: DialogId,
    pub end: Settled,
    /// The seq of its `dialog.settled`.
    pub seq: u64,
    pub asked_at: u64,
    pub settled_at: u64,
    pub fingerprint: Fingerprint,
    pub is_secret: bool,
    /// What a program gets where nobody answered: the default, where it was to be used, or the method's own.
    pub unanswered: Json,
    pub default_used: bool,
    pub key: Option<String>,
    /// What it takes to judge a repeat of the winning answer, where it came with an `answer_key`.
    pub repeat: Option<Repeat>,
}

/// The question as the winner saw it.
#[derive(Debug)]
pub(super) struct Repeat {
    pub dialog: Arc<Dialog>,
    pub locks: Locks,
}

impl Finished {
    fn new(open: Open, end: Settled, entry: &Entry) -> Self {
        let default = match end.outcome {
            Outcome::TimedOut if open.asked.use_default => open.dialog.default_value().cloned(),
            _ => None,
        };
        Self {
            id: end.id.clone(),
            seq: entry.seq,
            asked_at: open.asked_at,
            settled_at: entry.at,
            fingerprint: open.dialog.fingerprint().clone(),
            is_secret: open.dialog.is_secret(),
            default_used: default.is_some(),
            unanswered: default.unwrap_or_else(|| open.dialog.empty_value()),
            key: open.asked.key.clone(),
            repeat: end
                .answer_key
                .is_some()
                .then(|| Repeat { dialog: Arc::clone(&open.dialog), locks: open.locks }),
            end,
        }
    }

    /// What those learn who come late; the answer only where the stream lets it be seen.
    pub fn ended(&self) -> Ended {
        let visible = self.end.answer.as_ref().filter(|_| !self.end.private);
        Ended { outcome: self.end.outcome, by: self.end.by.clone(), answer: visible.map(Answer::fields) }
    }

    /// The result of its ask (§8). `secret` is what a secret's value is for this one reader.
    pub fn result(&self, secret: ResultValue) -> AskResult {
        let answer = self.end.answer.as_ref();
        let value = match (self.end.outcome, self.is_secret) {
            (Outcome::Answered, true) => secret,
            (Outcome::Answered, false) => {
                ResultValue::Json(answer.map_or_else(|| self.unanswered.clone(), Answer::value))
            }
            _ => ResultValue::Json(self.unanswered.clone()),
        };
        AskResult {
            id: self.id.clone(),
            outcome: self.end.outcome,
            value,
            answer: answer.map(Answer::fields),
            partial: self.end.is_partial(),
            by: self.end.by.clone(),
            asked_at: self.asked_at,
            settled_at: self.settled_at,
            fingerprint: self.fingerprint.clone(),
            default_used: self.default_used,
            token: None,
            recovered: false,
            possible_repeat: false,
            unattributed: 0,
            dropped_answers: 0,
        }
    }
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
            self.open.push(Open::new(&entry, Arc::clone(asked), Arc::new(dialog)));
        }
        self.apply(&entry);
        Ok(())
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
                    self.finished.push_back(Finished::new(open, (**end).clone(), entry));
                }
            }
            Record::Status(status) => self.told = *status,
            Record::Published { .. } => {}
            Record::Reset { generation, .. } => {
                self.generation = *generation;
                self.keys.clear();
                self.keyed.clear();
            }
            Record::Moved { to } => {
                if let Some(to) = to {
                    let old = std::mem::replace(&mut self.name, to.clone());
                    self.former.push((entry.seq, old));
                }
            }
            Record::Attached { instance } => self.instance = Some(instance.clone()),
            Record::RunBegan { run } => self.runs = Runs { newest: *run, going: Some(*run) },
            Record::RunEnded { .. } => self.runs.going = None,
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
