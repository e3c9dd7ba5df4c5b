//! What waits for one connection, behind the outbox's lock, and the socket that takes it where that does not wait.
//!
//! Events come by way of feeds: each place in one says up to which event its thread was queued here. What is private
//! to the connection goes behind every event that was published before it, so each push catches up first.

use std::collections::VecDeque;
use std::io::IoSlice;
use std::sync::Arc;

use bytes::{Buf, Bytes};
use tokio::net::TcpStream;

use super::feed::Feed;
use super::frame::{EventFrame, close_frame};
use super::outbox::{Kind, Taken};
use crate::core::id::{CallId, HostRequestId};
use crate::wire::close::CloseCode;

/// What one write to the socket carries at most, unless a single frame is larger.
const MAX_WRITE_BYTES: usize = 64 << 10;
/// Frames of one flush.
const MAX_SLICES: usize = 64;

/// The queue of one connection.
#[derive(Debug)]
pub(super) struct Queue {
    kind: Kind,
    max_bytes: usize,
    /// There while the connection is; none for a peer that is written to by its own task alone.
    socket: Option<Arc<TcpStream>>,
    waiting: VecDeque<Waiting>,
    /// All that waits.
    bytes: usize,
    /// What waits and counts against the bound: everything but replies.
    counted_bytes: usize,
    /// Whether what was taken last is still being written.
    writing: bool,
    /// The calls whose replies are in what was taken last.
    writing_calls: Vec<CallId>,
    /// The threads that are followed by way of a feed.
    places: Vec<Place>,
    /// Set once; nothing but the close frame is put after it.
    end: Option<CloseCode>,
}

#[derive(Debug)]
struct Waiting {
    bytes: Bytes,
    counts: bool,
    /// Whether the peer has a part of the frame: the rest cannot be dropped.
    begun: bool,
    tag: Option<Tag>,
}

/// What a frame is, where somebody has to know what becomes of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tag {
    /// The reply to a call, whose writing is reported.
    Reply(CallId),
    /// A request to a host, which may be taken back.
    Request(HostRequestId),
}

/// Where the connection is in a feed.
#[derive(Debug)]
struct Place {
    feed: Arc<Feed>,
    /// The position of the next event that was not queued or written.
    next: u64,
}

/// Whether bytes that count found room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub(super) enum Room {
    /// They wait now.
    Found,
    /// Too much waited already; the queue has ended.
    TooSlow,
}

impl Queue {
    pub fn new(kind: Kind, max_bytes: usize) -> Self {
        Self {
            kind,
            max_bytes,
            socket: None,
            waiting: VecDeque::new(),
            bytes: 0,
            counted_bytes: 0,
            writing: false,
            writing_calls: Vec::new(),
            places: Vec::new(),
            end: None,
        }
    }

    pub const fn ended(&self) -> Option<CloseCode> {
        self.end
    }

    pub const fn bytes(&self) -> usize {
        self.bytes
    }

    /// Whether nothing waits.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// From now on what waits may go to this socket, where nobody else is writing to it.
    pub fn write_to(&mut self, socket: Arc<TcpStream>) {
        self.socket = Some(socket);
    }

    /// The connection is over: nothing is written or put any more.
    pub fn release(&mut self) {
        self.socket = None;
        self.places.clear();
        self.waiting.clear();
        (self.bytes, self.counted_bytes) = (0, 0);
        self.end.get_or_insert(CloseCode::Normal);
    }

    /// Writes what waits to the socket, as far as that takes it without waiting, but for what somebody wants to know
    /// of; whether nothing waits any more and nobody else is writing, so that more may be written.
    pub fn flush(&mut self) -> bool {
        if self.writing || self.end.is_some() {
            return false;
        }
        if self.waiting.is_empty() {
            return true;
        }
        let Some(socket) = &self.socket else { return false };
        let mut slices = [IoSlice::new(&[]); MAX_SLICES];
        let mut count = 0;
        let untold = self.waiting.iter().take_while(|waiting| waiting.tag.is_none());
        for (slice, waiting) in slices.iter_mut().zip(untold) {
            *slice = IoSlice::new(&waiting.bytes);
            count += 1;
        }
        // A full socket takes it later. A broken one says so to the task that reads it.
        let mut written =
            if count == 0 { 0 } else { socket.try_write_vectored(&slices[..count]).unwrap_or(0) };
        while let Some(mut first) = self.pop_if(|_| written > 0) {
            let some = written.min(first.bytes.len());
            written -= some;
            first.bytes.advance(some);
            if !first.bytes.is_empty() {
                first.begun = true;
                self.count(&first);
                self.waiting.push_front(first);
            }
        }
        self.waiting.is_empty()
    }

    /// Writes bytes straight to the socket, as far as that takes them without waiting; gives how many it took. For a
    /// queue that [`Queue::flush`] found free.
    pub fn write(&self, bytes: &[u8]) -> usize {
        self.socket.as_ref().map_or(0, |socket| socket.try_write(bytes).unwrap_or(0))
    }

    /// Puts bytes behind all that waits, however much that is.
    pub fn put(&mut self, bytes: Bytes, tag: Option<Tag>) {
        self.add(Waiting { bytes, counts: false, begun: false, tag });
    }

    /// Puts bytes that count behind all that waits; where that is too much already, ends the queue instead.
    pub fn put_bounded(&mut self, bytes: Bytes, tag: Option<Tag>) -> Room {
        if self.is_full() {
            self.drop_waiting();
            self.end(CloseCode::TooSlow, "this follower reads too slowly; come back with since");
            return Room::TooSlow;
        }
        self.add(Waiting { bytes, counts: true, begun: false, tag });
        Room::Found
    }

