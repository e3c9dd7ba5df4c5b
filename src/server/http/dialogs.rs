//! Dialogs over HTTP: ask, get, withdraw, answer, lock.

use axum::Extension;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use http::{StatusCode, header};

use super::super::app::App;
use super::super::caller::Caller;
use super::super::problem::Problem;
use super::super::receipts::Receipts;
use super::body::JsonBody;
use super::call::{call, json, json_type, no_body, reported};
use super::given::Given;
use crate::core::effect::Reply;
use crate::core::id::DialogId;

/// `POST /api/threads/{thread}/dialogs`.
pub async fn ask(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Extension(receipts): Extension<Receipts>,
    given: Given,
    JsonBody(body): JsonBody,
) -> Result<Response, Problem> {
    let given = given.with_wait()?;
    let thread = given.thread.clone();
    let replied = call(&app, caller, "dialog.ask", given, body).await?;
    let Reply::Open { id } = &replied.reply else {
        return Ok(reported(StatusCode::OK, replied, receipts));
    };
    // Every character of the two names may stand in a path as it is.
    let location = format!("/api/threads/{thread}/dialogs/{id}");
    Ok(([(header::LOCATION, location)], json(StatusCode::ACCEPTED, &replied.reply)).into_response())
}

/// `GET /api/threads/{thread}/dialogs/{id}`.
pub async fn get(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Extension(receipts): Extension<Receipts>,
    given: Given,
) -> Result<Response, Problem> {
    let replied = call(&app, caller, "dialog.get", given.with_wait()?, no_body()).await?;
    Ok(reported(StatusCode::OK, replied, receipts))
}

/// `GET /api/dialogs/{id}`.
pub async fn locate(State(app): State<App>, Path(id): Path<String>) -> Result<Response, Problem> {
    let place = app.hub.locate(DialogId::named(&id)).await?;
    Ok(([json_type()], place.to_text()).into_response())
}

/// `DELETE /api/threads/{thread}/dialogs/{id}`.
pub async fn withdraw(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    given: Given,
) -> Result<StatusCode, Problem> {
    call(&app, caller, "dialog.withdraw", given, no_body()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/threads/{thread}/dialog`.
pub async fn answer(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    given: Given,
    JsonBody(body): JsonBody,
) -> Result<StatusCode, Problem> {
    call(&app, caller, "dialog.answer", given, body).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// `POST /api/threads/{thread}/dialog/lock`.
pub async fn lock(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    given: Given,
    JsonBody(body): JsonBody,
) -> Result<Response, Problem> {
    let replied = call(&app, caller, "dialog.lock", given, body).await?;
    Ok(json(StatusCode::OK, &replied.reply))
}
