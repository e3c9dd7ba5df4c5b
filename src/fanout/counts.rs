//! What the fan-out counts of itself. Numbers that only grow.

use std::sync::atomic::{AtomicU64, Ordering};

/// Deliveries and slow closes, over all feeds.
#[derive(Debug, Default)]
pub struct Counts {
    queued: AtomicU64,
    too_slow: AtomicU64,
}

impl Counts {
    /// Events times followers that they were written or queued for.
    #[must_use]
    pub fn deliveries(&self) -> u64 {
        self.queued.load(Ordering::Relaxed)
    }

    /// Followers that were closed because too much waited for them.
    #[must_use]
    pub fn slow_closes(&self) -> u64 {
        self.too_slow.load(Ordering::Relaxed)
    }

    pub(super) fn queued(&self, events: u64) {
        self.queued.fetch_add(events, Ordering::Relaxed);
    }

    /// A follower was closed for what is queued beside events.
    pub fn too_slow(&self) {
        self.too_slow.fetch_add(1, Ordering::Relaxed);
    }
}
