//! A request body that is read to its end even where nobody wants the rest.
//!
//! A connection that is closed with unread bytes is reset by the kernel, and the peer may never see the reply that
//! was written before (a 413, a 415, a 403). So the rest of a dropped body is read and thrown away in the
//! background, bounded in bytes and time; the reply does not wait for that.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use http::{HeaderMap, header};
use http_body_util::BodyExt;
use hyper::body::{Body, Frame, Incoming, SizeHint};

/// The most that is read of a body nobody wants.
const READ_ON_BYTES: usize = 16 << 20;
/// The longest that it is read.
const READ_ON: Duration = Duration::from_secs(5);

/// A request body whose rest is read on when it is dropped early.
#[derive(Debug)]
pub struct ReadOn {
    /// Taken by the drop alone.
    body: Option<Incoming>,
    /// A client that waits for `100 Continue` sends nothing unless it is asked to: there is no rest.
    waits: bool,
}

impl ReadOn {
    /// Wraps the body of the request with these headers.
    #[must_use]
    pub fn new(headers: &HeaderMap, body: Incoming) -> Self {
        Self { body: Some(body), waits: headers.contains_key(header::EXPECT) }
    }
}

impl Body for ReadOn {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        match &mut self.body {
            Some(body) => Pin::new(body).poll_frame(cx),
            None => Poll::Ready(None),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.body.as_ref().is_none_or(Body::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.body.as_ref().map_or_else(|| SizeHint::with_exact(0), Body::size_hint)
    }
}

impl Drop for ReadOn {
    fn drop(&mut self) {
        if let Some(body) = self.body.take()
            && !self.waits
            && !body.is_end_stream()
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            runtime.spawn(tokio::time::timeout(READ_ON, throw_away(body)));
        }
    }
}

async fn throw_away(mut body: Incoming) {
    let mut left = READ_ON_BYTES;
    while let Some(Ok(frame)) = body.frame().await {
        let Some(rest) = left.checked_sub(frame.data_ref().map_or(0, Bytes::len)) else {
            return;
        };
        left = rest;
    }
}
