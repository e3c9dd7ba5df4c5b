//! The steps of the pump, taken one by one: what follows from every order of a publish, a leave, a join and a slice.

use std::io::Read as _;

use bytes::Bytes;
use futures::FutureExt;

use super::*;
use crate::core::id::{CallId, ConnId, Epoch};
use crate::fanout::model::peer::pair;
use crate::fanout::{EventFrame, Followers, Kind, Pushed, Taken};
use crate::wire::close::CloseCode;
use crate::wire::event::Event;

/// A pump without threads, a thread's followers, and how many events were published.
struct Scene {
    pump: Pump,
    followers: Followers,
    seq: u64,
}

fn event(seq: u64, bytes: usize) -> Arc<EventFrame> {
    let frame: Bytes = format!("event {seq}{}", " ".repeat(bytes)).into();
    let epoch = Epoch(uuid::Uuid::nil());
    Arc::new(EventFrame::new(Event { epoch, seq, kind: "thread.published", text: frame.clone(), frame }))
}

impl Scene {
    fn new(shards: usize) -> Self {
        Self { pump: Pump::by_hand(shards), followers: Followers::default(), seq: 0 }
    }

    fn join(&mut self, conn: u64) -> Arc<Outbox> {
        self.join_with(conn, 1 << 20)
    }

    /// Joins with a bound of what may wait.
    fn join_with(&mut self, conn: u64, max_queue_bytes: usize) -> Arc<Outbox> {
        let outbox = Arc::new(Outbox::new(Kind::WebSocket, max_queue_bytes));
        self.followers.add(ConnId(conn), Arc::clone(&outbox), &self.pump);
        outbox
    }

    fn publish(&mut self, turn: Turn) {
        self.publish_of(turn, 0);
    }

    /// Publishes an event that is so much larger than a small one.
    fn publish_of(&mut self, turn: Turn, bytes: usize) {
        self.seq += 1;
        self.followers.publish(event(self.seq, bytes), turn, &self.pump);
    }

    /// Takes every step that there is.
    fn run(&self) {
        for shard in 0..self.pump.shards.len() {
            let mut steps = 0;
            while self.pump.step(shard, 2) {
                steps += 1;
                assert!(steps < 10_000, "the shard runs in circles");
            }
        }
    }

    /// Every event was written or queued for everybody: nothing is left in the feed.
    #[track_caller]
    fn assert_carried(&self) {
        assert_eq!(self.followers.backlog_bytes(), 0, "events that nobody comes for");
    }
}

/// The seqs of what an outbox gives, and what the feeds have for it.
fn got(outbox: &Outbox) -> Vec<u64> {
    let mut bytes = Vec::new();
    while outbox.take(&mut bytes).now_or_never() == Some(Taken::More) {}
    assert!(!outbox.is_closed());
    let seq = |frame: &Bytes| {
        let text = String::from_utf8_lossy(frame).into_owned();
        let (_, seq) = text.split_once("event ").expect("an event");
        seq.trim_end().parse().expect("a seq")
    };
    bytes.iter().map(seq).collect()
}

#[test]
fn a_lane_that_empties_and_fills_within_a_pass_is_come_for_again() {
    let mut scene = Scene::new(2);
    // The first and the third are in one lane, the second alone in the other.
    let first: Vec<_> = (0..6).map(|conn| scene.join(conn)).collect();
    scene.publish(Turn::Ordinary);
    assert!(scene.pump.step(0, 1), "a pass has begun");
    for conn in [0, 2, 4] {
        assert!(scene.followers.remove(ConnId(conn)));
    }
    let late = scene.join(9);
    scene.run();
    scene.publish(Turn::Ordinary);
    scene.run();
    scene.assert_carried();
    assert_eq!(got(&late), [2]);
    assert!(first.iter().all(|outbox| got(outbox)[0] == 1));
}

