//! Threads over HTTP: the list, a snapshot, stop, publish, prompt.

use axum::Extension;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::StatusCode;

use super::super::app::App;
use super::super::caller::Caller;
use super::super::problem::Problem;
use super::body::{JsonBody, OptionalJsonBody};
use super::call::{call, json, json_type};
use super::given::Given;
use crate::core::command::Command;
use crate::wire;

/// `GET /api/threads`.
pub async fn list(State(app): State<App>) -> Result<Response, Problem> {
    let rows = app.hub.threads().await?;
    Ok(([json_type()], wire::row::list(&rows)).into_response())
}

/// `GET /api/threads/{thread}`.
pub async fn snapshot(State(app): State<App>, Given { thread, .. }: Given) -> Result<Response, Problem> {
    Ok(json(StatusCode::OK, &app.hub.call(thread, Command::Snapshot).await?.reply))
}

/// `POST /api/threads/{thread}/stop`.
pub async fn stop(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    given: Given,
    OptionalJsonBody(body): OptionalJsonBody,
) -> Result<Response, Problem> {
    Ok(json(StatusCode::OK, &call(&app, caller, "thread.stop", given, body).await?.reply))
}

/// `POST /api/threads/{thread}/publish`.
pub async fn publish(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    given: Given,
    JsonBody(body): JsonBody,
) -> Result<Response, Problem> {
    Ok(json(StatusCode::ACCEPTED, &call(&app, caller, "thread.publish", given, body).await?.reply))
}

/// `POST /api/threads/{thread}/prompt`.
pub async fn prompt(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    given: Given,
    JsonBody(body): JsonBody,
) -> Result<Response, Problem> {
    Ok(json(StatusCode::ACCEPTED, &call(&app, caller, "thread.prompt", given, body).await?.reply))
}
