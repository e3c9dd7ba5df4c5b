//! Why a dialog ended, and by whom.

use serde::{Deserialize, Serialize};

/// Why a dialog ended (§4). The set is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// A person gave a good answer.
    Answered,
    /// A person dismissed the card.
    Cancelled,
    /// Its own `timeout_ms` passed.
    TimedOut,
    /// The host took it back.
    Withdrawn,
    /// The thread was stopped.
    Aborted,
    /// The host ended.
    Disposed,
    /// The conversation was replaced.
    Superseded,
    /// Nobody connected can show it.
    Unsupported,
}

impl Outcome {
    /// Every outcome, for tables and documents.
    pub const ALL: [Self; 8] = [
        Self::Answered,
        Self::Cancelled,
        Self::TimedOut,
        Self::Withdrawn,
        Self::Aborted,
        Self::Disposed,
        Self::Superseded,
        Self::Unsupported,
    ];

    /// The word on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Answered => "answered",
            Self::Cancelled => "cancelled",
            Self::TimedOut => "timed_out",
            Self::Withdrawn => "withdrawn",
            Self::Aborted => "aborted",
            Self::Disposed => "disposed",
            Self::Superseded => "superseded",
            Self::Unsupported => "unsupported",
        }
    }
}

/// Who acted (§5): stamped by the hub, never taken from what a client says of itself, but for the label.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct By {
    /// The connection's follower id; `http` for a call over HTTP.
    pub follower: String,
    /// What the follower calls itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Who the token belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
}

/// What a run came to (`run.end`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RunOutcome {
    /// It did what it was to do: the host has read what it carried.
    Completed,
    /// It was broken off.
    Interrupted,
    /// It went wrong.
    Failed,
}
