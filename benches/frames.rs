//! What it takes to frame an event once for all of its followers, and to have several of them leave in one write:
//! `cargo bench --bench frames`.

mod support;

use std::hint::black_box;

use bytes::Bytes;
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use dialog_hub::fanout::{EventFrame, Kind, Outbox, Pushed};
use dialog_hub::wire::event::Event;
use futures::FutureExt as _;
use support::{Stage, publish_frame};

/// The texts of published events; the event around one takes some 200 bytes more.
const PUBLISHED_BYTES: [usize; 2] = [100, 4_000];
/// Events that wait for one connection when it comes to write.
const WAITING: usize = 16;

fn event(bytes: usize) -> Event {
    let mut stage = Stage::new();
    stage.decide(stage.read(&publish_frame(bytes)));
    stage.events().pop().expect("one event")
}

fn framing(c: &mut Criterion) {
    let mut group = c.benchmark_group("frame an event");
    for bytes in PUBLISHED_BYTES {
        let event = event(bytes);
        let length = event.frame.len();
        group.throughput(Throughput::Bytes(length as u64));
        group.bench_function(format!("WebSocket, {length} bytes"), |b| {
            b.iter_batched(|| event.clone(), EventFrame::new, BatchSize::SmallInput);
        });
        group.bench_function(format!("SSE, {length} bytes"), |b| {
            let framed = || EventFrame::new(event.clone());
            b.iter_batched(framed, |framed| framed.block(), BatchSize::SmallInput);
        });
    }
    group.finish();
}

/// One connection that fell behind: every event is queued, and all leave in one write.
fn queueing(c: &mut Criterion) {
    let mut group = c.benchmark_group("queue events for a connection and take them");
    for kind in [Kind::WebSocket, Kind::Sse] {
        let framed = EventFrame::new(event(PUBLISHED_BYTES[0]));
        let outbox = Outbox::new(kind, 1 << 20);
        let mut taken: Vec<Bytes> = Vec::new();
        group.throughput(Throughput::Elements(WAITING as u64));
        group.bench_function(format!("{kind:?}, {WAITING} at once"), |b| {
            b.iter(|| {
                for _ in 0..WAITING {
                    assert_eq!(outbox.push_event(black_box(&framed)), Pushed::Queued);
                }
                outbox.take(&mut taken).now_or_never().expect("something waits");
                taken.clear();
            });
        });
    }
    group.finish();
}

criterion_group!(frames, framing, queueing);
criterion_main!(frames);
