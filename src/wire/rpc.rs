//! JSON-RPC 2.0, one message per text frame (§6): what comes in, and the frames around what goes out.
//!
//! Nothing here knows a method's parameters. A frame that is not taken gets its one reply here;
//! a response frame never gets one.

use std::fmt;

use bytes::Bytes;
use serde::Serialize;
use serde_json::{Map, Value};
use zeroize::Zeroizing;

use crate::core::answer::Sent;
use crate::core::command::HostReply;
use crate::core::id::{DialogId, HostRequestId};
use crate::core::json::Json;
use crate::error::{ApiError, Code};

use super::{json, text};

/// The error number of an envelope that is no JSON-RPC 2.0 message.
const INVALID_REQUEST: i32 = -32600;
/// What the ids of the hub's requests to hosts begin with.
const HOST_REQUEST: &str = "srq-";
/// What stands behind the parameters of every frame.
pub(super) const TAIL: &str = "}";

/// The id of a client's request, as it came.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
#[serde(untagged)]
pub enum RequestId {
    /// An integer that is not negative.
    Unsigned(u64),
    /// A negative integer.
    Signed(i64),
    /// A text, not of the hub's form.
    Text(String),
}

impl RequestId {
    fn read(id: &Value) -> Option<Self> {
        match id {
            Value::String(text) => Some(Self::Text(text.clone())),
            Value::Number(number) => {
                number.as_u64().map(Self::Unsigned).or_else(|| number.as_i64().map(Self::Signed))
            }
            _ => None,
        }
    }

    fn is_of_the_hub(&self) -> bool {
        let Self::Text(text) = self else { return false };
        text.starts_with(HOST_REQUEST) || DialogId::is_reserved(text)
    }
}

/// What a client sent in one text frame. An answer may be a secret: nothing of it is shown by `Debug`.
pub enum Incoming {
    /// A call that gets one reply.
    Request { id: RequestId, method: String, params: Json },
    /// A call that gets none.
    Notification { method: String, params: Json },
    /// A result for a dialog: a person's answer, whatever it is.
    Answer { id: DialogId, payload: Sent },
    /// An error for a dialog: this follower cannot show it.
    CannotShow { id: DialogId, message: String },
    /// The host's reply to a request of the hub.
    HostReply { request: HostRequestId, reply: HostReply },
    /// A response to nothing that the hub asked.
    Ignored,
    /// No message that is taken, and the frame that says so.
    Bad { reply: String },
}

impl fmt::Debug for Incoming {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Incoming")
    }
}

/// Reads one text frame.
#[must_use]
pub fn read(frame: &str) -> Incoming {
    let members = match json::parse(frame.as_bytes()) {
        Ok(Json(Value::Object(members))) => members,
        Ok(Json(Value::Array(_))) => {
            return envelope(None, "batches are not taken: one message per frame");
        }
        Ok(_) => return envelope(None, "a message is a JSON object"),
        Err(bad) => {
            return Incoming::Bad { reply: error_frame(None, &bad.into()) };
        }
    };
    let is_call = members.contains_key("method");
    if members.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        let id = members.get("id").filter(|_| is_call).and_then(RequestId::read);
        return envelope(id.as_ref(), "`jsonrpc` has to be \"2.0\"");
    }
    if is_call { call(members) } else { response(members) }
}

fn call(mut members: Map<String, Value>) -> Incoming {
    let id = members.get("id").map(RequestId::read);
    let Some(Value::String(method)) = members.remove("method") else {
        return envelope(id.flatten().as_ref(), "`method` has to be a text");
    };
    let params = Json(members.remove("params").unwrap_or_default());
    match id {
        None => Incoming::Notification { method, params },
        Some(None) => envelope(None, "`id` has to be an integer or a text; a notification has none"),
        Some(Some(id)) if id.is_of_the_hub() => {
            envelope(Some(&id), "ids that start with `dlg-`, `sec-` or `srq-` are the hub's")
        }
        Some(Some(id)) => Incoming::Request { id, method, params },
    }
}

