//! The accept loop: one task per connection, HTTP/1.1 on each, with every deadline set.
//!
//! A half-sent head, a peer that takes nothing and a peer that is gone all end by themselves. Past the cap a connection
//! is told so and closed. Where the process is out of files the loop waits for some to come free.

use std::convert::Infallible;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use http::{HeaderValue, header};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use socket2::SockRef;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt;

use super::gate::add_last;
use super::metrics::{Counted, Metrics};
use super::problem::Problem;
use super::read_on::ReadOn;
use super::receipts::{Receipts, Watched};
use super::write_deadline::WriteDeadline;
use crate::error::Code;

/// Header lines of one request.
const MAX_HEADERS: usize = 64;
/// What is read ahead of one connection; a head must fit in it.
const MAX_BUFFER_BYTES: usize = 64 << 10;
/// How long the loop waits where the process is out of files or memory.
const OUT_OF_FILES_PAUSE: Duration = Duration::from_millis(100);
/// How long the kernel keeps what a peer neither takes nor refuses. Longer than every deadline of our own: this is
/// for peers that vanished, and would also cut off the last words to one that is closed for its slowness.
const USER_TIMEOUT: Duration = Duration::from_secs(90);
/// Connections past the cap that are being told so; further ones are closed without a word.
const MAX_REFUSING: usize = 64;
/// How long one that is being told so may take.
const REFUSING: Duration = Duration::from_secs(1);

/// One place under the connection cap, held by whatever lives on the connection.
pub type Slot = Arc<Place>;

/// Free, and not counted any more, when it is dropped.
#[derive(Debug)]
pub struct Place {
    _permit: OwnedSemaphorePermit,
    _counted: Counted,
}

/// What the loop works with.
pub struct Accept {
    /// Every route.
    pub router: Router,
    /// How many connections there may be at once.
    pub max_connections: usize,
    /// How long the head of a request may take, and how long a connection may be idle between two.
    pub head_deadline: Duration,
    /// How long a peer may take nothing of what is written to it.
    pub write_deadline: Duration,
    /// Where they are counted.
    pub metrics: Arc<Metrics>,
    /// The tasks of the HTTP connections.
    pub connections: TaskTracker,
    /// Cancelled: no more connections are taken.
    pub stop: CancellationToken,
    /// Cancelled: connections end after the request that they are at.
    pub finish: CancellationToken,
    /// Cancelled: connections are dropped.
    pub end: CancellationToken,
}

impl Accept {
    /// Takes connections until `stop`.
    pub async fn run(self, listener: TcpListener) {
        let places = Arc::new(Semaphore::new(self.max_connections));
        let refusing = Arc::new(Semaphore::new(MAX_REFUSING));
        loop {
            let accepted = tokio::select! {
                () = self.stop.cancelled() => return,
                accepted = listener.accept() => accepted,
            };
            let stream = match accepted {
                Ok((stream, _)) => stream,
                Err(error) if is_of_the_peer(&error) => continue,
                Err(error) => {
                    self.metrics.accept_failed();
                    tracing::warn!(%error, "cannot take connections");
                    tokio::time::sleep(OUT_OF_FILES_PAUSE).await;
                    continue;
                }
            };
            if let Ok(permit) = Arc::clone(&places).try_acquire_owned() {
                self.serve(stream, Arc::new(Place { _permit: permit, _counted: self.metrics.connection() }));
            } else {
                self.metrics.connection_refused();
                if let Ok(permit) = Arc::clone(&refusing).try_acquire_owned() {
                    tokio::spawn(async move {
                        let _ = tokio::time::timeout(REFUSING, refuse(stream)).await;
                        drop(permit);
                    });
                }
            }
        }
    }

    fn serve(&self, stream: TcpStream, slot: Slot) {
        let _ = stream.set_nodelay(true);
        let _ = SockRef::from(&stream).set_tcp_user_timeout(Some(USER_TIMEOUT));
        let (router, finish) = (self.router.clone(), self.finish.clone());
        let (head_deadline, write_deadline) = (self.head_deadline, self.write_deadline);
        let receipts = Receipts::default();
        let stream = Watched::new(WriteDeadline::new(stream, write_deadline), receipts.clone());
        self.connections.spawn(self.end.clone().run_until_cancelled_owned(async move {
            let service = service_fn(move |request: http::Request<Incoming>| {
                let (mut parts, body) = request.into_parts();
                parts.extensions.insert(Arc::clone(&slot));
                parts.extensions.insert(receipts.clone());
                let body = Body::new(ReadOn::new(&parts.headers, body));
                let answered = router.clone().oneshot(http::Request::from_parts(parts, body));
                async move { Ok::<_, Infallible>(answered.await.unwrap_or_else(|never| match never {})) }
            });
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(head_deadline)
                .max_headers(MAX_HEADERS)
                .max_buf_size(MAX_BUFFER_BYTES)
                .serve_connection(TokioIo::new(stream), service)
                .with_upgrades();
            let mut connection = std::pin::pin!(connection);
            let ended = tokio::select! {
                ended = connection.as_mut() => ended,
                () = finish.cancelled() => {
                    connection.as_mut().graceful_shutdown();
                    connection.await
                }
            };
            if let Err(error) = ended {
                tracing::debug!(%error, "a connection ended early");
            }
        }));
    }
}

/// Errors of the one connection that was to be taken; the next one may be well.
fn is_of_the_peer(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset, Interrupted};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset | Interrupted)
}

/// Tells a peer that there are too many connections, and reads on until it can have seen that.
async fn refuse(mut stream: TcpStream) -> io::Result<()> {
    let problem = Problem::new(Code::Limit, "the hub has as many connections as it takes");
    let mut response = problem.into_text_response();
    let length = response.body().len();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_LENGTH, length.into());
    headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
    add_last(headers);
    let mut bytes = format!("HTTP/1.1 {}\r\n", response.status()).into_bytes();
    for (name, value) in response.headers() {
        bytes.extend([name.as_str().as_bytes(), b": ", value.as_bytes(), b"\r\n"].concat());
    }
    bytes.extend([b"\r\n", response.body().as_bytes()].concat());
    stream.write_all(&bytes).await?;
    stream.shutdown().await?;
    let mut rest = [0; 1_024];
    while stream.read(&mut rest).await? > 0 {}
    Ok(())
}
