//! The half of a socket that is written: whole frames from the outbox, many in one system call.
//!
//! The hub hears which replies were written before anything else that the peer says can be read.

use std::io::{self, IoSlice};

use bytes::{Buf, Bytes};
use tokio::io::{AsyncWrite, AsyncWriteExt};
use tokio::net::tcp::OwnedWriteHalf;

use super::super::arrival::has_arrived;
use crate::fanout::{Outbox, Taken};
use crate::hub::Hub;

/// Frames of one vectored write.
const MAX_SLICES: usize = 64;

/// Writes what the outbox gives, until its end is written; then shuts the write side down.
///
/// # Errors
/// Whatever the socket says: the peer is gone.
pub async fn write_out(outbox: &Outbox, mut half: OwnedWriteHalf, hub: &Hub) -> io::Result<()> {
    let mut frames = Vec::new();
    loop {
        let taken = outbox.take(&mut frames).await;
        write_all(&mut half, &mut frames).await?;
        let calls = outbox.written();
        // What was written to a peer that is gone is said by the end of the connection.
        if !calls.is_empty() && has_arrived(half.as_ref()) {
            hub.written(calls);
        }
        if let Taken::Closed(_) = taken {
            return half.shutdown().await;
        }
    }
}

/// Writes all frames, oldest first, and leaves `frames` empty.
async fn write_all(half: &mut (impl AsyncWrite + Unpin), frames: &mut Vec<Bytes>) -> io::Result<()> {
    let mut done = 0;
    while done < frames.len() {
        let mut slices = [IoSlice::new(&[]); MAX_SLICES];
        let mut count = 0;
        for (slice, frame) in slices.iter_mut().zip(&frames[done..]) {
            *slice = IoSlice::new(frame);
            count += 1;
        }
        let mut written = half.write_vectored(&slices[..count]).await?;
        if written == 0 {
            return Err(io::ErrorKind::WriteZero.into());
        }
        while let Some(frame) = frames.get_mut(done).filter(|frame| frame.len() <= written) {
            written -= frame.len();
            done += 1;
        }
        if let Some(frame) = frames.get_mut(done) {
            frame.advance(written);
        }
    }
    frames.clear();
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::pin::Pin;
    use std::task::{Context, Poll};

    use super::*;

    /// Takes a few bytes at a time, across the borders of frames.
    struct Narrow(Vec<u8>, usize);

    impl AsyncWrite for Narrow {
        fn poll_write(mut self: Pin<&mut Self>, _: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
            let n = buf.len().min(self.1);
            self.0.extend_from_slice(&buf[..n]);
            Poll::Ready(Ok(n))
        }

        fn poll_write_vectored(
            mut self: Pin<&mut Self>,
            _: &mut Context<'_>,
            bufs: &[IoSlice<'_>],
        ) -> Poll<io::Result<usize>> {
            let all: Vec<u8> = bufs.iter().flat_map(|buf| buf.iter().copied()).take(self.1).collect();
            self.0.extend_from_slice(&all);
            Poll::Ready(Ok(all.len()))
        }

        fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }

        fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }
    }

    #[tokio::test]
    async fn partial_writes_lose_and_double_nothing() {
        let frames: Vec<Bytes> =
            (0..200usize).map(|n| Bytes::from(vec![b'a' + (n % 26) as u8; n % 7])).collect();
        let want: Vec<u8> = frames.iter().flatten().copied().collect();
        for step in [1, 2, 3, 7, 64, 1_000] {
            let (mut narrow, mut left) = (Narrow(Vec::new(), step), frames.clone());
            write_all(&mut narrow, &mut left).await.unwrap();
            assert_eq!(narrow.0, want, "{step} bytes at a time");
            assert!(left.is_empty());
        }
    }
}
