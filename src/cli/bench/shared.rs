//! What the workers of a bench and its main thread tell each other: counters, the first trouble, the end.
//!
//! Counters only grow. Nothing here is waited for under a lock.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio_util::sync::CancellationToken;

use crate::cli::exit::{Exit, Failure};

/// Deliveries on their way above which a worker naps instead of sleeping until the next one: below it a nap would show in
/// what is measured.
const NAP_ABOVE: u64 = 256;
/// How long a nap is asked to be; the kernel adds about 50 µs.
const NAP: Duration = Duration::from_micros(20);
/// How often a counter is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(5);

/// One bench.
#[derive(Debug)]
pub struct Shared {
    begun: Instant,
    /// Connections that are where they are to be.
    pub live: Counter,
    /// Events that followers got.
    pub delivered: Counter,
    /// Bytes of their frames' texts.
    pub delivered_bytes: Counter,
    /// Events that followers are to get.
    pub expected: Counter,
    /// Whether times are recorded.
    measuring: AtomicBool,
    first: OnceLock<Failure>,
    /// Cancelled with the first trouble.
    trouble: CancellationToken,
    /// Cancelled when the workers are to drop everything.
    pub stop: CancellationToken,
}

/// A number that only grows.
#[derive(Debug, Default)]
pub struct Counter(AtomicU64);

impl Counter {
    /// Adds to it.
    pub fn add(&self, n: u64) {
        self.0.fetch_add(n, Ordering::Relaxed);
    }

    /// Where it is.
    #[must_use]
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl Default for Shared {
    fn default() -> Self {
        Self {
            begun: Instant::now(),
            live: Counter::default(),
            delivered: Counter::default(),
            delivered_bytes: Counter::default(),
            expected: Counter::default(),
            measuring: AtomicBool::new(false),
            first: OnceLock::new(),
            trouble: CancellationToken::new(),
            stop: CancellationToken::new(),
        }
    }
}

impl Shared {
    /// Nanoseconds since the bench began.
    #[must_use]
    pub fn now_ns(&self) -> u64 {
        u64::try_from(self.begun.elapsed().as_nanos()).unwrap_or(u64::MAX)
    }

    /// Whether times are recorded.
    #[must_use]
    pub fn is_measuring(&self) -> bool {
        self.measuring.load(Ordering::Relaxed)
    }

    /// From now on times are recorded, or no longer.
    pub fn measure(&self, whether: bool) {
        self.measuring.store(whether, Ordering::Relaxed);
    }

    /// Something failed; what fails after it is its consequence and not told.
    pub fn fail(&self, failure: impl Into<Failure>) {
        let _ = self.first.set(failure.into()); // the first one stays
        self.trouble.cancel();
    }

    /// Waits for the first trouble.
    pub async fn failed(&self) -> Failure {
        self.trouble.cancelled().await;
        let bug = || Failure::new(Exit::Hub, "bug", "the bench ended by a bug");
        self.first.get().cloned().unwrap_or_else(bug)
    }

    /// Waits until as many connections are live.
    pub async fn until_live(&self, wanted: u64, mut told: impl FnMut(u64)) {
        while self.live.get() < wanted {
            told(self.live.get());
            tokio::time::sleep(LOOK_EVERY).await;
        }
        told(wanted);
    }

    /// Waits until every delivery that is on its way has come.
    pub async fn until_delivered(&self) {
        while self.on_the_way() > 0 {
            tokio::time::sleep(LOOK_EVERY).await;
        }
    }

    /// A worker has nothing to do. While much is on its way it lets it gather: a hub that has to wake its reader for
    /// each frame is measured with what that costs, and a reader that has got many at once does more with its time.
    pub fn idle(&self) {
        if self.on_the_way() > NAP_ABOVE {
            std::thread::sleep(NAP);
        }
    }

    fn on_the_way(&self) -> u64 {
        self.expected.get().saturating_sub(self.delivered.get())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_first_trouble_is_the_one_that_is_told() {
        let shared = Shared::default();
        shared.fail(Failure::usage("first"));
        shared.fail(Failure::usage("second"));
        assert_eq!(shared.failed().await.message, "first");
    }

    #[test]
    fn more_than_was_expected_is_nothing_on_the_way() {
        let shared = Shared::default();
        shared.expected.add(2);
        shared.delivered.add(3);
        assert_eq!(shared.on_the_way(), 0);
    }
}
