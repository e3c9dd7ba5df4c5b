//! JSON Schemas of dialogs and answers (§3), which are read by hand and not into a derived type.
//!
//! They say what is taken, not everything that is refused: sizes, doubled values and the like are in the contract.

use schemars::{Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};

/// The methods of dialogs, and the names of their schemas: `SelectDialog`, `SelectAnswer`.
pub(super) const METHODS: [(&str, &str); 10] = [
    ("confirm", "Confirm"),
    ("select", "Select"),
    ("multiselect", "Multiselect"),
    ("input", "Input"),
    ("editor", "Editor"),
    ("secret", "Secret"),
    ("questionnaire", "Questionnaire"),
    ("approval", "Approval"),
    ("form", "Form"),
    ("x.NAME", "Custom"),
];

/// A dialog, wherever one stands.
pub(super) fn reference(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "$ref": "#/components/schemas/Dialog" })
}

/// The fields of an answer, wherever they stand.
pub(super) fn answer_reference(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "$ref": "#/components/schemas/Answer" })
}

/// What is picked of one question.
pub(super) fn picked(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": ["string", "array", "null"], "items": { "type": "string" } })
}

/// Every schema of this file, by name.
pub(super) fn all() -> Map<String, Value> {
    let mut schemas = Map::new();
    for (method, name) in METHODS {
        schemas.insert(format!("{name}Dialog"), dialog(method));
        schemas.insert(format!("{name}Answer"), answer(method));
    }
    schemas.insert("Option".into(), option());
    schemas.insert("Question".into(), question());
    let cancelled = json!({ "type": "object", "required": ["cancelled"], "properties": { "cancelled": { "const": true } },
        "description": "A person dismisses the card, whatever its method." });
    schemas.insert("Cancelled".into(), cancelled);
    let each = |kind: &str| {
        METHODS
            .iter()
            .map(|(_, name)| super::schemas::reference(&format!("{name}{kind}")))
            .collect::<Vec<_>>()
    };
    schemas.insert("Dialog".into(), json!({ "type": "object", "oneOf": each("Dialog") }));
    let mut answers = each("Answer");
    answers.push(super::schemas::reference("Cancelled"));
    schemas.insert("Answer".into(), json!({ "type": "object", "anyOf": answers }));
    schemas
}

fn text(description: &str) -> Value {
    json!({ "type": ["string", "null"], "description": description })
}

fn flag(description: &str) -> Value {
    json!({ "type": ["boolean", "null"], "description": description })
}

fn count(description: &str) -> Value {
    json!({ "type": ["integer", "null"], "minimum": 0, "description": description })
}

fn option() -> Value {
    json!({ "description": "One option; a bare string is its own value and label.", "anyOf": [{ "type": "string" }, {
        "type": "object", "required": ["value"],
        "properties": { "value": { "type": "string" }, "label": text("What is drawn."), "description": text("More words.") },
    }] })
}

fn options() -> Value {
    json!({ "type": ["array", "null"], "items": super::schemas::reference("Option") })
}

fn question() -> Value {
    json!({ "type": "object", "required": ["id", "question"], "properties": {
        "id": { "type": "string" }, "question": { "type": "string" }, "header": text("A short chip."), "options": options(),
        "multi_select": flag("Whether several options may be picked."), "allow_other": flag("Whether free text is taken beside the options."),
        "required": flag("Whether it has to be answered; absent: yes."),
    } })
}

