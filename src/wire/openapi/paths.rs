//! Every path and verb of the contract.

use serde_json::{Map, Value, json};

use super::METRICS_TYPE;
use super::operation::Operation;

use crate::wire::schemas::reference;

/// The operations, in the contract's order.
pub(super) fn all(schemas: &Map<String, Value>) -> Vec<Operation> {
    let mut all = dialogs(schemas);
    all.extend(threads(schemas));
    all.extend(journal(schemas));
    all.extend(later());
    all.extend(services());
    all
}

fn dialogs(schemas: &Map<String, Value>) -> Vec<Operation> {
    let answer = json!({ "allOf": [body(schemas, "DialogAnswerParams", &["thread"]), reference("Answer")] });
    vec![
        Operation::new("post", "/api/threads/{t}/dialogs", "Asks.")
            .takes("wait_ms")
            .body(body(schemas, "DialogAskParams", &["thread"]))
            .gives(200, "The dialog is settled: its result.", reference("AskResult"))
            .gives(
                202,
                "The wait is over, or there was none, and the dialog is open: its id.",
                reference("AskOpen"),
            )
            .located(202)
            .fails(&[409]),
        Operation::new("get", "/api/threads/{t}/dialogs/{id}", "Reads a dialog's result, or waits for it.")
            .takes("wait_ms")
            .gives(
                200,
                "The result; while the dialog is open, `outcome` is `open`.",
                reference("AskedResult"),
            )
            .fails(&[404]),
        Operation::new("get", "/api/dialogs/{id}", "Tells which thread a dialog was asked on.")
            .gives(200, "The thread's present name.", reference("Place"))
            .fails(&[404]),
        Operation::new("delete", "/api/threads/{t}/dialogs/{id}", "Takes a dialog back.")
            .gives_nothing(204, "The dialog is settled `withdrawn`.")
            .fails(&[404]),
        Operation::new("post", "/api/threads/{t}/dialog", "Answers a dialog.")
            .body(answer)
            .gives_nothing(204, "The answer is accepted, and the dialog settled by it.")
            .fails(&[404, 422]),
        Operation::new(
            "post",
            "/api/threads/{t}/dialog/lock",
            "Locks one question; the last required one settles it.",
        )
        .body(body(schemas, "DialogLockParams", &["thread"]))
        .gives(200, "The question is locked: the required ones that are not yet.", reference("Remaining"))
        .fails(&[404, 422]),
    ]
}

fn threads(schemas: &Map<String, Value>) -> Vec<Operation> {
    let stream = json!({ "type": "string", "description": "`id: EPOCH:SEQ`, `event:` the type, `data:` the event. \
        The first is `snapshot`, with the schema `Followed`; the others have the schema `Event`." });
    vec![
        Operation::new("post", "/api/threads/{t}/stop", "Settles everything `aborted` and stops the host.")
            .optional_body(body(schemas, "OfThreadParams", &["thread"]))
            .gives(200, "What was settled, and whether a host stopped.", reference("Stopped"))
            .fails(&[404, 502]),
        Operation::new(
            "post",
            "/api/threads/{t}/publish",
            "Tells every follower something that wants no answer.",
        )
        .body(body(schemas, "ThreadPublishParams", &["thread"]))
        .gives(202, "The event is on the stream, and durable: its `seq`.", reference("Published")),
        Operation::new("post", "/api/threads/{t}/prompt", "Says something to the host.")
            .body(body(schemas, "ThreadPromptParams", &["thread"]))
            .gives(202, "The host took it: the run that it began, if any.", reference("Prompted"))
            .fails(&[404, 409, 502]),
        Operation::new("get", "/api/threads/{t}", "A snapshot of the thread.")
            .gives(200, "The thread as of `seq`: what is open, the host, the run.", reference("Snapshot"))
            .fails(&[404]),
        Operation::new("get", "/api/threads", "Lists the threads.").gives(
            200,
            "A row of each thread.",
            reference("ThreadList"),
        ),
        Operation::new("get", "/api/threads/{t}/events", "Follows the thread by server-sent events.")
            .takes("last_event_id")
            .gives_as(
                "text/event-stream",
                200,
                "Blocks until the thread or the hub ends; a comment now and then while there is no event.",
                stream,
            ),
    ]
}

fn journal(schemas: &Map<String, Value>) -> Vec<Operation> {
    vec![
        Operation::new("get", "/api/threads/{t}/journal", "Lists the journaled answers.").gives(
            200,
            "The answers that are kept, in the order in which they arrived.",
            reference("Journal"),
        ),
        Operation::new("post", "/api/threads/{t}/journal/ack", "Proves that answers were read.")
            .body(body(schemas, "JournalAckParams", &["thread"]))
            .gives(200, "The answers proved by this call.", reference("JournalAcked")),
        Operation::new("get", "/api/outstanding", "What is still owed to hosts.").gives(
            200,
            "Whether anything is, and on which threads.",
            reference("OutstandingList"),
        ),
    ]
}

fn later() -> Vec<Operation> {
    vec![
        Operation::new("post", "/api/session", "Signs a browser in.")
            .body(reference("SessionStart"))
            .gives_nothing(204, "The cookie of the session is set.")
            .later(),
        Operation::new("delete", "/api/session", "Signs a browser out.")
            .gives_nothing(204, "The cookie of the session is taken away.")
            .later(),
    ]
}

fn services() -> Vec<Operation> {
    let text = || json!({ "type": "string" });
    let object = || json!({ "type": "object" });
    vec![
        Operation::service("/healthz", "Whether the process answers.", &[]).gives_as(
            "text/plain",
            200,
            "The process answers; it says nothing of the store.",
            text(),
        ),
        Operation::service("/readyz", "Whether the hub takes calls.", &[503]).gives_as(
            "text/plain",
            200,
            "The hub takes calls: it has its store and is not shutting down.",
            text(),
        ),
        Operation::service("/metrics", "Counters, for Prometheus.", &[401]).gives_as(
            METRICS_TYPE,
            200,
            "OpenMetrics text; no ids and no texts of anybody.",
            text(),
        ),
        Operation::service("/api/openapi.json", "This document.", &[401]).gives(
            200,
            "An OpenAPI 3.1 document.",
            object(),
        ),
        Operation::service("/api/asyncapi.json", "The document of the WebSocket.", &[401]).gives(
            200,
            "An AsyncAPI 3 document.",
            object(),
        ),
        Operation::service(
            "/api/ws",
            "Opens the WebSocket; `/api/asyncapi.json` says what goes over it.",
            &[401, 426],
        )
        .gives_nothing(101, "The connection is a WebSocket from here on."),
    ]
}

/// A method's parameters as a body: without what the path says, and with who the caller says it is.
fn body(schemas: &Map<String, Value>, params: &str, in_path: &[&str]) -> Value {
    let mut schema = schemas[params].clone();
    if let Some(Value::Array(required)) = schema.get_mut("required") {
        required.retain(|name| !in_path.iter().any(|given| name == given));
    }
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        properties.retain(|name, _| !in_path.contains(&name.as_str()));
        let label = json!({ "type": ["string", "null"], "description": "What the caller calls itself." });
        properties.insert("label".into(), label);
    }
    schema
}
