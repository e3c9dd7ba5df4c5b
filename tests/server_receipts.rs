//! Whether a reply with an answer counts as read, over real sockets: written to a peer that is there, or not.

mod server_support;

use std::time::Duration;

use dialog_hub::core::command::Command;
use dialog_hub::core::effect::Reply;
use dialog_hub::core::id::ThreadId;
use dialog_hub::core::journal::{Delivery, Listed};
use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server_support::{Peer, SOON, Serving, serve};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{WebSocketStream, client_async};

const ASK: &str = r#"{"dialog":{"method":"input","title":"Name?"},"recover":"never"}"#;

fn thread() -> ThreadId {
    ThreadId::parse("t").expect("a thread id")
}

/// The newest entry, once it fits.
async fn entry(serving: &Serving, fits: impl Fn(&Listed) -> bool) -> Listed {
    let found = async {
        loop {
            let listed = serving.hub.call(thread(), Command::JournalList).await.expect("a list").reply;
            let Reply::Journal(listing) = listed else { panic!("no list: {listed:?}") };
            if let Some(newest) = listing.entries.into_iter().next_back().filter(&fits) {
                return newest;
            }
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(SOON, found).await.expect("it comes to that in time")
}

/// Waits until so many calls wait.
async fn waiting(serving: &Serving, calls: u64) {
    let reached = async {
        while serving.hub.metrics().waiting_calls.get() != calls {
            serving.hub.measure().await;
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(SOON, reached).await.expect("it comes to that in time");
}

fn post(serving: &Serving, path: &str, body: &str) -> String {
    format!(
        "POST {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        serving.address,
        body.len()
    )
}

/// A question that waits for its answer over HTTP, and its id.
async fn asking(serving: &Serving) -> (Peer, String) {
    let mut peer = Peer::connect(serving.address).await;
    peer.send(post(serving, "/api/threads/t/dialogs?wait_ms=300000", ASK).as_bytes()).await;
    waiting(serving, 1).await;
    let snapshot = serving.get("/api/threads/t").await.json();
    let id = snapshot["open"].as_array().and_then(|open| open.last()).and_then(|card| card["id"].as_str());
    (peer, id.expect("it is open").to_owned())
}

async fn answer(serving: &Serving, id: &str) {
    let body = json!({"id": id, "value": "a"}).to_string();
    assert_eq!(serving.post("/api/threads/t/dialog", &body).await.status, 204);
}

#[tokio::test]
async fn a_reply_that_was_written_to_a_caller_who_is_there_is_proof() {
    let serving = serve().await;
    let (mut peer, id) = asking(&serving).await;
    answer(&serving, &id).await;
    assert_eq!(peer.response().await.json()["value"], "a");
    assert_eq!(entry(&serving, |entry| entry.is_acked).await.delivery, Delivery::HandedOff);
    // The connection goes on, and each reply on it counts for itself.
    peer.send(post(&serving, "/api/threads/t/dialogs", ASK).as_bytes()).await;
    let id = peer.response().await.json()["id"].as_str().expect("an id").to_owned();
    answer(&serving, &id).await;
    entry(&serving, |entry| entry.id.as_str() == id && !entry.is_acked).await;
    let get = format!("GET /api/threads/t/dialogs/{id} HTTP/1.1\r\nHost: {}\r\n\r\n", serving.address);
    peer.send(get.as_bytes()).await;
    assert_eq!(peer.response().await.json()["value"], "a");
    entry(&serving, |entry| entry.id.as_str() == id && entry.is_acked).await;
}

#[tokio::test]
async fn a_caller_that_hung_up_before_the_answer_has_read_nothing() {
    let serving = serve().await;
    let (peer, id) = asking(&serving).await;
    drop(peer);
    waiting(&serving, 0).await;
    answer(&serving, &id).await;
    assert_eq!(entry(&serving, |entry| !entry.is_acked).await.delivery, Delivery::Pending);
}

#[tokio::test]
async fn a_caller_that_hangs_up_in_the_moment_of_the_answer_loses_none() {
    let serving = serve().await;
    for _ in 0..50 {
        let (peer, id) = asking(&serving).await;
        // The end is with the system before the answer is with the hub.
        drop(peer);
        answer(&serving, &id).await;
        let settled =
            entry(&serving, |entry| entry.id.as_str() == id && entry.delivery != Delivery::None).await;
        assert_eq!((settled.delivery, settled.is_acked), (Delivery::Pending, false));
        waiting(&serving, 0).await;
    }
}

#[tokio::test]
async fn a_head_request_gives_no_answer_away() {
    let serving = serve().await;
    let asked = serving.post("/api/threads/t/dialogs", ASK).await.json();
    let id = asked["id"].as_str().expect("an id");
    answer(&serving, id).await;
    let head = format!("HEAD /api/threads/t/dialogs/{id} HTTP/1.1\r\nHost: {}\r\n\r\n", serving.address);
    let mut peer = Peer::connect(serving.address).await;
    peer.send(head.as_bytes()).await;
    assert!(peer.read_until("\r\n\r\n").await.starts_with("HTTP/1.1 200"));
    let listed = entry(&serving, |_| true).await;
    assert_eq!((listed.delivery, listed.is_acked), (Delivery::Pending, false));
}

async fn connect(serving: &Serving) -> WebSocketStream<TcpStream> {
    let stream = TcpStream::connect(serving.address).await.expect("it listens");
    let request = format!("ws://{}/api/ws", serving.address).into_client_request().expect("an address");
    client_async(request, stream).await.expect("a handshake").0
}

async fn ask(socket: &mut WebSocketStream<TcpStream>) -> String {
    let ask = json!({"jsonrpc": "2.0", "id": 1, "method": "dialog.ask",
                     "params": {"thread": "t", "dialog": {"method": "input", "title": "Name?"}, "recover": "never"}});
    socket.send(Message::text(ask.to_string())).await.expect("it is open");
    let shown = until(socket, |frame| frame["method"] == "dialog.asked").await;
    shown["params"]["id"].as_str().expect("an id").to_owned()
}

async fn until(socket: &mut WebSocketStream<TcpStream>, fits: impl Fn(&Value) -> bool) -> Value {
    let found = async {
        loop {
            let message = socket.next().await.expect("a frame").expect("a good one");
            let Message::Text(text) = message else { continue };
            let frame = serde_json::from_str(&text).expect("JSON");
            if fits(&frame) {
                return frame;
            }
        }
    };
    tokio::time::timeout(SOON, found).await.expect("it comes in time")
}

#[tokio::test]
async fn a_frame_that_was_written_is_proof_before_the_next_one_is_read() {
    let serving = serve().await;
    let mut socket = connect(&serving).await;
    let id = ask(&mut socket).await;
    answer(&serving, &id).await;
    until(&mut socket, |frame| frame["result"]["value"] == "a").await;
    // By its order on this connection the next question comes behind what was written.
    ask(&mut socket).await;
    assert!(entry(&serving, |_| true).await.is_acked);
}

#[tokio::test]
async fn a_peer_that_ends_in_the_moment_of_the_answer_loses_none() {
    let serving = serve().await;
    for _ in 0..50 {
        let mut socket = connect(&serving).await;
        let id = ask(&mut socket).await;
        drop(socket);
        answer(&serving, &id).await;
        let settled =
            entry(&serving, |entry| entry.id.as_str() == id && entry.delivery != Delivery::None).await;
        assert_eq!((settled.delivery, settled.is_acked), (Delivery::Pending, false));
    }
    tokio::time::timeout(Duration::from_secs(20), serving.shut_down()).await.expect("it ends");
}
