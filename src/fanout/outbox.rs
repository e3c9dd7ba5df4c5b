//! One connection's way out: a bounded queue, and the socket where bytes may go at once.
//!
//! The hub pushes, the fan-out delivers, the connection's own task takes; none waits for another. What a peer gets is
//! a prefix of what was pushed, without a hole: an outbox that ends for slowness drops all that has not begun to be
//! written, and its close frame comes last. A lock is held for a few pushes and pops and a write that does not wait,
//! never over an await.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use bytes::Bytes;
use parking_lot::Mutex;
use tokio::net::TcpStream;
use tokio::sync::Notify;

use super::batch::Batch;
use super::feed::Feed;
use super::frame::{EventFrame, text_frame, wiped_text_frame};
use super::queue::{Queue, Room, Tag};
use crate::core::id::{CallId, HostRequestId};
use crate::wire::close::CloseCode;

/// What the peer speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Whole WebSocket frames.
    WebSocket,
    /// SSE blocks.
    Sse,
}

/// The way out of one connection.
#[derive(Debug)]
pub struct Outbox {
    kind: Kind,
    max_queue_bytes: usize,
    queue: Mutex<Queue>,
    /// Something can be taken.
    more: Notify,
    /// What waits has shrunk, or the end has come.
    shrunk: Notify,
    /// The end has come.
    ended: Notify,
}

/// What became of a push.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pushed {
    /// It will be written, unless the connection ends first.
    Queued,
    /// Too much waited already: the outbox ended with this push.
    TooSlow,
    /// The outbox had ended before.
    Ended,
}

/// What there is behind the bytes that were taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Taken {
    /// More may come.
    More,
    /// Nothing: write these and end the connection. Over WebSocket the last of them is the close frame.
    Closed(CloseCode),
}

impl Outbox {
    /// An empty queue.
    #[must_use]
    pub fn new(kind: Kind, max_queue_bytes: usize) -> Self {
        Self {
            kind,
            max_queue_bytes,
            queue: Mutex::new(Queue::new(kind, max_queue_bytes)),
            more: Notify::new(),
            shrunk: Notify::new(),
            ended: Notify::new(),
        }
    }

    /// What the peer speaks.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// The bound of what may wait behind the frame being written.
    #[must_use]
    pub const fn max_queue_bytes(&self) -> usize {
        self.max_queue_bytes
    }

    /// From now on events may go straight to this socket, which speaks the outbox's kind and never blocks. Whoever
    /// takes writes to it as well, what it took and before it takes again.
    pub fn write_to(&self, socket: Arc<TcpStream>) {
        self.queue.lock().write_to(socket);
    }

    /// The connection is over: its socket is let go, and nothing is written or queued any more.
    pub fn release(&self) {
        self.queue.lock().release();
        self.tell_end();
    }

    /// Queues an event; where too much waits already, ends the connection instead (4008).
    pub fn push_event(&self, event: &EventFrame) -> Pushed {
        self.push(|queue| queue.put_event(event))
    }

    /// Queues bytes that the peer did not ask for (whole frames of its kind), under the bound of events.
    pub fn push_bounded(&self, bytes: Bytes) -> Pushed {
        self.push(|queue| queue.put_bounded(bytes, None))
    }

    /// Queues the frame of a request to a host, under the bound of events; [`Outbox::recall`] takes it back.
    pub fn push_request(&self, request: HostRequestId, bytes: Bytes) -> Pushed {
        self.push(|queue| queue.put_bounded(bytes, Some(Tag::Request(request))))
    }

    /// Queues a text frame that answers the peer, however much waits. Over WebSocket alone: SSE has no replies.
    ///
    /// Its bytes are wiped once they are written or dropped, for a reply may carry a secret.
    pub fn push_frame(&self, text: impl AsRef<[u8]>) -> Pushed {
        debug_assert_eq!(self.kind, Kind::WebSocket);
        self.push_private(wiped_text_frame(text.as_ref()), None)
    }

    /// The same for the reply to a call that [`Outbox::written`] is to name.
    pub fn push_reported(&self, call: CallId, text: impl AsRef<[u8]>) -> Pushed {
        debug_assert_eq!(self.kind, Kind::WebSocket);
        self.push_private(wiped_text_frame(text.as_ref()), Some(Tag::Reply(call)))
    }

    /// Queues bytes as they are, however much waits: pongs, SSE comments, the snapshot that begins an SSE stream.
    pub fn push_raw(&self, bytes: Bytes) -> Pushed {
        self.push_private(bytes, None)
    }

    /// A text frame that the peer did not ask for, to be shared over several outboxes by [`Outbox::push_bounded`].
    #[must_use]
    pub fn told_frame(text: &str) -> Bytes {
        text_frame(text.as_bytes())
    }

    fn push_private(&self, bytes: Bytes, tag: Option<Tag>) -> Pushed {
        self.push(|queue| {
            queue.put(bytes, tag);
            Room::Found
        })
    }

