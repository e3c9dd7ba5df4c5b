//! What is refused, and to whom: counts at their bound, response frames of strangers.

use dialog_hub::core::command::Command;
use dialog_hub::core::id::DialogId;
use dialog_hub::core::limits::Limits;
use dialog_hub::error::Code;
use serde_json::json;

use crate::rig::{Disk, Rig, ask, publish, yes};
use dialog_hub::core::command::Wait;

#[tokio::test]
async fn a_hub_has_so_many_threads_and_no_more() {
    let rig = Rig::with(Limits { max_threads: 3, ..Limits::default() }, &Disk::default());
    let mut peer = rig.peer();
    let requests = [1, 2, 3, 4].map(|n| (format!("t{n}"), n));
    for (thread, _) in &requests {
        peer.send(thread, publish(json!(0))).await;
    }
    for (_, n) in requests {
        let reply = peer.until(|frame| frame["id"] == n).await;
        assert_eq!(reply.get("error").is_some(), n == 4, "{reply}");
    }
    assert_eq!(rig.try_call("t5", ask(Wait::Ms(0), |_| {})).await.expect_err("full").code, Code::Limit);
    rig.publish("t3", json!(1)).await;
    peer.follow("t6", None).await;
    assert_eq!(rig.try_call("t6", publish(json!(1))).await.expect_err("full").code, Code::Limit);
    rig.call("t1", Command::Forget).await;
    rig.publish("t6", json!(1)).await;
}

#[tokio::test]
async fn a_connection_follows_so_many_threads_and_no_more() {
    let rig = Rig::with(Limits { max_follows: 3, ..Limits::default() }, &Disk::default());
    let mut peer = rig.peer();
    for thread in ["a", "b", "c", "a"] {
        assert_eq!(peer.follow(thread, None).await["thread"], thread);
    }
    let command = peer.following(None);
    assert_eq!(peer.call("d", command).await["error"]["data"]["code"], "limit");
    let conn = peer.connection.conn();
    assert_eq!(peer.call("a", Command::Unfollow { conn }).await["result"], json!({}));
    assert_eq!(peer.follow("d", None).await["thread"], "d");
}

#[tokio::test]
async fn a_response_frame_counts_from_a_follower_alone() {
    let rig = Rig::new();
    let (mut stranger, mut tab) = (rig.peer(), rig.peer());
    let id = rig.ask("t").await;
    stranger.respond(&id, yes()).await;
    let refused = stranger.notice("dialog.refused").await;
    assert_eq!((&refused["id"], &refused["code"]), (&json!(id.as_str()), &json!("forbidden")));
    let conn = stranger.connection.conn();
    let error = Command::CannotShow { conn, id: id.clone(), message: "no".into() };
    stranger.connection.respond(error).await;
    stranger.respond(&DialogId::named("dlg-never"), yes()).await;

    tab.follow("t", None).await;
    tab.respond(&id, json!({"confirmed": 1})).await;
    assert_eq!(tab.notice("dialog.refused").await["reason"], "shape");
    tab.respond(&id, yes()).await;
    assert_eq!(tab.event("dialog.settled").await["outcome"], "answered");
    stranger.respond(&id, yes()).await;
    assert_eq!(stranger.notice("dialog.refused").await["code"], "forbidden", "settled or not");
}
