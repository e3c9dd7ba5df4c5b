//! Every frame and body, both ways: text in, types out, and back.
//!
//! Pure like the core: no I/O, no clock. What comes in is checked here, once, into types that cannot be wrong;
//! what goes out is built here alone, so that an event has the same bytes for every follower.

pub mod asyncapi;
pub mod body;
pub mod call;
pub mod check;
pub mod close;
pub mod event;
pub mod journal;
pub mod json;
pub mod notice;
pub mod openapi;
pub mod params;
pub mod place;
pub mod problem;
mod read;
pub mod reply;
pub mod row;
pub mod rpc;
mod schema_dialog;
mod schema_later;
mod schemas;
mod silence;
pub mod snapshot;

use serde::Serialize;

/// The WebSocket subprotocol of this contract.
pub const SUBPROTOCOL: &str = "dialog-hub.v1";

/// The JSON text of a value of ours, on one line.
pub(crate) fn text<T: Serialize + ?Sized>(value: &T) -> String {
    // Writing to memory does not fail, and no type of ours has a map whose keys are not texts.
    serde_json::to_string(value).expect("every type of the wire is JSON")
}

/// Whether a count that says nothing is left out.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "the shape that serde asks for")]
pub(crate) const fn is_zero(count: &u64) -> bool {
    *count == 0
}
