//! Sums over what is stored, so that a changed byte is damage and never another answer.
//!
//! `SQLite` checks the shape of its pages, not their content. A sum covers where a record stands as well as
//! what it says: one that turned up in another thread or at another place does not fit either.

use sha2::{Digest, Sha256};

use super::class;
use crate::core::id::Epoch;
use crate::core::journal::Summary;
use crate::store::{Checkpoint, Row};

/// The sum of an entry.
pub(super) fn entry(epoch: Epoch, pos: u64, seq: u64, at: u64, record: &str) -> i64 {
    Sum::new(epoch).number(pos).number(seq).number(at).text(record).done()
}

/// The sum of a checkpoint.
pub(super) fn checkpoint(epoch: Epoch, it: &Checkpoint) -> i64 {
    Sum::new(epoch).number(it.pos).number(it.drop_through_pos).text(&it.state).done()
}

/// The sum of a thread's row.
pub(super) fn row(row: &Row) -> i64 {
    let Summary { outstanding, is_receivable, in_hand, entries, first_out } = row.journal;
    standing(row)
        .number(outstanding.pending.into())
        .number(outstanding.unacked.into())
        .number(outstanding.debt)
        .number(is_receivable.into())
        .number(in_hand.into())
        .number(entries.into())
        // As with the deadline: none is not the least.
        .number(first_out.map_or(0, |rank| u64::from(class::number(rank.class)) + 1))
        .number(first_out.map_or(0, |rank| rank.at))
        .text(row.thread.as_str())
        .done()
}

/// The sum of a thread's row in the format that knew no journal.
pub(super) fn row_before_journals(row: &Row) -> i64 {
    standing(row).text(row.thread.as_str()).done()
}

fn standing(row: &Row) -> Sum {
    Sum::new(row.epoch)
        .number(row.pos)
        .number(row.seq)
        .number(row.last_at)
        .number(row.live.into())
        .number(row.busy.into())
        .number(row.run)
        .number(row.open.into())
        // A deadline of 0 and none are not the same.
        .number(row.next_deadline_at.is_some().into())
        .number(row.next_deadline_at.unwrap_or(0))
}

/// SHA-256 over fields of fixed width and one text at the end, cut to what an integer column holds.
struct Sum(Sha256);

impl Sum {
    fn new(epoch: Epoch) -> Self {
        Self(Sha256::new_with_prefix(epoch.0.as_bytes()))
    }

    fn number(mut self, number: u64) -> Self {
        self.0.update(number.to_be_bytes());
        self
    }

    fn text(mut self, text: &str) -> Self {
        self.0.update(text.as_bytes());
        self
    }

    fn done(self) -> i64 {
        let mut first = [0; 8];
        first.copy_from_slice(&self.0.finalize()[..8]);
        i64::from_be_bytes(first)
    }
}
