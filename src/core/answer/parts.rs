//! Judges a questionnaire: a closing answer merged over its locks, or one part to be locked.
//!
//! A part with neither `value` nor `other`, or with an empty array and no `other`, is as if it were
//! not given: it names no question, so it replaces no lock.

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use serde_json::Value;

use super::judge::{distinct, no_other, not_blank, not_one, offered, offered_all};
use super::payload::{Payload, missing, texts, wrong};
use super::{Answer, Given, Lock, Locks, Reason, Refusal};
use crate::core::dialog::{Question, QuestionKind};

/// One part as sent: its types are right, nothing else is known of it.
struct Part<'a> {
    lock: Lock,
    /// The question that it names, if that was asked.
    question: Option<&'a Question>,
    /// The path of its fields, with a dot behind it; empty for a lock.
    place: String,
}

/// Judges a closing answer.
pub(super) fn answer(payload: Payload<'_>, questions: &[Question], locks: &Locks) -> Result<Answer, Refusal> {
    let parts = read_all(payload, questions)?;
    parts.iter().try_for_each(Part::check_offered)?;
    let mut seen = BTreeSet::new();
    for part in &parts {
        part.check_distinct()?;
        if !seen.insert(&part.lock.question) {
            let detail = "the question is answered twice";
            return Err(part.refuse(Reason::Duplicate, "id", detail));
        }
    }
    parts.iter().try_for_each(Part::check_count)?;
    let given = |question: &Question| {
        let part = parts.iter().find(|part| part.lock.question == question.id);
        part.map(|part| &part.lock).or(locks.get(&question.id))
    };
    if let Some(question) = questions.iter().find(|q| q.required && given(q).is_none()) {
        return Err(unanswered(&question.id, "answers"));
    }
    parts.iter().try_for_each(|part| part.check_asked("id"))?;
    parts.iter().try_for_each(Part::check_blank)?;
    let answers = questions.iter().filter_map(given).cloned().collect();
    Ok(Answer::Questionnaire { answers })
}

/// Judges one part, to be locked.
pub(in crate::core) fn judge_lock(
    questions: &[Question],
    id: &str,
    value: Option<&Value>,
    other: Option<&Value>,
) -> Result<Lock, Refusal> {
    if questions.is_empty() {
        let detail = "only a questionnaire is answered part by part";
        return Err(Refusal::of(Reason::Shape, "question", detail));
    }
    let part = Part::read(id, value, other, questions, String::new())?;
    part.check_offered()?;
    part.check_distinct()?;
    part.check_count()?;
    if part.lock.is_empty() && part.question.is_some_and(|question| question.required) {
        return Err(unanswered(id, "value"));
    }
    part.check_asked("question")?;
    part.check_blank()?;
    Ok(part.lock)
}

/// Reads the parts of a closing answer, those that give nothing left out.
fn read_all<'a>(payload: Payload<'_>, questions: &'a [Question]) -> Result<Vec<Part<'a>>, Refusal> {
    let answers = payload
        .optional("answers")
        .ok_or_else(|| missing("answers"))?
        .as_array()
        .ok_or_else(|| wrong("answers", "an array"))?;
    let mut parts = Vec::with_capacity(answers.len().min(questions.len()));
    for (at, answer) in answers.iter().enumerate() {
        let place = format!("answers.{at}");
        let fields = Payload::new(answer).map_err(|_| wrong(&place, "an object"))?;
        let id = fields
            .optional("id")
            .and_then(Value::as_str)
            .ok_or_else(|| wrong(&format!("{place}.id"), "text"))?;
        let (value, other) = (fields.raw("value"), fields.raw("other"));
        let part = Part::read(id, value, other, questions, format!("{place}."))?;
        if !part.lock.is_empty() {
            parts.push(part);
        }
    }
    Ok(parts)
}

fn unanswered(question: &str, field: &str) -> Refusal {
    let detail = "a required question is unanswered";
    Refusal::of(Reason::Missing, field, detail).in_question(question)
}

