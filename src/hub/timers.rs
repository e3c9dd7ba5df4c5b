//! When each thread is next to be looked at: a heap whose outdated entries are skipped when they come up.
//!
//! Each thread has one time at most. The heap is rebuilt before outdated entries outnumber the good ones.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::hash::Hash;

/// Outdated entries that are left alone, so that few timers are not rebuilt all the time.
const MIN_REBUILD: usize = 1_024;

/// One time for each key, earliest first.
#[derive(Debug)]
pub struct Timers<K> {
    due: HashMap<K, u64>,
    heap: BinaryHeap<Reverse<(u64, K)>>,
}

impl<K> Default for Timers<K> {
    fn default() -> Self {
        Self { due: HashMap::new(), heap: BinaryHeap::new() }
    }
}

impl<K: Copy + Eq + Hash + Ord> Timers<K> {
    /// Sets, moves or (with `None`) removes the time of a key.
    pub fn set(&mut self, key: K, due_ms: Option<u64>) {
        let Some(due_ms) = due_ms else {
            self.due.remove(&key);
            return;
        };
        if self.due.insert(key, due_ms) != Some(due_ms) {
            self.heap.push(Reverse((due_ms, key)));
        }
        if self.heap.len() > 2 * self.due.len() + MIN_REBUILD {
            self.heap = self.due.iter().map(|(key, due_ms)| Reverse((*due_ms, *key))).collect();
        }
    }

    /// The earliest time.
    pub fn next_ms(&mut self) -> Option<u64> {
        while let Some(Reverse((due_ms, key))) = self.heap.peek() {
            if self.due.get(key) == Some(due_ms) {
                return Some(*due_ms);
            }
            self.heap.pop();
        }
        None
    }

    /// Takes one key whose time has come, the earliest first; its time is then gone.
    pub fn pop_due(&mut self, now_ms: u64) -> Option<K> {
        if self.next_ms()? > now_ms {
            return None;
        }
        let Reverse((_, key)) = self.heap.pop()?;
        self.due.remove(&key);
        Some(key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_earliest_comes_first_and_once() {
        let mut timers = Timers::default();
        for (key, due) in [(1, 30), (2, 10), (3, 20)] {
            timers.set(key, Some(due));
        }
        timers.set(2, Some(10));
        assert_eq!(timers.next_ms(), Some(10));
        assert_eq!(timers.pop_due(9), None);
        assert_eq!([timers.pop_due(25), timers.pop_due(25), timers.pop_due(25)], [Some(2), Some(3), None]);
        assert_eq!(timers.pop_due(30), Some(1));
        assert_eq!(timers.next_ms(), None);
    }

    #[test]
    fn a_moved_or_removed_time_does_not_come_up() {
        let mut timers = Timers::default();
        timers.set(1, Some(10));
        timers.set(1, Some(40));
        timers.set(2, Some(20));
        timers.set(2, None);
        assert_eq!(timers.pop_due(30), None);
        assert_eq!(timers.next_ms(), Some(40));
        timers.set(1, Some(10));
        assert_eq!(timers.pop_due(10), Some(1), "back to a time that it had before");
        assert_eq!(timers.pop_due(100), None);
    }

    #[test]
    fn outdated_entries_do_not_pile_up() {
        let mut timers = Timers::default();
        for due in 0..100_000 {
            timers.set(1, Some(due));
        }
        assert!(timers.heap.len() <= 2 + MIN_REBUILD + 1);
        assert_eq!(timers.next_ms(), Some(99_999));
    }
}
