//! Handing over: a result goes to the call that asked, and the journal learns whether it was written.
//!
//! A result that was returned is not proved to be read. Until it is known to be written, its entry is pushed to
//! nobody; where it cannot be written any more, the entry waits to be delivered.

use super::finished::Finished;
use super::present::{Deferred, Handing, Proof};
use super::{Context, Thread};
use crate::core::command::{Ask, Caller};
use crate::core::effect::{AskResult, Effect, Reply, ResultValue};
use crate::core::id::{CallId, ConnId, DialogId, JournalToken};
use crate::core::journal::{Current, Found, HandedOver, Reach, Way};
use crate::core::limits::MAX_DEFERRED_MS;
use crate::core::outcome::Outcome;
use crate::core::record::Record;

/// Who reads a result.
#[derive(Debug, Clone, Default)]
pub(super) struct Reader {
    /// Its connection; none over HTTP.
    pub conn: Option<ConnId>,
    /// The instance that it speaks for; none: unknown.
    pub instance: Option<String>,
    /// The run that its call named.
    pub run: Option<u64>,
}

/// What the journal has for an ask.
pub(super) enum Recovered {
    /// The ask was answered, or will be once it is known what became of an earlier reply.
    Answered,
    /// A card has to be shown, and so many answers are withheld.
    Fresh { ask: Ask, unattributed: u64 },
}

impl Thread {
    /// Whom a call speaks for: the instance attached by its connection, else the one that it or its connection named.
    pub(super) fn reader(&self, caller: &Caller, run: Option<u64>) -> Reader {
        let attached = self.present.host.as_ref().filter(|host| caller.conn == Some(host.conn));
        let instance = attached.map(|host| host.instance.clone()).or_else(|| caller.instance.clone());
        Reader { conn: caller.conn, instance, run }
    }

    /// Whether an entry may be proved by this reader. An unknown instance may prove what an unknown one asked, also
    /// where a host was attached: a plain script has no other name.
    pub(super) fn may_prove(asker: Option<&str>, reader: &Reader) -> bool {
        asker == reader.instance.as_deref()
    }

    /// Tells a caller how a dialog ended. A secret goes to the first who is told.
    pub(super) fn reply_result(
        &mut self,
        call: Option<CallId>,
        id: &DialogId,
        reader: &Reader,
        cx: &mut Context<'_>,
    ) {
        let Some(call) = call else { return };
        let Some(done) = self.state.finished(id) else { return };
        let secret = match self.present.secrets.remove(id) {
            Some(kept) => ResultValue::Secret(kept.text),
            None => ResultValue::SecretGone,
        };
        let mut result = Finished::result(done, secret);
        let entry = self.state.journal.of_dialog(id).filter(|it| Self::may_prove(it.instance(), reader));
        result.token = entry.map(|entry| entry.token.clone());
        let unproved = entry.filter(|entry| !entry.is_acked).map(|entry| entry.token.clone());
        self.hand_over(call, result, unproved, reader, cx);
    }

    /// The answer of the journal to the very question, where there is one that can be told to be this one's.
    /// `may_wait`: whether the ask may be put off until it is known whether an earlier reply with it was written.
    pub(super) fn recover(
        &mut self,
        call: Option<CallId>,
        ask: Ask,
        may_wait: bool,
        cx: &mut Context<'_>,
    ) -> Recovered {
        let Some(call) = call else { return Recovered::Fresh { ask, unattributed: 0 } };
        let reader = self.reader(&ask.caller, ask.run);
        let to = Reach { instance: reader.instance.as_deref(), had_host: self.state.had_host() };
        let since = cx.now.saturating_sub(cx.limits.journal_window_ms);
        match self.state.journal.find(ask.dialog.fingerprint(), to, since, ask.recover) {
            Found::Nothing => Recovered::Fresh { ask, unattributed: 0 },
            Found::Ambiguous(unattributed) => Recovered::Fresh { ask, unattributed },
            Found::Answer(entry) if may_wait && self.present.is_being_proved(&entry.token) => {
                let until = cx.now + MAX_DEFERRED_MS;
                self.present.deferred.push(Deferred { call, ask, until });
                Recovered::Answered
            }
            Found::Answer(entry) => {
                let mut result = recovered(entry);
                result.possible_repeat |= self.present.is_being_proved(&entry.token);
                let unproved = (!entry.is_acked).then(|| entry.token.clone());
                self.hand_over(call, result, unproved, &reader, cx);
                Recovered::Answered
            }
        }
    }

    /// Replies with a result. Where it carries what has to be proved, it is told whether it was written.
    pub(super) fn hand_over(
        &mut self,
        call: CallId,
        mut result: AskResult,
        token: Option<JournalToken>,
        reader: &Reader,
        cx: &mut Context<'_>,
    ) {
        let owed_to = self.owed_to(reader.instance.as_deref());
        let debts = self.state.journal.debts();
        let said = owed_to.map_or(0, |instance| debts.mark(instance));
        result.dropped_answers = owed_to.map_or(0, |instance| debts.of(instance));
        if token.is_none() && said == 0 {
            return cx.reply(Some(call), Ok(Reply::Result(Box::new(result))));
        }
        let is_plain = reader.instance.is_none() && reader.run.is_none() && self.present.host.is_none();
        let handing = Handing {
            reader: reader.clone(),
            token,
            said,
            run: reader.run.or(self.state.runs.going),
            proof: is_plain.then_some(Proof::Plain),
        };
        self.present.handing.insert(call, handing);
        cx.out.push(Effect::HandOver { call, result: Box::new(result) });
    }

