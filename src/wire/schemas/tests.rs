//! Real texts against the schemas of the documents.

use std::sync::LazyLock;

use jsonschema::Validator;
use uuid::Uuid;

use super::*;
use crate::core::answer::{Answer, Given, Lock, Locks, Pick};
use crate::core::effect::{DetachReason, HostRequest, Reply, StoppedHost};
use crate::core::id::{DialogId, Epoch, HostRequestId, ThreadId};
use crate::core::json::Json;
use crate::core::outcome::{By, Outcome};
use crate::core::record::{Entry, Record, Settled};
use crate::error::{ApiError, Code};
use crate::wire::rpc::RequestId;
use crate::wire::{asyncapi, openapi};

static OPENAPI: LazyLock<Value> = LazyLock::new(openapi::document);
static ASYNCAPI: LazyLock<Value> = LazyLock::new(asyncapi::document);

/// Compiles a schema with what it refers to, and no more of the document: that would take long.
fn validator(document: &Value, schema: &Value) -> Validator {
    let mut root = schema.clone();
    let mut open = references(schema);
    while let Some(name) = open.pop() {
        if root["components"]["schemas"].get(&name).is_none() {
            let referred = &document["components"]["schemas"][&name];
            open.extend(references(referred));
            root["components"]["schemas"][&name] = referred.clone();
        }
    }
    jsonschema::draft202012::new(&root).expect("a schema that compiles")
}

/// The names of the schemas that a part of a document refers to.
fn references(part: &Value) -> Vec<String> {
    let inner: Vec<&Value> = match part {
        Value::Object(members) => members.values().collect(),
        Value::Array(items) => items.iter().collect(),
        _ => vec![],
    };
    let own =
        part.get("$ref").and_then(Value::as_str).and_then(|to| to.strip_prefix("#/components/schemas/"));
    own.map(str::to_owned).into_iter().chain(inner.into_iter().flat_map(references)).collect()
}

/// The schema of one name, strictly: an object may have no member that it does not list.
fn strict(name: &str) -> Validator {
    validator(&OPENAPI, &json!({ "allOf": [reference(name)], "unevaluatedProperties": false }))
}

fn good(name: &str, text: &str) {
    let value: Value = serde_json::from_str(text).unwrap();
    if let Err(error) = strict(name).validate(&value) {
        panic!("{name}: {error} at {} in {text}", error.instance_path());
    }
}

fn bad(name: &str, value: &Value) {
    assert!(!strict(name).is_valid(value), "{name} takes {value}");
}

fn by() -> By {
    By { follower: "f1".into(), label: Some("Ann".into()), subject: None }
}

fn id() -> DialogId {
    DialogId::named("dlg-1")
}

fn thread() -> ThreadId {
    ThreadId::parse("t").unwrap()
}

fn lock() -> Lock {
    Lock { question: "q".into(), value: Some(Given::Text("a".into())), other: Some("o".into()) }
}

fn records() -> Vec<Record> {
    let requested = snapshot::tests::snapshot(Locks::default(), false).open[0].asked.clone();
    let answer = Some(Answer::Select(Pick::Other("o".into())));
    let settled = |outcome, answer, private| {
        Record::Settled(Box::new(Settled {
            id: id(),
            method: crate::core::dialog::Method::Select,
            outcome,
            answer,
            private,
            reason: Some("r".into()),
            by: Some(by()),
            answer_key: None,
            journal: None,
        }))
    };
    let locked =
        |private| Record::Locked { id: id(), lock: lock(), by: by(), remaining: vec!["q2".into()], private };
    vec![
        Record::Requested(requested),
        locked(false),
        locked(true),
        Record::Deadline { id: id(), deadline_at: 5, told: true },
        settled(Outcome::Answered, answer, false),
        settled(Outcome::TimedOut, Some(Answer::Questionnaire { answers: vec![lock()] }), false),
        settled(Outcome::Unsupported, None, true),
        Record::Status(Status { live: true, busy: true, run: 1 }),
        Record::Published { event: "e".into(), data: Json(Value::Null) },
        Record::Reset { generation: 2, reason: None },
        Record::Moved { to: Some(thread()) },
        Record::Moved { to: None },
    ]
}

