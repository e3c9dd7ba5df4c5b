//! What time ends: limits, waits, graces, hosts that do not reply, secrets that nobody fetches.

use super::asking::End;
use super::{Context, Thread};
use crate::core::effect::Reply;
use crate::core::error::Error;
use crate::core::limits::HOST_REPLY_MS;
use crate::core::outcome::Outcome;

impl Thread {
    /// Settles the dialogs whose limit has passed, oldest first. Every command does this first, so that an
    /// answer after the limit finds its dialog settled.
    pub(super) fn settle_what_is_over(&mut self, cx: &mut Context<'_>) {
        let now = cx.now;
        let over = self.state.open.iter().filter(|open| open.deadline_at.is_some_and(|at| at <= now));
        for id in over.map(|open| open.id.clone()).collect::<Vec<_>>() {
            self.settle(&id, End::plain(Outcome::TimedOut), cx);
        }
    }

    /// Everything else that time ends.
    pub(super) fn end_what_is_over(&mut self, cx: &mut Context<'_>) {
        let now = cx.now;
        let passed = |until: Option<u64>| until.is_some_and(|until| until <= now);
        self.ask_overdue(cx);
        if passed(self.present.push_due_at) {
            self.push_again(cx);
        }
        self.present.secrets.retain(|_, secret| secret.until > now);
        self.present.secret_digests.retain(|_, kept| kept.until > now);
        if passed(self.present.host_grace_until) {
            self.present.host_grace_until = None;
            self.settle_where(Outcome::Disposed, cx, |open| open.asked.by_host && open.withdraws());
        }
        if passed(self.present.asker_grace_until) {
            self.present.asker_grace_until = None;
            let ids = self.state.open.iter().map(|open| open.id.clone()).collect();
            self.withdraw_unwanted(ids, cx);
        }
        for wait in self.present.waits.extract_if(.., |wait| passed(wait.until)) {
            cx.reply(Some(wait.call), Ok(Reply::Open { id: wait.id }));
        }
        for prompt in self.present.prompts.extract_if(.., |prompt| prompt.until <= now) {
            cx.reply(Some(prompt.call), Err(Error::HostFailed { message: no_reply() }));
        }
        if passed(self.present.stop.as_ref().map(|stop| stop.until)) {
            self.end_stop(Err(no_reply()), cx);
        }
    }
}

fn no_reply() -> String {
    format!("the host did not reply in {} s", HOST_REPLY_MS / 1_000)
}
