//! The one way into the writer thread: inputs in the order in which they came, bounded by their bytes.
//!
//! Whoever sends waits for room, up to a bound of time. A goodbye is never refused, and neither is that a reply was
//! written: each connection and each call says it once, so that they are bounded by what was let in.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, oneshot};
use tokio::time::timeout;

use super::calls::HttpReply;
use super::metrics::Metrics;
use super::weight;
use crate::core::command::{Command, HostReply};
use crate::core::id::{CallId, ConnId, DialogId, HostRequestId, ThreadId};
use crate::core::limits::RETRY_AFTER_MS;
use crate::error::ApiError;
use crate::fanout::Outbox;
use crate::wire::journal::OutstandingList;
use crate::wire::place::Place;
use crate::wire::row::Row;
use crate::wire::rpc::RequestId;

/// What may wait in the inbox.
const MAX_INBOX_KIB: usize = 64 << 10;
/// What the smallest input counts for, so that 4,096 of them fill the inbox.
const MIN_INPUT_KIB: usize = 16;
/// How long a sender waits for room.
const MAX_SEND_WAIT: Duration = Duration::from_secs(5);

/// Where the reply to a call goes.
#[derive(Debug)]
pub(super) enum ReplyTo {
    /// A frame on the connection's outbox.
    Frame(RequestId),
    /// A call over HTTP.
    Http(oneshot::Sender<Result<HttpReply, ApiError>>),
    /// A new SSE stream: the snapshot goes onto its outbox, and this says that it is there.
    Stream(oneshot::Sender<Result<(), ApiError>>),
    /// A notification.
    Nobody,
}

/// What the writer thread is told.
#[derive(Debug)]
pub(super) enum Input {
    /// A connection that is there from now on.
    Connected { conn: ConnId, outbox: Arc<Outbox> },
    /// A command for a thread by its name.
    Call(Box<Call>),
    /// A response frame to a dialog: an answer, or that it cannot be shown.
    Respond { conn: ConnId, command: Box<Command> },
    /// A host's reply to a request of the hub.
    HostReplied { conn: ConnId, request: HostRequestId, reply: HostReply },
    /// The rows of all threads, and from then on their changes.
    FollowHub { conn: ConnId, reply: ReplyTo },
    /// The rows of all threads.
    Rows { reply: oneshot::Sender<Result<Vec<Row>, ApiError>> },
    /// What is outstanding, over all threads.
    Outstanding { reply: oneshot::Sender<Result<OutstandingList, ApiError>> },
    /// The thread that a dialog was asked on.
    Locate { id: DialogId, reply: oneshot::Sender<Result<Place, ApiError>> },
    /// The replies to these calls were written.
    Written { calls: Vec<CallId> },
    /// A call was broken off, or its reply could not be written.
    CallGone { call: CallId },
    /// A connection ended.
    Gone { conn: ConnId },
    /// Bring the gauges that are not kept up to date.
    Measure { done: oneshot::Sender<()> },
    /// Close every connection, gently; `done` when they are gone or the time for it is over.
    Drain { done: oneshot::Sender<()> },
    /// End the writer thread.
    Shutdown,
}

/// A command on its way to a thread.
#[derive(Debug)]
pub(super) struct Call {
    pub id: CallId,
    pub conn: Option<ConnId>,
    pub thread: ThreadId,
    pub command: Command,
    pub reply: ReplyTo,
}

/// An input with the room that it takes, given back when it is decided.
#[derive(Debug)]
pub(super) struct Envelope {
    pub input: Input,
    /// Its size, roughly.
    pub bytes: usize,
    /// A connection's turn, kept until what the input led to has happened.
    pub turn: Option<OwnedSemaphorePermit>,
    _room: Option<OwnedSemaphorePermit>,
}

/// Why an input was not taken; it was not carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NotTaken {
    /// There was no room for too long.
    Full,
    /// The writer thread has ended.
    Ended,
}

/// The sending side.
#[derive(Debug, Clone)]
pub(super) struct Inbox {
    queue: mpsc::UnboundedSender<Envelope>,
    room: Arc<Semaphore>,
    /// How long a sender waits for room.
    patience: Duration,
    metrics: Arc<Metrics>,
}

/// The writer's side.
pub(super) type Receiver = mpsc::UnboundedReceiver<Envelope>;

impl Inbox {
    pub fn new(metrics: Arc<Metrics>) -> (Self, Receiver) {
        let (queue, receiver) = mpsc::unbounded_channel();
        let room = Arc::new(Semaphore::new(MAX_INBOX_KIB));
        (Self { queue, room, patience: MAX_SEND_WAIT, metrics }, receiver)
    }

    /// Sends when there is room. Broken off before, nothing was sent.
    pub async fn send(&self, input: Input) -> Result<(), NotTaken> {
        self.send_in_turn(input, None).await
    }

    /// Sends when there is room, with the turn of the connection that says it.
    pub async fn send_in_turn(
        &self,
        input: Input,
        turn: Option<OwnedSemaphorePermit>,
    ) -> Result<(), NotTaken> {
        let bytes = weight::of(&input);
        let kib = (bytes >> 10).clamp(MIN_INPUT_KIB, MAX_INBOX_KIB);
        // The clamp keeps it far below 2^32.
        let acquired = timeout(self.patience, self.room.clone().acquire_many_owned(kib as u32)).await;
        match acquired {
            Ok(Ok(room)) => self.put(Envelope { input, bytes, turn, _room: Some(room) }),
            Ok(Err(_)) => Err(NotTaken::Ended),
            Err(_) => {
                self.metrics.inbox_full.inc();
                Err(NotTaken::Full)
            }
        }
    }

    /// Sends without waiting for room: goodbyes, what was written, and what the process itself says once.
    pub fn send_now(&self, input: Input) -> Result<(), NotTaken> {
        self.put(Envelope { input, bytes: 0, turn: None, _room: None })
    }

    fn put(&self, envelope: Envelope) -> Result<(), NotTaken> {
        self.queue.send(envelope).map_err(|_| NotTaken::Ended)
    }
}

/// What a sender is told that found no room.
pub(super) fn no_room() -> ApiError {
    ApiError::limit("the hub has too much to do right now", RETRY_AFTER_MS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input() -> Input {
        Input::Gone { conn: ConnId(1) }
    }

    #[tokio::test]
    async fn a_full_inbox_refuses_after_a_while_but_takes_goodbyes() {
        let metrics = Arc::new(Metrics::default());
        let (mut inbox, mut receiver) = Inbox::new(metrics.clone());
        inbox.patience = Duration::ZERO;
        for _ in 0..MAX_INBOX_KIB / MIN_INPUT_KIB {
            assert_eq!(inbox.send(input()).await, Ok(()));
        }
        assert_eq!(inbox.send(input()).await, Err(NotTaken::Full));
        assert_eq!(metrics.inbox_full.get(), 1);
        assert_eq!(inbox.send_now(input()), Ok(()));
        drop(receiver.recv().await);
        assert_eq!(inbox.send(input()).await, Ok(()), "what was decided gives its room back");
        drop(receiver);
        assert_eq!(inbox.send_now(input()), Err(NotTaken::Ended));
    }
}
