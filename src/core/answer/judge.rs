//! Judges a payload against the dialog's method, row by row of the contract's table.
//!
//! The first row that is broken is named, over the whole payload: no later row is looked at before
//! all of it has passed an earlier one. So each method here goes down the rows in their order.

use std::collections::BTreeSet;

use serde_json::Value;

use super::payload::{Payload, missing, wrong};
use super::{Answer, Choice, Locks, Pick, Reason, Refusal, SecretText, Verdict, parts};
use crate::core::dialog::{Kind, Offer, Pattern, Schema};
use crate::core::json::Json;

/// Judges what a person sent.
pub(in crate::core) fn judge(kind: &Kind, payload: &Value, locks: &Locks) -> Result<Verdict, Refusal> {
    let payload = Payload::new(payload)?;
    if payload.raw("cancelled") == Some(&Value::Bool(true)) {
        return Ok(Verdict::Cancelled);
    }
    if let Kind::Secret = kind {
        let text = payload.text("value")?;
        return Ok(Verdict::Secret(SecretText::new(text)));
    }
    answer(kind, payload, locks).map(Verdict::Answered)
}

/// Judges a payload that stands for a default: only an answer is good.
pub(in crate::core) fn judge_default(kind: &Kind, payload: &Value) -> Result<(), Refusal> {
    answer(kind, Payload::new(payload)?, &Locks::default()).map(drop)
}

fn answer(kind: &Kind, payload: Payload<'_>, locks: &Locks) -> Result<Answer, Refusal> {
    match kind {
        Kind::Confirm => confirm(payload),
        Kind::Select(offer) => select(payload, offer),
        Kind::Multiselect { offer, min, max } => multiselect(payload, offer, *min, *max),
        Kind::Input { max_length, pattern } => text(payload, *max_length, pattern.as_ref()),
        Kind::Editor { max_length } => text(payload, *max_length, None),
        // A secret's text is no answer, so there is none that could be kept.
        Kind::Secret => Err(Refusal::new(Reason::Shape, "a secret is no answer")),
        Kind::Questionnaire { questions } => parts::answer(payload, questions, locks),
        Kind::Approval { choices, editable } => approval(payload, choices, *editable),
        Kind::Form { schema } => form(payload, schema),
        Kind::Custom { result_schema } => custom(payload, result_schema.as_ref()),
    }
}

fn confirm(payload: Payload<'_>) -> Result<Answer, Refusal> {
    match payload.optional("confirmed") {
        None => Err(missing("confirmed")),
        Some(Value::Bool(confirmed)) => Ok(Answer::Confirm { confirmed: *confirmed }),
        Some(_) => Err(wrong("confirmed", "true or false")),
    }
}

fn select(payload: Payload<'_>, offer: &Offer) -> Result<Answer, Refusal> {
    let value = payload.optional_text("value")?;
    let other = payload.optional_text("other")?;
    if value.is_none() && other.is_none() {
        return Err(missing("value"));
    }
    offered(value, other, "", offer)?;
    match (value, other) {
        (Some(value), None) => Ok(Answer::Select(Pick::Value(value.to_owned()))),
        (None, Some(other)) => {
            not_blank(other, "other")?;
            Ok(Answer::Select(Pick::Other(other.to_owned())))
        }
        _ => Err(not_one("value")),
    }
}

fn multiselect(
    payload: Payload<'_>,
    offer: &Offer,
    min: usize,
    max: Option<usize>,
) -> Result<Answer, Refusal> {
    let values = payload.texts("values")?;
    let other = payload.optional_text("other")?;
    offered_all(&values, other, "", "values", offer)?;
    distinct(&values, "values")?;
    let count = values.len() + usize::from(other.is_some());
    if count < min || max.is_some_and(|max| count > max) {
        let wanted = match max {
            Some(max) if max == min => format!("exactly {min}"),
            Some(max) => format!("{min} to {max}"),
            None => format!("at least {min}"),
        };
        let detail = format!("{wanted} must be given, there are {count}");
        return Err(Refusal::of(Reason::Count, "values", detail));
    }
    if let Some(other) = other {
        not_blank(other, "other")?;
    }
    Ok(Answer::Multiselect {
        values: values.into_iter().map(str::to_owned).collect(),
        other: other.map(str::to_owned),
    })
}

