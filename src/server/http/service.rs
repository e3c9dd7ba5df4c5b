//! What operators and generators ask: health, readiness, metrics, and the two documents of the wire.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::{HeaderValue, header};

use super::super::app::App;
use super::super::problem::Problem;
use super::call::json_type;
use crate::error::Code;
use crate::hub::State as HubState;
use crate::wire;

/// `GET /healthz`: the process answers.
pub async fn healthz() -> &'static str {
    "ok\n"
}

/// `GET /readyz`: the hub takes calls.
pub async fn readyz(State(app): State<App>) -> Result<&'static str, Problem> {
    match app.hub.state() {
        HubState::Serving => Ok("ready\n"),
        HubState::Draining => Err(Problem::new(Code::Draining, "the hub is shutting down")),
        HubState::StoreFailed => {
            Err(Problem::new(Code::StoreFailed, "the store failed; the hub has to be started again"))
        }
    }
}

/// `GET /metrics`, in the OpenMetrics text form.
pub async fn metrics(State(app): State<App>) -> Response {
    app.hub.measure().await;
    let kind = HeaderValue::from_static(wire::openapi::METRICS_TYPE);
    ([(header::CONTENT_TYPE, kind)], app.metrics.to_text()).into_response()
}

/// `GET /api/openapi.json`.
pub async fn openapi() -> Response {
    ([json_type()], wire::openapi::document().to_string()).into_response()
}

/// `GET /api/asyncapi.json`.
pub async fn asyncapi() -> Response {
    ([json_type()], wire::asyncapi::document().to_string()).into_response()
}
