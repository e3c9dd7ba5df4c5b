//! The half of a socket that the WebSocket library reads; what it writes by itself goes to the outbox.
//!
//! The library answers pings. Its answers must not cut into a frame that is half written, so they queue like all else.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Bytes;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::tcp::OwnedReadHalf;
use tokio::time::Instant;

use crate::fanout::Outbox;

/// The read half of a connection.
#[derive(Debug)]
pub struct ReadSide {
    half: OwnedReadHalf,
    outbox: Arc<Outbox>,
    heard: Instant,
}

impl ReadSide {
    /// Reads from `half`; what the library writes goes to `outbox`.
    #[must_use]
    pub fn new(half: OwnedReadHalf, outbox: Arc<Outbox>) -> Self {
        Self { half, outbox, heard: Instant::now() }
    }

    /// When the last byte came.
    #[must_use]
    pub fn heard(&self) -> Instant {
        self.heard
    }

    /// The bare half.
    #[must_use]
    pub fn into_half(self) -> OwnedReadHalf {
        self.half
    }
}

impl AsyncRead for ReadSide {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buf.filled().len();
        let read = Pin::new(&mut self.half).poll_read(cx, buf);
        if buf.filled().len() > before {
            self.heard = Instant::now();
        }
        read
    }
}

impl AsyncWrite for ReadSide {
    /// The library hands over whole frames, one at a time.
    fn poll_write(self: Pin<&mut Self>, _: &mut Context<'_>, frame: &[u8]) -> Poll<io::Result<usize>> {
        self.outbox.push_raw(Bytes::copy_from_slice(frame));
        Poll::Ready(Ok(frame.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}
