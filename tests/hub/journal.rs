//! What becomes of a reply that carries an answer: written it is handed over, lost on the way it waits to be pushed.

use std::sync::Arc;

use dialog_hub::core::command::{Caller, Command, HostReply, Wait};
use dialog_hub::core::dialog::Dialog;
use dialog_hub::core::effect::Reply;
use dialog_hub::core::id::{DialogId, HostRequestId};
use dialog_hub::core::journal::{Delivery, Listed};
use dialog_hub::core::json::Json;
use dialog_hub::core::limits::Limits;
use dialog_hub::fanout::Pushed;
use serde_json::{Value, json};

use crate::rig::{Disk, Peer, Rig, answer, ask, get, name, publish, within};

/// A question whose answer is journaled.
fn input(title: &str) -> Arc<Dialog> {
    let source = Json(json!({"method": "input", "title": title}));
    Arc::new(Dialog::parse(source, &Limits::default()).expect("a good dialog"))
}

async fn asked(rig: &Rig, thread: &str, title: &str) -> DialogId {
    rig.ask_with(thread, |ask| ask.dialog = input(title)).await
}

fn said(text: &str) -> Value {
    json!({"value": text})
}

async fn list(rig: &Rig, thread: &str) -> Vec<Listed> {
    match rig.call(thread, Command::JournalList).await {
        Reply::Journal(listing) => listing.entries,
        other => panic!("no list: {other:?}"),
    }
}

async fn one(rig: &Rig, thread: &str) -> (Delivery, bool) {
    let listed = list(rig, thread).await;
    assert_eq!(listed.len(), 1, "{listed:?}");
    (listed[0].delivery, listed[0].is_acked)
}

/// A host that is attached and asks, and its waiting question.
async fn asking_host(rig: &Rig, title: &str) -> (Peer, DialogId) {
    let mut host = rig.peer();
    let conn = host.connection.conn();
    host.call("t", Command::Attach { conn, instance: Some("i".into()) }).await;
    let change = |ask: &mut dialog_hub::core::command::Ask| {
        ask.dialog = input(title);
        ask.caller = Caller { conn: Some(conn), instance: None };
    };
    host.send("t", ask(Wait::Forever, change)).await;
    let shown = host.notice("dialog.asked").await;
    let id = DialogId::named(shown["id"].as_str().expect("an id"));
    (host, id)
}

fn request_of(frame: &Value) -> HostRequestId {
    let number = frame["id"].as_str().and_then(|id| id.strip_prefix("srq-")).and_then(|id| id.parse().ok());
    HostRequestId(number.expect("an id of the hub"))
}

#[tokio::test]
async fn a_plain_reply_over_http_that_was_written_proves_itself() {
    let rig = Rig::new();
    let id = asked(&rig, "t", "Name?").await;
    rig.call("t", answer(&id, said("a"))).await;
    assert_eq!(one(&rig, "t").await, (Delivery::Pending, false), "nobody waited for it");
    let replied = within(rig.hub.call(name("t"), get(id.clone(), Wait::Ms(0)))).await.expect("it is known");
    let receipt = replied.receipt.expect("it carries an answer");
    assert_eq!(one(&rig, "t").await, (Delivery::Pending, false), "decided is not written");
    receipt.written();
    assert_eq!(one(&rig, "t").await, (Delivery::HandedOff, true));
}

#[tokio::test]
async fn a_reply_over_http_that_is_dropped_unread_is_given_back() {
    let rig = Rig::new();
    let id = asked(&rig, "t", "Name?").await;
    let mut waiting = Box::pin(rig.hub.call(name("t"), get(id.clone(), Wait::Forever)));
    while rig.hub.metrics().waiting_calls.get() == 0 {
        assert!(futures::poll!(&mut waiting).is_pending());
        rig.settle().await;
    }
    rig.call("t", answer(&id, said("a"))).await;
    assert_eq!(one(&rig, "t").await, (Delivery::None, false), "the reply is decided and was not taken");
    drop(waiting);
    assert_eq!(one(&rig, "t").await, (Delivery::Pending, false));
    let replied = within(rig.hub.call(name("t"), get(id, Wait::Ms(0)))).await.expect("it is known");
    drop(replied);
    assert_eq!(one(&rig, "t").await, (Delivery::Pending, false), "a body that nobody reads proves nothing");
}

#[tokio::test]
async fn a_reply_over_websocket_counts_when_it_is_written_and_not_before() {
    let rig = Rig::new();
    let (mut host, id) = asking_host(&rig, "Name?").await;
    rig.call("t", answer(&id, said("a"))).await;
    assert_eq!(one(&rig, "t").await.0, Delivery::None);
    let result = host.until(|frame| frame["result"]["value"] == "a").await;
    assert_eq!(one(&rig, "t").await, (Delivery::HandedOff, false), "an attached host has to say so itself");
    let token = result["result"]["token"].as_str().expect("a token");
    assert_eq!(list(&rig, "t").await[0].token.as_str(), token);
}

#[tokio::test]
async fn a_connection_that_ends_before_the_write_gives_its_answer_back() {
    let rig = Rig::new();
    let (host, id) = asking_host(&rig, "Name?").await;
    rig.call("t", answer(&id, said("a"))).await;
    assert_eq!(one(&rig, "t").await.0, Delivery::None);
    drop(host);
    assert_eq!(one(&rig, "t").await.0, Delivery::Pending);
    // The one that comes back is pushed to, and what it accepts is handed over.
    let mut host = rig.peer();
    let conn = host.connection.conn();
    host.call("t", Command::Attach { conn, instance: Some("i".into()) }).await;
    let pushed = host.until(|frame| frame["method"] == "journal.deliver").await;
    assert_eq!(pushed["params"]["value"], "a");
    rig.clock.advance(10 * 60_000);
    host.connection.host_replied(request_of(&pushed), HostReply::Done { run: None }).await;
    assert_eq!(one(&rig, "t").await.0, Delivery::HandedOff, "a delivery waits for its reply without a time");
}

