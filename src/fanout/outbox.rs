//! The bounded outbound queue of one connection.
//!
//! The hub pushes, the connection's write task takes; neither waits for the other. What a peer gets is a prefix of
//! what was pushed, without a hole: an outbox that ends for slowness drops all that has not begun to be written, and
//! its close frame comes last. A lock is held for a few pushes and pops, never over an await.

#[cfg(test)]
mod tests;

use std::collections::VecDeque;

use bytes::Bytes;
use parking_lot::Mutex;
use tokio::sync::Notify;

use super::frame::{EventFrame, close_frame, text_frame, wiped_text_frame};
use crate::core::id::{CallId, HostRequestId};
use crate::wire::close::CloseCode;

/// What one write to the socket carries at most, unless a single frame is larger.
const MAX_WRITE_BYTES: usize = 64 << 10;

/// What the peer speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Whole WebSocket frames.
    WebSocket,
    /// SSE blocks.
    Sse,
}

/// The queue of one connection.
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

#[derive(Debug, Default)]
struct Queue {
    waiting: VecDeque<Waiting>,
    /// All that waits.
    bytes: usize,
    /// What waits and counts against the bound: everything but replies.
    counted_bytes: usize,
    /// Whether what was taken last is still being written.
    writing: bool,
    /// The calls whose replies are in what was taken last.
    writing_calls: Vec<CallId>,
    /// Set once; nothing is pushed after it.
    end: Option<CloseCode>,
}

#[derive(Debug)]
struct Waiting {
    bytes: Bytes,
    counts: bool,
    tag: Option<Tag>,
}

/// What a frame is, where somebody has to know what becomes of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tag {
    /// The reply to a call, whose writing is reported.
    Reply(CallId),
    /// A request to a host, which may be taken back.
    Request(HostRequestId),
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
            queue: Mutex::default(),
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

    /// Queues an event; where too much waits already, ends the connection instead (4008).
    pub fn push_event(&self, event: &EventFrame) -> Pushed {
        self.push_bounded(match self.kind {
            Kind::WebSocket => event.frame(),
            Kind::Sse => event.block(),
        })
    }

    /// Queues bytes that the peer did not ask for (whole frames of its kind), under the bound of events.
    pub fn push_bounded(&self, bytes: Bytes) -> Pushed {
        self.push(bytes, true, None)
    }

    /// Queues the frame of a request to a host, under the bound of events; [`Outbox::recall`] takes it back.
    pub fn push_request(&self, request: HostRequestId, bytes: Bytes) -> Pushed {
        self.push(bytes, true, Some(Tag::Request(request)))
    }

    /// Queues a text frame that answers the peer, however much waits. Over WebSocket alone: SSE has no replies.
    ///
    /// Its bytes are wiped once they are written or dropped, for a reply may carry a secret.
    pub fn push_frame(&self, text: impl AsRef<[u8]>) -> Pushed {
        debug_assert_eq!(self.kind, Kind::WebSocket);
        self.push(wiped_text_frame(text.as_ref()), false, None)
    }

    /// The same for the reply to a call that [`Outbox::written`] is to name.
    pub fn push_reported(&self, call: CallId, text: impl AsRef<[u8]>) -> Pushed {
        debug_assert_eq!(self.kind, Kind::WebSocket);
        self.push(wiped_text_frame(text.as_ref()), false, Some(Tag::Reply(call)))
    }

    /// Queues bytes as they are, however much waits: pongs, SSE comments, the snapshot that begins an SSE stream.
    pub fn push_raw(&self, bytes: Bytes) -> Pushed {
        self.push(bytes, false, None)
    }

    /// A text frame that the peer did not ask for, to be shared over several outboxes by [`Outbox::push_bounded`].
    #[must_use]
    pub fn told_frame(text: &str) -> Bytes {
        text_frame(text.as_bytes())
    }

    fn push(&self, bytes: Bytes, counts: bool, tag: Option<Tag>) -> Pushed {
        let mut queue = self.queue.lock();
        if queue.end.is_some() {
            return Pushed::Ended;
        }
        if counts && queue.counted_behind_the_write() > self.max_queue_bytes {
            queue.drop_waiting();
            drop(queue);
            self.close(CloseCode::TooSlow, "this follower reads too slowly; come back with since");
            return Pushed::TooSlow;
        }
        queue.put(bytes, counts, tag);
        drop(queue);
        self.more.notify_one();
        Pushed::Queued
    }

    /// Ends the connection after all that waits; a second end changes nothing.
    pub fn close(&self, code: CloseCode, reason: &str) {
        let mut queue = self.queue.lock();
        if queue.end.is_none() {
            queue.end = Some(code);
            if self.kind == Kind::WebSocket {
                queue.put(close_frame(code, reason), false, None);
            }
        }
        drop(queue);
        self.more.notify_one();
        self.shrunk.notify_one();
        self.ended.notify_one();
    }

    /// Waits for the next bytes to write and puts them into `into`, as many as make a good write.
    ///
    /// One task alone calls it, again only when what it took before is written. Broken off it has taken nothing.
    pub async fn take(&self, into: &mut Vec<Bytes>) -> Taken {
        loop {
            let taken = self.queue.lock().take(into);
            if let Some(taken) = taken {
                self.shrunk.notify_one();
                return taken;
            }
            self.more.notified().await;
        }
    }

    /// The calls whose replies are in what was taken last, each once. For the task that takes, when it has written that.
    #[must_use]
    pub fn written(&self) -> Vec<CallId> {
        std::mem::take(&mut self.queue.lock().writing_calls)
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
                if queue.bytes <= self.max_queue_bytes || queue.end.is_some() {
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
        self.queue.lock().end.is_some()
    }

    /// Bytes that wait, without those being written.
    #[must_use]
    pub fn waiting_bytes(&self) -> usize {
        self.queue.lock().bytes
    }
}

