//! The events of a thread's stream (§5), as every follower gets them.
//!
//! An event is a function of its entry and of the name that the thread had then: the same bytes for ever,
//! over WebSocket, SSE and recovery. Its text is on one line, as SSE needs it.

use bytes::Bytes;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::core::answer::Lock;
use crate::core::id::{DialogId, Epoch, ThreadId};
use crate::core::json::Json;
use crate::core::outcome::{By, Outcome};
use crate::core::record::{Entry, Record, Requested, Settled};

use super::rpc;

/// One event, encoded once for all of its followers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// The stream that it belongs to.
    pub epoch: Epoch,
    /// Its place in the stream.
    pub seq: u64,
    /// Its type, which SSE names.
    pub kind: &'static str,
    /// The event's JSON: what SSE carries as `data` and recovery as `missed`. It shares the frame's memory.
    pub text: Bytes,
    /// The JSON-RPC frame around the very same text: a request for `dialog.requested`, else a notification.
    pub frame: Bytes,
}

/// Encodes an entry under the name that the thread had then; `None` for one that followers are not told.
#[must_use]
pub fn encode(thread: &ThreadId, epoch: Epoch, entry: &Entry) -> Option<Event> {
    if !entry.record.is_told() {
        return None;
    }
    let tell = Tell { thread, epoch, entry };
    Some(match &entry.record {
        Record::Requested(requested) => {
            let id = requested.id.as_str();
            let head = rpc::request_head(id, &rpc::dialog_method(&requested.dialog));
            tell.framed(head, kind::REQUESTED, &DialogRequested::new(requested))
        }
        Record::Locked { id, lock, by, remaining, private } => {
            let said = Said::new(lock, *private);
            tell.notify(kind::LOCKED, &DialogLocked { id, question: &lock.question, said, by, remaining })
        }
        Record::Deadline { id, deadline_at, .. } => {
            tell.notify(kind::DEADLINE, &DialogDeadline { id, deadline_at: *deadline_at })
        }
        Record::Settled(settled) => tell.notify(kind::SETTLED, &DialogSettled::new(settled)),
        Record::Status(status) => tell.notify(kind::STATUS, status),
        Record::Published { event, data } => {
            tell.notify(kind::PUBLISHED, &ThreadPublished { event, data, blocking: false })
        }
        Record::Reset { generation, reason } => {
            tell.notify(kind::RESET, &ThreadReset { generation: *generation, reason: reason.as_deref() })
        }
        Record::Moved { to } => tell.notify(kind::MOVED, &ThreadMoved { to: to.as_ref() }),
        Record::Attached { .. }
        | Record::RunBegan { .. }
        | Record::RunEnded { .. }
        | Record::HandedOver(_)
        | Record::Pushed { .. }
        | Record::Refused { .. }
        | Record::GivenBack { .. }
        | Record::Acked { .. }
        | Record::Evicted { .. }
        | Record::TicketLost { .. } => return None,
    })
}

/// The types of events, as the stream names them.
pub mod kind {
    /// A dialog was asked.
    pub const REQUESTED: &str = "dialog.requested";
    /// A question of a questionnaire was locked.
    pub const LOCKED: &str = "dialog.locked";
    /// A deadline moved.
    pub const DEADLINE: &str = "dialog.deadline";
    /// A dialog ended.
    pub const SETTLED: &str = "dialog.settled";
    /// Liveness, business or run changed.
    pub const STATUS: &str = "thread.status";
    /// The host published something.
    pub const PUBLISHED: &str = "thread.published";
    /// The conversation was replaced.
    pub const RESET: &str = "thread.reset";
    /// The name changed, or is gone.
    pub const MOVED: &str = "thread.moved";
}

/// What all events begin with, and the fields of one.
#[derive(Serialize)]
pub(super) struct Whole<'a, T> {
    #[serde(rename = "type")]
    pub kind: &'static str,
    pub thread: &'a ThreadId,
    pub seq: u64,
    pub at: u64,
    #[serde(flatten)]
    pub fields: T,
}

struct Tell<'a> {
    thread: &'a ThreadId,
    epoch: Epoch,
    entry: &'a Entry,
}

