//! Followers that come and go while events storm, over WebSocket and SSE.

use std::sync::Arc;

use serde_json::json;
use tokio::task::JoinSet;

use crate::raw::{Raw, Texts};
use crate::rng::Rng;
use crate::server_support::Peer;
use crate::{Publisher, assert_same, reader, serve};

const FOLLOWERS: u64 = 200;
const SSE_READERS: usize = 5;
/// Everything here, so that nobody is too slow.
const ROOMY: usize = 64 << 20;

/// The texts of the blocks of an SSE stream, up to the mark.
async fn read_blocks(mut peer: Peer) -> Vec<String> {
    let all = peer.read_until(r#""event":"mark""#).await;
    let texts = all.lines().filter_map(|line| line.strip_prefix("data: "));
    texts.filter(|text| text.contains(r#""event":"e""#)).map(str::to_owned).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_hundred_that_come_and_go_in_a_storm_see_one_stream_without_a_hole() {
    let serving = serve(ROOMY).await;
    let witness = reader(&serving, "t").await;
    let mut blocks = JoinSet::new();
    for _ in 0..SSE_READERS {
        let mut peer = Peer::connect(serving.address).await;
        peer.send(b"GET /api/threads/t/events HTTP/1.1\r\nHost: localhost\r\n\r\n").await;
        peer.read_until("event: snapshot").await;
        blocks.spawn(read_blocks(peer));
    }
    let mut crowd: JoinSet<Vec<Texts>> = JoinSet::new();
    for n in 0..FOLLOWERS {
        let serving = Arc::clone(&serving);
        crowd.spawn(async move {
            let (mut rng, mut seen) = (Rng(n), Vec::new());
            let mut raw = Raw::connect(serving.address).await;
            for _ in 0..1 + rng.below(5) {
                raw.follow("t").await;
                for _ in 0..rng.below(30) {
                    raw.step().await;
                }
                // Again, on the same connection: the stream goes on behind the new snapshot.
                if rng.below(3) == 0 {
                    raw.follow("t").await;
                }
                if rng.below(2) == 0 {
                    raw.unfollow("t").await;
                    seen.push(std::mem::take(&mut raw.texts));
                } else {
                    seen.push(std::mem::take(&mut raw.texts));
                    std::mem::replace(&mut raw, Raw::connect(serving.address).await).reset();
                }
            }
            seen
        });
    }
    let mut publisher = Publisher::new(&serving, "t").await;
    let mut seen = Vec::new();
    let mut count = 0;
    while !crowd.is_empty() {
        publisher.publish("e", count % 400).await;
        count += 1;
        // A dialog now and then: an early event among the others.
        if count % 10 == 0 {
            let dialog = json!({"method": "confirm", "title": "Go?"});
            let ask = json!({"thread": "t", "dialog": dialog, "wait_ms": 0, "timeout_ms": 1_000});
            publisher.raw.call("dialog.ask", ask).await;
        }
        while let Some(done) = crowd.try_join_next() {
            seen.extend(done.expect("every stream was without a hole"));
        }
    }
    publisher.publish("mark", 0).await;
    let all = witness.await.expect("the witness sees everything");
    assert!(all.len() >= count);
    seen.iter().for_each(|texts| assert_same(&all, texts));
    let event = |frame: &String| {
        let (_, params) = frame.split_once(r#""params":"#).expect("a notification");
        params[..params.len() - 1].to_owned()
    };
    let published: Vec<String> =
        all.values().filter(|text| text.contains(r#""event":"e""#)).map(event).collect();
    while let Some(texts) = blocks.join_next().await {
        assert!(texts.expect("a reader reads on") == published, "an SSE reader gets the same events");
    }
    println!("{} streams, {} events", seen.len(), all.len());
}
