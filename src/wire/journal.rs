//! What is told of a journal (§9): its list, what was proved, and what is outstanding over all threads.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::core::dialog::Fingerprint;
use crate::core::id::{DialogId, JournalToken, ThreadId};
use crate::core::journal::{Correlation, Deliver, Delivery, Listed, Listing, Outstanding};
use crate::core::json::Json;
use crate::core::outcome::By;

/// The result of `journal.list`.
#[derive(Serialize, JsonSchema)]
pub(super) struct Journal<'a> {
    #[schemars(with = "String")]
    thread: &'a ThreadId,
    /// In the order in which the answers arrived.
    entries: Vec<JournalEntry<'a>>,
    /// Unproved answers that were dropped, over all instances.
    debt: u64,
}

/// One validated answer.
#[derive(Serialize, JsonSchema)]
pub(super) struct JournalEntry<'a> {
    #[schemars(with = "String")]
    token: &'a JournalToken,
    #[schemars(with = "String")]
    id: &'a DialogId,
    #[serde(flatten)]
    content: Option<Content<'a>>,
    /// Whether the answer is known to be one to what was asked.
    correlation: Correlation,
    /// How far it has come.
    delivery: Delivery,
    /// Whether its host has proved that it read it.
    acked: bool,
    answered_at: u64,
    /// Whether its conversation is over: then nothing is told of what it says.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    retired: bool,
}

/// Question and answer.
#[derive(Serialize, JsonSchema)]
pub(super) struct Content<'a> {
    /// The title.
    question: &'a str,
    #[schemars(schema_with = "super::schema_dialog::reference")]
    dialog: &'a Json,
    #[schemars(schema_with = "super::schema_dialog::answer_reference")]
    answer: &'a Json,
    /// What a program wants.
    #[schemars(with = "Value")]
    value: &'a Json,
    #[schemars(with = "String", regex(pattern = "^[0-9a-f]{64}$"))]
    fingerprint: &'a Fingerprint,
    /// Who answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<&'a By>,
    /// Whether the stream may not show the answer.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    private: bool,
}

impl<'a> Journal<'a> {
    pub(super) fn new(it: &'a Listing) -> Self {
        let entries = it.entries.iter().map(JournalEntry::new).collect();
        Self { thread: &it.thread, entries, debt: it.debt }
    }
}

impl<'a> JournalEntry<'a> {
    fn new(it: &'a Listed) -> Self {
        Self {
            token: &it.token,
            id: &it.id,
            content: it.content.as_ref().map(|content| Content {
                question: &content.question,
                dialog: &content.dialog,
                answer: &content.answer,
                value: &content.value,
                fingerprint: &content.fingerprint,
                by: content.by.as_ref(),
                private: content.private,
            }),
            correlation: it.correlation,
            delivery: it.delivery,
            acked: it.is_acked,
            answered_at: it.answered_at,
            retired: it.content.is_none(),
        }
    }
}

/// The result of `journal.ack`.
#[derive(Serialize, JsonSchema)]
pub(super) struct JournalAcked<'a> {
    /// What this call proved.
    #[schemars(with = "Vec<String>")]
    pub acked: &'a [JournalToken],
}

/// `journal.deliver`.
#[derive(Serialize, JsonSchema)]
pub(super) struct JournalDeliver<'a> {
    #[schemars(with = "String")]
    thread: &'a ThreadId,
    #[schemars(with = "String")]
    id: &'a DialogId,
    #[schemars(with = "String")]
    token: &'a JournalToken,
    /// The title.
    question: &'a str,
    #[schemars(schema_with = "super::schema_dialog::reference")]
    dialog: &'a Json,
    #[schemars(schema_with = "super::schema_dialog::answer_reference")]
    answer: &'a Json,
    /// What a program wants.
    #[schemars(with = "Value")]
    value: &'a Json,
    correlation: Correlation,
    answered_at: u64,
    /// Whether an earlier push of it may have been read.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    replayed: bool,
    /// Whether a call may have returned it before.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    possible_repeat: bool,
    /// Answers to this instance that were dropped and are not known to be told.
    #[serde(skip_serializing_if = "super::is_zero")]
    dropped_answers: u64,
}

