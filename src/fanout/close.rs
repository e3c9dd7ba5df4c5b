//! Why the hub ends a connection, as WebSocket close codes (§6).

/// A close code that the hub sends.
///
/// 4000 to 4499 mean *come back with `since`*; 4500 to 4999 mean *do not come back as you are*.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CloseCode {
    /// 1000: nothing more to say; over SSE the thread was forgotten.
    Normal,
    /// 1001: shutting down for good.
    GoingAway,
    /// 1002: the peer broke the protocol.
    Protocol,
    /// 1003: a binary frame.
    NotText,
    /// 1007: a text frame that is no UTF-8.
    NotUtf8,
    /// 1009: a message over the bound.
    TooBig,
    /// 1012: restart; come back after the time that `hub.draining` names.
    Restart,
    /// 4008: the follower read too slowly.
    TooSlow,
    /// 4011: this node lost its store.
    StoreLost,
    /// 4029: too many connections or requests.
    TooMany,
    /// 4501: the token expired or was revoked.
    TokenEnded,
    /// 4503: the token lost its roles.
    Forbidden,
}

impl CloseCode {
    /// The number on the wire.
    #[must_use]
    pub const fn number(self) -> u16 {
        match self {
            Self::Normal => 1000,
            Self::GoingAway => 1001,
            Self::Protocol => 1002,
            Self::NotText => 1003,
            Self::NotUtf8 => 1007,
            Self::TooBig => 1009,
            Self::Restart => 1012,
            Self::TooSlow => 4008,
            Self::StoreLost => 4011,
            Self::TooMany => 4029,
            Self::TokenEnded => 4501,
            Self::Forbidden => 4503,
        }
    }
}
