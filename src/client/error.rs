//! Why a connection or a call came to nothing, in a client's words, and whether it is worth trying again.

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::wire::close;

/// Close codes that speak of the token (§6): it expired or was revoked; it does not allow this. A hub without sign-in
/// sends neither, so they are no [`close::CloseCode`].
const RIGHTS_GONE: [u16; 2] = [4501, 4503];

/// Why a connection or a call came to nothing.
#[derive(Debug, Clone, thiserror::Error)]
pub enum ClientError {
    /// What was given is no address of a hub.
    #[error("{url} is no address of a hub: {why}")]
    BadUrl { url: String, why: String },
    /// The token could not be sent in a header.
    #[error("the token is empty or has characters that no token has")]
    BadToken,
    /// Nothing answers at the address.
    #[error("no hub at {url}: {why} (start one with `dialog-hub serve`)")]
    Unreachable { url: String, why: String },
    /// The token is missing, wrong, expired or revoked.
    #[error("not authorised at {url}: {detail}")]
    Unauthorized { url: String, detail: String },
    /// The hub does not let this client in.
    #[error("forbidden at {url}: {detail}")]
    Forbidden { url: String, detail: String },
    /// Something answers, but not as a hub that takes connections now.
    #[error("{url} answers with the HTTP status {status}: {detail}")]
    Declined { url: String, status: u16, detail: String },
    /// The connection ended.
    #[error(transparent)]
    Closed(#[from] Closed),
    /// The hub refused the call.
    #[error(transparent)]
    Rpc(#[from] RpcError),
    /// The call is larger than what the hub takes; nothing was sent.
    #[error("too-large: {bytes} bytes, the hub takes {max}")]
    TooLarge { bytes: usize, max: usize },
    /// What the caller gave cannot be written as JSON; nothing was sent.
    #[error("the call cannot be written as JSON: {0}")]
    BadCall(String),
    /// As many calls as this side keeps wait for their replies; nothing was sent.
    #[error("too many calls: {0} wait for their replies already")]
    TooManyCalls(usize),
    /// The hub sent something that is not the contract's.
    #[error("the hub sent what it should not: {0}")]
    BadReply(String),
}

impl ClientError {
    /// Whether the same attempt may succeed later without anybody changing anything on this side.
    #[must_use]
    pub fn is_transient(&self) -> bool {
        match self {
            Self::Unreachable { .. } => true,
            Self::Declined { status, .. } => matches!(status, 429 | 500..=599),
            Self::Closed(closed) => closed.may_come_back(),
            Self::Rpc(error) => matches!(error.word(), "draining" | "store-failed"),
            Self::BadUrl { .. }
            | Self::BadToken
            | Self::TooLarge { .. }
            | Self::Unauthorized { .. }
            | Self::Forbidden { .. }
            | Self::BadCall(_)
            | Self::TooManyCalls(_)
            | Self::BadReply(_) => false,
        }
    }

    /// Whether the hub has lost its store: it takes nothing until it is started again.
    #[must_use]
    pub fn is_store_lost(&self) -> bool {
        match self {
            Self::Rpc(error) => error.word() == "store-failed",
            Self::Closed(Closed::ByHub { code, .. }) => *code == close::CloseCode::StoreLost.number(),
            _ => false,
        }
    }
}

/// How a connection ended.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Closed {
    /// With a close frame of the hub.
    #[error("the hub closed the connection ({code}{}{reason})", if reason.is_empty() { "" } else { ": " })]
    ByHub {
        /// The close code.
        code: u16,
        /// The hub's words.
        reason: String,
        /// From `hub.draining`: how long to stay away, on average.
        retry_after_ms: Option<u64>,
    },
    /// Without one: the network or the process went away.
    #[error("the connection was lost: {why}")]
    Lost { why: String },
    /// This side ended it because its reader was too slow; it may come back with `since`.
    #[error("events were read too slowly")]
    FellBehind,
    /// This side closed it in order: [`Client::close`](super::Client::close), or the last clone was dropped.
    #[error("this side closed the connection")]
    ByUs,
}

impl Closed {
    /// Whether the contract lets a client come back as it is.
    #[must_use]
    pub fn may_come_back(&self) -> bool {
        match self {
            Self::ByHub { code, .. } => close::may_come_back(*code),
            Self::Lost { .. } | Self::FellBehind => true,
            // Whoever closed it meant it.
            Self::ByUs => false,
        }
    }

    /// Whether the rights of this side were what ended it.
    #[must_use]
    pub fn is_for_rights(&self) -> bool {
        matches!(self, Self::ByHub { code, .. } if RIGHTS_GONE.contains(code))
    }

    /// How long the hub asked to stay away.
    #[must_use]
    pub fn retry_after_ms(&self) -> Option<u64> {
        match self {
            Self::ByHub { retry_after_ms, .. } => *retry_after_ms,
            Self::Lost { .. } | Self::FellBehind | Self::ByUs => None,
        }
    }
}

/// An error reply of the hub.
#[derive(Debug, Clone, PartialEq, Deserialize, thiserror::Error)]
#[error("{}: {}", self.word(), self.detail())]
pub struct RpcError {
    /// The number of JSON-RPC.
    pub code: i64,
    /// A text for people.
    #[serde(default)]
    pub message: String,
    /// The problem object: `code`, `detail`, and what belongs to the code.
    #[serde(default)]
    pub data: Map<String, Value>,
}

impl RpcError {
    /// The contract's code (`not-open`, `refused`, …); `error` where the hub gave none.
    #[must_use]
    pub fn word(&self) -> &str {
        self.text("code").unwrap_or("error")
    }

    /// What went wrong, in words.
    #[must_use]
    pub fn detail(&self) -> &str {
        self.text("detail").unwrap_or(&self.message)
    }

    /// A text member of the problem object (`reason`, `field`, `outcome`, …).
    #[must_use]
    pub fn text(&self, member: &str) -> Option<&str> {
        self.data.get(member).and_then(Value::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_close_on_purpose_is_not_undone() {
        assert!(!Closed::ByUs.may_come_back());
        assert!(Closed::FellBehind.may_come_back());
    }

    #[test]
    fn an_error_reply_reads_its_problem_object() {
        let text = r#"{"code":-32022,"message":"Refused","data":{"code":"refused","detail":"no such option","reason":"not-offered"}}"#;
        let error: RpcError = serde_json::from_str(text).unwrap();
        assert_eq!(
            (error.word(), error.detail(), error.text("reason")),
            ("refused", "no such option", Some("not-offered"))
        );
        let bare: RpcError = serde_json::from_str(r#"{"code":-32603,"message":"odd"}"#).unwrap();
        assert_eq!((bare.word(), bare.detail()), ("error", "odd"));
    }
}
