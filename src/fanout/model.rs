//! Feeds, pump, queues and outboxes against a naive model, over random schedules.
//!
//! Every step is checked: whole frames, in order, once, without a hole, replies behind the events before them, the close
//! frame last, slowness only where too much waited. `FANOUT_SEED=n` repeats one schedule, `FANOUT_STEPS` makes it longer.

pub mod peer;
#[path = "../../tests/support/rng.rs"]
mod rng;

use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use bytes::Bytes;

use self::peer::Peer;
use self::rng::Rng;
use super::frame::text_frame;
use super::{EventFrame, Followers, Kind, Outbox, Pump, Turn};
use crate::core::id::{ConnId, Epoch};
use crate::wire::close::CloseCode;
use crate::wire::event::Event;

const SEEDS: u64 = 60;
const STEPS: usize = 400;
const THREADS: usize = 3;
const MAX_PEERS: usize = 9;
/// How long the system may take to carry the last bytes.
const PATIENCE: Duration = Duration::from_secs(20);
/// Small, so that it is reached; larger than an event, or smaller.
const BOUNDS: [usize; 3] = [300, 20_000, 1 << 20];
/// Bytes of events, beside a few.
const SIZES: [usize; 5] = [0, 10, 90, 900, 9_000];

struct World {
    rng: Rng,
    pump: Pump,
    shards: usize,
    threads: Vec<Followers>,
    peers: Vec<Peer>,
    /// All that ever were.
    outboxes: Vec<Weak<Outbox>>,
    said: u64,
}

impl World {
    fn new(seed: u64) -> Self {
        let shards = 1 + usize::try_from(seed % 2).expect("0 or 1");
        let threads = (0..THREADS).map(|_| Followers::default()).collect();
        let (peers, outboxes) = Default::default();
        Self { rng: Rng(seed), pump: Pump::by_hand(shards), shards, threads, peers, outboxes, said: 0 }
    }

    async fn step(&mut self) {
        let thread = self.rng.below(THREADS);
        match self.rng.below(100) {
            0..30 => self.publish(thread),
            30..55 => self.pump_step(),
            55..63 => self.join(thread).await,
            63..66 => self.leave(thread),
            66..70 => self.reply(),
            70..71 => self.close(),
            71..72 => self.lose(),
            72..73 => self.merge(thread),
            73..74 => self.forget(thread),
            _ => self.work().await,
        }
        self.peers.iter_mut().for_each(Peer::check);
    }

    fn publish(&mut self, thread: usize) {
        for _ in 0..=self.rng.below(4) {
            self.said += 1;
            let padding = "x".repeat(SIZES[self.rng.below(SIZES.len())]);
            let text: Bytes = format!("{thread} {} {padding}", self.said).into();
            let epoch = Epoch(uuid::Uuid::from_u128(thread as u128));
            let event = Event { epoch, seq: self.said, kind: "thread.published", frame: text.clone(), text };
            let event = Arc::new(EventFrame::new(event));
            let turn = if self.rng.below(4) == 0 { Turn::Early } else { Turn::Ordinary };
            for peer in self.peers.iter_mut().filter(|peer| peer.follows.contains(&thread)) {
                peer.is_due(thread, &event);
            }
            self.threads[thread].publish(event, turn, &self.pump);
        }
    }

    /// A slice of a shard, of few followers, so that passes are interrupted.
    fn pump_step(&mut self) {
        let (shard, followers) = (self.rng.below(self.shards), 1 + self.rng.below(3));
        self.pump.step(shard, followers);
        assert!(self.pump.in_line(shard) <= 2 * THREADS * 4, "the line of a shard grows");
    }

    async fn join(&mut self, thread: usize) {
        if self.peers.len() < MAX_PEERS && self.rng.below(2) == 0 {
            let kind = if self.rng.below(4) == 0 { Kind::Sse } else { Kind::WebSocket };
            let bound = BOUNDS[self.rng.below(BOUNDS.len())];
            let has_socket = kind == Kind::WebSocket && self.rng.below(3) > 0;
            let conn = ConnId(self.outboxes.len() as u64);
            let peer = Peer::new(conn, kind, bound, has_socket).await;
            self.outboxes.push(Arc::downgrade(&peer.outbox));
            self.peers.push(peer);
        }
        let Some(at) = self.any() else { return };
        // The snapshot goes before the first event.
        self.reply_to(at);
        let peer = &mut self.peers[at];
        if !peer.outbox.is_closed() {
            peer.follows.insert(thread);
            self.threads[thread].add(peer.conn, Arc::clone(&peer.outbox), &self.pump);
        }
    }

