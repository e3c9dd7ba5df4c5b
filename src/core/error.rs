//! Why a command was not carried out.
//!
//! These are the core's words; their codes on the wire are given in one place, `crate::error`.

use super::answer::Refusal;
use super::dialog::DialogError;
use super::json::Json;
use super::outcome::{By, Outcome};

/// Why a command changed nothing (but for [`Error::HostFailed`], where what the hub could do is done).
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Error {
    /// A member is missing, odd, or does not fit what the thread is.
    #[error("{detail}")]
    BadRequest { field: Option<String>, detail: String },
    /// The dialog could never be answered or drawn, or is too large.
    #[error(transparent)]
    Dialog(#[from] DialogError),
    /// No such dialog is open; where the id is known, what won.
    #[error("the dialog is not open")]
    NotOpen(Option<Box<Ended>>),
    /// The thread has no events.
    #[error("there is no such thread")]
    NoThread,
    /// The id was never asked on this thread, or is not kept any more.
    #[error("there is no such dialog on this thread")]
    NoDialog,
    /// No host is attached and connected.
    #[error("no host is attached to this thread")]
    NoHost,
    /// The key was used for another dialog.
    #[error("the key was used for another dialog")]
    KeyConflict,
    /// The host answered a prompt with an error.
    #[error("the host said: {message}")]
    HostRejected { message: String },
    /// The host failed to stop, or did not reply.
    #[error("{message}")]
    HostFailed { message: String },
    /// The answer is not a good one; the dialog stays open.
    #[error("{}", .0.detail)]
    Refused(Box<Refusal>),
    /// A count of what is going on is at its bound.
    #[error("{what}")]
    Limit { what: String, retry_after_ms: u64 },
    /// Somebody who may not do this.
    #[error("{detail}")]
    Forbidden { detail: String },
}

/// What a settled dialog says to those who come late.
#[derive(Debug, Clone, PartialEq)]
pub struct Ended {
    /// Why it ended.
    pub outcome: Outcome,
    /// Who ended it.
    pub by: Option<By>,
    /// The answer's own fields, where the stream lets them be seen.
    pub answer: Option<Json>,
}
