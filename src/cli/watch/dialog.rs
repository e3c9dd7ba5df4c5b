//! A dialog as a terminal draws it: the fields that it reads, and the block of text that a person sees. Pure.

use std::fmt::Write;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use crate::cli::text::{block, line};
use crate::core::dialog::{DEFAULT_CHOICES, Method};

/// What a terminal reads of a dialog (§3). What it does not know it leaves out.
#[derive(Debug, Clone, Deserialize)]
pub struct Dialog {
    pub method: Method,
    pub title: String,
    #[serde(default, deserialize_with = "where_it_fits")]
    pub message: Option<String>,
    #[serde(default, deserialize_with = "where_it_fits")]
    pub header: Option<String>,
    #[serde(default, deserialize_with = "where_it_fits")]
    pub options: Vec<Choice>,
    #[serde(default, deserialize_with = "where_it_fits")]
    pub allow_other: bool,
    #[serde(default, deserialize_with = "where_it_fits")]
    pub yes_label: Option<String>,
    #[serde(default, deserialize_with = "where_it_fits")]
    pub no_label: Option<String>,
    #[serde(default, deserialize_with = "where_it_fits")]
    pub placeholder: Option<String>,
    #[serde(default, deserialize_with = "where_it_fits")]
    pub prefill: Option<String>,
    #[serde(default, deserialize_with = "where_it_fits")]
    pub questions: Vec<Question>,
    pub action: Option<Value>,
    #[serde(default, deserialize_with = "where_it_fits")]
    pub choices: Option<Vec<String>>,
    pub schema: Option<Value>,
    pub params: Option<Value>,
}

/// One question of a questionnaire.
#[derive(Debug, Clone, Deserialize)]
pub struct Question {
    pub id: String,
    pub question: String,
    #[serde(default, deserialize_with = "where_it_fits")]
    pub options: Vec<Choice>,
    #[serde(default, deserialize_with = "where_it_fits")]
    pub multi_select: bool,
    #[serde(default, deserialize_with = "where_it_fits")]
    pub allow_other: bool,
    #[serde(rename = "required")]
    pub says_required: Option<bool>,
}

/// One option, in either of its forms.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Choice {
    /// Its own value and label.
    Bare(String),
    /// In long form.
    Long { value: String, label: Option<String>, description: Option<String> },
}

/// `null` in an optional field is as if it were absent; and so is what stands in a field that the dialog's method
/// does not have, for the hub has checked only its own.
fn where_it_fits<'de, D: Deserializer<'de>, T: DeserializeOwned + Default>(from: D) -> Result<T, D::Error> {
    Ok(serde_json::from_value(Value::deserialize(from)?).unwrap_or_default())
}

impl Choice {
    /// What is sent.
    pub fn value(&self) -> &str {
        match self {
            Self::Bare(value) | Self::Long { value, .. } => value,
        }
    }

    /// What is drawn.
    pub fn label(&self) -> &str {
        match self {
            Self::Bare(value) => value,
            Self::Long { value, label, .. } => label.as_deref().unwrap_or(value),
        }
    }

    fn description(&self) -> Option<&str> {
        match self {
            Self::Bare(_) => None,
            Self::Long { description, .. } => description.as_deref(),
        }
    }
}

impl Dialog {
    /// What an approval offers.
    pub fn approval_choices(&self) -> Vec<String> {
        let unsaid = || DEFAULT_CHOICES.map(|choice| choice.as_str().to_owned()).to_vec();
        self.choices.clone().unwrap_or_else(unsaid)
    }

    /// The block that a person reads before the first prompt.
    pub fn drawn(&self, number: usize) -> String {
        let mut out = format!("\n[{number}] {}: ", line(self.method.as_str()));
        if let Some(header) = &self.header {
            let _ = write!(out, "{} | ", line(header)); // writing to a String cannot fail, here and below
        }
        out.push_str(&line(&self.title));
        if let Some(message) = &self.message {
            for text in block(message).lines() {
                let _ = write!(out, "\n    {text}");
            }
        }
        for (name, json) in [("action", &self.action), ("schema", &self.schema), ("params", &self.params)] {
            if let Some(json) = json {
                let _ = write!(out, "\n    {name}: {}", line(&json.to_string()));
            }
        }
        if let Some(prefill) = &self.prefill {
            out.push_str("\n    the text now:");
            for text in block(prefill).lines() {
                let _ = write!(out, "\n    | {text}");
            }
        }
        if self.method == Method::Approval {
            let choices: Vec<Choice> = self.approval_choices().into_iter().map(Choice::Bare).collect();
            out.push_str(&listed(&choices));
        }
        out.push_str(&listed(&self.options));
        out
    }
}

impl Question {
    /// Whether it must be answered: where the dialog does not say, yes.
    pub fn is_required(&self) -> bool {
        self.says_required.unwrap_or(true)
    }

    /// The question with its options.
    pub fn drawn(&self) -> String {
        let optional = if self.is_required() { "" } else { " (may be left out: an empty line)" };
        format!("  {}{optional}{}", line(&self.question), listed(&self.options))
    }
}

fn listed(choices: &[Choice]) -> String {
    let mut out = String::new();
    for (index, choice) in choices.iter().enumerate() {
        let _ = write!(out, "\n    {}) {}", index + 1, line(choice.label()));
        if let Some(description) = choice.description() {
            let _ = write!(out, "  ({})", line(description));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn null_and_what_the_method_does_not_have_keep_no_card_away() {
        for more in [
            json!({"allow_other": null, "message": null, "questions": null}),
            json!({"allow_other": "zz", "options": 7, "prefill": [1], "choices": {"a": 1}}),
        ] {
            let mut spec = json!({"method": "confirm", "title": "Go?"});
            spec.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            let dialog: Dialog = serde_json::from_value(spec).unwrap();
            assert_eq!(
                (dialog.method, dialog.title.as_str(), dialog.allow_other),
                (Method::Confirm, "Go?", false)
            );
        }
    }
}