/// The specification of one method.
fn dialog(method: &str) -> Value {
    let allow_other = || flag("Whether free text is taken beside the options.");
    let max_length = || count("The longest text, in Unicode scalar values.");
    let (own, required) = match method {
        "confirm" => {
            (json!({ "yes_label": text("The yes button."), "no_label": text("The no button.") }), vec![])
        }
        "select" => (json!({ "options": options(), "allow_other": allow_other() }), vec![]),
        "multiselect" => (
            json!({ "options": options(), "allow_other": allow_other(), "min": count("The fewest."), "max": count("The most.") }),
            vec![],
        ),
        "input" => (
            json!({ "placeholder": text("Drawn while empty."), "max_length": max_length(), "pattern": text("A regular expression that has to match somewhere.") }),
            vec![],
        ),
        "editor" => (
            json!({ "prefill": text("What stands in it at first."), "language": text("What it is written in."), "max_length": max_length() }),
            vec![],
        ),
        "secret" => (json!({ "placeholder": text("Drawn while empty.") }), vec![]),
        "questionnaire" => (
            json!({ "questions": { "type": "array", "minItems": 1, "items": super::schemas::reference("Question") } }),
            vec!["questions"],
        ),
        "approval" => {
            let choices = json!({ "type": ["array", "null"], "items": { "enum": ["once", "session", "always", "deny"] } });
            (
                json!({ "action": { "description": "What is to be approved." }, "choices": choices, "editable": flag("Whether the action may be changed.") }),
                vec![],
            )
        }
        "form" => (
            json!({ "schema": { "type": "object", "description": "A JSON Schema 2020-12 of an object." } }),
            vec!["schema"],
        ),
        _ => (
            json!({ "params": { "description": "Whatever the asker's own client understands." }, "result_schema": { "description": "A JSON Schema 2020-12." } }),
            vec![],
        ),
    };
    let name = if method == "x.NAME" {
        json!({ "type": "string", "pattern": "^x\\." })
    } else {
        json!({ "const": method })
    };
    let mut schema = json!({ "type": "object", "required": ["method", "title"], "properties": {
        "method": name, "title": { "type": "string", "pattern": "\\S" }, "message": text("Markdown."), "header": text("A short chip."),
    } });
    // A secret may have none.
    if method != "secret" {
        schema["properties"]["default"] = json!({ "description": "A good answer, in the form of `value`." });
    }
    extend(&mut schema, own, required);
    schema
}

/// The answer's own fields of one method.
fn answer(method: &str) -> Value {
    let other = || text("What was typed, where the dialog allows it.");
    let string = || json!({ "type": "string" });
    let (own, required) = match method {
        "confirm" => (json!({ "confirmed": { "type": "boolean" } }), vec!["confirmed"]),
        "select" => (json!({ "value": text("The picked option's value."), "other": other() }), vec![]),
        "multiselect" => {
            (json!({ "values": { "type": "array", "items": string() }, "other": other() }), vec!["values"])
        }
        "input" | "editor" | "secret" => (json!({ "value": string() }), vec!["value"]),
        "questionnaire" => {
            let value = json!({ "type": ["string", "array", "null"], "items": string() });
            let one = json!({ "type": "object", "required": ["id"], "properties": { "id": string(), "value": value, "other": other() } });
            (json!({ "answers": { "type": "array", "items": one } }), vec!["answers"])
        }
        "approval" => {
            let own = json!({ "choice": { "enum": ["once", "session", "always", "deny"] }, "reason": text("Why."),
                "input": { "description": "The action as the person changed it." } });
            (own, vec!["choice"])
        }
        "form" => (json!({ "content": { "type": "object" } }), vec!["content"]),
        _ => (json!({ "result": {} }), vec!["result"]),
    };
    let mut schema = json!({ "type": "object", "properties": {} });
    extend(&mut schema, own, required);
    if method == "select" {
        schema["anyOf"] = json!([{ "required": ["value"] }, { "required": ["other"] }]);
    }
    schema
}

fn extend(schema: &mut Value, own: Value, required: Vec<&str>) {
    let Value::Object(own) = own else { return };
    for (name, member) in own {
        schema["properties"][name] = member;
    }
    if required.is_empty() {
        return;
    }
    match &mut schema["required"] {
        Value::Array(all) => all.extend(required.into_iter().map(Value::from)),
        none => *none = required.into(),
    }
}
