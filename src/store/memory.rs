//! The log in memory, for `--ephemeral` and for tests: the same rules, and nothing of it outlives the process.
//!
//! Dropped entries are really gone, so memory is bounded by what the hub keeps open and the checkpoints it makes.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use super::{Change, Checkpoint, Loaded, Row, Store, StoreError, shape};
use crate::core::id::{DialogId, Epoch, ThreadId};
use crate::core::record::{Entry, Record};

/// A store without files.
#[derive(Debug, Default)]
pub struct Memory {
    threads: HashMap<Epoch, Held>,
    names: HashMap<ThreadId, Epoch>,
}

/// One thread.
#[derive(Debug)]
struct Held {
    row: Row,
    /// Consecutive; the last one is at `row.pos`.
    entries: VecDeque<Arc<Entry>>,
    checkpoint: Option<Checkpoint>,
}

impl Memory {
    /// An empty store.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Says whether all of it can be done, one change after the other, and touches nothing.
    fn check(&self, changes: &[Change]) -> Result<(), StoreError> {
        let mut rows: HashMap<Epoch, Option<&Row>> = HashMap::new();
        let mut names: HashMap<&ThreadId, Option<Epoch>> = HashMap::new();
        for change in changes {
            let epoch = change.epoch();
            let known = || self.threads.get(&epoch).map(|held| &held.row);
            let now = rows.get(&epoch).copied().unwrap_or_else(known);
            if let Some(now) = now {
                names.insert(&now.thread, None);
            }
            let Change::Append { expected_pos, entries, row, checkpoint } = change else {
                rows.insert(epoch, None);
                continue;
            };
            shape::check(*expected_pos, entries, row, checkpoint.as_ref())?;
            if now.map_or(0, |now| now.pos) != *expected_pos {
                return Err(StoreError::Conflict { epoch, expected: *expected_pos });
            }
            let owner =
                names.get(&row.thread).copied().unwrap_or_else(|| self.names.get(&row.thread).copied());
            if owner.is_some_and(|owner| owner != epoch) {
                return Err(StoreError::Failed(format!("two threads would be named {}", row.thread)));
            }
            names.insert(&row.thread, Some(epoch));
            rows.insert(epoch, Some(row));
        }
        Ok(())
    }

    fn append(&mut self, entries: &[Arc<Entry>], row: &Row, checkpoint: Option<&Checkpoint>) {
        let held = self.threads.entry(row.epoch).or_insert_with(|| Held {
            row: row.clone(),
            entries: VecDeque::new(),
            checkpoint: None,
        });
        if held.row.thread != row.thread {
            self.names.remove(&held.row.thread);
        }
        self.names.insert(row.thread.clone(), row.epoch);
        held.row = row.clone();
        held.entries.extend(entries.iter().cloned());
        if let Some(checkpoint) = checkpoint {
            while held.entries.front().is_some_and(|first| first.pos <= checkpoint.drop_through_pos) {
                held.entries.pop_front();
            }
            held.checkpoint = Some(checkpoint.clone());
        }
    }
}

impl Store for Memory {
    fn rows(&mut self) -> Result<Vec<Row>, StoreError> {
        Ok(self.threads.values().map(|held| held.row.clone()).collect())
    }

    fn load(&mut self, epoch: Epoch) -> Result<Loaded, StoreError> {
        let Some(held) = self.threads.get(&epoch) else {
            return Ok(Loaded::default());
        };
        let from = held.checkpoint.as_ref().map_or(0, |checkpoint| checkpoint.pos);
        let entries =
            held.entries.iter().filter(|entry| entry.pos > from).map(|entry| entry.as_ref().clone());
        Ok(Loaded { checkpoint: held.checkpoint.clone(), entries: entries.collect() })
    }

    fn told(&mut self, epoch: Epoch, after_seq: u64, through_seq: u64) -> Result<Vec<Entry>, StoreError> {
        let Some(held) = self.threads.get(&epoch) else {
            return Ok(Vec::new());
        };
        // `seq` never falls, so the part that is asked for is one stretch.
        let start = held.entries.partition_point(|entry| entry.seq <= after_seq);
        let end = held.entries.partition_point(|entry| entry.seq <= through_seq);
        let stretch = held.entries.range(start..end.max(start)).filter(|entry| entry.record.is_told());
        Ok(stretch.map(|entry| entry.as_ref().clone()).collect())
    }

    fn asked_on(&mut self, id: &DialogId) -> Result<Option<Epoch>, StoreError> {
        let asks = |entry: &Arc<Entry>| matches!(&entry.record, Record::Requested(asked) if asked.id == *id);
        let found = self.threads.iter().find(|(_, held)| held.entries.iter().any(asks));
        Ok(found.map(|(epoch, _)| *epoch))
    }

    fn commit(&mut self, changes: &[Change]) -> Result<(), StoreError> {
        self.check(changes)?;
        for change in changes {
            match change {
                Change::Append { entries, row, checkpoint, .. } => {
                    self.append(entries, row, checkpoint.as_ref())
                }
                Change::Forget { epoch } => {
                    if let Some(held) = self.threads.remove(epoch) {
                        self.names.remove(&held.row.thread);
                    }
                }
            }
        }
        Ok(())
    }
}
