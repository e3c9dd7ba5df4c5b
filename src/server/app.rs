//! What the routes share.

use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::access::Access;
use super::caller::SignIn;
use super::metrics::Metrics;
use crate::core::limits::Limits;
use crate::hub::Hub;

/// The state of all routes; cheap to clone, and small, since every connection keeps one.
#[derive(Clone)]
pub struct App(Arc<Parts>);

impl App {
    /// What the routes share from now on.
    #[must_use]
    pub fn new(parts: Parts) -> Self {
        Self(Arc::new(parts))
    }
}

impl Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

/// What an [`App`] has.
pub struct Parts {
    /// The way to every thread.
    pub hub: Hub,
    /// The bounds of what clients send and of what waits for them.
    pub limits: Limits,
    /// Which Host and Origin a request may have.
    pub access: Access,
    /// How callers are told apart.
    pub sign_in: SignIn,
    /// How often a WebSocket is pinged.
    pub ping_interval: Duration,
    /// How long a peer may be silent after a ping.
    pub pong_timeout: Duration,
    /// How long a body may take to come.
    pub body_deadline: Duration,
    /// How long the end of a WebSocket may take to be written.
    pub last_words: Duration,
    /// What the server counts of itself.
    pub metrics: Arc<Metrics>,
    /// The WebSockets, which outlive the HTTP connections that they came from.
    pub sockets: TaskTracker,
    /// Cancelled when the server ends: whatever is still open then is dropped.
    pub end: CancellationToken,
}
