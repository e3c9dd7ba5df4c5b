//! `GET /api/threads/{thread}/events`: a thread as server-sent events.
//!
//! The stream is an outbox read into a response body. Dropping the body, which is what a peer that goes away does,
//! drops the hub's side of the connection with it.

use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures::stream::{self, Stream};
use http::{HeaderMap, HeaderName, HeaderValue, header};

use super::app::App;
use super::caller::Caller;
use super::http::given::Given;
use super::problem::Problem;
use crate::fanout::{Kind, Outbox, Taken};
use crate::hub::Connection;
use crate::wire::check::last_event_id;

/// How often a quiet stream says that it lives: the peer, and what stands between, would take silence for the end.
const PING: Duration = Duration::from_secs(15);
/// A comment, which readers skip.
const PING_BLOCK: Bytes = Bytes::from_static(b": ping\n\n");
/// How long a reader waits before it comes back, in milliseconds.
const RETRY_BLOCK: Bytes = Bytes::from_static(b"retry: 1000\n\n");
/// The header in which a reader says what it has.
const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");

/// Follows a thread. It exists for every good name, so this is never 404.
pub async fn events(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    Given { thread, .. }: Given,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let outbox = Arc::new(Outbox::new(Kind::Sse, app.limits.max_queue_bytes));
    outbox.push_raw(RETRY_BLOCK);
    let since = headers.get(LAST_EVENT_ID).and_then(|id| id.to_str().ok()).and_then(last_event_id);
    let connection = app.hub.follow_sse(Arc::clone(&outbox), thread, since, caller.mute_voice()).await?;
    let kind = HeaderValue::from_static("text/event-stream");
    // A proxy that buffers would hold the events back.
    let unbuffered = (HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));
    Ok(([(header::CONTENT_TYPE, kind), unbuffered], Body::from_stream(blocks(outbox, connection)))
        .into_response())
}

/// What the outbox gives, until it ends. The connection lives as long as the stream.
fn blocks(
    outbox: Arc<Outbox>,
    connection: Connection,
) -> impl Stream<Item = Result<Bytes, std::convert::Infallible>> {
    let from = (outbox, connection, Taken::More);
    stream::unfold(from, |(outbox, connection, taken)| async move {
        if let Taken::Closed(_) = taken {
            return None;
        }
        let mut blocks = Vec::new();
        match tokio::time::timeout(PING, outbox.take(&mut blocks)).await {
            Ok(taken) => Some((Ok(blocks.concat().into()), (outbox, connection, taken))),
            Err(_) => Some((Ok(PING_BLOCK), (outbox, connection, Taken::More))),
        }
    })
}
