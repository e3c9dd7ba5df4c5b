//! The newest events of one thread, between the writer thread that publishes them and the lanes that carry them out.
//!
//! Publishing costs the same for one follower as for ten thousand: an event is put down here once, and the lanes come
//! for it. It is kept until every lane that has followers has passed it. A follower's own place in the feed lies with
//! its queue; locks are taken in that order, a queue's before a feed's.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use parking_lot::Mutex;

use super::batch::Batch;
use super::counts::Counts;
use super::frame::EventFrame;
use super::outbox::Outbox;
use super::pump::{Pump, Turn};

/// One thread's events on their way.
#[derive(Debug)]
pub(super) struct Feed {
    /// The position of the next event.
    head: AtomicU64,
    /// Bytes of the events that some lane has still to pass.
    backlog_bytes: AtomicUsize,
    state: Mutex<State>,
    counts: Arc<Counts>,
}

#[derive(Debug)]
struct State {
    /// From `first` to the head.
    events: VecDeque<Arc<EventFrame>>,
    first: u64,
    lanes: Box<[Lane]>,
}

/// The followers that one shard of the pump writes to.
#[derive(Debug, Default)]
struct Lane {
    /// In no order. A pass goes from the last to the first, so that one that goes away, whose place the last one
    /// takes, hides none that has still to be come to.
    members: Vec<Arc<Outbox>>,
    /// Every member has been given what is before this position.
    passed: u64,
    /// The position behind the newest event that is to be early.
    early_to: u64,
    /// How soon the shard comes, or has come, for what is behind `passed`: what is published meanwhile waits for the
    /// end of that pass, and so leaves together. None where nobody comes.
    turn: Option<Turn>,
}

impl Feed {
    /// An empty feed with a lane for each shard.
    pub fn new(lanes: usize, counts: Arc<Counts>) -> Self {
        let lanes = (0..lanes).map(|_| Lane::default()).collect();
        let state = Mutex::new(State { events: VecDeque::new(), first: 0, lanes });
        Self { head: AtomicU64::new(0), backlog_bytes: AtomicUsize::new(0), state, counts }
    }

    pub const fn counts(&self) -> &Arc<Counts> {
        &self.counts
    }

    /// Bytes of the events that have not been written or queued for everybody yet.
    pub fn backlog_bytes(&self) -> usize {
        self.backlog_bytes.load(Ordering::Relaxed)
    }

    /// Puts an event down and has the lanes come for it. For the writer thread alone.
    pub fn publish(self: &Arc<Self>, event: Arc<EventFrame>, turn: Turn, pump: &Pump) {
        let mut state = self.state.lock();
        let head = self.head.load(Ordering::Relaxed) + 1;
        self.backlog_bytes.fetch_add(event.event().frame.len(), Ordering::Relaxed);
        state.events.push_back(event);
        // Whoever finds the new head finds the event, as that takes the lock.
        self.head.store(head, Ordering::Release);
        for (shard, lane) in state.lanes.iter_mut().enumerate().filter(|(_, lane)| !lane.members.is_empty()) {
            if turn == Turn::Early {
                lane.early_to = head;
            }
            // An early pass overtakes an ordinary one, which then finds nothing more to do.
            if lane.turn.is_none_or(|waits| waits < turn) {
                lane.turn = Some(turn);
                pump.come(shard, self, turn);
            }
        }
        self.trim(&mut state);
    }

    /// The events from `next` on, where there are any.
    pub fn since(&self, next: u64) -> Option<Vec<Arc<EventFrame>>> {
        if self.head.load(Ordering::Acquire) <= next {
            return None;
        }
        let state = self.state.lock();
        // Nothing is trimmed that a member was not given.
        let skip = usize::try_from(next.saturating_sub(state.first)).ok()?;
        Some(state.events.iter().skip(skip).cloned().collect())
    }

    /// Takes a follower in, in the lane with the fewest; gives the position of the first event that it gets.
    pub fn join(&self, outbox: Arc<Outbox>) -> u64 {
        let mut state = self.state.lock();
        let head = self.head.load(Ordering::Relaxed);
        if let Some(lane) = state.lanes.iter_mut().min_by_key(|lane| lane.members.len()) {
            if lane.members.is_empty() {
                lane.passed = head;
            }
            lane.members.push(outbox);
        }
        head
    }

    /// Lets a follower go, which has its place in the feed no more.
    pub fn leave(&self, outbox: &Arc<Outbox>) {
        let mut state = self.state.lock();
        for lane in &mut state.lanes {
            if let Some(at) = lane.members.iter().position(|other| Arc::ptr_eq(other, outbox)) {
                lane.members.swap_remove(at);
                if lane.members.capacity() > 4 * lane.members.len() {
                    lane.members.shrink_to(2 * lane.members.len());
                }
                break;
            }
        }
        self.trim(&mut state);
    }

    /// What a lane has still to be given, and how many members there are to come to.
    pub fn begin(&self, shard: usize) -> Option<(Batch, usize)> {
        let mut state = self.state.lock();
        let first = state.first;
        let (passed, members) = (state.lanes[shard].passed.max(first), state.lanes[shard].members.len());
        let skip = usize::try_from(passed - first).unwrap_or(usize::MAX);
        let batch = Batch::of(passed, state.events.iter().skip(skip)).filter(|_| members > 0);
        if batch.is_none() {
            state.lanes[shard].turn = None;
        }
        batch.map(|batch| (batch, members))
    }

    /// Up to `into.capacity()` members of a lane before the place `left`, from the last to the first; gives the new
    /// place. None where a pass that goes `to` there was overtaken.
    pub fn members(&self, shard: usize, left: usize, to: u64, into: &mut Vec<Arc<Outbox>>) -> Option<usize> {
        let state = self.state.lock();
        let lane = &state.lanes[shard];
        if lane.passed >= to {
            return None;
        }
        let end = left.min(lane.members.len());
        let start = end.saturating_sub(into.capacity());
        into.extend(lane.members[start..end].iter().rev().cloned());
        Some(start)
    }

    /// Every member of a lane was given what is before `to`; gives when to come for what is there by now.
    pub fn passed(&self, shard: usize, to: u64) -> Option<Turn> {
        let mut state = self.state.lock();
        let lane = &mut state.lanes[shard];
        lane.passed = lane.passed.max(to);
        let is_behind = lane.passed < self.head.load(Ordering::Relaxed) && !lane.members.is_empty();
        let turn = if lane.passed < lane.early_to { Turn::Early } else { Turn::Ordinary };
        lane.turn = is_behind.then_some(turn);
        let turn = lane.turn;
        self.trim(&mut state);
        turn
    }

    /// Forgets what no lane needs.
    fn trim(&self, state: &mut State) {
        let head = self.head.load(Ordering::Relaxed);
        let busy = state.lanes.iter().filter(|lane| !lane.members.is_empty());
        let keep = busy.map(|lane| lane.passed).min().unwrap_or(head);
        while state.first < keep
            && let Some(event) = state.events.pop_front()
        {
            state.first += 1;
            self.backlog_bytes.fetch_sub(event.event().frame.len(), Ordering::Relaxed);
        }
        if state.events.is_empty() {
            state.events.shrink_to(4);
        }
    }
}
