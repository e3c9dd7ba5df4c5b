//! What the hub says to one connection alone, and what it asks of a host (§6): whole frames.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::core::effect::{DetachReason, HostRequest};
use crate::core::id::{DialogId, HostRequestId, ThreadId};
use crate::core::json::Json;
use crate::core::outcome::By;
use crate::error::{ApiError, Told};

use super::journal::JournalDeliver;
use super::row::Change;
use super::rpc::{self, RequestId};

/// `hub.hello`, the first frame of every connection.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "Hello")]
pub struct Hello<'a> {
    /// What the hub calls itself.
    pub hub: &'a str,
    /// Its version.
    pub version: &'a str,
    /// This connection's id, as `by` names it.
    pub follower: &'a str,
    /// What the connection may do.
    pub roles: &'a [&'a str],
    /// How often the hub pings.
    pub ping_interval_ms: u64,
    /// The largest message that it takes.
    pub max_message_bytes: u64,
}

/// The frame of `hub.hello`.
#[must_use]
pub fn hello(hello: &Hello<'_>) -> String {
    notice("hub.hello", hello)
}

/// `hub.draining`.
#[derive(Serialize, JsonSchema)]
pub(super) struct Draining {
    /// When to come back; not the same for everybody.
    retry_after_ms: u64,
}

/// The frame of `hub.draining`.
#[must_use]
pub fn draining(retry_after_ms: u64) -> String {
    notice("hub.draining", &Draining { retry_after_ms })
}

/// The frame of `hub.thread`.
#[must_use]
pub fn hub_thread(change: &Change) -> String {
    notice("hub.thread", change)
}

/// `dialog.asked`.
#[derive(Serialize, JsonSchema)]
pub(super) struct Asked<'a> {
    /// The id of the `dialog.ask`, an integer or a text.
    #[schemars(schema_with = "super::rpc::id_schema")]
    request: &'a RequestId,
    /// The dialog that it shows or joined.
    #[schemars(with = "String")]
    id: &'a DialogId,
    /// The key that it was asked with.
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<&'a str>,
    /// How many followers who could answer are connected now.
    followers: usize,
}

/// The frame of `dialog.asked`, to the connection of the ask.
#[must_use]
pub fn asked(request: &RequestId, id: &DialogId, key: Option<&str>, followers: usize) -> String {
    notice("dialog.asked", &Asked { request, id, key, followers })
}

/// `dialog.refused`.
#[derive(Serialize, JsonSchema)]
pub(super) struct Refused<'a> {
    #[schemars(with = "String")]
    id: &'a DialogId,
    #[serde(flatten)]
    error: Told<'a>,
}

/// The frame of `dialog.refused`, to the follower whose response frame was not accepted.
#[must_use]
pub fn refused(id: &DialogId, error: &ApiError) -> String {
    notice("dialog.refused", &Refused { id, error: error.told() })
}

/// `host.detached`.
#[derive(Serialize, JsonSchema)]
pub(super) struct HostDetached<'a> {
    #[schemars(with = "String")]
    thread: &'a ThreadId,
    #[schemars(extend("enum" = ["replaced", "takeover", "forgotten"]))]
    reason: &'static str,
}

/// The frame of `host.detached`, to the connection that was the host.
#[must_use]
pub fn host_detached(thread: &ThreadId, reason: DetachReason) -> String {
    let reason = match reason {
        DetachReason::Replaced => "replaced",
        DetachReason::Takeover => "takeover",
        DetachReason::Forgotten => "forgotten",
    };
    notice("host.detached", &HostDetached { thread, reason })
}

/// `host.stop`.
#[derive(Serialize, JsonSchema)]
pub(super) struct HostStop<'a> {
    #[schemars(with = "String")]
    thread: &'a ThreadId,
    /// The newest run.
    run: u64,
}

/// `host.prompt`.
#[derive(Serialize, JsonSchema)]
pub(super) struct HostPrompt<'a> {
    #[schemars(with = "String")]
    thread: &'a ThreadId,
    /// What the person says.
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Value>")]
    data: Option<&'a Json>,
    from: &'a By,
}