#[test]
fn every_event_is_as_its_schema_says() {
    for record in records() {
        let entry = Entry { pos: 1, seq: 1, at: 1, record };
        let event = event::encode(&thread(), Epoch(Uuid::nil()), &entry).unwrap();
        let text = std::str::from_utf8(&event.text).unwrap();
        let (_, name) = EVENTS.into_iter().find(|(kind, _)| *kind == event.kind).unwrap();
        good(name, text);
        good("Event", text);
        let mut value: Value = serde_json::from_str(text).unwrap();
        value["unheard"] = 1.into();
        bad(name, &value);
    }
}

#[test]
fn snapshots_are_as_their_schema_says() {
    let mut locks = Locks::default();
    locks.insert(lock());
    let missed = br#"{"type":"thread.moved","thread":"t","seq":1,"at":1,"to":null}"#;
    for private in [false, true] {
        let snapshot = snapshot::tests::snapshot(locks.clone(), private);
        good("Snapshot", &snapshot::to_text(&snapshot));
        good("Followed", &snapshot::followed(&snapshot, true, &[bytes::Bytes::from_static(missed)]));
    }
    bad("Snapshot", &json!({ "thread": "t" }));
}

#[test]
fn every_result_is_as_its_schema_says() {
    let attached = Reply::Attached {
        thread: thread(),
        epoch: Epoch(Uuid::nil()),
        seq: 1,
        generation: 1,
        instance: "i".into(),
        taken_over: false,
    };
    for (name, reply) in [
        ("Done", Reply::Done),
        ("AskOpen", Reply::Open { id: id() }),
        ("Remaining", Reply::Remaining(vec!["q".into()])),
        ("Stopped", Reply::Stopped { settled: vec![id()], host: StoppedHost::None }),
        ("Prompted", Reply::Prompted { run: None }),
        ("Attached", attached),
        ("Detached", Reply::Detached { settled: vec![] }),
        ("Published", Reply::Published { seq: 1 }),
        ("Reset", Reply::Reset { generation: 1 }),
        ("Run", Reply::Run { run: 1 }),
    ] {
        good(name, &reply::to_text(&reply));
    }
    good("Identified", &reply::identified("f"));
    for secret_gone in [false, true] {
        good("AskResult", &reply::to_text(&Reply::Result(Box::new(reply::tests::settled(secret_gone)))));
    }
    let row = row::Row { thread: thread(), live: true, busy: false, run: 0, open: 1, last_at: 1 };
    good("ThreadList", &row::list(std::slice::from_ref(&row)));
    good("ThreadChange", &crate::wire::text(&row::Change::Row(row)));
    good("ThreadChange", &crate::wire::text(&row::Change::Gone(row::Gone::new(thread()))));
}

#[test]
fn errors_are_as_their_schema_says() {
    for code in Code::ALL {
        good("Problem", &super::super::problem::to_text(&ApiError::new(code, "d").at("f"), code.http()));
    }
    bad("Problem", &json!({ "type": "x", "title": "t", "status": 400, "code": "other", "detail": "d" }));
}

/// Checks a whole frame against the payload of its message in the AsyncAPI document.
fn good_frame(message: &str, frame: &str) {
    let payload = &ASYNCAPI["components"]["messages"][message]["payload"];
    let value: Value = serde_json::from_str(frame).unwrap();
    if let Err(error) = validator(&ASYNCAPI, payload).validate(&value) {
        panic!("{message}: {error} at {} in {frame}", error.instance_path());
    }
}

#[test]
fn every_frame_is_as_its_message_says() {
    for record in records() {
        let entry = Entry { pos: 1, seq: 1, at: 1, record };
        let event = event::encode(&thread(), Epoch(Uuid::nil()), &entry).unwrap();
        let message = if event.kind == kind::REQUESTED {
            "dialog.confirm".to_owned()
        } else {
            format!("event.{}", event.kind)
        };
        good_frame(&message, std::str::from_utf8(&event.frame).unwrap());
    }
    let request = RequestId::Text("a".into());
    let error = ApiError::limit("too many", 5);
    good_frame("error", &crate::wire::rpc::error_frame(None, &error));
    good_frame("error", &crate::wire::rpc::error_frame(Some(&request), &error));
    good_frame("dialog.refused", &notice::refused(&id(), &error));
    good_frame("dialog.asked", &notice::asked(&request, &id(), None, 2));
    good_frame("hub.draining", &notice::draining(1));
    good_frame("host.detached", &notice::host_detached(&thread(), DetachReason::Forgotten));
    good_frame("hub.thread", &notice::hub_thread(&row::Change::Gone(row::Gone::new(thread()))));
    let stop = HostRequest::Stop { thread: thread(), run: 1 };
    good_frame("host.stop", &notice::host_request(HostRequestId(1), &stop));
    let prompt = HostRequest::Prompt { thread: thread(), message: "m".into(), data: None, from: by() };
    good_frame("host.prompt", &notice::host_request(HostRequestId(1), &prompt));
}

