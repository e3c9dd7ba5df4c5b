//! What a person sent as an answer, before it is judged: it may be a secret.
//!
//! Its texts are wiped when it is dropped, and it cannot be printed. Judging copies what it keeps.

use std::fmt;

use serde_json::Value;
use zeroize::Zeroize;

use crate::core::json::Json;

/// An answer that is not judged yet.
#[derive(Clone, PartialEq)]
pub struct Sent(Json);

impl Sent {
    /// Its fields, whatever they are.
    #[must_use]
    pub const fn json(&self) -> &Json {
        &self.0
    }
}

impl From<Json> for Sent {
    fn from(json: Json) -> Self {
        Self(json)
    }
}

impl Drop for Sent {
    fn drop(&mut self) {
        wipe(&mut self.0.0);
    }
}

impl fmt::Debug for Sent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("…")
    }
}

/// As deep as JSON is read, which is bounded.
fn wipe(value: &mut Value) {
    match value {
        Value::String(text) => text.zeroize(),
        Value::Array(items) => items.iter_mut().for_each(wipe),
        Value::Object(members) => members.values_mut().for_each(wipe),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_text_is_wiped_at_every_depth() {
        let mut value = json!({"value": "deep", "a": ["deep", {"b": "deep", "n": 1}]});
        wipe(&mut value);
        assert!(!value.to_string().contains("deep"), "{value}");
    }

    #[test]
    fn nothing_of_it_is_printed() {
        assert_eq!(format!("{:?}", Sent::from(Json(json!({"value": "deep"})))), "…");
    }
}
