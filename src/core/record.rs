//! The ordered log: what is durable of a thread, entry by entry.
//!
//! Folding all entries of a thread in order gives its state again. An entry that is told to followers
//! takes the next `seq`; one that is the hub's own does not. A secret's value is in no entry.

use super::answer::{Answer, Lock};
use super::command::OnDisconnect;
use super::dialog::Method;
use super::id::{DialogId, JournalToken, ThreadId};
use super::journal::HandedOver;
use super::json::Json;
use super::outcome::{By, Outcome, RunOutcome};

use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// One entry of a thread's log.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// Its place in the log: 1, 2, 3 … without a gap.
    pub pos: u64,
    /// The stream's position after it. An event's own seq; the previous one's for an entry that is not told.
    pub seq: u64,
    /// When, in milliseconds since the Unix epoch. Never falls within a thread.
    pub at: u64,
    /// What happened.
    pub record: Record,
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type")]
pub enum Record {
    /// A dialog was asked and is open.
    #[serde(rename = "dialog.requested")]
    Requested(Arc<Requested>),
    /// A part of a questionnaire was locked.
    #[serde(rename = "dialog.locked")]
    Locked {
        id: DialogId,
        lock: Lock,
        by: By,
        remaining: Vec<String>,
        #[serde(default)]
        private: bool,
    },
    /// Somebody is typing, so the deadline moved.
    #[serde(rename = "dialog.deadline")]
    Deadline { id: DialogId, deadline_at: u64, told: bool },
    /// A dialog ended, once.
    #[serde(rename = "dialog.settled")]
    Settled(Box<Settled>),
    /// Liveness, business or run changed.
    #[serde(rename = "thread.status")]
    Status(Status),
    /// The host published something.
    #[serde(rename = "thread.published")]
    Published { event: String, data: Json },
    /// The conversation was replaced.
    #[serde(rename = "thread.reset")]
    Reset {
        generation: u64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// The thread has another name from here on, or was forgotten.
    #[serde(rename = "thread.moved")]
    Moved { to: Option<ThreadId> },
    /// A host attached; not told (the status is).
    #[serde(rename = "host.attached")]
    Attached { instance: String },
    /// A run began; not told (the status is).
    #[serde(rename = "run.began")]
    RunBegan { run: u64 },
    /// A run ended; not told (the status is).
    #[serde(rename = "run.ended")]
    RunEnded { run: u64, outcome: RunOutcome },
    /// A result or a push of an answer is in the hands of its reader; not told.
    #[serde(rename = "journal.handed_over")]
    HandedOver(HandedOver),
    /// A push is about to be written; not told.
    #[serde(rename = "journal.pushed")]
    Pushed { token: JournalToken },
    /// The only push of an answer was refused; not told.
    #[serde(rename = "journal.refused")]
    Refused { token: JournalToken },
    /// Who had answers is gone and may not have read them; not told.
    #[serde(rename = "journal.given_back")]
    GivenBack { tokens: Vec<JournalToken> },
    /// Answers were read; not told.
    #[serde(rename = "journal.acked")]
    Acked { tokens: Vec<JournalToken> },
    /// Entries went because there were too many; not told.
    #[serde(rename = "journal.evicted")]
    Evicted { tokens: Vec<JournalToken> },
    /// The ticket of an open dialog went because there were too many; not told.
    #[serde(rename = "ticket.lost")]
    TicketLost { id: DialogId },
}

impl Record {
    /// Whether followers are told, and so whether it takes a `seq`.
    #[must_use]
    pub const fn is_told(&self) -> bool {
        match self {
            Self::Deadline { told, .. } => *told,
            Self::Attached { .. }
            | Self::RunBegan { .. }
            | Self::RunEnded { .. }
            | Self::HandedOver(_)
            | Self::Pushed { .. }
            | Self::Refused { .. }
            | Self::GivenBack { .. }
            | Self::Acked { .. }
            | Self::Evicted { .. }
            | Self::TicketLost { .. } => false,
            Self::Requested(_)
            | Self::Locked { .. }
            | Self::Settled(_)
            | Self::Status(_)
            | Self::Published { .. }
            | Self::Reset { .. }
            | Self::Moved { .. } => true,
        }
    }
}

/// A dialog as it was asked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Requested {
    pub id: DialogId,
    /// The specification as it came.
    pub dialog: Json,
    pub generation: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline_at: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    #[serde(default)]
    pub private: bool,
    #[serde(default)]
    pub on_disconnect: OnDisconnect,
    #[serde(default)]
    pub use_default: bool,
    /// The latest that typing may move the deadline to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hold_until: Option<u64>,
    #[serde(default)]
    pub require_other_subject: bool,
    /// The asker's subject.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
    /// The instance that asked, where known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instance: Option<String>,
    /// Whether that instance was attached when it asked: then its dialogs end with it.
    #[serde(default)]
    pub by_host: bool,
    /// Answers of the journal that were withheld when it was asked; 0: none.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub unattributed: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the shape that serde asks for")]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// The end of a dialog.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Settled {
    pub id: DialogId,
    pub method: Method,
    pub outcome: Outcome,
    /// A whole answer where `answered`, the locked part where it timed out; never a secret's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<Answer>,
    /// Whether the stream may not show the answer.
    #[serde(default)]
    pub private: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<By>,
    /// The winner's `answer_key`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer_key: Option<String>,
    /// Its entry in the journal, where it is an answer that has one; not told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub journal: Option<Journaled>,
}

/// The entry that an answer makes in the journal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Journaled {
    pub token: JournalToken,
    /// Whether no call waits for it, so that it waits to be delivered.
    #[serde(default)]
    pub is_orphan: bool,
    /// The entries that go to make room.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evicted: Vec<JournalToken>,
}

impl Settled {
    /// Whether the answer is only what was locked when time ran out.
    #[must_use]
    pub fn is_partial(&self) -> bool {
        self.answer.is_some() && self.outcome != Outcome::Answered
    }
}

/// What a thread is doing (§5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Status {
    /// A host is attached and connected.
    pub live: bool,
    /// A run is going on or a dialog is open.
    pub busy: bool,
    /// The newest run, 0 before the first.
    pub run: u64,
}
