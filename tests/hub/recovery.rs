//! Coming back with `since`, and readers that are too slow.

use serde_json::json;

use crate::rig::{Disk, Rig, answer, since, within, yes};
use dialog_hub::core::command::{Command, Voice};
use dialog_hub::fanout::{Kind, Outbox, Pushed, Taken};
use std::sync::Arc;

/// The part of a follow's reply that has the missed events, byte for byte.
fn missed(frames: &[String]) -> &str {
    let reply = frames.iter().find(|frame| frame.contains(r#""missed""#)).expect("a reply");
    &reply[reply.find(r#""recovered""#).expect("recovered")..]
}

#[tokio::test]
async fn memory_and_store_recover_the_same_bytes() {
    let disk = Disk::default();
    let rig = Rig::with(Default::default(), &disk);
    let snapshot = rig.peer().follow("before", None).await;
    let id = rig.ask("before").await;
    rig.call("before", Command::Move { to: crate::rig::name("after") }).await;
    rig.call("after", answer(&id, yes())).await;
    rig.publish("after", json!({"ü": [1, 2.5, null]})).await;
    let opened = rig.peer().follow("after", None).await;
    let from = since(&opened, 0);

    let mut by_ring = rig.peer();
    let reply = by_ring.follow("after", from).await;
    assert_eq!(reply["recovered"], true, "{snapshot} {reply}");
    assert_eq!(reply["missed"][0]["thread"], "before");
    rig.stop();

    let rig = Rig::with(Default::default(), &disk);
    let mut by_store = rig.peer();
    by_store.follow("after", from).await;
    assert_eq!(missed(&by_ring.frames), missed(&by_store.frames));
}

#[tokio::test]
async fn a_slow_follower_is_closed_alone_and_comes_back() {
    let rig = Rig::new();
    let (mut slow, mut good) = (rig.peer_with(10_000), rig.peer());
    let snapshot = slow.follow("t", None).await;
    good.follow("t", None).await;
    let data = "x".repeat(1_000);
    rig.publish("t", json!(data)).await;
    slow.event("thread.published").await;
    for _ in 0..20 {
        rig.publish("t", json!(data)).await;
    }
    good.until(|frame| frame["params"]["seq"] == 21).await;
    assert_eq!(good.seqs(), (1..=21).collect::<Vec<_>>());

    assert_eq!(slow.closed().await, 4008);
    let last = *slow.seqs().last().expect("the first event");
    assert_eq!(slow.seqs(), (1..=last).collect::<Vec<_>>(), "a prefix without a hole");
    assert!(last < 21);
    assert_eq!(rig.hub.metrics().fanout.slow_closes(), 1);
    assert!(!good.outbox.is_closed());

    let reply = rig.peer().follow("t", since(&snapshot, last)).await;
    assert_eq!(reply["missed"].as_array().map(Vec::len), Some(21 - last as usize));
}

#[tokio::test]
async fn what_is_larger_than_the_queue_is_not_recovered() {
    let rig = Rig::new();
    for _ in 0..20 {
        rig.publish("t", json!("x".repeat(1_000))).await;
    }
    let snapshot = rig.peer().follow("t", None).await;
    let reply = rig.peer_with(10_000).follow("t", since(&snapshot, 0)).await;
    assert_eq!((&reply["recovered"], &reply["missed"]), (&json!(false), &json!([])));
}

#[tokio::test]
async fn an_sse_stream_begins_with_its_snapshot() {
    let rig = Rig::new();
    let outbox = Arc::new(Outbox::new(Kind::Sse, 1 << 20));
    let following = rig.hub.follow_sse(outbox.clone(), crate::rig::name("t"), None, Voice::Mute);
    let connection = within(following).await.expect("it follows");
    rig.publish("t", json!(1)).await;
    let mut blocks = Vec::new();
    while blocks.len() < 2 {
        assert_eq!(within(outbox.take(&mut blocks)).await, Taken::More);
    }
    assert!(blocks[0].starts_with(b"id: ") && blocks[0].ends_with(b"\n\n"));
    let first = String::from_utf8(blocks[0].to_vec()).expect("UTF-8");
    assert!(first.contains(":0\nevent: snapshot\ndata: {\"thread\":\"t\","), "{first}");
    let second = String::from_utf8(blocks[1].to_vec()).expect("UTF-8");
    assert!(
        second.contains(":1\nevent: thread.published\ndata: {\"type\":\"thread.published\","),
        "{second}"
    );

    rig.call("t", Command::Forget).await;
    loop {
        match within(outbox.take(&mut blocks)).await {
            Taken::More => {}
            Taken::Closed(code) => break assert_eq!(code.number(), 1000),
        }
    }
    assert_eq!(outbox.push_raw("x".into()), Pushed::Ended);
    drop(connection);
}
