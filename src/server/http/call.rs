//! A call over HTTP: the same call as over WebSocket, without a connection that stays.

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::{HeaderValue, StatusCode, header};

use super::super::app::App;
use super::super::caller::Caller;
use super::super::problem::Problem;
use super::super::receipts::{Receipted, Receipts};
use super::given::Given;
use crate::core::effect::Reply;
use crate::core::json::Json;
use crate::core::outcome::By;
use crate::error::Code;
use crate::hub::Replied;
use crate::wire;
use crate::wire::call::{Call, Speaker};

/// The follower that an act over HTTP is said to be of.
const FOLLOWER: &str = "http";

/// Makes a call of §6 and waits for its reply. Dropped, it is as if the caller had hung up.
///
/// # Errors
/// Whatever is wrong with the call, or what its thread says.
pub async fn call(
    app: &App,
    caller: Caller,
    method: &str,
    given: Given,
    body: Json,
) -> Result<Replied, Problem> {
    let wire::body::Body { call, label } =
        wire::body::parse(method, given.into_members(), body, &app.limits)?;
    let Call::Thread { thread, call } = call else {
        return Err(Problem::new(Code::NoRoute, "this needs a connection that stays"));
    };
    let by = By { follower: FOLLOWER.into(), label, subject: caller.subject() };
    let voice = caller.mute_voice();
    let command =
        call.into_command(&Speaker { conn: None, by, voice, instance: None, subject: caller.subject() })?;
    Ok(app.hub.call(thread, command).await?)
}

/// A reply as a JSON body.
#[must_use]
pub fn json(status: StatusCode, reply: &Reply) -> Response {
    // The text may carry a secret: it is wiped when it is written.
    let text = Bytes::from_owner(wire::reply::to_text(reply));
    (status, [json_type()], Body::from(text)).into_response()
}

/// The same for a reply whose writing the hub may have to hear of.
#[must_use]
pub fn reported(status: StatusCode, Replied { reply, receipt }: Replied, receipts: Receipts) -> Response {
    let Some(receipt) = receipt else { return json(status, &reply) };
    let text = Bytes::from_owner(wire::reply::to_text(&reply));
    (status, [json_type()], Body::new(Receipted::new(text, receipt, receipts))).into_response()
}

/// The content type of JSON.
#[must_use]
pub fn json_type() -> (header::HeaderName, HeaderValue) {
    (header::CONTENT_TYPE, HeaderValue::from_static("application/json"))
}

/// An empty object, for calls without a body.
#[must_use]
pub fn no_body() -> Json {
    Json(serde_json::Value::Object(serde_json::Map::new()))
}
