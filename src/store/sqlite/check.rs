//! What a start does to a database before anything is served from it: write back, and look for damage.
//!
//! A crash leaves a torn end of the write-ahead log, which is cut off. Anything else that does not fit was
//! done by no crash, and is refused with the file and the place.

use std::time::Duration;

use rusqlite::Connection;

use super::fault::Fault;
use super::folder::{self, Folder, damaged};
use super::look::{self, Look};
use super::wal::{self, Tail};
use crate::store::StoreError;

/// How long a start waits for somebody who reads the database with another program.
const PATIENCE: Duration = Duration::from_secs(5);

/// Looks at the write-ahead log that an earlier process left, before the library cuts it.
///
/// # Errors
/// [`StoreError::Damaged`] or [`StoreError::Failed`].
pub(super) fn log(folder: &Folder) -> Result<(), StoreError> {
    let file = folder.log();
    match wal::tail(&file) {
        Ok(Tail::Whole) => Ok(()),
        Ok(Tail::Torn) => {
            let file = file.display();
            tracing::warn!(%file, "the log ends in the middle of a write, as a crash leaves it; that end is cut off");
            Ok(())
        }
        Ok(Tail::Damaged(place)) => Err(damaged(&file, &place)),
        Err(error) => Err(StoreError::Failed(format!("reading {}: {error}", file.display()))),
    }
}

/// Writes the log back into the database, makes that durable, and looks through the database, or starts to.
///
/// # Errors
/// [`StoreError::Damaged`] or [`StoreError::Failed`].
pub(super) fn database(db: &Connection, folder: &Folder) -> Result<Option<Look>, StoreError> {
    let file = folder.database();
    let named = |fault: Fault| fault.name(&file, "checking it");
    let is_emptied = emptied(db).map_err(named)?;
    if !is_emptied {
        return Err(StoreError::Failed(format!("another program reads {}; close it", file.display())));
    }
    let pages = number(db, "PRAGMA page_count").map_err(named)?;
    let bytes = pages * number(db, "PRAGMA page_size").map_err(named)?;
    let size =
        folder::size(&file).map_err(|error| StoreError::Failed(format!("{}: {error}", file.display())))?;
    let size = size.unwrap_or(0);
    // The library rounds a short last page up and fills it with zeros.
    if size < bytes {
        return Err(damaged(&file, &format!("it has {size} bytes where its header says {bytes}")));
    }
    look::through(db, folder, bytes)
}

/// Copies the log into the database and syncs both. What comes next begins at the log's front (`RESTART`), or the log
/// is emptied (`TRUNCATE`); false where a reader keeps it from that.
pub(super) fn write_back(db: &Connection, mode: &str) -> Result<bool, Fault> {
    Ok(db.query_row(&format!("PRAGMA wal_checkpoint({mode})"), (), |row| row.get::<_, i64>(0))? == 0)
}

fn emptied(db: &Connection) -> Result<bool, Fault> {
    db.busy_timeout(PATIENCE)?;
    let is_emptied = write_back(db, "TRUNCATE")?;
    db.busy_timeout(Duration::ZERO)?;
    Ok(is_emptied)
}

fn number(db: &Connection, pragma: &str) -> Result<u64, Fault> {
    Ok(db.query_row(pragma, (), |row| row.get::<_, i64>(0))?.unsigned_abs())
}
