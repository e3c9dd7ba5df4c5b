//! One WebSocket, from its first frame to its last (§6).
//!
//! Reading and writing go on side by side in one task and meet only in the outbox, by which the fan-out writes events
//! to the same socket. Whatever ends the connection, its hub side ends first; then the peer gets the close frame and the
//! time to see it, bounded in time and bytes; last the socket is let go.

mod heartbeat;
mod read_side;
mod session;
mod upgrade;
mod writer;

pub use upgrade::upgrade;

use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};

use self::read_side::ReadSide;
use self::session::{End, Session};
use super::app::App;
use super::caller::Caller;
use crate::fanout::{Kind, Outbox};

/// What the library asks for at a time, and what a connection that says nothing keeps for it. It is asked for from what
/// the [`ReadSide`] has read in one piece.
const READ_BUFFER_BYTES: usize = 128;
/// How long the peer has to close after the close frame was written.
const READ_ON: Duration = Duration::from_secs(5);
/// What it may send meanwhile.
const READ_ON_BYTES: usize = 16 << 20;

/// Serves one upgraded connection until it is over. `early` is what came behind the request.
async fn live(app: App, caller: Caller, stream: Arc<TcpStream>, early: Vec<u8>) {
    let _counted = app.metrics.websocket();
    let outbox = Arc::new(Outbox::new(Kind::WebSocket, app.limits.max_queue_bytes));
    outbox.write_to(Arc::clone(&stream));
    let _released = Released(Arc::clone(&outbox));
    let max_bytes = Some(app.limits.max_message_bytes);
    let config = WebSocketConfig::default()
        .read_buffer_size(READ_BUFFER_BYTES)
        .write_buffer_size(0)
        .max_message_size(max_bytes)
        .max_frame_size(max_bytes);
    let side = ReadSide::new(Arc::clone(&stream), Arc::clone(&outbox));
    let mut socket = WebSocketStream::from_partially_read(side, early, Role::Server, Some(config)).await;
    let connection = app.hub.connect(Arc::clone(&outbox));
    let mut session = Session::new(app.clone(), caller, connection, Arc::clone(&outbox));
    session.hello();

    let mut writing = pin!(writer::write_out(&outbox, &stream, &app.hub));
    let written = tokio::select! {
        written = &mut writing => Some(written),
        end = session.run(&mut socket) => match end {
            End::Gone => Some(Err(io::ErrorKind::ConnectionReset.into())),
            End::Close(code, reason) => {
                // Where the outbox ended by itself this changes nothing.
                outbox.close(code, reason);
                None
            }
        },
    };
    drop(session);
    drop(socket);
    match written {
        Some(Err(_)) => return,
        Some(Ok(())) => {}
        None => {
            // The peer may be unable to read before somebody reads what it sends.
            let unread = async {
                discard(&stream).await;
                std::future::pending::<()>().await;
            };
            tokio::select! {
                written = timeout(app.last_words, writing) => if !matches!(written, Ok(Ok(()))) { return },
                () = unread => {}
            }
        }
    }
    let _ = timeout(READ_ON, discard(&stream)).await;
}

/// Lets the socket go when the connection is over, however it ends.
struct Released(Arc<Outbox>);

impl Drop for Released {
    fn drop(&mut self) {
        self.0.release();
    }
}

/// Reads and throws away until the peer closes, or has sent too much.
async fn discard(stream: &TcpStream) {
    let mut left = READ_ON_BYTES;
    while stream.readable().await.is_ok() {
        // Not kept over the wait: it would be a part of every connection's task.
        match stream.try_read(&mut [0; 4 << 10]) {
            Ok(read @ 1..) => match left.checked_sub(read) {
                Some(less) => left = less,
                None => return,
            },
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            Ok(_) | Err(_) => return,
        }
    }
}
