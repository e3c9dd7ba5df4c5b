//! Finding the thread that a dialog was asked on by its id alone, without an index that every ask would pay for.
//!
//! An id says when it was made and the log is written in the order of time, so the ask lies in a stretch that a
//! binary search finds. Where the clock was set back in between it may be missed, which reads as "not kept any more".

use rusqlite::{Connection, OptionalExtension, params};
use uuid::Uuid;

use super::fault::Fault;
use super::read;
use crate::core::id::{DialogId, Epoch};
use crate::core::record::Record;

/// How far the id's time and the entry's may lie apart.
const SLACK_MS: u64 = 250;
/// So many entries are looked at, which takes some ten milliseconds.
const MAX_ENTRIES: i64 = 20_000;

/// The thread whose log has the ask of a dialog.
pub(super) fn asked_on(db: &Connection, id: &DialogId) -> Result<Option<Epoch>, Fault> {
    let Some(made_at) = id.made_at() else { return Ok(None) };
    let Some(first) = first_from(db, made_at.saturating_sub(SLACK_MS))? else { return Ok(None) };
    // The id's text may stand in other entries too, so each one that has it is read.
    let mut select = db.prepare_cached(
        "SELECT epoch, record FROM (SELECT epoch, at, record FROM log WHERE rowid >= ? ORDER BY rowid LIMIT ?) \
         WHERE at <= ? AND instr(record, ?) > 0",
    )?;
    let through = i64::try_from(made_at + SLACK_MS).unwrap_or(i64::MAX);
    let mut found = select.query(params![first, MAX_ENTRIES, through, id.as_str()])?;
    while let Some(columns) = found.next()? {
        let record =
            columns.get_ref(1)?.as_str().map_err(|_| Fault::Damage("table log: no text".to_owned()))?;
        if asks(record, id) {
            return Ok(Some(Epoch(Uuid::from_bytes(columns.get(0)?))));
        }
    }
    Ok(None)
}

/// An entry that cannot be read is damage, and is told when its thread is loaded.
fn asks(record: &str, id: &DialogId) -> bool {
    matches!(read::parse(record), Ok(Record::Requested(asked)) if asked.id == *id)
}

/// The row of the first entry at or after a time, as far as the log is in the order of time.
fn first_from(db: &Connection, at: u64) -> Result<Option<i64>, Fault> {
    let ends = db.query_row("SELECT min(rowid), max(rowid) FROM log", (), |row| {
        Ok(row.get::<_, Option<i64>>(0)?.zip(row.get::<_, Option<i64>>(1)?))
    })?;
    let Some((mut low, mut high)) = ends else { return Ok(None) };
    let mut select =
        db.prepare_cached("SELECT rowid, at FROM log WHERE rowid >= ? ORDER BY rowid LIMIT 1")?;
    while low < high {
        let middle = low + (high - low) / 2;
        let entry = select.query_row([middle], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?)));
        match entry.optional()? {
            // Rows that were dropped leave holes; the next one that is there stands for them.
            Some((row, earlier)) if earlier.cast_unsigned() < at => low = row + 1,
            _ => high = middle,
        }
    }
    Ok(Some(low))
}
