//! A person's validated answer, and how it is told.
//!
//! An [`Answer`] comes from [`Dialog::judge`](super::dialog::Dialog::judge) or from the log, never
//! from a payload. It is never a secret's: that one is a [`SecretText`], which cannot be stored.

mod judge;
mod lock;
mod parts;
mod payload;
#[cfg(test)]
mod properties;
mod refusal;
mod secret;
mod sent;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::json::Json;
pub(super) use judge::{judge, judge_default};
pub use lock::{Given, Lock, Locks};
pub(super) use parts::judge_lock;
pub use refusal::{Reason, Refusal};
pub use secret::SecretText;
pub use sent::Sent;

/// What a person's act amounts to.
#[derive(Debug)]
pub enum Verdict {
    /// The card was dismissed.
    Cancelled,
    /// A good answer.
    Answered(Answer),
    /// A good answer to a secret.
    Secret(SecretText),
}

/// A person's validated answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// To `confirm`.
    Confirm {
        /// Yes, or no.
        confirmed: bool,
    },
    /// To `select`.
    Select(Pick),
    /// To `multiselect`.
    Multiselect {
        /// What was picked, in the order in which it was sent.
        values: Vec<String>,
        /// What was typed beside it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        other: Option<String>,
    },
    /// To `input` and `editor`.
    Text {
        /// The text, as typed.
        value: String,
    },
    /// To `questionnaire`, or a part of one.
    Questionnaire {
        /// The answered questions, in the order asked.
        answers: Vec<Lock>,
    },
    /// To `approval`.
    Approval {
        /// What was chosen.
        choice: Choice,
        /// Why.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
        /// The action as the person changed it; never `null`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        input: Option<Json>,
    },
    /// To `form`.
    Form {
        /// An object that satisfies the schema.
        content: Json,
    },
    /// To `x.NAME`.
    Custom {
        /// Whatever the asker's own client gave.
        result: Json,
    },
}

/// A single choice: picked and typed stay apart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pick {
    /// The value of an option.
    Value(String),
    /// Free text.
    Other(String),
}

/// What an approval offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    /// This time.
    Once,
    /// While this session lasts.
    Session,
    /// From now on.
    Always,
    /// No.
    Deny,
}

impl Choice {
    /// The choice with this name.
    pub fn named(name: &str) -> Option<Self> {
        [Self::Once, Self::Session, Self::Always, Self::Deny]
            .into_iter()
            .find(|choice| choice.as_str() == name)
    }

    /// Its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Once => "once",
            Self::Session => "session",
            Self::Always => "always",
            Self::Deny => "deny",
        }
    }
}

impl Answer {
    /// The answer's own fields, as told on the stream: `{"value": "a"}`.
    pub fn fields(&self) -> Json {
        Json(match self {
            Self::Confirm { confirmed } => json!({"confirmed": confirmed}),
            Self::Select(Pick::Value(value)) => json!({"value": value}),
            Self::Select(Pick::Other(other)) => json!({"other": other}),
            Self::Multiselect { values, other: None } => json!({"values": values}),
            Self::Multiselect { values, other: Some(other) } => json!({"values": values, "other": other}),
            Self::Text { value } => json!({"value": value}),
            Self::Questionnaire { .. } => json!({"answers": self.value().0}),
            Self::Approval { .. } => self.value().0,
            Self::Form { content } => json!({"content": content}),
            Self::Custom { result } => json!({"result": result}),
        })
    }

    /// What a program wants: the bool, the text, the texts with an `other` last, the answers,
    /// the choice, the content or the result.
    pub fn value(&self) -> Json {
        Json(match self {
            Self::Confirm { confirmed } => Value::Bool(*confirmed),
            Self::Select(Pick::Value(text) | Pick::Other(text)) | Self::Text { value: text } => {
                Value::from(text.as_str())
            }
            Self::Multiselect { values, other } => values.iter().chain(other).cloned().collect(),
            Self::Questionnaire { answers } => answers.iter().map(Lock::as_answer).collect(),
            Self::Approval { choice, reason, input } => {
                let mut value = json!({"choice": choice.as_str()});
                if let Some(reason) = reason {
                    value["reason"] = Value::from(reason.as_str());
                }
                if let Some(input) = input {
                    value["input"] = input.0.clone();
                }
                value
            }
            Self::Form { content } => content.0.clone(),
            Self::Custom { result } => result.0.clone(),
        })
    }
}
