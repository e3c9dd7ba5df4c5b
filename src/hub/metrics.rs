//! What the hub counts of itself. Plain numbers that the writer thread sets and anybody reads; no ids, no bodies.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::core::outcome::Outcome;
use crate::fanout::Counts;

/// A number that only grows.
#[derive(Debug, Default)]
pub struct Counter(AtomicU64);

impl Counter {
    /// One more.
    pub fn inc(&self) {
        self.add(1);
    }

    /// So many more.
    pub fn add(&self, n: u64) {
        self.0.fetch_add(n, Ordering::Relaxed);
    }

    /// The number.
    #[must_use]
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// A number that goes up and down.
#[derive(Debug, Default)]
pub struct Gauge(AtomicU64);

impl Gauge {
    /// The number now.
    pub fn set(&self, n: usize) {
        self.0.store(n as u64, Ordering::Relaxed);
    }

    /// The number.
    #[must_use]
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Everything that the hub counts.
#[derive(Debug, Default)]
pub struct Metrics {
    /// Dialogs that were shown.
    pub asks: Counter,
    /// Answers that came, good or not, locks left out.
    pub answers: Counter,
    /// Answers that were not good ones.
    pub refusals: Counter,
    /// Dialogs that ended, in the order of [`Outcome::ALL`].
    settles: [Counter; Outcome::ALL.len()],
    /// Events of all kinds.
    pub events: Counter,
    /// What became of events and followers.
    pub fanout: Arc<Counts>,
    /// Events that were not taken because those before them were still on their way to the followers. A notification
    /// learns of it nowhere else.
    pub publishes_held_back: Counter,
    /// Calls that found the inbox full for too long.
    pub inbox_full: Counter,
    /// Answers of a journal that an ask was given.
    pub journal_recovered: Counter,
    /// Answers whose receipt was never proved and that a full journal dropped.
    pub journal_evicted: Counter,
    /// Inputs that were decided.
    pub inputs: Counter,
    /// Batches that were committed.
    pub commits: Counter,
    /// Entries that were committed.
    pub entries: Counter,
    commit_us: Counter,
    /// Inputs in the newest batch.
    pub batch_inputs: Gauge,
    /// Inputs that wait.
    pub inbox_inputs: Gauge,
    /// Connections that have said something.
    pub connections: Gauge,
    /// Follows, over all connections.
    pub followers: Gauge,
    /// Open dialogs.
    pub open_dialogs: Gauge,
    /// Threads that have events.
    pub threads: Gauge,
    /// Threads in memory.
    pub loaded_threads: Gauge,
    /// Calls that wait for a reply.
    pub waiting_calls: Gauge,
    /// Answers that wait to be delivered, over all journals.
    pub journal_pending: Gauge,
    /// Answers whose receipt is not proved, over all journals.
    pub journal_unacked: Gauge,
    /// Unproved answers that were dropped and are not known to be told, over all journals.
    pub journal_debt: Gauge,
    /// Entries of all journals.
    pub journal_entries: Gauge,
    /// Bytes that wait in all outbound queues, as of the last [`crate::hub::Hub::measure`].
    pub queue_bytes: Gauge,
}

impl Metrics {
    /// How many dialogs ended so.
    #[must_use]
    pub fn settles(&self, outcome: Outcome) -> &Counter {
        // Outcome::ALL lists every outcome in the order of its declaration.
        &self.settles[outcome as usize]
    }

    /// A commit that took so long.
    pub fn committed(&self, entries: usize, took: Duration) {
        self.commits.inc();
        self.entries.add(entries as u64);
        self.commit_us.add(u64::try_from(took.as_micros()).unwrap_or(u64::MAX));
    }

    /// What all commits took together.
    #[must_use]
    pub fn commit_time(&self) -> Duration {
        Duration::from_micros(self.commit_us.get())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_outcome_has_a_counter_of_its_own() {
        let metrics = Metrics::default();
        for (n, outcome) in Outcome::ALL.into_iter().enumerate() {
            metrics.settles(outcome).add(n as u64 + 1);
        }
        for (n, outcome) in Outcome::ALL.into_iter().enumerate() {
            assert_eq!(metrics.settles(outcome).get(), n as u64 + 1, "{outcome:?}");
        }
    }
}
