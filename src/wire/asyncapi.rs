//! The AsyncAPI 3 document of the WebSocket (§6): every method and event by name.
//!
//! `receive` is what the hub takes, `send` what it says by itself.

use serde_json::{Map, Value, json};

use super::SUBPROTOCOL;
use super::close::CloseCode;
use super::schema_dialog::METHODS;
use super::schemas::{self, EVENTS, reference};
use super::{event, silence};

const CHANNEL: &str = "#/channels/hub";

/// A request, its parameters, its result, and what it is for.
type Request = (&'static str, &'static str, &'static str, &'static str);

/// What followers and hosts ask of the hub.
const REQUESTS: [Request; 22] = [
    ("client.identify", "ClientIdentifyParams", "Identified", "Says what this connection calls itself."),
    ("thread.follow", "ThreadFollowParams", "Followed", "Gets a snapshot and joins the stream, in one step."),
    ("thread.unfollow", "OfThreadParams", "Done", "Leaves the stream."),
    (
        "hub.follow",
        "HubFollowParams",
        "ThreadList",
        "Lists the threads and is told of their changes by `hub.thread`.",
    ),
    ("dialog.answer", "AnswerParams", "Done", "Answers a dialog."),
    ("dialog.lock", "DialogLockParams", "Remaining", "Locks one question; the last required one settles it."),
    ("dialog.typing", "DialogTypingParams", "Done", "Somebody is typing: the deadline moves."),
    ("thread.stop", "OfThreadParams", "Stopped", "Settles everything `aborted` and stops the host."),
    ("thread.prompt", "ThreadPromptParams", "Prompted", "Says something to the host."),
    ("host.attach", "HostAttachParams", "Attached", "Becomes the thread's host."),
    ("host.detach", "OfThreadParams", "Detached", "Ends the host; its dialogs settle `disposed`."),
    ("dialog.ask", "DialogAskParams", "AskedResult", "Asks, and waits for the end unless told otherwise."),
    ("dialog.withdraw", "DialogWithdrawParams", "Done", "Takes a dialog back."),
    ("dialog.get", "DialogGetParams", "AskedResult", "Reads a dialog's result, or waits for it."),
    (
        "thread.publish",
        "ThreadPublishParams",
        "Published",
        "Tells every follower something that wants no answer.",
    ),
    (
        "thread.reset",
        "ThreadResetParams",
        "Reset",
        "Replaces the conversation; its dialogs settle `superseded`.",
    ),
    ("thread.move", "ThreadMoveParams", "Done", "Renames the thread; everything of it lives on."),
    ("thread.forget", "OfThreadParams", "Done", "Ends the thread and drops its history."),
    ("run.begin", "OfThreadParams", "Run", "Begins a turn of the host."),
    ("run.end", "RunEndParams", "Done", "Ends it."),
    ("journal.ack", "JournalAckParams", "JournalAcked", "Proves that answers were read."),
    ("journal.list", "OfThreadParams", "Journal", "Lists the journaled answers."),
];

/// What the hub asks of an attached host.
const HOST_REQUESTS: [Request; 3] = [
    ("host.stop", "HostStop", "HostDone", "Stop what you are doing."),
    (
        "host.prompt",
        "HostPrompt",
        "Prompted",
        "A person says something; the result may name the run that it began.",
    ),
    ("journal.deliver", "JournalDeliver", "HostDone", "An answer that came when nobody waited for it."),
];

/// What the hub says to one connection alone.
const NOTICES: [(&str, &str, &str); 6] = [
    ("hub.hello", "Hello", "The first frame of every connection."),
    ("hub.thread", "ThreadChange", "A thread's row changed; at most 10 a second per thread."),
    ("hub.draining", "Draining", "The hub is about to close; come back after this time."),
    ("dialog.asked", "Asked", "The ask shows or joined this dialog; said before anything else of it."),
    ("dialog.refused", "Refused", "The response frame was not accepted; the dialog is as it was."),
    ("host.detached", "HostDetached", "This connection is not the thread's host any more."),
];

/// The document.
#[must_use]
pub fn document() -> Value {
    let mut parts = Parts::default();
    for it in REQUESTS {
        parts.request("receive", it, &["integer", "string"]);
    }
    for it in HOST_REQUESTS {
        parts.request("send", it, &["string"]);
    }
    for (method, name) in METHODS {
        parts.dialog(method, name);
    }
    for (name, params, says) in NOTICES {
        parts.notification(name, name, params, says);
    }
    for (kind, params) in EVENTS.into_iter().filter(|(kind, _)| *kind != event::kind::REQUESTED) {
        parts.notification(&format!("event.{kind}"), kind, params, "An event of the stream.");
    }
    parts.message("error", "error", "What became of a request that was not carried out.", error());
    let names = parts.messages.keys().cloned();
    let listed: Map<String, Value> = names
        .map(|name| (name.clone(), json!({ "$ref": format!("#/components/messages/{name}") })))
        .collect();
    json!({
        "asyncapi": "3.0.0",
        "info": { "title": "dialog-hub", "version": env!("CARGO_PKG_VERSION"), "description": silence::DECISIONS },
        "defaultContentType": "application/json",
        "channels": { "hub": { "address": "/api/ws", "title": "The WebSocket",
            "description": format!("JSON-RPC 2.0, one message per text frame, subprotocol `{SUBPROTOCOL}`."),
            "messages": listed, "x-close-codes": close_codes() } },
        "operations": parts.operations,
        "components": { "messages": parts.messages, "schemas": schemas() },
    })
}

