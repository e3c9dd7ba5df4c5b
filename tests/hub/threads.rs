//! Names, epochs, moves, forgetting, memory.

use dialog_hub::core::command::{Command, Wait};
use dialog_hub::core::effect::{AskResult, Reply};
use dialog_hub::core::outcome::Outcome;
use dialog_hub::error::Code;
use serde_json::json;

use crate::rig::{Rig, answer, ask, get, name, publish, since, yes};

#[tokio::test]
async fn only_asking_attaching_publishing_and_running_make_a_thread() {
    let rig = Rig::new();
    let id = rig.ask("other").await;
    for (command, code) in [
        (Command::Snapshot, Code::NoThread),
        (Command::Stop, Code::NoThread),
        (answer(&id, yes()), Code::NotOpen),
        (get(id.clone(), Wait::Ms(0)), Code::NoDialog),
        (Command::Move { to: name("new") }, Code::NoThread),
        (Command::Forget, Code::NoThread),
    ] {
        let what = format!("{command:?}");
        assert_eq!(rig.try_call("t", command).await.expect_err("cold").code, code, "{what}");
    }
    rig.settle().await;
    let metrics = rig.hub.metrics();
    assert_eq!((metrics.threads.get(), metrics.loaded_threads.get()), (1, 1));
    rig.call("t", Command::RunBegin).await;
    let rows: Vec<_> = rig.hub.threads().await.expect("rows").into_iter().map(|row| row.thread).collect();
    assert_eq!(rows, [name("other"), name("t")]);
}

#[tokio::test]
async fn a_cold_thread_keeps_its_epoch_while_somebody_follows_it() {
    let rig = Rig::new();
    let mut tab = rig.peer();
    let cold = tab.follow("t", None).await;
    assert_eq!((&cold["seq"], &cold["open"]), (&json!(0), &json!([])));
    rig.publish("t", json!(1)).await;
    assert_eq!(tab.event("thread.published").await["seq"], 1);
    assert_eq!(rig.peer().follow("t", None).await["epoch"], cold["epoch"]);
}

#[tokio::test]
async fn a_cold_thread_that_was_left_is_found_again() {
    let rig = Rig::new();
    let cold = rig.peer().follow("t", None).await;
    rig.settle().await;
    assert_eq!(rig.hub.metrics().loaded_threads.get(), 0);
    rig.publish("t", json!(1)).await;
    let back = rig.peer().follow("t", since(&cold, 0)).await;
    assert_eq!((&back["epoch"], &back["recovered"]), (&cold["epoch"], &json!(true)));
    assert_eq!(back["missed"].as_array().map(Vec::len), Some(1));
    rig.call("t", Command::Forget).await;
    assert_ne!(rig.peer().follow("t", None).await["epoch"], cold["epoch"]);
}

#[tokio::test]
async fn a_moved_thread_takes_its_followers_and_dialogs_along() {
    let rig = Rig::new();
    let (mut old, mut new) = (rig.peer(), rig.peer());
    let before = old.follow("a", None).await;
    let cold = new.follow("b", None).await;
    let id = rig.ask("a").await;
    rig.call("a", Command::Move { to: name("b") }).await;
    assert_eq!(rig.try_call("a", Command::Snapshot).await.expect_err("cold").code, Code::NoThread);
    rig.call("b", answer(&id, yes())).await;

    let moved = old.event("thread.moved").await;
    assert_eq!((&moved["thread"], &moved["to"]), (&json!("a"), &json!("b")));
    let settled = old.event("dialog.settled").await;
    assert_eq!(settled["thread"], "b");
    assert_eq!(
        new.event("dialog.settled").await,
        settled,
        "followers of the cold name follow the moved stream"
    );
    assert_ne!(cold["epoch"], before["epoch"]);
    let again = new.follow("b", None).await;
    assert_eq!(again["epoch"], before["epoch"]);
    assert_ne!(
        rig.peer().follow("a", None).await["epoch"],
        before["epoch"],
        "the old name is another thread"
    );
}

#[tokio::test]
async fn a_thread_moves_onto_no_name_that_has_events() {
    let rig = Rig::new();
    rig.publish("a", json!(1)).await;
    rig.publish("b", json!(1)).await;
    for to in ["a", "b"] {
        let error = rig.try_call("a", Command::Move { to: name(to) }).await.expect_err("taken");
        assert_eq!((error.code, error.more.field.as_deref()), (Code::BadRequest, Some("to")), "{to}");
    }
}

