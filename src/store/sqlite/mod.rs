//! The log in one `SQLite` database, in a folder that is this process's alone.
//!
//! A commit is one transaction and one sync of the write-ahead log. A write or sync that failed is never
//! tried again as if nothing had been: the store then refuses every further call.
//! Who wants to look in: `sqlite3 dialog-hub.sqlite3 'SELECT * FROM history'`, also while the hub runs.

mod check;
mod fault;
mod folder;
mod read;
mod schema;
mod sum;
mod wal;
mod write;

use std::path::Path;

use rusqlite::{Connection, TransactionBehavior};

use self::fault::Fault;
use self::folder::Folder;
use super::{Change, Loaded, Row, Store, StoreError};
use crate::core::id::Epoch;
use crate::core::record::Entry;

/// A write-ahead log of this many bytes is written back into the database.
const LOG_BYTES_AT_CHECKPOINT: u64 = 16 * 1024 * 1024;

/// A store in a folder.
#[derive(Debug)]
pub struct Sqlite {
    // Before the folder, whose lock must outlive it.
    db: Connection,
    folder: Folder,
    /// Why the store is not to be used any more.
    broken: Option<String>,
}

/// Takes a folder, makes what is missing in it, and finds out whether what is there is whole.
///
/// # Errors
/// [`StoreError::InUse`], [`StoreError::Folder`], [`StoreError::Damaged`], or [`StoreError::Failed`].
pub fn open(folder: &Path) -> Result<Sqlite, StoreError> {
    let folder = Folder::take(folder)?;
    folder.prepare(schema::create)?;
    check::log(&folder)?;
    let db = schema::connect(&folder.database())?;
    check::database(&db, &folder)?;
    Ok(Sqlite { db, folder, broken: None })
}

impl Sqlite {
    fn usable(&self) -> Result<(), StoreError> {
        self.broken
            .as_ref()
            .map_or(Ok(()), |why| Err(StoreError::Failed(format!("an earlier write failed: {why}"))))
    }

    fn named(&self, doing: &str) -> impl FnOnce(Fault) -> StoreError {
        let (file, doing) = (self.folder.database(), doing.to_owned());
        move |fault| fault.name(&file, &doing)
    }

    fn write(&mut self, changes: &[Change]) -> Result<(), Fault> {
        let transaction = self.db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        match changes.iter().try_for_each(|change| write::change(&transaction, change)) {
            Ok(()) => Ok(transaction.commit()?),
            Err(fault) => {
                transaction.rollback()?;
                Err(fault)
            }
        }
    }

    /// Writes the log back into the database when it has grown. Whoever reads at the moment may keep it
    /// from being emptied; then the next commit tries again.
    fn shorten_log(&self) -> Result<(), StoreError> {
        let log = self.folder.log();
        let bytes =
            folder::size(&log).map_err(|error| StoreError::Failed(format!("{}: {error}", log.display())))?;
        if bytes.unwrap_or(0) < LOG_BYTES_AT_CHECKPOINT {
            return Ok(());
        }
        check::write_back(&self.db).map(drop).map_err(self.named("writing back the log"))
    }
}

impl Store for Sqlite {
    fn rows(&mut self) -> Result<Vec<Row>, StoreError> {
        self.usable()?;
        read::rows(&self.db).map_err(self.named("reading the threads"))
    }

    fn load(&mut self, epoch: Epoch) -> Result<Loaded, StoreError> {
        self.usable()?;
        read::load(&self.db, epoch).map_err(self.named(&format!("reading {epoch}")))
    }

    fn told(&mut self, epoch: Epoch, after_seq: u64, through_seq: u64) -> Result<Vec<Entry>, StoreError> {
        self.usable()?;
        read::told(&self.db, epoch, after_seq, through_seq).map_err(self.named(&format!("reading {epoch}")))
    }

    fn commit(&mut self, changes: &[Change]) -> Result<(), StoreError> {
        self.usable()?;
        let done = self.write(changes).map_err(self.named("writing"));
        match &done {
            // This commit is durable whatever comes of the log; the next one must not build on a failed sync.
            Ok(()) => self.broken = self.shorten_log().err().map(|error| error.to_string()),
            Err(StoreError::Conflict { .. }) => {}
            Err(error) => self.broken = Some(error.to_string()),
        }
        done
    }
}