/// Each code that the hub closes with, why, and whether the client may connect again as it is.
fn close_codes() -> Map<String, Value> {
    let one = |code: CloseCode| {
        let says = json!({ "description": code.says(), "mayComeBack": code.may_come_back() });
        (code.number().to_string(), says)
    };
    CloseCode::ALL.into_iter().map(one).collect()
}

fn schemas() -> Map<String, Value> {
    let mut all = schemas::all();
    let answer = json!({ "description": "The answer's own fields stand beside `thread` and `id`.",
        "allOf": [reference("DialogAnswerParams"), reference("Answer")] });
    all.insert("AnswerParams".into(), answer);
    all.insert("HostDone".into(), json!({ "description": "Anything: the host has done it." }));
    all
}

/// The document's messages and operations.
#[derive(Default)]
struct Parts {
    messages: Map<String, Value>,
    operations: Map<String, Value>,
}

impl Parts {
    /// A request with its reply, one way or the other.
    fn request(&mut self, action: &str, (name, params, result, says): Request, id: &[&str]) {
        self.message(name, name, says, call(name, Some(json!({ "type": id })), reference(params)));
        let reply = format!("{name}.result");
        self.message(&reply, name, "The reply.", response(id, reference(result)));
        self.operation(name, action, says, Some(&reply));
    }

    /// The request that shows a dialog; its result is a person's answer, its error says that it cannot be shown.
    fn dialog(&mut self, method: &str, name: &str) {
        let rpc = if method.starts_with("x.") { method.to_owned() } else { format!("dialog.{method}") };
        let own =
            json!({ "type": "object", "properties": { "dialog": reference(&format!("{name}Dialog")) } });
        let params = json!({ "allOf": [reference("DialogRequestedEvent"), own] });
        let says = "Shows a dialog. The id is the dialog's; a follower answers with a response frame, and gets no reply.";
        let mut payload = call(&rpc, Some(json!({ "type": "string", "pattern": "^(dlg|sec)-" })), params);
        if method.starts_with("x.") {
            payload["properties"]["method"] = json!({ "type": "string", "pattern": "^x\\." });
        }
        self.message(&rpc, &rpc, says, payload);
        let answer = json!({ "anyOf": [reference(&format!("{name}Answer")), reference("Cancelled")] });
        let reply = format!("{rpc}.result");
        self.message(&reply, &rpc, "A person's answer.", response(&["string"], answer));
        self.operation(&rpc, "send", says, Some(&reply));
    }

    fn notification(&mut self, key: &str, method: &str, params: &str, says: &str) {
        self.message(key, method, says, call(method, None, reference(params)));
        self.operation(key, "send", says, None);
    }

    fn message(&mut self, key: &str, name: &str, says: &str, payload: Value) {
        let message = json!({ "name": name, "summary": says, "payload": payload });
        self.messages.insert(key.into(), message);
    }

    fn operation(&mut self, key: &str, action: &str, says: &str, reply: Option<&str>) {
        let message = |name: &str| json!({ "$ref": format!("{CHANNEL}/messages/{name}") });
        let channel = json!({ "$ref": CHANNEL });
        let mut operation =
            json!({ "action": action, "channel": channel, "summary": says, "messages": [message(key)] });
        if let Some(reply) = reply {
            operation["reply"] =
                json!({ "channel": channel, "messages": [message(reply), message("error")] });
        }
        self.operations.insert(key.into(), operation);
    }
}

fn call(method: &str, id: Option<Value>, params: Value) -> Value {
    let mut schema = json!({ "type": "object", "required": ["jsonrpc", "method"],
        "properties": { "jsonrpc": { "const": "2.0" }, "method": { "const": method }, "params": params } });
    if let Some(id) = id {
        schema["properties"]["id"] = id;
    }
    schema
}

fn response(id: &[&str], result: Value) -> Value {
    json!({ "type": "object", "required": ["jsonrpc", "id", "result"],
        "properties": { "jsonrpc": { "const": "2.0" }, "id": { "type": id }, "result": result } })
}

fn error() -> Value {
    let error = json!({ "type": "object", "required": ["code", "message"],
        "properties": { "code": { "type": "integer" }, "message": { "type": "string" }, "data": reference("Problem") } });
    json!({ "type": "object", "required": ["jsonrpc", "id", "error"],
        "properties": { "jsonrpc": { "const": "2.0" }, "id": { "type": ["integer", "string", "null"] }, "error": error } })
}

#[cfg(test)]
mod tests;
