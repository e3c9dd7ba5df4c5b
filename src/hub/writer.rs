//! The writer thread: takes inputs in batches, decides all of a batch, commits once, then lets it happen.
//!
//! It alone touches threads, the store and the lists of who is there, so nothing here is locked. Time comes from
//! the hub's clock; the loop wakes for the earliest of the times that anything waits for.

use std::collections::VecDeque;
use std::future::pending;
use std::sync::Arc;
use std::time::Instant;

use super::batch::{Batch, MAX_BATCH_INPUTS};
use super::calls::Calls;
use super::clock::Clock;
use super::conns::Conns;
use super::drain::Draining;
use super::host_requests::HostRequests;
use super::ids::FreshIds;
use super::inbox::{Envelope, Receiver};
use super::journals::Journals;
use super::later::Later;
use super::recovery::{MAX_RING_BYTES, Ring};
use super::rows::Rows;
use super::state::Shared;
use super::threads::Threads;
use super::timers::Timers;
use crate::core::command::Command;
use crate::core::effect::Effect;
use crate::core::id::Epoch;
use crate::core::limits::Limits;
use crate::fanout::Pump;
use crate::store::{Change, Row, Store, StoreError};

/// Everything that the writer thread owns.
pub(super) struct Writer {
    pub limits: Limits,
    pub clock: Clock,
    pub ids: FreshIds,
    pub store: Box<dyn Store>,
    pub shared: Arc<Shared>,
    pub threads: Threads,
    pub calls: Calls,
    pub hosts: HostRequests,
    pub conns: Conns,
    pub timers: Timers<Epoch>,
    pub rows: Rows,
    pub ring: Ring,
    pub pump: Pump,
    pub batch: Batch,
    pub later: Later,
    pub journals: Journals,
    /// Threads that may leave memory, with the time that each got into this line.
    pub quiet: VecDeque<(u64, Epoch)>,
    pub draining: Option<Draining>,
    /// Where a thread puts its effects; kept for its room.
    pub effects: Vec<Effect>,
    pub has_ended: bool,
}

impl Writer {
    pub fn new(
        limits: Limits,
        store: Box<dyn Store>,
        clock: Clock,
        shared: Arc<Shared>,
        rows: Vec<Row>,
        pump: Pump,
    ) -> Self {
        let mut writer = Self {
            limits,
            clock,
            ids: FreshIds::default(),
            store,
            shared,
            threads: Threads::default(),
            calls: Calls::default(),
            hosts: HostRequests::default(),
            conns: Conns::default(),
            timers: Timers::default(),
            rows: Rows::default(),
            ring: Ring::new(MAX_RING_BYTES),
            pump,
            batch: Batch::default(),
            later: Later::default(),
            journals: Journals::default(),
            quiet: VecDeque::new(),
            draining: None,
            effects: Vec::new(),
            has_ended: false,
        };
        for row in rows {
            writer.timers.set(row.epoch, row.next_deadline_at);
            writer.journals.note(row.epoch, row.journal);
            writer.threads.insert_stored(row);
        }
        writer
    }

    /// Runs until the hub is shut down or nobody holds it any more.
    pub async fn run(mut self, mut inbox: Receiver) {
        let mut received = Vec::with_capacity(MAX_BATCH_INPUTS);
        let mut damage = self.store.damage();
        while !self.has_ended {
            self.on_time();
            let wake_at = self.next_wake_ms();
            let time = async {
                match wake_at {
                    Some(at) => self.clock.sleep_until(at).await,
                    None => pending().await,
                }
            };
            tokio::select! {
                taken = inbox.recv_many(&mut received, MAX_BATCH_INPUTS) => {
                    if taken == 0 {
                        break;
                    }
                }
                () = time => continue,
                found = async { damage.as_mut()?.await.ok() }, if damage.is_some() => {
                    damage = None;
                    if let Some(error) = found {
                        self.fail(&error);
                    }
                    continue;
                }
            }
            self.shared.metrics.inbox_inputs.set(inbox.len());
            self.take(received.drain(..));
        }
        self.later.hurry();
        self.finish();
        self.log_outstanding();
    }

    /// Decides inputs in order, batch by batch.
    pub fn take(&mut self, inputs: impl Iterator<Item = Envelope>) {
        for envelope in inputs {
            if self.batch.is_full() {
                self.finish();
            }
            self.batch.inputs += 1;
            self.batch.bytes += envelope.bytes;
            self.batch.turns.extend(envelope.turn);
            if let Err(error) = self.decide(envelope.input).and_then(|()| self.keep_within_bounds()) {
                self.fail(&error);
            }
        }
        self.finish();
    }