impl<'a> Part<'a> {
    /// The row `shape`. Of a question that was not asked any type that some question has is good.
    fn read(
        id: &str,
        value: Option<&Value>,
        other: Option<&Value>,
        questions: &'a [Question],
        place: String,
    ) -> Result<Self, Refusal> {
        let mut part = Self {
            lock: Lock { question: id.to_owned(), value: None, other: None },
            question: questions.iter().find(|question| question.id == id),
            place,
        };
        if let Some(value) = value.filter(|value| !value.is_null()) {
            let given = match part.question.map(|question| &question.kind) {
                None => text(value).or_else(|| many(value)),
                Some(QuestionKind::FreeText { .. } | QuestionKind::One(_)) => text(value),
                Some(QuestionKind::Many(_)) => many(value),
            };
            if given.is_none() {
                let detail = match part.question.map(|question| &question.kind) {
                    Some(QuestionKind::Many(_)) => "the value must be an array of texts",
                    _ => "the value must be text",
                };
                return Err(part.refuse(Reason::Shape, "value", detail));
            }
            part.lock.value = given;
        }
        if let Some(other) = other.filter(|other| !other.is_null()) {
            let Some(text) = other.as_str() else {
                return Err(part.refuse(Reason::Shape, "other", "the other must be text"));
            };
            part.lock.other = Some(text.to_owned());
        }
        Ok(part)
    }

    /// The row `not-offered`.
    fn check_offered(&self) -> Result<(), Refusal> {
        let other = self.lock.other.as_deref();
        let result = match self.question.map(|question| &question.kind) {
            None => Ok(()),
            Some(QuestionKind::FreeText { allow_other: false }) if other.is_some() => {
                Err(no_other(&self.place))
            }
            Some(QuestionKind::FreeText { .. }) => Ok(()),
            Some(QuestionKind::One(offer)) => offered(self.text(), other, &self.place, offer),
            Some(QuestionKind::Many(offer)) => offered_all(&self.texts(), other, &self.place, "value", offer),
        };
        result.map_err(|refusal| refusal.in_question(&self.lock.question))
    }

    /// The row `duplicate`, within this part.
    fn check_distinct(&self) -> Result<(), Refusal> {
        distinct(&self.texts(), &format!("{}value", self.place))
            .map_err(|refusal| refusal.in_question(&self.lock.question))
    }

    /// The row `count`.
    fn check_count(&self) -> Result<(), Refusal> {
        let single = match self.question.map(|question| &question.kind) {
            Some(QuestionKind::FreeText { .. } | QuestionKind::One(_)) => true,
            Some(QuestionKind::Many(_)) | None => false,
        };
        if single && self.lock.value.is_some() && self.lock.other.is_some() {
            let refusal = not_one(&format!("{}value", self.place));
            return Err(refusal.in_question(&self.lock.question));
        }
        Ok(())
    }

    /// The row `unknown-question`; `field` is where the question is named.
    fn check_asked(&self, field: &str) -> Result<(), Refusal> {
        match self.question {
            Some(_) => Ok(()),
            None => Err(self.refuse(Reason::UnknownQuestion, field, "the question was not asked")),
        }
    }

    /// The row `blank`.
    fn check_blank(&self) -> Result<(), Refusal> {
        let in_question = |refusal: Refusal| refusal.in_question(&self.lock.question);
        if let Some(other) = &self.lock.other {
            not_blank(other, &format!("{}other", self.place)).map_err(in_question)?;
        }
        match self.question {
            Some(Question { required: true, kind: QuestionKind::FreeText { .. }, .. }) => self
                .text()
                .map_or(Ok(()), |text| not_blank(text, &format!("{}value", self.place)).map_err(in_question)),
            _ => Ok(()),
        }
    }

    fn text(&self) -> Option<&str> {
        match &self.lock.value {
            Some(Given::Text(text)) => Some(text),
            _ => None,
        }
    }

    fn texts(&self) -> Vec<&str> {
        match &self.lock.value {
            Some(Given::Texts(texts)) => texts.iter().map(String::as_str).collect(),
            _ => Vec::new(),
        }
    }

    fn refuse(&self, reason: Reason, field: &str, detail: &str) -> Refusal {
        Refusal::of(reason, format!("{}{field}", self.place), detail).in_question(&self.lock.question)
    }
}

fn text(value: &Value) -> Option<Given> {
    value.as_str().map(|text| Given::Text(text.to_owned()))
}

fn many(value: &Value) -> Option<Given> {
    let texts = texts(value)?;
    Some(Given::Texts(texts.into_iter().map(str::to_owned).collect()))
}
