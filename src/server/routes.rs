//! Every path of the hub (§7), and what stands around them all.

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use tower_http::catch_panic::CatchPanicLayer;

use super::app::App;
use super::gate::gate;
use super::http::{dialogs, journal, service, threads};
use super::problem::{Problem, panicked};
use super::{sse, statics, websocket};
use crate::error::Code;

/// The routes of a hub.
pub fn routes(app: App) -> Router {
    Router::new()
        .route("/api/ws", get(websocket::upgrade))
        .route("/api/threads", get(threads::list))
        .route("/api/threads/{thread}", get(threads::snapshot))
        .route("/api/threads/{thread}/events", get(sse::events))
        .route("/api/threads/{thread}/dialogs", post(dialogs::ask))
        .route("/api/threads/{thread}/dialogs/{id}", get(dialogs::get).delete(dialogs::withdraw))
        .route("/api/threads/{thread}/dialog", post(dialogs::answer))
        .route("/api/threads/{thread}/dialog/lock", post(dialogs::lock))
        .route("/api/threads/{thread}/stop", post(threads::stop))
        .route("/api/threads/{thread}/publish", post(threads::publish))
        .route("/api/threads/{thread}/prompt", post(threads::prompt))
        .route("/api/threads/{thread}/journal", get(journal::list))
        .route("/api/threads/{thread}/journal/ack", post(journal::ack))
        .route("/api/dialogs/{id}", get(dialogs::locate))
        .route("/api/outstanding", get(journal::outstanding))
        .route("/api/openapi.json", get(service::openapi))
        .route("/api/asyncapi.json", get(service::asyncapi))
        .route("/healthz", get(service::healthz))
        .route("/readyz", get(service::readyz))
        .route("/metrics", get(service::metrics))
        .method_not_allowed_fallback(other_verb)
        .fallback(statics::file_or_no_route)
        // A panic is caught within the gate, so that its answer has the headers of every other.
        .layer(CatchPanicLayer::custom(panicked))
        .layer(from_fn_with_state(app.clone(), gate))
        .with_state(app)
}

/// The router adds the verbs that there are, as `Allow`.
async fn other_verb() -> Problem {
    Problem::new(Code::NoVerb, "this path does not take that verb")
}
