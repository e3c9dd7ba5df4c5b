//! One answered question of a questionnaire, and those that are locked before it is settled.
//!
//! A [`Lock`] was judged against its question. [`Locks`] hold at most one of a question, and none
//! that gives nothing.

use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Value, json};

use crate::core::json::Json;

/// An answered question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lock {
    /// The question's id.
    pub question: String,
    /// What was picked, or the free text of a question without options.
    pub value: Option<Given>,
    /// What was typed beside options.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other: Option<String>,
}

/// The value of a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Given {
    /// One option's value, or free text.
    Text(String),
    /// Values of options, in the order in which they were sent.
    Texts(Vec<String>),
}

impl Lock {
    /// Whether it says nothing: then it is as if it were not given.
    pub fn is_empty(&self) -> bool {
        let no_value = match &self.value {
            None => true,
            Some(Given::Text(_)) => false,
            Some(Given::Texts(texts)) => texts.is_empty(),
        };
        no_value && self.other.is_none()
    }

    /// The value as told: text, texts or `null`.
    pub fn value_json(&self) -> Json {
        Json(match &self.value {
            None => Value::Null,
            Some(Given::Text(text)) => Value::from(text.as_str()),
            Some(Given::Texts(texts)) => texts.iter().cloned().collect(),
        })
    }

    /// The form within an answer: `{"id", "value", "other"?}`.
    pub(super) fn as_answer(&self) -> Value {
        let mut answer = json!({"id": self.question, "value": self.value_json()});
        if let Some(other) = &self.other {
            answer["other"] = Value::from(other.as_str());
        }
        answer
    }
}

/// What is locked of one questionnaire, in the order in which the questions were first locked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Locks(Vec<Lock>);

impl Locks {
    /// The lock of a question.
    pub fn get(&self, question: &str) -> Option<&Lock> {
        self.0.iter().find(|lock| lock.question == question)
    }

    /// Takes a lock in, in place of one of the same question. One that gives nothing takes that
    /// one away.
    pub fn insert(&mut self, lock: Lock) {
        let place = self.0.iter().position(|old| old.question == lock.question);
        match (place, lock.is_empty()) {
            (Some(at), true) => {
                self.0.remove(at);
            }
            (Some(at), false) => self.0[at] = lock,
            (None, true) => {}
            (None, false) => self.0.push(lock),
        }
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Lock> {
        self.0.iter()
    }

    /// Whether nothing is locked.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The form of a snapshot: `{question: {"value", "other"?}}`.
impl Serialize for Locks {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Shown<'a> {
            value: &'a Option<Given>,
            #[serde(skip_serializing_if = "Option::is_none")]
            other: &'a Option<String>,
        }
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for lock in &self.0 {
            let shown = Shown { value: &lock.value, other: &lock.other };
            map.serialize_entry(&lock.question, &shown)?;
        }
        map.end()
    }
}
