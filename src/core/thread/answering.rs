//! Answering: one answer is judged against the very question it names, in the step that settles it.

use super::asking::End;
use super::present::KeptDigest;
use super::{Context, Thread};
use crate::core::answer::{SecretText, Verdict};
use crate::core::command::{AnswerCommand, Via, Voice};
use crate::core::effect::{Effect, Notice, Reply};
use crate::core::error::Error;
use crate::core::id::{CallId, ConnId, DialogId};
use crate::core::json::Json;
use crate::core::limits::{DEADLINE_TOLD_FROM_MS, SECRET_MS, TYPING_LEAVES_MS};
use crate::core::outcome::{By, Outcome};
use crate::core::record::{Record, Requested};

/// What became of an answer.
#[derive(Debug)]
enum Race {
    /// It settled the dialog.
    Won,
    /// It is the winner's own answer again, by its key.
    Repeat,
    /// It settled nothing, and why: refused, forbidden, or late.
    Lost(Error),
}

impl Thread {
    pub(super) fn answer(&mut self, call: Option<CallId>, answer: AnswerCommand, cx: &mut Context<'_>) {
        let (id, via) = (answer.id.clone(), answer.via);
        match (self.race(answer, cx), via) {
            (Race::Won | Race::Repeat, Via::Call) => cx.reply(call, Ok(Reply::Done)),
            (Race::Won | Race::Repeat, Via::Response(_)) => {}
            (Race::Lost(error), Via::Call) => cx.reply(call, Err(error)),
            (Race::Lost(error), Via::Response(conn)) => {
                cx.out.push(Effect::Tell { conn, notice: Notice::Refused { id, error } });
            }
        }
    }

    fn race(&mut self, answer: AnswerCommand, cx: &mut Context<'_>) -> Race {
        let Some(open) = self.state.open(&answer.id) else { return self.come_late(&answer) };
        let verdict = open.dialog.judge(answer.payload.json(), &open.locks);
        if !matches!(verdict, Ok(Verdict::Cancelled))
            && let Some(error) = forbids(&open.asked, &answer.by)
        {
            return Race::Lost(error);
        }
        let mut end = match verdict {
            Ok(Verdict::Cancelled) => End::plain(Outcome::Cancelled),
            Ok(Verdict::Answered(good)) => End { answer: Some(good), ..End::plain(Outcome::Answered) },
            Ok(Verdict::Secret(text)) => {
                let digest = text.digest(answer.id.as_str().as_bytes());
                let kept = KeptDigest { digest, until: cx.now + SECRET_MS };
                self.present.secret_digests.insert(answer.id.clone(), kept);
                End { secret: Some(text), ..End::plain(Outcome::Answered) }
            }
            Err(refusal) => return Race::Lost(Error::Refused(Box::new(refusal))),
        };
        end.by = Some(answer.by);
        end.answer_key = answer.answer_key;
        self.settle(&answer.id, end, cx);
        Race::Won
    }

    /// An answer to a dialog that is not open: the winner's repeat succeeds again, everything else is late.
    fn come_late(&self, answer: &AnswerCommand) -> Race {
        let late = || Race::Lost(self.late(&answer.id));
        let Some(done) = self.state.finished(&answer.id) else { return late() };
        let Some(repeat) = &done.repeat else { return late() };
        if answer.answer_key.is_none() || answer.answer_key != done.end.answer_key {
            return late();
        }
        let same = match repeat.dialog.judge(answer.payload.json(), &repeat.locks) {
            Ok(Verdict::Cancelled) => done.end.outcome == Outcome::Cancelled,
            Ok(Verdict::Answered(good)) => {
                done.end.outcome == Outcome::Answered && done.end.answer.as_ref() == Some(&good)
            }
            Ok(Verdict::Secret(text)) => self.is_same_secret(&answer.id, &text),
            Err(_) => false,
        };
        if same { Race::Repeat } else { late() }
    }

    fn is_same_secret(&self, id: &DialogId, text: &SecretText) -> bool {
        let digest = text.digest(id.as_str().as_bytes());
        self.present.secret_digests.get(id).is_some_and(|kept| kept.digest == digest)
    }

    /// One follower cannot show it. Only when everybody who could answer has said so does it settle.
    pub(super) fn cannot_show(&mut self, conn: ConnId, id: &DialogId, message: String, cx: &mut Context<'_>) {
        let has_a_voice = self.present.followers.get(&conn) == Some(&Voice::Full);
        if !has_a_voice || self.state.open(id).is_none() {
            return;
        }
        self.present.cannot.entry(id.clone()).or_default().insert(conn);
        if self.present.nobody_can_show(id) {
            let end = End { reason: Some(message), ..End::plain(Outcome::Unsupported) };
            self.settle(id, end, cx);
        }
    }

    #[expect(clippy::too_many_arguments, reason = "one argument for each member of the call")]
    pub(super) fn lock(
        &mut self,
        call: Option<CallId>,
        id: &DialogId,
        question: &str,
        value: Option<&Json>,
        other: Option<&Json>,
        by: By,
        cx: &mut Context<'_>,
    ) {
        let Some(open) = self.state.open(id) else { return cx.reply(call, Err(self.late(id))) };
        if let Some(error) = forbids(&open.asked, &by) {
            return cx.reply(call, Err(error));
        }
        let lock = match open.dialog.judge_lock(question, value, other) {
            Ok(lock) => lock,
            Err(refusal) => return cx.reply(call, Err(Error::Refused(Box::new(refusal)))),
        };
        let mut locks = open.locks.clone();
        locks.insert(lock.clone());
        let remaining = open.dialog.remaining(&locks);
        let whole = if remaining.is_empty() && open.dialog.settles_by_lock() {
            open.dialog.locked_answer(&locks)
        } else {
            None
        };
        let locked = Record::Locked {
            id: id.clone(),
            lock,
            by: by.clone(),
            remaining: remaining.clone(),
            private: open.asked.private,
        };
        self.record(locked, cx);
        if whole.is_some() {
            let end = End { answer: whole, by: Some(by), ..End::plain(Outcome::Answered) };
            self.settle(id, end, cx);
        }
        cx.reply(call, Ok(Reply::Remaining(remaining)));
    }

    /// Somebody is typing: the limit leaves them time, up to what the asker allows.
    pub(super) fn typing(&mut self, call: Option<CallId>, id: &DialogId, cx: &mut Context<'_>) {
        let Some(open) = self.state.open(id) else { return cx.reply(call, Err(self.late(id))) };
        if let (Some(deadline), Some(hold_until)) = (open.deadline_at, open.asked.hold_until) {
            let moved = hold_until.min(cx.now + TYPING_LEAVES_MS);
            let told_from = open.told_deadline_at.unwrap_or(deadline) + DEADLINE_TOLD_FROM_MS;
            if moved > deadline {
                let told = moved >= told_from;
                self.record(Record::Deadline { id: id.clone(), deadline_at: moved, told }, cx);
            }
        }
        cx.reply(call, Ok(Reply::Done));
    }
}

/// Why this person may not answer: for approvals that nobody may grant to himself.
fn forbids(asked: &Requested, by: &By) -> Option<Error> {
    let another = matches!((&asked.subject, &by.subject), (Some(asker), Some(answerer)) if asker != answerer);
    (asked.require_other_subject && !another).then(|| Error::Forbidden {
        detail: "another subject than the asker's has to answer this".to_owned(),
    })
}
