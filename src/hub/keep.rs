//! What is done around the threads that a batch touched: their timers, their rows, and who leaves memory.

use super::effects::told_row;
use super::writer::Writer;
use crate::core::id::{Epoch, ThreadId};
use crate::fanout::Outbox;
use crate::wire::{notice, row};

/// How long a thread that nobody needs stays in memory.
const QUIET_MS: u64 = 60_000;
/// Threads in memory; above it those that nobody needs leave at once.
const MAX_LOADED_THREADS: usize = 16 << 10;

impl Writer {
    /// Sets the timers of the threads that were touched, and lets those go that are nothing.
    pub(super) fn look_after(&mut self, touched: &[Epoch]) {
        let now = self.clock.now_ms();
        for epoch in touched {
            let Some(live) = self.threads.live_mut(*epoch) else { continue };
            let is_quiet = live.is_quiet();
            if is_quiet && live.thread.is_cold() {
                self.threads.remove(*epoch);
                self.timers.set(*epoch, None);
                continue;
            }
            live.quiet_since_ms = is_quiet.then_some(now);
            if is_quiet && !live.is_in_line {
                live.is_in_line = true;
                self.quiet.push_back((now, *epoch));
            }
            self.timers.set(*epoch, live.thread.next_due_at());
        }
        self.set_gauges();
    }

    /// Says how much of everything there is.
    pub(super) fn set_gauges(&self) {
        let (metrics, counts) = (&self.shared.metrics, self.threads.counts());
        metrics.threads.set(counts.warm);
        metrics.loaded_threads.set(counts.loaded);
        metrics.open_dialogs.set(counts.open);
        metrics.connections.set(self.conns.len());
        metrics.followers.set(self.conns.follows());
        metrics.waiting_calls.set(self.calls.len());
        metrics.journal_pending.set(counts.pending);
        metrics.journal_unacked.set(counts.unacked);
        metrics.journal_debt.set(counts.debt);
        metrics.journal_entries.set(counts.entries);
    }

    /// Lets threads leave memory that nobody has needed for a while.
    pub(super) fn unload_quiet_threads(&mut self, now: u64) {
        while let Some((in_line_since, epoch)) = self.quiet.front().copied() {
            let is_crowded = self.threads.counts().loaded > MAX_LOADED_THREADS;
            if in_line_since + QUIET_MS > now && !is_crowded {
                return;
            }
            self.quiet.pop_front();
            let Some(live) = self.threads.live_mut(epoch) else { continue };
            match live.quiet_since_ms {
                None => live.is_in_line = false,
                Some(since) if since + QUIET_MS <= now || is_crowded => self.threads.unload(epoch),
                // It was needed meanwhile: it waits again.
                Some(since) => self.quiet.push_back((since, epoch)),
            }
        }
    }

    /// When [`Writer::unload_quiet_threads`] has something to do.
    pub(super) fn next_unload_ms(&self) -> Option<u64> {
        self.quiet.front().map(|(since, _)| since + QUIET_MS)
    }

    /// Tells the watchers of the rows that changed, those that may be told now.
    pub(super) fn tell_rows(&mut self, changed: &[ThreadId]) {
        let now = self.clock.now_ms();
        for name in changed {
            if self.rows.changed(name, now) {
                self.tell_row(name);
            }
        }
    }

    /// Tells the rows that changed when they had just been told.
    pub(super) fn tell_rows_that_waited(&mut self, now: u64) {
        while let Some(name) = self.rows.pop_due(now) {
            self.tell_row(&name);
        }
    }

    fn tell_row(&self, name: &ThreadId) {
        let slot = self.threads.by_name(name).and_then(|epoch| self.threads.slot(epoch));
        let change = match slot.filter(|slot| slot.row.pos > 0) {
            Some(slot) => row::Change::Row(told_row(&slot.row)),
            None => row::Change::Gone(row::Gone::new(name.clone())),
        };
        let too_slow = self.rows.tell(&Outbox::told_frame(&notice::hub_thread(&change)));
        (0..too_slow).for_each(|_| self.shared.metrics.fanout.too_slow());
    }
}