    /// After a start nobody is connected, whatever the log says last: hosts are not live, and dialogs that end with
    /// their host or asker begin to end, and what a call was returning waits to be delivered. Deadlines that passed while the hub was down have come with it.
    ///
    /// # Errors
    /// Where a thread that is concerned cannot be read: then there is no start.
    pub fn begin(&mut self) -> Result<(), StoreError> {
        let concerned = self.threads.rows().filter(|row| row.live || row.open > 0 || row.journal.in_hand > 0);
        for epoch in concerned.map(|row| row.epoch).collect::<Vec<_>>() {
            if self.batch.is_full() {
                self.finish();
                self.unload_quiet_threads(self.clock.now_ms());
            }
            self.batch.inputs += 1;
            self.load(epoch)?;
        }
        self.keep_within_bounds()?;
        self.finish();
        Ok(())
    }

    /// A thread whose own entries are damaged is closed to its callers and harms no other; any other failure of the
    /// store is the end of its use.
    pub fn unless_damaged(error: StoreError) -> Result<(), StoreError> {
        match error {
            StoreError::Damaged { .. } => {
                tracing::error!(%error, "a thread cannot be read; calls to it are refused");
                Ok(())
            }
            other => Err(other),
        }
    }

    /// Does what the time has come for.
    fn on_time(&mut self) {
        let now = self.clock.now_ms();
        while let Some(epoch) = self.timers.pop_due(now) {
            if self.batch.is_full() {
                self.finish();
            }
            self.batch.inputs += 1;
            if let Err(error) = self.carry_out_read(epoch, Command::Tick) {
                return self.fail(&error);
            }
        }
        self.finish();
        self.tell_rows_that_waited(now);
        self.unload_quiet_threads(now);
        self.go_on_draining(now);
    }

    fn next_wake_ms(&mut self) -> Option<u64> {
        let quiet = self.next_unload_ms();
        let draining = self.draining.as_ref().map(Draining::next_ms);
        let others = [self.rows.next_ms(), self.later.next_ms(), quiet, draining];
        others.into_iter().chain([self.timers.next_ms()]).flatten().min()
    }

    /// Makes the batch durable, and then lets it happen.
    pub fn finish(&mut self) {
        let is_written = self.batch.is_urgent || self.later.is_due(self.clock.now_ms());
        if is_written {
            self.later.take().into_iter().for_each(|epoch| self.batch.touch(epoch));
        }
        let batch = std::mem::take(&mut self.batch);
        if batch.is_empty() {
            return;
        }
        let changes = if is_written { self.changes(&batch) } else { Vec::new() };
        let entries = changes.iter().map(|change| match change {
            Change::Append { entries, .. } => entries.len(),
            Change::Forget { .. } => 0,
        });
        let (entries, began) = (entries.sum(), Instant::now());
        if !changes.is_empty()
            && let Err(error) = self.store.commit(&changes)
        {
            self.batch = batch;
            return self.fail(&error);
        }
        let metrics = &self.shared.metrics;
        if !changes.is_empty() {
            metrics.committed(entries, began.elapsed());
        }
        metrics.inputs.add(batch.inputs as u64);
        metrics.batch_inputs.set(batch.inputs);
        let mut changed = batch.names;
        for epoch in batch.touched.iter().filter(|epoch| !batch.forgotten.contains(epoch)) {
            changed.extend(self.threads.committed(*epoch));
        }
        for due in batch.due {
            if let Err(error) = self.perform(due) {
                return self.fail(&error);
            }
        }
        self.look_after(&batch.touched);
        self.tell_rows(&changed);
    }

    /// What the store is to do for a batch.
    fn changes(&mut self, batch: &Batch) -> Vec<Change> {
        let mut changes = Vec::new();
        for epoch in &batch.touched {
            let Some(stored_pos) = self.threads.slot(*epoch).map(|slot| slot.row.pos) else { continue };
            if batch.forgotten.contains(epoch) {
                // A thread that came and went within the batch was never written.
                if stored_pos > 0 {
                    changes.push(Change::Forget { epoch: *epoch });
                }
                continue;
            }
            let Some(live) = self.threads.live_mut(*epoch) else { continue };
            if live.staged.is_empty() {
                continue;
            }
            let checkpoint = live.checkpoint_if_due(self.limits.history_events);
            let (entries, row) = (std::mem::take(&mut live.staged), live.row());
            changes.push(Change::Append { expected_pos: stored_pos, entries, row, checkpoint });
        }
        changes
    }
}
