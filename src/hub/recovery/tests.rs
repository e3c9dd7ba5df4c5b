//! Recovery: memory and store give the same, a gap gives nothing, the oldest leave first.

use super::*;
use crate::core::id::ThreadId;
use crate::core::json::Json;
use crate::core::record::{Entry, Record};
use crate::store::memory::Memory;
use crate::store::{Change, Row};
use uuid::Uuid;

const BIG: usize = 1 << 20;

fn entry(seq: u64) -> Entry {
    let data = Json(serde_json::json!("x".repeat(50)));
    Entry { pos: seq, seq, at: 1, record: Record::Published { event: "e".to_owned(), data } }
}

fn epoch(n: u128) -> Epoch {
    Epoch(Uuid::from_u128(n))
}

fn name() -> ThreadId {
    ThreadId::parse("t").expect("a thread id")
}

fn frame(n: u128, seq: u64) -> Arc<EventFrame> {
    Arc::new(EventFrame::new(event::encode(&name(), epoch(n), &entry(seq)).expect("it is told")))
}

/// A store with the events 1 to `last` of the thread 1.
fn store(last: u64) -> Memory {
    let mut store = Memory::new();
    let row = Row {
        epoch: epoch(1),
        thread: name(),
        pos: last,
        seq: last,
        last_at: 1,
        live: false,
        busy: false,
        run: 0,
        open: 0,
        next_deadline_at: None,
        journal: Default::default(),
    };
    let entries = (1..=last).map(|seq| Arc::new(entry(seq))).collect();
    store.commit(&[Change::Append { expected_pos: 0, entries, row, checkpoint: None }]).expect("it is empty");
    store
}

fn ring(events: std::ops::RangeInclusive<u64>) -> Ring {
    let mut ring = Ring::new(BIG);
    events.for_each(|seq| ring.push(frame(1, seq)));
    ring
}

fn missed_after(
    ring: &mut Ring,
    store: &mut Memory,
    seq: u64,
    through: u64,
    max_bytes: usize,
) -> Option<Vec<Bytes>> {
    let thread = Thread::cold(epoch(1), name());
    let since = Since { epoch: Some(epoch(1)), seq };
    missed(ring, store, &thread, since, through, max_bytes).expect("the store works")
}

#[test]
fn memory_and_store_give_the_same_bytes() {
    let by_ring = missed_after(&mut ring(1..=300), &mut Memory::new(), 7, 300, BIG);
    let by_store = missed_after(&mut Ring::new(BIG), &mut store(300), 7, 300, BIG);
    assert_eq!(by_ring.as_ref().map(Vec::len), Some(293));
    assert_eq!(by_ring, by_store);
}

#[test]
fn events_that_left_memory_come_from_the_store() {
    let texts = missed_after(&mut ring(200..=300), &mut store(300), 150, 300, BIG);
    assert_eq!(texts.map(|texts| texts.len()), Some(150));
}

#[test]
fn a_position_that_is_not_of_this_stream_recovers_nothing() {
    let (mut ring, mut store) = (ring(1..=5), store(5));
    let thread = Thread::cold(epoch(1), name());
    for since in [
        Since { epoch: Some(epoch(2)), seq: 3 },
        Since { epoch: None, seq: 3 },
        Since { epoch: Some(epoch(1)), seq: 6 },
    ] {
        assert_eq!(
            missed(&mut ring, &mut store, &thread, since, 5, BIG).expect("the store works"),
            None,
            "{since:?}"
        );
    }
    assert_eq!(missed_after(&mut ring, &mut store, 5, 5, BIG), Some(vec![]), "nothing was missed");
}

#[test]
fn a_gap_is_never_bridged() {
    assert_eq!(missed_after(&mut ring(3..=5), &mut Memory::new(), 1, 5, BIG), None);
    assert_eq!(missed_after(&mut Ring::new(BIG), &mut store(4), 1, 5, BIG), None, "the last one is missing");
    assert_eq!(
        missed_after(&mut ring(3..=5), &mut Memory::new(), 2, 5, BIG).map(|texts| texts.len()),
        Some(3)
    );
}

#[test]
fn what_is_larger_than_the_queue_is_not_recovered() {
    let (mut full, mut store) = (ring(1..=300), store(300));
    let bytes: usize = full.texts(epoch(1), 0, 300).expect("all of them").iter().map(Bytes::len).sum();
    for ring in [&mut full, &mut Ring::new(BIG)] {
        assert!(missed_after(ring, &mut store, 0, 300, bytes).is_some());
        assert_eq!(missed_after(ring, &mut store, 0, 300, bytes - 1), None);
        assert_eq!(missed_after(ring, &mut store, 0, 300, 10), None);
    }
}

#[test]
fn the_oldest_of_all_threads_leave_first() {
    let one = weight(&frame(1, 1));
    let mut ring = Ring::new(3 * one);
    ring.push(frame(1, 1));
    ring.push(frame(2, 1));
    ring.push(frame(1, 2));
    ring.push(frame(2, 2));
    assert_eq!(ring.texts(epoch(1), 0, 2), None, "its first is gone");
    assert_eq!(ring.texts(epoch(1), 1, 2).map(|texts| texts.len()), Some(1));
    assert_eq!(ring.texts(epoch(2), 0, 2).map(|texts| texts.len()), Some(2));
    assert!(ring.bytes <= 3 * one);
}

#[test]
fn a_forgotten_thread_leaves_nothing_behind() {
    let mut ring = ring(1..=5);
    ring.push(frame(2, 1));
    ring.forget(epoch(1));
    assert_eq!(ring.texts(epoch(1), 0, 5), None);
    assert_eq!((ring.bytes, ring.order.len()), (weight(&frame(2, 1)), 1));
}

#[test]
fn what_was_read_for_one_follower_is_there_for_the_next() {
    let mut ring = ring(290..=300);
    let first = missed_after(&mut ring, &mut store(300), 150, 300, BIG);
    // The second store has nothing: it is not asked.
    let second = missed_after(&mut ring, &mut Memory::new(), 150, 300, BIG);
    assert_eq!(first.as_ref().map(Vec::len), Some(150));
    assert_eq!(first, second);
    ring.push(frame(1, 301));
    assert_eq!(
        missed_after(&mut ring, &mut Memory::new(), 150, 301, BIG).map(|texts| texts.len()),
        Some(151)
    );
    assert_eq!(ring.order.len(), 151);
    assert_eq!(ring.bytes, (151..=301).map(|seq| weight(&frame(1, seq))).sum::<usize>());
}