    /// Puts something behind every event that was published before it.
    fn push(&self, put: impl FnOnce(&mut Queue) -> Room) -> Pushed {
        let mut queue = self.queue.lock();
        if queue.ended().is_some() {
            return Pushed::Ended;
        }
        if queue.catch_up() == Room::TooSlow {
            drop(queue);
            self.tell_end();
            return Pushed::Ended;
        }
        let room = put(&mut queue);
        drop(queue);
        self.told(room)
    }

    fn told(&self, room: Room) -> Pushed {
        self.more.notify_one();
        // Catching up may have written what waited.
        self.shrunk.notify_one();
        match room {
            Room::Found => Pushed::Queued,
            Room::TooSlow => {
                self.tell_end();
                Pushed::TooSlow
            }
        }
    }

    fn tell_end(&self) {
        self.more.notify_one();
        self.shrunk.notify_one();
        self.ended.notify_one();
    }

    /// Follows a feed from its next event on.
    pub(super) fn join(self: &Arc<Self>, feed: &Arc<Feed>) {
        let mut queue = self.queue.lock();
        let next = feed.join(Arc::clone(self));
        queue.join(Arc::clone(feed), next);
    }

    /// Has nothing to do with a feed any more, which is to let go of it too; what was published until now still comes.
    pub(super) fn leave(&self, feed: &Arc<Feed>) {
        let mut queue = self.queue.lock();
        let room = if queue.ended().is_some() { Room::Found } else { queue.catch_up() };
        queue.leave(feed);
        drop(queue);
        self.told(room);
    }

    /// Gives the peer what it has not got of a batch: straight to the socket where that takes what waits before it.
    ///
    /// Otherwise a reply would send all that comes behind it through the connection's task, and a flood that is
    /// quicker than tasks get their turn would close a peer that reads well.
    pub(super) fn deliver(&self, feed: &Arc<Feed>, batch: &Batch) {
        let mut queue = self.queue.lock();
        if queue.ended().is_some() {
            return;
        }
        // One that left, or was given it with something private, has nothing to come.
        let Some(mut next) = queue.advance(feed, batch.to()) else { return };
        feed.counts().queued(batch.count_from(next) as u64);
        let waited = !queue.is_empty();
        if queue.flush() {
            let frames = batch.frames_from(next);
            let written = queue.write(frames);
            if written == frames.len() {
                drop(queue);
                if waited {
                    self.shrunk.notify_one();
                }
                return;
            }
            let (begun, behind) = batch.rest(next, written);
            next = behind;
            if let Some(rest) = begun {
                queue.put_rest(rest);
            }
        }
        let mut room = Room::Found;
        for event in batch.events_from(next) {
            room = queue.put_event(event);
            if room == Room::TooSlow {
                feed.counts().too_slow();
                break;
            }
        }
        drop(queue);
        self.told(room);
    }

    /// Ends the connection after all that waits; a second end changes nothing.
    pub fn close(&self, code: CloseCode, reason: &str) {
        let mut queue = self.queue.lock();
        if queue.ended().is_none() && queue.catch_up() == Room::Found {
            queue.end(code, reason);
        }
        drop(queue);
        self.tell_end();
    }

    /// Waits for the next bytes to write and puts them into `into`, as many as make a good write.
    ///
    /// One task alone calls it, again only when what it took before is written. Broken off it has taken nothing.
    pub async fn take(&self, into: &mut Vec<Bytes>) -> Taken {
        loop {
            let taken = self.take_now(into);
            if let Some(taken) = taken {
                self.shrunk.notify_one();
                return taken;
            }
            self.more.notified().await;
        }
    }

    fn take_now(&self, into: &mut Vec<Bytes>) -> Option<Taken> {
        let mut queue = self.queue.lock();
        queue.end_write();
        queue.fill();
        queue.take(into)
    }

    /// The calls whose replies are in what was taken last, each once. For the task that takes, when it has written that.
    #[must_use]
    pub fn written(&self) -> Vec<CallId> {
        self.queue.lock().written()
    }

    /// Takes the frame of a request to a host back, where it has not been taken to be written; whether it was there.
    pub fn recall(&self, request: HostRequestId) -> bool {
        let is_recalled = self.queue.lock().recall(request);
        if is_recalled {
            self.shrunk.notify_one();
        }
        is_recalled
    }

    /// Waits until no more than the bound is queued, replies included, or the outbox has ended.
    ///
    /// The connection's read task waits here before it reads on, so that a peer that asks and never reads
    /// holds itself back and nobody else.
    pub async fn room(&self) {
        loop {
            {
                let queue = self.queue.lock();
                if queue.bytes() <= self.max_queue_bytes || queue.ended().is_some() {
                    return;
                }
            }
            self.shrunk.notified().await;
        }
    }

    /// Waits until the end is set. The connection's read task alone waits here.
    pub async fn ended(&self) {
        while !self.is_closed() {
            self.ended.notified().await;
        }
    }

    /// Whether the end was set; the close frame may still wait.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.queue.lock().ended().is_some()
    }

    /// Bytes that wait, without those being written.
    #[must_use]
    pub fn waiting_bytes(&self) -> usize {
        self.queue.lock().bytes()
    }
}
