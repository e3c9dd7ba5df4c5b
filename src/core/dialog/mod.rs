//! A dialog: the question as it was asked, checked once, with everything compiled that judging an
//! answer to it needs.
//!
//! A [`Dialog`] can only be made by [`Dialog::parse`] and [`Dialog::reload`], so one that exists
//! can be drawn and answered. It never changes; share it behind an `Arc`. How an answer is judged
//! is the module `answer`'s subject.

mod default;
mod fields;
mod fingerprint;
mod kind;
mod method;
mod offer;
mod parse;
mod schema;
mod schema_graph;
mod schema_work;
#[cfg(test)]
mod tests;

use serde_json::Value;
use thiserror::Error;

use super::answer::{self, Answer, Choice, Lock, Locks, Refusal, Verdict};
use super::json::Json;
use super::limits::Limits;
pub use fingerprint::Fingerprint;
pub(super) use kind::{Kind, Question, QuestionKind};
pub use method::{CustomName, Method, NoMethod};
pub(super) use offer::Offer;
pub(super) use schema::{Pattern, Schema};

/// What an approval offers where it does not say.
pub const DEFAULT_CHOICES: [Choice; 2] = [Choice::Once, Choice::Deny];

/// The checked question.
#[derive(Debug)]
pub struct Dialog {
    source: Json,
    method: Method,
    title: String,
    default: Option<Json>,
    fingerprint: Fingerprint,
    kind: Kind,
}

/// Why a dialog is refused when it is asked. `field` is a name, with its path where it is nested
/// (`options.1.value`).
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum DialogError {
    /// It could never be answered or drawn.
    #[error("{field}: {detail}")]
    BadDialog {
        /// The field at fault.
        field: String,
        /// What is wrong with it, in words.
        detail: String,
    },
    /// A text, the options or the questions are over their limit.
    #[error("{field}: {detail}")]
    TooLarge {
        /// The field at fault.
        field: String,
        /// Which limit it breaks, in words.
        detail: String,
    },
}

impl Dialog {
    /// Checks a specification as it is asked.
    ///
    /// # Errors
    /// `TooLarge` for sizes, `BadDialog` for everything else that could never be answered or drawn.
    pub fn parse(source: Json, limits: &Limits) -> Result<Self, DialogError> {
        let parse::Read { method, title, kind, default, fingerprint } = parse::read(&source.0, limits)?;
        if let Some(default) = &default {
            default::check(&kind, &default.0)?;
        }
        Ok(Self { source, method, title, default, fingerprint, kind })
    }

    /// Reads a specification back from the log. Sizes were checked when it was asked, and a hub
    /// that was started with smaller limits since must still know its open dialogs.
    ///
    /// # Errors
    /// `BadDialog`, where the log holds what was never accepted.
    pub fn reload(source: Json) -> Result<Self, DialogError> {
        let unlimited = Limits {
            max_text_bytes: usize::MAX,
            max_options: usize::MAX,
            max_questions: usize::MAX,
            ..Limits::default()
        };
        Self::parse(source, &unlimited)
    }

    /// The specification exactly as asked, unknown fields included: this is what is shown.
    pub fn source(&self) -> &Json {
        &self.source
    }

    /// Of which kind it is.
    pub const fn method(&self) -> &Method {
        &self.method
    }

    /// The title as asked.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Whether the answer must never be stored, told or logged.
    pub fn is_secret(&self) -> bool {
        matches!(self.kind, Kind::Secret)
    }

    /// What makes two dialogs the same question.
    pub fn fingerprint(&self) -> &Fingerprint {
        &self.fingerprint
    }

    /// The `default`, in the form of a value, as asked; it is a good answer.
    pub fn default_value(&self) -> Option<&Json> {
        self.default.as_ref()
    }

    /// The value of every outcome but `answered`.
    pub fn empty_value(&self) -> Json {
        Json(match self.kind {
            Kind::Confirm => Value::Bool(false),
            _ => Value::Null,
        })
    }

    /// Judges what a person sent. A questionnaire's answer is merged over `locks`; other methods
    /// have none.
    ///
    /// # Errors
    /// The first broken row of the contract's table, over the whole payload.
    pub fn judge(&self, payload: &Json, locks: &Locks) -> Result<Verdict, Refusal> {
        answer::judge(&self.kind, &payload.0, locks)
    }

    /// Judges one part of a questionnaire, to be locked. `null` is as absent. A lock that gives
    /// nothing is good for a question that is not required: inserted, it takes an earlier one away.
    ///
    /// # Errors
    /// The first broken row of the contract's table; `shape` on another method.
    pub fn judge_lock(
        &self,
        question: &str,
        value: Option<&Json>,
        other: Option<&Json>,
    ) -> Result<Lock, Refusal> {
        answer::judge_lock(self.questions(), question, value.map(|json| &json.0), other.map(|json| &json.0))
    }

    /// The required questions not yet locked, in the order asked.
    pub fn remaining(&self, locks: &Locks) -> Vec<String> {
        self.questions()
            .iter()
            .filter(|question| question.required && locks.get(&question.id).is_none())
            .map(|question| question.id.clone())
            .collect()
    }

    /// What is locked so far as an answer, partial or whole, in the order asked; `None` without
    /// locks.
    pub fn locked_answer(&self, locks: &Locks) -> Option<Answer> {
        let answers: Vec<Lock> =
            self.questions().iter().filter_map(|question| locks.get(&question.id).cloned()).collect();
        (!answers.is_empty()).then_some(Answer::Questionnaire { answers })
    }

    /// Whether locking the last required question settles it: false where none is required.
    pub fn settles_by_lock(&self) -> bool {
        self.questions().iter().any(|question| question.required)
    }

    /// The questions of a questionnaire, which has at least one; none for another method.
    fn questions(&self) -> &[Question] {
        match &self.kind {
            Kind::Questionnaire { questions } => questions,
            _ => &[],
        }
    }
}
