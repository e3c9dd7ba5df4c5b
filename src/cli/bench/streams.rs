//! What the followers of one worker saw, each by its place there. Pure.

use super::sequence::{Sequence, Wrongs};

/// One stream for each follower that began to follow.
#[derive(Debug, Default)]
pub struct Streams(Vec<Option<Stream>>);

#[derive(Debug, Clone)]
struct Stream {
    /// The number of its thread.
    thread: usize,
    sequence: Sequence,
}

impl Streams {
    /// So many places, where nobody follows yet.
    #[must_use]
    pub fn new(places: usize) -> Self {
        Self(vec![None; places])
    }

    /// The follower at this place follows; the next event has the number after this one. What came before is left out.
    pub fn begin(&mut self, place: usize, thread: usize, seq: u64) {
        self.0[place] = Some(Stream { thread, sequence: Sequence::after(seq) });
    }

    /// An event came to the follower at this place.
    pub fn take(&mut self, place: usize, seq: u64) {
        if let Some(stream) = &mut self.0[place] {
            stream.sequence.take(seq);
        }
    }

    /// What was wrong with all of them; `last` says by thread where they ended, where that is known.
    #[must_use]
    pub fn wrongs(&self, last: &[Option<u64>]) -> Wrongs {
        let mut all = Wrongs::default();
        for stream in self.0.iter().flatten() {
            all += stream.sequence.wrongs(last.get(stream.thread).copied().flatten());
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_stream_is_checked_against_the_end_of_its_own_thread() {
        let mut streams = Streams::new(3);
        streams.begin(0, 0, 3);
        streams.begin(1, 1, 3);
        assert_eq!(streams.wrongs(&[Some(3), Some(5)]), Wrongs { lost: 2, ..Wrongs::default() });
        assert_eq!(streams.wrongs(&[None, None]), Wrongs::default());
        streams.take(1, 4);
        streams.take(1, 5);
        streams.take(2, 9);
        assert_eq!(streams.wrongs(&[Some(3), Some(5)]), Wrongs::default());
    }
}
