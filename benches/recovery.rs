//! How long a start takes with a long log: 1,000,000 entries in 10,000 threads.
//!
//! `cargo bench --bench recovery [-- <entries> <threads>]` makes the log in a temporary folder and prints what each step took.
//! Every tenth of the threads has a checkpoint half way, as a hub that lived long leaves them.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use dialog_hub::core::id::{Epoch, ThreadId};
use dialog_hub::core::record::Entry;
use dialog_hub::store::sqlite::{self, Sqlite};
use dialog_hub::store::{Change, Checkpoint, Row, Store};
use uuid::Uuid;

/// Threads written in one commit, as a busy hub does.
const THREADS_A_COMMIT: usize = 64;
/// Entries of one thread in one commit.
const ENTRIES_A_COMMIT: u64 = 5;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let (entries, threads) = match numbers[..] {
        [entries, threads, ..] => (entries, threads),
        _ => (1_000_000, 10_000),
    };
    let folder = tempfile::tempdir()?;
    let (written, took) = timed(|| write(folder.path(), entries / threads, threads));
    written?;
    let bytes = std::fs::metadata(folder.path().join("dialog-hub.sqlite3"))?.len();
    println!("made {entries} entries in {threads} threads: {took:.2?}, {} MiB", bytes >> 20);

    let (store, open) = timed(|| sqlite::open(folder.path()));
    let mut store = store?;
    let (rows, listed) = timed(|| store.rows());
    let rows = rows?;
    let (loaded, load) = timed(|| load(&mut store, &rows));
    println!(
        "open {open:.2?}, {} rows {listed:.2?}, load of all: {} entries in {load:.2?}",
        rows.len(),
        loaded?
    );
    println!("a start needs the first two: {:.2?}", open + listed);
    Ok(())
}

fn timed<T>(step: impl FnOnce() -> T) -> (T, Duration) {
    let start = Instant::now();
    let result = step();
    (result, start.elapsed())
}

fn load(store: &mut Sqlite, rows: &[Row]) -> Result<usize, Box<dyn std::error::Error>> {
    let mut entries = 0;
    for row in rows {
        entries += store.load(row.epoch)?.entries.len();
    }
    Ok(entries)
}

fn write(folder: &Path, entries_each: u64, threads: u64) -> Result<(), Box<dyn std::error::Error>> {
    let mut store = sqlite::open(folder)?;
    let mut rows = (0..threads).map(row).collect::<Result<Vec<_>, _>>()?;
    while rows[0].pos < entries_each {
        for some in rows.chunks_mut(THREADS_A_COMMIT) {
            let changes =
                some.iter_mut().map(|row| append(row, entries_each)).collect::<Result<Vec<_>, _>>()?;
            store.commit(&changes)?;
        }
    }
    Ok(())
}

fn row(number: u64) -> Result<Row, Box<dyn std::error::Error>> {
    Ok(Row {
        epoch: Epoch(Uuid::now_v7()),
        thread: ThreadId::parse(&format!("thread-{number}"))?,
        pos: 0,
        seq: 0,
        last_at: 1_700_000_000_000,
        live: false,
        busy: true,
        run: 0,
        open: 1,
        next_deadline_at: None,
        journal: Default::default(),
    })
}

/// The next entries of a thread: a question and its answer in turn, about 400 bytes each.
fn append(row: &mut Row, entries_each: u64) -> Result<Change, serde_json::Error> {
    let (expected_pos, mut entries) = (row.pos, Vec::new());
    for _ in 0..ENTRIES_A_COMMIT.min(entries_each - row.pos) {
        row.pos += 1;
        row.seq += 1;
        row.last_at += 1;
        let text = "which of these is to be done next, and why? ".repeat(7);
        let record = format!(
            r#"{{"type":"thread.published","event":"note","data":{{"id":"dlg-{:032x}","method":"input","title":"{text}"}}}}"#,
            row.pos
        );
        entries.push(Arc::new(Entry {
            pos: row.pos,
            seq: row.seq,
            at: row.last_at,
            record: serde_json::from_str(&record)?,
        }));
    }
    let is_half = (expected_pos..row.pos).contains(&(entries_each / 2)) && row.thread.as_str().ends_with('0');
    let checkpoint =
        is_half.then(|| Checkpoint { pos: row.pos, state: "x".repeat(2000), drop_through_pos: 0 });
    Ok(Change::Append { expected_pos, entries, row: row.clone(), checkpoint })
}
