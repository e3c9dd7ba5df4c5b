//! The fan-out over real sockets: who reads well gets every event once, in order and whole, whatever others do.

mod raw;
#[path = "../support/rng.rs"]
mod rng;
#[path = "../server_support/mod.rs"]
mod server_support;
mod storm;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};

use raw::{Frame, Raw, Texts};
use server_support::{SOON, Serving, serve_with};
use tokio::task::JoinHandle;

/// What may wait for a follower here.
const MAX_QUEUE_BYTES: usize = 64 << 10;
/// The longest text of an event.
const TEXT_BYTES: usize = 2_000;
/// The room of one that is to be slow.
const LITTLE_BYTES: u32 = 4 << 10;

async fn serve(max_queue_bytes: usize) -> Arc<Serving> {
    Arc::new(serve_with(|config| config.limits.max_queue_bytes = max_queue_bytes).await)
}

/// Follows and reads up to the mark, in a task of its own.
async fn reader(serving: &Serving, thread: &str) -> JoinHandle<Texts> {
    let mut raw = Raw::connect(serving.address).await;
    raw.follow(thread).await;
    tokio::spawn(async move {
        raw.until_event("mark").await;
        raw.texts
    })
}

/// Publishes without pause; how often it was held back.
struct Publisher {
    raw: Raw,
    thread: String,
    held_back: usize,
}

impl Publisher {
    async fn new(serving: &Serving, thread: &str) -> Self {
        Self { raw: Raw::connect(serving.address).await, thread: thread.to_owned(), held_back: 0 }
    }

    /// Publishes one event; where the hub holds it back, again and again.
    async fn publish(&mut self, event: &str, bytes: usize) {
        let params = json!({"thread": self.thread, "event": event, "data": "x".repeat(bytes)});
        loop {
            let reply = self.raw.call("thread.publish", params.clone()).await;
            match reply["error"]["data"]["code"].as_str() {
                None => return,
                Some("limit") => self.held_back += 1,
                Some(other) => panic!("{other}"),
            }
        }
    }

    /// Some publishes at once, which may be refused with `limit` and nothing else.
    async fn burst(&mut self, count: usize) {
        let params = json!({"thread": self.thread, "event": "e", "data": "x".repeat(TEXT_BYTES)});
        let call =
            json!({"jsonrpc": "2.0", "id": 2, "method": "thread.publish", "params": params}).to_string();
        for _ in 0..count {
            assert!(self.raw.send(&call).await);
        }
        let mut replies = 0;
        while replies < count {
            let Some(Frame::Text(text)) = self.raw.step().await else { panic!("the publisher is closed") };
            let reply: Value = serde_json::from_str(&text).expect("JSON");
            if reply["id"] == 2 {
                replies += 1;
                let code = reply["error"]["data"]["code"].as_str();
                assert!(code.is_none_or(|code| code == "limit"), "{reply}");
                self.held_back += usize::from(code.is_some());
            }
        }
    }
}

/// Publishes until as many are closed for their slowness.
async fn flood_until_slow(serving: &Serving, publisher: &mut Publisher, slow: u64) {
    let counts = Arc::clone(&serving.hub.metrics().fanout);
    for n in 0.. {
        assert!(n < 50_000, "nobody is too slow");
        if counts.slow_closes() >= slow {
            break;
        }
        publisher.publish("e", TEXT_BYTES).await;
    }
}

