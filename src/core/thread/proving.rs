//! Proving: the host says what it has read; what was never proved is not lost without a word.

use super::handing::Reader;
use super::{Context, Thread};
use crate::core::command::Caller;
use crate::core::effect::{Effect, Reply};
use crate::core::error::Error;
use crate::core::id::{CallId, DialogId, JournalToken};
use crate::core::journal::{JournalEntry, Listing, Loss, LossReason};
use crate::core::record::{Journaled, Record};

impl Thread {
    pub(super) fn journal_list(&self, call: Option<CallId>, cx: &mut Context<'_>) {
        let listing = Listing {
            thread: self.state.name.clone(),
            entries: self.state.journal.iter().map(JournalEntry::listed).collect(),
            debt: self.state.journal.debts().sum(),
        };
        cx.reply(call, Ok(Reply::Journal(Box::new(listing))));
    }

    /// All of the tokens that name something unproved are proved, or, where one is not the caller's, none.
    pub(super) fn journal_ack(
        &mut self,
        call: Option<CallId>,
        tokens: Vec<JournalToken>,
        caller: &Caller,
        cx: &mut Context<'_>,
    ) {
        let reader = self.reader(caller, None);
        let mut proved = Vec::new();
        for token in tokens {
            // What is not known, and what belongs to a conversation that is over, proves nothing.
            let Some(entry) = self.state.journal.get(&token).and_then(JournalEntry::current) else {
                continue;
            };
            if !Self::may_prove(entry.instance(), &reader) {
                return cx.reply(call, Err(not_the_askers(&token)));
            }
            if !entry.is_acked && !proved.contains(&token) {
                proved.push(token);
            }
        }
        if !proved.is_empty() {
            for token in &proved {
                self.has_read(token, &reader, cx);
            }
            let record = Record::Acked { tokens: proved.clone() };
            // Who wants no reply is promised nothing.
            match call {
                Some(_) => drop(self.record(record, cx)),
                None => self.record_later(record, cx),
            }
        }
        cx.reply(call, Ok(Reply::Acked(proved)));
        self.ask_deferred(cx);
    }

    /// The entry that a good answer makes; none for a method that is not journaled.
    pub(super) fn journaled(&self, id: &DialogId, cx: &mut Context<'_>) -> Option<Journaled> {
        let open = self.state.open(id).filter(|open| open.dialog.method().is_journaled())?;
        let asker = open.asked.instance.as_deref();
        let waits = |reader: &Reader| Self::may_prove(asker, reader);
        Some(Journaled {
            token: JournalToken::mint(cx.ids.uuid()),
            is_orphan: !self.present.waits.iter().any(|wait| wait.id == *id && waits(&wait.reader)),
            evicted: self.state.journal.first_out(cx.limits.journal_per_thread.saturating_sub(1)),
        })
    }

    /// The hub has too many entries: the one that costs the least goes.
    pub(super) fn evict(&mut self, cx: &mut Context<'_>) {
        let kept = self.state.journal.iter().count().saturating_sub(1);
        let tokens = self.state.journal.first_out(kept);
        if tokens.is_empty() {
            return;
        }
        let lost = self.losses(LossReason::Evicted, |token| tokens.contains(token));
        self.record(Record::Evicted { tokens }, cx);
        cx.out.extend(lost);
    }

    pub(super) fn lose_ticket(&mut self, id: &DialogId, cx: &mut Context<'_>) {
        if self.state.open(id).is_some_and(super::open::Open::has_ticket) {
            self.record(Record::TicketLost { id: id.clone() }, cx);
        }
    }

    /// What is to be logged of unproved answers, before they are gone.
    pub(super) fn losses(&self, why: LossReason, fits: impl Fn(&JournalToken) -> bool) -> Vec<Effect> {
        let thread = &self.state.name;
        let lost = self.state.journal.unproved().filter(|entry| fits(&entry.token));
        let answer = |entry: &crate::core::journal::Current| Loss::Answer {
            thread: thread.clone(),
            id: entry.id.clone(),
            token: entry.token.clone(),
            why,
        };
        lost.map(|entry| Effect::Lost(answer(entry))).collect()
    }

    /// What is still owed at the end of a conversation, before it is cleared.
    pub(super) fn owed(&self, why: LossReason) -> Vec<Effect> {
        let mut owed = self.losses(why, |_| true);
        let answers = self.state.journal.debts().sum();
        if answers > 0 {
            owed.push(Effect::Lost(Loss::Debt { thread: self.state.name.clone(), answers, why }));
        }
        owed
    }
}

fn not_the_askers(token: &JournalToken) -> Error {
    let detail = format!(
        "the answer of token {token} was asked for by another instance, which alone can prove that it read it"
    );
    Error::Forbidden { detail }
}