fn text(
    payload: Payload<'_>,
    max_length: Option<usize>,
    pattern: Option<&Pattern>,
) -> Result<Answer, Refusal> {
    let text = payload.text("value")?;
    if let Some(max) = max_length {
        let length = text.chars().count();
        if length > max {
            let detail = format!("the text has {length} characters, the limit is {max}");
            return Err(Refusal::of(Reason::TooLong, "value", detail));
        }
    }
    if pattern.is_some_and(|pattern| !pattern.matches(text)) {
        let detail = "the text does not match the pattern";
        return Err(Refusal::of(Reason::Pattern, "value", detail));
    }
    Ok(Answer::Text { value: text.to_owned() })
}

fn approval(payload: Payload<'_>, choices: &[Choice], editable: bool) -> Result<Answer, Refusal> {
    let name = payload.text("choice")?;
    let reason = payload.optional_text("reason")?;
    let input = payload.optional("input");
    let choice = Choice::named(name).filter(|choice| choices.contains(choice));
    let Some(choice) = choice else {
        let names: Vec<_> = choices.iter().map(|choice| choice.as_str()).collect();
        let detail = format!("the choice must be one of {}", names.join(", "));
        return Err(Refusal::of(Reason::NotOffered, "choice", detail));
    };
    if input.is_some() && !editable {
        let detail = "the action cannot be edited";
        return Err(Refusal::of(Reason::Shape, "input", detail));
    }
    Ok(Answer::Approval { choice, reason: reason.map(str::to_owned), input: input.cloned().map(Json) })
}

fn form(payload: Payload<'_>, schema: &Schema) -> Result<Answer, Refusal> {
    let content = payload.optional("content").ok_or_else(|| missing("content"))?;
    if !content.is_object() {
        return Err(wrong("content", "an object"));
    }
    satisfies(content, "content", schema)?;
    Ok(Answer::Form { content: Json(content.clone()) })
}

fn custom(payload: Payload<'_>, schema: Option<&Schema>) -> Result<Answer, Refusal> {
    // Here `null` is a result like any other.
    let result = payload.raw("result").ok_or_else(|| missing("result"))?;
    if let Some(schema) = schema {
        satisfies(result, "result", schema)?;
    }
    Ok(Answer::Custom { result: Json(result.clone()) })
}

fn satisfies(value: &Value, field: &str, schema: &Schema) -> Result<(), Refusal> {
    schema.check(value).map_err(|fault| Refusal {
        pointer: Some(fault.pointer),
        ..Refusal::of(Reason::Schema, field, fault.detail)
    })
}

/// That a single choice is among what is offered. `place` is the path of the two fields.
pub(super) fn offered(
    value: Option<&str>,
    other: Option<&str>,
    place: &str,
    offer: &Offer,
) -> Result<(), Refusal> {
    offered_all(value.as_slice(), other, place, "value", offer)
}

/// That all that was picked is among what is offered.
pub(super) fn offered_all(
    picked: &[&str],
    other: Option<&str>,
    place: &str,
    field: &str,
    offer: &Offer,
) -> Result<(), Refusal> {
    if !picked.iter().all(|value| offer.offers(value)) {
        let detail = "what was picked is no option's value";
        return Err(Refusal::of(Reason::NotOffered, format!("{place}{field}"), detail));
    }
    if other.is_some() && !offer.allows_other() {
        return Err(no_other(place));
    }
    Ok(())
}

/// That free text was sent where it is not allowed.
pub(super) fn no_other(place: &str) -> Refusal {
    let detail = "free text is not allowed beside the options";
    Refusal::of(Reason::NotOffered, format!("{place}other"), detail)
}

/// That nothing was picked twice.
pub(super) fn distinct(picked: &[&str], field: &str) -> Result<(), Refusal> {
    if picked.iter().collect::<BTreeSet<_>>().len() == picked.len() {
        return Ok(());
    }
    let detail = "the same was picked twice";
    Err(Refusal::of(Reason::Duplicate, field, detail))
}

/// That a single choice has both a value and an `other`.
pub(super) fn not_one(field: &str) -> Refusal {
    let detail = "either an option or free text must be given, not both";
    Refusal::of(Reason::Count, field, detail)
}

/// That a text is more than white space.
pub(super) fn not_blank(text: &str, field: &str) -> Result<(), Refusal> {
    if text.trim().is_empty() {
        return Err(Refusal::of(Reason::Blank, field, "the text is blank"));
    }
    Ok(())
}
