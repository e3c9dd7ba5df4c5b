//! The hub's clock: milliseconds since the Unix epoch that never jump.
//!
//! The wall clock is read once, at the start; from there monotonic time counts, so that a clock that is set
//! moves no deadline. A manual clock stands in for it in tests.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use tokio::sync::Notify;

/// Where the hub takes the time from.
#[derive(Debug, Clone)]
pub struct Clock(Source);

#[derive(Debug, Clone)]
enum Source {
    Monotonic { wall_at_start_ms: u64, started: Instant },
    Manual(Arc<Manual>),
}

/// A clock that moves when it is told to.
#[derive(Debug)]
pub struct Manual {
    now_ms: AtomicU64,
    moved: Notify,
}

impl Clock {
    /// The machine's clock, read now.
    #[must_use]
    pub fn system() -> Self {
        let wall = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self(Source::Monotonic { wall_at_start_ms: millis(wall), started: Instant::now() })
    }

    /// A clock that stands still until its [`Manual`] is advanced.
    #[must_use]
    pub fn manual(now_ms: u64) -> (Self, Arc<Manual>) {
        let manual = Arc::new(Manual { now_ms: AtomicU64::new(now_ms), moved: Notify::new() });
        (Self(Source::Manual(manual.clone())), manual)
    }

    /// Now.
    #[must_use]
    pub fn now_ms(&self) -> u64 {
        match &self.0 {
            Source::Monotonic { wall_at_start_ms, started } => {
                wall_at_start_ms.saturating_add(millis(started.elapsed()))
            }
            Source::Manual(manual) => manual.now_ms.load(Ordering::SeqCst),
        }
    }

    /// Waits until a time has come. One task at a time may wait on a manual clock.
    pub async fn sleep_until(&self, at_ms: u64) {
        match &self.0 {
            Source::Monotonic { .. } => {
                tokio::time::sleep(Duration::from_millis(at_ms.saturating_sub(self.now_ms()))).await
            }
            Source::Manual(manual) => {
                while self.now_ms() < at_ms {
                    manual.moved.notified().await;
                }
            }
        }
    }
}

impl Manual {
    /// Lets time pass, and wakes who waited for it.
    pub fn advance(&self, ms: u64) {
        self.now_ms.fetch_add(ms, Ordering::SeqCst);
        self.moved.notify_one();
    }
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::FutureExt;

    #[test]
    fn the_system_clock_tells_the_time_of_day_and_does_not_run_back() {
        let clock = Clock::system();
        let wall = millis(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default());
        assert!(clock.now_ms().abs_diff(wall) < 60_000);
        let before = clock.now_ms();
        assert!(clock.now_ms() >= before);
    }

    #[test]
    fn a_manual_clock_wakes_at_its_time() {
        let (clock, manual) = Clock::manual(1_000);
        let mut sleep = Box::pin(clock.sleep_until(1_500));
        assert!((&mut sleep).now_or_never().is_none());
        manual.advance(499);
        assert!((&mut sleep).now_or_never().is_none());
        manual.advance(1);
        assert!((&mut sleep).now_or_never().is_some());
    }
}
