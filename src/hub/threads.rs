//! Every thread of the hub: its row always, its state while somebody needs it, and the ways to find it.
//!
//! Two names never lead to one thread. A name without events has a thread while somebody follows it;
//! that has no row in the store and does not count against `max_threads`. What epoch was told of it stays its epoch.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;

use super::cold::ToldEpochs;
use crate::core::id::{DialogId, Epoch, ThreadId};
use crate::core::journal::Summary;
use crate::core::record::{Entry, Record};
use crate::core::thread::Thread;
use crate::fanout::Followers;
use crate::store::{Checkpoint, Row};

/// Entries from one checkpoint to the next: what a load folds at most, in some milliseconds. A checkpoint is about as
/// large as the events that a thread keeps; were there more of them, they would be most of what is written.
const CHECKPOINT_ENTRIES: u64 = 1_000;
/// New dialogs of one thread before the index is cleared of those that it does not know any more.
const MIN_SWEEP: usize = 256;

/// A thread.
#[derive(Debug)]
pub(super) struct Slot {
    /// As the store has it; `pos` is 0 for a thread without events.
    pub row: Row,
    /// Its state, while it is in memory.
    pub live: Option<Box<Live>>,
}

/// A place in a log: an entry, and the last event up to it.
#[derive(Debug, Clone, Copy)]
struct Cut {
    pos: u64,
    seq: u64,
}

/// A thread in memory.
#[derive(Debug)]
pub(super) struct Live {
    pub thread: Thread,
    /// Who gets its events.
    pub followers: Followers,
    /// Entries that are not committed yet: those of this batch, behind older ones that nobody waits for.
    pub staged: Vec<Arc<Entry>>,
    /// Since when nothing needs it in memory; none while something does.
    pub quiet_since_ms: Option<u64>,
    /// Whether it stands in the line of those that may leave memory.
    pub is_in_line: bool,
    /// The entry that the newest checkpoint includes last; 0 before the first.
    checkpoint_pos: u64,
    /// Where its entries may be cut off, oldest first.
    cuts: VecDeque<Cut>,
    /// Dialogs in the index, those that the thread has forgotten since among them.
    indexed: Vec<DialogId>,
    /// How many may be there before the forgotten ones are taken out.
    sweep_at: usize,
}

impl Live {
    fn new(thread: Thread, checkpoint_pos: u64) -> Self {
        Self {
            checkpoint_pos,
            cuts: VecDeque::from([Cut { pos: thread.pos(), seq: thread.seq() }]),
            thread,
            followers: Followers::default(),
            staged: Vec::new(),
            quiet_since_ms: None,
            is_in_line: false,
            indexed: Vec::new(),
            sweep_at: MIN_SWEEP,
        }
    }

    /// The row that the store is to have.
    pub fn row(&self) -> Row {
        let (thread, status) = (&self.thread, self.thread.status());
        Row {
            epoch: thread.epoch(),
            thread: thread.name().clone(),
            pos: thread.pos(),
            seq: thread.seq(),
            last_at: thread.last_at(),
            live: status.live,
            busy: status.busy,
            run: status.run,
            // Bounded by `max_open`.
            open: u32::try_from(thread.open_count()).unwrap_or(u32::MAX),
            next_deadline_at: thread.next_deadline_at(),
            journal: thread.journal(),
        }
    }

    /// The folded state, now and then, and what a recovery does not need any more: all but `history_events` events
    /// at least. A move is always followed by one, for the log does not say what the thread was named before.
    pub fn checkpoint_if_due(&mut self, history_events: u64) -> Option<Checkpoint> {
        let (pos, seq) = (self.thread.pos(), self.thread.seq());
        let has_moved = self.staged.iter().any(|entry| matches!(entry.record, Record::Moved { .. }));
        if pos < self.checkpoint_pos + CHECKPOINT_ENTRIES && !has_moved {
            return None;
        }
        let mut drop_through_pos = 0;
        while let Some(cut) = self.cuts.front().filter(|cut| cut.seq + history_events <= seq) {
            drop_through_pos = cut.pos;
            self.cuts.pop_front();
        }
        self.cuts.push_back(Cut { pos, seq });
        self.checkpoint_pos = pos;
        Some(Checkpoint { pos, state: self.thread.checkpoint(), drop_through_pos })
    }

