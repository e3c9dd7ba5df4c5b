//! The results of calls, as texts.
//!
//! A result may carry a secret: its text is wiped when it is dropped, and written into room that it has from the
//! start, so that growing leaves no copy behind.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use zeroize::Zeroizing;

use crate::core::dialog::Fingerprint;
use crate::core::effect::{AskResult, Reply, ResultValue, StoppedHost};
use crate::core::id::{DialogId, Epoch, ThreadId};
use crate::core::json::Json;
use crate::core::outcome::{By, Outcome};

use super::snapshot;

/// How much longer a character can get in JSON than its UTF-8: a control character becomes `\u001f`.
const ESCAPED: usize = 6;
/// More than every other member of a result that carries a secret takes, but for who answered.
const ROOM: usize = 1_024;

static NULL: Json = Json(Value::Null);

/// The text of a result.
#[must_use]
pub fn to_text(reply: &Reply) -> Zeroizing<String> {
    let text = match reply {
        Reply::Done => "{}".into(),
        Reply::Result(result) => return of_ask(result),
        Reply::Open { id } => super::text(&Open { id, outcome: "open" }),
        Reply::Snapshot(it) => snapshot::to_text(it),
        Reply::Remaining(remaining) => super::text(&Remaining { remaining }),
        Reply::Stopped { settled, host } => super::text(&Stopped { settled, host: host_word(*host) }),
        Reply::Prompted { run } => super::text(&Prompted { run: *run }),
        Reply::Attached { thread, epoch, seq, generation, instance, outstanding: _, taken_over } => {
            super::text(&Attached {
                thread,
                epoch: *epoch,
                seq: *seq,
                generation: *generation,
                instance,
                outstanding: Outstanding::default(),
                taken_over: *taken_over,
            })
        }
        Reply::Detached { settled } => super::text(&Detached { settled }),
        Reply::Published { seq } => super::text(&Published { seq: *seq }),
        Reply::Reset { generation } => super::text(&Reset { generation: *generation }),
        Reply::Journal(_) | Reply::Acked(_) => "{}".into(),
        Reply::Run { run } => super::text(&Run { run: *run }),
    };
    Zeroizing::new(text)
}

/// The text of the result of `client.identify`.
#[must_use]
pub fn identified(follower: &str) -> String {
    super::text(&Identified { follower })
}

const fn host_word(host: StoppedHost) -> &'static str {
    match host {
        StoppedHost::Stopped => "stopped",
        StoppedHost::None => "none",
    }
}

fn of_ask(it: &AskResult) -> Zeroizing<String> {
    let room = match &it.value {
        ResultValue::Secret(secret) => {
            let by = it.by.as_ref().map(super::text).unwrap_or_default();
            secret.expose().len() * ESCAPED + by.len() + ROOM
        }
        ResultValue::Json(_) | ResultValue::SecretGone => 0,
    };
    let mut bytes = Zeroizing::new(Vec::with_capacity(room));
    // Writing to memory does not fail, and the value is JSON.
    serde_json::to_writer(&mut *bytes, &Settled::new(it)).expect("a result is JSON");
    // What serde_json writes is UTF-8; moved, not copied.
    Zeroizing::new(String::from_utf8(std::mem::take(&mut *bytes)).expect("JSON is UTF-8"))
}

/// The result of an ask whose dialog settled (§8).
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "AskResult")]
pub(super) struct Settled<'a> {
    #[schemars(with = "String")]
    id: &'a DialogId,
    outcome: Outcome,
    /// What a program wants; for every outcome but `answered` the method's value where nobody answered.
    #[schemars(with = "Value")]
    value: Told<'a>,
    /// The answer's own fields; never a secret's.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(schema_with = "super::schema_dialog::answer_reference")]
    answer: Option<&'a Json>,
    /// Whether the answer is only what was locked when time ran out.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    partial: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<&'a By>,
    asked_at: u64,
    settled_at: u64,
    /// SHA-256 of what was asked (§9).
    #[schemars(with = "String", regex(pattern = "^[0-9a-f]{64}$"))]
    fingerprint: &'a Fingerprint,
    /// Whether the value is the dialog's `default`, because time ran out.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    default_used: bool,
    /// Whether the answer was a secret that was handed over before, or lost.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    secret_gone: bool,
}

