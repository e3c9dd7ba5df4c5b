//! How long to wait before coming back: full jitter, so that clients of one hub do not come back together.
//!
//! Pure but for [`Backoff::draw`], which draws the random number that [`Backoff::next`] takes as a parameter.

use std::time::Duration;

/// The first wait is up to this long.
const FIRST_MS: u64 = 200;
/// No wait is longer than this.
const LONGEST_MS: u64 = 10_000;

/// The waits of one client between its attempts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Backoff {
    failures: u32,
}

impl Backoff {
    /// An attempt succeeded: the next wait is short again.
    pub fn reset(&mut self) {
        self.failures = 0;
    }

    /// The wait before the next attempt, drawn; `asked_ms` is what the hub asked for.
    ///
    /// Where the system gives no random number, it is the shortest that it may be.
    pub fn draw(&mut self, asked_ms: Option<u64>) -> Duration {
        self.next(getrandom::u64().unwrap_or(0), asked_ms)
    }

    /// The wait before the next attempt; `random` is any number, `asked_ms` what the hub asked for.
    ///
    /// Where the hub asked, the wait is within half of it around that time: it spreads its clients itself.
    pub fn next(&mut self, random: u64, asked_ms: Option<u64>) -> Duration {
        let doubled = FIRST_MS.saturating_mul(1 << self.failures.min(16)).min(LONGEST_MS);
        self.failures = self.failures.saturating_add(1);
        let (least, span) = match asked_ms.filter(|_| self.failures == 1) {
            Some(asked) => {
                let asked = asked.min(LONGEST_MS);
                (asked / 2, asked)
            }
            None => (0, doubled),
        };
        Duration::from_millis(least + random % (span + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_to_a_bound_and_start_over() {
        let mut backoff = Backoff::default();
        let longest =
            |b: &mut Backoff| (0..=LONGEST_MS).map(|r| b.clone().next(r, None)).max().unwrap().as_millis();
        let mut seen = Vec::new();
        for _ in 0..8 {
            seen.push(longest(&mut backoff));
            backoff.next(0, None);
        }
        assert_eq!(seen, [200, 400, 800, 1600, 3200, 6400, 10_000, 10_000]);
        backoff.reset();
        assert_eq!(longest(&mut backoff), 200);
    }

    #[test]
    fn the_jitter_is_full() {
        assert_eq!(Backoff::default().next(0, None), Duration::ZERO);
        assert_eq!(Backoff::default().next(200, None), Duration::from_millis(200));
    }

    #[test]
    fn what_the_hub_asked_for_counts_once() {
        let mut backoff = Backoff::default();
        assert_eq!(backoff.next(0, Some(1_000)), Duration::from_millis(500));
        assert_eq!(backoff.clone().next(0, Some(1_000)), Duration::ZERO);
        assert_eq!(Backoff::default().next(1_000, Some(1_000)), Duration::from_millis(1_500));
    }
}