fn assert_same(all: &Texts, some: &Texts) {
    for (seq, text) in some {
        assert_eq!(all.get(seq), Some(text), "the same bytes for everybody");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_that_never_reads_is_closed_alone_with_a_prefix_of_whole_frames() {
    let serving = serve(MAX_QUEUE_BYTES).await;
    let mut slow = Raw::connect_with(serving.address, Some(LITTLE_BYTES)).await;
    slow.follow("t").await;
    let good = [reader(&serving, "t").await, reader(&serving, "t").await];
    let mut publisher = Publisher::new(&serving, "t").await;
    flood_until_slow(&serving, &mut publisher, 1).await;
    publisher.publish("mark", 0).await;
    let mut all = Texts::new();
    for good in good {
        all = good.await.expect("one that reads gets everything");
    }
    let mut code = None;
    while let Some(frame) = slow.step().await {
        assert_eq!(code, None, "nothing comes behind the close frame");
        if let Frame::Close(number) = frame {
            code = Some(number);
        }
    }
    assert_eq!(code, Some(4008));
    assert!(slow.texts.len() < all.len() && slow.texts.keys().next().is_none_or(|first| *first == 1));
    assert_same(&all, &slow.texts);
    assert_eq!(serving.hub.metrics().fanout.slow_closes(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_that_reads_byte_by_byte_is_closed_alone_with_a_prefix_of_whole_frames() {
    let serving = serve(MAX_QUEUE_BYTES).await;
    let mut slow = Raw::connect_with(serving.address, Some(LITTLE_BYTES)).await;
    slow.follow("t").await;
    slow.at_a_time = 1;
    let is_flooded = Arc::new(AtomicBool::new(false));
    let reading = tokio::spawn({
        let is_flooded = Arc::clone(&is_flooded);
        async move {
            loop {
                if is_flooded.load(Ordering::Relaxed) {
                    slow.at_a_time = 64 << 10;
                }
                match slow.step().await {
                    Some(Frame::Close(code)) => {
                        assert!(slow.step().await.is_none(), "nothing comes behind the close frame");
                        return (code, slow.texts);
                    }
                    Some(_) => {}
                    None => panic!("ended without a close frame"),
                }
            }
        }
    });
    let good = reader(&serving, "t").await;
    let mut publisher = Publisher::new(&serving, "t").await;
    flood_until_slow(&serving, &mut publisher, 1).await;
    is_flooded.store(true, Ordering::Relaxed);
    publisher.publish("mark", 0).await;
    let all = good.await.expect("one that reads gets everything");
    let (code, texts) = reading.await.expect("whole frames without a hole");
    assert_eq!(code, 4008);
    assert!(texts.len() < all.len());
    assert_same(&all, &texts);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn resets_and_garbage_in_the_middle_of_frames_harm_nobody_else() {
    let serving = serve(1 << 20).await;
    let good = reader(&serving, "t").await;
    let mut bad = Vec::new();
    for n in 0..24_usize {
        let mut raw = Raw::connect_with(serving.address, Some(LITTLE_BYTES)).await;
        raw.follow("t").await;
        bad.push(tokio::spawn(async move {
            raw.at_a_time = 100 + 37 * n;
            for _ in 0..n {
                raw.step().await;
            }
            // Frames without a mask, of no kind, cut off; the hub reads on for a while, or has gone.
            for _ in 0..if n % 2 == 0 { 50 } else { 0 } {
                raw.send_bytes(&[0xff; 997]).await;
            }
            raw.reset();
        }));
    }
    let mut publisher = Publisher::new(&serving, "t").await;
    while bad.iter().any(|bad| !bad.is_finished()) {
        publisher.publish("e", TEXT_BYTES).await;
    }
    publisher.publish("mark", 0).await;
    let all = good.await.expect("one that reads gets everything");
    assert_eq!(all.keys().next(), Some(&1));
    for bad in bad {
        bad.await.expect("what it got was in order and whole");
    }
    // They are let go, and hold nothing back.
    let gone = async {
        loop {
            serving.hub.measure().await;
            if serving.hub.metrics().connections.get() <= 1 {
                return;
            }
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(SOON, gone).await.expect("every connection that broke is let go");
    assert_eq!(serving.hub.metrics().queue_bytes.get(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn publishers_without_pause_are_held_back_before_one_that_reads_is_closed() {
    let serving = serve(MAX_QUEUE_BYTES).await;
    let mut slow = Raw::connect_with(serving.address, Some(LITTLE_BYTES)).await;
    slow.follow("t").await;
    let mut good = Vec::new();
    for _ in 0..8 {
        good.push(reader(&serving, "t").await);
    }
    let mut publisher = Publisher::new(&serving, "t").await;
    for _ in 0..40 {
        publisher.burst(60).await;
    }
    publisher.publish("mark", 0).await;
    let mut all: Option<Texts> = None;
    for good in good {
        let texts = good.await.expect("one that reads is not closed");
        assert!(all.is_none_or(|all| all == texts));
        all = Some(texts);
    }
    println!("held back {} times", publisher.held_back);
    assert!(serving.hub.metrics().fanout.slow_closes() <= 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_on_one_thread_holds_up_no_settle_on_another() {
    let serving = serve(1 << 20).await;
    let mut crowd = Vec::new();
    for _ in 0..64 {
        crowd.push(reader(&serving, "flood").await);
    }
    let is_over = Arc::new(AtomicBool::new(false));
    let flood = tokio::spawn({
        let (serving, is_over) = (Arc::clone(&serving), Arc::clone(&is_over));
        async move {
            let mut publisher = Publisher::new(&serving, "flood").await;
            while !is_over.load(Ordering::Relaxed) {
                publisher.publish("e", 200).await;
            }
            publisher.publish("mark", 0).await;
        }
    });
    let (mut person, mut host) = (Raw::connect(serving.address).await, Raw::connect(serving.address).await);
    person.follow("calm").await;
    for n in 1..=20 {
        let dialog = json!({"method": "confirm", "title": "Go?"});
        let asked = host.call("dialog.ask", json!({"thread": "calm", "dialog": dialog, "wait_ms": 0})).await;
        let answer = json!({"thread": "calm", "id": asked["result"]["id"], "confirmed": true});
        let reply = tokio::time::timeout(SOON, person.call("dialog.answer", answer)).await.expect("in time");
        assert_eq!(reply["result"], json!({}));
        let settled = person.texts.values().filter(|text| text.contains("dialog.settled")).count();
        assert_eq!(settled, n, "the settle comes before the reply");
    }
    is_over.store(true, Ordering::Relaxed);
    flood.await.expect("the flood is held back at most");
    let mut all: Option<Texts> = None;
    for texts in crowd {
        let texts = texts.await.expect("nobody is closed");
        assert!(all.is_none_or(|all| all == texts));
        all = Some(texts);
    }
}
