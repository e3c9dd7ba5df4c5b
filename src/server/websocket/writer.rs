//! The side of a socket that is written where it is waited for: replies, and events that did not go out at once.
//!
//! Whole frames come from the outbox, many in one system call. The hub hears which replies were written before
//! anything else that the peer says can be read.

use std::io::{self, IoSlice};
use std::net::Shutdown;

use bytes::{Buf, Bytes};
use socket2::SockRef;
use tokio::net::TcpStream;

use super::super::arrival::has_arrived;
use crate::fanout::{Outbox, Taken};
use crate::hub::Hub;

/// Frames of one vectored write.
const MAX_SLICES: usize = 64;

/// Writes what the outbox gives, until its end is written; then shuts the write side down.
///
/// # Errors
/// Whatever the socket says: the peer is gone.
pub async fn write_out(outbox: &Outbox, stream: &TcpStream, hub: &Hub) -> io::Result<()> {
    loop {
        // Where there is always more, what the peer says has its turn all the same.
        tokio::task::consume_budget().await;
        let mut frames = Vec::new();
        let taken = outbox.take(&mut frames).await;
        let mut rest = Rest { frames: &mut frames, done: 0 };
        while !rest.write(|slices| stream.try_write_vectored(slices))? {
            stream.writable().await?;
        }
        let calls = outbox.written();
        // What was written to a peer that is gone is said by the end of the connection.
        if !calls.is_empty() && has_arrived(stream) {
            hub.written(calls);
        }
        if let Taken::Closed(_) = taken {
            return SockRef::from(stream).shutdown(Shutdown::Write);
        }
    }
}

/// Frames that are being written, oldest first.
struct Rest<'a> {
    frames: &'a mut [Bytes],
    done: usize,
}

impl Rest<'_> {
    /// Writes as much as is taken without waiting; whether that was all.
    fn write(&mut self, mut write: impl FnMut(&[IoSlice<'_>]) -> io::Result<usize>) -> io::Result<bool> {
        while self.done < self.frames.len() {
            let mut slices = [IoSlice::new(&[]); MAX_SLICES];
            let mut count = 0;
            for (slice, frame) in slices.iter_mut().zip(&self.frames[self.done..]) {
                *slice = IoSlice::new(frame);
                count += 1;
            }
            let mut written = match write(&slices[..count]) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(written) => written,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(false),
                Err(error) => return Err(error),
            };
            while let Some(frame) = self.frames.get_mut(self.done).filter(|frame| frame.len() <= written) {
                written -= frame.len();
                self.done += 1;
            }
            if let Some(frame) = self.frames.get_mut(self.done) {
                frame.advance(written);
            }
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partial_writes_lose_and_double_nothing() {
        let frames: Vec<Bytes> =
            (0..200usize).map(|n| Bytes::from(vec![b'a' + (n % 26) as u8; n % 7 + 1])).collect();
        let want: Vec<u8> = frames.iter().flatten().copied().collect();
        for step in [1, 2, 3, 7, 64, 1_000] {
            let (mut got, mut left, mut is_full) = (Vec::new(), frames.clone(), false);
            let mut rest = Rest { frames: &mut left, done: 0 };
            // Takes a few bytes at a time, across the borders of frames, and every other time none.
            let mut narrow = |slices: &[IoSlice<'_>]| {
                is_full = !is_full;
                if is_full {
                    return Err(io::ErrorKind::WouldBlock.into());
                }
                let some: Vec<u8> =
                    slices.iter().flat_map(|slice| slice.iter().copied()).take(step).collect();
                got.extend_from_slice(&some);
                Ok(some.len())
            };
            while !rest.write(&mut narrow).unwrap() {}
            assert_eq!(got, want, "{step} bytes at a time");
        }
    }
}