impl Tell<'_> {
    fn notify<T: Serialize>(&self, kind: &'static str, fields: &T) -> Event {
        self.framed(rpc::notification_head(kind), kind, fields)
    }

    fn framed<T: Serialize>(&self, head: String, kind: &'static str, fields: &T) -> Event {
        let whole = Whole { kind, thread: self.thread, seq: self.entry.seq, at: self.entry.at, fields };
        let mut frame = head;
        let begin = frame.len();
        frame.push_str(&super::text(&whole));
        let end = frame.len();
        frame.push_str(rpc::TAIL);
        // Events are kept for recovery; the spare room of a grown text is not.
        frame.shrink_to_fit();
        let frame = Bytes::from(frame);
        Event { epoch: self.epoch, seq: self.entry.seq, kind, text: frame.slice(begin..end), frame }
    }
}

/// The fields of `dialog.requested`.
#[derive(Serialize, JsonSchema)]
pub(super) struct DialogRequested<'a> {
    #[schemars(with = "String")]
    pub id: &'a DialogId,
    /// Always true: somebody has to answer.
    pub blocking: bool,
    /// The dialog as it was asked.
    #[schemars(schema_with = "super::schema_dialog::reference")]
    pub dialog: &'a Json,
    /// The conversation that asked it, from 1.
    pub generation: u64,
    /// When it times out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deadline_at: Option<u64>,
    /// The run that asked it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<u64>,
}

impl<'a> DialogRequested<'a> {
    pub(super) fn new(it: &'a Requested) -> Self {
        Self {
            id: &it.id,
            blocking: true,
            dialog: &it.dialog,
            generation: it.generation,
            deadline_at: it.deadline_at,
            run: it.run,
        }
    }
}

/// What a lock says; nothing where the dialog is private.
#[derive(Serialize, JsonSchema)]
pub(super) struct Said<'a> {
    /// What was picked, `null` where only something was typed; absent where the dialog is private.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "super::schema_dialog::picked")]
    value: Option<Json>,
    /// What was typed beside the options.
    #[serde(skip_serializing_if = "Option::is_none")]
    other: Option<&'a str>,
}

impl<'a> Said<'a> {
    pub(super) fn new(lock: &'a Lock, private: bool) -> Self {
        if private {
            return Self { value: None, other: None };
        }
        Self { value: Some(lock.value_json()), other: lock.other.as_deref() }
    }
}

/// The fields of `dialog.locked`.
#[derive(Serialize, JsonSchema)]
pub(super) struct DialogLocked<'a> {
    #[schemars(with = "String")]
    id: &'a DialogId,
    /// The question that was locked.
    question: &'a str,
    #[serde(flatten)]
    said: Said<'a>,
    by: &'a By,
    /// The required questions not yet locked, in the order asked.
    remaining: &'a [String],
}

/// The fields of `dialog.deadline`.
#[derive(Serialize, JsonSchema)]
pub(super) struct DialogDeadline<'a> {
    #[schemars(with = "String")]
    id: &'a DialogId,
    /// Where it moved, because somebody is typing.
    deadline_at: u64,
}

/// The fields of `dialog.settled`.
#[derive(Serialize, JsonSchema)]
pub(super) struct DialogSettled<'a> {
    #[schemars(with = "String")]
    id: &'a DialogId,
    /// The dialog's method.
    method: &'a str,
    outcome: Outcome,
    /// The answer's own fields; absent for a secret, a private dialog, and where nobody answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "super::schema_dialog::answer_reference")]
    answer: Option<Json>,
    /// Whether the answer is only what was locked when time ran out.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    partial: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<&'a By>,
}

impl<'a> DialogSettled<'a> {
    fn new(it: &'a Settled) -> Self {
        let answer = it.answer.as_ref().filter(|_| !it.private);
        Self {
            id: &it.id,
            method: it.method.as_str(),
            outcome: it.outcome,
            partial: answer.is_some() && it.is_partial(),
            answer: answer.map(|answer| answer.fields()),
            reason: it.reason.as_deref(),
            by: it.by.as_ref(),
        }
    }
}

/// The fields of `thread.published`.
#[derive(Serialize, JsonSchema)]
pub(super) struct ThreadPublished<'a> {
    event: &'a str,
    #[schemars(with = "Value")]
    data: &'a Json,
    /// Always false: nobody has to answer.
    blocking: bool,
}

/// The fields of `thread.reset`.
#[derive(Serialize, JsonSchema)]
pub(super) struct ThreadReset<'a> {
    /// The conversation from here on.
    generation: u64,
    /// `takeover`, or what the host said, if anything.
    reason: Option<&'a str>,
}

/// The fields of `thread.moved`.
#[derive(Serialize, JsonSchema)]
pub(super) struct ThreadMoved<'a> {
    /// The new name; `null` when the thread was forgotten.
    #[schemars(with = "Option<String>")]
    to: Option<&'a ThreadId>,
}

#[cfg(test)]
mod tests;
