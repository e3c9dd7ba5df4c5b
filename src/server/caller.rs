//! Who makes a call: the roles and the subject that everything else goes by, worked out in one place.

use http::HeaderMap;

use crate::core::command::Voice;
use crate::error::ApiError;

/// What a caller may do (§10).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Read.
    View,
    /// Also answer, lock, stop and prompt.
    Answer,
    /// Ask, withdraw, publish, attach; and follow.
    Ask,
    /// All of it.
    Admin,
}

impl Role {
    /// The word on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::View => "view",
            Self::Answer => "answer",
            Self::Ask => "ask",
            Self::Admin => "admin",
        }
    }
}

/// Somebody who calls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    /// What it may do.
    pub roles: Vec<Role>,
    /// Who it is; from a token, never from what it says of itself.
    pub subject: Option<String>,
}

/// How callers are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignIn {
    /// `--no-auth`: whoever reaches the hub, on loopback alone, may do everything.
    NoAuth,
}

impl SignIn {
    /// Who sends a request with these headers.
    ///
    /// # Errors
    /// `unauthorized`, where a token is needed and none that is good was sent.
    pub fn caller(self, _headers: &HeaderMap) -> Result<Caller, ApiError> {
        match self {
            Self::NoAuth => Ok(Caller { roles: vec![Role::Admin], subject: None }),
        }
    }
}

impl Caller {
    /// Whether it may answer.
    #[must_use]
    pub fn may_answer(&self) -> bool {
        self.roles.iter().any(|role| matches!(role, Role::Answer | Role::Admin))
    }

    /// What it can do about a dialog as a follower over WebSocket.
    #[must_use]
    pub fn voice(&self) -> Voice {
        if self.may_answer() { Voice::Full } else { Voice::None }
    }

    /// What it can do about a dialog as a reader of an SSE stream.
    #[must_use]
    pub fn mute_voice(&self) -> Voice {
        if self.may_answer() { Voice::Mute } else { Voice::None }
    }
}
