//! A folder that an older version left: it opens, nothing of it is lost, and damage in it stays damage.

use std::path::{Path, PathBuf};

use dialog_hub::core::journal::{Class, Rank, Summary};
use dialog_hub::store::{Store, StoreError, sqlite};
use rusqlite::Connection;
use tempfile::TempDir;

use crate::make::{Log, read, rows, told};

/// The tables of the first format, and a thread in them, with the sums that the version of that time made.
const FIRST_FORMAT: &str = r#"
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
INSERT INTO meta VALUES (1);
INSERT INTO threads VALUES (x'0197a0c0000070008000000000000001', 'old', 1, 1, 10, 1, 0, 3, 0, NULL, 5163161945031404590);
INSERT INTO log VALUES (x'0197a0c0000070008000000000000001', 1, 1, 10,
  '{"type":"thread.published","event":"e","data":1}', 2177353194846681431);
"#;

fn left() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("dialog-hub.sqlite3");
    let db = Connection::open(&file).unwrap();
    db.execute_batch(&format!("PRAGMA journal_mode = WAL; {FIRST_FORMAT}")).unwrap();
    (folder, file)
}

fn format(file: &Path) -> i64 {
    Connection::open(file).unwrap().query_row("SELECT format FROM meta", (), |row| row.get(0)).unwrap()
}

/// The thread of the folder, as this version writes it.
fn old() -> Log {
    let mut log = Log::with_epoch("old", uuid::Uuid::from_u128(0x0197_a0c0_0000_7000_8000_0000_0000_0001));
    log.append([read(r#"{"type":"thread.published","event":"e","data":1}"#)]);
    (log.row.live, log.row.run) = (true, 3);
    log
}

#[test]
fn a_folder_of_the_first_format_opens_and_goes_on() {
    let (folder, file) = left();
    let mut log = old();
    let mut store = sqlite::open(folder.path()).unwrap();
    assert_eq!(rows(&mut store), [log.row.clone()]);
    assert_eq!(log.row.journal, Summary::default());
    assert_eq!(store.load(log.epoch()).unwrap().entries, log.entries);
    log.row.journal.first_out = Some(Rank { class: Class::Owed, at: 20 });
    log.row.journal.outstanding.pending = 1;
    let mut fresh = Log::new("fresh");
    store.commit(&[log.append([told("a")]), fresh.append([told("b")])]).unwrap();
    drop(store);
    assert_eq!(format(&file), 2);
    let mut store = sqlite::open(folder.path()).unwrap();
    assert_eq!(rows(&mut store), [fresh.row, log.row.clone()]);
    assert_eq!(store.load(log.epoch()).unwrap().entries, log.entries);
}

#[test]
fn a_damaged_row_of_the_first_format_is_not_made_good_by_the_step() {
    let (folder, file) = left();
    Connection::open(&file).unwrap().execute("UPDATE threads SET run = 4", ()).unwrap();
    for _ in 0..2 {
        let opened = sqlite::open(folder.path());
        let is_damage = matches!(&opened, Err(StoreError::Damaged { place, .. }) if place.contains("old"));
        assert!(is_damage, "{:?}", opened.map(drop));
        assert_eq!(format(&file), 1, "the step is taken whole or not at all");
    }
}
