//! Why the hub ends a connection, as WebSocket close codes (§6), and what each tells a client to do.
//!
//! Here stand the codes that this version sends. What a client makes of a code goes by its number alone,
//! so that it also holds for codes of later versions.

/// A close code that the hub sends.
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
}

impl CloseCode {
    /// Every code that is sent, for documents.
    pub const ALL: [Self; 9] = [
        Self::Normal,
        Self::GoingAway,
        Self::Protocol,
        Self::NotText,
        Self::NotUtf8,
        Self::TooBig,
        Self::Restart,
        Self::TooSlow,
        Self::StoreLost,
    ];

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
        }
    }

    /// Why, for people.
    #[must_use]
    pub const fn says(self) -> &'static str {
        match self {
            Self::Normal => "Nothing more is to be said.",
            Self::GoingAway => "The hub shuts down for good.",
            Self::Protocol => "What was sent is not the WebSocket protocol.",
            Self::NotText => "A binary frame was sent.",
            Self::NotUtf8 => "A text frame was no UTF-8.",
            Self::TooBig => "A message was over `max_message_bytes`.",
            Self::Restart => "The hub restarts; come back after the `retry_after_ms` of `hub.draining`.",
            Self::TooSlow => "This follower read too slowly; come back with `since`.",
            Self::StoreLost => "This node lost its store; come back with `since`.",
        }
    }

    /// Whether the same client may connect again.
    #[must_use]
    pub const fn may_come_back(self) -> bool {
        may_come_back(self.number())
    }
}

/// Whether a client that was closed with this code may connect again as it is.
///
/// It may not where the code blames what it sent (1002, 1003, 1007, 1009), which would end the same way again, and where
/// it is one of 4500 to 4999: *do not come back as you are*. 4000 to 4499 mean *come back with `since`*.
#[must_use]
pub const fn may_come_back(number: u16) -> bool {
    !matches!(number, 1002 | 1003 | 1007 | 1009 | 4500..=4999)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blame_and_4500_to_4999_keep_a_client_away() {
        for number in [1000, 1001, 1005, 1006, 1012, 4000, 4008, 4011, 4029, 4499] {
            assert!(may_come_back(number), "{number}");
        }
        for number in [1002, 1003, 1007, 1009, 4500, 4501, 4503, 4999] {
            assert!(!may_come_back(number), "{number}");
        }
        assert!(CloseCode::TooSlow.may_come_back() && !CloseCode::TooBig.may_come_back());
    }
}