    /// Under which name debt is told: an unknown one hears of it only where no instance was ever known.
    fn owed_to<'a>(&self, instance: Option<&'a str>) -> Option<Option<&'a str>> {
        (instance.is_some() || !self.state.had_host()).then_some(instance)
    }

    /// The reply to a call was written to a connection that was open.
    pub(super) fn written(&mut self, call: Option<CallId>, cx: &mut Context<'_>) {
        let Some(handing) = call.and_then(|call| self.present.handing.remove(&call)) else { return };
        self.handed(handing, cx);
        self.ask_deferred(cx);
    }

    fn handed(&mut self, handing: Handing, cx: &mut Context<'_>) {
        if let (Some(token), Some(conn), None) = (&handing.token, handing.reader.conn, handing.proof) {
            let journal = &self.state.journal;
            self.present.returned.retain(|token, _| journal.get(token).is_some());
            self.present.returned.insert(token.clone(), conn);
        }
        let handed_over = HandedOver {
            token: handing.token,
            // What was handed over between two runs is carried by the next.
            run: handing.run.or(self.state.runs.going),
            instance: handing.reader.instance,
            way: Way::Returned,
            said: handing.said,
            is_proof: handing.proof.is_some(),
        };
        self.record_later(Record::HandedOver(handed_over), cx);
    }

    /// Who shows a token has read the result that carried it, whether or not that is known to be written.
    pub(super) fn has_read(&mut self, token: &JournalToken, reader: &Reader, cx: &mut Context<'_>) {
        let shown = |handing: &Handing| {
            handing.token.as_ref() == Some(token) && handing.reader.instance == reader.instance
        };
        let read: Vec<_> = self.present.handing.extract_if(.., |_, handing| shown(handing)).collect();
        for (_, handing) in read {
            self.handed(handing, cx);
        }
        self.push_is_read(token, reader, cx);
    }

    /// Asks that waited for the fate of a reply go on.
    pub(super) fn ask_deferred(&mut self, cx: &mut Context<'_>) {
        for Deferred { call, ask, .. } in std::mem::take(&mut self.present.deferred) {
            self.ask(Some(call), ask, cx);
        }
    }

    /// Asks that have waited long enough for the fate of a reply get its answer, which may be a repeat.
    pub(super) fn ask_overdue(&mut self, cx: &mut Context<'_>) {
        let now = cx.now;
        let overdue: Vec<_> =
            self.present.deferred.extract_if(.., |deferred| deferred.until <= now).collect();
        for Deferred { call, ask, .. } in overdue {
            self.ask_at_once(Some(call), ask, cx);
        }
    }

    /// Asks that waited for the fate of a reply end without a card.
    pub(super) fn end_deferred(&mut self, outcome: Outcome, cx: &mut Context<'_>) {
        for Deferred { call, ask, .. } in std::mem::take(&mut self.present.deferred) {
            self.end_at_once(Some(call), &ask, outcome, cx);
        }
    }

    /// The reply to a call cannot be written any more.
    pub(super) fn unwritten(&mut self, call: CallId, cx: &mut Context<'_>) {
        let gone = self.present.handing.remove(&call).into_iter().collect();
        self.not_written(gone, cx);
        self.present.deferred.retain(|deferred| deferred.call != call);
    }

    /// The replies on a connection cannot be written any more.
    pub(super) fn conn_unwritten(&mut self, conn: ConnId, cx: &mut Context<'_>) {
        self.present.deferred.retain(|deferred| deferred.ask.caller.conn != Some(conn));
        let is_its = |handing: &Handing| handing.reader.conn == Some(conn);
        let gone = self.present.handing.extract_if(.., |_, handing| is_its(handing));
        let gone = gone.map(|(_, handing)| handing).collect();
        let had = self.present.returned.extract_if(.., |_, holder| *holder == conn);
        let had: Vec<_> = had.map(|(token, _)| token).collect();
        let unread = self.state.journal.returned_among(&had);
        let is_pending_again = !unread.is_empty();
        // All of it waits before anything is pushed, so that the oldest goes first.
        self.give_back(unread, cx);
        self.not_written(gone, cx);
        if is_pending_again {
            self.push_again(cx);
        }
    }

    fn not_written(&mut self, gone: Vec<Handing>, cx: &mut Context<'_>) {
        if gone.is_empty() {
            return;
        }
        self.give_back_unheld(cx);
        // Only what waits because of it lets pushes go on behind a refused one.
        let waits = |token: &JournalToken| !self.present.is_held(token) && self.state.journal.waits(token);
        if gone.iter().filter_map(|handing| handing.token.as_ref()).any(waits) {
            self.push_again(cx);
        }
        self.ask_deferred(cx);
    }

    /// Answers that no call returns any more wait to be delivered.
    pub(super) fn give_back_unheld(&mut self, cx: &mut Context<'_>) {
        let mut tokens = self.state.journal.in_hand();
        tokens.retain(|token| !self.present.is_held(token));
        self.give_back(tokens, cx);
    }
}

fn recovered(entry: &Current) -> AskResult {
    AskResult {
        id: entry.id.clone(),
        outcome: Outcome::Answered,
        value: ResultValue::Json(entry.answer.value()),
        answer: Some(entry.answer.fields()),
        partial: false,
        by: entry.by.clone(),
        asked_at: entry.asked_at,
        settled_at: entry.answered_at,
        fingerprint: entry.fingerprint.clone(),
        default_used: false,
        token: Some(entry.token.clone()),
        recovered: true,
        possible_repeat: entry.is_acked || entry.is_settled_unproved(),
        unattributed: 0,
        dropped_answers: 0,
    }
}
