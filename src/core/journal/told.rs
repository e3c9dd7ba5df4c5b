//! What is told of a journal: to its host, to who lists it, and in the hub's log.

use super::entry::{Correlation, Delivery};
use crate::core::dialog::Fingerprint;
use crate::core::id::{DialogId, JournalToken, ThreadId};
use crate::core::json::Json;
use crate::core::outcome::By;

/// What has not been proved to have reached its host.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Outstanding {
    /// Answers that wait to be delivered.
    pub pending: u32,
    /// Answers whose receipt is not proved, the pending ones among them.
    pub unacked: u32,
    /// Unproved answers that were dropped, and are not known to be told.
    pub debt: u64,
}

/// What a hub has to know of a thread's journal without folding its log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Summary {
    /// What is outstanding.
    pub outstanding: Outstanding,
    /// Whether somebody can still receive something of that.
    pub is_receivable: bool,
    /// Answers that a call returns just now: after a restart they wait to be delivered.
    pub in_hand: u32,
    /// All entries, retired ones among them.
    pub entries: u32,
    /// Which of them goes first where there are too many; none where there are none.
    pub first_out: Option<Rank>,
}

/// When an entry goes, where there are too many: the least goes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank {
    /// What it would cost.
    pub class: Class,
    /// When it was answered.
    pub at: u64,
}

/// What it costs to lose an entry, the least first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// Nothing: its conversation is over.
    Retired,
    /// Nothing: its host has read it.
    Proved,
    /// Perhaps nothing: its host may have read it.
    HandedOver,
    /// An answer.
    Owed,
}

/// `journal.deliver`: an answer whose call is gone, pushed to the host that asked.
#[derive(Debug, Clone, PartialEq)]
pub struct Deliver {
    pub thread: ThreadId,
    pub id: DialogId,
    pub token: JournalToken,
    /// The title.
    pub question: String,
    /// As it was asked.
    pub dialog: Json,
    /// The answer's own fields.
    pub answer: Json,
    /// What a program wants.
    pub value: Json,
    pub correlation: Correlation,
    pub answered_at: u64,
    /// Whether an earlier push of it may have been read.
    pub replayed: bool,
    /// Whether a call may have returned it before.
    pub possible_repeat: bool,
    /// As in a result; 0: none.
    pub dropped_answers: u64,
}

/// `journal.list`.
#[derive(Debug, Clone, PartialEq)]
pub struct Listing {
    pub thread: ThreadId,
    /// In the order in which they arrived.
    pub entries: Vec<Listed>,
    /// Over all instances.
    pub debt: u64,
}

/// One entry in a list.
#[derive(Debug, Clone, PartialEq)]
pub struct Listed {
    pub token: JournalToken,
    pub id: DialogId,
    pub correlation: Correlation,
    pub delivery: Delivery,
    pub is_acked: bool,
    pub answered_at: u64,
    /// What it says; none of a retired entry.
    pub content: Option<Content>,
}

/// Question and answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Content {
    /// The title.
    pub question: String,
    /// As it was asked.
    pub dialog: Json,
    /// The answer's own fields.
    pub answer: Json,
    /// What a program wants.
    pub value: Json,
    pub fingerprint: Fingerprint,
    /// Who answered.
    pub by: Option<By>,
    /// Whether the stream may not show the answer.
    pub private: bool,
}

/// Something that was owed and will not be delivered any more. No text of a person's is in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Loss {
    /// An answer whose receipt was never proved went because the journal was full.
    Evicted { thread: ThreadId, id: DialogId, token: JournalToken },
    /// An answer whose receipt was never proved when its conversation ended.
    Unproved { thread: ThreadId, id: DialogId, token: JournalToken, end: ConversationEnd },
    /// The count of answers that were dropped before, when their conversation ended.
    Debt { thread: ThreadId, answers: u64, end: ConversationEnd },
}

/// How a conversation ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConversationEnd {
    /// Another one took its place.
    Replaced,
    /// The thread was forgotten.
    Forgotten,
}
