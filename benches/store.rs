//! What one commit costs, beside a bare append and `fdatasync` of the same bytes on the same disk in the same run.
//!
//! `cargo bench --bench store`. The difference of the pairs is what the store adds; a disk that lies about
//! syncing shows in the bare ones.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::sync::Arc;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use dialog_hub::core::id::{Epoch, ThreadId};
use dialog_hub::core::record::{Entry, Record};
use dialog_hub::store::memory::Memory;
use dialog_hub::store::{Change, Row, Store, sqlite};
use uuid::Uuid;

/// About what an answered dialog takes.
const RECORD_BYTES: usize = 400;
/// One writer's batches: alone, and of a busy hub.
const BATCHES: [usize; 2] = [1, 64];

fn record() -> Record {
    let text = format!(
        r#"{{"type":"thread.published","event":"e","data":"{}"}}"#,
        "x".repeat(RECORD_BYTES - r#"{"type":"thread.published","event":"e","data":""}"#.len())
    );
    serde_json::from_str(&text).expect("the text above is a record")
}

/// A thread that a bench writes to.
fn row(number: usize) -> Row {
    Row {
        epoch: Epoch(Uuid::now_v7()),
        thread: ThreadId::parse(&format!("t{number}")).expect("a good name"),
        pos: 0,
        seq: 0,
        last_at: 0,
        live: false,
        busy: true,
        run: 0,
        open: 1,
        next_deadline_at: None,
        journal: Default::default(),
    }
}

/// One entry for every thread.
fn next(rows: &mut [Row], record: &Record) -> Vec<Change> {
    let append = |row: &mut Row| {
        let expected_pos = row.pos;
        row.pos += 1;
        row.seq += 1;
        let entry = Entry { pos: row.pos, seq: row.seq, at: row.last_at, record: record.clone() };
        Change::Append { expected_pos, entries: vec![Arc::new(entry)], row: row.clone(), checkpoint: None }
    };
    rows.iter_mut().map(append).collect()
}

fn commit(store: &mut dyn Store, rows: &mut [Row], record: &Record) {
    store.commit(&next(rows, record)).expect("the commit is done");
}

fn bare(file: &mut File, text: &str, entries: usize) {
    file.write_all(text.repeat(entries).as_bytes()).expect("written");
    file.sync_data().expect("synced");
}

fn benches(c: &mut Criterion) {
    let record = record();
    let text = serde_json::to_string(&record).expect("a record has a text");
    for entries in BATCHES {
        let folder = tempfile::tempdir().expect("a folder");
        let mut group = c.benchmark_group(format!("commit of {entries}"));
        group.throughput(Throughput::Elements(entries as u64));
        let mut rows: Vec<Row> = (0..entries).map(row).collect();
        let mut file =
            OpenOptions::new().append(true).create(true).open(folder.path().join("bare")).expect("a file");
        group.bench_function("bare fdatasync", |b| b.iter(|| bare(&mut file, &text, entries)));
        let mut store = sqlite::open(&folder.path().join("data")).expect("a store");
        group.bench_function("sqlite", |b| b.iter(|| commit(&mut store, &mut rows, &record)));
        let (mut store, mut rows) = (Memory::new(), (0..entries).map(row).collect::<Vec<_>>());
        group.bench_function("memory", |b| b.iter(|| commit(&mut store, &mut rows, &record)));
        group.finish();
    }
}

criterion_group!(store, benches);
criterion_main!(store);
