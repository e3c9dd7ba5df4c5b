//! What a new process finds.

use dialog_hub::core::command::{Command, OnDisconnect, Wait};
use dialog_hub::core::effect::Reply;
use dialog_hub::core::outcome::Outcome;
use dialog_hub::error::Code;
use dialog_hub::hub::{Clock, Hub, State};
use dialog_hub::store::StoreError;
use serde_json::json;

use crate::rig::{Disk, Rig, START_MS, answer, get, since, yes};

#[tokio::test]
async fn a_limit_that_passed_while_the_hub_was_down_is_told_at_the_start() {
    let disk = Disk::default();
    let rig = Rig::with(Default::default(), &disk);
    let late = rig.ask_with("t", |ask| ask.timeout_ms = Some(2_000)).await;
    let first = rig.ask_with("t", |ask| ask.timeout_ms = Some(1_000)).await;
    let open = rig.ask("t").await;
    rig.stop();

    let rig = Rig::at(START_MS + 10_000, Default::default(), &disk);
    rig.settle().await;
    let row = rig.hub.threads().await.expect("rows").remove(0);
    assert_eq!((row.open, row.busy), (1, true));
    for id in [late, first] {
        let Reply::Result(result) = rig.call("t", get(id, Wait::Ms(0))).await else { panic!("open") };
        assert_eq!(result.outcome, Outcome::TimedOut);
    }
    rig.call("t", answer(&open, yes())).await;
}

#[tokio::test]
async fn no_host_is_connected_after_a_start() {
    let disk = Disk::default();
    let rig = Rig::with(Default::default(), &disk);
    let mut host = rig.peer();
    let conn = host.connection.conn();
    let attached =
        host.call("t", Command::Attach { conn, instance: Some("i".into()) }).await["result"].take();
    // The process ends with the host connected, so nothing says that it went away.
    rig.stop();

    let rig = Rig::with(Default::default(), &disk);
    rig.settle().await;
    assert!(!rig.hub.threads().await.expect("rows")[0].live);
    let snapshot = rig.peer().follow("t", since(&attached, attached["seq"].as_u64().expect("a seq"))).await;
    assert_eq!(snapshot["epoch"], attached["epoch"]);
    assert_eq!(snapshot["missed"][0]["live"], json!(false));
}

#[tokio::test]
async fn a_dialog_that_ends_with_its_asker_ends_after_a_start_without_it() {
    let disk = Disk::default();
    let rig = Rig::with(Default::default(), &disk);
    let kept = rig.ask("t").await;
    let gone = rig.ask_with("t", |ask| ask.on_disconnect = OnDisconnect::Withdraw).await;
    rig.stop();

    let rig = Rig::with(Default::default(), &disk);
    rig.settle().await;
    assert_eq!(rig.hub.threads().await.expect("rows")[0].open, 2, "the asker may still come back");
    rig.clock.advance(rig.limits.host_grace_ms);
    rig.settle().await;
    assert_eq!(rig.hub.threads().await.expect("rows")[0].open, 1);
    let Reply::Result(result) = rig.call("t", get(gone, Wait::Ms(0))).await else { panic!("open") };
    assert_eq!(result.outcome, Outcome::Withdrawn);
    rig.call("t", answer(&kept, yes())).await;
}

#[tokio::test]
async fn a_long_log_is_cut_and_still_gives_its_recent_events() {
    let disk = Disk::default();
    let limits = dialog_hub::core::limits::Limits { history_events: 100, ..Default::default() };
    let rig = Rig::with(limits.clone(), &disk);
    let id = rig.ask("t").await;
    for n in 0..9_000 {
        rig.publish("t", json!(n)).await;
    }
    rig.stop();

    let rig = Rig::with(limits, &disk);
    let snapshot = rig.peer().follow("t", None).await;
    let seq = snapshot["seq"].as_u64().expect("a seq");
    assert_eq!(snapshot["open"][0]["id"], id.as_str());
    let near = rig.peer().follow("t", since(&snapshot, seq - 100)).await;
    assert_eq!(near["missed"].as_array().map(Vec::len), Some(100));
    let far = rig.peer().follow("t", since(&snapshot, 1)).await;
    assert_eq!(far["recovered"], false, "what is old is not kept for ever");
}

#[tokio::test]
async fn a_damaged_thread_is_closed_to_its_callers_and_harms_no_other() {
    let disk = Disk::default();
    let rig = Rig::with(Default::default(), &disk);
    rig.publish("bad", json!(1)).await;
    rig.publish("good", json!(1)).await;
    rig.stop();
    disk.damage("bad");

    let rig = Rig::with(Default::default(), &disk);
    for _ in 0..2 {
        let refused = rig.try_call("bad", Command::Snapshot).await.expect_err("it cannot be read");
        assert_eq!(refused.code, Code::StoreFailed);
        rig.publish("good", json!(2)).await;
    }
    assert_eq!(rig.hub.state(), State::Serving);
    rig.stop();
}

#[tokio::test]
async fn a_thread_that_cannot_be_read_at_the_start_is_no_start() {
    let disk = Disk::default();
    let rig = Rig::with(Default::default(), &disk);
    rig.ask("bad").await;
    rig.stop();
    disk.damage("bad");

    let clock = Clock::manual(START_MS).0;
    let started = Hub::start(Default::default(), Box::new(disk), clock, Default::default());
    assert!(matches!(started.map(drop), Err(StoreError::Damaged { .. })));
}
