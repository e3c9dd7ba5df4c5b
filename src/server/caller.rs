//! Who makes a call: the roles and the subject that everything else goes by, worked out in one place.

use crate::core::command::Voice;

/// How callers are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignIn {
    /// `--no-auth`: whoever reaches the hub, on loopback alone, may do everything.
    NoAuth,
}

/// Somebody who calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Caller {
    /// Whoever reaches a hub without sign-in: it may do everything, and is nobody by name.
    Anybody,
}

impl SignIn {
    /// Who sends a request.
    #[must_use]
    pub const fn caller(self) -> Caller {
        match self {
            Self::NoAuth => Caller::Anybody,
        }
    }
}

impl Caller {
    /// What it may do (§10), as words of the wire.
    #[must_use]
    pub const fn roles(self) -> &'static [&'static str] {
        match self {
            Self::Anybody => &["admin"],
        }
    }

    /// Who it is; from a token, never from what it says of itself.
    #[must_use]
    pub const fn subject(self) -> Option<String> {
        match self {
            Self::Anybody => None,
        }
    }

    /// What it can do about a dialog as a follower over WebSocket.
    #[must_use]
    pub const fn voice(self) -> Voice {
        match self {
            Self::Anybody => Voice::Full,
        }
    }

    /// What it can do about a dialog where it cannot answer on the connection that shows it: over HTTP and SSE.
    #[must_use]
    pub const fn mute_voice(self) -> Voice {
        match self {
            Self::Anybody => Voice::Mute,
        }
    }
}
