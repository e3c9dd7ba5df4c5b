//! A writer of logs for the tests: it counts as a thread does.

use std::sync::Arc;

use dialog_hub::core::id::{Epoch, ThreadId};
use dialog_hub::core::record::{Entry, Record};
use dialog_hub::store::{Change, Checkpoint, Row, Store};
use uuid::Uuid;

/// One thread's log, as its writer knows it.
#[derive(Debug, Clone)]
pub struct Log {
    pub row: Row,
    pub entries: Vec<Entry>,
}

impl Log {
    pub fn new(name: &str) -> Self {
        Self::with_epoch(name, Uuid::now_v7())
    }

    pub fn with_epoch(name: &str, epoch: Uuid) -> Self {
        let row = Row {
            epoch: Epoch(epoch),
            thread: ThreadId::parse(name).unwrap(),
            pos: 0,
            seq: 0,
            last_at: 0,
            live: false,
            busy: false,
            run: 0,
            open: 0,
            next_deadline_at: None,
            journal: Default::default(),
        };
        Self { row, entries: Vec::new() }
    }

    pub fn epoch(&self) -> Epoch {
        self.row.epoch
    }

    /// Appends records behind what is there.
    pub fn append(&mut self, records: impl IntoIterator<Item = Record>) -> Change {
        let expected_pos = self.row.pos;
        for record in records {
            self.row.pos += 1;
            self.row.seq += u64::from(record.is_told());
            self.row.last_at += 10;
            let (pos, seq, at) = (self.row.pos, self.row.seq, self.row.last_at);
            self.entries.push(Entry { pos, seq, at, record });
        }
        let entries = self.after(expected_pos).into_iter().map(Arc::new).collect();
        Change::Append { expected_pos, entries, row: self.row.clone(), checkpoint: None }
    }

    /// Appends one told record and a checkpoint behind it, which drops a part.
    pub fn append_with_checkpoint(&mut self, drop_through_pos: u64) -> Change {
        let mut change = self.append([told("checkpointed")]);
        let Change::Append { checkpoint, .. } = &mut change else { unreachable!() };
        *checkpoint = Some(Checkpoint {
            pos: self.row.pos,
            state: format!("state at {}", self.row.pos),
            drop_through_pos,
        });
        change
    }

    /// The entries behind a place.
    pub fn after(&self, pos: u64) -> Vec<Entry> {
        self.entries.iter().filter(|entry| entry.pos > pos).cloned().collect()
    }

    pub fn forget(&self) -> Change {
        Change::Forget { epoch: self.epoch() }
    }
}

/// A record that followers are told.
pub fn told(event: &str) -> Record {
    read(&format!(r#"{{"type":"thread.published","event":"{event}","data":{{"n":[1,"é",null]}}}}"#))
}

/// One of so many bytes.
pub fn told_big(bytes: usize) -> Record {
    read(&format!(r#"{{"type":"thread.published","event":"big","data":"{}"}}"#, "x".repeat(bytes)))
}

/// A record that is the hub's own.
pub fn untold() -> Record {
    Record::Attached { instance: "i".to_owned() }
}

pub fn read(text: &str) -> Record {
    let mut text = serde_json::Deserializer::from_str(text);
    text.disable_recursion_limit();
    serde::Deserialize::deserialize(&mut text).unwrap()
}

/// All rows, by name.
pub fn rows(store: &mut dyn Store) -> Vec<Row> {
    let mut rows = store.rows().unwrap();
    rows.sort_by(|a, b| a.thread.cmp(&b.thread));
    rows
}
