//! What the core takes for one decision, and to fold a log: `cargo bench --bench core`.
//!
//! Pure functions on one core: no socket, no disk. Commands are read from their frames beforehand and come in batches, as a
//! busy hub gives them; only the decisions are timed.

mod support;

use std::time::{Duration, Instant};

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use dialog_hub::core::command::Command;
use dialog_hub::core::record::Entry;
use dialog_hub::core::thread::Thread;
use support::{DIALOGS, EPOCH, Stage, answer_frame, ask_frame, publish_frame};

/// Commands that are decided in a row.
const BATCH: u64 = 64;
/// Entries of a log that is folded: what a hub folds at most behind a checkpoint.
const LOG_ENTRIES: usize = 1_000;
/// The text of a published event.
const PUBLISHED_BYTES: usize = 200;

/// How long so many decisions take, made in batches.
fn timed(decisions: u64, mut batch: impl FnMut(u64) -> Duration) -> Duration {
    let mut spent = Duration::ZERO;
    let mut left = decisions;
    while left > 0 {
        let now = left.min(BATCH);
        spent += batch(now);
        left -= now;
    }
    spent
}

fn decide_all(stage: &mut Stage, commands: Vec<Command>) -> Duration {
    let start = Instant::now();
    for command in commands {
        stage.decide(command);
    }
    start.elapsed()
}

/// Asks, then answers all; how long the one and the other took.
fn ask_and_answer(stage: &mut Stage, dialog: &str, answer: &str, dialogs: u64) -> (Duration, Duration) {
    let frame = ask_frame(dialog);
    let asks = (0..dialogs).map(|_| stage.read(&frame)).collect();
    let asking = decide_all(stage, asks);
    let answers = stage.opened().iter().map(|id| stage.read(&answer_frame(id, answer))).collect();
    stage.effects.clear();
    let answering = decide_all(stage, answers);
    stage.write_what_is_handed_over();
    stage.effects.clear();
    (asking, answering)
}

fn decisions(c: &mut Criterion) {
    let mut group = c.benchmark_group("decide");
    group.throughput(Throughput::Elements(1));
    for (kind, dialog, answer) in DIALOGS {
        let mut stage = Stage::new();
        group.bench_function(format!("an ask, {kind}"), |b| {
            b.iter_custom(|n| timed(n, |now| ask_and_answer(&mut stage, dialog, answer, now).0));
        });
        group.bench_function(format!("an answer, {kind}"), |b| {
            b.iter_custom(|n| timed(n, |now| ask_and_answer(&mut stage, dialog, answer, now).1));
        });
    }
    let mut stage = Stage::new();
    let frame = publish_frame(PUBLISHED_BYTES);
    group.bench_function("a publish", |b| {
        b.iter_custom(|n| {
            timed(n, |now| {
                let commands = (0..now).map(|_| stage.read(&frame)).collect();
                let spent = decide_all(&mut stage, commands);
                stage.effects.clear();
                spent
            })
        });
    });
    group.finish();
}

/// A log of dialogs that were asked and answered, and of what was published between them.
fn log() -> (Stage, Vec<Entry>) {
    let mut stage = Stage::new();
    let mut entries: Vec<Entry> = Vec::new();
    let publish = publish_frame(PUBLISHED_BYTES);
    while entries.len() < LOG_ENTRIES {
        let (_, dialog, answer) = DIALOGS[entries.len() % DIALOGS.len()];
        stage.round(dialog, answer);
        stage.decide(stage.read(&publish));
        entries.extend(stage.entries().map(|entry| (**entry).clone()));
        stage.effects.clear();
    }
    (stage, entries)
}

fn folding(c: &mut Criterion) {
    let (stage, entries) = log();
    let mut group = c.benchmark_group("fold");
    group.throughput(Throughput::Elements(entries.len() as u64));
    let fold = |checkpoint: Option<&str>, entries| {
        Thread::fold(EPOCH, stage.name.clone(), checkpoint, entries, &stage.limits).expect("its own log")
    };
    group.bench_function(format!("a log of {} entries", entries.len()), |b| {
        b.iter_batched(|| entries.clone(), |entries| fold(None, entries), BatchSize::LargeInput);
    });
    group.bench_function("a checkpoint behind it, written", |b| b.iter(|| stage.thread.checkpoint()));
    let checkpoint = stage.thread.checkpoint();
    group.bench_function("a checkpoint behind it, read", |b| b.iter(|| fold(Some(&checkpoint), Vec::new())));
    group.finish();
}

criterion_group!(core, decisions, folding);
criterion_main!(core);