/// The frame of a request of the hub to an attached host.
#[must_use]
pub fn host_request(request: HostRequestId, what: &HostRequest) -> String {
    let (method, params) = match what {
        HostRequest::Stop { thread, run } => ("host.stop", super::text(&HostStop { thread, run: *run })),
        HostRequest::Deliver(it) => ("journal.deliver", super::text(&JournalDeliver::new(it))),
        HostRequest::Prompt { thread, message, data, from } => {
            ("host.prompt", super::text(&HostPrompt { thread, message, data: data.as_ref(), from }))
        }
    };
    rpc::request(&rpc::host_request_id(request), method, &params)
}

fn notice<T: Serialize>(method: &str, params: &T) -> String {
    rpc::notification(method, &super::text(params))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::error::{Ended, Error};
    use crate::core::outcome::Outcome;

    fn thread() -> ThreadId {
        ThreadId::parse("t").unwrap()
    }

    #[test]
    fn notices_are_notifications() {
        let hello_text = hello(&Hello {
            hub: "dialog-hub",
            version: "1",
            follower: "f1",
            roles: &["view"],
            ping_interval_ms: 25_000,
            max_message_bytes: 1 << 20,
        });
        let id = DialogId::named("dlg-1");
        for (frame, method, params) in [
            (
                hello_text,
                "hub.hello",
                r#"{"hub":"dialog-hub","version":"1","follower":"f1","roles":["view"],"ping_interval_ms":25000,"max_message_bytes":1048576}"#,
            ),
            (draining(700), "hub.draining", r#"{"retry_after_ms":700}"#),
            (
                asked(&RequestId::Unsigned(7), &id, Some("k"), 2),
                "dialog.asked",
                r#"{"request":7,"id":"dlg-1","key":"k","followers":2}"#,
            ),
            (
                asked(&RequestId::Text("7".into()), &id, None, 0),
                "dialog.asked",
                r#"{"request":"7","id":"dlg-1","followers":0}"#,
            ),
            (
                host_detached(&thread(), DetachReason::Takeover),
                "host.detached",
                r#"{"thread":"t","reason":"takeover"}"#,
            ),
        ] {
            assert_eq!(frame, format!(r#"{{"jsonrpc":"2.0","method":"{method}","params":{params}}}"#));
        }
    }

    #[test]
    fn a_refusal_of_a_late_answer_says_what_won() {
        let by = Some(By { follower: "f".into(), label: None, subject: None });
        let ended =
            Ended { outcome: Outcome::Answered, by, answer: Some(Json(serde_json::json!({"value": "a"}))) };
        let error = ApiError::from(Error::NotOpen(Some(Box::new(ended))));
        let params = r#"{"id":"dlg-1","code":"not-open","detail":"the dialog is not open","outcome":"answered","by":{"follower":"f"},"answer":{"value":"a"}}"#;
        let frame = format!(r#"{{"jsonrpc":"2.0","method":"dialog.refused","params":{params}}}"#);
        assert_eq!(refused(&DialogId::named("dlg-1"), &error), frame);
    }

    #[test]
    fn hosts_are_asked_with_an_id_of_the_hub() {
        let stop = HostRequest::Stop { thread: thread(), run: 2 };
        let frame = r#"{"jsonrpc":"2.0","id":"srq-5","method":"host.stop","params":{"thread":"t","run":2}}"#;
        assert_eq!(host_request(HostRequestId(5), &stop), frame);
        let from = By { follower: "http".into(), label: None, subject: None };
        let prompt = HostRequest::Prompt { thread: thread(), message: "go".into(), data: None, from };
        let frame = r#"{"jsonrpc":"2.0","id":"srq-6","method":"host.prompt","params":{"thread":"t","message":"go","from":{"follower":"http"}}}"#;
        assert_eq!(host_request(HostRequestId(6), &prompt), frame);
    }
}
