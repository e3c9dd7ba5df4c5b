//! Reading back, and finding that what is read is what was written.
//!
//! Nothing is skipped and nothing repaired: an entry that is unreadable, missing or out of its place is damage.

use rusqlite::{Connection, OptionalExtension, params};
use serde::Deserialize;
use uuid::Uuid;

use super::fault::Fault;
use super::{class, sum};
use crate::core::id::{Epoch, ThreadId};
use crate::core::journal::{Outstanding, Rank, Summary};
use crate::core::record::{Entry, Record};
use crate::store::{Checkpoint, Loaded, Row};

/// Where a thread's log ends, by its row.
struct Head {
    thread: String,
    pos: u64,
    seq: u64,
}

impl Head {
    /// The place of an entry, for people.
    fn place(&self, pos: u64) -> String {
        format!("table log, thread {}, pos {pos}", self.thread)
    }
}

/// Every thread's row.
pub(super) fn rows(db: &Connection) -> Result<Vec<Row>, Fault> {
    rows_by(db, sum::row)
}

/// Every thread's row, where each has the sum that `sum` gives it.
pub(super) fn rows_by(db: &Connection, sum: impl Fn(&Row) -> i64) -> Result<Vec<Row>, Fault> {
    let mut select = db.prepare_cached(
        "SELECT epoch, thread, pos, seq, last_at, live, busy, run, open, next_deadline_at, sum, pending, unacked,
           debt, receivable, in_hand, entries, first_out_class, first_out_at FROM threads",
    )?;
    let mut found = select.query(())?;
    let mut rows = Vec::new();
    while let Some(columns) = found.next()? {
        let name: String = columns.get(1)?;
        let damage = || Fault::Damage(format!("table threads, thread {name}"));
        let row = Row {
            epoch: Epoch(Uuid::from_bytes(columns.get(0)?)),
            thread: ThreadId::parse(&name).map_err(|_| damage())?,
            pos: unsigned(columns.get(2)?),
            seq: unsigned(columns.get(3)?),
            last_at: unsigned(columns.get(4)?),
            live: columns.get(5)?,
            busy: columns.get(6)?,
            run: unsigned(columns.get(7)?),
            open: columns.get(8)?,
            next_deadline_at: columns.get::<_, Option<i64>>(9)?.map(unsigned),
            journal: journal(columns)?.ok_or_else(damage)?,
        };
        if columns.get::<_, i64>(10)? != sum(&row) {
            return Err(damage());
        }
        rows.push(row);
    }
    Ok(rows)
}

/// What a row of [`rows`] says of the journal; none where it says what cannot be.
fn journal(columns: &rusqlite::Row<'_>) -> Result<Option<Summary>, Fault> {
    let outstanding = Outstanding {
        pending: columns.get(11)?,
        unacked: columns.get(12)?,
        debt: unsigned(columns.get(13)?),
    };
    let first_out = match (columns.get::<_, Option<i64>>(17)?, columns.get::<_, Option<i64>>(18)?) {
        (None, None) => None,
        (Some(number), Some(at)) => {
            let Some(class) = class::of(number) else { return Ok(None) };
            Some(Rank { class, at: unsigned(at) })
        }
        _ => return Ok(None),
    };
    let (is_receivable, in_hand, entries) = (columns.get(14)?, columns.get(15)?, columns.get(16)?);
    Ok(Some(Summary { outstanding, is_receivable, in_hand, entries, first_out }))
}

/// The newest checkpoint and the entries behind it, up to the head.
pub(super) fn load(db: &Connection, epoch: Epoch) -> Result<Loaded, Fault> {
    let Some(head) = head(db, epoch)? else {
        return Ok(Loaded::default());
    };
    let checkpoint = checkpoint(db, epoch, &head)?;
    let mut select = db.prepare_cached(
        "SELECT pos, seq, at, record, sum FROM log WHERE epoch = ? AND pos > ? ORDER BY pos",
    )?;
    let mut last = checkpoint.as_ref().map_or(0, |it| it.pos);
    let mut found = select.query(params![epoch.0.as_bytes(), signed(last)])?;
    let mut entries = Vec::new();
    let mut seq = None;
    while let Some(columns) = found.next()? {
        let entry = entry(columns, epoch, &head)?;
        if entry.pos != last + 1 {
            return Err(Fault::Damage(format!("{} is missing", head.place(last + 1))));
        }
        last = entry.pos;
        seq = Some(entry.seq);
        entries.push(entry);
    }
    if last != head.pos || seq.is_some_and(|seq| seq != head.seq) {
        return Err(Fault::Damage(format!("{} is not where the log ends", head.place(head.pos))));
    }
    Ok(Loaded { checkpoint, entries })
}

