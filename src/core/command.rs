//! What can be asked of one thread: every command, with what the edge has already checked.
//!
//! A command says nothing about how it came (WebSocket or HTTP) beyond who acts.
//! Texts and durations are within [`crate::core::limits`] when a command exists.

use super::answer::Sent;
use super::dialog::Dialog;
use super::id::{ConnId, DialogId, Epoch, HostRequestId, JournalToken, ThreadId};
use super::json::Json;
use super::outcome::{By, RunOutcome};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// One command to one thread.
#[derive(Debug)]
pub enum Command {
    /// `dialog.ask`.
    Ask(Box<Ask>),
    /// `dialog.get`, and the poll over HTTP.
    Get { id: DialogId, wait: Wait, caller: Caller },
    /// `dialog.withdraw`.
    Withdraw { which: Which },
    /// `dialog.answer`, the answer over HTTP, and a response frame of a follower.
    Answer(Box<AnswerCommand>),
    /// An error response of a follower: it cannot show the dialog.
    CannotShow { conn: ConnId, id: DialogId, message: String },
    /// `dialog.lock`.
    Lock { id: DialogId, question: String, value: Option<Json>, other: Option<Json>, by: By },
    /// `dialog.typing`.
    Typing { id: DialogId },
    /// `thread.stop`.
    Stop,
    /// `thread.prompt`.
    Prompt { message: String, data: Option<Json>, from: By },
    /// `thread.follow`, and the first step of an SSE stream.
    Follow { conn: ConnId, voice: Voice, since: Option<Since> },
    /// `thread.unfollow`.
    Unfollow { conn: ConnId },
    /// The snapshot over HTTP.
    Snapshot,
    /// `host.attach`; the instance is made up by the hub where the host gave none.
    Attach { conn: ConnId, instance: Option<String> },
    /// `host.detach`.
    Detach { conn: ConnId },
    /// `thread.publish`.
    Publish { event: String, data: Json },
    /// `thread.reset`.
    Reset { reason: Option<String> },
    /// `thread.move`; that `to` is cold was checked by the hub in the same step.
    Move { to: ThreadId },
    /// `thread.forget`.
    Forget,
    /// `run.begin`.
    RunBegin,
    /// `run.end`.
    RunEnd { run: u64, outcome: RunOutcome },
    /// `journal.list`.
    JournalList,
    /// `journal.ack`.
    JournalAck { tokens: Vec<JournalToken>, caller: Caller },
    /// The hub has more journal entries than it may: the one of this thread that goes first goes.
    Evict,
    /// The hub has more tickets than it may: the one of this dialog goes.
    LoseTicket { id: DialogId },
    /// The reply of [`Effect::HandOver`](super::effect::Effect::HandOver) was written to a connection that was open
    /// (the call is the one the command comes with). [`Command::CallGone`] says the opposite.
    Written,
    /// The host's reply to a request of the hub.
    HostReplied { request: HostRequestId, reply: HostReply },
    /// A connection ended: its follow, its attachment and its calls on this thread with it.
    ConnGone { conn: ConnId },
    /// A waiting call was broken off by its caller, or its result could not be written (the call is the one the command comes with).
    CallGone,
    /// Every waiting call over HTTP ends now, its dialog stays open: the hub is draining.
    EndWaits,
    /// Time has passed: settle what is over, end the waits that are over.
    Tick,
    /// The thread came into memory from the log: nobody is connected to it.
    Loaded,
}

/// `dialog.ask`, checked.
#[derive(Debug)]
pub struct Ask {
    /// The checked question.
    pub dialog: Arc<Dialog>,
    /// Makes the ask idempotent within a generation.
    pub key: Option<String>,
    /// Ends the dialog; absent: never. Never 0.
    pub timeout_ms: Option<u64>,
    /// How long the call waits.
    pub wait: Wait,
    /// What to do when no answering follower is connected.
    pub if_unattended: IfUnattended,
    /// Whether answers are kept off the stream.
    pub private: bool,
    /// What the break of the call's connection does.
    pub on_disconnect: OnDisconnect,
    /// Whether the value of a time-out is the dialog's default.
    pub use_default: bool,
    /// How far typing may move the deadline past the first one.
    pub hold_ms: u64,
    /// Whether the asker's own subject may not answer.
    pub require_other_subject: bool,
    /// Which answers of the journal may be given again.
    pub recover: Recover,
    /// The run that asks.
    pub run: Option<u64>,
    /// The subject of the asker's token.
    pub subject: Option<String>,
    /// Who asks.
    pub caller: Caller,
}

/// Who makes a call that the journal has to do with.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Caller {
    /// Its connection; none over HTTP. The instance attached by it goes before `instance`.
    pub conn: Option<ConnId>,
    /// The instance that the call names, or its connection identified.
    pub instance: Option<String>,
}

/// Which answers of the journal an ask may be given again (§9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Recover {
    /// Those whose receipt was never proved.
    #[default]
    Unacked,
    /// Also proved ones.
    Any,
    /// None.
    Never,
}

/// An answer to a dialog, not validated yet.
#[derive(Debug)]
pub struct AnswerCommand {
    /// The very question that it names.
    pub id: DialogId,
    /// The answer's fields, whatever they are.
    pub payload: Sent,
    /// Makes a repeat of the winning answer succeed again; 1 to 64 characters.
    pub answer_key: Option<String>,
    /// Who answers.
    pub by: By,
    /// How it came, and with it how a refusal is told.
    pub via: Via,
}

/// How an answer came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Via {
    /// A call that gets a reply.
    Call,
    /// A response frame: no reply when accepted, `dialog.refused` to this connection when not.
    Response(ConnId),
}

/// How long a call waits for a dialog to settle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wait {
    /// As long as it takes.
    Forever,
    /// Up to so many milliseconds; 0: not at all.
    Ms(u64),
}

/// Which dialog is withdrawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Which {
    /// By its id.
    Id(DialogId),
    /// By the key of its ask.
    Key(String),
}

/// What an ask does when no answering follower is connected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum IfUnattended {
    /// Stay open until somebody comes.
    #[default]
    Wait,
    /// `unsupported` at once.
    Fail,
}

/// What the break of the asking connection does to the dialog.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OnDisconnect {
    /// It stays open.
    #[default]
    Keep,
    /// It settles.
    Withdraw,
}

/// What a follower can do about the dialogs it is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Voice {
    /// It answers, and can say that it cannot show a dialog.
    Full,
    /// It answers (over HTTP) but cannot send an error: an SSE reader with the role `answer`.
    Mute,
    /// It only reads.
    None,
}

/// A position that a follower comes back with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Since {
    /// The stream; `None` for a text that is no epoch of this hub and so matches none.
    pub epoch: Option<Epoch>,
    /// The last event that it has.
    pub seq: u64,
}

/// What a host replied to a request of the hub.
#[derive(Debug, Clone, PartialEq)]
pub enum HostReply {
    /// Done; a prompt's reply may name the run that it began.
    Done { run: Option<u64> },
    /// An error, in the host's words.
    Error { message: String },
}
