//! The frames of JSON-RPC as a client reads and writes them. Pure.
//!
//! What the hub sends is kept as the text that it was: numbers and order stay as they came.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use super::error::RpcError;

/// A frame of the hub that is no reply to a call of this client: an event, a notice or a request.
#[derive(Debug, Clone)]
pub struct Incoming {
    /// `dialog.settled`, `hub.draining`, `host.stop`, …
    pub method: String,
    /// Where the hub wants an answer: the id to answer under (a dialog's, or `srq-…`).
    pub id: Option<String>,
    /// The parameters, as they came; of an event its very text.
    pub params: Box<RawValue>,
}

impl Incoming {
    /// The parameters, read.
    ///
    /// # Errors
    /// Where they are not of this type.
    pub fn read<'a, T: Deserialize<'a>>(&'a self) -> Result<T, serde_json::Error> {
        read_json(self.params.get())
    }
}

/// Reads what the hub sent. What people and agents sent was bounded in its depth by the hub, and its frames only
/// wrap it: a second bound here would refuse what was accepted.
///
/// # Errors
/// Where the text is not of this type.
pub fn read_json<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, serde_json::Error> {
    let mut reader = serde_json::Deserializer::from_str(text);
    reader.disable_recursion_limit();
    let value = T::deserialize(&mut reader)?;
    reader.end()?;
    Ok(value)
}

/// A frame of the hub, sorted.
#[derive(Debug)]
pub(super) enum Frame {
    /// The reply to the call with this number.
    Reply { id: u64, outcome: Result<Box<RawValue>, RpcError> },
    /// A request or notification.
    Incoming(Incoming),
}

#[derive(Deserialize)]
struct Read {
    id: Option<Value>,
    method: Option<String>,
    params: Option<Box<RawValue>>,
    result: Option<Box<RawValue>>,
    error: Option<RpcError>,
}

/// Sorts a frame; `None` for one that is of no use (an unknown id, or no JSON-RPC at all).
pub(super) fn read(text: &str) -> Option<Frame> {
    let read: Read = serde_json::from_str(text).ok()?;
    if let Some(method) = read.method {
        let id = read.id.and_then(|id| id.as_str().map(str::to_owned));
        let params = read.params.unwrap_or_else(null);
        return Some(Frame::Incoming(Incoming { method, id, params }));
    }
    let id = read.id?.as_u64()?;
    let outcome = match read.error {
        Some(error) => Err(error),
        None => Ok(read.result.unwrap_or_else(null)),
    };
    Some(Frame::Reply { id, outcome })
}

fn null() -> Box<RawValue> {
    RawValue::NULL.to_owned()
}

#[derive(Serialize)]
struct Request<'a, P> {
    jsonrpc: &'static str,
    id: u64,
    method: &'a str,
    params: P,
}

/// The frame of a call.
pub(super) fn request(id: u64, method: &str, params: impl Serialize) -> Result<String, serde_json::Error> {
    serde_json::to_string(&Request { jsonrpc: "2.0", id, method, params })
}

#[derive(Serialize)]
struct Notification<'a, P> {
    jsonrpc: &'static str,
    method: &'a str,
    params: P,
}

/// The frame of a call that gets no reply.
pub(super) fn notification(method: &str, params: impl Serialize) -> Result<String, serde_json::Error> {
    serde_json::to_string(&Notification { jsonrpc: "2.0", method, params })
}

#[derive(Serialize)]
struct Response<'a, R> {
    jsonrpc: &'static str,
    id: &'a str,
    result: R,
}

/// The frame that answers a request of the hub.
pub(super) fn response(id: &str, result: impl Serialize) -> Result<String, serde_json::Error> {
    serde_json::to_string(&Response { jsonrpc: "2.0", id, result })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_hub_took_is_read_however_deep_the_hub_wrapped_it() {
        let deep = format!("{{\"result\":{}{}}}", "[".repeat(140), "]".repeat(140));
        assert!(read_json::<Value>(&deep).is_ok());
        assert!(read_json::<Value>(&format!("{deep} x")).is_err(), "and nothing behind it");
    }

    #[test]
    fn frames_are_sorted_and_keep_their_text() {
        let text = r#"{"jsonrpc":"2.0","id":"dlg-1","method":"dialog.input","params":{"b":1.00,"a":9007199254740993}}"#;
        let Some(Frame::Incoming(asked)) = read(text) else { panic!("no request") };
        assert_eq!(
            (asked.id.as_deref(), asked.params.get()),
            (Some("dlg-1"), r#"{"b":1.00,"a":9007199254740993}"#)
        );

        let Some(Frame::Reply { id: 7, outcome: Ok(result) }) =
            read(r#"{"jsonrpc":"2.0","id":7,"result":null}"#)
        else {
            panic!("no reply")
        };
        assert_eq!(result.get(), "null");

        let error =
            r#"{"jsonrpc":"2.0","id":8,"error":{"code":-32004,"message":"m","data":{"code":"not-open"}}}"#;
        let Some(Frame::Reply { id: 8, outcome: Err(error) }) = read(error) else { panic!("no error") };
        assert_eq!(error.word(), "not-open");
    }

    #[test]
    fn what_is_of_no_use_is_left_out() {
        for text in [
            "",
            "[]",
            "{}",
            r#"{"id":"dlg-1","result":{}}"#,
            r#"{"id":null,"error":{"code":-32600,"message":"m"}}"#,
        ] {
            assert!(read(text).is_none(), "{text}");
        }
    }
}