impl<'a> Settled<'a> {
    fn new(it: &'a AskResult) -> Self {
        Self {
            id: &it.id,
            outcome: it.outcome,
            value: match &it.value {
                ResultValue::Json(value) => Told::Json(value),
                ResultValue::Secret(secret) => Told::Secret(secret.expose()),
                ResultValue::SecretGone => Told::Json(&NULL),
            },
            answer: it.answer.as_ref(),
            partial: it.partial,
            by: it.by.as_ref(),
            asked_at: it.asked_at,
            settled_at: it.settled_at,
            fingerprint: &it.fingerprint,
            default_used: it.default_used,
            secret_gone: matches!(it.value, ResultValue::SecretGone),
        }
    }
}

#[derive(Serialize)]
#[serde(untagged)]
enum Told<'a> {
    Json(&'a Json),
    Secret(&'a str),
}

/// The result of an ask whose dialog is still open.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "AskOpen")]
pub(super) struct Open<'a> {
    #[schemars(with = "String")]
    id: &'a DialogId,
    #[schemars(extend("const" = "open"))]
    outcome: &'static str,
}

/// The result of methods that have nothing to say.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Done")]
pub(super) struct Done {}

/// The result of `client.identify`.
#[derive(Serialize, JsonSchema)]
pub(super) struct Identified<'a> {
    /// This connection's id.
    follower: &'a str,
}

/// The result of `dialog.lock`.
#[derive(Serialize, JsonSchema)]
pub(super) struct Remaining<'a> {
    /// The required questions not yet locked, in the order asked.
    remaining: &'a [String],
}

/// The result of `thread.stop`.
#[derive(Serialize, JsonSchema)]
pub(super) struct Stopped<'a> {
    /// What this stop settled, oldest first.
    #[schemars(with = "Vec<String>")]
    settled: &'a [DialogId],
    /// `stopped`, or `none` where there was no host or it went away.
    #[schemars(extend("enum" = ["stopped", "none"]))]
    host: &'static str,
}

/// The result of `thread.prompt`.
#[derive(Serialize, JsonSchema)]
pub(super) struct Prompted {
    /// The run that the host began for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<u64>,
}

/// The result of `host.attach`.
#[derive(Serialize, JsonSchema)]
pub(super) struct Attached<'a> {
    #[schemars(with = "String")]
    thread: &'a ThreadId,
    #[schemars(with = "String")]
    epoch: Epoch,
    seq: u64,
    generation: u64,
    instance: &'a str,
    /// Answers that this host has not proved to have read.
    outstanding: Outstanding,
    /// Whether another instance was attached before.
    taken_over: bool,
}

/// What the journal owes a host; nothing, as long as there is none.
#[derive(Serialize, JsonSchema, Default)]
pub(super) struct Outstanding {
    pending: u64,
    unacked: u64,
    debt: u64,
}

/// The result of `host.detach`.
#[derive(Serialize, JsonSchema)]
pub(super) struct Detached<'a> {
    /// What the detaching settled, oldest first.
    #[schemars(with = "Vec<String>")]
    settled: &'a [DialogId],
}

/// The result of `thread.publish`.
#[derive(Serialize, JsonSchema)]
pub(super) struct Published {
    /// The event's place in the stream.
    seq: u64,
}

/// The result of `thread.reset`.
#[derive(Serialize, JsonSchema)]
pub(super) struct Reset {
    /// The conversation from here on.
    generation: u64,
}

/// The result of `run.begin`.
#[derive(Serialize, JsonSchema)]
pub(super) struct Run {
    /// The run that began.
    run: u64,
}

#[cfg(test)]
pub(super) mod tests;
