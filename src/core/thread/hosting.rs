//! The host side: attaching, going away, stopping, prompting, runs.
//!
//! A stop never waits for the host before it settles, and nothing that a host owes can hold a caller
//! for ever: it answers in time, or its connection ends, or its time is over.

use super::present::{Host, Prompting, Stopping};
use super::{Context, Thread};
use crate::core::command::HostReply;
use crate::core::effect::{DetachReason, Effect, HostRequest, Notice, Reply, StoppedHost};
use crate::core::error::Error;
use crate::core::id::{CallId, ConnId, HostRequestId};
use crate::core::journal::ConversationEnd;
use crate::core::json::Json;
use crate::core::limits::HOST_REPLY_MS;
use crate::core::outcome::{By, Outcome, RunOutcome};
use crate::core::record::Record;

impl Thread {
    pub(super) fn attach(
        &mut self,
        call: Option<CallId>,
        conn: ConnId,
        instance: Option<String>,
        cx: &mut Context<'_>,
    ) {
        let instance = instance.unwrap_or_else(|| cx.ids.uuid().to_string());
        let taken_over = self.state.instance.as_ref().is_some_and(|last| *last != instance);
        let reason = if taken_over { DetachReason::Takeover } else { DetachReason::Replaced };
        if taken_over {
            // First of all: nothing of the old conversation may reach the new one.
            self.boundary(Some("takeover".to_owned()), cx);
            self.end_run(RunOutcome::Interrupted, cx);
        }
        if let Some(old) = self.present.host.take_if(|old| old.conn != conn || taken_over) {
            self.host_left(cx);
            self.host_went(&old.instance, cx);
            let notice = Notice::HostDetached { thread: self.state.name.clone(), reason };
            cx.out.push(Effect::Tell { conn: old.conn, notice });
        }
        self.present.host_grace_until = None;
        if self.state.instance.as_ref() != Some(&instance) {
            self.record(Record::Attached { instance: instance.clone() }, cx);
        }
        self.present.host = Some(Host { conn, instance: instance.clone() });
        self.tell_status(cx);
        let attached = Reply::Attached {
            thread: self.state.name.clone(),
            epoch: self.state.epoch,
            seq: self.state.seq,
            generation: self.state.generation,
            instance,
            outstanding: self.journal().outstanding,
            taken_over,
        };
        cx.reply(call, Ok(attached));
        self.push_again(cx);
    }

    pub(super) fn detach(&mut self, call: Option<CallId>, conn: ConnId, cx: &mut Context<'_>) {
        if self.no_thread(call, cx) {
            return;
        }
        if self.present.host.as_ref().is_none_or(|host| host.conn != conn) {
            return cx.reply(call, Err(Error::NoHost));
        }
        let gone = self.present.host.take();
        let settled = self.settle_where(Outcome::Disposed, cx, |open| open.asked.by_host);
        self.end_run(RunOutcome::Interrupted, cx);
        self.host_left(cx);
        if let Some(gone) = gone {
            self.host_went(&gone.instance, cx);
        }
        self.tell_status(cx);
        cx.reply(call, Ok(Reply::Detached { settled }));
    }

    /// A connection ended: its follow, its attachment, its calls.
    pub(super) fn conn_gone(&mut self, conn: ConnId, cx: &mut Context<'_>) {
        self.present.leave(conn);
        if let Some(gone) = self.present.host.take_if(|host| host.conn == conn) {
            self.start_host_grace(cx);
            self.host_left(cx);
            self.host_went(&gone.instance, cx);
        }
        self.conn_unwritten(conn, cx);
        self.asker_gone(conn, cx);
    }

    /// From now on the dialogs that end with their host outlive it for a while.
    fn start_host_grace(&mut self, cx: &Context<'_>) {
        if self.state.open.iter().any(|open| open.asked.by_host && open.withdraws()) {
            self.present.host_grace_until = Some(cx.now + cx.limits.host_grace_ms);
        }
    }

    /// What waits for a host that is not there any more: a stop ends without it, prompts fail.
    pub(super) fn host_left(&mut self, cx: &mut Context<'_>) {
        self.end_stop(Ok(StoppedHost::None), cx);
        for prompt in std::mem::take(&mut self.present.prompts) {
            let message = "the host went away before it replied".to_owned();
            cx.reply(Some(prompt.call), Err(Error::HostFailed { message }));
        }
    }

    /// Nobody is connected after a load: what the log says of a host or an asker that was there ends in time.
    pub(super) fn loaded(&mut self, cx: &mut Context<'_>) {
        self.give_back_unheld(cx);
        if self.state.told.live
            && let Some(instance) = self.state.instance.clone()
        {
            self.host_went(&instance, cx);
        }
        self.start_host_grace(cx);
        if self.state.open.iter().any(|open| open.withdraws() && !open.asked.by_host) {
            self.present.asker_grace_until = Some(cx.now + cx.limits.host_grace_ms);
        }
    }

