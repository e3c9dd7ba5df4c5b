//! The WebSocket side over real sockets: the handshake, frames both ways, and every way in which a connection ends.

mod server_support;

use std::time::Duration;

use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server_support::{Peer, SOON, Serving, serve, serve_with};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::{Bytes, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

type Socket = WebSocketStream<TcpStream>;

async fn connect(serving: &Serving) -> Socket {
    let stream = TcpStream::connect(serving.address).await.unwrap();
    let mut request = format!("ws://{}/api/ws", serving.address).into_client_request().unwrap();
    request.headers_mut().insert("sec-websocket-protocol", "dialog-hub.v1".parse().unwrap());
    let (socket, response) = client_async(request, stream).await.unwrap();
    assert_eq!(response.headers()["sec-websocket-protocol"], "dialog-hub.v1");
    assert!(!response.headers().contains_key("sec-websocket-extensions"));
    socket
}

async fn next(socket: &mut Socket) -> Value {
    loop {
        let message = tokio::time::timeout(SOON, socket.next())
            .await
            .expect("a frame in time")
            .expect("a frame")
            .expect("a good frame");
        if let Message::Text(text) = message {
            return serde_json::from_str(&text).unwrap();
        }
    }
}

async fn call(socket: &mut Socket, method: &str, params: Value) -> Value {
    socket
        .send(Message::text(
            json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).to_string(),
        ))
        .await
        .unwrap();
    loop {
        let frame = next(socket).await;
        if frame["id"] == 1 {
            return frame;
        }
    }
}

/// The code of the close frame that comes next.
async fn close_code(socket: &mut Socket) -> u16 {
    loop {
        match tokio::time::timeout(SOON, socket.next()).await.expect("a close in time") {
            Some(Ok(Message::Close(Some(frame)))) => return frame.code.into(),
            Some(Ok(_)) => {}
            other => panic!("no close frame: {other:?}"),
        }
    }
}

#[tokio::test]
async fn the_first_frame_is_hello() {
    let serving = serve().await;
    let mut socket = connect(&serving).await;
    let hello = next(&mut socket).await;
    assert_eq!(hello["method"], "hub.hello");
    let params = &hello["params"];
    assert_eq!(
        (&params["ping_interval_ms"], &params["max_message_bytes"], &params["roles"]),
        (&json!(25_000), &json!(1 << 20), &json!(["admin"]))
    );
    let reply = call(&mut socket, "client.identify", json!({"label": "Ann"})).await;
    assert_eq!(reply["result"], json!({"follower": params["follower"]}));
}

#[tokio::test]
async fn what_is_no_upgrade_is_told_how() {
    let serving = serve().await;
    let plain = serving.get("/api/ws").await;
    plain.assert_problem(426, "bad-request");
    assert_eq!(plain.header("upgrade"), Some("websocket"));
    let mut peer = Peer::connect(serving.address).await;
    peer.send(b"GET /api/ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 8\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n").await;
    let old = peer.response().await;
    old.assert_problem(426, "bad-request");
    assert_eq!(old.header("sec-websocket-version"), Some("13"));
}

#[tokio::test]
async fn a_frame_sent_behind_the_request_is_not_lost() {
    let serving = serve().await;
    let mut peer = Peer::connect(serving.address).await;
    let text = br#"{"jsonrpc":"2.0","id":7,"method":"client.identify"}"#;
    let mut bytes = b"GET /api/ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".to_vec();
    bytes.extend([0x81, 0x80 | u8::try_from(text.len()).unwrap(), 0, 0, 0, 0]);
    bytes.extend(text);
    peer.send(&bytes).await;
    let all = peer.read_until("\"id\":7").await;
    assert!(
        all.starts_with("HTTP/1.1 101") && !all.to_lowercase().contains("sec-websocket-protocol"),
        "none was offered: {all}"
    );
}