#[tokio::test]
async fn names_that_change_hands_in_a_row_never_collide() {
    let rig = Rig::new();
    let mut peer = rig.peer();
    rig.publish("a", json!("a")).await;
    rig.publish("b", json!("b")).await;
    let mut last = 0;
    for (from, to) in [("a", "c"), ("b", "a"), ("c", "b")] {
        last = peer.send(from, Command::Move { to: name(to) }).await;
    }
    let reply = peer.until(|frame| frame["id"] == last).await;
    assert_eq!(reply["result"], json!({}));
    let rows: Vec<_> = rig.hub.threads().await.expect("rows").into_iter().map(|row| row.thread).collect();
    assert_eq!(rows, [name("a"), name("b")]);
}

#[tokio::test]
async fn a_forgotten_thread_is_gone_and_its_name_is_new() {
    let rig = Rig::new();
    let mut tab = rig.peer();
    let before = tab.follow("t", None).await;
    let conn = tab.connection.conn();
    let request = tab.send("t", ask(Wait::Forever, |ask| ask.caller.conn = Some(conn))).await;
    tab.event("dialog.requested").await;
    rig.call("t", Command::Forget).await;
    assert_eq!(tab.event("dialog.settled").await["outcome"], "disposed");
    assert_eq!(tab.until(|frame| frame["id"] == request).await["result"]["outcome"], "disposed");
    assert_eq!(tab.event("thread.moved").await["to"], json!(null));

    rig.publish("t", json!(1)).await;
    let after = tab.follow("t", None).await;
    assert_eq!(after["seq"], 1);
    assert_ne!(after["epoch"], before["epoch"]);
    assert_eq!(tab.seqs().iter().filter(|seq| **seq == 1).count(), 1, "it did not follow the new thread");
}

#[tokio::test]
async fn a_thread_that_left_memory_comes_back_whole() {
    let rig = Rig::new();
    let id = rig.ask("t").await;
    rig.settle().await;
    assert_eq!(rig.hub.metrics().loaded_threads.get(), 1);
    rig.clock.advance(60_000);
    rig.settle().await;
    assert_eq!(rig.hub.metrics().loaded_threads.get(), 0);
    rig.call("t", answer(&id, yes())).await;
    let Reply::Result(result) = rig.call("t", get(id, Wait::Ms(0))).await else { panic!("open") };
    let AskResult { outcome, .. } = *result;
    assert_eq!(outcome, Outcome::Answered);
}

#[tokio::test]
async fn a_followed_thread_stays_in_memory() {
    let rig = Rig::new();
    let mut tab = rig.peer();
    tab.follow("t", None).await;
    rig.publish("t", json!(1)).await;
    rig.clock.advance(600_000);
    rig.settle().await;
    assert_eq!(rig.hub.metrics().loaded_threads.get(), 1);
    drop(tab);
    rig.settle().await;
    rig.clock.advance(60_000);
    rig.settle().await;
    assert_eq!(rig.hub.metrics().loaded_threads.get(), 0);
}

#[tokio::test]
async fn rows_are_told_to_who_watches_the_hub() {
    let rig = Rig::new();
    rig.publish("old", json!(1)).await;
    let mut peer = rig.peer();
    peer.connection.follow_hub(Some(dialog_hub::wire::rpc::RequestId::Unsigned(900))).await;
    let list = peer.until(|frame| frame["id"] == 900).await;
    assert_eq!(list["result"]["threads"][0]["thread"], "old");
    let id = rig.ask("t").await;
    assert_eq!(peer.notice("hub.thread").await["open"], 1);
    rig.call("t", answer(&id, yes())).await;
    rig.clock.advance(100);
    assert_eq!(peer.notice("hub.thread").await["open"], 0, "the last state always comes");
    rig.clock.advance(100);
    rig.call("t", Command::Forget).await;
    rig.clock.advance(100);
    assert_eq!(peer.notice("hub.thread").await, json!({"thread": "t", "gone": true}));
    rig.call("old", publish(json!(2))).await;
    assert_eq!(peer.notice("hub.thread").await["thread"], "old", "gone was told once");
}
