//! One input: which thread it is for, whether the hub lets it through, and what the thread makes of it.
//!
//! Nothing is said to anybody here, and nothing is written: a refusal waits for its turn like every effect.

#[cfg(test)]
mod tests;

use super::batch::Due;
use super::calls::{HandedOver, Route, Waiting};
use super::inbox::{Call, Input, ReplyTo};
use super::state::{State, store_failed};
use super::writer::Writer;
use crate::core::command::Command;
use crate::core::effect::{Effect, Notice};
use crate::core::error::Error;
use crate::core::id::{CallId, ConnId, DialogId, Epoch, Ids, ThreadId};
use crate::core::limits::{Limits, RETRY_AFTER_MS};
use crate::core::record::Record;
use crate::core::thread::{Context, Thread};
use crate::error::ApiError;
use crate::store::StoreError;

/// Calls of one connection that may wait at a time.
const MAX_WAITING_CALLS: usize = 16 << 10;
/// What may be on its way to the followers of one thread before its agent has to wait.
const MAX_BACKLOG_BYTES: usize = 512 << 10;

/// The same, where less may wait for a single follower: a reply puts all that is on its way before itself, so a
/// publisher without pause has to be held back before anybody is closed for it.
fn max_backlog_bytes(limits: &Limits) -> usize {
    MAX_BACKLOG_BYTES.min(limits.max_queue_bytes / 2)
}

impl Writer {
    /// Decides one input.
    ///
    /// # Errors
    /// Where a thread's log cannot be read; then nothing of the batch may happen.
    pub(super) fn decide(&mut self, input: Input) -> Result<(), StoreError> {
        match input {
            Input::Connected { conn, outbox } => {
                self.conns.connected(conn, outbox);
                if self.shared.state() == State::StoreFailed {
                    self.close_all_for_the_store();
                }
            }
            Input::Call(call) => return self.call(*call),
            Input::Respond { conn, command } => self.respond(conn, *command),
            Input::HostReplied { conn, request, reply } => {
                if let Some(epoch) = self.hosts.replied(request, conn) {
                    self.carry_out(epoch, None, Command::HostReplied { request, reply });
                }
            }
            Input::FollowHub { conn, reply } => {
                let route = self.route(Some(conn), reply);
                let due = match self.shared.refusal() {
                    None => Some(Due::WatchRows(conn, route)),
                    Some(error) => route.map(|route| Due::Refuse(route, error)),
                };
                self.batch.due.extend(due);
            }
            Input::Outstanding { reply } => match self.shared.refusal() {
                None => self.batch.due.push(Due::Outstanding(reply)),
                // As below.
                Some(error) => drop(reply.send(Err(error))),
            },
            Input::Locate { id, reply } => return self.locate(id, reply),
            Input::Rows { reply } => match self.shared.refusal() {
                None => self.batch.due.push(Due::Rows(reply)),
                // A receiver that is gone has broken its call off.
                Some(error) => drop(reply.send(Err(error))),
            },
            Input::Written { calls } => calls.into_iter().for_each(|call| self.call_written(call)),
            Input::CallGone { call } => self.call_gone(call),
            Input::Gone { conn } => self.goodbye(conn),
            Input::Measure { done } => self.measure(done),
            Input::Drain { done } => self.begin_draining(done),
            Input::Shutdown => self.has_ended = true,
        }
        Ok(())
    }

