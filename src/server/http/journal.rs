//! The journal over HTTP: a thread's list, the proof that answers were read, what is outstanding.

use axum::Extension;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::StatusCode;

use super::super::app::App;
use super::super::caller::Caller;
use super::super::problem::Problem;
use super::body::JsonBody;
use super::call::{call, json, json_type, no_body};
use super::given::Given;

/// `GET /api/threads/{thread}/journal`.
pub async fn list(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    given: Given,
) -> Result<Response, Problem> {
    Ok(json(StatusCode::OK, &call(&app, caller, "journal.list", given, no_body()).await?.reply))
}

/// `POST /api/threads/{thread}/journal/ack`.
pub async fn ack(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    given: Given,
    JsonBody(body): JsonBody,
) -> Result<Response, Problem> {
    Ok(json(StatusCode::OK, &call(&app, caller, "journal.ack", given, body).await?.reply))
}

/// `GET /api/outstanding`.
pub async fn outstanding(State(app): State<App>) -> Result<Response, Problem> {
    Ok(([json_type()], app.hub.outstanding().await?.to_text()).into_response())
}
