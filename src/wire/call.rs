//! Calls: a method and its parameters, read and checked into one typed value.
//!
//! A [`Call`] that exists has texts and durations within the contract's bounds, and a dialog that can be drawn
//! and answered. Who may make it is the server's to say, whether it makes sense on its thread the core's.

use std::fmt;
use std::sync::Arc;

use crate::core::answer::Sent;
use crate::core::command::{
    AnswerCommand, Ask, Caller, Command, IfUnattended, OnDisconnect, Recover, Since, Via, Voice, Wait, Which,
};
use crate::core::dialog::Dialog;
use crate::core::id::{ConnId, DialogId, JournalToken, ThreadId};
use crate::core::json::Json;
use crate::core::outcome::{By, RunOutcome};
use crate::error::{ApiError, Code};

use super::check;
pub use super::read::parse;

/// A checked call.
#[derive(Debug)]
pub enum Call {
    /// `client.identify`.
    Identify { label: Option<String>, instance: Option<String> },
    /// `hub.follow`.
    FollowHub,
    /// Every method that names a thread.
    Thread { thread: ThreadId, call: ThreadCall },
}

/// A checked call to one thread, one variant for each method.
///
/// An answer may be a secret: nothing of a call is shown by `Debug`.
pub enum ThreadCall {
    /// `thread.follow`.
    Follow { since: Option<Since> },
    /// `thread.unfollow`.
    Unfollow,
    /// `dialog.answer`; the payload is the whole of the parameters.
    Answer { id: DialogId, payload: Sent, answer_key: Option<String> },
    /// `dialog.lock`.
    Lock { id: DialogId, question: String, value: Option<Json>, other: Option<Json> },
    /// `dialog.typing`.
    Typing { id: DialogId },
    /// `thread.stop`.
    Stop,
    /// `thread.prompt`.
    Prompt { message: String, data: Option<Json> },
    /// `host.attach`.
    Attach { instance: Option<String> },
    /// `host.detach`.
    Detach,
    /// `dialog.ask`.
    Ask(Box<AskCall>),
    /// `dialog.withdraw`.
    Withdraw { which: Which },
    /// `dialog.get`.
    Get { id: DialogId, wait_ms: Option<u64> },
    /// `thread.publish`.
    Publish { event: String, data: Json },
    /// `thread.reset`.
    Reset { reason: Option<String> },
    /// `thread.move`.
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
    JournalAck { tokens: Vec<JournalToken>, instance: Option<String> },
}

impl fmt::Debug for ThreadCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ThreadCall")
    }
}

/// A checked `dialog.ask`, but for who makes it.
pub struct AskCall {
    pub(super) dialog: Arc<Dialog>,
    pub(super) key: Option<String>,
    pub(super) timeout_ms: Option<u64>,
    pub(super) wait_ms: Option<u64>,
    pub(super) if_unattended: IfUnattended,
    pub(super) private: bool,
    pub(super) on_disconnect: OnDisconnect,
    pub(super) use_default: bool,
    pub(super) hold_ms: u64,
    pub(super) require_other_subject: bool,
    pub(super) recover: Recover,
    pub(super) instance: Option<String>,
    pub(super) run: Option<u64>,
}

/// Who makes a call, as the hub knows it.
#[derive(Debug, Clone)]
pub struct Speaker {
    /// The connection; none over HTTP.
    pub conn: Option<ConnId>,
    /// What is said of who acts.
    pub by: By,
    /// What the connection can do about the dialogs that it is shown.
    pub voice: Voice,
    /// The instance that the connection identified.
    pub instance: Option<String>,
    /// The subject of the token.
    pub subject: Option<String>,
}

impl Speaker {
    fn conn(&self) -> Result<ConnId, ApiError> {
        self.conn.ok_or_else(|| ApiError::new(Code::NoRoute, "this needs a connection that stays"))
    }

    fn caller(&self, named: Option<String>) -> Caller {
        Caller { conn: self.conn, instance: named.or_else(|| self.instance.clone()) }
    }

    /// Over a connection a call waits as long as it takes, over HTTP not at all, unless it says so.
    fn wait(&self, wait_ms: Option<u64>) -> Wait {
        match (wait_ms, self.conn) {
            (Some(ms), _) => Wait::Ms(ms),
            (None, Some(_)) => Wait::Forever,
            (None, None) => Wait::Ms(0),
        }
    }
}

impl ThreadCall {
    /// The command for the thread.
    ///
    /// # Errors
    /// `no-route` for what only a connection can do, where there is none.
    pub fn into_command(self, speaker: &Speaker) -> Result<Command, ApiError> {
        let by = || speaker.by.clone();
        Ok(match self {
            Self::Follow { since } => Command::Follow { conn: speaker.conn()?, voice: speaker.voice, since },
            Self::Unfollow => Command::Unfollow { conn: speaker.conn()? },
            Self::Answer { id, payload, answer_key } => {
                Command::Answer(Box::new(AnswerCommand { id, payload, answer_key, by: by(), via: Via::Call }))
            }
            Self::Lock { id, question, value, other } => {
                Command::Lock { id, question, value, other, by: by() }
            }
            Self::Typing { id } => Command::Typing { id },
            Self::Stop => Command::Stop,
            Self::Prompt { message, data } => Command::Prompt { message, data, from: by() },
            Self::Attach { instance } => Command::Attach {
                conn: speaker.conn()?,
                instance: instance.or_else(|| speaker.instance.clone()),
            },
            Self::Detach => Command::Detach { conn: speaker.conn()? },
            Self::Ask(ask) => Command::Ask(Box::new(ask.of(speaker))),
            Self::Withdraw { which } => Command::Withdraw { which },
            Self::Get { id, wait_ms } => {
                Command::Get { id, wait: speaker.wait(wait_ms), caller: speaker.caller(None) }
            }
            Self::Publish { event, data } => Command::Publish { event, data },
            Self::Reset { reason } => Command::Reset { reason },
            Self::Move { to } => Command::Move { to },
            Self::Forget => Command::Forget,
            Self::RunBegin => Command::RunBegin,
            Self::RunEnd { run, outcome } => Command::RunEnd { run, outcome },
            Self::JournalList => Command::JournalList,
            Self::JournalAck { tokens, instance } => {
                Command::JournalAck { tokens, caller: speaker.caller(instance) }
            }
        })
    }
}

impl AskCall {
    fn of(self, speaker: &Speaker) -> Ask {
        Ask {
            dialog: self.dialog,
            key: self.key,
            timeout_ms: self.timeout_ms,
            wait: speaker.wait(self.wait_ms),
            if_unattended: self.if_unattended,
            private: self.private,
            on_disconnect: self.on_disconnect,
            use_default: self.use_default,
            hold_ms: self.hold_ms,
            require_other_subject: self.require_other_subject,
            recover: self.recover,
            run: self.run,
            subject: speaker.subject.clone(),
            caller: speaker.caller(self.instance),
        }
    }
}

/// The command of a response frame that answers a dialog.
///
/// # Errors
/// `bad-request` for an `answer_key` that is none; it is told by `dialog.refused`.
pub fn answer_by_response(conn: ConnId, by: By, id: DialogId, payload: Sent) -> Result<Command, ApiError> {
    let answer_key = check::answer_key_of(payload.json())?;
    Ok(Command::Answer(Box::new(AnswerCommand { id, payload, answer_key, by, via: Via::Response(conn) })))
}
