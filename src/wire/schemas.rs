//! The JSON Schemas of both documents, under the names by which they refer to them.
//!
//! They are derived from the very types that are read and written; what those cannot say is added here.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};

use crate::core::record::Status;
use crate::error::Problem;

use super::event::{self, kind};
use super::{journal, notice, params, reply, row, schema_dialog, schema_later, snapshot};

/// The types of events, and the names of their schemas.
pub(super) const EVENTS: [(&str, &str); 8] = [
    (kind::REQUESTED, "DialogRequestedEvent"),
    (kind::LOCKED, "DialogLockedEvent"),
    (kind::DEADLINE, "DialogDeadlineEvent"),
    (kind::SETTLED, "DialogSettledEvent"),
    (kind::STATUS, "ThreadStatusEvent"),
    (kind::PUBLISHED, "ThreadPublishedEvent"),
    (kind::RESET, "ThreadResetEvent"),
    (kind::MOVED, "ThreadMovedEvent"),
];

/// A reference to one of them.
pub(super) fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

/// The schema of the cards of a snapshot.
pub(super) fn cards(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "array", "items": { "$ref": "#/components/schemas/OpenCard" } })
}

/// Every schema, by name.
pub(super) fn all() -> Map<String, Value> {
    let mut schemas = schema_dialog::all();
    schemas.extend(schema_later::all());
    inputs(&mut schemas);
    outputs(&mut schemas);
    let events: Vec<Value> = EVENTS.iter().map(|(_, name)| reference(name)).collect();
    schemas
        .insert("Event".into(), json!({ "description": "One event of a thread's stream.", "oneOf": events }));
    let asked = json!({ "description": "How a dialog stands.", "oneOf": [reference("AskResult"), reference("AskOpen")] });
    schemas.insert("AskedResult".into(), asked);
    schemas.insert("Followed".into(), followed(&schemas["Snapshot"]));
    schemas
}

fn generator(settings: SchemaSettings) -> SchemaGenerator {
    settings.with(|settings| settings.definitions_path = "/components/schemas".into()).into_generator()
}

/// What the hub reads.
fn inputs(schemas: &mut Map<String, Value>) {
    let mut from = generator(SchemaSettings::draft2020_12().for_deserialize());
    let mut put = |name: &str, schema: fn(&mut SchemaGenerator) -> Schema| {
        schemas.insert(format!("{name}Params"), schema(&mut from).into());
    };
    put("OfThread", params::OfThread::json_schema);
    put("ClientIdentify", params::ClientIdentify::json_schema);
    put("HubFollow", params::HubFollow::json_schema);
    put("ThreadFollow", params::ThreadFollow::json_schema);
    put("DialogAnswer", params::DialogAnswer::json_schema);
    put("DialogLock", params::DialogLock::json_schema);
    put("DialogTyping", params::DialogTyping::json_schema);
    put("ThreadPrompt", params::ThreadPrompt::json_schema);
    put("HostAttach", params::HostAttach::json_schema);
    put("DialogAsk", params::DialogAsk::json_schema);
    put("DialogWithdraw", params::DialogWithdraw::json_schema);
    put("DialogGet", params::DialogGet::json_schema);
    put("ThreadPublish", params::ThreadPublish::json_schema);
    put("ThreadReset", params::ThreadReset::json_schema);
    put("ThreadMove", params::ThreadMove::json_schema);
    put("RunEnd", params::RunEnd::json_schema);
    put("JournalAck", params::JournalAck::json_schema);
    schemas.extend(from.take_definitions(true));
}

/// What the hub writes.
fn outputs(schemas: &mut Map<String, Value>) {
    let mut from = generator(SchemaSettings::draft2020_12().for_serialize());
    let mut put = |name: &str, schema: fn(&mut SchemaGenerator) -> Schema| {
        schemas.insert(name.into(), schema(&mut from).into());
    };
    put("Problem", Problem::json_schema);
    put("Snapshot", snapshot::Shown::json_schema);
    put("AskResult", reply::Settled::json_schema);
    put("AskOpen", reply::Open::json_schema);
    put("Done", reply::Done::json_schema);
    put("Identified", reply::Identified::json_schema);
    put("Remaining", reply::Remaining::json_schema);
    put("Stopped", reply::Stopped::json_schema);
    put("Prompted", reply::Prompted::json_schema);
    put("Attached", reply::Attached::json_schema);
    put("Detached", reply::Detached::json_schema);
    put("Published", reply::Published::json_schema);
    put("Reset", reply::Reset::json_schema);
    put("Run", reply::Run::json_schema);
    put("Journal", journal::Journal::json_schema);
    put("JournalAcked", journal::JournalAcked::json_schema);
    put("JournalDeliver", journal::JournalDeliver::json_schema);
    put("Place", super::place::Place::json_schema);
    put("OutstandingList", journal::OutstandingList::json_schema);
    put("ThreadList", row::List::json_schema);
    put("ThreadChange", row::Change::json_schema);
    put("Hello", notice::Hello::json_schema);
    put("Draining", notice::Draining::json_schema);
    put("Asked", notice::Asked::json_schema);
    put("Refused", notice::Refused::json_schema);
    put("HostDetached", notice::HostDetached::json_schema);
    put("HostStop", notice::HostStop::json_schema);
    put("HostPrompt", notice::HostPrompt::json_schema);
    schemas.insert("OpenCard".into(), whole::<snapshot::Card>(&mut from, kind::REQUESTED));
    let fields: [fn(&mut SchemaGenerator, &str) -> Value; EVENTS.len()] = [
        whole::<event::DialogRequested>,
        whole::<event::DialogLocked>,
        whole::<event::DialogDeadline>,
        whole::<event::DialogSettled>,
        whole::<Status>,
        whole::<event::ThreadPublished>,
        whole::<event::ThreadReset>,
        whole::<event::ThreadMoved>,
    ];
    for ((kind, name), schema) in EVENTS.into_iter().zip(fields) {
        schemas.insert(name.into(), schema(&mut from, kind));
    }
    schemas.extend(from.take_definitions(true));
}

/// The schema of an event: what all of them begin with, and its own fields.
fn whole<T: JsonSchema>(from: &mut SchemaGenerator, kind: &str) -> Value {
    let mut schema = Value::from(T::json_schema(from));
    add(&mut schema, "type", json!({ "const": kind }));
    add(
        &mut schema,
        "thread",
        json!({ "type": "string", "description": "The name that the thread had then." }),
    );
    add(
        &mut schema,
        "seq",
        json!({ "type": "integer", "minimum": 1, "description": "Its place in the stream." }),
    );
    add(
        &mut schema,
        "at",
        json!({ "type": "integer", "description": "When, in milliseconds since the Unix epoch." }),
    );
    schema
}

/// The schema of the result of `thread.follow`.
fn followed(snapshot: &Value) -> Value {
    let mut schema = snapshot.clone();
    schema["description"] = "A snapshot, and what the follower missed.".into();
    let recovered = "Whether `missed` is everything after `since`; otherwise the snapshot stands alone.";
    add(&mut schema, "recovered", json!({ "type": "boolean", "description": recovered }));
    add(&mut schema, "missed", json!({ "type": "array", "items": reference("Event") }));
    schema
}

/// Adds a member that is always there.
fn add(schema: &mut Value, name: &str, member: Value) {
    schema["properties"][name] = member;
    match &mut schema["required"] {
        Value::Array(required) => required.push(name.into()),
        none => *none = json!([name]),
    }
}

#[cfg(test)]
mod tests;