#[test]
fn early_events_in_a_flood_do_not_multiply_the_passes() {
    let mut scene = Scene::new(1);
    let outboxes = [0, 1, 2].map(|conn| scene.join(conn));
    for n in 0..1_000 {
        scene.publish(if n % 4 == 0 { Turn::Early } else { Turn::Ordinary });
        scene.pump.step(0, 1);
        assert!(scene.pump.in_line(0) <= 2, "{} places in the line for one feed", scene.pump.in_line(0));
    }
    scene.run();
    scene.assert_carried();
    let all: Vec<u64> = (1..=1_000).collect();
    assert!(outboxes.iter().all(|outbox| got(outbox) == all));
    assert_eq!(outboxes[0].push_frame("x"), Pushed::Queued);
}

#[test]
fn what_is_written_is_not_waited_behind() {
    let mut scene = Scene::new(1);
    let outbox = scene.join_with(1, 1_000);
    scene.publish(Turn::Ordinary);
    scene.run();
    let mut bytes = Vec::new();
    assert_eq!(outbox.take(&mut bytes).now_or_never(), Some(Taken::More));
    scene.publish_of(Turn::Ordinary, 5_000);
    scene.run();
    scene.publish(Turn::Ordinary);
    // The first is written by now: the large one is the next to be, and nothing waits behind it yet.
    assert_eq!(got(&outbox), [2, 3]);
}

#[test]
fn followers_that_are_dropped_let_go_of_their_connections() {
    let mut scene = Scene::new(2);
    let outboxes: Vec<_> = (0..5).map(|conn| scene.join(conn)).collect();
    scene.publish(Turn::Early);
    scene.run();
    scene.publish(Turn::Ordinary);
    outboxes[0].close(CloseCode::StoreLost, "the store failed");
    let weak: Vec<_> = outboxes.iter().map(Arc::downgrade).collect();
    drop(outboxes);
    scene.followers = Followers::default();
    scene.run();
    assert!(weak.iter().all(|outbox| outbox.strong_count() == 0), "a feed and its followers hold each other");
}

#[test]
fn nothing_comes_from_a_thread_that_was_left() {
    let mut scene = Scene::new(1);
    let (stays, leaves) = (scene.join(1), scene.join(2));
    scene.publish(Turn::Ordinary);
    assert!(scene.pump.step(0, 1), "the one that leaves has it, the other not yet");
    scene.publish(Turn::Ordinary);
    assert!(scene.followers.remove(ConnId(2)) && !scene.followers.remove(ConnId(2)));
    leaves.push_frame("event 100");
    scene.publish(Turn::Ordinary);
    scene.run();
    scene.assert_carried();
    assert_eq!(got(&stays), [1, 2, 3]);
    assert_eq!(got(&leaves), [1, 2, 100], "what was published before it left, and the reply behind it");
}

#[test]
fn one_that_is_too_slow_is_closed_alone() {
    let mut scene = Scene::new(1);
    let (slow, quick) = (scene.join_with(1, 100), scene.join(2));
    for _ in 0..50 {
        scene.publish(Turn::Ordinary);
        scene.run();
    }
    let mut bytes = Vec::new();
    assert_eq!(slow.take(&mut bytes).now_or_never(), Some(Taken::Closed(CloseCode::TooSlow)));
    assert_eq!(bytes.len(), 1, "nothing had begun to be written: the close frame alone");
    assert_eq!(got(&quick), (1..=50).collect::<Vec<_>>());
    scene.assert_carried();
}

#[test]
fn an_early_event_takes_all_before_it_along_and_passes_other_floods() {
    let mut scene = Scene::new(1);
    let mut other = Scene { pump: Pump::by_hand(0), ..Scene::new(0) };
    let (flooded, person) = (scene.join(1), Arc::new(Outbox::new(Kind::WebSocket, 1 << 20)));
    other.followers.add(ConnId(1), Arc::clone(&person), &scene.pump);
    // More than goes in one pass, many times over.
    (0..20).for_each(|_| scene.publish_of(Turn::Ordinary, 100_000));
    assert!(scene.pump.step(0, 1));
    other.followers.publish(event(1, 300_000), Turn::Ordinary, &scene.pump);
    other.followers.publish(event(2, 0), Turn::Early, &scene.pump);
    for _ in 0..2 {
        assert!(scene.pump.step(0, 1));
    }
    assert_eq!(
        other.followers.backlog_bytes(),
        0,
        "two batches, one behind the other, before the flood goes on"
    );
    assert!(scene.followers.backlog_bytes() > 0);
    assert_eq!(got(&person), [1, 2]);
    drop(flooded);
}