#[test]
fn dialogs_and_their_answers_are_as_their_schemas_say() {
    let question =
        json!({ "id": "q", "question": "?", "options": ["a"], "multi_select": true, "required": null });
    for (name, dialog, answer) in [
        (
            "Confirm",
            json!({ "method": "confirm", "title": "t", "default": true }),
            json!({ "confirmed": true }),
        ),
        (
            "Select",
            json!({ "method": "select", "title": "t", "options": ["a", { "value": "b" }] }),
            json!({ "other": "o" }),
        ),
        (
            "Multiselect",
            json!({ "method": "multiselect", "title": "t", "options": ["a"], "min": 1 }),
            json!({ "values": ["a"] }),
        ),
        ("Input", json!({ "method": "input", "title": "t", "max_length": 5 }), json!({ "value": "" })),
        ("Editor", json!({ "method": "editor", "title": "t", "prefill": "p" }), json!({ "value": "" })),
        ("Secret", json!({ "method": "secret", "title": "t" }), json!({ "value": "" })),
        (
            "Questionnaire",
            json!({ "method": "questionnaire", "title": "t", "questions": [question] }),
            json!({ "answers": [{ "id": "q", "value": ["a"] }] }),
        ),
        (
            "Approval",
            json!({ "method": "approval", "title": "t", "action": [1] }),
            json!({ "choice": "deny" }),
        ),
        ("Form", json!({ "method": "form", "title": "t", "schema": {} }), json!({ "content": {} })),
        ("Custom", json!({ "method": "x.y", "title": "t", "params": 1 }), json!({ "result": null })),
    ] {
        good(&format!("{name}Dialog"), &dialog.to_string());
        good("Dialog", &dialog.to_string());
        good(&format!("{name}Answer"), &answer.to_string());
        good("Answer", &answer.to_string());
    }
    good("Answer", r#"{"cancelled":true}"#);
    bad("Answer", &json!({ "cancelled": 1 }));
    bad("Dialog", &json!({ "method": "y", "title": "t" }));
    bad("Dialog", &json!({ "method": "confirm", "title": " " }));
}

#[test]
fn parameters_are_as_their_schemas_say() {
    let dialog = json!({ "method": "confirm", "title": "t" });
    for (name, params) in [
        ("ThreadFollow", json!({ "thread": "t", "since": { "epoch": "e", "seq": 1 } })),
        ("ThreadFollow", json!({ "thread": "t", "since": null })),
        (
            "DialogAsk",
            json!({ "thread": "t", "dialog": dialog, "key": null, "wait_ms": 0, "if_unattended": "fail", "recover": "any" }),
        ),
        ("DialogLock", json!({ "thread": "t", "id": "d", "question": "q", "value": ["a"], "other": null })),
        ("ThreadPublish", json!({ "thread": "t", "event": "e", "data": null })),
        ("RunEnd", json!({ "thread": "t", "run": 1, "outcome": "completed" })),
        ("DialogWithdraw", json!({ "thread": "t", "key": "k" })),
    ] {
        good(&format!("{name}Params"), &params.to_string());
    }
    bad("ThreadPublishParams", &json!({ "thread": "t", "event": "e" }));
    bad("DialogAskParams", &json!({ "thread": "t", "dialog": dialog, "wait_ms": 300_001 }));
}

#[test]
fn every_reference_is_to_a_schema_and_every_schema_compiles() {
    for document in [&OPENAPI, &ASYNCAPI] {
        let schemas = document["components"]["schemas"].as_object().unwrap();
        for name in references(document) {
            assert!(schemas.contains_key(&name), "{name}");
        }
        for name in schemas.keys() {
            validator(document, &reference(name));
        }
    }
}
