//! Reads the fields of one JSON object of a specification, and keeps the canonical form of each
//! for the fingerprint.
//!
//! What is read is what is known: a field that no method here reads is neither checked nor in the
//! fingerprint. `null` is as absent. Every error names the field with its path.

use serde_json::{Map, Value};

use super::DialogError;
use crate::core::limits::Limits;

/// A reader over one object.
pub(super) struct Fields<'a> {
    object: &'a Map<String, Value>,
    /// Empty, or the path of this object with a dot behind it.
    prefix: String,
    limits: &'a Limits,
    known: Map<String, Value>,
}

impl<'a> Fields<'a> {
    /// Reads `value`, which is at `path`; an empty path is the dialog itself.
    pub fn new(value: &'a Value, path: &str, limits: &'a Limits) -> Result<Self, DialogError> {
        let Value::Object(object) = value else {
            let field = if path.is_empty() { "dialog" } else { path };
            return Err(bad(field, "must be an object"));
        };
        Ok(Self {
            object,
            prefix: if path.is_empty() { String::new() } else { format!("{path}.") },
            limits,
            known: Map::new(),
        })
    }

    /// The bounds that this is read with.
    pub fn limits(&self) -> &'a Limits {
        self.limits
    }

    /// The name of a field with its path.
    pub fn path(&self, name: &str) -> String {
        format!("{}{name}", self.prefix)
    }

    /// That a field is bad.
    pub fn bad(&self, name: &str, detail: impl Into<String>) -> DialogError {
        bad(&self.path(name), detail)
    }

    /// A field as it is, where it is there.
    pub fn get(&self, name: &str) -> Option<&'a Value> {
        self.object.get(name).filter(|value| !value.is_null())
    }

    /// Notes the canonical form of a field for the fingerprint.
    pub fn know(&mut self, name: &str, value: impl Into<Value>) {
        self.known.insert(name.to_owned(), value.into());
    }

    /// Leaves a field out of the fingerprint after all.
    pub fn forget(&mut self, name: &str) {
        self.known.remove(name);
    }

    /// Free JSON: nothing in it is collapsed.
    pub fn json(&mut self, name: &str) -> Option<&'a Value> {
        let value = self.get(name)?;
        self.know(name, value.clone());
        Some(value)
    }

    /// A text that is drawn: bounded, and its white space says nothing.
    pub fn drawn(&mut self, name: &str) -> Result<Option<&'a str>, DialogError> {
        let Some(text) = self.text(name)? else {
            return Ok(None);
        };
        check_drawn(text, &self.path(name), self.limits)?;
        let collapsed = collapse(text);
        if !collapsed.is_empty() {
            self.know(name, collapsed);
        }
        Ok(Some(text))
    }

    /// A text that is drawn and without which nothing can be.
    pub fn drawn_not_blank(&mut self, name: &str) -> Result<&'a str, DialogError> {
        match self.drawn(name)? {
            None => Err(self.bad(name, "is missing")),
            Some(text) if text.trim().is_empty() => Err(self.bad(name, "must not be blank")),
            Some(text) => Ok(text),
        }
    }

    /// A text that is data: every character counts.
    pub fn data(&mut self, name: &str) -> Result<Option<&'a str>, DialogError> {
        let text = self.text(name)?;
        if let Some(text) = text.filter(|text| !text.is_empty()) {
            self.know(name, text);
        }
        Ok(text)
    }

    /// A flag, off where absent.
    pub fn flag(&mut self, name: &str) -> Result<bool, DialogError> {
        Ok(self.optional_flag(name)?.unwrap_or(false))
    }

    /// A flag that is not off where absent.
    pub fn optional_flag(&mut self, name: &str) -> Result<Option<bool>, DialogError> {
        match self.json(name) {
            None => Ok(None),
            Some(Value::Bool(flag)) => Ok(Some(*flag)),
            Some(_) => Err(self.bad(name, "must be true or false")),
        }
    }

    /// A count or a length.
    pub fn count(&mut self, name: &str) -> Result<Option<usize>, DialogError> {
        let Some(value) = self.json(name) else {
            return Ok(None);
        };
        let count = value.as_u64().and_then(|count| usize::try_from(count).ok());
        count.map(Some).ok_or_else(|| self.bad(name, "must be a whole number of 0 or more"))
    }

    /// An array of at most `max` members. Its canonical form is the caller's to note.
    pub fn list(&self, name: &str, max: usize) -> Result<Option<&'a [Value]>, DialogError> {
        match self.get(name) {
            None => Ok(None),
            Some(Value::Array(members)) if members.len() > max => Err(DialogError::TooLarge {
                field: self.path(name),
                detail: format!("has {} members, the limit is {max}", members.len()),
            }),
            Some(Value::Array(members)) => Ok(Some(members)),
            Some(_) => Err(self.bad(name, "must be an array")),
        }
    }

    /// The canonical form of everything that was read.
    pub fn into_known(self) -> Map<String, Value> {
        self.known
    }

    fn text(&self, name: &str) -> Result<Option<&'a str>, DialogError> {
        match self.get(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(self.bad(name, "must be text")),
        }
    }
}

/// That the field at `path` is bad.
pub(super) fn bad(path: &str, detail: impl Into<String>) -> DialogError {
    DialogError::BadDialog { field: path.to_owned(), detail: detail.into() }
}

/// Bounds a text that is drawn.
pub(super) fn check_drawn(text: &str, path: &str, limits: &Limits) -> Result<(), DialogError> {
    let max = limits.max_text_bytes;
    if text.len() > max {
        return Err(DialogError::TooLarge {
            field: path.to_owned(),
            detail: format!("has {} bytes, the limit is {max}", text.len()),
        });
    }
    Ok(())
}

/// Trims white space (Unicode's White_Space) and makes each run of it one space.
pub(super) fn collapse(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
