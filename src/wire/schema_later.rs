//! JSON Schemas of what the contract lists and this version does not serve: the journal (§9) and sessions (§10).
//!
//! Nothing reads or writes them yet, so there are no types to derive them from.

use serde_json::{Map, Value, json};

/// What the documents say of a path or method that is not served.
pub(super) const NOT_YET: &str = "Not served by this version: it is answered with `no-route`.";

/// Every schema of this file, by name.
pub(super) fn all() -> Map<String, Value> {
    let tokens = || json!({ "type": "array", "items": { "type": "string" } });
    let count = || json!({ "type": "integer", "minimum": 0 });
    let text = || json!({ "type": "string" });
    let flag = || json!({ "type": "boolean" });
    let entry = json!({ "token": text(), "id": text(), "question": text(), "dialog": super::schemas::reference("Dialog"),
        "answer": super::schemas::reference("Answer"), "value": {}, "fingerprint": text(),
        "correlation": { "enum": ["matched", "foreign"] }, "delivery": { "enum": ["none", "pending", "handed_off"] },
        "acked": flag(), "answered_at": { "type": "integer" }, "retired": flag() });
    let deliver = json!({ "thread": text(), "id": text(), "token": text(), "question": text(),
        "dialog": super::schemas::reference("Dialog"), "answer": super::schemas::reference("Answer"), "value": {},
        "correlation": { "enum": ["matched", "foreign"] }, "answered_at": { "type": "integer" }, "replayed": flag(),
        "possible_repeat": flag(), "dropped_answers": count() });
    let owed = json!({ "type": "object", "properties": { "thread": text(), "pending": count(), "unacked": count(), "debt": count() } });
    let ack = json!({ "thread": text(), "tokens": tokens(), "instance": { "type": ["string", "null"] } });
    let schemas = [
        ("JournalAckParams", object(ack, &["thread", "tokens"])),
        ("JournalAcked", object(json!({ "acked": tokens() }), &["acked"])),
        ("JournalEntry", object(entry, &["token", "id", "correlation", "delivery", "acked", "answered_at"])),
        (
            "Journal",
            object(
                json!({ "thread": text(), "entries": { "type": "array", "items": super::schemas::reference("JournalEntry") },
            "debt": count() }),
                &["thread", "entries", "debt"],
            ),
        ),
        (
            "JournalDeliver",
            object(
                deliver,
                &[
                    "thread",
                    "id",
                    "token",
                    "question",
                    "dialog",
                    "answer",
                    "value",
                    "correlation",
                    "answered_at",
                ],
            ),
        ),
        (
            "OutstandingList",
            object(
                json!({ "outstanding": flag(), "threads": { "type": "array", "items": owed } }),
                &["outstanding", "threads"],
            ),
        ),
        (
            "SessionStart",
            json!({ "description": "A one-time code, or a token.",
            "oneOf": [object(json!({ "code": text() }), &["code"]), object(json!({ "token": text() }), &["token"])] }),
        ),
    ];
    schemas.into_iter().map(|(name, schema)| (name.to_owned(), schema)).collect()
}

fn object(properties: Value, required: &[&str]) -> Value {
    json!({ "type": "object", "properties": properties, "required": required })
}