    fn call(&mut self, call: Call) -> Result<(), StoreError> {
        let Call { id, conn, thread, command, reply } = call;
        let route = self.route(conn, reply);
        if let Err(error) = self.admit(conn, &thread, &command) {
            self.refuse(route, error);
            return Ok(());
        }
        let epoch = self.find(&thread);
        // Whatever comes of it, a thread without events is looked after at the end of the batch.
        self.batch.touch(epoch);
        if let Err(error) = self.load(epoch) {
            self.refuse(route, store_failed());
            return Self::unless_damaged(error);
        }
        if let Command::Move { to } = &command
            && let Err(error) = self.may_move(epoch, to)
        {
            self.refuse(route, error);
            return Ok(());
        }
        if let (
            Some(conn),
            Command::Follow { .. } | Command::Attach { .. } | Command::Ask(_) | Command::Get { .. },
        ) = (conn, &command)
        {
            let threads = &self.threads;
            self.conns.concern(conn, epoch, |epoch| threads.live(epoch).is_some());
        }
        if matches!(command, Command::Answer(_)) {
            self.shared.metrics.answers.inc();
        }
        let call = route.map(|route| {
            self.calls.begin(id, Waiting { epoch, conn, route });
            if let Some(conn) = conn {
                self.conns.call_began(conn, id);
            }
            id
        });
        match command {
            Command::Move { to } => self.move_to(epoch, call, to),
            command => self.carry_out(epoch, call, command),
        }
        Ok(())
    }

    /// Where a reply goes; nowhere for a notification, and for a connection that is gone.
    fn route(&self, conn: Option<ConnId>, reply: ReplyTo) -> Option<Route> {
        match reply {
            ReplyTo::Frame(request) => {
                let outbox = self.conns.outbox(conn?)?.clone();
                Some(Route::Frame { outbox, request })
            }
            ReplyTo::Http(to) => Some(Route::Http(to)),
            ReplyTo::Stream(ready) => Some(Route::Stream(ready)),
            ReplyTo::Nobody => None,
        }
    }

    fn refuse(&mut self, route: Option<Route>, error: ApiError) {
        self.batch.due.extend(route.map(|route| Due::Refuse(route, error)));
    }

    /// What the hub itself does not let through: counts of what is going on that are at their bound.
    fn admit(&self, conn: Option<ConnId>, thread: &ThreadId, command: &Command) -> Result<(), ApiError> {
        if let Some(error) = self.shared.refusal() {
            return Err(error);
        }
        let limit = |what: String| Err(ApiError::limit(what, RETRY_AFTER_MS));
        let (follows, calls) = conn.map_or((0, 0), |conn| self.conns.load_of(conn));
        if calls >= MAX_WAITING_CALLS {
            return limit(format!("{MAX_WAITING_CALLS} calls of this connection wait, which is the most"));
        }
        let known = self.threads.by_name(thread);
        let is_warm = known.is_some_and(|epoch| self.is_warm(epoch));
        let Limits { max_threads, max_follows, .. } = self.limits;
        match command {
            Command::Follow { conn, .. } => {
                if follows >= max_follows && !known.is_some_and(|epoch| self.conns.is_following(*conn, epoch))
                {
                    return limit(format!(
                        "this connection follows {max_follows} threads, which is the most"
                    ));
                }
                if known.is_none() && self.threads.cold() >= max_threads {
                    return limit(format!(
                        "{max_threads} threads without events are followed, which is the most"
                    ));
                }
            }
            Command::Ask(_) | Command::Attach { .. } | Command::Publish { .. } | Command::RunBegin
                if !is_warm && self.threads.counts().warm + self.batch.born >= max_threads =>
            {
                return limit(format!("the hub has {max_threads} threads, which is the most"));
            }
            Command::Publish { .. } if self.is_behind(known, max_backlog_bytes(&self.limits)) => {
                self.shared.metrics.publishes_held_back.inc();
                return limit("what was published before is still on its way to the followers".to_owned());
            }
            // A flood of publishing alone does not come so far. What ends a dialog is never refused for it, and bounded by
            // what was asked.
            Command::Ask(_)
            | Command::Lock { .. }
            | Command::RunBegin
            | Command::Attach { .. }
            | Command::Reset { .. }
                if self.is_behind(known, MAX_BACKLOG_BYTES.max(self.limits.max_queue_bytes)) =>
            {
                return limit("what happened before is still on its way to the followers".to_owned());
            }
            _ => {}
        }
        Ok(())
    }

