//! Some events of one feed, in one piece, so that one system call gives all of them to a follower.

use std::sync::Arc;

use bytes::{Bytes, BytesMut};

use super::frame::EventFrame;

/// What one pass carries at most, unless a single event is larger.
const MAX_BATCH_BYTES: usize = 256 << 10;

/// Consecutive events from the position `from` on.
#[derive(Debug)]
pub(super) struct Batch {
    from: u64,
    events: Vec<Arc<EventFrame>>,
    /// Their WebSocket frames, one behind the other.
    frames: Bytes,
    /// Where each of them ends in it.
    ends: Vec<usize>,
}

impl Batch {
    /// As many of the events as make a good pass; none of no events.
    pub fn of<'a>(from: u64, events: impl Iterator<Item = &'a Arc<EventFrame>>) -> Option<Self> {
        let mut end = 0;
        let (mut taken, mut ends) = (Vec::new(), Vec::new());
        for event in events {
            if end >= MAX_BATCH_BYTES {
                break;
            }
            end += event.frame().len();
            ends.push(end);
            taken.push(Arc::clone(event));
        }
        let frames = match &taken[..] {
            [] => return None,
            // Most are alone, and then there is nothing to copy.
            [alone] => alone.frame(),
            several => {
                let mut frames = BytesMut::with_capacity(end);
                several.iter().for_each(|event| frames.extend_from_slice(&event.frame()));
                frames.freeze()
            }
        };
        Some(Self { from, events: taken, frames, ends })
    }

    /// The position behind the last event.
    pub fn to(&self) -> u64 {
        self.from + self.events.len() as u64
    }

    /// How many events there are from a position on.
    pub fn count_from(&self, next: u64) -> usize {
        self.events.len() - self.index(next)
    }

    /// The events from a position on.
    pub fn events_from(&self, next: u64) -> &[Arc<EventFrame>] {
        &self.events[self.index(next)..]
    }

    /// The frames of the events from a position on, in one piece.
    pub fn frames_from(&self, next: u64) -> &[u8] {
        &self.frames[self.start(self.index(next))..]
    }

    /// What is left once `written` bytes of [`Batch::frames_from`] the same position are written: the rest of the
    /// frame that was begun, where one was, and the position of the first that was not.
    pub fn rest(&self, next: u64, written: usize) -> (Option<Bytes>, u64) {
        let at = self.start(self.index(next)) + written;
        let whole = self.ends.partition_point(|end| *end <= at);
        let begun = self.start(whole) < at;
        let rest = begun.then(|| self.frames.slice(at..self.ends[whole]));
        (rest, self.from + (whole + usize::from(begun)) as u64)
    }

    /// The place of a position, which is not behind the last event.
    fn index(&self, next: u64) -> usize {
        // A batch has fewer events than bytes.
        (next.max(self.from) - self.from) as usize
    }

    /// Where the event at a place begins.
    fn start(&self, index: usize) -> usize {
        index.checked_sub(1).map_or(0, |before| self.ends[before])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::id::Epoch;
    use crate::wire::event::Event;

    fn event(text: &str) -> Arc<EventFrame> {
        let frame: Bytes = text.to_owned().into();
        let epoch = Epoch(uuid::Uuid::nil());
        Arc::new(EventFrame::new(Event {
            epoch,
            seq: 1,
            kind: "thread.published",
            text: frame.clone(),
            frame,
        }))
    }

    #[test]
    fn a_batch_is_its_frames_one_behind_the_other() {
        let events = [event("one"), event("two"), event("three")];
        let batch = Batch::of(7, events.iter()).expect("three events");
        let all: Vec<u8> = events.iter().flat_map(|event| event.frame().to_vec()).collect();
        assert_eq!(batch.frames_from(7), all);
        assert_eq!(batch.frames_from(8), &all[5..]);
        assert_eq!((batch.to(), batch.count_from(8), batch.events_from(9).len()), (10, 2, 1));
        assert!(Batch::of(7, [].iter()).is_none());
    }

    #[test]
    fn what_is_left_of_a_write_begins_with_the_rest_of_the_frame_that_was_begun() {
        let events = [event("one"), event("two"), event("three")];
        let batch = Batch::of(7, events.iter()).expect("three events");
        assert_eq!(batch.rest(7, 0), (None, 7));
        assert_eq!(batch.rest(7, 1), (Some(events[0].frame().slice(1..)), 8));
        assert_eq!(batch.rest(7, 5), (None, 8), "exactly the first");
        assert_eq!(batch.rest(8, 7), (Some(events[2].frame().slice(2..)), 10));
        assert_eq!(batch.rest(9, 0), (None, 9));
    }

    #[test]
    fn a_batch_is_bounded_and_a_large_event_goes_alone() {
        let large = event(&"x".repeat(2 * MAX_BATCH_BYTES));
        let batch = Batch::of(0, [large.clone(), large.clone()].iter()).expect("one of them");
        assert_eq!((batch.to(), batch.frames_from(0).len()), (1, large.frame().len()));
    }
}
