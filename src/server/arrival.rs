//! Whether what was written to a socket came to a peer that was there. What a write says is not enough: the first one
//! to a peer that is gone succeeds.

use std::io;
use std::mem::MaybeUninit;

use socket2::SockRef;
use tokio::net::TcpStream;

/// Whether the peer has not closed, as far as the system knows, or closed after all that was written had arrived.
///
/// A peer that read its reply and closed at once is the common case of a plain script. It is told from one that was
/// gone before by what its system said: that one acknowledges no byte that comes after the end and resets the
/// connection, as it does where bytes that arrived were never read.
#[must_use]
pub fn has_arrived(stream: &TcpStream) -> bool {
    let socket = SockRef::from(stream);
    match socket.peek(&mut [MaybeUninit::uninit()]) {
        Ok(0) => unacknowledged(stream) == Some(0) && matches!(socket.take_error(), Ok(None)),
        Ok(_) => true,
        Err(error) => error.kind() == io::ErrorKind::WouldBlock,
    }
}

/// How many written bytes the peer's system has not acknowledged; none where this system does not tell.
#[cfg(target_os = "linux")]
fn unacknowledged(stream: &TcpStream) -> Option<u32> {
    use rustix::ioctl::{Getter, Opcode, ioctl};
    /// Of a TCP socket: what is between the oldest byte that is not acknowledged and the end of what was written.
    const SIOCOUTQ: Opcode = 0x5411;
    // SAFETY: on a socket this request does nothing but store one C `int` where its argument points, which is what a
    // `Getter` of an `i32` hands in and takes out; the descriptor is borrowed from a stream that lives.
    let bytes = unsafe { ioctl(stream, Getter::<SIOCOUTQ, i32>::new()) };
    bytes.ok().and_then(|bytes| bytes.try_into().ok())
}

#[cfg(not(target_os = "linux"))]
fn unacknowledged(_: &TcpStream) -> Option<u32> {
    None
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    use super::*;

    async fn pair() -> (TcpStream, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let peer = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        (listener.accept().await.unwrap().0, peer)
    }

    #[tokio::test]
    async fn what_is_written_to_an_open_peer_counts_as_arrived() {
        let (mut stream, mut peer) = pair().await;
        stream.write_all(b"reply").await.unwrap();
        assert!(has_arrived(&stream));
        peer.write_all(b"more").await.unwrap();
        stream.readable().await.unwrap();
        assert!(has_arrived(&stream), "a peer that says something is there");
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn what_a_peer_read_before_it_closed_has_arrived() {
        for _ in 0..100 {
            let (mut stream, mut peer) = pair().await;
            stream.write_all(b"reply").await.unwrap();
            peer.read_exact(&mut [0; 5]).await.unwrap();
            drop(peer);
            assert_eq!(stream.read(&mut [0; 1]).await.unwrap(), 0);
            assert!(has_arrived(&stream));
        }
    }

    #[tokio::test]
    async fn what_is_written_after_the_peer_closed_has_not_arrived() {
        for _ in 0..100 {
            let (mut stream, peer) = pair().await;
            drop(peer);
            let _ = stream.write_all(b"reply").await;
            assert!(!has_arrived(&stream));
        }
    }

    #[tokio::test]
    async fn what_a_peer_left_unread_has_not_arrived() {
        for _ in 0..100 {
            let (mut stream, peer) = pair().await;
            stream.write_all(b"reply").await.unwrap();
            peer.readable().await.unwrap();
            drop(peer);
            assert!(!has_arrived(&stream));
        }
    }
}
