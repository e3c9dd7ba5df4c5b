//! JSON Schemas of what the contract lists and this version does not serve: sessions (§10).
//!
//! Nothing reads or writes them yet, so there are no types to derive them from.

use serde_json::{Map, Value, json};

/// What the documents say of a path or method that is not served.
pub(super) const NOT_YET: &str = "Not served by this version: it is answered with `no-route`.";

/// Every schema of this file, by name.
pub(super) fn all() -> Map<String, Value> {
    let text = || json!({ "type": "string" });
    let session = json!({ "description": "A one-time code, or a token.",
        "oneOf": [object(json!({ "code": text() }), &["code"]), object(json!({ "token": text() }), &["token"])] });
    [("SessionStart".to_owned(), session)].into_iter().collect()
}

fn object(properties: Value, required: &[&str]) -> Value {
    json!({ "type": "object", "properties": properties, "required": required })
}