    fn leave(&mut self, thread: usize) {
        let Some(at) = self.any() else { return };
        let peer = &mut self.peers[at];
        let was_there = self.threads[thread].remove(peer.conn);
        assert_eq!(peer.follows.remove(&thread), was_there);
    }

    fn reply(&mut self) {
        if let Some(at) = self.any() {
            self.reply_to(at);
        }
    }

    fn reply_to(&mut self, at: usize) {
        self.said += 1;
        let text = format!("reply {}", self.said);
        self.peers[at].reply(text_frame(text.as_bytes()));
    }

    fn close(&mut self) {
        let Some(at) = self.any() else { return };
        self.peers[at].close(CloseCode::Restart);
    }

    /// A connection breaks: it is gone for everybody, in the middle of whatever goes on.
    fn lose(&mut self) {
        let Some(at) = self.any() else { return };
        let peer = self.peers.swap_remove(at);
        for thread in &peer.follows {
            assert!(self.threads[*thread].remove(peer.conn));
        }
    }

    /// The followers of one thread follow the first from now on.
    fn merge(&mut self, from: usize) {
        if from == 0 {
            return;
        }
        let followers = std::mem::take(&mut self.threads[from]);
        self.threads[0].merge(followers, &self.pump);
        for peer in &mut self.peers {
            if peer.follows.remove(&from) {
                peer.follows.insert(0);
            }
        }
    }

    fn forget(&mut self, thread: usize) {
        let gone = self.threads[thread].take_all().len();
        let followed = self.peers.iter_mut().filter_map(|peer| peer.follows.take(&thread)).count();
        assert_eq!(gone, followed);
    }

    /// A connection's own task writes, or its peer reads.
    async fn work(&mut self) {
        let Some(at) = self.any() else { return };
        let bytes = [1, 50, 5_000, 1 << 20][self.rng.below(4)];
        if self.rng.below(2) == 0 {
            self.peers[at].write(bytes);
        } else {
            self.peers[at].read(bytes);
        }
        // The sockets become ready again.
        tokio::task::yield_now().await;
    }

    fn any(&mut self) -> Option<usize> {
        (!self.peers.is_empty()).then(|| self.rng.below(self.peers.len()))
    }

    /// Nothing more is said, and everybody writes and reads to the end.
    async fn come_to_rest(&mut self) {
        for shard in 0..self.shards {
            while self.pump.step(shard, 2) {}
        }
        for thread in &self.threads {
            assert_eq!(thread.backlog_bytes(), 0, "events that nobody comes for");
        }
        let end = Instant::now() + PATIENCE;
        while !self.peers.iter().all(Peer::is_at_rest) && Instant::now() < end {
            let moved = self.peers.iter_mut().map(|peer| peer.write(usize::MAX) + peer.read(usize::MAX));
            if moved.sum::<usize>() == 0 {
                // The system has still to carry something.
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            tokio::task::yield_now().await;
            self.peers.iter_mut().for_each(Peer::check);
        }
        // One more look: nothing may come behind what was due.
        let more: usize =
            self.peers.iter_mut().map(|peer| peer.write(usize::MAX) + peer.read(usize::MAX)).sum();
        assert_eq!(more, 0, "bytes that are not due");
        self.peers.iter().for_each(Peer::assert_complete);
    }

    /// Everybody goes, and nothing of them stays.
    fn end(mut self) {
        while !self.peers.is_empty() {
            self.lose();
        }
        for shard in 0..self.shards {
            while self.pump.step(shard, 2) {}
        }
        assert!(
            self.outboxes.iter().all(|outbox| outbox.strong_count() == 0),
            "an outbox is kept by somebody"
        );
    }
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

#[test]
fn every_schedule_gives_every_follower_its_events_once_in_order_and_whole() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let steps = number("FANOUT_STEPS").and_then(|n| usize::try_from(n).ok()).unwrap_or(STEPS);
    let seeds = number("FANOUT_SEED").map_or(0..SEEDS, |seed| seed..seed + 1);
    for seed in seeds {
        println!("FANOUT_SEED={seed}");
        runtime.block_on(async {
            let mut world = World::new(seed);
            for _ in 0..steps {
                world.step().await;
            }
            world.come_to_rest().await;
            world.end();
        });
    }
}
