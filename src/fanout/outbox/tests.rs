//! The queue of one connection: its bound, its order, its end.

use super::*;
use crate::core::id::Epoch;
use crate::wire::event::Event;
use futures::FutureExt;

const BOUND: usize = 1_000;

fn event(seq: u64, bytes: usize) -> EventFrame {
    let frame: Bytes = format!("{seq}{}", "x".repeat(bytes)).into();
    EventFrame::new(Event {
        epoch: Epoch(uuid::Uuid::nil()),
        seq,
        kind: "thread.published",
        text: frame.clone(),
        frame,
    })
}

/// What can be taken without waiting.
fn take(outbox: &Outbox) -> Option<(Vec<Bytes>, Taken)> {
    let mut bytes = Vec::new();
    let taken = outbox.take(&mut bytes).now_or_never()?;
    Some((bytes, taken))
}

#[test]
fn an_event_is_queued_while_what_waits_before_it_is_within_the_bound() {
    let outbox = Outbox::new(Kind::WebSocket, BOUND);
    outbox.push_event(&event(1, 1));
    assert!(take(&outbox).is_some(), "the first is being written");
    let exact = event(2, BOUND - 5); // four bytes of header and one of the seq
    assert_eq!(exact.frame().len(), BOUND);
    assert_eq!(outbox.push_event(&exact), Pushed::Queued);
    assert_eq!(outbox.push_event(&event(3, 10 * BOUND)), Pushed::Queued, "a single event is always sent");
    assert_eq!(outbox.push_event(&event(4, 1)), Pushed::TooSlow);
    assert_eq!(outbox.push_event(&event(5, 1)), Pushed::Ended);
}

#[test]
fn a_slow_follower_gets_what_is_being_written_and_then_the_close_frame() {
    let outbox = Outbox::new(Kind::WebSocket, BOUND);
    outbox.push_event(&event(1, 1));
    let (written, _) = take(&outbox).expect("one event");
    while outbox.push_event(&event(2, 100)) == Pushed::Queued {}
    assert_eq!(written, [event(1, 1).frame()]);
    let (rest, taken) = take(&outbox).expect("the end");
    assert_eq!(taken, Taken::Closed(CloseCode::TooSlow));
    assert_eq!(rest.len(), 1);
    assert_eq!(rest[0][..4], [0x88, rest[0][1], 0x0f, 0xa8], "the close frame alone");
}

#[test]
fn the_first_frame_does_not_wait_behind_itself() {
    let outbox = Outbox::new(Kind::WebSocket, BOUND);
    assert_eq!(outbox.push_event(&event(1, 10 * BOUND)), Pushed::Queued);
    assert_eq!(outbox.push_event(&event(2, 1)), Pushed::Queued);
}

#[test]
fn a_large_reply_is_no_slowness() {
    let outbox = Outbox::new(Kind::WebSocket, BOUND);
    for _ in 0..3 {
        assert_eq!(outbox.push_frame("r".repeat(10 * BOUND)), Pushed::Queued);
    }
    assert_eq!(outbox.push_event(&event(1, 1)), Pushed::Queued);
    assert_eq!(outbox.push_event(&event(2, 1)), Pushed::Queued);
}

#[test]
fn a_peer_that_asks_and_never_reads_waits_for_room() {
    let outbox = Outbox::new(Kind::WebSocket, BOUND);
    assert!(outbox.room().now_or_never().is_some());
    outbox.push_frame("r".repeat(10 * BOUND));
    outbox.push_frame("r".repeat(70_000));
    assert!(outbox.room().now_or_never().is_none());
    take(&outbox);
    assert!(outbox.room().now_or_never().is_some());
}

#[test]
fn an_end_comes_after_all_that_waits() {
    let outbox = Outbox::new(Kind::WebSocket, BOUND);
    outbox.push_frame("a");
    outbox.close(CloseCode::Restart, "restart");
    outbox.close(CloseCode::StoreLost, "too late");
    assert_eq!(outbox.push_frame("b"), Pushed::Ended);
    let (bytes, taken) = take(&outbox).expect("two frames");
    assert_eq!(taken, Taken::Closed(CloseCode::Restart));
    assert_eq!(bytes[0], "\u{81}\u{1}a".chars().map(|c| c as u8).collect::<Vec<_>>());
    assert_eq!(bytes[1][2..], *b"\x03\xf4restart");
    assert_eq!(take(&outbox), Some((vec![], Taken::Closed(CloseCode::Restart))), "it stays ended");
}

