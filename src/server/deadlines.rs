//! How long a peer may keep a connection waiting; past each bound the connection ends by itself.

use std::time::Duration;

/// The bounds in time of one connection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deadlines {
    /// The head of a request, from its first byte or the end of the request before: also how long a connection is idle.
    pub head: Duration,
    /// The whole body of a request.
    pub body: Duration,
    /// A write of which the peer takes not one byte.
    pub write: Duration,
    /// The end of a WebSocket: a peer closed for its slowness gets what it had begun to get, and why.
    pub last_words: Duration,
}

impl Default for Deadlines {
    fn default() -> Self {
        Self {
            head: Duration::from_secs(10),
            body: Duration::from_secs(15),
            write: Duration::from_secs(30),
            last_words: Duration::from_secs(60),
        }
    }
}
