//! Which replies were written over HTTP: said to the hub when their connection has flushed their bytes.
//!
//! The body of such a reply leaves its receipt with the connection in the moment in which its bytes are taken from it.
//! The connection flushes its socket only when all that it took is written: then the receipts that are there count, if
//! it came to a peer that was there. A receipt that is dropped anywhere on the way says the opposite by itself.

use std::convert::Infallible;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use hyper::body::{Body, Frame, SizeHint};
use parking_lot::Mutex;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

use super::arrival::has_arrived;
use super::write_deadline::WriteDeadline;
use crate::hub::Receipt;

/// The receipts of one connection whose bytes are not known to be written: those of the replies in its buffer.
#[derive(Debug, Clone, Default)]
pub struct Receipts(Arc<Mutex<Vec<Receipt>>>);

impl Receipts {
    fn leave(&self, receipt: Receipt) {
        self.0.lock().push(receipt);
    }

    fn flushed(&self, stream: &TcpStream) {
        let flushed = std::mem::take(&mut *self.0.lock());
        if !flushed.is_empty() && has_arrived(stream) {
            flushed.into_iter().for_each(Receipt::written);
        }
    }
}

/// The body of a reply whose writing is reported.
#[derive(Debug)]
pub struct Receipted {
    /// What is not taken yet, with its receipt.
    rest: Option<(Bytes, Receipt)>,
    receipts: Receipts,
}

impl Receipted {
    /// `text`, which is not empty, on a connection with these receipts.
    #[must_use]
    pub const fn new(text: Bytes, receipt: Receipt, receipts: Receipts) -> Self {
        Self { rest: Some((text, receipt)), receipts }
    }
}

impl Body for Receipted {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let Some((text, receipt)) = self.rest.take() else { return Poll::Ready(None) };
        self.receipts.leave(receipt);
        Poll::Ready(Some(Ok(Frame::data(text))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_none()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.rest.as_ref().map_or(0, |(text, _)| text.len() as u64))
    }
}

/// The stream of a connection with receipts.
#[derive(Debug)]
pub struct Watched {
    stream: WriteDeadline,
    receipts: Receipts,
}

impl Watched {
    /// Watches the flushes of `stream`.
    #[must_use]
    pub const fn new(stream: WriteDeadline, receipts: Receipts) -> Self {
        Self { stream, receipts }
    }

    /// The bare stream.
    #[must_use]
    pub fn into_inner(self) -> TcpStream {
        self.stream.into_inner()
    }
}

impl AsyncRead for Watched {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buf)
    }
}

impl AsyncWrite for Watched {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, buf)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(cx, bufs)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(Pin::new(&mut self.stream).poll_flush(cx))?;
        self.receipts.flushed(self.stream.get_ref());
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
