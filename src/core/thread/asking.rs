//! Asking: a card is shown, a call waits, and the one step that ends a dialog.
//!
//! `Thread::settle` is the only place where a dialog ends. Its order is the contract's (§4): removed from
//! the open list, told on the stream, then the host's calls return.

use std::sync::Arc;

use super::handing::{Reader, Recovered};
use super::open::Open;
use super::present::{KeptSecret, Waiting};
use super::{Context, Thread};
use crate::core::answer::{Answer, SecretText};
use crate::core::command::{Ask, Caller, IfUnattended, OnDisconnect, Wait, Which};
use crate::core::dialog::Dialog;
use crate::core::effect::{AskResult, Effect, Notice, Reply, ResultValue};
use crate::core::error::Error;
use crate::core::id::{CallId, ConnId, DialogId};
use crate::core::limits::{PUSH_AFTER_MS, RETRY_AFTER_MS, SECRET_MS};
use crate::core::outcome::{By, Outcome};
use crate::core::record::{Record, Requested, Settled};

/// The end of a dialog, before it has an entry.
#[derive(Debug)]
pub(super) struct End {
    pub outcome: Outcome,
    pub answer: Option<Answer>,
    pub secret: Option<SecretText>,
    pub reason: Option<String>,
    pub by: Option<By>,
    pub answer_key: Option<String>,
}

impl End {
    /// An end that no answer came with.
    pub const fn plain(outcome: Outcome) -> Self {
        Self { outcome, answer: None, secret: None, reason: None, by: None, answer_key: None }
    }
}

impl Thread {
    pub(super) fn ask(&mut self, call: Option<CallId>, ask: Ask, cx: &mut Context<'_>) {
        self.ask_or_wait(call, ask, true, cx);
    }

    /// Asks, whatever is on its way.
    pub(super) fn ask_at_once(&mut self, call: Option<CallId>, ask: Ask, cx: &mut Context<'_>) {
        self.ask_or_wait(call, ask, false, cx);
    }

    fn ask_or_wait(&mut self, call: Option<CallId>, ask: Ask, may_wait: bool, cx: &mut Context<'_>) {
        if let Some(id) = ask.key.as_ref().and_then(|key| self.state.keys.get(key)).cloned() {
            return self.ask_again(call, &id, &ask, cx);
        }
        if self.present.stop.is_some() {
            return self.end_at_once(call, &ask, Outcome::Aborted, cx);
        }
        let (ask, unattributed) = match self.recover(call, ask, may_wait, cx) {
            Recovered::Answered => return,
            Recovered::Fresh { ask, unattributed } => (ask, unattributed),
        };
        if self.state.open.len() >= cx.limits.max_open {
            let what = format!("the thread has {} open dialogs, which is the most", cx.limits.max_open);
            return cx.reply(call, Err(Error::Limit { what, retry_after_ms: RETRY_AFTER_MS }));
        }
        if ask.if_unattended == IfUnattended::Fail && self.present.answering().next().is_none() {
            return self.end_at_once(call, &ask, Outcome::Unsupported, cx);
        }
        let id = DialogId::mint(ask.dialog.is_secret(), cx.ids.uuid());
        self.tell_asker(call, &id, &ask, cx);
        let asked = Arc::new(self.requested(id.clone(), &ask, unattributed, cx.now));
        let entry = self.record(Record::Requested(Arc::clone(&asked)), cx);
        self.state.show(Open::new(&entry, asked, ask.dialog));
        let reader = self.reader(&ask.caller, ask.run);
        self.wait_for(call, &id, ask.wait, ask.caller.conn, reader, cx);
    }

    /// The same key again: it joins the open dialog, or returns the settled result.
    fn ask_again(&mut self, call: Option<CallId>, id: &DialogId, ask: &Ask, cx: &mut Context<'_>) {
        let open = self.state.open(id).map(|open| open.dialog.fingerprint());
        let same = open.or_else(|| self.state.finished(id).map(|done| &done.fingerprint));
        if same != Some(ask.dialog.fingerprint()) {
            return cx.reply(call, Err(Error::KeyConflict));
        }
        if self.state.open(id).is_some() {
            self.tell_asker(call, id, ask, cx);
            let reader = self.reader(&ask.caller, ask.run);
            return self.wait_for(call, id, ask.wait, ask.caller.conn, reader, cx);
        }
        let reader = self.reader(&ask.caller, ask.run);
        self.reply_result(call, id, &reader, cx);
    }

