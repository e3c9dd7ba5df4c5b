//! The newest events of one thread, between the writer thread that publishes them and the shards that carry them out.
//!
//! Publishing costs the same for one follower as for ten thousand: an event is put down here once, and the shards come
//! for it, each to its lane of followers. It is kept until every lane that has followers has been given it. A follower's own place in the feed lies with
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
///
/// While `turn` says that the shard is to come, the feed stands in the shard's line at that turn, or the shard is just
/// at a slice of it. It stands there at most once for each turn, whatever is published.
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
    in_line: InLine,
    /// What is being given to the members.
    pass: Option<Pass>,
}

/// Where a feed stands in a shard's line.
#[derive(Debug, Default)]
struct InLine {
    early: bool,
    ordinary: bool,
}

impl InLine {
    const fn at(&mut self, turn: Turn) -> &mut bool {
        match turn {
            Turn::Early => &mut self.early,
            Turn::Ordinary => &mut self.ordinary,
        }
    }

    /// Takes a place at a turn; whether there was none yet.
    const fn join(&mut self, turn: Turn) -> bool {
        !std::mem::replace(self.at(turn), true)
    }
}

/// One batch on its way to the members of a lane.
#[derive(Debug)]
struct Pass {
    batch: Arc<Batch>,
    turn: Turn,
    /// Members before this place have still to be come to.
    left: usize,
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

    /// Puts an event down and has the shards come for it. For the writer thread alone.
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
            if lane.turn < Some(turn) {
                lane.turn = Some(turn);
                if lane.in_line.join(turn) {
                    pump.come(shard, self, turn);
                }
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
                // A pass for those who were here has nobody left; the shard that comes looks again.
                (lane.passed, lane.pass) = (head, None);
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

    /// Lets all followers go, which have their places in the feed no more.
    pub fn clear(&self) {
        let mut state = self.state.lock();
        state.lanes.iter_mut().for_each(|lane| lane.members = Vec::new());
        self.trim(&mut state);
    }

    /// The next slice of what a lane has still to be given: up to `most` members, from the last to the first. None where the shard came for nothing: another turn does it, or did.
    pub fn slice(
        &self,
        shard: usize,
        turn: Turn,
        most: usize,
        into: &mut Vec<Arc<Outbox>>,
    ) -> Option<Arc<Batch>> {
        let mut state = self.state.lock();
        let State { events, first, lanes } = &mut *state;
        let lane = &mut lanes[shard];
        *lane.in_line.at(turn) = false;
        if lane.turn != Some(turn) {
            return None;
        }
        // An early pass overtakes an ordinary one, and takes along what that had still to give.
        if lane.pass.as_ref().is_none_or(|pass| pass.turn < turn) {
            let from = lane.passed.max(*first);
            let skip = usize::try_from(from - *first).unwrap_or(usize::MAX);
            let left = lane.members.len();
            let batch = Batch::of(from, events.iter().skip(skip)).filter(|_| left > 0);
            lane.pass = batch.map(|batch| Pass { batch: Arc::new(batch), turn, left });
        }
        let Some(pass) = &mut lane.pass else {
            lane.turn = None;
            return None;
        };
        let end = pass.left.min(lane.members.len());
        pass.left = end.saturating_sub(most);
        into.extend(lane.members[pass.left..end].iter().rev().cloned());
        Some(Arc::clone(&pass.batch))
    }

    /// The members of a slice were given its batch; gives the turn at which the shard has to put the feed in its line.
    pub fn sliced(&self, shard: usize) -> Option<Turn> {
        let mut state = self.state.lock();
        let lane = &mut state.lanes[shard];
        if let Some(done) = lane.pass.take_if(|pass| pass.left == 0) {
            lane.passed = lane.passed.max(done.batch.to());
        }
        if lane.pass.is_none() {
            let is_behind = lane.passed < self.head.load(Ordering::Relaxed) && !lane.members.is_empty();
            let turn = if lane.passed < lane.early_to { Turn::Early } else { Turn::Ordinary };
            lane.turn = is_behind.then_some(turn);
        }
        let turn = lane.turn.filter(|turn| lane.in_line.join(*turn));
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
