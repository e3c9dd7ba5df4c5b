//! What the wire takes to read a call and to encode an event or a snapshot: `cargo bench --bench wire`.

mod support;

use std::collections::BTreeSet;
use std::hint::black_box;

use bytes::Bytes;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use dialog_hub::core::effect::{Effect, Snapshot};
use dialog_hub::core::id::DialogId;
use dialog_hub::wire::{event, snapshot};
use support::{DIALOGS, EPOCH, Stage, answer_frame, ask_frame, follow_frame, publish_frame};

/// Open dialogs of a snapshot.
const OPEN: [usize; 2] = [0, 16];
/// Events that a follower missed.
const MISSED: usize = 100;
/// The text of a published event.
const PUBLISHED_BYTES: usize = 200;

fn calls(c: &mut Criterion) {
    let stage = Stage::new();
    let mut group = c.benchmark_group("read a call");
    let id = DialogId::named("dlg-018bcfe568007000800000000000002a");
    let mut frames = vec![
        ("thread.follow".to_owned(), follow_frame()),
        ("thread.publish".to_owned(), publish_frame(PUBLISHED_BYTES)),
    ];
    for (kind, dialog, answer) in DIALOGS {
        frames.push((format!("dialog.ask, {kind}"), ask_frame(dialog)));
        frames.push((format!("dialog.answer, {kind}"), answer_frame(&id, answer)));
    }
    for (name, frame) in frames {
        group.throughput(Throughput::Bytes(frame.len() as u64));
        group.bench_function(name, |b| b.iter(|| stage.read(black_box(&frame))));
    }
    group.finish();
}

fn events(c: &mut Criterion) {
    let mut stage = Stage::new();
    let (_, dialog, answer) = DIALOGS[1];
    stage.round(dialog, answer);
    stage.decide(stage.read(&publish_frame(PUBLISHED_BYTES)));
    let mut group = c.benchmark_group("encode an event");
    let mut seen = BTreeSet::new();
    for entry in stage.entries() {
        let Some(event) = event::encode(&stage.name, EPOCH, entry) else { continue };
        if !seen.insert(event.kind) {
            continue;
        }
        group.throughput(Throughput::Bytes(event.frame.len() as u64));
        group.bench_function(event.kind, |b| {
            b.iter(|| event::encode(black_box(&stage.name), EPOCH, black_box(entry)));
        });
    }
    group.finish();
}

/// The snapshot that a follower of the thread gets now.
fn snapshot_of(stage: &mut Stage) -> Snapshot {
    stage.effects.clear();
    stage.decide(stage.read(&follow_frame()));
    let followed = stage.effects.drain(..).find_map(|effect| match effect {
        Effect::Follow { snapshot, .. } => Some(*snapshot),
        _ => None,
    });
    followed.expect("a follow gives a snapshot")
}

fn snapshots(c: &mut Criterion) {
    let mut group = c.benchmark_group("encode a snapshot");
    for open in OPEN {
        let mut stage = Stage::new();
        for at in 0..open {
            stage.decide(stage.read(&ask_frame(DIALOGS[at % DIALOGS.len()].1)));
        }
        let snapshot = snapshot_of(&mut stage);
        group.throughput(Throughput::Bytes(snapshot::to_text(&snapshot).len() as u64));
        group.bench_function(format!("{open} open dialogs"), |b| {
            b.iter(|| snapshot::to_text(black_box(&snapshot)))
        });
    }
    let mut stage = Stage::new();
    for _ in 0..MISSED {
        stage.decide(stage.read(&publish_frame(PUBLISHED_BYTES)));
    }
    let missed: Vec<Bytes> = stage.events().into_iter().map(|event| event.text).collect();
    let snapshot = snapshot_of(&mut stage);
    group.throughput(Throughput::Bytes(missed.iter().map(|event| event.len() as u64).sum()));
    group.bench_function(format!("with {MISSED} missed events"), |b| {
        b.iter(|| snapshot::followed(black_box(&snapshot), true, black_box(&missed)));
    });
    group.finish();
}

criterion_group!(wire, calls, events, snapshots);
criterion_main!(wire);