impl<'a> JournalDeliver<'a> {
    pub(super) fn new(it: &'a Deliver) -> Self {
        Self {
            thread: &it.thread,
            id: &it.id,
            token: &it.token,
            question: &it.question,
            dialog: &it.dialog,
            answer: &it.answer,
            value: &it.value,
            correlation: it.correlation,
            answered_at: it.answered_at,
            replayed: it.replayed,
            possible_repeat: it.possible_repeat,
            dropped_answers: it.dropped_answers,
        }
    }
}

/// `GET /api/outstanding`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OutstandingList {
    /// Whether somebody can still receive something of it.
    pub outstanding: bool,
    /// Threads with something outstanding, by name.
    pub threads: Vec<OutstandingRow>,
}

/// What is outstanding on one thread.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OutstandingRow {
    #[schemars(with = "String")]
    pub thread: ThreadId,
    /// Answers that wait to be delivered.
    pub pending: u32,
    /// Answers whose receipt is not proved, the pending ones among them.
    pub unacked: u32,
    /// Unproved answers that were dropped.
    pub debt: u64,
}

impl OutstandingRow {
    /// A thread's row; none where it has nothing outstanding.
    #[must_use]
    pub fn of(thread: &ThreadId, it: Outstanding) -> Option<Self> {
        let Outstanding { pending, unacked, debt } = it;
        let row = Self { thread: thread.clone(), pending, unacked, debt };
        (it != Outstanding::default()).then_some(row)
    }
}

impl OutstandingList {
    /// Its text.
    #[must_use]
    pub fn to_text(&self) -> String {
        super::text(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::json::Json;
    use serde_json::json;

    fn listing() -> Listing {
        let listed = |token: &str, content| Listed {
            token: JournalToken::named(token),
            id: DialogId::named("dlg-1"),
            correlation: Correlation::Foreign,
            delivery: Delivery::HandedOff,
            is_acked: false,
            answered_at: 9,
            content,
        };
        let content = crate::core::journal::Content {
            question: "Q".into(),
            dialog: Json(json!({"method": "input", "title": "Q"})),
            answer: Json(json!({"value": "v"})),
            value: Json(json!("v")),
            fingerprint: Fingerprint::try_from("0".repeat(64)).unwrap(),
            by: None,
            private: false,
        };
        Listing {
            thread: ThreadId::parse("t").unwrap(),
            entries: vec![listed("a", Some(content)), listed("b", None)],
            debt: 3,
        }
    }

    #[test]
    fn of_a_retired_entry_nothing_is_told_of_what_it_says() {
        let text = crate::wire::text(&Journal::new(&listing()));
        let zeros = "0".repeat(64);
        let whole = format!(
            r#"{{"token":"a","id":"dlg-1","question":"Q","dialog":{{"method":"input","title":"Q"}},"answer":{{"value":"v"}},"value":"v","fingerprint":"{zeros}","correlation":"foreign","delivery":"handed_off","acked":false,"answered_at":9}}"#
        );
        let retired = r#"{"token":"b","id":"dlg-1","correlation":"foreign","delivery":"handed_off","acked":false,"answered_at":9,"retired":true}"#;
        assert_eq!(text, format!(r#"{{"thread":"t","entries":[{whole},{retired}],"debt":3}}"#));
    }

    #[test]
    fn rows_of_zeros_are_left_out() {
        let thread = ThreadId::parse("t").unwrap();
        assert_eq!(OutstandingRow::of(&thread, Outstanding::default()), None);
        let row = OutstandingRow::of(&thread, Outstanding { pending: 0, unacked: 0, debt: 1 }).unwrap();
        let list = OutstandingList { outstanding: true, threads: vec![row] };
        let text = r#"{"outstanding":true,"threads":[{"thread":"t","pending":0,"unacked":0,"debt":1}]}"#;
        assert_eq!(list.to_text(), text);
    }
}
