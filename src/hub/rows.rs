//! Who watches the list of threads, and how often each row may be told.
//!
//! A row is told at once, and then at most every 100 ms; the last state always comes. A name whose thread is gone
//! is told like any change; what a row says is looked up when it is told.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use bytes::Bytes;

use crate::core::id::{ConnId, ThreadId};
use crate::fanout::{Outbox, Pushed};

/// At most 10 a second for each thread.
const INTERVAL_MS: u64 = 100;

/// The watchers, and the rows that were told lately.
#[derive(Debug, Default)]
pub(super) struct Rows {
    watchers: HashMap<ConnId, Arc<Outbox>>,
    /// Names told within the last interval; whether they changed since.
    lately: HashMap<ThreadId, bool>,
    /// When each of them may be told again, in order.
    again: VecDeque<(u64, ThreadId)>,
}

impl Rows {
    pub fn watch(&mut self, conn: ConnId, outbox: Arc<Outbox>) {
        self.watchers.insert(conn, outbox);
    }

    pub fn unwatch(&mut self, conn: ConnId) {
        if self.watchers.remove(&conn).is_some() && self.watchers.is_empty() {
            self.lately.clear();
            self.again.clear();
        }
    }

    /// Notes a change; whether the row is to be told now.
    pub fn changed(&mut self, name: &ThreadId, now_ms: u64) -> bool {
        if self.watchers.is_empty() {
            return false;
        }
        if let Some(changed) = self.lately.get_mut(name) {
            *changed = true;
            return false;
        }
        self.told(name.clone(), now_ms);
        true
    }

    /// A row that changed while it could not be told and now can; it counts as told.
    pub fn pop_due(&mut self, now_ms: u64) -> Option<ThreadId> {
        while self.next_ms()? <= now_ms {
            let (_, name) = self.again.pop_front()?;
            if self.lately.remove(&name)? {
                self.told(name.clone(), now_ms);
                return Some(name);
            }
        }
        None
    }

    /// When [`Rows::pop_due`] has something to do.
    pub fn next_ms(&self) -> Option<u64> {
        self.again.front().map(|(at, _)| *at)
    }

    fn told(&mut self, name: ThreadId, now_ms: u64) {
        self.lately.insert(name.clone(), false);
        self.again.push_back((now_ms + INTERVAL_MS, name));
    }

    /// Queues a frame for every watcher; how many were closed because they read too slowly.
    pub fn tell(&self, frame: &Bytes) -> usize {
        self.watchers.values().filter(|outbox| outbox.push_bounded(frame.clone()) == Pushed::TooSlow).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fanout::Kind;

    fn name(text: &str) -> ThreadId {
        ThreadId::parse(text).expect("a thread id")
    }

    fn watched() -> Rows {
        let mut rows = Rows::default();
        rows.watch(ConnId(1), Arc::new(Outbox::new(Kind::WebSocket, 1_000)));
        rows
    }

    #[test]
    fn a_first_change_is_told_at_once_and_the_last_one_always() {
        let mut rows = watched();
        assert!(rows.changed(&name("a"), 0));
        assert!(!rows.changed(&name("a"), 10) && !rows.changed(&name("a"), 99));
        assert!(rows.changed(&name("b"), 50), "each thread has its own pace");
        assert_eq!(rows.pop_due(99), None);
        assert_eq!(rows.pop_due(100), Some(name("a")));
        assert_eq!(rows.pop_due(200), None, "nothing changed since");
        assert!(rows.changed(&name("a"), 201));
    }

    #[test]
    fn a_thread_that_changes_all_the_time_is_told_ten_times_a_second() {
        let mut rows = watched();
        let mut told = 0;
        for now in 0..=1_000 {
            told += usize::from(rows.changed(&name("a"), now));
            told += usize::from(rows.pop_due(now).is_some());
        }
        assert_eq!(told, 11, "at 0, 100, … 1000");
        assert_eq!(rows.again.len(), 1);
    }

    #[test]
    fn nothing_is_kept_where_nobody_watches() {
        let mut rows = watched();
        rows.changed(&name("a"), 0);
        rows.unwatch(ConnId(1));
        assert_eq!((rows.next_ms(), rows.changed(&name("a"), 1)), (None, false));
    }
}