    /// Whether nothing but the log holds what it is, so that it may leave memory.
    pub fn is_quiet(&self) -> bool {
        self.thread.is_quiet() && self.followers.is_empty() && self.staged.is_empty()
    }
}

/// All threads.
#[derive(Debug, Default)]
pub(super) struct Threads {
    slots: HashMap<Epoch, Slot>,
    names: HashMap<ThreadId, Epoch>,
    /// Of threads in memory.
    dialogs: HashMap<DialogId, Epoch>,
    /// Of names without events.
    pub told: ToldEpochs,
    counts: Counts,
}

/// How many there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Counts {
    /// Threads that have events, as of the last commit.
    pub warm: usize,
    /// Threads in memory.
    pub loaded: usize,
    /// Open dialogs, as of the last commit.
    pub open: usize,
    /// Answers that wait to be delivered, as of the last commit.
    pub pending: usize,
    /// Answers whose receipt is not proved, as of the last commit.
    pub unacked: usize,
    /// Unproved answers that were dropped and are not known to be told, as of the last commit.
    pub debt: usize,
    /// Entries of journals, as of the last commit.
    pub entries: usize,
}

impl Counts {
    fn add(&mut self, row: &Row) {
        self.each(row, |count, n| *count += n);
    }

    fn subtract(&mut self, row: &Row) {
        self.each(row, |count, n| *count -= n);
    }

    fn each(&mut self, row: &Row, change: impl Fn(&mut usize, usize)) {
        let Summary { outstanding, entries, .. } = row.journal;
        change(&mut self.warm, usize::from(row.pos > 0));
        change(&mut self.open, row.open as usize);
        change(&mut self.pending, outstanding.pending as usize);
        change(&mut self.unacked, outstanding.unacked as usize);
        change(&mut self.debt, usize::try_from(outstanding.debt).unwrap_or(usize::MAX));
        change(&mut self.entries, entries as usize);
    }
}

impl Threads {
    /// A thread that the store has.
    pub fn insert_stored(&mut self, row: Row) {
        self.counts.add(&row);
        self.names.insert(row.thread.clone(), row.epoch);
        self.slots.insert(row.epoch, Slot { row, live: None });
    }

    /// A thread without events, under a name that leads nowhere.
    pub fn insert_cold(&mut self, epoch: Epoch, name: ThreadId) {
        let live = Live::new(Thread::cold(epoch, name.clone()), 0);
        self.counts.loaded += 1;
        self.slots.insert(epoch, Slot { row: live.row(), live: Some(Box::new(live)) });
        self.names.insert(name, epoch);
    }

    pub fn by_name(&self, name: &ThreadId) -> Option<Epoch> {
        self.names.get(name).copied()
    }

    /// The thread in memory that knows a dialog.
    pub fn by_dialog(&self, id: &DialogId) -> Option<Epoch> {
        let epoch = *self.dialogs.get(id)?;
        self.live(epoch)?.thread.knows(id).then_some(epoch)
    }

    /// What a thread is called, by its state in memory or else by its row.
    pub fn name(&self, epoch: Epoch) -> Option<ThreadId> {
        let slot = self.slots.get(&epoch)?;
        Some(slot.live.as_deref().map_or(&slot.row.thread, |live| live.thread.name()).clone())
    }

    pub fn slot(&self, epoch: Epoch) -> Option<&Slot> {
        self.slots.get(&epoch)
    }

    pub fn live(&self, epoch: Epoch) -> Option<&Live> {
        self.slots.get(&epoch)?.live.as_deref()
    }

    pub fn live_mut(&mut self, epoch: Epoch) -> Option<&mut Live> {
        self.slots.get_mut(&epoch)?.live.as_deref_mut()
    }