    /// The asking connection learns the id before anything else is said of the dialog.
    fn tell_asker(&self, call: Option<CallId>, id: &DialogId, ask: &Ask, cx: &mut Context<'_>) {
        if let (Some(call), Some(conn)) = (call, ask.caller.conn) {
            let followers = self.present.answering().count();
            let notice = Notice::Asked { call, id: id.clone(), key: ask.key.clone(), followers };
            cx.out.push(Effect::Tell { conn, notice });
        }
    }

    fn requested(&self, id: DialogId, ask: &Ask, unattributed: u64, now: u64) -> Requested {
        let host = self.present.host.as_ref().filter(|host| ask.caller.conn == Some(host.conn));
        let now = now.max(self.state.last_at);
        let deadline_at = ask.timeout_ms.map(|timeout| now + timeout);
        Requested {
            id,
            dialog: ask.dialog.source().clone(),
            generation: self.state.generation,
            deadline_at,
            run: ask.run.or(self.state.runs.going),
            key: ask.key.clone(),
            private: ask.private,
            on_disconnect: ask.on_disconnect,
            use_default: ask.use_default,
            hold_until: deadline_at.map(|deadline| deadline + ask.hold_ms),
            require_other_subject: ask.require_other_subject,
            subject: ask.subject.clone(),
            instance: host.map(|host| host.instance.clone()).or_else(|| ask.caller.instance.clone()),
            by_host: host.is_some(),
            unattributed,
        }
    }

    /// An outcome without a dialog: no event, no key used, an id that nothing else will have.
    pub(super) fn end_at_once(
        &mut self,
        call: Option<CallId>,
        ask: &Ask,
        outcome: Outcome,
        cx: &mut Context<'_>,
    ) {
        let dialog: &Dialog = &ask.dialog;
        let result = AskResult {
            id: DialogId::mint(dialog.is_secret(), cx.ids.uuid()),
            outcome,
            value: ResultValue::Json(dialog.empty_value()),
            answer: None,
            partial: false,
            by: None,
            asked_at: cx.now,
            settled_at: cx.now,
            fingerprint: dialog.fingerprint().clone(),
            default_used: false,
            token: None,
            recovered: false,
            possible_repeat: false,
            unattributed: 0,
            dropped_answers: 0,
        };
        let Some(call) = call else { return };
        let reader = self.reader(&ask.caller, ask.run);
        self.hand_over(call, result, None, &reader, cx);
    }

    pub(super) fn get(
        &mut self,
        call: Option<CallId>,
        id: &DialogId,
        wait: Wait,
        caller: &Caller,
        cx: &mut Context<'_>,
    ) {
        let reader = self.reader(caller, None);
        if self.state.finished(id).is_some() {
            return self.reply_result(call, id, &reader, cx);
        }
        if self.state.open(id).is_none() {
            return cx.reply(call, Err(Error::NoDialog));
        }
        self.wait_for(call, id, wait, None, reader, cx);
    }

    /// A call waits for an open dialog, or is told that it is open. `asker`: the connection that asked it.
    fn wait_for(
        &mut self,
        call: Option<CallId>,
        id: &DialogId,
        wait: Wait,
        asker: Option<ConnId>,
        reader: Reader,
        cx: &mut Context<'_>,
    ) {
        let ends_with_asker = self
            .state
            .open(id)
            .is_some_and(|open| open.asked.on_disconnect == OnDisconnect::Withdraw && !open.asked.by_host);
        if let Some(conn) = asker.filter(|_| ends_with_asker) {
            self.present.askers.entry(id.clone()).or_default().insert(conn);
        }
        let Some(call) = call else { return };
        let until = match wait {
            Wait::Ms(0) => return cx.reply(Some(call), Ok(Reply::Open { id: id.clone() })),
            Wait::Ms(ms) => Some(cx.now + ms),
            Wait::Forever => None,
        };
        self.present.waits.push(Waiting { call, id: id.clone(), until, reader });
    }

    pub(super) fn withdraw(&mut self, call: Option<CallId>, which: &Which, cx: &mut Context<'_>) {
        let id = match which {
            Which::Id(id) => Some(id.clone()),
            Which::Key(key) => self.state.keys.get(key).cloned(),
        };
        let Some(id) = id else { return cx.reply(call, Err(Error::NotOpen(None))) };
        if self.state.open(&id).is_none() {
            return cx.reply(call, Err(self.late(&id)));
        }
        self.settle(&id, End::plain(Outcome::Withdrawn), cx);
        cx.reply(call, Ok(Reply::Done));
    }

