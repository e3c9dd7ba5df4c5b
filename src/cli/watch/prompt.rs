//! From lines that a person types to the answer of one dialog. Pure.
//!
//! A line that begins with `=` is text as it stands behind the sign; so an empty text, and one that looks like a
//! number or a command, can be typed. What the hub checks is not checked here again.

use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use super::dialog::{Choice, Dialog, Question};
use crate::core::dialog::Method;

/// Ends the text of an editor.
const END_OF_TEXT: &str = ".";

/// What a line led to.
#[derive(Debug, PartialEq)]
pub enum Step {
    /// The answer's fields are complete; JSON, with what was typed as JSON in it as it was typed.
    Answer(String),
    /// It goes on: the next hint.
    More(String),
    /// It was no good: why. The same is asked again.
    Again(String),
}

/// One dialog being answered.
#[derive(Debug)]
pub struct Prompt {
    dialog: Dialog,
    /// The lines of an editor so far.
    lines: Vec<String>,
    /// The answers of a questionnaire so far, and with it the question that is next.
    answers: Vec<Value>,
    asked: usize,
}

impl Prompt {
    /// The prompt of a dialog, at its beginning.
    pub fn new(dialog: Dialog) -> Self {
        Self { dialog, lines: Vec::new(), answers: Vec::new(), asked: 0 }
    }

    /// Whether what is typed must not be shown.
    pub fn is_secret(&self) -> bool {
        self.dialog.method == Method::Secret
    }

    /// What a person may type next.
    pub fn hint(&self) -> String {
        let dialog = &self.dialog;
        let other = |allowed: bool| if allowed { ", or other text" } else { "" };
        match dialog.method {
            Method::Confirm => {
                let label = |label: &Option<String>, word: &str| match label {
                    Some(label) => format!("{word} ({})", crate::cli::text::line(label)),
                    None => word.to_owned(),
                };
                format!("{} or {}", label(&dialog.yes_label, "yes"), label(&dialog.no_label, "no"))
            }
            Method::Select => format!("a number{}", other(dialog.allow_other)),
            Method::Multiselect if dialog.allow_other => {
                "numbers, an empty line for none, or other text behind =".to_owned()
            }
            Method::Multiselect => "numbers, an empty line for none".to_owned(),
            Method::Approval => "a number, and a reason behind it if you like".to_owned(),
            Method::Input => match &dialog.placeholder {
                Some(placeholder) => format!("a text, such as {}", crate::cli::text::line(placeholder)),
                None => "a text".to_owned(),
            },
            Method::Secret => "a secret, which is not shown".to_owned(),
            Method::Editor if dialog.prefill.is_some() => {
                "lines, then a single . (a . at once keeps the text)".to_owned()
            }
            Method::Editor => "lines, then a single .".to_owned(),
            Method::Questionnaire => {
                dialog.questions.get(self.asked).map(Question::drawn).unwrap_or_default()
            }
            Method::Form => "an object that fits the schema, as JSON on one line".to_owned(),
            Method::Custom(_) => "the result, as JSON on one line".to_owned(),
        }
    }

    /// Takes one line.
    pub fn feed(&mut self, typed: &str) -> Step {
        match self.dialog.method {
            Method::Confirm => match typed.trim().to_lowercase().as_str() {
                "y" | "yes" => Step::Answer(json!({ "confirmed": true }).to_string()),
                "n" | "no" => Step::Answer(json!({ "confirmed": false }).to_string()),
                _ => Step::Again("type yes or no".to_owned()),
            },
            Method::Select => {
                done(one(&self.dialog.options, self.dialog.allow_other, typed).map(Picked::single))
            }
            Method::Multiselect => {
                done(several(&self.dialog.options, self.dialog.allow_other, typed).map(|p| p.named("values")))
            }
            Method::Approval => done(approval(&self.dialog.approval_choices(), typed)),
            Method::Input => done(text(typed).map(|text| json!({ "value": text }))),
            // Nothing of a secret means anything but itself.
            Method::Secret => Step::Answer(json!({ "value": typed }).to_string()),
            Method::Editor => self.editor(typed),
            Method::Questionnaire => self.questionnaire(typed),
            Method::Form => json_in("content", typed),
            Method::Custom(_) => json_in("result", typed),
        }
    }

    fn editor(&mut self, typed: &str) -> Step {
        if typed != END_OF_TEXT {
            self.lines.push(typed.strip_prefix('=').unwrap_or(typed).to_owned());
            return Step::More(String::new());
        }
        match (&self.dialog.prefill, self.lines.as_slice()) {
            (Some(prefill), []) => Step::Answer(json!({ "value": prefill }).to_string()),
            (_, lines) => Step::Answer(json!({ "value": lines.join("\n") }).to_string()),
        }
    }