fn response(mut members: Map<String, Value>) -> Incoming {
    let error = members.remove("error").filter(|error| !error.is_null());
    let result = members.remove("result");
    if error.is_none() && result.is_none() {
        return envelope(None, "a message has a `method`, a `result` or an `error`");
    }
    let Some(Value::String(id)) = members.remove("id") else {
        return Incoming::Ignored;
    };
    if DialogId::is_reserved(&id) {
        let id = DialogId::named(&id);
        return match error {
            Some(error) => Incoming::CannotShow { id, message: message_of(error) },
            None => Incoming::Answer { id, payload: Json(result.unwrap_or_default()).into() },
        };
    }
    let number = id.strip_prefix(HOST_REQUEST).and_then(|number| number.parse().ok());
    // Written as the hub writes it, or it is none of the hub's.
    let Some(request) = number.map(HostRequestId).filter(|&request| host_request_id(request) == id) else {
        return Incoming::Ignored;
    };
    let reply = match error {
        Some(error) => HostReply::Error { message: message_of(error) },
        None => HostReply::Done {
            run: result.as_ref().and_then(|result| result.get("run")).and_then(Value::as_u64),
        },
    };
    Incoming::HostReply { request, reply }
}

/// The words of an error object.
fn message_of(mut error: Value) -> String {
    match error.get_mut("message").map(Value::take) {
        Some(Value::String(message)) if !message.trim().is_empty() => message,
        _ => "error".into(),
    }
}

fn envelope(id: Option<&RequestId>, detail: &str) -> Incoming {
    let error = ApiError::new(Code::BadRequest, detail);
    Incoming::Bad { reply: error_with(id, INVALID_REQUEST, &error) }
}

/// The id of a request to a host, as it stands in a frame.
#[must_use]
pub fn host_request_id(request: HostRequestId) -> String {
    format!("{HOST_REQUEST}{}", request.0)
}

/// The method of the request that shows a dialog: `dialog.select`, and `x.NAME` as it is.
#[must_use]
pub fn dialog_method(dialog: &Json) -> String {
    let method = dialog.0.get("method").and_then(Value::as_str).unwrap_or_default();
    if method.starts_with("x.") { method.into() } else { format!("dialog.{method}") }
}

/// The frame of a reply. Its memory is wiped when it is dropped: the result may carry a secret.
#[must_use]
pub fn result_frame(id: &RequestId, result: &str) -> Bytes {
    let id = text(id);
    let mut frame = Zeroizing::new(String::with_capacity(id.len() + result.len() + 40));
    for part in [r#"{"jsonrpc":"2.0","id":"#, &id, r#","result":"#, result, TAIL] {
        frame.push_str(part);
    }
    Bytes::from_owner(frame)
}

/// The frame of an error; without an id where the request's could not be read.
#[must_use]
pub fn error_frame(id: Option<&RequestId>, error: &ApiError) -> String {
    error_with(id, error.code.rpc(), error)
}

fn error_with(id: Option<&RequestId>, number: i32, error: &ApiError) -> String {
    let (id, message, data) = (text(&id), text(&error.detail), text(&error.problem()));
    format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":{number},"message":{message},"data":{data}}}}}"#)
}

/// The frame of a notification.
#[must_use]
pub fn notification(method: &str, params: &str) -> String {
    notification_head(method) + params + TAIL
}

/// The frame of a request of the hub.
#[must_use]
pub fn request(id: &str, method: &str, params: &str) -> String {
    request_head(id, method) + params + TAIL
}

/// What stands before the parameters of a notification.
pub(super) fn notification_head(method: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","method":{},"params":"#, text(method))
}

/// What stands before the parameters of a request of the hub.
pub(super) fn request_head(id: &str, method: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{},"method":{},"params":"#, text(id), text(method))
}

/// What the id of a client's request may be.
pub(super) fn id_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({ "type": ["integer", "string"] })
}

#[cfg(test)]
mod tests;
