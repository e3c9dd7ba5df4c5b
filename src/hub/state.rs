//! What the handles and the writer thread share: whether the hub serves, and the next numbers.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use super::metrics::Metrics;
use crate::core::id::{CallId, ConnId};
use crate::error::{ApiError, Code};

/// Whether the hub takes calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// It does.
    Serving,
    /// Not any more: it is going down, and says so to everybody.
    Draining,
    /// Not any more: its store failed, and what was not acknowledged is not to be trusted.
    StoreFailed,
}

/// What everybody sees. The state only ever goes forward.
#[derive(Debug)]
pub(super) struct Shared {
    state: AtomicU8,
    next: AtomicU64,
    pub metrics: Arc<Metrics>,
}

impl Shared {
    pub fn new(metrics: Arc<Metrics>) -> Self {
        Self { state: AtomicU8::new(State::Serving as u8), next: AtomicU64::new(1), metrics }
    }

    pub fn state(&self) -> State {
        match self.state.load(Ordering::Acquire) {
            0 => State::Serving,
            1 => State::Draining,
            _ => State::StoreFailed,
        }
    }

    pub fn advance(&self, state: State) {
        self.state.fetch_max(state as u8, Ordering::AcqRel);
    }

    pub fn fresh_conn(&self) -> ConnId {
        ConnId(self.next.fetch_add(1, Ordering::Relaxed))
    }

    pub fn fresh_call(&self) -> CallId {
        CallId(self.next.fetch_add(1, Ordering::Relaxed))
    }

    /// Why a call is not taken, if it is not.
    pub fn refusal(&self) -> Option<ApiError> {
        match self.state() {
            State::Serving => None,
            State::Draining => Some(ApiError::new(Code::Draining, "the hub is shutting down")),
            State::StoreFailed => Some(store_failed()),
        }
    }
}

/// What everybody is told once the store has failed.
pub(super) fn store_failed() -> ApiError {
    ApiError::new(Code::StoreFailed, "the hub lost its store and has to be started again")
}
