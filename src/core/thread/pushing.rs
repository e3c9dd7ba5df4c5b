//! Pushing: answers whose call is gone go to the attached host that asked, one at a time, in the order of arrival.
//!
//! An answer that becomes pending by its settle is pushed a moment later (`PUSH_AFTER_MS`), any other at once.
//! A refusal stops the pushes until something changes: an attach, another answer that becomes pending, the end of
//! a run. Then the refused one is tried first. A push is recorded before it is written, so that one that may have
//! been read is known to be over a crash.

use super::handing::Reader;
use super::present::Pushing;
use super::{Context, Thread};
use crate::core::command::HostReply;
use crate::core::effect::{Effect, HostRequest};
use crate::core::id::JournalToken;
use crate::core::journal::{Deliver, HandedOver, Way};
use crate::core::record::Record;

impl Thread {
    /// Pushes again, the refused one first.
    pub(super) fn push_again(&mut self, cx: &mut Context<'_>) {
        self.present.push_due_at = None;
        // It stays the first until something is pushed: just now a call may be returning it.
        let refused = self.present.refused.clone();
        self.push(refused.as_ref(), cx);
    }

    fn push(&mut self, first: Option<&JournalToken>, cx: &mut Context<'_>) {
        if self.present.push.is_some() {
            return;
        }
        let Some(host) = &self.present.host else { return };
        let (conn, instance) = (host.conn, host.instance.clone());
        let is_held = |token: &JournalToken| self.present.is_held(token);
        let journal = &self.state.journal;
        let Some(entry) = journal.next_push(&instance, first, is_held) else { return };
        let deliver = Deliver {
            thread: self.state.name.clone(),
            id: entry.id.clone(),
            token: entry.token.clone(),
            question: entry.question.clone(),
            dialog: entry.asked.dialog.clone(),
            answer: entry.answer.fields(),
            value: entry.answer.value(),
            correlation: entry.correlation,
            answered_at: entry.answered_at,
            replayed: entry.may_be_read,
            possible_repeat: entry.was_returned,
            dropped_answers: journal.debts().of(Some(&instance)),
        };
        let (token, may_be_read) = (entry.token.clone(), entry.may_be_read);
        let said = journal.debts().mark(Some(&instance));
        let request = cx.ids.host_request();
        if !may_be_read {
            self.record(Record::Pushed { token: token.clone() }, cx);
        }
        cx.out.push(Effect::AskHost { conn, request, what: HostRequest::Deliver(Box::new(deliver)) });
        self.present.refused = None;
        self.present.push = Some(Pushing { request, conn, instance, token, may_be_read, said });
    }

    /// What the host said to a push. Accepted it is handed over, which proves nothing.
    pub(super) fn push_replied(&mut self, reply: &HostReply, cx: &mut Context<'_>) {
        let Some(push) = self.present.push.take() else { return };
        match reply {
            HostReply::Done { .. } => {
                let handed_over = HandedOver {
                    token: Some(push.token),
                    instance: Some(push.instance),
                    run: self.state.runs.going,
                    way: Way::Accepted,
                    said: push.said,
                    is_proof: false,
                };
                self.record_later(Record::HandedOver(handed_over), cx);
                self.push(None, cx);
            }
            HostReply::Error { .. } => {
                if !push.may_be_read {
                    self.record_later(Record::Refused { token: push.token.clone() }, cx);
                }
                self.present.refused = Some(push.token);
            }
        }
    }

    /// Who shows the token of a push has read it, and the debt that it told, before it replies.
    pub(super) fn push_is_read(&mut self, token: &JournalToken, reader: &Reader, cx: &mut Context<'_>) {
        let is_shown =
            |push: &&Pushing| push.token == *token && reader.instance.as_ref() == Some(&push.instance);
        let Some(push) = self.present.push.as_ref().filter(is_shown) else { return };
        let handed_over = HandedOver {
            token: Some(push.token.clone()),
            instance: Some(push.instance.clone()),
            run: self.state.runs.going,
            way: Way::Accepted,
            said: push.said,
            is_proof: false,
        };
        self.record_later(Record::HandedOver(handed_over), cx);
    }

    /// The push under way is taken back where it has not been written, and its reply counts for nothing any more.
    pub(super) fn recall_push(&mut self, cx: &mut Context<'_>) {
        if let Some(push) = self.present.push.take() {
            cx.out.push(Effect::Recall { conn: push.conn, request: push.request });
        }
    }

    /// A host went away: what it was handed and has not proved to have read waits again.
    pub(super) fn host_went(&mut self, instance: &str, cx: &mut Context<'_>) {
        self.recall_push(cx);
        let tokens = self.state.journal.handed_over_to(instance);
        self.give_back(tokens, cx);
    }

    pub(super) fn give_back(&mut self, tokens: Vec<JournalToken>, cx: &mut Context<'_>) {
        if !tokens.is_empty() {
            self.record(Record::GivenBack { tokens }, cx);
        }
    }
}
