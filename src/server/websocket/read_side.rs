//! The side of a socket that the WebSocket library reads; what it writes by itself goes to the outbox.
//!
//! The library answers pings. Its answers must not cut into a frame that is half written, so they queue like all else.

use std::io;
use std::mem::MaybeUninit;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::Instant;

use crate::fanout::Outbox;

/// Read from the socket at a time.
const READ_AHEAD_BYTES: usize = 8 << 10;

/// The reading side of a connection.
#[derive(Debug)]
pub struct ReadSide {
    stream: Arc<TcpStream>,
    outbox: Arc<Outbox>,
    heard: Instant,
    /// Read and not taken yet.
    ahead: Bytes,
}

impl ReadSide {
    /// Reads from `stream`; what the library writes goes to `outbox`.
    #[must_use]
    pub fn new(stream: Arc<TcpStream>, outbox: Arc<Outbox>) -> Self {
        Self { stream, outbox, heard: Instant::now(), ahead: Bytes::new() }
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
        while self.ahead.is_empty() {
            ready!(self.stream.poll_read_ready(cx))?;
            // On the stack, so that a connection that says nothing keeps no room for it.
            let mut room = [MaybeUninit::uninit(); READ_AHEAD_BYTES];
            let mut read = ReadBuf::uninit(&mut room);
            match self.stream.try_read_buf(&mut read) {
                // The end.
                Ok(0) => return Poll::Ready(Ok(())),
                Ok(_) => {
                    self.heard = Instant::now();
                    self.ahead = Bytes::copy_from_slice(read.filled());
                }
                // It was ready no more; the next look waits.
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
        let some = self.ahead.len().min(buf.remaining());
        buf.put_slice(&self.ahead.split_to(some));
        if self.ahead.is_empty() {
            self.ahead = Bytes::new();
        }
        Poll::Ready(Ok(()))
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
