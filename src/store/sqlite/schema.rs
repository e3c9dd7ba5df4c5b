//! The tables, and how a connection to them is set.
//!
//! A format that is newer than [`FORMAT`] is refused, never guessed at; the one before is brought up by `step`.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use super::fault::Fault;
use super::step;
use crate::store::StoreError;

/// The format of the tables that this program reads and writes.
pub(super) const FORMAT: i64 = 2;
/// Older libraries have a bug in the reset of the write-ahead log that corrupts the database.
const OLDEST_LIBRARY: i32 = 3_051_003;
/// The write-ahead log is cut back to this after a transaction that made it longer.
const LOG_BYTES_KEPT: u32 = 64 * 1024 * 1024;
/// Page cache, in KiB: the newest pages of some thousand threads.
const CACHE_KIB: u32 = 16 * 1024;
/// More than the statements that there are.
const STATEMENTS: usize = 32;

/// `log` is written at its end, in the order of commits, with an index beside it: a commit over many threads then
/// writes a quarter of the pages that it would if each thread's entries lay together; a load takes a little longer.
/// `history` is for people with `sqlite3`.
const TABLES: &str = "
CREATE TABLE meta (format INTEGER NOT NULL) STRICT;
CREATE TABLE threads (
  epoch BLOB NOT NULL PRIMARY KEY,
  thread TEXT NOT NULL UNIQUE,
  pos INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  live INTEGER NOT NULL,
  busy INTEGER NOT NULL,
  run INTEGER NOT NULL,
  open INTEGER NOT NULL,
  next_deadline_at INTEGER,
  pending INTEGER NOT NULL,
  unacked INTEGER NOT NULL,
  debt INTEGER NOT NULL,
  receivable INTEGER NOT NULL,
  in_hand INTEGER NOT NULL,
  entries INTEGER NOT NULL,
  first_out_class INTEGER,
  first_out_at INTEGER,
  sum INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE log (
  epoch BLOB NOT NULL,
  pos INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  at INTEGER NOT NULL,
  record TEXT NOT NULL,
  sum INTEGER NOT NULL,
  PRIMARY KEY (epoch, pos)
) STRICT;
CREATE TABLE checkpoints (
  epoch BLOB NOT NULL PRIMARY KEY,
  pos INTEGER NOT NULL,
  drop_through_pos INTEGER NOT NULL,
  state TEXT NOT NULL,
  sum INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE VIEW history AS
  SELECT thread, log.pos, log.seq, strftime('%Y-%m-%dT%H:%M:%fZ', at / 1000.0, 'unixepoch') AS at, record
  FROM log JOIN threads USING (epoch);
";

/// Makes the tables in an empty file that nobody else knows yet.
///
/// # Errors
/// [`StoreError::Failed`].
pub(super) fn create(file: &Path) -> Result<(), StoreError> {
    let fill = || -> Result<(), Fault> {
        let db = open(file)?;
        // No journal beside it: a file that was left half made is thrown away by the next start.
        db.execute_batch(&format!(
            "PRAGMA journal_mode = MEMORY; BEGIN; {TABLES} INSERT INTO meta VALUES ({FORMAT}); COMMIT;"
        ))?;
        db.close().map_err(|(_, error)| error.into())
    };
    fill().map_err(|fault| fault.name(file, "making the tables"))
}

/// Opens a database for reading and writing, and checks that its format is known.
///
/// # Errors
/// [`StoreError::Folder`] for a format that is not known, [`StoreError::Damaged`] or [`StoreError::Failed`].
pub(super) fn connect(file: &Path) -> Result<Connection, StoreError> {
    if rusqlite::version_number() < OLDEST_LIBRARY {
        let reason =
            format!("this program was built with SQLite {}, which can corrupt it", rusqlite::version());
        return Err(StoreError::Folder { path: file.display().to_string(), reason });
    }
    let db = settings(file).map_err(|fault| fault.name(file, "opening it"))?;
    let format: i64 = db
        .query_row("SELECT format FROM meta", (), |row| row.get(0))
        .map_err(|error| Fault::from(error).name(file, "reading its format"))?;
    if matches!(format, step::BEFORE | FORMAT) {
        return Ok(db);
    }
    let reason =
        format!("it has format {format}, and this version of dialog-hub knows {FORMAT}; use the newer one");
    Err(StoreError::Folder { path: file.display().to_string(), reason })
}

fn settings(file: &Path) -> Result<Connection, Fault> {
    let db = open(file)?;
    db.set_prepared_statement_cache_capacity(STATEMENTS);
    // One writer, and the folder's lock keeps others out: whoever else holds the database is not waited for.
    db.busy_timeout(Duration::ZERO)?;
    // Checkpoints are made by hand: those that the library makes by itself keep a failed sync to themselves.
    db.execute_batch(&format!(
        "PRAGMA journal_mode = WAL;
         PRAGMA synchronous = FULL;
         PRAGMA fullfsync = ON;
         PRAGMA checkpoint_fullfsync = ON;
         PRAGMA secure_delete = ON;
         PRAGMA foreign_keys = OFF;
         PRAGMA journal_size_limit = {LOG_BYTES_KEPT};
         PRAGMA wal_autocheckpoint = 0;
         PRAGMA cache_size = -{CACHE_KIB};"
    ))?;
    Ok(db)
}

fn open(file: &Path) -> Result<Connection, Fault> {
    // Without CREATE: a file that is missing was taken away, and is not made anew behind our back.
    Ok(Connection::open_with_flags(
        file,
        OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?)
}
