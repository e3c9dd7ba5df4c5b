//! The steps of the pump, taken one by one: what follows from every order of a publish, a leave, a join and a slice.

use bytes::Bytes;
use futures::FutureExt;

use super::*;
use crate::core::id::{ConnId, Epoch};
use crate::fanout::{EventFrame, Followers, Kind, Pushed};
use crate::wire::event::Event;

/// A pump without threads, a thread's followers, and how many events were published.
struct Scene {
    pump: Pump,
    followers: Followers,
    seq: u64,
}

fn event(seq: u64) -> Arc<EventFrame> {
    let frame: Bytes = format!("event {seq}").into();
    let epoch = Epoch(uuid::Uuid::nil());
    Arc::new(EventFrame::new(Event { epoch, seq, kind: "thread.published", text: frame.clone(), frame }))
}

impl Scene {
    fn new(shards: usize) -> Self {
        Self { pump: Pump::by_hand(shards), followers: Followers::default(), seq: 0 }
    }

    fn join(&mut self, conn: u64) -> Arc<Outbox> {
        let outbox = Arc::new(Outbox::new(Kind::WebSocket, 1 << 20));
        self.followers.add(ConnId(conn), Arc::clone(&outbox), &self.pump);
        outbox
    }

    fn publish(&mut self, turn: Turn) {
        self.seq += 1;
        self.followers.publish(event(self.seq), turn, &self.pump);
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

/// The seqs of what waits in an outbox without a look at the feeds: `waiting_bytes` is looked at first.
fn got(outbox: &Outbox) -> Vec<u64> {
    let mut bytes = Vec::new();
    while outbox.take(&mut bytes).now_or_never().is_some() {}
    let text = |frame: &Bytes| String::from_utf8_lossy(&frame[2..]).into_owned();
    bytes.iter().map(text).map(|text| text["event ".len()..].parse().expect("a seq")).collect()
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
