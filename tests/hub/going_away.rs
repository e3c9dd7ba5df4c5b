//! Connections, calls and hubs that end.

use dialog_hub::core::command::{Command, HostReply, OnDisconnect, Wait};
use dialog_hub::core::effect::Reply;
use dialog_hub::core::id::HostRequestId;
use dialog_hub::error::Code;
use dialog_hub::hub::{Replied, State};
use serde_json::json;

use crate::rig::{Rig, ask, by, get, name, publish, within};

#[tokio::test]
async fn a_connection_that_ends_takes_its_dialogs_and_its_attachment_along() {
    let rig = Rig::new();
    let (mut host, mut tab) = (rig.peer(), rig.peer());
    tab.follow("t", None).await;
    tab.follow("u", None).await;
    let conn = host.connection.conn();
    host.call("t", Command::Attach { conn, instance: Some("i".into()) }).await;
    assert_eq!(tab.event("thread.status").await["live"], true);
    let change = |ask: &mut dialog_hub::core::command::Ask| {
        ask.caller.conn = Some(conn);
        ask.on_disconnect = OnDisconnect::Withdraw;
    };
    host.send("u", ask(Wait::Forever, change)).await;
    tab.event("dialog.requested").await;
    drop(host);
    let mut ends = Vec::new();
    while ends.len() < 2 {
        let frame = tab
            .until(|frame| frame["params"]["live"] == false || frame["params"]["outcome"] == "withdrawn")
            .await;
        if frame["params"]["thread"] == "t" || frame["params"]["outcome"] == "withdrawn" {
            ends.push(frame["params"]["thread"].clone());
        }
    }
    ends.sort_by_key(ToString::to_string);
    assert_eq!(ends, ["t", "u"]);
    rig.settle().await;
    let metrics = rig.hub.metrics();
    assert_eq!((metrics.waiting_calls.get(), metrics.connections.get(), metrics.followers.get()), (0, 1, 2));
}

#[tokio::test]
async fn a_call_over_http_that_is_broken_off_waits_no_more() {
    let rig = Rig::new();
    let id = rig.ask("t").await;
    let mut waiting = Box::pin(rig.hub.call(name("t"), get(id, Wait::Forever)));
    while rig.hub.metrics().waiting_calls.get() == 0 {
        assert!(futures::poll!(&mut waiting).is_pending());
        rig.settle().await;
    }
    drop(waiting);
    rig.settle().await;
    assert_eq!(rig.hub.metrics().waiting_calls.get(), 0);
}

#[tokio::test]
async fn a_wait_and_a_limit_end_in_time() {
    let rig = Rig::new();
    let mut tab = rig.peer();
    tab.follow("t", None).await;
    let conn = tab.connection.conn();
    let change = |ask: &mut dialog_hub::core::command::Ask| {
        ask.caller.conn = Some(conn);
        ask.timeout_ms = Some(5_000);
    };
    let request = tab.send("t", ask(Wait::Ms(1_000), change)).await;
    tab.event("dialog.requested").await;
    rig.clock.advance(1_000);
    let reply = tab.until(|frame| frame["id"] == request).await;
    assert_eq!(reply["result"]["outcome"], "open");
    rig.clock.advance(4_000);
    assert_eq!(tab.event("dialog.settled").await["outcome"], "timed_out");
}

#[tokio::test]
async fn a_host_is_asked_and_its_reply_counts_once() {
    let rig = Rig::new();
    let (mut host, mut tab) = (rig.peer(), rig.peer());
    let conn = host.connection.conn();
    host.call("t", Command::Attach { conn, instance: None }).await;
    let prompt = Command::Prompt { message: "go on".into(), data: None, from: by() };
    let request = tab.send("t", prompt).await;
    let asked = host.until(|frame| frame["method"] == "host.prompt").await;
    assert_eq!(asked["params"]["message"], "go on");
    let number = asked["id"].as_str().and_then(|id| id.strip_prefix("srq-")).and_then(|id| id.parse().ok());
    let id = HostRequestId(number.expect("an id of the hub"));
    tab.connection.host_replied(id, HostReply::Done { run: Some(9) }).await;
    host.connection.host_replied(id, HostReply::Done { run: Some(4) }).await;
    host.connection.host_replied(id, HostReply::Done { run: Some(5) }).await;
    let reply = tab.until(|frame| frame["id"] == request).await;
    assert_eq!(reply["result"], json!({"run": 4}));
}

#[tokio::test]
async fn a_drain_says_so_ends_waits_and_closes_everybody() {
    let rig = Rig::new();
    let (mut tab, mut quiet) = (rig.peer(), rig.peer());
    tab.follow("t", None).await;
    let id = rig.ask("t").await;
    let waiting = tokio::spawn({
        let (hub, id) = (rig.hub.clone(), id.clone());
        async move { hub.call(name("t"), get(id, Wait::Forever)).await }
    });
    while rig.hub.metrics().waiting_calls.get() == 0 {
        rig.settle().await;
    }
    let drain = tokio::spawn({
        let hub = rig.hub.clone();
        async move { hub.drain().await }
    });
    assert!(tab.notice("hub.draining").await["retry_after_ms"].as_u64() >= Some(1_000));
    let Ok(Replied { reply: Reply::Open { id: open }, .. }) = within(waiting).await.expect("no panic") else {
        panic!("not open")
    };
    assert_eq!(open, id);
    assert_eq!(rig.hub.state(), State::Draining);
    assert_eq!(rig.try_call("t", publish(json!(1))).await.expect_err("too late").code, Code::Draining);
    rig.clock.advance(50);
    assert_eq!((tab.closed().await, quiet.closed().await), (1012, 1012));
    assert!(!drain.is_finished());
    drop((tab, quiet));
    rig.clock.advance(20);
    within(drain).await.expect("no panic");
    rig.stop();
}

#[tokio::test]
async fn a_hub_that_was_shut_down_takes_nothing() {
    let rig = Rig::new();
    let hub = rig.hub.clone();
    rig.stop();
    assert_eq!(
        within(hub.call(name("t"), publish(json!(1)))).await.expect_err("it ended").code,
        Code::Draining
    );
    within(hub.drain()).await;
    within(hub.measure()).await;
}