    fn is_full(&self) -> bool {
        self.counted_behind_the_write() > self.max_bytes
    }

    /// Puts the rest of a frame of which the peer has the beginning. For an empty queue alone.
    pub fn put_rest(&mut self, bytes: Bytes) {
        self.add(Waiting { bytes, counts: true, begun: true, tag: None });
    }

    /// Puts an event as the peer's kind of bytes.
    pub fn put_event(&mut self, event: &EventFrame) -> Room {
        self.put_bounded(self.bytes_of(event), None)
    }

    fn bytes_of(&self, event: &EventFrame) -> Bytes {
        match self.kind {
            Kind::WebSocket => event.frame(),
            Kind::Sse => event.block(),
        }
    }

    /// Ends the queue behind what waits. For one that has not ended.
    pub fn end(&mut self, code: CloseCode, reason: &str) {
        self.end = Some(code);
        if self.kind == Kind::WebSocket {
            self.put(close_frame(code, reason), None);
        }
    }

    /// Joins a feed: the event at `next` is the first that comes from it.
    pub fn join(&mut self, feed: Arc<Feed>, next: u64) {
        // Nearly every connection follows one thread.
        self.places.reserve_exact(1);
        self.places.push(Place { feed, next });
    }

    /// Leaves a feed.
    pub fn leave(&mut self, feed: &Arc<Feed>) {
        self.places.retain(|place| !Arc::ptr_eq(&place.feed, feed));
    }

    /// Everything of a feed before `to` is given: gives the position of the first that was not before, if there is one.
    pub fn advance(&mut self, feed: &Arc<Feed>, to: u64) -> Option<u64> {
        let place = self.places.iter_mut().find(|place| Arc::ptr_eq(&place.feed, feed))?;
        (place.next < to).then(|| std::mem::replace(&mut place.next, to))
    }

    /// Queues every event of every feed that was published until now; too much only for a peer whose socket does not
    /// take what waits.
    pub fn catch_up(&mut self) -> Room {
        for at in 0..self.places.len() {
            let Place { feed, next } = &mut self.places[at];
            let Some(events) = feed.since(*next) else { continue };
            *next += events.len() as u64;
            let counts = Arc::clone(feed.counts());
            for event in events {
                if self.is_full() {
                    self.flush();
                }
                if self.put_event(&event) == Room::TooSlow {
                    counts.too_slow();
                    return Room::TooSlow;
                }
                counts.queued(1);
            }
        }
        Room::Found
    }

    /// Queues events of the feeds for a good write, behind what waits; the others stay where they are, as this peer is
    /// only just about to be given what came before them. For a queue that is to be taken from.
    pub fn fill(&mut self) {
        for at in 0..self.places.len() {
            let Place { feed, next } = &self.places[at];
            if self.bytes >= MAX_WRITE_BYTES || self.end.is_some() {
                return;
            }
            let Some(events) = feed.since(*next) else { continue };
            let counts = Arc::clone(feed.counts());
            for event in events {
                if self.bytes >= MAX_WRITE_BYTES {
                    return;
                }
                let bytes = self.bytes_of(&event);
                self.add(Waiting { bytes, counts: true, begun: false, tag: None });
                self.places[at].next += 1;
                counts.queued(1);
            }
        }
    }

    /// Takes the frame of a request to a host out; whether it was there.
    pub fn recall(&mut self, request: HostRequestId) -> bool {
        let at = self.waiting.iter().position(|waiting| waiting.tag == Some(Tag::Request(request)));
        let Some(recalled) = at.and_then(|at| self.waiting.remove(at)) else { return false };
        self.discount(&recalled);
        true
    }

    /// What was taken last has been written: nothing waits behind it any more.
    pub fn end_write(&mut self) {
        self.writing = false;
        self.writing_calls.clear();
    }

    /// What makes a good write goes to `into`. For when no write is under way.
    pub fn take(&mut self, into: &mut Vec<Bytes>) -> Option<Taken> {
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
        if self.waiting.is_empty() {
            // A burst leaves no room behind that nobody needs.
            self.waiting.shrink_to(0);
        }
        match self.end {
            Some(code) if self.waiting.is_empty() => Some(Taken::Closed(code)),
            _ if self.writing => Some(Taken::More),
            _ => None,
        }
    }

    /// The calls of what was taken last, once.
    pub fn written(&mut self) -> Vec<CallId> {
        std::mem::take(&mut self.writing_calls)
    }

    fn add(&mut self, waiting: Waiting) {
        self.count(&waiting);
        self.waiting.push_back(waiting);
    }

    fn pop(&mut self) -> Option<Waiting> {
        self.pop_if(|_| true)
    }

    fn pop_if(&mut self, may_go: impl FnOnce(&mut Waiting) -> bool) -> Option<Waiting> {
        let first = self.waiting.pop_front_if(may_go)?;
        self.discount(&first);
        Some(first)
    }

    fn count(&mut self, come: &Waiting) {
        self.bytes += come.bytes.len();
        if come.counts {
            self.counted_bytes += come.bytes.len();
        }
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
        let begun = self.waiting.pop_front().filter(|first| first.begun);
        self.waiting.clear();
        (self.bytes, self.counted_bytes) = (0, 0);
        if let Some(begun) = begun {
            self.add(begun);
        }
    }
}
