//! The parameters of every method (§6), as they stand in a frame and, without `thread`, in a body (§7).
//!
//! Types and presence are checked by reading into these; sizes and ranges in [`super::call`].
//! `null` in an optional member is as if it were absent; members that are not known are ignored.

use std::fmt;

use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, MapAccess, Visitor};

use crate::core::command::{IfUnattended, OnDisconnect, Recover};
use crate::core::id::{DialogId, ThreadId};
use crate::core::json::Json;
use crate::core::limits::MAX_WAIT_MS;
use crate::core::outcome::RunOutcome;

/// Of methods that take a thread and nothing else.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct OfThread {
    /// The thread.
    #[schemars(with = "String")]
    pub thread: ThreadId,
}

/// `client.identify`.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ClientIdentify {
    /// What this follower calls itself; shown beside its answers.
    pub label: Option<String>,
    /// The host incarnation that asks over this connection.
    pub instance: Option<String>,
}

/// `hub.follow`.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct HubFollow {}

/// `thread.follow`.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ThreadFollow {
    /// The thread.
    #[schemars(with = "String")]
    pub thread: ThreadId,
    /// The last event that this follower has.
    #[serde(default, deserialize_with = "object_or_null")]
    pub since: Option<Position>,
}

/// A position in a stream.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Position {
    /// The stream.
    pub epoch: String,
    /// The event.
    pub seq: u64,
}

/// What every answer names; the answer's own fields stand beside it.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct DialogAnswer {
    /// The thread.
    #[schemars(with = "String")]
    pub thread: ThreadId,
    /// The very question that it answers.
    #[schemars(with = "String")]
    pub id: DialogId,
    /// Makes repeating the answer that won succeed again; 1 to 64 characters.
    pub answer_key: Option<String>,
}

/// `dialog.lock`.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct DialogLock {
    /// The thread.
    #[schemars(with = "String")]
    pub thread: ThreadId,
    /// The questionnaire.
    #[schemars(with = "String")]
    pub id: DialogId,
    /// The question.
    pub question: String,
    /// What was picked.
    #[schemars(schema_with = "super::schema_dialog::picked")]
    pub value: Option<Json>,
    /// What was typed beside the options.
    #[schemars(with = "Option<String>")]
    pub other: Option<Json>,
}

/// `dialog.typing`.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct DialogTyping {
    /// The thread.
    #[schemars(with = "String")]
    pub thread: ThreadId,
    /// The dialog.
    #[schemars(with = "String")]
    pub id: DialogId,
}

/// `thread.prompt`.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ThreadPrompt {
    /// The thread.
    #[schemars(with = "String")]
    pub thread: ThreadId,
    /// What the person says to the host.
    pub message: String,
    /// Whatever goes with it.
    #[schemars(with = "Option<serde_json::Value>")]
    pub data: Option<Json>,
}

/// `host.attach`.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct HostAttach {
    /// The thread.
    #[schemars(with = "String")]
    pub thread: ThreadId,
    /// The host's incarnation; made up by the hub where absent.
    pub instance: Option<String>,
}

/// `dialog.ask`.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct DialogAsk {
    /// The thread.
    #[schemars(with = "String")]
    pub thread: ThreadId,
    /// The question.
    #[schemars(schema_with = "super::schema_dialog::reference")]
    pub dialog: Json,
    /// Makes the ask idempotent within a generation.
    pub key: Option<String>,
    /// Ends the dialog `timed_out`; 0 or absent: never.
    pub timeout_ms: Option<u64>,
    /// Ends only the call; absent: 0 over HTTP, without end over WebSocket.
    #[schemars(range(max = MAX_WAIT_MS))]
    pub wait_ms: Option<u64>,
    /// What to do when no answering follower is connected; absent: `wait`.
    pub if_unattended: Option<IfUnattended>,
    /// Whether answers are kept off the stream.
    pub private: Option<bool>,
    /// Which answers of the journal may be given again; absent: `unacked`.
    pub recover: Option<Recover>,
    /// What the break of the call's connection does; absent: `keep`.
    pub on_disconnect: Option<OnDisconnect>,
    /// Whether the value of a time-out is the dialog's `default`.
    pub use_default: Option<bool>,
    /// How far typing may move the deadline; absent: 120,000.
    pub hold_ms: Option<u64>,
    /// Whether the asker's own subject may not answer.
    pub require_other_subject: Option<bool>,
    /// The host's incarnation.
    pub instance: Option<String>,
    /// The run that asks.
    pub run: Option<u64>,
}

/// `dialog.withdraw`: by exactly one of `id` and `key`.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct DialogWithdraw {
    /// The thread.
    #[schemars(with = "String")]
    pub thread: ThreadId,
    /// The dialog.
    #[schemars(with = "Option<String>")]
    pub id: Option<DialogId>,
    /// The key that it was asked with.
    pub key: Option<String>,
}

/// `dialog.get`.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct DialogGet {
    /// The thread.
    #[schemars(with = "String")]
    pub thread: ThreadId,
    /// The dialog.
    #[schemars(with = "String")]
    pub id: DialogId,
    /// How long to wait for its end; absent: 0 over HTTP, without end over WebSocket.
    #[schemars(range(max = MAX_WAIT_MS))]
    pub wait_ms: Option<u64>,
}

/// `thread.publish`.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ThreadPublish {
    /// The thread.
    #[schemars(with = "String")]
    pub thread: ThreadId,
    /// What is published; not empty.
    pub event: String,
    /// Whatever goes with it; `null` where nothing does.
    #[schemars(with = "serde_json::Value")]
    pub data: Json,
}

/// `thread.reset`.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ThreadReset {
    /// The thread.
    #[schemars(with = "String")]
    pub thread: ThreadId,
    /// Why, for people.
    pub reason: Option<String>,
}

/// `thread.move`.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct ThreadMove {
    /// The present name.
    #[schemars(with = "String")]
    pub from: ThreadId,
    /// The new name, which no thread has.
    #[schemars(with = "String")]
    pub to: ThreadId,
}

/// `run.end`.
#[derive(Debug, Deserialize, JsonSchema)]
pub struct RunEnd {
    /// The thread.
    #[schemars(with = "String")]
    pub thread: ThreadId,
    /// The run that is going on.
    pub run: u64,
    /// What it came to.
    pub outcome: RunOutcome,
}

/// Reads a structure from an object alone: by itself it could also be read from an array.
fn object_or_null<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Option<T>, D::Error> {
    struct Object<T>(std::marker::PhantomData<T>);

    impl<'de, T: Deserialize<'de>> Visitor<'de> for Object<T> {
        type Value = Option<T>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_unit<E: Error>(self) -> Result<Option<T>, E> {
            Ok(None)
        }

        fn visit_map<A: MapAccess<'de>>(self, from: A) -> Result<Option<T>, A::Error> {
            T::deserialize(MapAccessDeserializer::new(from)).map(Some)
        }
    }

    from.deserialize_any(Object(std::marker::PhantomData))
}
