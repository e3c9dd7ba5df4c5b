//! Whether one follower got every event of a stream once and in order. Pure.
//!
//! Exact as long as at most [`MAX_HOLES`] holes are open at a time; what falls out of a further hole counts as lost for good, and
//! as a duplicate should it come after all.

use std::ops::Range;

/// Runs of missing events that are remembered.
const MAX_HOLES: usize = 64;

/// The numbers that one follower has seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sequence {
    /// The number after the highest one that came.
    next: u64,
    /// What is missing below it, lowest first; empty in every good run, and then without an allocation.
    holes: Vec<Range<u64>>,
    /// Missing, and no longer remembered one by one.
    forgotten: u64,
    /// Came, and had come before.
    duplicate: u64,
    /// Came after one with a higher number.
    out_of_order: u64,
}

/// What went wrong, over one follower or over many.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Wrongs {
    /// Never came.
    pub lost: u64,
    /// Came once more.
    pub duplicate: u64,
    /// Came late.
    pub out_of_order: u64,
}

impl Sequence {
    /// Nothing has come since this number.
    #[must_use]
    pub const fn after(seq: u64) -> Self {
        Self { next: seq + 1, holes: Vec::new(), forgotten: 0, duplicate: 0, out_of_order: 0 }
    }

    /// An event came.
    pub fn take(&mut self, seq: u64) {
        if seq < self.next {
            self.late(seq);
            return;
        }
        if seq > self.next {
            if self.holes.len() < MAX_HOLES {
                self.holes.push(self.next..seq);
            } else {
                self.forgotten += seq - self.next;
            }
        }
        self.next = seq + 1;
    }

    fn late(&mut self, seq: u64) {
        let Some(at) = self.holes.iter().position(|hole| hole.contains(&seq)) else {
            self.duplicate += 1;
            return;
        };
        self.out_of_order += 1;
        let Range { start, end } = self.holes[at].clone();
        let rest = [start..seq, seq + 1..end].into_iter().filter(|hole| !hole.is_empty());
        self.holes.splice(at..=at, rest);
    }

    /// What was wrong with it when the stream ended at `last`; where the end is not known, up to what came.
    #[must_use]
    pub fn wrongs(&self, last: Option<u64>) -> Wrongs {
        let inside: u64 = self.holes.iter().map(|hole| hole.end - hole.start).sum();
        let behind = last.map_or(0, |last| (last + 1).saturating_sub(self.next));
        Wrongs {
            lost: inside + self.forgotten + behind,
            duplicate: self.duplicate,
            out_of_order: self.out_of_order,
        }
    }
}

impl Wrongs {
    /// Whether there were none.
    #[must_use]
    pub fn is_none(self) -> bool {
        self == Self::default()
    }
}

impl std::ops::AddAssign for Wrongs {
    fn add_assign(&mut self, more: Self) {
        self.lost += more.lost;
        self.duplicate += more.duplicate;
        self.out_of_order += more.out_of_order;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn wrongs(seqs: &[u64], last: u64) -> (u64, u64, u64) {
        let mut sequence = Sequence::after(10);
        seqs.iter().for_each(|seq| sequence.take(*seq));
        let Wrongs { lost, duplicate, out_of_order } = sequence.wrongs(Some(last));
        (lost, duplicate, out_of_order)
    }

    #[test]
    fn lost_double_and_late_are_told_apart() {
        for (seqs, last, want) in [
            (&[11, 12, 13][..], 13, (0, 0, 0)),
            (&[], 10, (0, 0, 0)),
            (&[], 12, (2, 0, 0)),
            (&[11, 13], 13, (1, 0, 0)),
            (&[11, 11, 12], 12, (0, 1, 0)),
            (&[12, 11], 12, (0, 0, 1)),
            (&[15, 13, 13, 11], 16, (3, 1, 2)),
            (&[9], 10, (0, 1, 0)),
        ] {
            assert_eq!(wrongs(seqs, last), want, "{seqs:?} of {last}");
        }
    }

    #[test]
    fn without_a_known_end_only_holes_are_lost() {
        let mut sequence = Sequence::after(0);
        sequence.take(2);
        assert_eq!(sequence.wrongs(None), Wrongs { lost: 1, ..Wrongs::default() });
    }

    #[test]
    fn more_holes_than_are_remembered_are_still_lost() {
        let odd: Vec<u64> = (0..200).map(|n| 12 + 2 * n).collect();
        assert_eq!(wrongs(&odd, *odd.last().unwrap()).0, 200);
    }

    proptest! {
        /// Against sets and maxima: whatever comes, each number is lost, or came first in order or late, and the rest is double.
        #[test]
        fn it_counts_as_sets_do(seqs in proptest::collection::vec(1_u64..40, 0..80)) {
            let mut sequence = Sequence::after(0);
            let mut seen = std::collections::BTreeSet::new();
            let mut want = Wrongs::default();
            for &seq in &seqs {
                sequence.take(seq);
                let late = seen.last().is_some_and(|highest| seq < *highest);
                if !seen.insert(seq) {
                    want.duplicate += 1;
                } else if late {
                    want.out_of_order += 1;
                }
            }
            want.lost = (1..40).filter(|seq| !seen.contains(seq)).count() as u64;
            prop_assert_eq!(sequence.wrongs(Some(39)), want);
        }
    }
}
