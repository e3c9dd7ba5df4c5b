//! A settled dialog: what those learn who come late, and the result of its ask.

use std::sync::Arc;

use super::open::Open;
use crate::core::answer::{Answer, Locks};
use crate::core::dialog::{Dialog, Fingerprint};
use crate::core::effect::{AskResult, ResultValue};
use crate::core::error::Ended;
use crate::core::id::DialogId;
use crate::core::json::Json;
use crate::core::outcome::Outcome;
use crate::core::record::{Entry, Settled};

/// A settled dialog.
#[derive(Debug)]
pub(super) struct Finished {
    pub id: DialogId,
    pub end: Settled,
    /// The seq of its `dialog.settled`.
    pub seq: u64,
    pub asked_at: u64,
    pub settled_at: u64,
    pub fingerprint: Fingerprint,
    pub is_secret: bool,
    /// What a program gets where nobody answered: the default, where it was to be used, or the method's own.
    pub unanswered: Json,
    pub default_used: bool,
    pub unattributed: u64,
    pub key: Option<String>,
    /// What it takes to judge a repeat of the winning answer, where it came with an `answer_key`.
    pub repeat: Option<Repeat>,
}

/// The question as the winner saw it.
#[derive(Debug)]
pub(super) struct Repeat {
    pub dialog: Arc<Dialog>,
    pub locks: Locks,
}

impl Finished {
    pub fn new(open: Open, mut end: Settled, entry: &Entry) -> Self {
        // The journal has its own.
        end.journal = None;
        let default = match end.outcome {
            Outcome::TimedOut if open.asked.use_default => open.dialog.default_value().cloned(),
            _ => None,
        };
        Self {
            id: end.id.clone(),
            seq: entry.seq,
            asked_at: open.asked_at,
            settled_at: entry.at,
            fingerprint: open.dialog.fingerprint().clone(),
            is_secret: open.dialog.is_secret(),
            default_used: default.is_some(),
            unanswered: default.unwrap_or_else(|| open.dialog.empty_value()),
            unattributed: open.asked.unattributed,
            key: open.asked.key.clone(),
            repeat: end
                .answer_key
                .is_some()
                .then(|| Repeat { dialog: Arc::clone(&open.dialog), locks: open.locks }),
            end,
        }
    }

    /// What those learn who come late; the answer only where the stream lets it be seen.
    pub fn ended(&self) -> Ended {
        let visible = self.end.answer.as_ref().filter(|_| !self.end.private);
        Ended { outcome: self.end.outcome, by: self.end.by.clone(), answer: visible.map(Answer::fields) }
    }

    /// The result of its ask (§8). `secret` is what a secret's value is for this one reader.
    pub fn result(&self, secret: ResultValue) -> AskResult {
        let answer = self.end.answer.as_ref();
        let value = match (self.end.outcome, self.is_secret) {
            (Outcome::Answered, true) => secret,
            (Outcome::Answered, false) => {
                ResultValue::Json(answer.map_or_else(|| self.unanswered.clone(), Answer::value))
            }
            _ => ResultValue::Json(self.unanswered.clone()),
        };
        AskResult {
            id: self.id.clone(),
            outcome: self.end.outcome,
            value,
            answer: answer.map(Answer::fields),
            partial: self.end.is_partial(),
            by: self.end.by.clone(),
            asked_at: self.asked_at,
            settled_at: self.settled_at,
            fingerprint: self.fingerprint.clone(),
            default_used: self.default_used,
            token: None,
            recovered: false,
            possible_repeat: false,
            unattributed: self.unattributed,
            dropped_answers: 0,
        }
    }
}