    pub(super) fn stop(&mut self, call: Option<CallId>, cx: &mut Context<'_>) {
        if self.no_thread(call, cx) {
            return;
        }
        if let Some(stop) = &mut self.present.stop {
            stop.callers.extend(call.map(|call| (call, Vec::new())));
            return;
        }
        self.end_deferred(Outcome::Aborted, cx);
        let Some(host) = self.present.host.clone() else {
            let settled = self.settle_where(Outcome::Aborted, cx, |_| true);
            return cx.reply(call, Ok(Reply::Stopped { settled, host: StoppedHost::None }));
        };
        let request = cx.ids.host_request();
        let what = HostRequest::Stop { thread: self.state.name.clone(), run: self.state.runs.newest };
        cx.out.push(Effect::AskHost { conn: host.conn, request, what });
        let settled = self.settle_where(Outcome::Aborted, cx, |_| true);
        let callers = call.map(|call| (call, settled)).into_iter().collect();
        self.present.stop = Some(Stopping { request, until: cx.now + HOST_REPLY_MS, callers });
    }

    /// Ends the stop that runs, if one does, and tells everybody who waits for it.
    pub(super) fn end_stop(&mut self, host: Result<StoppedHost, String>, cx: &mut Context<'_>) {
        let Some(stop) = self.present.stop.take() else { return };
        for (call, settled) in stop.callers {
            let reply = match &host {
                Ok(host) => Ok(Reply::Stopped { settled, host: *host }),
                Err(message) => Err(Error::HostFailed { message: message.clone() }),
            };
            cx.reply(Some(call), reply);
        }
    }

    pub(super) fn prompt(
        &mut self,
        call: Option<CallId>,
        message: String,
        data: Option<Json>,
        from: By,
        cx: &mut Context<'_>,
    ) {
        let Some(host) = &self.present.host else { return cx.reply(call, Err(Error::NoHost)) };
        let conn = host.conn;
        let request = cx.ids.host_request();
        let what = HostRequest::Prompt { thread: self.state.name.clone(), message, data, from };
        cx.out.push(Effect::AskHost { conn, request, what });
        // Who sent it as a notification wants no reply, and nothing is kept for it.
        if let Some(call) = call {
            self.present.prompts.push(Prompting { request, call, until: cx.now + HOST_REPLY_MS });
        }
    }

    pub(super) fn host_replied(&mut self, request: HostRequestId, reply: HostReply, cx: &mut Context<'_>) {
        if self.present.push.as_ref().is_some_and(|push| push.request == request) {
            return self.push_replied(&reply, cx);
        }
        if self.present.stop.as_ref().is_some_and(|stop| stop.request == request) {
            let host = match reply {
                HostReply::Done { .. } => Ok(StoppedHost::Stopped),
                HostReply::Error { message } => Err(format!("the host failed to stop: {message}")),
            };
            return self.end_stop(host, cx);
        }
        let Some(place) = self.present.prompts.iter().position(|prompt| prompt.request == request) else {
            return;
        };
        let prompt = self.present.prompts.remove(place);
        let reply = match reply {
            HostReply::Done { run } => Ok(Reply::Prompted { run }),
            HostReply::Error { message } => Err(Error::HostRejected { message }),
        };
        cx.reply(Some(prompt.call), reply);
    }

    pub(super) fn run_begin(&mut self, call: Option<CallId>, cx: &mut Context<'_>) {
        self.end_run(RunOutcome::Interrupted, cx);
        let run = self.state.runs.newest + 1;
        self.record(Record::RunBegan { run }, cx);
        self.tell_status(cx);
        cx.reply(call, Ok(Reply::Run { run }));
    }

    pub(super) fn run_end(
        &mut self,
        call: Option<CallId>,
        run: u64,
        outcome: RunOutcome,
        cx: &mut Context<'_>,
    ) {
        if self.no_thread(call, cx) {
            return;
        }
        if self.state.runs.going != Some(run) {
            let detail = format!("run {run} is not going on");
            return cx.reply(call, Err(Error::BadRequest { field: Some("run".to_owned()), detail }));
        }
        self.end_run(outcome, cx);
        self.tell_status(cx);
        cx.reply(call, Ok(Reply::Done));
    }

    fn end_run(&mut self, outcome: RunOutcome, cx: &mut Context<'_>) {
        if let Some(run) = self.state.runs.going {
            self.record(Record::RunEnded { run, outcome }, cx);
            if outcome == RunOutcome::Completed {
                self.present.run_completed(run);
            }
            self.push_again(cx);
        }
    }

    /// A conversation boundary: what was asked before it can settle nothing after it.
    pub(super) fn boundary(&mut self, reason: Option<String>, cx: &mut Context<'_>) {
        let owed = self.owed(ConversationEnd::Replaced);
        self.settle_where(Outcome::Superseded, cx, |_| true);
        let generation = self.state.generation + 1;
        self.record(Record::Reset { generation, reason }, cx);
        self.recall_push(cx);
        self.present.refused = None;
        cx.out.extend(owed);
    }

    /// The host that is there is told that the thread was forgotten.
    pub(super) fn dismiss_host(&mut self, cx: &mut Context<'_>) {
        if let Some(host) = self.present.host.take() {
            let notice =
                Notice::HostDetached { thread: self.state.name.clone(), reason: DetachReason::Forgotten };
            cx.out.push(Effect::Tell { conn: host.conn, notice });
        }
        self.host_left(cx);
    }
}
