//! A torn end is cut off; damage that no crash leaves behind is refused with the file and the place, or hurts nothing.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use dialog_hub::core::record::Entry;
use dialog_hub::store::{Row, Store, StoreError, sqlite};
use tempfile::TempDir;

use crate::make::{Log, rows, told_big, untold};

/// A folder as a killed process leaves it, with what is in it.
struct Left {
    folder: TempDir,
    logs: Vec<Log>,
}

impl Left {
    /// `commits` commits of an entry each, in turn to three threads, all of them in the write-ahead log still.
    fn by_a_kill(commits: usize) -> Self {
        let (from, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let mut store = sqlite::open(from.path()).unwrap();
        let mut logs = ["a", "b", "c"].map(Log::new).to_vec();
        for n in 0..commits {
            let change = logs[n % 3].append([told_big(300), untold()]);
            store.commit(&[change]).unwrap();
        }
        // What the files hold at this moment is what they would hold after a kill at this moment.
        for file in ["dialog-hub.sqlite3", "dialog-hub.sqlite3-wal"] {
            fs::copy(from.path().join(file), folder.path().join(file)).unwrap();
        }
        Self { folder, logs }
    }

    /// The same, ended in order: everything is in the database.
    fn in_order(commits: usize) -> Self {
        let left = Self::by_a_kill(commits);
        drop(sqlite::open(left.path()).unwrap());
        assert!(!left.wal().exists());
        left
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn database(&self) -> PathBuf {
        self.path().join("dialog-hub.sqlite3")
    }

    fn wal(&self) -> PathBuf {
        self.path().join("dialog-hub.sqlite3-wal")
    }

    /// Everything that a hub would ever read.
    fn read(&self) -> Result<(Vec<Row>, Vec<Vec<Entry>>), StoreError> {
        let mut store = sqlite::open(self.path())?;
        store.rows()?;
        let rows = rows(&mut store);
        let loaded =
            rows.iter().map(|row| store.load(row.epoch).map(|it| it.entries)).collect::<Result<_, _>>()?;
        Ok((rows, loaded))
    }

    /// How many entries are there, which are the first ones of each thread and unchanged.
    fn count(&self) -> usize {
        let (_, loaded) = self.read().unwrap();
        for (entries, log) in loaded.iter().zip(&self.logs) {
            assert_eq!(entries[..], log.entries[..entries.len()]);
        }
        loaded.iter().map(Vec::len).sum()
    }
}

fn cut(file: &Path, bytes: u64) {
    let size = fs::metadata(file).unwrap().len();
    OpenOptions::new().write(true).open(file).unwrap().set_len(size - bytes).unwrap();
}

fn flip(file: &Path, at: u64) {
    let file = OpenOptions::new().read(true).write(true).open(file).unwrap();
    let mut byte = [0];
    file.read_exact_at(&mut byte, at).unwrap();
    file.write_all_at(&[byte[0] ^ 0x10], at).unwrap();
}

fn size(file: &Path) -> u64 {
    fs::metadata(file).unwrap().len()
}

#[track_caller]
fn assert_damaged<T: std::fmt::Debug>(result: &Result<T, StoreError>, named: &Path) {
    let named = named.display().to_string();
    assert!(
        matches!(result, Err(StoreError::Damaged { file, place }) if *file == named && !place.is_empty()),
        "{result:?}"
    );
}

#[test]
fn a_torn_log_loses_the_torn_commit_alone() {
    for bytes in [1, 7, 64, 4096] {
        let left = Left::by_a_kill(30);
        cut(&left.wal(), bytes);
        assert_eq!(left.count(), 58, "cut by {bytes}");
        assert_eq!(left.count(), 58, "and a second start finds the same");
    }
}

#[test]
fn garbage_behind_the_end_changes_nothing() {
    let garbage: [&[u8]; 4] = [&[0; 100], &b"garbage".repeat(3000), &[0xff; 5], br#"{"half":"#];
    for garbage in garbage {
        for at_wal in [true, false] {
            let left = Left::by_a_kill(30);
            let file = if at_wal { left.wal() } else { left.database() };
            OpenOptions::new().append(true).open(file).unwrap().write_all(garbage).unwrap();
            assert_eq!(left.count(), 60);
        }
        let left = Left::in_order(30);
        OpenOptions::new().append(true).open(left.database()).unwrap().write_all(garbage).unwrap();
        assert_eq!(left.count(), 60);
        let mut store = sqlite::open(left.path()).unwrap();
        let mut more = Log::new("more");
        store.commit(&[more.append([told_big(50_000)])]).unwrap();
        drop(store);
        assert_eq!(left.read().unwrap().1[3], more.entries, "and what is written over it stays");
    }
}

/// Commits that were acknowledged stand behind it: cutting them off without a word would lose them.
#[test]
fn a_changed_byte_inside_the_log_is_damage() {
    for part in 1..8 {
        let left = Left::by_a_kill(30);
        flip(&left.wal(), size(&left.wal()) * part / 10);
        assert_damaged(&left.read(), &left.wal());
    }
    for at in [0, 9, 17, 25] {
        let left = Left::by_a_kill(30);
        flip(&left.wal(), at);
        assert_damaged(&left.read(), &left.wal());
    }
}

#[test]
fn a_database_that_was_cut_is_damaged() {
    for bytes in [1, 7, 4096, 9000] {
        let left = Left::in_order(60);
        cut(&left.database(), bytes);
        assert_damaged(&left.read(), &left.database());
    }
}

#[test]
fn an_empty_database_is_damaged_and_not_a_new_one() {
    for left in [Left::in_order(3), Left::by_a_kill(3)] {
        fs::write(left.database(), "").unwrap();
        assert_damaged(&left.read(), &left.database());
    }
}

#[test]
fn a_log_without_its_database_is_damaged() {
    let left = Left::by_a_kill(3);
    fs::remove_file(left.database()).unwrap();
    assert_damaged(&left.read(), &left.wal());
}

#[test]
fn a_file_of_something_else_is_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("dialog-hub.sqlite3");
    fs::write(&file, "notes\n".repeat(2000)).unwrap();
    assert_damaged(&sqlite::open(folder.path()), &file);
}

/// Every so many bytes of the whole file: it is noticed, or nothing that is read has changed.
#[test]
fn a_changed_byte_in_the_database_is_damage_or_hurts_nothing() {
    let left = Left::in_order(60);
    let whole = fs::read(left.database()).unwrap();
    let expected = left.read().unwrap();
    let mut noticed = 0;
    for at in (0..whole.len() as u64).step_by(397) {
        fs::write(left.database(), &whole).unwrap();
        flip(&left.database(), at);
        match left.read() {
            Ok(read) => assert!(read == expected, "byte {at} changed what is read"),
            Err(StoreError::Folder { reason, .. }) if reason.contains("format") => {}
            result => {
                assert_damaged(&result, &left.database());
                noticed += 1;
            }
        }
        for file in [left.wal(), left.path().join("dialog-hub.sqlite3-shm")] {
            let _ = fs::remove_file(file);
        }
    }
    assert!(noticed > 20, "only {noticed} were noticed");
}

#[test]
fn a_damaged_entry_is_named_by_table_thread_and_place() {
    let left = Left::in_order(6);
    let db = rusqlite::Connection::open(left.database()).unwrap();
    db.execute("UPDATE log SET record = replace(record, 'xx', 'xy') WHERE pos = 3", ()).unwrap();
    drop(db);
    let mut store = sqlite::open(left.path()).unwrap();
    let epoch = left.logs[1].epoch();
    for result in [store.load(epoch).map(|it| it.entries), store.told(epoch, 0, 10)] {
        let place = "table log, thread b, pos 3";
        assert!(
            matches!(&result, Err(StoreError::Damaged { place: at, .. }) if at.starts_with(place)),
            "{result:?}"
        );
    }
}

#[test]
fn a_missing_entry_is_damage() {
    let left = Left::in_order(6);
    let db = rusqlite::Connection::open(left.database()).unwrap();
    db.execute(
        "DELETE FROM log WHERE pos = 3 AND epoch = (SELECT epoch FROM threads WHERE thread = 'a')",
        (),
    )
    .unwrap();
    db.execute(
        "DELETE FROM log WHERE pos = 4 AND epoch = (SELECT epoch FROM threads WHERE thread = 'b')",
        (),
    )
    .unwrap();
    drop(db);
    let mut store = sqlite::open(left.path()).unwrap();
    for log in &left.logs[..2] {
        assert_damaged(&store.load(log.epoch()), &left.database());
        assert_damaged(&store.told(log.epoch(), 0, 10), &left.database());
    }
    assert_eq!(store.load(left.logs[2].epoch()).unwrap().entries, left.logs[2].entries);
}
