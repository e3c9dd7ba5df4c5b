//! Reads the fields of what a person sent, whose types are the first row of the table.
//!
//! `null` in an optional field is as absent; fields that nobody reads are ignored.

use serde_json::{Map, Value};

use super::{Reason, Refusal};

/// The fields of one object of a payload.
#[derive(Clone, Copy)]
pub(super) struct Payload<'a> {
    fields: &'a Map<String, Value>,
}

impl<'a> Payload<'a> {
    /// The payload as a whole.
    pub fn new(payload: &'a Value) -> Result<Self, Refusal> {
        match payload {
            Value::Object(fields) => Ok(Self { fields }),
            _ => Err(Refusal::new(Reason::Shape, "the answer must be an object")),
        }
    }

    /// A field of any type, `null` among them.
    pub fn raw(self, name: &str) -> Option<&'a Value> {
        self.fields.get(name)
    }

    /// A field that is there and not `null`.
    pub fn optional(self, name: &str) -> Option<&'a Value> {
        self.raw(name).filter(|value| !value.is_null())
    }

    /// A text that has to be there.
    pub fn text(self, name: &str) -> Result<&'a str, Refusal> {
        self.optional_text(name)?.ok_or_else(|| missing(name))
    }

    /// A text that may be absent.
    pub fn optional_text(self, name: &str) -> Result<Option<&'a str>, Refusal> {
        self.optional(name).map(|value| value.as_str().ok_or_else(|| wrong(name, "text"))).transpose()
    }

    /// An array of texts that has to be there.
    pub fn texts(self, name: &str) -> Result<Vec<&'a str>, Refusal> {
        let value = self.optional(name).ok_or_else(|| missing(name))?;
        texts(value).ok_or_else(|| wrong(name, "an array of texts"))
    }
}

/// The members of an array of texts.
pub(super) fn texts(value: &Value) -> Option<Vec<&str>> {
    value.as_array()?.iter().map(Value::as_str).collect()
}

/// That a field is not there.
pub(super) fn missing(name: &str) -> Refusal {
    Refusal::of(Reason::Shape, name, format!("{name} is missing"))
}

/// That a field has the wrong type.
pub(super) fn wrong(name: &str, wanted: &str) -> Refusal {
    Refusal::of(Reason::Shape, name, format!("{name} must be {wanted}"))
}
