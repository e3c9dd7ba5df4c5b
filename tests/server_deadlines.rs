//! Every deadline of a connection over real sockets: who keeps the hub waiting is let go, in the way that fits.
//!
//! Each test sets one deadline to a moment and puts the others out of reach, so that nothing else can be what ended it.

mod server_support;

use std::time::Duration;

use dialog_hub::server::Deadlines;
use server_support::{Peer, SOON, Serving, serve_with};

const MOMENT: Duration = Duration::from_millis(50);
const LONG: Duration = Duration::from_secs(3_600);

/// A hub all of whose deadlines are out of reach but those that are set. The silent are pinged often and never dropped for
/// it: a ping is also when a connection notices that it was closed for its slowness.
async fn serve(set: impl FnOnce(&mut Deadlines)) -> Serving {
    let mut deadlines = Deadlines { head: LONG, body: LONG, write: LONG, last_words: LONG };
    set(&mut deadlines);
    serve_with(|config| {
        (config.ping_interval, config.pong_timeout, config.deadlines) = (MOMENT, LONG, deadlines);
    })
    .await
}

/// Asks until a count of the metrics is so; each question is a connection of its own.
async fn until_metric(serving: &Serving, line: &str) {
    let asking = async {
        loop {
            let text = String::from_utf8(serving.get("/metrics").await.body).unwrap();
            if text.lines().any(|told| told == line) {
                break;
            }
        }
    };
    tokio::time::timeout(SOON, asking).await.unwrap_or_else(|_| panic!("it never said {line:?}"));
}

#[tokio::test]
async fn half_a_head_ends_the_connection() {
    let serving = serve(|deadlines| deadlines.head = MOMENT).await;
    let mut peer = Peer::connect(serving.address).await;
    peer.send(b"GET /healthz HTTP/1.1\r\nHost: local").await;
    peer.closed().await;
}

#[tokio::test]
async fn an_idle_connection_ends() {
    let serving = serve(|deadlines| deadlines.head = MOMENT).await;
    let mut peer = Peer::connect(serving.address).await;
    peer.send(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n").await;
    assert_eq!(peer.response().await.status, 200);
    peer.closed().await;
}

#[tokio::test]
async fn half_a_body_is_told_that_it_came_too_late() {
    let serving = serve(|deadlines| deadlines.body = MOMENT).await;
    let mut peer = Peer::connect(serving.address).await;
    let head = "POST /api/threads/a/publish HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json";
    peer.send(format!("{head}\r\nContent-Length: 1000\r\n\r\n{{").as_bytes()).await;
    let told = peer.response().await;
    told.assert_problem(408, "bad-request");
    assert_eq!(told.header("connection"), Some("close"));
    peer.closed().await;
}

#[tokio::test]
async fn a_peer_that_takes_no_response_is_let_go() {
    let serving = serve(|deadlines| deadlines.write = MOMENT).await;
    let mut peer = Peer::connect(serving.address).await;
    // The responses are larger than all that two sockets hold.
    let request = "GET /api/asyncapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n";
    peer.send(request.repeat(1_000).as_bytes()).await;
    until_metric(&serving, "dialog_hub_connections 1").await;
    peer.closed().await;
    let whole = serving.get("/api/asyncapi.json").await.body.len() * 1_000;
    assert!(peer.read.len() < whole, "all {whole} bytes came: nothing stood still");
}

#[tokio::test]
async fn a_follower_that_takes_no_last_words_is_let_go() {
    let serving = serve(|deadlines| deadlines.last_words = MOMENT).await;
    let mut peer = Peer::connect(serving.address).await;
    peer.send(b"GET /api/ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n").await;
    let text = br#"{"jsonrpc":"2.0","id":7,"method":"thread.follow","params":{"thread":"a"}}"#;
    let mut frame = vec![0x81, 0x80 | u8::try_from(text.len()).unwrap(), 0, 0, 0, 0];
    frame.extend(text);
    peer.send(&frame).await;
    peer.read_until("\"id\":7").await;
    // More than two sockets and the queue of a follower hold: it is closed for its slowness, and takes not even that.
    let body = format!(r#"{{"event":"e","data":"{}"}}"#, "x".repeat(1_000_000));
    for _ in 0..30 {
        assert_eq!(serving.post("/api/threads/a/publish", &body).await.status, 202);
    }
    until_metric(&serving, "dialog_hub_websockets 0").await;
}
