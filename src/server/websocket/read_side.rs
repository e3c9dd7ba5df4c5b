//! The side of a socket that the WebSocket library reads; what it writes by itself goes to the outbox.
//!
//! The library answers pings. Its answers must not cut into a frame that is half written, so they queue like all else.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::Instant;

use crate::fanout::Outbox;

/// The reading side of a connection.
#[derive(Debug)]
pub struct ReadSide {
    stream: Arc<TcpStream>,
    outbox: Arc<Outbox>,
    heard: Instant,
}

impl ReadSide {
    /// Reads from `stream`; what the library writes goes to `outbox`.
    #[must_use]
    pub fn new(stream: Arc<TcpStream>, outbox: Arc<Outbox>) -> Self {
        Self { stream, outbox, heard: Instant::now() }
    }

    /// When the last byte came.
    #[must_use]
    pub fn heard(&self) -> Instant {
        self.heard
    }
}

impl AsyncRead for ReadSide {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        loop {
            ready!(self.stream.poll_read_ready(cx))?;
            match self.stream.try_read(buf.initialize_unfilled()) {
                Ok(read) => {
                    buf.advance(read);
                    if read > 0 {
                        self.heard = Instant::now();
                    }
                    return Poll::Ready(Ok(()));
                }
                // It was ready no more; the next look waits.
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
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