    /// Whether the fan-out has more bytes of a thread's events still to carry.
    fn is_behind(&self, thread: Option<Epoch>, max_bytes: usize) -> bool {
        let live = thread.and_then(|epoch| self.threads.live(epoch));
        live.is_some_and(|live| live.followers.backlog_bytes() > max_bytes)
    }

    /// The thread of a name; a new one without events where the name leads nowhere, which goes again unless it is followed
    /// or comes to be.
    fn find(&mut self, name: &ThreadId) -> Epoch {
        self.threads.by_name(name).unwrap_or_else(|| {
            let epoch = self.threads.told.get(name).unwrap_or_else(|| Epoch(self.ids.uuid()));
            self.threads.insert_cold(epoch, name.clone());
            epoch
        })
    }

    fn is_warm(&self, epoch: Epoch) -> bool {
        let stored = self.threads.slot(epoch).is_some_and(|slot| slot.row.pos > 0);
        stored || self.threads.live(epoch).is_some_and(|live| !live.thread.is_cold())
    }

    /// Brings a thread into memory. Whoever was there when it was last in memory, in this process or an older one, is gone.
    pub(super) fn load(&mut self, epoch: Epoch) -> Result<(), StoreError> {
        let Some(slot) = self.threads.slot(epoch).filter(|slot| slot.live.is_none()) else { return Ok(()) };
        let name = slot.row.thread.clone();
        let loaded = self.store.load(epoch)?;
        let state = loaded.checkpoint.as_ref().map(|checkpoint| checkpoint.state.as_str());
        let thread = Thread::fold(epoch, name, state, loaded.entries, &self.limits).map_err(|error| {
            StoreError::Damaged { file: format!("the log of thread {epoch}"), place: error.to_string() }
        })?;
        for id in thread.tickets() {
            self.journals.open_ticket(id.clone(), epoch);
        }
        self.threads.load(thread, loaded.checkpoint.map_or(0, |checkpoint| checkpoint.pos));
        self.carry_out(epoch, None, Command::Loaded);
        Ok(())
    }

    /// Lets a thread in memory decide, and notes what is to happen.
    pub(super) fn carry_out(&mut self, epoch: Epoch, call: Option<CallId>, command: Command) {
        let Some(live) = self.threads.live_mut(epoch) else { return };
        let now = self.clock.now_ms();
        let mut effects = std::mem::take(&mut self.effects);
        let was_cold = live.thread.is_cold();
        let mut context = Context { now, limits: &self.limits, ids: &mut self.ids, out: &mut effects };
        live.thread.handle(call, command, &mut context);
        self.journals.note(epoch, live.thread.journal());
        self.batch.born += usize::from(was_cold && !live.thread.is_cold());
        self.batch.touch(epoch);
        for effect in effects.drain(..) {
            self.foresee(epoch, &effect);
            self.batch.due.push(Due::Effect(epoch, effect));
        }
        self.effects = effects;
    }

    /// Carries a command of the hub itself out, on a thread that may have to be read first.
    ///
    /// # Errors
    /// Where it cannot be read; one that is damaged is passed over.
    pub(super) fn carry_out_read(&mut self, epoch: Epoch, command: Command) -> Result<(), StoreError> {
        match self.load(epoch) {
            Ok(()) => {
                self.carry_out(epoch, None, command);
                Ok(())
            }
            Err(error) => Self::unless_damaged(error),
        }
    }

