//! How a folder of the format before becomes one of this format: in one transaction, or not at all.
//!
//! Rows get what they say of the journal, which has nothing in it yet. A row whose own sum does not fit is damage
//! before the step as after it: nothing is summed anew that was not found whole.

use rusqlite::{Connection, TransactionBehavior, params};

use super::fault::Fault;
use super::schema::FORMAT;
use super::{read, sum};

/// The format that this step begins with.
pub(super) const BEFORE: i64 = 1;

/// What the table of threads did not have.
const COLUMNS: &str = "
ALTER TABLE threads ADD COLUMN pending INTEGER NOT NULL DEFAULT 0;
ALTER TABLE threads ADD COLUMN unacked INTEGER NOT NULL DEFAULT 0;
ALTER TABLE threads ADD COLUMN debt INTEGER NOT NULL DEFAULT 0;
ALTER TABLE threads ADD COLUMN receivable INTEGER NOT NULL DEFAULT 0;
ALTER TABLE threads ADD COLUMN in_hand INTEGER NOT NULL DEFAULT 0;
ALTER TABLE threads ADD COLUMN entries INTEGER NOT NULL DEFAULT 0;
ALTER TABLE threads ADD COLUMN first_out_class INTEGER;
ALTER TABLE threads ADD COLUMN first_out_at INTEGER;
";

/// Takes the step, where the database is still to take it.
pub(super) fn take(db: &mut Connection) -> Result<(), Fault> {
    let transaction = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let format: i64 = transaction.query_row("SELECT format FROM meta", (), |row| row.get(0))?;
    if format != BEFORE {
        return Ok(());
    }
    transaction.execute_batch(COLUMNS)?;
    let rows = read::rows_by(&transaction, sum::row_before_journals)?;
    let mut update = transaction.prepare("UPDATE threads SET sum = ? WHERE epoch = ?")?;
    for row in rows {
        update.execute(params![sum::row(&row), row.epoch.0.as_bytes()])?;
    }
    drop(update);
    transaction.execute("UPDATE meta SET format = ?", [FORMAT])?;
    Ok(transaction.commit()?)
}
