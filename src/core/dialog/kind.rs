//! The ten methods, each with the checked fields that judge its answer.
//!
//! Texts that are only drawn are not here: they stay in the dialog's source.

use super::{Offer, Pattern, Schema};
use crate::core::answer::Choice;

/// A method with its own fields.
#[derive(Debug)]
pub(in crate::core) enum Kind {
    /// Yes or no.
    Confirm,
    /// One of what is offered.
    Select(Offer),
    /// From `min` to `max` of what is offered, an `other` counted as one.
    Multiselect {
        offer: Offer,
        min: usize,
        /// `None`: no more than is there.
        max: Option<usize>,
    },
    /// A line of text; `max_length` in Unicode scalar values.
    Input { max_length: Option<usize>, pattern: Option<Pattern> },
    /// A longer text; `max_length` in Unicode scalar values.
    Editor { max_length: Option<usize> },
    /// A text that must never be stored.
    Secret,
    /// Several questions, at least one, with different ids, in the order asked.
    Questionnaire { questions: Vec<Question> },
    /// May an action be done; `choices` is not empty.
    Approval { choices: Vec<Choice>, editable: bool },
    /// An object that satisfies a schema.
    Form { schema: Schema },
    /// `x.NAME`: whatever the asker's own client gives back.
    Custom { result_schema: Option<Schema> },
}

/// One question of a questionnaire.
#[derive(Debug)]
pub(in crate::core) struct Question {
    pub id: String,
    pub required: bool,
    pub kind: QuestionKind,
}

/// What a question takes.
#[derive(Debug)]
pub(in crate::core) enum QuestionKind {
    /// A text. There is nothing beside which an `other` could stand, so where it is allowed it
    /// takes the place of the value.
    FreeText { allow_other: bool },
    /// One of what is offered, or one `other`.
    One(Offer),
    /// Some of what is offered, and an `other`.
    Many(Offer),
}
