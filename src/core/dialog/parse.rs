//! Reads a specification: the fields of every method, checked one after the other.
//!
//! Refuses what could never be answered or drawn. Whether a `default` is a good answer is left to
//! the caller, who judges it as one.

use std::collections::BTreeSet;

use serde_json::Value;

use super::fields::{Fields, check_drawn};
use super::{
    DEFAULT_CHOICES, DialogError, Fingerprint, Kind, Method, Offer, Pattern, Question, QuestionKind, Schema,
};
use crate::core::answer::Choice;
use crate::core::json::Json;
use crate::core::limits::Limits;

/// What was read of a specification.
pub(super) struct Read {
    pub method: Method,
    pub title: String,
    pub kind: Kind,
    pub default: Option<Json>,
    pub fingerprint: Fingerprint,
}

/// Reads a specification.
pub(super) fn read(source: &Value, limits: &Limits) -> Result<Read, DialogError> {
    let mut fields = Fields::new(source, "", limits)?;
    let method = match fields.json("method") {
        None => return Err(fields.bad("method", "is missing")),
        Some(Value::String(method)) => method,
        Some(_) => return Err(fields.bad("method", "must be text")),
    };
    if method.starts_with("x.") {
        check_drawn(method, "method", limits)?;
    }
    let method = Method::parse(method).map_err(|none| fields.bad("method", none.to_string()))?;
    let title = fields.drawn_not_blank("title")?;
    fields.drawn("message")?;
    fields.drawn("header")?;
    let default = fields.json("default").cloned().map(Json);
    let kind = reader_of(&method)(&mut fields)?;
    Ok(Read {
        method,
        title: title.to_owned(),
        kind,
        default,
        fingerprint: Fingerprint::of(&fields.into_known()),
    })
}

type KindReader = fn(&mut Fields<'_>) -> Result<Kind, DialogError>;

fn reader_of(method: &Method) -> KindReader {
    match method {
        Method::Confirm => confirm,
        Method::Select => select,
        Method::Multiselect => multiselect,
        Method::Input => input,
        Method::Editor => editor,
        Method::Secret => secret,
        Method::Questionnaire => questionnaire,
        Method::Approval => approval,
        Method::Form => form,
        Method::Custom(_) => custom,
    }
}

fn confirm(fields: &mut Fields<'_>) -> Result<Kind, DialogError> {
    fields.drawn("yes_label")?;
    fields.drawn("no_label")?;
    Ok(Kind::Confirm)
}

fn select(fields: &mut Fields<'_>) -> Result<Kind, DialogError> {
    Ok(Kind::Select(offer(fields)?))
}

fn multiselect(fields: &mut Fields<'_>) -> Result<Kind, DialogError> {
    let offer = offer(fields)?;
    let min = fields.count("min")?.unwrap_or(0);
    let max = fields.count("max")?;
    if max.is_some_and(|max| min > max) {
        return Err(fields.bad("min", "is above max"));
    }
    if min > offer.most() {
        return Err(fields.bad("min", "is above what can be picked"));
    }
    Ok(Kind::Multiselect { offer, min, max })
}

/// An offer that can be answered.
fn offer(fields: &mut Fields<'_>) -> Result<Offer, DialogError> {
    let offer = Offer::read(fields)?;
    if offer.most() == 0 {
        return Err(fields.bad("options", "has nothing to pick, and allow_other is off"));
    }
    Ok(offer)
}

fn input(fields: &mut Fields<'_>) -> Result<Kind, DialogError> {
    fields.drawn("placeholder")?;
    let max_length = fields.count("max_length")?;
    let pattern = fields
        .data("pattern")?
        .map(Pattern::compile)
        .transpose()
        .map_err(|detail| fields.bad("pattern", detail))?;
    Ok(Kind::Input { max_length, pattern })
}

fn editor(fields: &mut Fields<'_>) -> Result<Kind, DialogError> {
    fields.data("prefill")?;
    fields.data("language")?;
    let max_length = fields.count("max_length")?;
    Ok(Kind::Editor { max_length })
}

fn secret(fields: &mut Fields<'_>) -> Result<Kind, DialogError> {
    fields.drawn("placeholder")?;
    Ok(Kind::Secret)
}

fn questionnaire(fields: &mut Fields<'_>) -> Result<Kind, DialogError> {
    let limits = fields.limits();
    let list = fields.list("questions", limits.max_questions)?;
    let Some(list) = list.filter(|list| !list.is_empty()) else {
        return Err(fields.bad("questions", "must be an array with at least one question"));
    };
    let mut ids = BTreeSet::new();
    let mut known = Vec::with_capacity(list.len());
    let mut questions = Vec::with_capacity(list.len());
    for (at, source) in list.iter().enumerate() {
        let path = fields.path(&format!("questions.{at}"));
        let mut inner = Fields::new(source, &path, limits)?;
        let question = question(&mut inner)?;
        if !ids.insert(question.id.clone()) {
            return Err(inner.bad("id", "is the id of a question before it"));
        }
        questions.push(question);
        known.push(Value::Object(inner.into_known()));
    }
    fields.know("questions", known);
    Ok(Kind::Questionnaire { questions })
}

fn question(fields: &mut Fields<'_>) -> Result<Question, DialogError> {
    let Some(id) = fields.data("id")?.filter(|id| !id.is_empty()) else {
        return Err(fields.bad("id", "is missing or empty"));
    };
    fields.drawn_not_blank("question")?;
    fields.drawn("header")?;
    let multi_select = fields.flag("multi_select")?;
    let required = fields.optional_flag("required")?.unwrap_or(true);
    let offer = Offer::read(fields)?;
    let kind = if offer.is_without_options() {
        // `options: []` of a question is as if absent.
        fields.forget("options");
        QuestionKind::FreeText { allow_other: offer.allows_other() }
    } else if multi_select {
        QuestionKind::Many(offer)
    } else {
        QuestionKind::One(offer)
    };
    Ok(Question { id: id.to_owned(), required, kind })
}

fn approval(fields: &mut Fields<'_>) -> Result<Kind, DialogError> {
    fields.json("action");
    let editable = fields.flag("editable")?;
    let mut choices = Vec::new();
    match fields.list("choices", usize::MAX)? {
        None => choices.extend(DEFAULT_CHOICES),
        Some([]) => return Err(fields.bad("choices", "has nothing to choose")),
        Some(names) => {
            for (at, name) in names.iter().enumerate() {
                let path = format!("choices.{at}");
                let Some(choice) = name.as_str().and_then(Choice::named) else {
                    return Err(fields.bad(&path, "must be once, session, always or deny"));
                };
                if choices.contains(&choice) {
                    return Err(fields.bad(&path, "is there twice"));
                }
                choices.push(choice);
            }
            fields.json("choices");
        }
    }
    Ok(Kind::Approval { choices, editable })
}

fn form(fields: &mut Fields<'_>) -> Result<Kind, DialogError> {
    match fields.json("schema") {
        None => Err(fields.bad("schema", "is missing")),
        Some(schema) if !schema.is_object() => Err(fields.bad("schema", "must be an object")),
        Some(schema) => {
            Ok(Kind::Form { schema: Schema::compile(schema).map_err(|detail| fields.bad("schema", detail))? })
        }
    }
}

fn custom(fields: &mut Fields<'_>) -> Result<Kind, DialogError> {
    fields.json("params");
    let result_schema = fields
        .json("result_schema")
        .map(Schema::compile)
        .transpose()
        .map_err(|detail| fields.bad("result_schema", detail))?;
    Ok(Kind::Custom { result_schema })
}
