//! Snapshots (§5): everything that it takes to draw a thread, and what a follower missed.
//!
//! A card is the event that showed the dialog, with its present deadline, its locks and the thread's present name.

use std::collections::BTreeMap;

use bytes::Bytes;
use schemars::JsonSchema;
use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::core::effect::{OpenCard, Snapshot};
use crate::core::id::{Epoch, ThreadId};
use crate::core::record::Status;

use super::event::{DialogRequested, Said, Whole, kind};

/// The text of a snapshot.
#[must_use]
pub fn to_text(snapshot: &Snapshot) -> String {
    super::text(&Shown::new(snapshot))
}

/// The result of `thread.follow`: the snapshot, and what the follower missed where the hub still has all of it.
#[must_use]
pub fn followed(snapshot: &Snapshot, recovered: bool, missed: &[Bytes]) -> String {
    let mut text = to_text(snapshot);
    // The events go in as they are: byte for byte what the other followers got.
    text.pop();
    text.reserve(missed.iter().map(|event| event.len() + 1).sum::<usize>() + 40);
    text.push_str(if recovered {
        r#","recovered":true,"missed":["#
    } else {
        r#","recovered":false,"missed":["#
    });
    for (place, event) in missed.iter().enumerate() {
        if place > 0 {
            text.push(',');
        }
        text.push_str(&String::from_utf8_lossy(event));
    }
    text.push_str("]}");
    text
}

/// A snapshot as it is told.
#[derive(serde::Serialize, JsonSchema)]
#[schemars(rename = "Snapshot")]
pub(super) struct Shown<'a> {
    /// The thread's present name.
    #[schemars(with = "String")]
    thread: &'a ThreadId,
    /// The stream.
    #[schemars(with = "String")]
    epoch: Epoch,
    /// The last event; the next one that the follower gets is `seq + 1`.
    seq: u64,
    /// The conversation, from 1.
    generation: u64,
    status: Status,
    /// Every open dialog, oldest first. A card that is not here is gone.
    #[schemars(schema_with = "super::schemas::cards")]
    open: Vec<Whole<'a, Card<'a>>>,
}

impl<'a> Shown<'a> {
    fn new(it: &'a Snapshot) -> Self {
        let open = it.open.iter().map(|card| Card::new(&it.thread, card)).collect();
        Self {
            thread: &it.thread,
            epoch: it.epoch,
            seq: it.seq,
            generation: it.generation,
            status: it.status,
            open,
        }
    }
}

/// An open dialog: its `dialog.requested`, and what is locked of it.
#[derive(serde::Serialize, JsonSchema)]
pub(super) struct Card<'a> {
    #[serde(flatten)]
    requested: DialogRequested<'a>,
    /// What is locked, by question; named without what it says where the dialog is private.
    #[serde(skip_serializing_if = "Locked::is_empty")]
    #[schemars(with = "Option<BTreeMap<String, Said>>")]
    locked: Locked<'a>,
}

impl<'a> Card<'a> {
    fn new(thread: &'a ThreadId, card: &'a OpenCard) -> Whole<'a, Self> {
        let mut requested = DialogRequested::new(&card.asked);
        requested.deadline_at = card.deadline_at;
        let fields = Self { requested, locked: Locked(card) };
        Whole { kind: kind::REQUESTED, thread, seq: card.seq, at: card.asked_at, fields }
    }
}

struct Locked<'a>(&'a OpenCard);

impl Locked<'_> {
    fn is_empty(&self) -> bool {
        self.0.locks.is_empty()
    }
}

impl Serialize for Locked<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(None)?;
        for lock in self.0.locks.iter() {
            map.serialize_entry(&lock.question, &Said::new(lock, self.0.private))?;
        }
        map.end()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::sync::Arc;

    use serde_json::json;
    use uuid::Uuid;

    use super::*;
    use crate::core::answer::{Given, Lock, Locks};
    use crate::core::id::DialogId;
    use crate::core::json::Json;
    use crate::core::record::Requested;

    /// A snapshot with one card, whose dialog was asked under another name.
    pub(in crate::wire) fn snapshot(locks: Locks, private: bool) -> Snapshot {
        let requested = Requested {
            id: DialogId::named("dlg-1"),
            dialog: Json(json!({"method": "confirm", "title": "t"})),
            generation: 1,
            deadline_at: Some(5),
            run: None,
            key: None,
            private,
            on_disconnect: Default::default(),
            use_default: false,
            hold_until: None,
            require_other_subject: false,
            subject: None,
            instance: None,
            by_host: false,
            unattributed: 0,
        };
        Snapshot {
            thread: ThreadId::parse("now").unwrap(),
            epoch: Epoch(Uuid::nil()),
            seq: 4,
            generation: 1,
            status: Status::default(),
            open: vec![OpenCard {
                asked: Arc::new(requested),
                seq: 2,
                asked_at: 3,
                deadline_at: Some(9),
                locks,
                private,
            }],
        }
    }

    fn locks() -> Locks {
        let mut locks = Locks::default();
        locks.insert(Lock { question: "q1".into(), value: None, other: Some("o".into()) });
        locks.insert(Lock { question: "q2".into(), value: Some(Given::Text("a".into())), other: None });
        locks
    }

    const HEAD: &str = r#"{"thread":"now","epoch":"00000000-0000-0000-0000-000000000000","seq":4,"generation":1,"status":{"live":false,"busy":false,"run":0},"open":[{"type":"dialog.requested","thread":"now","seq":2,"at":3,"id":"dlg-1","blocking":true,"dialog":{"method":"confirm","title":"t"},"generation":1,"deadline_at":9"#;

    #[test]
    fn a_card_has_the_present_deadline_and_name() {
        assert_eq!(to_text(&snapshot(Locks::default(), false)), format!("{HEAD}}}]}}"));
    }

    #[test]
    fn locks_are_shown_by_question() {
        let shown = r#","locked":{"q1":{"value":null,"other":"o"},"q2":{"value":"a"}}}]}"#;
        assert_eq!(to_text(&snapshot(locks(), false)), format!("{HEAD}{shown}"));
        let named = r#","locked":{"q1":{},"q2":{}}}]}"#;
        assert_eq!(to_text(&snapshot(locks(), true)), format!("{HEAD}{named}"));
    }

    #[test]
    fn what_was_missed_goes_in_byte_for_byte() {
        let snapshot = snapshot(Locks::default(), false);
        let missed = [Bytes::from_static(br#"{"seq":3}"#), Bytes::from_static(br#"{"seq":4}"#)];
        let whole = followed(&snapshot, true, &missed);
        assert_eq!(whole, format!(r#"{HEAD}}}],"recovered":true,"missed":[{{"seq":3}},{{"seq":4}}]}}"#));
        assert_eq!(followed(&snapshot, false, &[]), format!(r#"{HEAD}}}],"recovered":false,"missed":[]}}"#));
    }
}
