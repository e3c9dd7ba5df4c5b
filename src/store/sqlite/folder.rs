//! The data folder: who may read it, who holds it, and that what lies in it is what was left there.
//!
//! The folder is 0700 where it is made here, every file 0600 from its first moment on, whatever the umask.
//! A database comes to be in one step, whole and with its tables: one that is empty or gone while its
//! write-ahead log is there was damaged, and is never taken for a new one.

use std::ffi::OsString;
use std::fs::{self, DirBuilder, File, OpenOptions, Permissions, TryLockError};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use crate::store::StoreError;

/// The database's name in the folder.
const DATABASE: &str = "dialog-hub.sqlite3";
/// The name of the file whose lock says that the folder is in use; its text is the process id, for people.
const LOCK: &str = "lock";
/// Only the owner reads and writes.
const FILE_MODE: u32 = 0o600;
/// Only the owner looks in.
const FOLDER_MODE: u32 = 0o700;

/// A folder that is ours alone for as long as this value lives.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    /// Holds the lock; the system lets go of it however the process ends.
    _lock: File,
}

impl Folder {
    /// Makes the folder where it is missing, and takes it.
    pub(super) fn take(path: &Path) -> Result<Self, StoreError> {
        let refused = |reason: &io::Error| refused(path, reason);
        let is_new = !path.exists();
        DirBuilder::new().recursive(true).mode(FOLDER_MODE).create(path).map_err(|error| refused(&error))?;
        if is_new {
            sync_parent(path).map_err(|error| refused(&error))?;
        }
        let mut lock = private(OpenOptions::new().write(true).create(true).truncate(false), &path.join(LOCK))
            .map_err(|error| refused(&error))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(StoreError::InUse { folder: path.display().to_string() });
            }
            Err(TryLockError::Error(error)) => return Err(refused(&error)),
        }
        lock.set_len(0)
            .and_then(|()| writeln!(lock, "{}", std::process::id()))
            .map_err(|error| refused(&error))?;
        Ok(Self { path: path.to_owned(), _lock: lock })
    }

    /// Where the database is.
    pub(super) fn database(&self) -> PathBuf {
        self.path.join(DATABASE)
    }

    /// Where the database's write-ahead log is.
    pub(super) fn log(&self) -> PathBuf {
        self.beside("-wal")
    }

    /// Looks at what is there; `fill` makes a database where there is none, in a file that gets its name when it is whole.
    pub(super) fn prepare(
        &self,
        fill: impl FnOnce(&Path) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let (database, log) = (self.database(), self.log());
        let failed = |error: io::Error| refused(&self.path, &error);
        let log_is_there = size(&log).map_err(failed)?.is_some_and(|size| size > 0);
        match size(&database).map_err(failed)? {
            Some(0) => Err(damaged(&database, "it is empty")),
            Some(_) => {
                // A restored backup may be readable for others.
                for file in [&database, &log, &self.beside("-shm")].into_iter().filter(|file| file.exists()) {
                    fs::set_permissions(file, Permissions::from_mode(FILE_MODE)).map_err(failed)?;
                }
                self.sync().map_err(failed)
            }
            None if log_is_there => Err(damaged(&log, "the database that it belongs to is missing")),
            None => {
                let fresh = self.beside(".new");
                remove(&fresh).map_err(failed)?;
                private(OpenOptions::new().write(true).create_new(true), &fresh).map_err(failed)?;
                fill(&fresh)?;
                File::open(&fresh).and_then(|file| file.sync_all()).map_err(failed)?;
                fs::rename(&fresh, &database).map_err(failed)?;
                File::open(&self.path).and_then(|folder| folder.sync_all()).map_err(failed)
            }
        }
    }

    /// What a killed process wrote may be in the page cache only, where a power cut would take it back
    /// after somebody was shown it: so it goes to the disk before anything is served from it.
    fn sync(&self) -> io::Result<()> {
        for file in [self.database(), self.log()] {
            match File::open(file) {
                Ok(file) => file.sync_all()?,
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    fn beside(&self, ending: &str) -> PathBuf {
        let mut name = OsString::from(DATABASE);
        name.push(ending);
        self.path.join(name)
    }
}

/// That a file is damaged, and where.
pub(super) fn damaged(file: &Path, place: &str) -> StoreError {
    StoreError::Damaged { file: file.display().to_string(), place: place.to_owned() }
}

/// The size of a file, if it is there.
pub(super) fn size(file: &Path) -> io::Result<Option<u64>> {
    match fs::metadata(file) {
        Ok(data) => Ok(Some(data.len())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

fn refused(path: &Path, reason: &io::Error) -> StoreError {
    StoreError::Folder { path: path.display().to_string(), reason: reason.to_string() }
}

/// Opens a file that is the owner's alone from the start; an odd umask cannot take the owner's own rights.
fn private(options: &mut OpenOptions, path: &Path) -> io::Result<File> {
    let file = options.mode(FILE_MODE).open(path)?;
    file.set_permissions(Permissions::from_mode(FILE_MODE))?;
    Ok(file)
}

fn remove(file: &Path) -> io::Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Makes the entry of a new folder durable.
fn sync_parent(path: &Path) -> io::Result<()> {
    match path.canonicalize()?.parent() {
        Some(parent) => File::open(parent)?.sync_all(),
        None => Ok(()),
    }
}
