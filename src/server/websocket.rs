//! One WebSocket, from its first frame to its last (§6).
//!
//! Reading and writing go on side by side in one task and meet only in the outbox. Whatever ends the connection, its
//! hub side ends first; then the peer gets the close frame and the time to see it, bounded in time and bytes.

mod heartbeat;
mod read_side;
mod session;
mod upgrade;
mod writer;

pub use upgrade::upgrade;

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;
use tokio::net::tcp::OwnedReadHalf;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};

use self::read_side::ReadSide;
use self::session::{End, Session};
use super::app::App;
use super::caller::Caller;
use crate::fanout::{Kind, Outbox};

/// Read from the socket at a time; more only while a larger message comes.
const READ_BUFFER_BYTES: usize = 4 << 10;
/// How long the peer has to close after the close frame was written.
const READ_ON: Duration = Duration::from_secs(5);
/// What it may send meanwhile.
const READ_ON_BYTES: usize = 16 << 20;

/// Serves one upgraded connection until it is over. `early` is what came behind the request.
async fn live(app: App, caller: Caller, stream: TcpStream, early: &Bytes) {
    let _counted = app.metrics.websocket();
    let (last_words, hub) = (app.last_words, app.hub.clone());
    let (read, write) = stream.into_split();
    let outbox = Arc::new(Outbox::new(Kind::WebSocket, app.limits.max_queue_bytes));
    let connection = app.hub.connect(Arc::clone(&outbox));
    let max_bytes = Some(app.limits.max_message_bytes);
    let config = WebSocketConfig::default()
        .read_buffer_size(READ_BUFFER_BYTES)
        .write_buffer_size(0)
        .max_message_size(max_bytes)
        .max_frame_size(max_bytes);
    let side = ReadSide::new(read, Arc::clone(&outbox));
    let mut socket =
        WebSocketStream::from_partially_read(side, early.to_vec(), Role::Server, Some(config)).await;
    let mut session = Session::new(app, caller, connection, Arc::clone(&outbox));
    session.hello();

    let mut writing = pin!(writer::write_out(&outbox, write, &hub));
    let written = tokio::select! {
        written = &mut writing => Some(written),
        end = session.run(&mut socket) => match end {
            End::Gone => Some(Err(std::io::ErrorKind::ConnectionReset.into())),
            End::Close(code, reason) => {
                // Where the outbox ended by itself this changes nothing.
                outbox.close(code, reason);
                None
            }
        },
    };
    drop(session);
    let mut half = socket.into_inner().into_half();
    match written {
        Some(Err(_)) => return,
        Some(Ok(())) => {}
        None => {
            // The peer may be unable to read before somebody reads what it sends.
            let unread = async {
                discard(&mut half).await;
                std::future::pending::<()>().await;
            };
            tokio::select! {
                written = timeout(last_words, writing) => if !matches!(written, Ok(Ok(()))) { return },
                () = unread => {}
            }
        }
    }
    let _ = timeout(READ_ON, discard(&mut half)).await;
}

/// Reads and throws away until the peer closes, or has sent too much.
async fn discard(half: &mut OwnedReadHalf) {
    let mut rest = [0; 4 << 10];
    let mut left = READ_ON_BYTES;
    while let Ok(read @ 1..) = half.read(&mut rest).await {
        let Some(less) = left.checked_sub(read) else {
            return;
        };
        left = less;
    }
}