    /// Why a dialog that is not open cannot be acted on: what won, where the id is known.
    pub(super) fn late(&self, id: &DialogId) -> Error {
        Error::NotOpen(self.state.finished(id).map(|done| Box::new(done.ended())))
    }

    /// Ends an open dialog: the one step that does.
    pub(super) fn settle(&mut self, id: &DialogId, end: End, cx: &mut Context<'_>) {
        let Some(open) = self.state.open(id) else { return };
        let partial = match end.outcome {
            Outcome::TimedOut => open.dialog.locked_answer(&open.locks),
            _ => None,
        };
        let journal = (end.outcome == Outcome::Answered).then(|| self.journaled(id, cx)).flatten();
        let is_orphan = journal.as_ref().is_some_and(|journal| journal.is_orphan);
        let lost = journal.as_ref().map_or_else(Vec::new, |journal| self.evicted(&journal.evicted));
        let settled = Settled {
            id: id.clone(),
            method: open.dialog.method().clone(),
            outcome: end.outcome,
            answer: end.answer.or(partial),
            private: open.asked.private,
            reason: end.reason,
            by: end.by,
            answer_key: end.answer_key,
            journal,
        };
        self.record(Record::Settled(Box::new(settled)), cx);
        cx.out.extend(lost);
        self.present.forget_open(id);
        if let Some(text) = end.secret {
            let until = cx.now + SECRET_MS;
            self.present.keep_secret(id.clone(), KeptSecret { text, until });
        }
        let woken: Vec<_> = self.present.waits.extract_if(.., |wait| wait.id == *id).collect();
        for wait in woken {
            self.reply_result(Some(wait.call), id, &wait.reader, cx);
        }
        if is_orphan && self.present.host.is_some() {
            self.present.push_due_at.get_or_insert(cx.now + PUSH_AFTER_MS);
        }
    }

    /// Settles every open dialog that fits, oldest first; which they were.
    pub(super) fn settle_where(
        &mut self,
        outcome: Outcome,
        cx: &mut Context<'_>,
        fits: impl Fn(&Open) -> bool,
    ) -> Vec<DialogId> {
        let ids: Vec<_> =
            self.state.open.iter().filter(|open| fits(open)).map(|open| open.id.clone()).collect();
        for id in &ids {
            self.settle(id, End::plain(outcome), cx);
        }
        ids
    }

    /// The caller of a waiting call is gone.
    pub(super) fn call_gone(&mut self, call: Option<CallId>, cx: &mut Context<'_>) {
        let Some(call) = call else { return };
        self.unwritten(call, cx);
        let gone: Vec<_> = self.present.waits.extract_if(.., |wait| wait.call == call).collect();
        self.withdraw_unwanted(gone.into_iter().map(|wait| wait.id).collect(), cx);
        if let Some(stop) = &mut self.present.stop {
            stop.callers.retain(|(caller, _)| *caller != call);
        }
    }

    /// The asking side of a connection that ended.
    pub(super) fn asker_gone(&mut self, conn: ConnId, cx: &mut Context<'_>) {
        let mut ids = Vec::new();
        self.present.askers.retain(|id, conns| {
            if conns.remove(&conn) {
                ids.push(id.clone());
            }
            !conns.is_empty()
        });
        self.present.waits.retain(|wait| wait.reader.conn != Some(conn));
        self.withdraw_unwanted(ids, cx);
    }

    /// Dialogs that end with their asker end, where no other call or connection wants them.
    pub(super) fn withdraw_unwanted(&mut self, ids: Vec<DialogId>, cx: &mut Context<'_>) {
        for id in ids {
            let ends = self.state.open(&id).is_some_and(|open| open.withdraws() && !open.asked.by_host);
            if ends && !self.present.is_wanted(&id) {
                self.settle(&id, End::plain(Outcome::Withdrawn), cx);
            }
        }
    }

    /// Waits over HTTP end: the dialog stays open.
    pub(super) fn end_waits(&mut self, cx: &mut Context<'_>) {
        for wait in self.present.waits.extract_if(.., |wait| wait.reader.conn.is_none()) {
            cx.reply(Some(wait.call), Ok(Reply::Open { id: wait.id }));
        }
    }
}
