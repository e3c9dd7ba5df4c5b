//! Losing: what goes because there is too much, or because its conversation ends, and the word that is said of it.
//!
//! The word comes behind the entry of the log that makes it true: a log that cannot be written harms nothing.

use super::handing::Reader;
use super::open::Open;
use super::{Context, Thread};
use crate::core::effect::Effect;
use crate::core::id::{DialogId, JournalToken, ThreadId};
use crate::core::journal::{ConversationEnd, Current, Loss};
use crate::core::record::{Journaled, Record};

impl Thread {
    /// The entry that a good answer makes, and what goes to make room for it; none for a method that is not journaled.
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
        let lost = self.evicted(&tokens);
        self.record(Record::Evicted { tokens }, cx);
        cx.out.extend(lost);
    }

    /// The word on each of these that was never proved, while it is still there.
    pub(super) fn evicted(&self, tokens: &[JournalToken]) -> Vec<Effect> {
        self.each_unproved(
            |entry| tokens.contains(&entry.token),
            |thread, id, token| Loss::Evicted { thread, id, token },
        )
    }

    /// The word on what is still owed at the end of a conversation, before it is cleared.
    pub(super) fn owed(&self, end: ConversationEnd) -> Vec<Effect> {
        let mut owed =
            self.each_unproved(|_| true, |thread, id, token| Loss::Unproved { thread, id, token, end });
        let answers = self.state.journal.debts().sum();
        if answers > 0 {
            owed.push(Effect::Lost(Loss::Debt { thread: self.state.name.clone(), answers, end }));
        }
        owed
    }

    fn each_unproved(
        &self,
        fits: impl Fn(&Current) -> bool,
        loss: impl Fn(ThreadId, DialogId, JournalToken) -> Loss,
    ) -> Vec<Effect> {
        let lost = self.state.journal.unproved().filter(|entry| fits(entry));
        lost.map(|it| Effect::Lost(loss(self.state.name.clone(), it.id.clone(), it.token.clone()))).collect()
    }

    /// The hub has too many tickets: the one of this dialog goes.
    pub(super) fn lose_ticket(&mut self, id: &DialogId, cx: &mut Context<'_>) {
        if self.state.open(id).is_some_and(Open::has_ticket) {
            self.record(Record::TicketLost { id: id.clone() }, cx);
        }
    }
}
