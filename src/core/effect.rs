//! What must happen because of a command, in the order in which it must happen.
//!
//! The hub carries them out after the commit that they rest on, oldest first:
//! an event is published before the replies that follow it, a reply before the next event.

use std::sync::Arc;

use super::answer::{Locks, SecretText};
use super::command::Since;
use super::dialog::Fingerprint;
use super::error::Error;
use super::id::{CallId, ConnId, DialogId, Epoch, HostRequestId, JournalToken, ThreadId};
use super::journal::{Deliver, Listing, Loss, Outstanding};
use super::json::Json;
use super::outcome::{By, Outcome};
use super::record::{Entry, Requested, Status};

/// One thing to do.
#[derive(Debug)]
pub enum Effect {
    /// Write it; once it is durable, and told, publish it to every follower.
    Append(Arc<Entry>),
    /// Write it with whatever is written next, or soon: nobody is told of it, and a crash may take it back.
    AppendLater(Arc<Entry>),
    /// Answer a call with what the journal has to see delivered: once the reply is written to a connection that is open
    /// the thread is told [`Command::Written`](super::command::Command::Written), else
    /// [`Command::CallGone`](super::command::Command::CallGone).
    HandOver { call: CallId, result: Box<AskResult> },
    /// Answer a call.
    Reply { call: CallId, reply: Result<Reply, Error> },
    /// A follower joins: reply with the snapshot and what it missed, and feed it from the next event on, in one step.
    Follow { conn: ConnId, call: Option<CallId>, snapshot: Box<Snapshot>, since: Option<Since> },
    /// A follower leaves.
    Unfollow { conn: ConnId },
    /// Say something to one connection alone.
    Tell { conn: ConnId, notice: Notice },
    /// Ask the attached host something.
    AskHost { conn: ConnId, request: HostRequestId, what: HostRequest },
    /// Take a request to a host back, where it has not begun to be written.
    Recall { conn: ConnId, request: HostRequestId },
    /// Log, on one line, what was owed and will not be delivered any more.
    Lost(Loss),
    /// The thread ended: its followers are unfollowed (SSE streams end) and its history is dropped.
    Forgotten,
}

/// What a successful call gets.
#[derive(Debug)]
pub enum Reply {
    /// `{}`, or 204.
    Done,
    /// The result of an ask (§8).
    Result(Box<AskResult>),
    /// `{"id", "outcome": "open"}`.
    Open { id: DialogId },
    /// The snapshot over HTTP.
    Snapshot(Box<Snapshot>),
    /// `{remaining}`.
    Remaining(Vec<String>),
    /// `thread.stop`.
    Stopped { settled: Vec<DialogId>, host: StoppedHost },
    /// `thread.prompt`.
    Prompted { run: Option<u64> },
    /// `host.attach`.
    Attached {
        thread: ThreadId,
        epoch: Epoch,
        seq: u64,
        generation: u64,
        instance: String,
        outstanding: Outstanding,
        taken_over: bool,
    },
    /// `host.detach`.
    Detached { settled: Vec<DialogId> },
    /// `thread.publish`.
    Published { seq: u64 },
    /// `thread.reset`.
    Reset { generation: u64 },
    /// `run.begin`.
    Run { run: u64 },
    /// `journal.list`.
    Journal(Box<Listing>),
    /// `journal.ack`: what was proved now.
    Acked(Vec<JournalToken>),
}

/// Whether a host had a part in a stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StoppedHost {
    /// It was told and has stopped.
    Stopped,
    /// There was none, or it went away meanwhile.
    None,
}

/// The result of an ask (§8).
#[derive(Debug)]
pub struct AskResult {
    pub id: DialogId,
    pub outcome: Outcome,
    pub value: ResultValue,
    /// The answer's own fields; absent for a secret.
    pub answer: Option<Json>,
    pub partial: bool,
    pub by: Option<By>,
    pub asked_at: u64,
    pub settled_at: u64,
    pub fingerprint: Fingerprint,
    pub default_used: bool,
    /// Its entry in the journal, where the caller may prove that it read it.
    pub token: Option<JournalToken>,
    /// Whether the answer is one of the journal, given to an ask that showed nothing; then `answered_at` is told.
    pub recovered: bool,
    /// Whether the asker may have read this answer before.
    pub possible_repeat: bool,
    /// Answers that were withheld when it was asked, for they could not be told apart; 0: none.
    pub unattributed: u64,
    /// Answers to this instance that were dropped and are not known to be told; 0: none.
    pub dropped_answers: u64,
}

/// What a program gets.
#[derive(Debug)]
pub enum ResultValue {
    /// The value of an answer, the default, or the method's empty value.
    Json(Json),
    /// A secret, handed over here and nowhere else.
    Secret(SecretText),
    /// A secret that was handed over before, or lost: `null` with `secret_gone`.
    SecretGone,
}

/// What is said to one connection alone.
#[derive(Debug, Clone, PartialEq)]
pub enum Notice {
    /// `dialog.asked`, to the connection of the ask; `call` names the request, `followers` says how many who
    /// could answer are connected now.
    Asked { call: CallId, id: DialogId, key: Option<String>, followers: usize },
    /// `dialog.refused`, for a response frame that was not accepted.
    Refused { id: DialogId, error: Error },
    /// `host.detached`.
    HostDetached { thread: ThreadId, reason: DetachReason },
}

/// Why a host is not attached any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DetachReason {
    /// The same instance from a newer connection.
    Replaced,
    /// Another instance.
    Takeover,
    /// The thread was forgotten.
    Forgotten,
}

/// A request of the hub to an attached host.
#[derive(Debug, Clone, PartialEq)]
pub enum HostRequest {
    /// `host.stop`.
    Stop { thread: ThreadId, run: u64 },
    /// `host.prompt`.
    Prompt { thread: ThreadId, message: String, data: Option<Json>, from: By },
    /// `journal.deliver`.
    Deliver(Box<Deliver>),
}

/// Everything that a client needs to draw a thread (§5).
#[derive(Debug, Clone)]
pub struct Snapshot {
    pub thread: ThreadId,
    pub epoch: Epoch,
    pub seq: u64,
    pub generation: u64,
    pub status: Status,
    /// Oldest first.
    pub open: Vec<OpenCard>,
}

/// An open dialog as a snapshot shows it.
#[derive(Debug, Clone)]
pub struct OpenCard {
    /// As it was asked.
    pub asked: Arc<Requested>,
    /// The seq of its `dialog.requested`.
    pub seq: u64,
    /// The time of its `dialog.requested`.
    pub asked_at: u64,
    /// Its present deadline.
    pub deadline_at: Option<u64>,
    /// What is locked so far.
    pub locks: Locks,
    /// Whether the locks are named without what they say.
    pub private: bool,
}
