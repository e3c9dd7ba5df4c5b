//! The end of the hub: gently, so that everybody comes back elsewhere or later; or at once, when the store failed.

use tokio::sync::oneshot;

use super::batch::Due;
use super::state::{State, store_failed};
use super::writer::Writer;
use crate::core::command::Command;
use crate::core::id::ConnId;
use crate::fanout::Kind;
use crate::store::StoreError;
use crate::wire::close::CloseCode;
use crate::wire::notice;

/// Connections that are closed at a time, so that they do not all come back at once.
const SLICE_CONNS: usize = 256;
/// From one slice to the next.
const SLICE_MS: u64 = 20;
/// From the announcement to the first slice, so that the announcement is read first.
const ANNOUNCED_MS: u64 = 50;
/// How long connections may take to end.
const GIVE_UP_MS: u64 = 10_000;
/// The soonest that a client is told to come back.
const MIN_RETRY_MS: u64 = 1_000;
/// Over how long the clients are spread.
const SPREAD_MS: u64 = 4_000;

/// A drain that goes on.
#[derive(Debug)]
pub(super) struct Draining {
    next_ms: u64,
    give_up_ms: u64,
    done: Vec<oneshot::Sender<()>>,
}

impl Draining {
    pub const fn next_ms(&self) -> u64 {
        self.next_ms
    }
}

/// When a client is told to come back: spread evenly, whatever the order in which they connected.
const fn retry_after_ms(conn: ConnId) -> u64 {
    // Fibonacci hashing: neighbours land far from each other.
    MIN_RETRY_MS + (conn.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) % SPREAD_MS
}

impl Writer {
    /// From here on no call is taken. Calls over HTTP that wait end with their dialogs open.
    pub(super) fn begin_draining(&mut self, done: oneshot::Sender<()>) {
        self.shared.advance(State::Draining);
        for epoch in self.calls.http_epochs() {
            self.carry_out(epoch, None, Command::EndWaits);
        }
        self.later.hurry();
        self.batch.due.push(Due::Drain(done));
    }

    pub(super) fn start_draining(&mut self, done: oneshot::Sender<()>) {
        if let Some(draining) = &mut self.draining {
            draining.done.push(done);
            return;
        }
        for (conn, outbox) in self.conns.iter() {
            if outbox.kind() == Kind::WebSocket {
                outbox.push_frame(notice::draining(retry_after_ms(conn)));
            }
        }
        let now = self.clock.now_ms();
        self.draining =
            Some(Draining { next_ms: now + ANNOUNCED_MS, give_up_ms: now + GIVE_UP_MS, done: vec![done] });
    }

    /// Closes the next slice; ends the drain when nobody is connected any more, or after a bound.
    pub(super) fn go_on_draining(&mut self, now: u64) {
        let Some(draining) = &mut self.draining else { return };
        if self.conns.len() == 0 || draining.give_up_ms <= now {
            draining.next_ms = u64::MAX;
            // A receiver that is gone does not want to know.
            for done in draining.done.drain(..) {
                let _ = done.send(());
            }
        } else if draining.next_ms <= now {
            // Only a slice that was due moves the next one: commands that still come hold no slice back.
            draining.next_ms = now + SLICE_MS;
            let open = self.conns.iter().filter(|(_, outbox)| !outbox.is_closed());
            for (_, outbox) in open.take(SLICE_CONNS) {
                outbox.close(CloseCode::Restart, "the hub restarts; come back");
            }
        }
    }

    /// The store failed: what it holds is not known any more, so nothing of the batch is said to have happened,
    /// and nothing is taken from here on.
    pub(super) fn fail(&mut self, error: &StoreError) {
        tracing::error!(%error, "the store failed; the hub stops accepting until it is started again");
        self.shared.advance(State::StoreFailed);
        for due in std::mem::take(&mut self.batch).due {
            match due {
                Due::Refuse(route, error) => route.reply(Err(error)),
                Due::WatchRows(_, Some(route)) => route.reply(Err(store_failed())),
                Due::Rows(to) => drop(to.send(Err(store_failed()))),
                Due::Outstanding(to) => drop(to.send(Err(store_failed()))),
                Due::Located(to, _) => drop(to.send(Err(store_failed()))),
                Due::Drain(done) => self.start_draining(done),
                Due::Effect(..) | Due::Tell(..) | Due::Merge { .. } | Due::WatchRows(_, None) => {}
            }
        }
        self.calls.drain().for_each(|route| route.reply(Err(store_failed())));
        self.close_all_for_the_store();
        self.threads = Default::default();
        self.timers = Default::default();
        self.rows = Default::default();
        self.later = Default::default();
        self.journals = Default::default();
        self.quiet.clear();
    }

    pub(super) fn close_all_for_the_store(&self) {
        for (_, outbox) in self.conns.iter() {
            outbox.close(CloseCode::StoreLost, "this node lost its store; come back with since");
        }
    }

    /// Brings the gauges up to date, with what waits in all outbound queues.
    pub(super) fn measure(&self, done: oneshot::Sender<()>) {
        let waiting = self.conns.iter().map(|(_, outbox)| outbox.waiting_bytes());
        self.shared.metrics.queue_bytes.set(waiting.sum());
        self.set_gauges();
        // A receiver that is gone does not want to know.
        let _ = done.send(());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clients_are_spread_over_the_whole_time() {
        let times: Vec<_> = (0..1_000).map(|n| retry_after_ms(ConnId(n))).collect();
        assert!(times.iter().all(|ms| (MIN_RETRY_MS..MIN_RETRY_MS + SPREAD_MS).contains(ms)));
        for quarter in 0..4 {
            let begin = MIN_RETRY_MS + quarter * SPREAD_MS / 4;
            let here = times.iter().filter(|ms| (begin..begin + SPREAD_MS / 4).contains(ms)).count();
            assert!((200..300).contains(&here), "{here} in quarter {quarter}");
        }
    }
}
