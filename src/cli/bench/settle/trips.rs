//! Answers that are on their way back: to the one who asked, and to everybody who watches. Pure.

use std::collections::HashMap;

/// Answers that are followed at a time. More are on their way only where watchers are far behind; they are counted and not
/// timed.
const MAX_TRIPS: usize = 65_536;

/// The answers of one thread, by dialog.
#[derive(Debug)]
pub struct Trips {
    open: HashMap<Box<[u8]>, Trip>,
    watchers: u32,
    not_timed: u64,
}

#[derive(Debug)]
struct Trip {
    answered_ns: u64,
    /// Watchers that have not heard of it yet.
    watchers_left: u32,
    /// Whether the one who asked has not.
    asker_waits: bool,
}

impl Trips {
    /// None yet, with so many who watch.
    #[must_use]
    pub fn new(watchers: u32) -> Self {
        Self { open: HashMap::new(), watchers, not_timed: 0 }
    }

    /// A dialog is about to be answered.
    pub fn answered(&mut self, dialog: &[u8], now_ns: u64) {
        if self.open.len() >= MAX_TRIPS {
            self.not_timed += 1;
            return;
        }
        let trip = Trip { answered_ns: now_ns, watchers_left: self.watchers, asker_waits: true };
        self.open.insert(dialog.into(), trip);
    }

    /// The one who asked has the result: how long it took.
    pub fn asker_has(&mut self, dialog: &[u8], now_ns: u64) -> Option<u64> {
        let trip = self.open.get_mut(dialog).filter(|trip| trip.asker_waits)?;
        trip.asker_waits = false;
        let took_ns = now_ns.saturating_sub(trip.answered_ns);
        if trip.watchers_left == 0 {
            self.open.remove(dialog);
        }
        Some(took_ns)
    }

    /// One who watches has heard that it is settled: how long it took, where that was the last of them.
    pub fn watcher_has(&mut self, dialog: &[u8], now_ns: u64) -> Option<u64> {
        let trip = self.open.get_mut(dialog).filter(|trip| trip.watchers_left > 0)?;
        trip.watchers_left -= 1;
        if trip.watchers_left > 0 {
            return None;
        }
        let took_ns = now_ns.saturating_sub(trip.answered_ns);
        if !trip.asker_waits {
            self.open.remove(dialog);
        }
        Some(took_ns)
    }

    /// Answers that were not followed.
    #[must_use]
    pub const fn not_timed(&self) -> u64 {
        self.not_timed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_watcher_and_the_asker_are_timed_in_either_order() {
        let mut trips = Trips::new(2);
        trips.answered(b"dlg-1", 100);
        assert_eq!(trips.watcher_has(b"dlg-1", 110), None);
        assert_eq!(trips.watcher_has(b"dlg-1", 120), Some(20));
        assert_eq!(trips.asker_has(b"dlg-1", 130), Some(30));
        trips.answered(b"dlg-2", 200);
        assert_eq!(trips.asker_has(b"dlg-2", 205), Some(5));
        assert_eq!(trips.watcher_has(b"dlg-2", 210), None);
        assert_eq!(trips.watcher_has(b"dlg-2", 220), Some(20));
        assert!(trips.open.is_empty());
    }

    #[test]
    fn what_is_not_known_or_comes_again_is_not_timed() {
        let mut trips = Trips::new(0);
        assert_eq!(trips.asker_has(b"dlg-1", 1), None);
        trips.answered(b"dlg-1", 1);
        assert_eq!(trips.watcher_has(b"dlg-1", 2), None);
        assert_eq!(trips.asker_has(b"dlg-1", 3), Some(2));
        assert_eq!(trips.asker_has(b"dlg-1", 4), None);
        assert!(trips.open.is_empty());
    }
}
