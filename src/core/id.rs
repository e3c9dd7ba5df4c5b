//! The names of things: threads, dialogs, streams, connections, calls.
//!
//! A [`ThreadId`] or [`DialogId`] that exists is well formed; the check is made once, at the edge.
//! Fresh ids come in from outside through [`Ids`]: nothing in the core draws a random number.

use std::fmt;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// The longest thread id, in characters (all of them ASCII).
pub const MAX_THREAD_ID_CHARS: usize = 200;

/// The name of a thread: 1 to 200 of `A-Z a-z 0-9 . _ : @ -`, not starting with `.`.
///
/// ```
/// use dialog_hub::core::id::ThreadId;
/// assert!(ThreadId::parse("build-7").is_ok());
/// assert!(ThreadId::parse(".hidden").is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ThreadId(std::sync::Arc<str>);

/// Why a text is no thread id.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadThreadId {
    /// No character at all.
    #[error("a thread id has at least one character")]
    Empty,
    /// More than [`MAX_THREAD_ID_CHARS`].
    #[error("a thread id has at most {MAX_THREAD_ID_CHARS} characters")]
    TooLong,
    /// It begins with `.`.
    #[error("a thread id does not start with a point")]
    Hidden,
    /// A character that is not listed.
    #[error("a thread id has only A-Z a-z 0-9 . _ : @ -")]
    Character,
}

impl ThreadId {
    /// Checks a text from outside.
    ///
    /// # Errors
    /// [`BadThreadId`], which says what is wrong with it.
    pub fn parse(text: &str) -> Result<Self, BadThreadId> {
        let listed = |b: u8| b.is_ascii_alphanumeric() || b"._:@-".contains(&b);
        if text.is_empty() {
            Err(BadThreadId::Empty)
        } else if !text.bytes().all(listed) {
            Err(BadThreadId::Character)
        } else if text.len() > MAX_THREAD_ID_CHARS {
            Err(BadThreadId::TooLong)
        } else if text.starts_with('.') {
            Err(BadThreadId::Hidden)
        } else {
            Ok(Self(text.into()))
        }
    }

    /// The name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for ThreadId {
    type Error = BadThreadId;
    fn try_from(text: String) -> Result<Self, BadThreadId> {
        Self::parse(&text)
    }
}

impl From<ThreadId> for String {
    fn from(id: ThreadId) -> Self {
        id.0.as_ref().into()
    }
}

impl fmt::Display for ThreadId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The id of a dialog: minted by the hub alone, opaque, never used twice.
///
/// What a client names is compared as text; whether it was ever minted is the thread's to say.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DialogId(std::sync::Arc<str>);

impl DialogId {
    const DIALOG: &str = "dlg-";
    const SECRET: &str = "sec-";

    /// A fresh id. A secret's begins with `sec-`, so that what must never be stored shows in the id itself.
    #[must_use]
    pub fn mint(secret: bool, fresh: Uuid) -> Self {
        let prefix = if secret { Self::SECRET } else { Self::DIALOG };
        Self(format!("{prefix}{}", fresh.simple()).into())
    }

    /// Whether a text begins as every minted id does, so that nobody else may use it as an id of theirs.
    #[must_use]
    pub fn is_reserved(text: &str) -> bool {
        text.starts_with(Self::DIALOG) || text.starts_with(Self::SECRET)
    }

    /// A name that a client sent.
    #[must_use]
    pub fn named(text: &str) -> Self {
        Self(text.into())
    }

    /// When the id was minted, in milliseconds since 1970; none for a text that is no id of the hub's.
    ///
    /// ```
    /// # use dialog_hub::core::id::DialogId;
    /// assert_eq!(DialogId::named("dlg-018bcfe568007000800000000000002a").made_at(), Some(1_700_000_000_000));
    /// assert_eq!(DialogId::named("dlg-nonsense").made_at(), None);
    /// ```
    #[must_use]
    pub fn made_at(&self) -> Option<u64> {
        let fresh = self.0.strip_prefix(Self::DIALOG).or_else(|| self.0.strip_prefix(Self::SECRET))?;
        let (seconds, nanos) = Uuid::try_parse(fresh).ok()?.get_timestamp()?.to_unix();
        Some(seconds.saturating_mul(1_000).saturating_add(u64::from(nanos / 1_000_000)))
    }

    /// The id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for DialogId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The name of one journal entry: what `journal.ack` proves the receipt of.
///
/// What a client names is compared as text; whether it was ever given is the thread's to say.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct JournalToken(std::sync::Arc<str>);

impl JournalToken {
    /// A fresh token.
    #[must_use]
    pub fn mint(fresh: Uuid) -> Self {
        Self(format!("jrn-{}", fresh.simple()).into())
    }

    /// A token that a client sent.
    #[must_use]
    pub fn named(text: &str) -> Self {
        Self(text.into())
    }

    /// The token as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for JournalToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The name of one stream, and with it of one thread's history: new when history is lost, kept over a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Epoch(pub Uuid);

impl fmt::Display for Epoch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// One connection (a WebSocket or an SSE stream), for as long as the process lives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ConnId(pub u64);

/// One call that waits for a reply, for as long as the process lives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CallId(pub u64);

/// One request of the hub to an attached host; on the wire `srq-` and the number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct HostRequestId(pub u64);

/// Where fresh ids come from: random outside, counted in tests and simulations.
pub trait Ids {
    /// A UUID (version 7) that was never given before.
    fn uuid(&mut self) -> Uuid;
    /// A number for a request to a host, never given before in this process.
    fn host_request(&mut self) -> HostRequestId;
}
