//! The log in one `SQLite` database, in a folder that is this process's alone.
//!
//! A commit is one transaction and one sync of the write-ahead log. A write or sync that failed is never
//! tried again as if nothing had been: the store then refuses every further call.
//! Who wants to look in: `sqlite3 dialog-hub.sqlite3 'SELECT * FROM history'`, also while the hub runs.

mod check;
mod class;
mod fault;
mod find;
mod folder;
mod look;
mod read;
mod schema;
mod step;
mod sum;
mod wal;
mod write;

use std::path::Path;

use rusqlite::{Connection, TransactionBehavior};
use tokio::sync::oneshot;

use self::fault::Fault;
use self::folder::Folder;
use self::look::Look;
use super::{Change, Loaded, Row, Store, StoreError};
use crate::core::id::{DialogId, Epoch};
use crate::core::record::Entry;

/// About this many bytes of write-ahead log are written back into the database at a time.
const LOG_BYTES_AT_CHECKPOINT: u64 = 16 * 1024 * 1024;
/// What a small commit adds to the log, about: a handful of pages, each with its frame's header.
const LOG_BYTES_A_COMMIT: u64 = 6 * (4_096 + 24);

/// A store in a folder.
#[derive(Debug)]
pub struct Sqlite {
    // Before the folder, whose lock must outlive it, as must the connection.
    look: Option<Look>,
    db: Connection,
    folder: Folder,
    /// What was written to the log since it last began at its front, about. The file itself does not tell: it
    /// keeps its size, for a write into a file that does not grow needs one disk access less to be durable.
    log_bytes: u64,
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
    let mut db = schema::connect(&folder.database())?;
    let look = check::database(&db, &folder)?;
    step::take(&mut db)
        .map_err(|fault| fault.name(&folder.database(), "bringing it to this version's format"))?;
    Ok(Sqlite { look, db, folder, log_bytes: 0, broken: None })
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
        let written =
            changes.iter().try_fold(0, |sum, change| Ok(sum + write::change(&transaction, change)?));
        match written {
            Ok(text_bytes) => {
                transaction.commit()?;
                self.log_bytes += LOG_BYTES_A_COMMIT + text_bytes;
                Ok(())
            }
            Err(fault) => {
                transaction.rollback()?;
                Err(fault)
            }
        }
    }

    /// Writes the log back into the database now and then, and begins it at its front again. Whoever reads at the
    /// moment may hold that up; then the next commit tries again.
    fn begin_log_anew(&mut self) -> Result<(), StoreError> {
        if self.log_bytes < LOG_BYTES_AT_CHECKPOINT {
            return Ok(());
        }
        if check::write_back(&self.db, "RESTART").map_err(self.named("writing back the log"))? {
            self.log_bytes = 0;
        }
        Ok(())
    }
}

impl Store for Sqlite {
    fn rows(&mut self) -> Result<Vec<Row>, StoreError> {
        self.usable()?;
        read::rows(&self.db).map_err(self.named("reading the threads"))
    }

    fn damage(&mut self) -> Option<oneshot::Receiver<StoreError>> {
        self.look.as_mut().and_then(Look::found)
    }

    fn load(&mut self, epoch: Epoch) -> Result<Loaded, StoreError> {
        self.usable()?;
        read::load(&self.db, epoch).map_err(self.named(&format!("reading {epoch}")))
    }

    fn told(&mut self, epoch: Epoch, after_seq: u64, through_seq: u64) -> Result<Vec<Entry>, StoreError> {
        self.usable()?;
        read::told(&self.db, epoch, after_seq, through_seq).map_err(self.named(&format!("reading {epoch}")))
    }

    fn asked_on(&mut self, id: &DialogId) -> Result<Option<Epoch>, StoreError> {
        self.usable()?;
        find::asked_on(&self.db, id).map_err(self.named(&format!("looking for {id}")))
    }

    fn commit(&mut self, changes: &[Change]) -> Result<(), StoreError> {
        self.usable()?;
        let done = self.write(changes).map_err(self.named("writing"));
        match &done {
            // This commit is durable whatever comes of the log; the next one must not build on a failed sync.
            Ok(()) => self.broken = self.begin_log_anew().err().map(|error| error.to_string()),
            Err(StoreError::Conflict { .. }) => {}
            Err(error) => self.broken = Some(error.to_string()),
        }
        done
    }
}