    fn questionnaire(&mut self, typed: &str) -> Step {
        if let Some(question) = self.dialog.questions.get(self.asked) {
            match answered(question, typed) {
                Ok(answer) => self.answers.extend(answer),
                Err(why) => return Step::Again(why),
            }
            self.asked += 1;
        }
        if self.asked < self.dialog.questions.len() {
            return Step::More(self.hint());
        }
        Step::Answer(json!({ "answers": self.answers }).to_string())
    }
}

fn done(answer: Result<Value, String>) -> Step {
    match answer {
        Ok(answer) => Step::Answer(answer.to_string()),
        Err(why) => Step::Again(why),
    }
}

/// What was picked and what was typed beside it, which stay apart.
struct Picked {
    values: Vec<String>,
    other: Option<String>,
}

impl Picked {
    fn single(self) -> Value {
        match self.other {
            Some(other) => json!({ "other": other }),
            None => json!({ "value": self.values.first() }),
        }
    }

    fn named(self, name: &str) -> Value {
        let mut fields = Map::new();
        fields.insert(name.to_owned(), json!(self.values));
        if let Some(other) = self.other {
            fields.insert("other".to_owned(), json!(other));
        }
        Value::Object(fields)
    }
}

/// A number of the list, or an option's own text.
fn option<'a>(options: &'a [Choice], typed: &str) -> Option<&'a str> {
    let by_number = typed.parse::<usize>().ok().and_then(|n| options.get(n.checked_sub(1)?));
    let by_text = || options.iter().find(|option| option.value() == typed || option.label() == typed);
    by_number.or_else(by_text).map(Choice::value)
}

fn one(options: &[Choice], allow_other: bool, typed: &str) -> Result<Picked, String> {
    let literal = typed.strip_prefix('=');
    if literal.is_none()
        && let Some(value) = option(options, typed.trim())
    {
        return Ok(Picked { values: vec![value.to_owned()], other: None });
    }
    let other = literal.unwrap_or(typed);
    if allow_other && !other.trim().is_empty() {
        return Ok(Picked { values: Vec::new(), other: Some(other.to_owned()) });
    }
    Err(format!("type a number from 1 to {}", options.len()))
}

fn several(options: &[Choice], allow_other: bool, typed: &str) -> Result<Picked, String> {
    let (numbers, other) = match typed.split_once('=') {
        Some((numbers, other)) if allow_other => (numbers, Some(other.to_owned())),
        _ => (typed, None),
    };
    let words = numbers.split([' ', ',', '\t']).filter(|word| !word.is_empty());
    let values = words.map(|word| option(options, word).map(str::to_owned).ok_or_else(|| word.to_owned()));
    let values = values.collect::<Result<Vec<_>, _>>();
    let values = values.map_err(|word| format!("{word:?} is no number from 1 to {}", options.len()))?;
    Ok(Picked { values, other })
}

fn approval(choices: &[String], typed: &str) -> Result<Value, String> {
    let (word, reason) = typed.trim().split_once(char::is_whitespace).unwrap_or((typed.trim(), ""));
    let listed: Vec<Choice> = choices.iter().cloned().map(Choice::Bare).collect();
    let Some(choice) = option(&listed, word) else {
        return Err(format!("type a number from 1 to {}", choices.len()));
    };
    Ok(match reason.trim() {
        "" => json!({ "choice": choice }),
        reason => json!({ "choice": choice, "reason": reason }),
    })
}

/// Text as it stands; an empty line is more likely a slip than an answer.
fn text(typed: &str) -> Result<&str, String> {
    match typed.strip_prefix('=') {
        Some(literal) => Ok(literal),
        None if typed.is_empty() => Err("type a text, or = for an empty one".to_owned()),
        None => Ok(typed),
    }
}

/// An answer with one member, whose numbers stay as they were typed.
fn json_in(member: &str, typed: &str) -> Step {
    match serde_json::from_str::<&RawValue>(typed) {
        Ok(json) => Step::Answer(format!("{{\"{member}\":{json}}}")),
        Err(e) => Step::Again(format!("this is no JSON: {e}")),
    }
}

/// The answer to one question of a questionnaire; none where it is left out.
fn answered(question: &Question, typed: &str) -> Result<Option<Value>, String> {
    if typed.is_empty() && !question.is_required() {
        return Ok(None);
    }
    let fields = if question.options.is_empty() {
        json!({ "value": text(typed)? })
    } else if question.multi_select {
        several(&question.options, question.allow_other, typed)?.named("value")
    } else {
        one(&question.options, question.allow_other, typed)?.single()
    };
    let mut answer = Map::new();
    answer.insert("id".to_owned(), json!(question.id));
    if let Value::Object(fields) = fields {
        answer.extend(fields);
    }
    Ok(Some(Value::Object(answer)))
}

#[cfg(test)]
mod tests;