#[tokio::test]
async fn a_reply_that_waits_for_its_task_makes_no_follower_slow() {
    let mut scene = Scene::new(1);
    let (hub, mut reader) = pair().await;
    let outbox = scene.join_with(1, 2_000);
    outbox.write_to(hub);
    outbox.push_frame("reply");
    // The task of the connection has no turn all the while; the peer reads whatever comes.
    let (mut read, mut room) = (Vec::new(), [0; 4_096]);
    for _ in 0..200 {
        scene.publish_of(Turn::Ordinary, 900);
        scene.run();
        while let Ok(some @ 1..) = reader.read(&mut room) {
            read.extend_from_slice(&room[..some]);
        }
        tokio::task::yield_now().await;
    }
    assert!(!outbox.is_closed(), "closed, though it had read everything");
    let text = String::from_utf8_lossy(&read);
    let mut parts = text.split("event ");
    assert!(parts.next().is_some_and(|first| first.contains("reply")), "it comes before the events");
    let mut seqs: Vec<&str> = parts.filter_map(|part| part.split(' ').next()).collect();
    // The last may be cut off: the rest of it waits.
    seqs.pop();
    assert!(seqs.iter().enumerate().all(|(at, seq)| *seq == (at + 1).to_string()), "{seqs:?}");
    assert!(seqs.len() > 190);
}

#[tokio::test]
async fn a_reply_whose_writing_is_told_is_left_to_its_task() {
    let mut scene = Scene::new(1);
    let (hub, mut reader) = pair().await;
    let outbox = scene.join(1);
    outbox.write_to(hub);
    outbox.push_frame("event 100");
    outbox.push_reported(CallId(7), "event 101");
    scene.publish(Turn::Early);
    scene.run();
    tokio::task::yield_now().await;
    let mut room = [0; 100];
    assert_eq!(reader.read(&mut room).expect("the first"), 11);
    let mut bytes = Vec::new();
    assert_eq!(outbox.take(&mut bytes).now_or_never(), Some(Taken::More));
    assert_eq!((bytes.len(), outbox.written()), (2, vec![CallId(7)]));
}

#[tokio::test]
async fn what_is_private_closes_nobody_whose_socket_takes_what_was_on_its_way() {
    let mut scene = Scene::new(1);
    let (hub, mut reader) = pair().await;
    let outbox = scene.join_with(1, 1_000);
    outbox.write_to(hub.clone());
    tokio::task::yield_now().await;
    // The pump has not come by yet: four times what may wait is on its way.
    (0..4).for_each(|_| scene.publish_of(Turn::Ordinary, 900));
    assert_eq!(outbox.push_frame("reply"), Pushed::Queued);
    assert!(!outbox.is_closed());
    drop(scene);
    let (mut read, mut bytes) = (Vec::new(), Vec::new());
    while outbox.take(&mut bytes).now_or_never() == Some(Taken::More) {}
    outbox.release();
    drop(hub);
    let mut room = [0; 4_096];
    while let Ok(some @ 1..) = reader.read(&mut room) {
        read.extend_from_slice(&room[..some]);
    }
    read.extend(bytes.concat());
    let text = String::from_utf8_lossy(&read);
    let places: Vec<_> =
        ["event 1", "event 2", "event 3", "event 4", "reply"].map(|part| text.find(part)).into();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?}");
}

#[test]
fn a_connection_that_is_over_is_given_nothing_and_holds_no_feed() {
    let mut scene = Scene::new(1);
    let (gone, stays) = (scene.join(1), scene.join(2));
    gone.release();
    scene.publish(Turn::Ordinary);
    scene.run();
    assert_eq!(gone.push_frame("x"), Pushed::Ended);
    assert_eq!((gone.waiting_bytes(), gone.is_closed()), (0, true));
    assert_eq!(got(&stays), [1]);
    scene.assert_carried();
}