#[tokio::test]
async fn the_first_good_answer_wins_and_every_follower_learns_it() {
    let serving = serve().await;
    let (mut ann, mut bob) = (connect(&serving).await, connect(&serving).await);
    for (socket, label) in [(&mut ann, "Ann"), (&mut bob, "Bob")] {
        call(socket, "client.identify", json!({"label": label})).await;
        assert_eq!(call(socket, "thread.follow", json!({"thread": "a"})).await["result"]["open"], json!([]));
    }
    let asked = serving
        .post("/api/threads/a/dialogs", r#"{"dialog":{"method":"confirm","title":"Go?"}}"#)
        .await
        .json();
    for socket in [&mut ann, &mut bob] {
        let shown = next(socket).await;
        assert_eq!((&shown["id"], &shown["method"]), (&asked["id"], &json!("dialog.confirm")));
    }
    ann.send(Message::text(
        json!({"jsonrpc": "2.0", "id": asked["id"], "result": {"confirmed": true}}).to_string(),
    ))
    .await
    .unwrap();
    for socket in [&mut ann, &mut bob] {
        let settled = loop {
            let frame = next(socket).await;
            if frame["method"] == "dialog.settled" {
                break frame;
            }
        };
        assert_eq!(
            (&settled["params"]["outcome"], &settled["params"]["by"]["label"]),
            (&json!("answered"), &json!("Ann"))
        );
    }
    bob.send(Message::text(
        json!({"jsonrpc": "2.0", "id": asked["id"], "result": {"confirmed": false}}).to_string(),
    ))
    .await
    .unwrap();
    loop {
        let frame = next(&mut bob).await;
        if frame["method"] == "dialog.refused" {
            assert_eq!(
                (&frame["params"]["code"], &frame["params"]["outcome"]),
                (&json!("not-open"), &json!("answered"))
            );
            break;
        }
    }
}

#[tokio::test]
async fn garbage_costs_one_error_each_and_the_connection_lives() {
    let serving = serve().await;
    let mut socket = connect(&serving).await;
    next(&mut socket).await;
    for (text, code) in [
        ("{", -32700),
        ("", -32700),
        ("[]", -32600),
        ("null", -32600),
        ("{}", -32600),
        (r#"{"jsonrpc":"2.0","id":1,"method":"no.such"}"#, -32601),
    ] {
        socket.send(Message::text(text)).await.unwrap();
        assert_eq!(next(&mut socket).await["error"]["code"], code, "{text}");
    }
    socket.send(Message::text(r#"{"jsonrpc":"2.0","method":"no.such"}"#)).await.unwrap();
    assert!(call(&mut socket, "client.identify", json!({})).await["result"]["follower"].is_string());
}

#[tokio::test]
async fn broken_rules_end_with_their_own_codes() {
    let serving = serve().await;
    let mut socket = connect(&serving).await;
    socket.send(Message::binary(vec![0, 1])).await.unwrap();
    assert_eq!(close_code(&mut socket).await, 1003);
    let mut socket = connect(&serving).await;
    let broken = Frame::message(Bytes::from_static(b"\xff\xfe"), OpCode::Data(Data::Text), true);
    socket.send(Message::Frame(broken)).await.unwrap();
    assert_eq!(close_code(&mut socket).await, 1007);
    let mut socket = connect(&serving).await;
    socket.send(Message::text("x".repeat((1 << 20) + 1))).await.unwrap();
    assert_eq!(close_code(&mut socket).await, 1009);
    let mut socket = connect(&serving).await;
    socket.close(None).await.unwrap();
    assert!(matches!(
        tokio::time::timeout(SOON, async { while let Some(Ok(_)) = socket.next().await {} }).await,
        Ok(())
    ));
}

#[tokio::test]
async fn an_announced_size_is_refused_before_it_comes() {
    let serving = serve().await;
    let socket = connect(&serving).await;
    let mut peer = Peer { stream: socket.into_inner(), read: Vec::new() };
    // A masked text frame of 2^40 bytes, of which none follow.
    peer.send(&[0x81, 0xff, 0, 0, 1, 0, 0, 0, 0, 0, 1, 2, 3, 4]).await;
    peer.closed().await;
    let close = [0x88_u8, 2 + 24, 0x03, 0xf1];
    assert!(peer.read.windows(4).any(|four| four[0] == close[0] && four[2..] == close[2..]), "1009 came");
}

#[tokio::test]
async fn a_peer_that_answers_no_ping_is_dropped_and_one_that_does_stays() {
    let serving = serve_with(|config| config.ping_interval = Duration::from_millis(200)).await;
    let mut good = connect(&serving).await;
    let dead = connect(&serving).await;
    let mut dead = Peer { stream: dead.into_inner(), read: Vec::new() };
    // Reading the good one answers its pings; it goes on for longer than the dead one lives.
    tokio::select! {
        () = dead.closed() => {}
        frame = async { loop { next(&mut good).await; } } => frame,
    }
    assert_eq!(dead.read.windows(2).filter(|two| two == &[0x89, 0]).count(), 2, "two pings");
    assert!(call(&mut good, "client.identify", json!({})).await["result"]["follower"].is_string());
}
