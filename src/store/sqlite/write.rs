//! Writing: what a commit does to the tables, inside the one transaction that its caller opened.
//!
//! The compare of compare-and-append is the `pos` of the thread's row.

use std::sync::{Arc, LazyLock};

use rusqlite::{ErrorCode, Transaction, named_params, params};

use super::fault::Fault;
use super::{class, sum};
use crate::core::id::Epoch;
use crate::core::journal::Summary;
use crate::core::record::Entry;
use crate::store::{Change, Checkpoint, Row, StoreError, shape};

/// All that is set in a row beside its name.
const SET: &str = "pos = :pos, seq = :seq, last_at = :last_at, live = :live, busy = :busy, run = :run, open = :open, \
     next_deadline_at = :next_deadline_at, pending = :pending, unacked = :unacked, debt = :debt, \
     receivable = :receivable, in_hand = :in_hand, entries = :entries, first_out_class = :first_out_class, \
     first_out_at = :first_out_at, sum = :sum";
/// A row where there may be one.
static NEW: LazyLock<String> = LazyLock::new(|| {
    format!(
        "INSERT INTO threads (epoch, thread, pos, seq, last_at, live, busy, run, open, next_deadline_at, pending, \
           unacked, debt, receivable, in_hand, entries, first_out_class, first_out_at, sum) \
         VALUES (:epoch, :thread, :pos, :seq, :last_at, :live, :busy, :run, :open, :next_deadline_at, :pending, \
           :unacked, :debt, :receivable, :in_hand, :entries, :first_out_class, :first_out_at, :sum) \
         ON CONFLICT (epoch) DO UPDATE SET thread = :thread, {SET} WHERE pos = :expected"
    )
});
/// A row that is there, under the name that it has.
static KNOWN: LazyLock<String> = LazyLock::new(|| {
    format!("UPDATE threads SET {SET} WHERE epoch = :epoch AND pos = :expected AND thread = :thread")
});
/// A row that is there, under another name.
static RENAMED: LazyLock<String> = LazyLock::new(|| {
    format!("UPDATE threads SET thread = :thread, {SET} WHERE epoch = :epoch AND pos = :expected")
});

/// Does one change; the bytes of text that it wrote.
pub(super) fn change(transaction: &Transaction<'_>, change: &Change) -> Result<u64, Fault> {
    match change {
        Change::Append { expected_pos, entries, row, checkpoint } => {
            shape::check(*expected_pos, entries, row, checkpoint.as_ref())?;
            move_head(transaction, *expected_pos, row)?;
            let text_bytes = append(transaction, row.epoch, entries)?;
            let Some(checkpoint) = checkpoint else { return Ok(text_bytes) };
            keep(transaction, row.epoch, checkpoint)?;
            Ok(text_bytes + checkpoint.state.len() as u64)
        }
        Change::Forget { epoch } => forget(transaction, *epoch).map(|()| 0),
    }
}

/// Sets the thread's row, if it is where the writer thinks.
fn move_head(transaction: &Transaction<'_>, expected_pos: u64, row: &Row) -> Result<(), Fault> {
    // The name is left out where it stays: setting it would write the page of its index again.
    let moved = match expected_pos {
        0 => set_row(transaction, &NEW, expected_pos, row),
        _ => match set_row(transaction, &KNOWN, expected_pos, row) {
            Ok(0) => set_row(transaction, &RENAMED, expected_pos, row),
            moved => moved,
        },
    };
    match moved {
        Ok(0) => Err(StoreError::Conflict { epoch: row.epoch, expected: expected_pos }.into()),
        Ok(_) => Ok(()),
        Err(error) if error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) => {
            Err(StoreError::Failed(format!("two threads would be named {}", row.thread)).into())
        }
        Err(error) => Err(error.into()),
    }
}

fn set_row(
    transaction: &Transaction<'_>,
    sql: &str,
    expected_pos: u64,
    row: &Row,
) -> rusqlite::Result<usize> {
    let Summary { outstanding, is_receivable, in_hand, entries, first_out } = row.journal;
    transaction.prepare_cached(sql)?.execute(named_params! {
        ":epoch": row.epoch.0.as_bytes(),
        ":thread": row.thread.as_str(),
        ":pos": signed(row.pos),
        ":seq": signed(row.seq),
        ":last_at": signed(row.last_at),
        ":live": row.live,
        ":busy": row.busy,
        ":run": signed(row.run),
        ":open": row.open,
        ":next_deadline_at": row.next_deadline_at.map(signed),
        ":pending": outstanding.pending,
        ":unacked": outstanding.unacked,
        ":debt": signed(outstanding.debt),
        ":receivable": is_receivable,
        ":in_hand": in_hand,
        ":entries": entries,
        ":first_out_class": first_out.map(|rank| class::number(rank.class)),
        ":first_out_at": first_out.map(|rank| signed(rank.at)),
        ":sum": sum::row(row),
        ":expected": signed(expected_pos),
    })
}

fn append(transaction: &Transaction<'_>, epoch: Epoch, entries: &[Arc<Entry>]) -> Result<u64, Fault> {
    let mut text_bytes = 0;
    let mut insert = transaction.prepare_cached("INSERT INTO log VALUES (?, ?, ?, ?, ?, ?)")?;
    for entry in entries {
        let record = serde_json::to_string(&entry.record).map_err(|error| {
            StoreError::Failed(format!("entry {} of {epoch} has no text: {error}", entry.pos))
        })?;
        insert.execute(params![
            epoch.0.as_bytes(),
            signed(entry.pos),
            signed(entry.seq),
            signed(entry.at),
            record,
            sum::entry(epoch, entry.pos, entry.seq, entry.at, &record),
        ])?;
        text_bytes += record.len() as u64;
    }
    Ok(text_bytes)
}

/// Keeps a checkpoint in the place of the one before, and drops what it makes unnecessary.
fn keep(transaction: &Transaction<'_>, epoch: Epoch, checkpoint: &Checkpoint) -> Result<(), Fault> {
    transaction.prepare_cached("INSERT OR REPLACE INTO checkpoints VALUES (?, ?, ?, ?, ?)")?.execute(
        params![
            epoch.0.as_bytes(),
            signed(checkpoint.pos),
            signed(checkpoint.drop_through_pos),
            checkpoint.state,
            sum::checkpoint(epoch, checkpoint),
        ],
    )?;
    transaction
        .prepare_cached("DELETE FROM log WHERE epoch = ? AND pos <= ?")?
        .execute(params![epoch.0.as_bytes(), signed(checkpoint.drop_through_pos)])?;
    Ok(())
}

fn forget(transaction: &Transaction<'_>, epoch: Epoch) -> Result<(), Fault> {
    for delete in [
        "DELETE FROM log WHERE epoch = ?",
        "DELETE FROM checkpoints WHERE epoch = ?",
        "DELETE FROM threads WHERE epoch = ?",
    ] {
        transaction.prepare_cached(delete)?.execute([epoch.0.as_bytes()])?;
    }
    Ok(())
}

/// A count or a time as the library keeps it. The bits stay, so what is beyond 2^63 comes back as it was.
const fn signed(number: u64) -> i64 {
    number.cast_signed()
}
