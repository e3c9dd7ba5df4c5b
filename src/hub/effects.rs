//! Lets one thing happen that is on disk: an event is published, a call is answered, a follower joins.
//!
//! Effects come in the order in which they must happen; each is queued for its connections before the next one is
//! looked at. Nobody is waited for.

use std::sync::Arc;

use super::batch::Due;
use super::calls::Route;
use super::state::store_failed;
use super::threads::Live;
use super::writer::Writer;
use super::{losses, recovery};
use crate::core::command::Since;
use crate::core::effect::{AskResult, Effect, Notice, Reply, Snapshot};
use crate::core::error::Error;
use crate::core::id::{CallId, ConnId, Epoch};
use crate::core::journal::Loss;
use crate::core::record::{Entry, Record};
use crate::error::ApiError;
use crate::fanout::{EventFrame, Kind, Outbox, Pushed, Turn, sse_block};
use crate::store::{Row, StoreError};
use crate::wire::close::CloseCode;
use crate::wire::{event, notice, row, rpc, snapshot};

impl Writer {
    /// Does one thing.
    ///
    /// # Errors
    /// Where what a follower missed cannot be read from the store.
    pub(super) fn perform(&mut self, due: Due) -> Result<(), StoreError> {
        match due {
            Due::Effect(epoch, effect) => return self.perform_effect(epoch, effect),
            Due::Refuse(route, error) => route.reply(Err(error)),
            Due::Tell(conn, notice) => self.tell(conn, notice),
            Due::Merge { cold, into } => self.merge(cold, into),
            Due::WatchRows(conn, route) => self.watch_rows(conn, route),
            // A receiver that is gone has broken its call off.
            Due::Rows(to) => drop(to.send(Ok(self.all_rows()))),
            Due::Outstanding(to) => drop(to.send(Ok(self.outstanding()))),
            Due::Located(to, place) => drop(to.send(Ok(place))),
            Due::Drain(done) => self.start_draining(done),
        }
        Ok(())
    }

    fn perform_effect(&mut self, epoch: Epoch, effect: Effect) -> Result<(), StoreError> {
        match effect {
            Effect::Append(entry) => self.publish(epoch, &entry),
            Effect::Reply { call, reply } => {
                match &reply {
                    Ok(Reply::Result(result)) => self.count_recovery(result),
                    Ok(_) => {}
                    Err(error) => self.count_refusal(error),
                }
                if let Some(route) = self.end_call(call) {
                    route.reply(reply.map_err(ApiError::from));
                }
            }
            Effect::Follow { conn, call, snapshot, since } => {
                return self.join(epoch, conn, call, &snapshot, since);
            }
            Effect::Unfollow { conn } => {
                if let Some(live) = self.threads.live_mut(epoch) {
                    live.followers.remove(conn);
                }
            }
            Effect::Tell { conn, notice } => self.tell(conn, notice),
            Effect::AskHost { conn, request, what } => {
                if let Some(outbox) = self.conns.outbox(conn) {
                    let frame = Outbox::told_frame(&notice::host_request(request, &what));
                    self.count(outbox.push_request(request, frame));
                }
            }
            Effect::Recall { conn, request } => {
                if let Some(outbox) = self.conns.outbox(conn) {
                    outbox.recall(request);
                }
            }
            Effect::HandOver { call, result } => {
                self.count_recovery(&result);
                if let Some(route) = self.calls.hand_over(call) {
                    route.hand_over(call, result);
                }
            }
            Effect::Lost(loss) => {
                if let Loss::Evicted { .. } = loss {
                    self.shared.metrics.journal_evicted.inc();
                }
                losses::log(&loss);
            }
            Effect::AppendLater(_) => {}
            Effect::Forgotten => self.forget(epoch),
        }
        Ok(())
    }

    fn publish(&mut self, epoch: Epoch, entry: &Entry) {
        let metrics = &self.shared.metrics;
        match &entry.record {
            Record::Requested(_) => metrics.asks.inc(),
            Record::Settled(settled) => metrics.settles(settled.outcome).inc(),
            _ => {}
        }
        let Some(live) = self.threads.live(epoch) else { return };
        let Some(event) = event::encode(live.thread.name_at(entry.seq), epoch, entry) else { return };
        let event = Arc::new(EventFrame::new(event));
        // A person waits for all but what the agent publishes.
        let turn =
            if matches!(entry.record, Record::Published { .. }) { Turn::Ordinary } else { Turn::Early };
        live.followers.publish(Arc::clone(&event), turn, &self.pump);
        metrics.events.inc();
        self.ring.push(event);
    }

