//! Durable before visible, an event before the replies that follow it, following as one step.

use dialog_hub::core::command::{Command, Wait};
use dialog_hub::core::effect::Reply;
use dialog_hub::core::outcome::Outcome;
use dialog_hub::error::Code;
use dialog_hub::hub::State;
use dialog_hub::store::StoreError;
use serde_json::{Value, json};

use crate::rig::{Disk, Rig, answer, ask, get, publish, within, yes};

#[tokio::test]
async fn the_settle_comes_before_the_hosts_reply() {
    let rig = Rig::new();
    let mut host = rig.peer();
    host.follow("t", None).await;
    let conn = host.connection.conn();
    let request = host.send("t", ask(Wait::Forever, |ask| ask.caller.conn = Some(conn))).await;
    let shown = host.event("dialog.requested").await;
    rig.call("t", answer(&id_of(&shown), yes())).await;
    host.until(|frame| frame["id"] == request && frame.get("result").is_some()).await;

    let place = |needle: &str| {
        let found = host.frames.iter().position(|frame| frame.contains(needle));
        found.unwrap_or_else(|| panic!("no {needle} in {:?}", host.frames))
    };
    let places = [
        r#""dialog.asked""#,
        r#""dialog.requested""#,
        r#""dialog.settled""#,
        r#""outcome":"answered","value":true"#,
    ];
    assert!(places.map(place).is_sorted(), "{:?}", host.frames);
}

#[tokio::test]
async fn the_first_answer_of_two_in_one_batch_wins() {
    let rig = Rig::new();
    let id = rig.ask("t").await;
    let (one, two) = tokio::join!(
        rig.try_call("t", answer(&id, yes())),
        rig.try_call("t", answer(&id, json!({"confirmed": false}))),
    );
    assert!(one.is_ok(), "{one:?}");
    let late = two.expect_err("it came second");
    assert_eq!((late.code, late.more.outcome), (Code::NotOpen, Some(Outcome::Answered)));
}

#[tokio::test]
async fn all_followers_get_the_same_bytes_in_the_same_order() {
    let rig = Rig::new();
    let mut tabs = [rig.peer(), rig.peer(), rig.peer()];
    for tab in &mut tabs {
        tab.follow("t", None).await;
    }
    for n in 0..50 {
        rig.publish("t", json!(n)).await;
    }
    let mut got = Vec::new();
    for tab in &mut tabs {
        tab.until(|frame| frame["params"]["seq"] == 50).await;
        got.push(tab.frames[1..].to_vec());
        assert_eq!(tab.seqs(), (1..=50).collect::<Vec<_>>());
    }
    assert!(got.iter().all(|frames| *frames == got[0]));
}

#[tokio::test]
async fn a_follower_that_joins_in_a_storm_gets_the_next_event_first() {
    let rig = Rig::new();
    let mut storm = rig.peer();
    for n in 0..200 {
        storm.send("t", publish(json!(n))).await;
        if n % 20 == 0 {
            let mut tab = rig.peer();
            let seq = tab.follow("t", None).await["seq"].as_u64().expect("a seq");
            assert_eq!(tab.frames.len(), 1, "nothing before the snapshot");
            rig.publish("t", json!("mark")).await;
            let first = tab.event("thread.published").await;
            assert_eq!(first["seq"], seq + 1);
        }
    }
}

#[tokio::test]
async fn a_batch_that_fails_acknowledges_nothing() {
    let disk = Disk::default();
    let rig = Rig::with(Default::default(), &disk);
    let mut tab = rig.peer();
    tab.follow("t", None).await;
    let id = rig.ask("t").await;
    tab.event("thread.status").await;
    let seen = tab.frames.len();
    let waiting = tokio::spawn({
        let (hub, id) = (rig.hub.clone(), id.clone());
        async move { hub.call(crate::rig::name("t"), get(id, Wait::Forever)).await }
    });
    while rig.hub.metrics().waiting_calls.get() == 0 {
        rig.settle().await;
    }
    disk.break_it();

    let failed = rig.try_call("t", answer(&id, yes())).await.expect_err("it is not on disk");
    assert_eq!(failed.code, Code::StoreFailed);
    assert_eq!(within(waiting).await.expect("no panic").expect_err("it never ended").code, Code::StoreFailed);
    assert_eq!(tab.closed().await, 4011);
    assert_eq!(tab.frames.len(), seen + 1, "nothing but the close frame");
    assert_eq!(rig.hub.state(), State::StoreFailed);
    assert_eq!(rig.try_call("t", publish(json!(1))).await.expect_err("for good").code, Code::StoreFailed);
    assert_eq!(rig.peer().closed().await, 4011);
}

#[tokio::test]
async fn a_log_that_cannot_be_read_fails_the_hub() {
    let disk = Disk::default();
    let rig = Rig::with(Default::default(), &disk);
    rig.publish("t", json!(1)).await;
    rig.stop();
    // Nothing is open on it, so it is read when somebody asks for it.
    let rig = Rig::with(Default::default(), &disk);
    disk.break_it();
    assert_eq!(rig.try_call("t", Command::Snapshot).await.expect_err("unread").code, Code::StoreFailed);
    assert_eq!(rig.hub.state(), State::StoreFailed);
}

#[tokio::test]
async fn calls_of_one_connection_are_begun_in_order() {
    let rig = Rig::new();
    let mut peer = rig.peer();
    let mut requests = Vec::new();
    for n in 0..1_000 {
        requests.push(peer.send("t", publish(json!(n))).await);
    }
    for (n, request) in requests.into_iter().enumerate() {
        let reply = peer.until(|frame| frame["id"] == request).await;
        assert_eq!(reply["result"], json!({"seq": n + 1}));
    }
    let Reply::Snapshot(snapshot) = rig.call("t", Command::Snapshot).await else { panic!("no snapshot") };
    assert_eq!(snapshot.seq, 1_000);
}

fn id_of(event: &Value) -> dialog_hub::core::id::DialogId {
    dialog_hub::core::id::DialogId::named(event["id"].as_str().expect("an id"))
}

#[tokio::test]
async fn damage_that_is_found_while_the_hub_serves_ends_the_use_of_the_store() {
    let disk = Disk::default();
    let damaged = disk.look();
    let rig = Rig::with(Default::default(), &disk);
    let mut tab = rig.peer();
    tab.follow("t", None).await;
    rig.ask("t").await;
    damaged.send(StoreError::Damaged { file: "f".into(), place: "p".into() }).expect("the hub listens");
    assert_eq!(tab.closed().await, 4011);
    assert_eq!(rig.hub.state(), State::StoreFailed);
}

#[tokio::test]
async fn a_look_that_finds_nothing_leaves_the_hub_alone() {
    let disk = Disk::default();
    drop(disk.look());
    let rig = Rig::with(Default::default(), &disk);
    rig.ask("t").await;
    rig.settle().await;
    assert_eq!(rig.hub.state(), State::Serving);
}
