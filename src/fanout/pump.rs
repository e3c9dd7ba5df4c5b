//! The threads that carry events from feeds to sockets, one for each processor.
//!
//! A pass gives one batch of a feed to every follower of a lane. It goes in slices, and after each the next one may be
//! another feed's: dialogs and what becomes of them come before what agents publish, and no feed waits for all
//! followers of another. While a pass is under way the events that come behind it gather for the next, so that a
//! flood leaves in few system calls and a lone event at once. No write waits: what a socket does not take goes to
//! that follower's queue.

#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::sync::Arc;
use std::thread::available_parallelism;

use parking_lot::{Condvar, Mutex};

use super::counts::Counts;
use super::feed::Feed;
use super::outbox::Outbox;

/// Followers that are written to before another feed may have its turn: about a quarter of a millisecond.
const SLICE_FOLLOWERS: usize = 32;
/// Early slices in a row while ordinary ones wait.
const MAX_EARLY_IN_A_ROW: u32 = 16;

/// When a feed is come for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Turn {
    /// In its turn.
    Ordinary,
    /// Before all that are ordinary.
    Early,
}

/// The handle to the threads, which end with it.
#[derive(Debug)]
pub struct Pump {
    shards: Box<[Arc<Shard>]>,
    counts: Arc<Counts>,
}

#[derive(Debug, Default)]
struct Shard {
    ready: Mutex<Ready>,
    more: Condvar,
}

/// The feeds that are to be come for; each stands here at most once for each turn.
#[derive(Debug, Default)]
struct Ready {
    early: VecDeque<Arc<Feed>>,
    ordinary: VecDeque<Arc<Feed>>,
    early_in_a_row: u32,
    is_over: bool,
}

impl Pump {
    /// Starts a thread for each processor that this process may use; `panicked` is called where one ends by a bug, for
    /// then its followers get nothing more.
    ///
    /// # Errors
    /// Where the system gives no thread.
    pub fn start(counts: Arc<Counts>, panicked: impl Fn() + Clone + Send + 'static) -> std::io::Result<Self> {
        let count = available_parallelism().map_or(1, usize::from);
        let shards: Box<[Arc<Shard>]> = (0..count).map(|_| Arc::default()).collect();
        let pump = Self { shards, counts };
        for (number, shard) in pump.shards.iter().enumerate() {
            let shard = Arc::clone(shard);
            let name = format!("fanout-{number}");
            let guard = IfPanicking(panicked.clone());
            std::thread::Builder::new().name(name).spawn(move || {
                shard.run(number);
                drop(guard);
            })?;
        }
        Ok(pump)
    }

    /// One without threads, whose steps are taken by hand.
    #[cfg(test)]
    pub(crate) fn by_hand(shards: usize) -> Self {
        Self { shards: (0..shards).map(|_| Arc::default()).collect(), counts: Arc::default() }
    }

    /// Takes the next step of a shard, for at most so many followers; whether there was one.
    #[cfg(test)]
    pub(crate) fn step(&self, number: usize, followers: usize) -> bool {
        let shard = &self.shards[number];
        let Some((feed, turn)) = shard.ready.lock().take() else { return false };
        shard.step(number, feed, turn, followers, &mut Vec::new());
        true
    }

    /// How often a shard is still to look.
    #[cfg(test)]
    pub(super) fn in_line(&self, number: usize) -> usize {
        let ready = self.shards[number].ready.lock();
        ready.early.len() + ready.ordinary.len()
    }

    /// A feed with a lane for each thread.
    pub(super) fn feed(&self) -> Arc<Feed> {
        Arc::new(Feed::new(self.shards.len(), Arc::clone(&self.counts)))
    }

    /// Has a shard come for what a feed has for its lane.
    pub(super) fn come(&self, shard: usize, feed: &Arc<Feed>, turn: Turn) {
        let shard = &self.shards[shard];
        shard.ready.lock().add(Arc::clone(feed), turn);
        shard.more.notify_one();
    }
}

/// Calls when it is dropped by a panic.
struct IfPanicking<F: Fn()>(F);

impl<F: Fn()> Drop for IfPanicking<F> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            (self.0)();
        }
    }
}

impl Drop for Pump {
    fn drop(&mut self) {
        for shard in &self.shards {
            shard.ready.lock().is_over = true;
            shard.more.notify_one();
        }
    }
}

impl Shard {
    fn run(&self, number: usize) {
        let mut members = Vec::with_capacity(SLICE_FOLLOWERS);
        while let Some((feed, turn)) = self.next() {
            self.step(number, feed, turn, SLICE_FOLLOWERS, &mut members);
        }
    }

    /// Writes to some more followers of a feed, `most` of them.
    fn step(&self, number: usize, feed: Arc<Feed>, turn: Turn, most: usize, members: &mut Vec<Arc<Outbox>>) {
        let Some(batch) = feed.slice(number, turn, most, members) else { return };
        for outbox in members.drain(..) {
            outbox.deliver(&feed, &batch);
        }
        if let Some(turn) = feed.sliced(number) {
            self.ready.lock().add(feed, turn);
        }
    }

    /// Waits for work; none once the pump is gone.
    fn next(&self) -> Option<(Arc<Feed>, Turn)> {
        let mut ready = self.ready.lock();
        loop {
            if ready.is_over {
                return None;
            }
            if let Some(next) = ready.take() {
                return Some(next);
            }
            self.more.wait(&mut ready);
        }
    }
}

impl Ready {
    fn add(&mut self, feed: Arc<Feed>, turn: Turn) {
        match turn {
            Turn::Early => self.early.push_back(feed),
            Turn::Ordinary => self.ordinary.push_back(feed),
        }
    }

    fn take(&mut self) -> Option<(Arc<Feed>, Turn)> {
        let is_enough = self.early_in_a_row >= MAX_EARLY_IN_A_ROW && !self.ordinary.is_empty();
        if !is_enough && let Some(feed) = self.early.pop_front() {
            self.early_in_a_row += 1;
            return Some((feed, Turn::Early));
        }
        self.early_in_a_row = 0;
        self.ordinary.pop_front().map(|feed| (feed, Turn::Ordinary))
    }
}