    /// The snapshot, what was missed, and the live events from the next one on: one step.
    fn join(
        &mut self,
        epoch: Epoch,
        conn: ConnId,
        call: Option<CallId>,
        snapshot: &Snapshot,
        since: Option<Since>,
    ) -> Result<(), StoreError> {
        let route = call.and_then(|call| self.end_call(call));
        let Some(outbox) = self.conns.outbox(conn).cloned() else { return Ok(()) };
        let Some(live) = self.threads.live_mut(epoch) else { return Ok(()) };
        let (ring, store) = (&mut self.ring, self.store.as_mut());
        let missed = since.map(|since| {
            recovery::missed(ring, store, &live.thread, since, snapshot.seq, outbox.max_queue_bytes())
        });
        let missed = match missed.transpose() {
            Ok(missed) => missed.flatten(),
            Err(error) => {
                if let Some(route) = route {
                    route.reply(Err(store_failed()));
                }
                return Err(error);
            }
        };
        let text = snapshot::followed(snapshot, missed.is_some(), &missed.unwrap_or_default());
        match route {
            Some(Route::Frame { outbox, request }) => {
                outbox.push_frame(rpc::result_frame(&request, &text));
            }
            Some(Route::Stream(ready)) => {
                outbox.push_raw(sse_block(epoch, snapshot.seq, "snapshot", text.as_bytes()));
                drop(ready.send(Ok(())));
            }
            Some(Route::Http(_)) | None => {}
        }
        live.followers.add(conn, outbox, &self.pump);
        if snapshot.seq == 0 {
            self.threads.told.told(&snapshot.thread, epoch);
        }
        Ok(())
    }

    fn tell(&mut self, conn: ConnId, said: Notice) {
        let Some(outbox) = self.conns.outbox(conn) else { return };
        let frame = match said {
            Notice::Asked { call, id, key, followers } => match self.calls.request(call) {
                Some(request) => notice::asked(request, &id, key.as_deref(), followers),
                None => return,
            },
            Notice::Refused { id, error } => {
                self.count_refusal(&error);
                notice::refused(&id, &ApiError::from(error))
            }
            Notice::HostDetached { thread, reason } => notice::host_detached(&thread, reason),
        };
        outbox.push_frame(frame);
    }

    /// The thread ended: its followers are unfollowed, SSE streams end, nothing of it is kept.
    fn forget(&mut self, epoch: Epoch) {
        self.timers.set(epoch, None);
        self.ring.forget(epoch);
        self.journals.forget(epoch);
        let Some(mut live) = self.threads.remove(epoch) else { return };
        for (conn, outbox) in live.followers.take_all() {
            self.conns.unfollow(conn, epoch);
            if outbox.kind() == Kind::Sse {
                outbox.close(CloseCode::Normal, "the thread was forgotten");
            }
        }
    }

    /// Followers of a name without events follow the thread that was moved onto it.
    fn merge(&mut self, cold: Epoch, into: Epoch) {
        let Some(cold_live) = self.threads.remove(cold) else { return };
        self.timers.set(cold, None);
        for (conn, _) in cold_live.followers.iter() {
            self.conns.unfollow(conn, cold);
            self.conns.follow(conn, into);
            let threads = &self.threads;
            self.conns.concern(conn, into, |epoch| threads.live(epoch).is_some());
        }
        let Live { thread, followers, .. } = *cold_live;
        if let Some(live) = self.threads.live_mut(into) {
            live.thread.merge_followers(thread);
            live.followers.merge(followers, &self.pump);
        }
    }

    fn watch_rows(&mut self, conn: ConnId, route: Option<Route>) {
        let Some(outbox) = self.conns.outbox(conn).cloned() else { return };
        if let Some(Route::Frame { outbox, request }) = route {
            outbox.push_frame(rpc::result_frame(&request, &row::list(&self.all_rows())));
        }
        self.rows.watch(conn, outbox);
    }

    /// Every thread that has events, by name.
    fn all_rows(&self) -> Vec<row::Row> {
        let mut rows: Vec<_> = self.threads.rows().map(told_row).collect();
        rows.sort_unstable_by(|a, b| a.thread.cmp(&b.thread));
        rows
    }

    /// Takes a call out: it is answered now.
    fn end_call(&mut self, call: CallId) -> Option<Route> {
        let waiting = self.calls.end(call)?;
        if let Some(conn) = waiting.conn {
            self.conns.call_ended(conn, call);
        }
        Some(waiting.route)
    }

    fn count_refusal(&self, error: &Error) {
        if matches!(error, Error::Refused(_)) {
            self.shared.metrics.refusals.inc();
        }
    }

    fn count_recovery(&self, result: &AskResult) {
        if result.recovered {
            self.shared.metrics.journal_recovered.inc();
        }
    }

    fn count(&self, pushed: Pushed) {
        if pushed == Pushed::TooSlow {
            self.shared.metrics.fanout.too_slow();
        }
    }
}

/// A row as it is told.
pub(super) fn told_row(row: &Row) -> row::Row {
    let Row { thread, live, busy, run, open, last_at, .. } = row;
    row::Row { thread: thread.clone(), live: *live, busy: *busy, run: *run, open: *open, last_at: *last_at }
}
