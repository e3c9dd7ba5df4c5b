//! The side of a socket that is written where it is waited for: replies, and events that did not go out at once.
//!
//! Whole frames come from the outbox, many in one system call. The hub hears which replies were written before
//! anything else that the peer says can be read.

use std::io::{self, IoSlice};
use std::net::Shutdown;

use socket2::SockRef;
use tokio::net::TcpStream;

use super::super::arrival::has_arrived;
use crate::fanout::{Outbox, Taken};
use crate::hub::Hub;

/// Frames of one vectored write; the system takes 1,024 at most.
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
        let mut slices: Vec<_> = frames.iter().map(|frame| IoSlice::new(frame)).collect();
        let mut rest = &mut slices[..];
        while !write(&mut rest, |slices| stream.try_write_vectored(slices))? {
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

/// Writes as much of `rest` as is taken without waiting; whether that was all.
fn write(
    rest: &mut &mut [IoSlice<'_>],
    mut write: impl FnMut(&[IoSlice<'_>]) -> io::Result<usize>,
) -> io::Result<bool> {
    while !rest.is_empty() {
        match write(&rest[..rest.len().min(MAX_SLICES)]) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(written) => IoSlice::advance_slices(rest, written),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(false),
            Err(error) => return Err(error),
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;

    use super::*;

    #[test]
    fn partial_writes_lose_and_double_nothing() {
        let frames: Vec<Bytes> =
            (0..200usize).map(|n| Bytes::from(vec![b'a' + (n % 26) as u8; n % 7 + 1])).collect();
        let want: Vec<u8> = frames.iter().flatten().copied().collect();
        for step in [1, 2, 3, 7, 64, 1_000] {
            let (mut got, mut is_full) = (Vec::new(), false);
            let mut slices: Vec<_> = frames.iter().map(|frame| IoSlice::new(frame)).collect();
            let mut rest = &mut slices[..];
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
            while !write(&mut rest, &mut narrow).unwrap() {}
            assert_eq!(got, want, "{step} bytes at a time");
        }
    }
}
