//! Why an answer is refused: the first broken row of the contract's table, and where.
//!
//! A refusal never repeats what the person sent.

use thiserror::Error;

/// The rule that is broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// No object, no such field, or one of the wrong type.
    Shape,
    /// No option's value, or a kind of answer that is off.
    NotOffered,
    /// Twice the same.
    Duplicate,
    /// Too few, too many, or not exactly one.
    Count,
    /// A required question is unanswered.
    Missing,
    /// The question was not asked.
    UnknownQuestion,
    /// Nothing but white space.
    Blank,
    /// Over `max_length`.
    TooLong,
    /// Does not match `pattern`.
    Pattern,
    /// Does not satisfy the schema.
    Schema,
}

impl Reason {
    /// The word on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Shape => "shape",
            Self::NotOffered => "not-offered",
            Self::Duplicate => "duplicate",
            Self::Count => "count",
            Self::Missing => "missing",
            Self::UnknownQuestion => "unknown-question",
            Self::Blank => "blank",
            Self::TooLong => "too-long",
            Self::Pattern => "pattern",
            Self::Schema => "schema",
        }
    }
}

/// A refused answer. It leaves the dialog as it was.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}: {detail}", reason.as_str())]
pub struct Refusal {
    /// The rule.
    pub reason: Reason,
    /// In words.
    pub detail: String,
    /// The id of the question of a questionnaire.
    pub question: Option<String>,
    /// The JSON pointer into `content` or `result`; empty for the whole of it.
    pub pointer: Option<String>,
    /// The field of the payload, with its path where it is nested (`answers.2.value`).
    pub field: Option<String>,
}

impl Refusal {
    /// A refusal of the payload as a whole.
    pub(super) fn new(reason: Reason, detail: impl Into<String>) -> Self {
        Self { reason, detail: detail.into(), question: None, pointer: None, field: None }
    }

    /// A refusal of one field.
    pub(super) fn of(reason: Reason, field: impl Into<String>, detail: impl Into<String>) -> Self {
        Self { field: Some(field.into()), ..Self::new(reason, detail) }
    }

    /// The same, of a question.
    pub(super) fn in_question(self, id: impl Into<String>) -> Self {
        Self { question: Some(id.into()), ..self }
    }
}
