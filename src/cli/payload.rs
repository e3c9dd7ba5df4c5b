//! The parameters of `dialog.answer`, with the key that makes sending them again safe. Pure but for the key.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use super::exit::Failure;

/// The fields of an answer; JSON of a person stays as it was typed.
pub type Fields = BTreeMap<String, Box<RawValue>>;

/// One field's JSON.
pub fn raw(value: impl Serialize) -> Result<Box<RawValue>, Failure> {
    to_raw_value(&value).map_err(|e| Failure::usage(e.to_string()))
}

/// The answer to one dialog. It gets an `answer_key` of its own where the fields bring none, so that a client whose
/// reply was lost can send the same again.
pub fn payload(thread: impl Serialize, id: &str, mut fields: Fields) -> Result<Box<RawValue>, Failure> {
    fields.insert("thread".to_owned(), raw(thread)?);
    fields.insert("id".to_owned(), raw(id)?);
    if !fields.contains_key("answer_key") {
        fields.insert("answer_key".to_owned(), raw(uuid::Uuid::new_v4().simple().to_string())?);
    }
    raw(fields)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn each_answer_has_a_key_of_its_own_unless_it_brings_one() {
        let key = |fields: &str| {
            let payload = payload("t", "dlg-1", serde_json::from_str(fields).unwrap()).unwrap();
            let payload: Value = serde_json::from_str(payload.get()).unwrap();
            assert_eq!((&payload["thread"], &payload["id"]), (&"t".into(), &"dlg-1".into()));
            payload["answer_key"].as_str().unwrap().to_owned()
        };
        assert_eq!(key(r#"{"answer_key":"mine"}"#), "mine");
        assert_ne!(key("{}"), key("{}"));
    }

    #[test]
    fn numbers_stay_as_they_were_typed() {
        let payload =
            payload("t", "dlg-1", serde_json::from_str(r#"{"result":{"n":1.50}}"#).unwrap()).unwrap();
        assert!(payload.get().contains(r#""result":{"n":1.50}"#), "{payload}");
    }
}
