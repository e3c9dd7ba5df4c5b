//! The events of one thread that are on their way, and which of them everybody has. Pure but for its atomics, for followers
//! of one thread are spread over workers.
//!
//! Event `n` (from 0) has the place `n % window`. Whoever publishes begins `n` only when event `n - window` has left, which
//! makes the place free. Each follower reports every number once, in ascending order, missing ones too: so events leave
//! in order, and a lost one holds nobody up.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// The events of one thread in flight.
#[derive(Debug)]
pub struct Flight {
    places: Box<[Place]>,
    followers: u32,
}

#[derive(Debug, Default)]
struct Place {
    /// When it was sent, in nanoseconds of the bench's clock.
    sent_ns: AtomicU64,
    /// Followers that do not have it yet.
    left: AtomicU32,
}

/// What it means that a follower has an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arrival {
    /// How long it took to this follower.
    pub ns: u64,
    /// Whether this follower was the last: the event has left.
    pub is_last: bool,
}

impl Flight {
    /// Nothing in flight; `window` and `followers` are at least 1.
    #[must_use]
    pub fn new(window: usize, followers: u32) -> Self {
        Self { places: (0..window.max(1)).map(|_| Place::default()).collect(), followers }
    }

    /// How many followers get each event.
    #[must_use]
    pub const fn followers(&self) -> u32 {
        self.followers
    }

    /// Event `n` is about to be sent.
    pub fn begin(&self, n: u64, now_ns: u64) {
        let place = self.place(n);
        place.sent_ns.store(now_ns, Ordering::Relaxed);
        // Released by the write to the socket too; a follower that has the event has seen both.
        place.left.store(self.followers, Ordering::Release);
    }

    /// One follower has event `n`, or never will.
    pub fn arrived(&self, n: u64, now_ns: u64) -> Arrival {
        let place = self.place(n);
        let ns = now_ns.saturating_sub(place.sent_ns.load(Ordering::Relaxed));
        Arrival { ns, is_last: place.left.fetch_sub(1, Ordering::AcqRel) == 1 }
    }

    fn place(&self, n: u64) -> &Place {
        // Exact: the remainder is below the length, which is a usize.
        &self.places[(n % self.places.len() as u64) as usize]
    }
}

/// Which event a follower expects next; turns what comes into reports to a [`Flight`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Expected(u64);

impl Expected {
    /// The events to report for the arrival of `n`: those that were skipped and `n` itself. Empty for one that was reported.
    pub fn up_to(&mut self, n: u64) -> std::ops::RangeInclusive<u64> {
        let from = self.0;
        self.0 = from.max(n + 1);
        from..=n
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_leaves_with_its_last_follower() {
        let flight = Flight::new(2, 3);
        flight.begin(0, 100);
        flight.begin(1, 150);
        assert_eq!(flight.arrived(0, 110), Arrival { ns: 10, is_last: false });
        assert_eq!(flight.arrived(1, 160), Arrival { ns: 10, is_last: false });
        assert_eq!(flight.arrived(0, 120), Arrival { ns: 20, is_last: false });
        assert_eq!(flight.arrived(0, 130), Arrival { ns: 30, is_last: true });
        // Its place is taken by the event one window later.
        flight.begin(2, 200);
        assert_eq!(flight.arrived(1, 210), Arrival { ns: 60, is_last: false });
        assert_eq!(flight.arrived(2, 215), Arrival { ns: 15, is_last: false });
    }

    #[test]
    fn what_was_skipped_leaves_too_and_what_comes_twice_counts_once() {
        let mut expected = Expected::default();
        assert_eq!(expected.up_to(0).collect::<Vec<_>>(), [0]);
        assert_eq!(expected.up_to(3).collect::<Vec<_>>(), [1, 2, 3]);
        assert!(expected.up_to(3).is_empty() && expected.up_to(1).is_empty());
        assert_eq!(expected.up_to(4).collect::<Vec<_>>(), [4]);
    }

    #[test]
    fn workers_agree_on_who_was_last() {
        let flight = Flight::new(4, 8);
        let lasts: u64 = std::thread::scope(|scope| {
            for n in 0..4 {
                flight.begin(n, 0);
            }
            let worker = || (0..4).map(|n| u64::from(flight.arrived(n, 1).is_last)).sum::<u64>();
            let workers: Vec<_> = (0..8).map(|_| scope.spawn(worker)).collect();
            workers.into_iter().map(|worker| worker.join().unwrap()).sum()
        });
        assert_eq!(lasts, 4, "each event once");
    }
}
