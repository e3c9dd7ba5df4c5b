//! What waits for one connection: pure bookkeeping behind the outbox's lock.
//!
//! Events come by way of feeds: each place in one says up to which event its thread was queued here. What is private
//! to the connection goes behind every event that was published before it, so each push catches up first.

use std::collections::VecDeque;
use std::io::IoSlice;
use std::sync::Arc;

use bytes::{Buf, Bytes};

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
    /// Set once; nothing is pushed after it.
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

    /// Whether whoever holds the queue may write to the socket: nobody else is at it, and nothing ends here.
    pub const fn is_free(&self) -> bool {
        !self.writing && self.end.is_none()
    }

    /// Whether nothing waits.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Writes what waits by one `write`, which says how many bytes were taken, but for what somebody wants to know of;
    /// whether nothing waits any more. For a queue that is free.
    pub fn flush(&mut self, write: impl FnOnce(&[IoSlice<'_>]) -> usize) -> bool {
        let mut slices = [IoSlice::new(&[]); MAX_SLICES];
        let mut count = 0;
        let untold = self.waiting.iter().take_while(|waiting| waiting.tag.is_none());
        for (slice, waiting) in slices.iter_mut().zip(untold) {
            *slice = IoSlice::new(&waiting.bytes);
            count += 1;
        }
        let mut written = if count == 0 { 0 } else { write(&slices[..count]) };
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

    /// Puts bytes behind all that waits, however much that is.
    pub fn put(&mut self, bytes: Bytes, tag: Option<Tag>) {
        self.add(Waiting { bytes, counts: false, begun: false, tag });
    }

    /// Puts bytes that count behind all that waits; where that is too much already, ends the queue instead.
    pub fn put_bounded(&mut self, bytes: Bytes, tag: Option<Tag>) -> Room {
        let room = self.room();
        if room == Room::Found {
            self.add(Waiting { bytes, counts: true, begun: false, tag });
        }
        room
    }

    /// Ends the queue where too much waits. For one that has not ended.
    pub fn room(&mut self) -> Room {
        if self.counted_behind_the_write() <= self.max_bytes {
            return Room::Found;
        }
        self.drop_waiting();
        self.end(CloseCode::TooSlow, "this follower reads too slowly; come back with since");
        Room::TooSlow
    }

    /// Puts the rest of a frame of which the peer has the beginning. For an idle queue alone.
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

    /// Queues every event of every feed that was published until now, however much that is: what is on its way is
    /// bounded in the feed, and a peer could not have read it yet.
    pub fn catch_up(&mut self) {
        for at in 0..self.places.len() {
            let Place { feed, next } = &mut self.places[at];
            let Some(events) = feed.since(*next) else { continue };
            *next += events.len() as u64;
            feed.counts().queued(events.len() as u64);
            for event in events {
                let bytes = self.bytes_of(&event);
                self.add(Waiting { bytes, counts: true, begun: false, tag: None });
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