#[test]
fn a_write_is_bounded_and_in_order() {
    let outbox = Outbox::new(Kind::WebSocket, 1 << 20);
    let events: Vec<_> = (0..10).map(|seq| event(seq, 20_000)).collect();
    for event in &events {
        outbox.push_event(event);
    }
    let mut got = Vec::new();
    while let Some((bytes, _)) = take(&outbox) {
        assert!(bytes.len() <= 4, "four of 20,000 bytes pass 64 KiB");
        got.extend(bytes);
    }
    assert_eq!(got, events.iter().map(EventFrame::frame).collect::<Vec<_>>());
    assert_eq!(outbox.waiting_bytes(), 0);
}

#[test]
fn an_sse_reader_gets_blocks_and_no_close_frame() {
    let outbox = Outbox::new(Kind::Sse, BOUND);
    outbox.push_event(&event(1, 1));
    outbox.close(CloseCode::Normal, "forgotten");
    assert_eq!(take(&outbox), Some((vec![event(1, 1).block()], Taken::Closed(CloseCode::Normal))));
}

#[tokio::test]
async fn a_push_wakes_the_write_task() {
    let outbox = std::sync::Arc::new(Outbox::new(Kind::WebSocket, BOUND));
    let task = tokio::spawn({
        let outbox = outbox.clone();
        async move {
            let mut bytes = Vec::new();
            (outbox.take(&mut bytes).await, bytes.len())
        }
    });
    tokio::task::yield_now().await;
    outbox.push_event(&event(1, 1));
    assert_eq!(task.await.ok(), Some((Taken::More, 1)));
}

#[test]
fn the_calls_of_a_write_are_named_once_and_only_those() {
    let outbox = Outbox::new(Kind::WebSocket, BOUND);
    outbox.push_frame("plain");
    outbox.push_reported(CallId(1), "first");
    outbox.push_reported(CallId(2), "second");
    assert_eq!(outbox.written(), [], "nothing was taken");
    assert_eq!(take(&outbox).expect("three frames").0.len(), 3);
    outbox.push_reported(CallId(3), "later");
    assert_eq!(outbox.written(), [CallId(1), CallId(2)]);
    assert_eq!(outbox.written(), []);
    take(&outbox);
    assert_eq!(outbox.written(), [CallId(3)]);
}

#[test]
fn a_reply_that_was_dropped_is_never_named() {
    let outbox = Outbox::new(Kind::WebSocket, BOUND);
    outbox.push_event(&event(1, 1));
    take(&outbox);
    outbox.push_reported(CallId(1), "reply");
    while outbox.push_event(&event(2, 100)) == Pushed::Queued {}
    assert!(matches!(take(&outbox), Some((_, Taken::Closed(CloseCode::TooSlow)))));
    assert_eq!(outbox.written(), []);
    assert_eq!(outbox.push_reported(CallId(2), "too late"), Pushed::Ended);
}

#[test]
fn a_request_is_taken_back_before_it_is_written_and_leaves_no_trace() {
    let outbox = Outbox::new(Kind::WebSocket, BOUND);
    let request = |n: u64| outbox.push_request(HostRequestId(n), Outbox::told_frame(&format!("srq-{n}")));
    outbox.push_frame("before");
    request(1);
    outbox.push_frame("behind");
    let waiting = outbox.waiting_bytes();
    request(2);
    assert!(outbox.recall(HostRequestId(2)) && !outbox.recall(HostRequestId(2)));
    assert_eq!(outbox.waiting_bytes(), waiting);
    let (frames, _) = take(&outbox).expect("three frames");
    assert_eq!(frames[1], Outbox::told_frame("srq-1"));
    assert_eq!(frames.len(), 3);
    assert!(!outbox.recall(HostRequestId(1)), "it is being written");
}