impl Queue {
    fn put(&mut self, bytes: Bytes, counts: bool, tag: Option<Tag>) {
        self.bytes += bytes.len();
        if counts {
            self.counted_bytes += bytes.len();
        }
        self.waiting.push_back(Waiting { bytes, counts, tag });
    }

    fn pop(&mut self) -> Option<Waiting> {
        let first = self.waiting.pop_front()?;
        self.discount(&first);
        Some(first)
    }

    fn recall(&mut self, request: HostRequestId) -> bool {
        let at = self.waiting.iter().position(|waiting| waiting.tag == Some(Tag::Request(request)));
        let Some(recalled) = at.and_then(|at| self.waiting.remove(at)) else { return false };
        self.discount(&recalled);
        true
    }

    fn discount(&mut self, gone: &Waiting) {
        self.bytes -= gone.bytes.len();
        if gone.counts {
            self.counted_bytes -= gone.bytes.len();
        }
    }

    /// What counts behind the frame being written; where none is, the first that waits is about to be.
    fn counted_behind_the_write(&self) -> usize {
        let first = match self.waiting.front() {
            Some(first) if first.counts && !self.writing => first.bytes.len(),
            _ => 0,
        };
        self.counted_bytes - first
    }

    fn drop_waiting(&mut self) {
        self.waiting.clear();
        (self.bytes, self.counted_bytes) = (0, 0);
    }

    fn take(&mut self, into: &mut Vec<Bytes>) -> Option<Taken> {
        self.writing = false;
        self.writing_calls.clear();
        let mut taken_bytes = 0;
        while taken_bytes < MAX_WRITE_BYTES
            && let Some(Waiting { bytes, tag, .. }) = self.pop()
        {
            taken_bytes += bytes.len();
            into.push(bytes);
            if let Some(Tag::Reply(call)) = tag {
                self.writing_calls.push(call);
            }
        }
        self.writing = taken_bytes > 0;
        match self.end {
            Some(code) if self.waiting.is_empty() => Some(Taken::Closed(code)),
            _ if self.writing => Some(Taken::More),
            _ => None,
        }
    }
}