    /// Puts a thread into memory, folded from its newest checkpoint and the entries behind it.
    pub fn load(&mut self, thread: Thread, checkpoint_pos: u64) {
        let Some(slot) = self.slots.get_mut(&thread.epoch()) else { return };
        let ids: Vec<_> = thread.dialog_ids().cloned().collect();
        let epoch = thread.epoch();
        self.counts.loaded += usize::from(slot.live.is_none());
        slot.live = Some(Box::new(Live::new(thread, checkpoint_pos)));
        for id in ids {
            self.index(epoch, id);
        }
    }

    /// Notes a dialog of a thread in memory.
    pub fn index(&mut self, epoch: Epoch, id: DialogId) {
        let Some(live) = self.slots.get_mut(&epoch).and_then(|slot| slot.live.as_deref_mut()) else { return };
        self.dialogs.insert(id.clone(), epoch);
        live.indexed.push(id);
        if live.indexed.len() > live.sweep_at {
            let known: HashSet<&DialogId> = live.thread.dialog_ids().collect();
            live.indexed.retain(|id| {
                let is_known = known.contains(id);
                if !is_known {
                    self.dialogs.remove(id);
                }
                is_known
            });
            live.sweep_at = 2 * live.indexed.len() + MIN_SWEEP;
        }
    }

    /// Takes over the row that was committed; the thread's name, if anything about it changed.
    pub fn committed(&mut self, epoch: Epoch) -> Option<ThreadId> {
        let slot = self.slots.get_mut(&epoch)?;
        // What is staged still was not committed.
        let row = slot.live.as_deref().filter(|live| live.staged.is_empty())?.row();
        if row.pos == slot.row.pos {
            return None;
        }
        self.counts.subtract(&slot.row);
        self.counts.add(&row);
        slot.row = row;
        Some(slot.row.thread.clone())
    }

    /// Lets a name lead nowhere any more, and another one to its thread.
    pub fn rename(&mut self, from: &ThreadId, to: Option<(ThreadId, Epoch)>) {
        self.told.forget(from);
        self.names.remove(from);
        if let Some((to, epoch)) = to {
            self.names.insert(to, epoch);
        }
    }

    /// Takes a thread's state out of memory; its row stays.
    pub fn unload(&mut self, epoch: Epoch) {
        let Some(live) = self.slots.get_mut(&epoch).and_then(|slot| slot.live.take()) else { return };
        self.counts.loaded -= 1;
        for id in &live.indexed {
            self.dialogs.remove(id);
        }
    }

    /// Takes a thread out altogether; its name too, unless it leads elsewhere by now.
    pub fn remove(&mut self, epoch: Epoch) -> Option<Box<Live>> {
        let mut slot = self.slots.remove(&epoch)?;
        if self.names.get(&slot.row.thread) == Some(&epoch) {
            self.names.remove(&slot.row.thread);
        }
        self.counts.subtract(&slot.row);
        let live = slot.live.take()?;
        self.counts.loaded -= 1;
        for id in &live.indexed {
            self.dialogs.remove(id);
        }
        Some(live)
    }

    /// The rows of all threads that have events, in no order.
    pub fn rows(&self) -> impl Iterator<Item = &Row> {
        self.slots.values().map(|slot| &slot.row).filter(|row| row.pos > 0)
    }

    /// What the journal of each thread holds, in no order; of threads in memory as it is now.
    pub fn journals(&self) -> impl Iterator<Item = (&ThreadId, Summary)> {
        let summary = |slot: &Slot| slot.live.as_ref().map_or(slot.row.journal, |live| live.thread.journal());
        self.slots.values().map(move |slot| (&slot.row.thread, summary(slot)))
    }

    pub const fn counts(&self) -> Counts {
        self.counts
    }

    /// Threads without events, those that come to be in this batch among them.
    pub fn cold(&self) -> usize {
        self.slots.len() - self.counts.warm
    }
}
