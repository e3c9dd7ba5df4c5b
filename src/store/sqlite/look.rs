//! Looking through a database for damage: at once where that is quick, else beside the store that serves.
//!
//! The time that it takes grows with the file, so a start waits for it in a small one alone. A large one is read
//! from a thread of its own, over a connection that only reads; what it finds ends the use of the store.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

use rusqlite::{Connection, OpenFlags};
use tokio::sync::oneshot;

use super::fault::Fault;
use super::folder::{Folder, damaged};
use crate::store::StoreError;

/// Up to this size a start waits until every page was looked at: some ten milliseconds.
const BYTES_LOOKED_THROUGH_FIRST: u64 = 4 * 1024 * 1024;
/// Beyond this size it is not done at all: the reading would keep the write-ahead log from being written back for
/// too long. Damage shows when the thread that it hurts is loaded: every entry carries its sum.
const MAX_BYTES_LOOKED_THROUGH: u64 = 256 * 1024 * 1024;
/// Steps of the library's machine from one look at whether to go on to the next.
const STEPS_BETWEEN_LOOKS: i32 = 10_000;

/// A look that goes on beside the store. Dropped, it is broken off, and nothing of it holds the files any more.
#[derive(Debug)]
pub(super) struct Look {
    is_unwanted: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
    found: Option<oneshot::Receiver<StoreError>>,
}

/// Looks through a database of so many bytes, or starts to.
///
/// # Errors
/// [`StoreError::Damaged`] or [`StoreError::Failed`].
pub(super) fn through(db: &Connection, folder: &Folder, bytes: u64) -> Result<Option<Look>, StoreError> {
    let file = folder.database();
    if bytes <= BYTES_LOOKED_THROUGH_FIRST {
        check(db, &file).map(|()| None)
    } else if bytes <= MAX_BYTES_LOOKED_THROUGH {
        Look::start(&file).map(Some)
    } else {
        Ok(None)
    }
}

impl Look {
    fn start(file: &Path) -> Result<Self, StoreError> {
        let mut db = reader(file).map_err(|fault| fault.name(file, "opening it to check it"))?;
        let is_unwanted = Arc::new(AtomicBool::new(false));
        let stop = is_unwanted.clone();
        db.progress_handler(STEPS_BETWEEN_LOOKS, Some(move || stop.load(Ordering::Relaxed)))
            .map_err(|error| Fault::from(error).name(file, "checking it"))?;
        let (tell, found) = oneshot::channel();
        let (file, stop) = (file.to_owned(), is_unwanted.clone());
        let run = move || match check(&db, &file) {
            // Broken off from outside, it says nothing of the file; and nobody may be there to hear what it found.
            Err(error) if !stop.load(Ordering::Relaxed) => drop(tell.send(error)),
            _ => {}
        };
        let thread = std::thread::Builder::new().name("store-check".to_owned()).spawn(run);
        let thread = thread.map_err(|error| StoreError::Failed(format!("no thread to check it: {error}")))?;
        Ok(Self { is_unwanted, thread: Some(thread), found: Some(found) })
    }

    /// What it finds, if it finds something; given once.
    pub fn found(&mut self) -> Option<oneshot::Receiver<StoreError>> {
        self.found.take()
    }
}

impl Drop for Look {
    fn drop(&mut self) {
        self.is_unwanted.store(true, Ordering::Relaxed);
        // A thread that panicked holds nothing any more either.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

fn reader(file: &Path) -> Result<Connection, Fault> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    Ok(Connection::open_with_flags(file, flags)?)
}

fn check(db: &Connection, file: &Path) -> Result<(), StoreError> {
    let said = db.query_row("PRAGMA quick_check(1)", (), |row| row.get::<_, String>(0));
    match said.map_err(|error| Fault::from(error).name(file, "checking it"))? {
        fine if fine == "ok" => Ok(()),
        place => Err(damaged(file, &place.replace('\n', " "))),
    }
}

#[cfg(test)]
mod tests {
    use std::fs::OpenOptions;
    use std::os::unix::fs::FileExt;

    use super::super::schema;
    use super::*;

    /// A database of several pages, and its folder.
    fn filled() -> (tempfile::TempDir, Folder) {
        let home = tempfile::tempdir().unwrap();
        let folder = Folder::take(&home.path().join("data")).unwrap();
        folder.prepare(schema::create).unwrap();
        let db = schema::connect(&folder.database()).unwrap();
        for n in 0..2_000 {
            let text = format!("{n:0>200}");
            db.execute("INSERT INTO log VALUES (x'00', ?, ?, 0, ?, 0)", (n, n, text)).unwrap();
        }
        db.query_row("PRAGMA wal_checkpoint(TRUNCATE)", (), |_| Ok(())).unwrap();
        drop(db);
        (home, folder)
    }

    #[test]
    fn damage_in_a_large_file_is_told_while_the_store_serves() {
        let (_home, folder) = filled();
        let file = folder.database();
        let bytes = std::fs::metadata(&file).unwrap().len();
        OpenOptions::new().write(true).open(&file).unwrap().write_all_at(&[0xff; 4_096], bytes / 2).unwrap();
        let db = schema::connect(&file).unwrap();
        let large = BYTES_LOOKED_THROUGH_FIRST + 1;
        let mut look = through(&db, &folder, large).unwrap().unwrap();
        let found = look.found().unwrap().blocking_recv();
        assert!(matches!(found, Ok(StoreError::Damaged { .. })), "{found:?}");
        assert!(
            matches!(through(&db, &folder, bytes), Err(StoreError::Damaged { .. })),
            "a small one's at once"
        );
    }

    #[test]
    fn a_look_that_finds_nothing_says_nothing() {
        let (_home, folder) = filled();
        let db = schema::connect(&folder.database()).unwrap();
        let mut look = through(&db, &folder, BYTES_LOOKED_THROUGH_FIRST + 1).unwrap().unwrap();
        assert!(look.found().unwrap().blocking_recv().is_err());
    }

    #[test]
    fn a_look_that_is_dropped_holds_no_file() {
        let (_home, folder) = filled();
        let db = schema::connect(&folder.database()).unwrap();
        for _ in 0..20 {
            drop(through(&db, &folder, BYTES_LOOKED_THROUGH_FIRST + 1).unwrap());
            let busy: i64 = db.query_row("PRAGMA wal_checkpoint(TRUNCATE)", (), |row| row.get(0)).unwrap();
            assert_eq!(busy, 0);
        }
    }
}
