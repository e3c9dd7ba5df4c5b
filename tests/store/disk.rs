//! Facts about a store with files: they outlive it, they are its own, and only its owner's.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;

use dialog_hub::store::{Loaded, Store, StoreError, sqlite};

use crate::make::{Log, rows, told, untold};

const DATABASE: &str = "dialog-hub.sqlite3";
/// Commits after which the log file has grown past every bound here: each writes at least one page of 4 KiB.
const MAX_STEPS: usize = 20_000;

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().mode() & 0o777
}

#[test]
fn a_store_that_is_opened_again_is_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let (mut one, mut two) = (Log::new("one"), Log::new("two"));
    for _ in 0..3 {
        let mut store = sqlite::open(folder.path()).unwrap();
        store.commit(&[one.append([told("a"), untold()]), two.append_with_checkpoint(0)]).unwrap();
        drop(store);
        let mut store = sqlite::open(folder.path()).unwrap();
        assert_eq!(rows(&mut store), [one.row.clone(), two.row.clone()]);
        assert_eq!(
            store.load(one.epoch()).unwrap(),
            Loaded { checkpoint: None, entries: one.entries.clone() }
        );
        assert_eq!(store.load(two.epoch()).unwrap().checkpoint.unwrap().pos, two.row.pos);
    }
}

#[test]
fn a_folder_in_use_is_named_to_the_second() {
    let folder = tempfile::tempdir().unwrap();
    let first = sqlite::open(folder.path()).unwrap();
    let lock = fs::read_to_string(folder.path().join("lock")).unwrap();
    assert_eq!(lock.trim(), std::process::id().to_string());
    let second = sqlite::open(folder.path());
    let path = folder.path().display().to_string();
    assert!(matches!(&second, Err(StoreError::InUse { folder }) if *folder == path), "{second:?}");
    drop(first);
    sqlite::open(folder.path()).unwrap();
}

#[test]
fn the_folder_and_its_files_are_the_owners_alone() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("a/b");
    let mut store = sqlite::open(&folder).unwrap();
    store.commit(&[Log::new("t").append([told("a")])]).unwrap();
    assert_eq!((mode(&folder), mode(&root.path().join("a"))), (0o700, 0o700));
    let mut names = Vec::new();
    for file in fs::read_dir(&folder).unwrap() {
        let file = file.unwrap();
        assert_eq!(mode(&file.path()), 0o600, "{:?}", file.file_name());
        names.push(file.file_name().into_string().unwrap());
    }
    names.sort();
    assert_eq!(names, [DATABASE, "dialog-hub.sqlite3-shm", "dialog-hub.sqlite3-wal", "lock"]);
}

#[test]
fn a_restored_file_that_others_may_read_is_closed_again() {
    let folder = tempfile::tempdir().unwrap();
    drop(sqlite::open(folder.path()).unwrap());
    let file = folder.path().join(DATABASE);
    fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
    let _store = sqlite::open(folder.path()).unwrap();
    assert_eq!(mode(&file), 0o600);
}

#[test]
fn a_folder_that_cannot_be_is_refused_with_its_name() {
    for path in ["/proc/nope/data", "/dev/null", "/proc"] {
        let refused = sqlite::open(Path::new(path));
        assert!(
            matches!(&refused, Err(StoreError::Folder { path: named, .. }) if named == path),
            "{refused:?}"
        );
    }
}

#[test]
fn a_newer_format_is_refused_and_not_touched() {
    let folder = tempfile::tempdir().unwrap();
    drop(sqlite::open(folder.path()).unwrap());
    let file = folder.path().join(DATABASE);
    rusqlite::Connection::open(&file).unwrap().execute("UPDATE meta SET format = 3", ()).unwrap();
    let refused = sqlite::open(folder.path());
    assert!(
        matches!(&refused, Err(StoreError::Folder { reason, .. }) if reason.contains("format 3")),
        "{refused:?}"
    );
}

#[test]
fn a_half_made_database_is_begun_anew() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("dialog-hub.sqlite3.new"), "half").unwrap();
    let mut store = sqlite::open(folder.path()).unwrap();
    assert_eq!(store.rows().unwrap(), []);
}

#[test]
fn the_log_file_stays_short() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = sqlite::open(folder.path()).unwrap();
    let mut log = Log::new("t");
    let wal = folder.path().join("dialog-hub.sqlite3-wal");
    let mut longest = 0;
    // Each commit writes some whole pages, however small it is: some times what the log may hold.
    for _ in 0..3_000 {
        store.commit(&[log.append([told("a")])]).unwrap();
        longest = longest.max(fs::metadata(&wal).unwrap().len());
    }
    assert!(longest > 1 << 20, "{longest} bytes: the commits were not written here");
    assert!(longest < 17 << 20, "{longest} bytes");
    assert_eq!(store.load(log.epoch()).unwrap().entries, log.entries);
}

/// A person may look in while the hub runs; the log then grows until the reader is done, and nothing fails.
#[test]
fn a_reader_of_another_program_stops_no_commit() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = sqlite::open(folder.path()).unwrap();
    let mut log = Log::new("t");
    store.commit(&[log.append([told("a")])]).unwrap();
    let reader = rusqlite::Connection::open(folder.path().join(DATABASE)).unwrap();
    reader.execute_batch("BEGIN").unwrap();
    let count = |reader: &rusqlite::Connection| {
        reader.query_row("SELECT count(*) FROM history", (), |row| row.get::<_, i64>(0))
    };
    assert_eq!(count(&reader).unwrap(), 1);
    let wal = folder.path().join("dialog-hub.sqlite3-wal");
    for step in 0.. {
        if fs::metadata(&wal).unwrap().len() >= 20 << 20 {
            break;
        }
        assert!(step < MAX_STEPS, "the log file does not grow under a reader");
        store.commit(&[log.append([told("b")])]).unwrap();
    }
    assert_eq!(count(&reader).unwrap(), 1);
    reader.execute_batch("COMMIT").unwrap();
    // The next commit still goes behind the others, and then the log begins at its front.
    store.commit(&[log.append([told("c")])]).unwrap();
    let grown = fs::metadata(&wal).unwrap().len();
    for _ in 0..200 {
        store.commit(&[log.append([told("c")])]).unwrap();
    }
    assert_eq!(fs::metadata(&wal).unwrap().len(), grown, "it is written from its front again");
    assert_eq!(store.load(log.epoch()).unwrap().entries, log.entries);
}

#[test]
fn after_a_failed_write_the_store_refuses_everything() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = sqlite::open(folder.path()).unwrap();
    let mut log = Log::new("t");
    store.commit(&[log.append([told("a")])]).unwrap();
    let intruder = rusqlite::Connection::open(folder.path().join(DATABASE)).unwrap();
    intruder.execute_batch("BEGIN IMMEDIATE").unwrap();
    let before = log.clone();
    let failed = store.commit(&[log.append([told("b")])]);
    assert!(matches!(failed, Err(StoreError::Failed(_))), "{failed:?}");
    intruder.execute_batch("COMMIT").unwrap();
    let again = store.commit(&[before.clone().append([told("b")])]);
    assert!(matches!(&again, Err(StoreError::Failed(why)) if why.contains("earlier")), "{again:?}");
    assert!(
        store.rows().is_err() && store.load(log.epoch()).is_err() && store.told(log.epoch(), 0, 1).is_err()
    );
    drop((store, intruder));
    let mut store = sqlite::open(folder.path()).unwrap();
    assert_eq!(store.load(log.epoch()).unwrap().entries, before.entries);
}