/// The told entries of a stretch.
pub(super) fn told(
    db: &Connection,
    epoch: Epoch,
    after_seq: u64,
    through_seq: u64,
) -> Result<Vec<Entry>, Fault> {
    let Some(head) = head(db, epoch)? else {
        return Ok(Vec::new());
    };
    // Every entry moves `pos` by one and `seq` by one or none: so `pos` is at least `seq`, and is ahead of it
    // by no more than at the head. That bounds the stretch without an index over `seq`; and since it is
    // mostly the newest events that are asked for, it is read from its end.
    let through_pos = through_seq.saturating_add(head.pos - head.seq).min(head.pos);
    let mut select = db.prepare_cached(
        "SELECT pos, seq, at, record, sum FROM log WHERE epoch = ? AND pos > ? AND pos <= ? ORDER BY pos DESC",
    )?;
    let mut found = select.query(params![
        epoch.0.as_bytes(),
        i64::try_from(after_seq).unwrap_or(i64::MAX),
        signed(through_pos)
    ])?;
    let mut entries = Vec::new();
    let mut above = through_pos + 1;
    while let Some(columns) = found.next()? {
        let entry = entry(columns, epoch, &head)?;
        if entry.pos + 1 != above {
            return Err(Fault::Damage(format!("{} is missing", head.place(above - 1))));
        }
        above = entry.pos;
        if entry.seq <= after_seq {
            break;
        }
        if entry.seq <= through_seq && entry.record.is_told() {
            entries.push(entry);
        }
    }
    entries.reverse();
    Ok(entries)
}

fn head(db: &Connection, epoch: Epoch) -> Result<Option<Head>, Fault> {
    let mut select = db.prepare_cached("SELECT thread, pos, seq FROM threads WHERE epoch = ?")?;
    let head = select
        .query_row([epoch.0.as_bytes()], |columns| {
            Ok(Head {
                thread: columns.get(0)?,
                pos: unsigned(columns.get(1)?),
                seq: unsigned(columns.get(2)?),
            })
        })
        .optional()?;
    match head {
        Some(head) if head.seq > head.pos => {
            Err(Fault::Damage(format!("table threads, thread {}", head.thread)))
        }
        head => Ok(head),
    }
}

fn checkpoint(db: &Connection, epoch: Epoch, head: &Head) -> Result<Option<Checkpoint>, Fault> {
    let mut select =
        db.prepare_cached("SELECT pos, drop_through_pos, state, sum FROM checkpoints WHERE epoch = ?")?;
    let found = select
        .query_row([epoch.0.as_bytes()], |columns| {
            let checkpoint = Checkpoint {
                pos: unsigned(columns.get(0)?),
                drop_through_pos: unsigned(columns.get(1)?),
                state: columns.get(2)?,
            };
            Ok((checkpoint, columns.get::<_, i64>(3)?))
        })
        .optional()?;
    let Some((checkpoint, stored)) = found else {
        return Ok(None);
    };
    if sum::checkpoint(epoch, &checkpoint) == stored && checkpoint.pos <= head.pos {
        Ok(Some(checkpoint))
    } else {
        Err(Fault::Damage(format!("table checkpoints, thread {}, pos {}", head.thread, checkpoint.pos)))
    }
}

/// Reads an entry from the columns `pos, seq, at, record, sum`.
fn entry(columns: &rusqlite::Row<'_>, epoch: Epoch, head: &Head) -> Result<Entry, Fault> {
    let pos = unsigned(columns.get(0)?);
    let damage = |what: &str| Fault::Damage(format!("{}: {what}", head.place(pos)));
    let (seq, at) = (unsigned(columns.get(1)?), unsigned(columns.get(2)?));
    let Ok(record) = columns.get_ref(3)?.as_str() else {
        return Err(damage("no text"));
    };
    if columns.get::<_, i64>(4)? != sum::entry(epoch, pos, seq, at, record) {
        return Err(damage("its bytes are not those that were written"));
    }
    let record = parse(record).map_err(|error| damage(&error.to_string()))?;
    Ok(Entry { pos, seq, at, record })
}

/// Depth is bounded where a dialog comes in; a second bound here could only refuse what was accepted.
pub(super) fn parse(text: &str) -> Result<Record, serde_json::Error> {
    let mut text = serde_json::Deserializer::from_str(text);
    text.disable_recursion_limit();
    let record = Record::deserialize(&mut text)?;
    text.end()?;
    Ok(record)
}

/// What [`super::write`] stored of a count or a time. One that is negative was damaged, and its sum says so.
const fn unsigned(stored: i64) -> u64 {
    stored.cast_unsigned()
}

const fn signed(number: u64) -> i64 {
    number.cast_signed()
}