    /// What later inputs of the same batch have to know of an effect.
    fn foresee(&mut self, epoch: Epoch, effect: &Effect) {
        match effect {
            Effect::AppendLater(entry) => {
                if let Some(live) = self.threads.live_mut(epoch) {
                    live.staged.push(entry.clone());
                    self.later.stage(epoch, self.clock.now_ms());
                }
            }
            Effect::Append(entry) => {
                self.batch.is_urgent = true;
                if let Some(live) = self.threads.live_mut(epoch) {
                    live.staged.push(entry.clone());
                }
                let live = self.threads.live(epoch);
                let has_ticket = |id: &DialogId| live.is_some_and(|live| live.thread.has_ticket(id));
                self.journals.entry(epoch, &entry.record, has_ticket);
                if let Record::Requested(asked) = &entry.record {
                    self.threads.index(epoch, asked.id.clone());
                }
            }
            Effect::Follow { conn, .. } => self.conns.follow(*conn, epoch),
            Effect::Unfollow { conn } => self.conns.unfollow(*conn, epoch),
            Effect::AskHost { conn, request, what } => {
                self.hosts.ask(*request, what, *conn, epoch, self.clock.now_ms())
            }
            Effect::Recall { request, .. } => self.hosts.recalled(*request),
            Effect::Forgotten => {
                let Some(live) = self.threads.live(epoch) else { return };
                let name = live.thread.name().clone();
                self.threads.rename(&name, None);
                self.batch.names.push(name);
                self.hosts.end_delivery(epoch);
                self.batch.forgotten.push(epoch);
                self.batch.is_urgent = true;
                self.batch.is_closed = true;
            }
            Effect::Reply { .. } | Effect::HandOver { .. } | Effect::Tell { .. } | Effect::Lost(_) => {}
        }
    }

    /// Whether a thread may have another name. A thread without events cannot, which is the core's to say.
    fn may_move(&self, epoch: Epoch, to: &ThreadId) -> Result<(), ApiError> {
        match self.threads.by_name(to) {
            Some(other) if other == epoch => {
                Err(ApiError::bad_request("to", "the thread has this name already"))
            }
            Some(other) if self.is_warm(other) => {
                Err(ApiError::bad_request("to", "there is a thread of this name, and it has events"))
            }
            _ => Ok(()),
        }
    }

    fn move_to(&mut self, epoch: Epoch, call: Option<CallId>, to: ThreadId) {
        let Some(from) = self.threads.live(epoch).map(|live| live.thread.name().clone()) else { return };
        self.carry_out(epoch, call, Command::Move { to: to.clone() });
        if !self.is_warm(epoch) {
            return;
        }
        let cold = self.threads.by_name(&to);
        self.threads.rename(&from, Some((to, epoch)));
        self.batch.names.push(from);
        self.batch.is_closed = true;
        self.batch.due.extend(cold.map(|cold| Due::Merge { cold, into: epoch }));
    }

    /// A response frame names only the dialog.
    fn respond(&mut self, conn: ConnId, command: Command) {
        let id = match &command {
            Command::Answer(answer) => answer.id.clone(),
            Command::CannotShow { id, .. } => id.clone(),
            _ => return,
        };
        let Some(epoch) = self.threads.by_dialog(&id) else { return };
        let is_answer = matches!(command, Command::Answer(_));
        if is_answer {
            self.shared.metrics.answers.inc();
        }
        if self.conns.is_following(conn, epoch) {
            self.carry_out(epoch, None, command);
        } else if is_answer {
            let error =
                Error::Forbidden { detail: "this connection does not follow the dialog's thread".to_owned() };
            self.batch.due.push(Due::Tell(conn, Notice::Refused { id, error }));
        }
    }

    fn call_written(&mut self, call: CallId) {
        let Some(HandedOver { epoch, conn }) = self.calls.written(call) else { return };
        if let Some(conn) = conn {
            self.conns.call_ended(conn, call);
        }
        self.carry_out(epoch, Some(call), Command::Written);
    }

    fn call_gone(&mut self, call: CallId) {
        if let Some(epoch) = self.calls.gone(call) {
            self.carry_out(epoch, Some(call), Command::CallGone);
        }
    }

    /// A connection ended: every thread concerned is told, and so is every thread that a call of it waits on.
    fn goodbye(&mut self, conn: ConnId) {
        let Some((concerned, calls)) = self.conns.goodbye(conn) else { return };
        self.rows.unwatch(conn);
        for epoch in concerned {
            if let Some(live) = self.threads.live_mut(epoch) {
                live.followers.remove(conn);
            }
            self.hosts.host_gone(conn, epoch);
            self.carry_out(epoch, None, Command::ConnGone { conn });
        }
        for call in calls {
            self.call_gone(call);
        }
    }
}