#[tokio::test]
async fn a_push_that_was_not_begun_is_taken_back_at_a_boundary() {
    let rig = Rig::new();
    let (host, id) = asking_host(&rig, "Name?").await;
    drop(host);
    rig.call("t", answer(&id, said("a"))).await;
    let mut host = rig.peer();
    let conn = host.connection.conn();
    host.send("t", Command::Attach { conn, instance: Some("i".into()) }).await;
    rig.settle().await;
    // Nothing was read yet, so the push is queued behind the reply.
    rig.call("t", Command::Reset { reason: None }).await;
    host.call("t", publish(json!("mark"))).await;
    assert!(!host.frames.iter().any(|frame| frame.contains("journal.deliver")), "{:?}", host.frames);
    assert_eq!(host.outbox.push_frame("{}"), Pushed::Queued, "it lives on");
}

#[tokio::test]
async fn what_a_call_was_returning_waits_after_a_restart() {
    let disk = Disk::default();
    let rig = Rig::with(Limits::default(), &disk);
    let (host, id) = asking_host(&rig, "Name?").await;
    rig.call("t", answer(&id, said("a"))).await;
    assert_eq!(one(&rig, "t").await.0, Delivery::None);
    rig.stop();
    drop(host);
    let rig = Rig::with(Limits::default(), &disk);
    assert_eq!(one(&rig, "t").await.0, Delivery::Pending);
    rig.settle().await;
    let metrics = rig.hub.metrics();
    let gauges =
        (metrics.journal_pending.get(), metrics.journal_unacked.get(), metrics.journal_entries.get());
    assert_eq!(gauges, (1, 1, 1));
}

#[tokio::test]
async fn an_entry_that_nobody_waits_for_is_written_soon_or_with_the_next_commit() {
    let rig = Rig::new();
    let id = asked(&rig, "t", "Name?").await;
    rig.call("t", answer(&id, said("a"))).await;
    let before = rig.hub.metrics().commits.get();
    rig.call("t", get(id.clone(), Wait::Ms(0))).await;
    rig.settle().await;
    assert_eq!(rig.hub.metrics().commits.get(), before, "that it was written is not worth a sync");
    assert_eq!(rig.hub.metrics().journal_unacked.get(), 1, "as of the last commit");
    rig.publish("other", json!(1)).await;
    rig.settle().await;
    assert_eq!(rig.hub.metrics().commits.get(), before + 1);
    assert_eq!(rig.hub.metrics().journal_unacked.get(), 0, "it went along");

    let second = asked(&rig, "t", "Again?").await;
    rig.call("t", answer(&second, said("b"))).await;
    let before = rig.hub.metrics().commits.get();
    rig.call("t", get(second, Wait::Ms(0))).await;
    rig.settle().await;
    assert_eq!(rig.hub.metrics().commits.get(), before);
    rig.clock.advance(20);
    rig.settle().await;
    assert_eq!(rig.hub.metrics().commits.get(), before + 1);
    assert_eq!(rig.hub.metrics().journal_unacked.get(), 0);
}

#[tokio::test]
async fn an_entry_that_nobody_waits_for_survives_an_end_a_move_and_a_later_append() {
    let disk = Disk::default();
    let rig = Rig::with(Limits::default(), &disk);
    for thread in ["moved", "ended", "appended", "forgotten"] {
        let id = asked(&rig, thread, "Name?").await;
        rig.call(thread, answer(&id, said("a"))).await;
        rig.call(thread, get(id, Wait::Ms(0))).await;
    }
    rig.call("moved", Command::Move { to: name("moved-on") }).await;
    rig.publish("appended", json!(1)).await;
    rig.call("forgotten", Command::Forget).await;
    for thread in ["moved-on", "appended"] {
        let id = asked(&rig, thread, "Again?").await;
        rig.call(thread, answer(&id, said("b"))).await;
        rig.call(thread, get(id, Wait::Ms(0))).await;
    }
    rig.stop();
    let rig = Rig::with(Limits::default(), &disk);
    assert_eq!(one(&rig, "ended").await, (Delivery::HandedOff, true));
    for thread in ["moved-on", "appended"] {
        let proved: Vec<_> = list(&rig, thread).await.iter().map(|listed| listed.is_acked).collect();
        assert_eq!(proved, [true, true], "{thread}");
    }
    assert_eq!(rig.hub.threads().await.expect("rows").len(), 3);
}

#[tokio::test]
async fn a_thread_with_an_entry_that_waits_stays_in_memory_until_it_is_written() {
    let rig = Rig::new();
    let id = asked(&rig, "t", "Name?").await;
    rig.call("t", answer(&id, said("a"))).await;
    rig.settle().await;
    let before = rig.hub.metrics().commits.get();
    // It may leave memory at the next look, and just then gets an entry that nobody waits for.
    rig.clock.advance(59_999);
    rig.call("t", get(id, Wait::Ms(0))).await;
    rig.settle().await;
    rig.clock.advance(19);
    rig.settle().await;
    assert_eq!((rig.hub.metrics().commits.get(), rig.hub.metrics().loaded_threads.get()), (before, 1));
    for _ in 0..3 {
        rig.clock.advance(60_000);
        rig.settle().await;
    }
    assert_eq!((rig.hub.metrics().commits.get(), rig.hub.metrics().loaded_threads.get()), (before + 1, 0));
    assert_eq!(one(&rig, "t").await, (Delivery::HandedOff, true));
}
