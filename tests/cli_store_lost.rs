//! `ask` at a hub that has lost its store: said once, waited for, and over when the hub is started again. How long it is
//! waited for is tested beside the code, with a clock turned by hand.

mod cli_support;

use cli_support::{Hub, hub_process};
use futures::{SinkExt, StreamExt};
use rustix::process::{Resource, Rlimit, prlimit};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::handshake::server::{Request, Response};
use tokio_tungstenite::tungstenite::protocol::CloseFrame;

/// Refusals before the store is back.
const REFUSALS: usize = 3;

/// One connection to something that plays a hub, up to its `dialog.ask`.
async fn asked(listener: &TcpListener) -> (WebSocketStream<TcpStream>, Value) {
    let (stream, _) = listener.accept().await.expect("it listens");
    #[allow(clippy::result_large_err, reason = "the type is tungstenite's")]
    let same_protocol = |request: &Request, mut response: Response| {
        let name = "sec-websocket-protocol";
        response.headers_mut().insert(name, request.headers()[name].clone());
        Ok(response)
    };
    let mut socket = tokio_tungstenite::accept_hdr_async(stream, same_protocol).await.expect("an upgrade");
    let hello = json!({"follower": "f1", "ping_interval_ms": 25_000, "max_message_bytes": 1_000_000});
    say(&mut socket, json!({"jsonrpc": "2.0", "method": "hub.hello", "params": hello})).await;
    let call: Value =
        serde_json::from_slice(&socket.next().await.expect("a call").expect("a frame").into_data())
            .expect("JSON");
    assert_eq!(call["method"], "dialog.ask");
    (socket, call)
}

async fn say(socket: &mut WebSocketStream<TcpStream>, frame: Value) {
    socket.send(Message::text(frame.to_string())).await.expect("it is open");
}

#[tokio::test]
async fn it_is_said_once_however_often_the_hub_refuses() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    let mut program = hub_process::program();
    program.args(["--url", &url, "ask", "input", "Name?"]);
    let asking = tokio::task::spawn_blocking(move || program.output().expect("the program runs"));
    for refusal in 0..REFUSALS {
        let (mut socket, call) = asked(&listener).await;
        if refusal == 0 {
            let close = CloseFrame { code: 4011.into(), reason: "this node lost its store".into() };
            socket.close(Some(close)).await.expect("it is open");
            continue;
        }
        let error = json!({"code": -32053, "message": "m", "data": {"code": "store-failed", "detail": "d"}});
        say(&mut socket, json!({"jsonrpc": "2.0", "id": call["id"], "error": error})).await;
    }
    let (mut socket, call) = asked(&listener).await;
    let result = json!({"id": "dlg-1", "outcome": "answered", "value": "ann", "asked_at": 1, "settled_at": 2,
        "fingerprint": "0".repeat(64)});
    say(&mut socket, json!({"jsonrpc": "2.0", "id": call["id"], "result": result})).await;
    let done = asking.await.expect("it ends");
    let err = String::from_utf8(done.stderr).expect("UTF-8");
    assert_eq!((done.status.code(), done.stdout.as_slice()), (Some(0), &b"ann\n"[..]), "{err}");
    assert_eq!(err.matches("lost its store").count(), 1, "{err}");
    assert_eq!(err.lines().count(), 2, "the news and the answer: {err}");
}

#[test]
fn the_card_is_answered_when_the_hub_is_started_again() {
    let mut hub = Hub::start();
    let stream = hub.follow("t");
    let asking = hub.begin(&["ask", "-t", "t", "input", "Name?"]);
    let id = stream.asked();
    // As a full disk: no file may grow.
    let full = Rlimit { current: Some(0), maximum: None };
    prlimit(Some(hub.pid()), Resource::Fsize, full).expect("the hub is ours");
    let refused = hub.begin(&["ask", "-t", "u", "input", "Age?"]);
    refused.note_with("lost its store");
    asking.note_with("lost its store");
    hub.kill_and_start_again();
    asking.note_with("still open");
    assert_eq!(hub.run(&["answer", "-t", "t", &id, "--value", "ann"]).status, 0);
    let done = asking.end();
    assert_eq!((done.status, done.out.as_str()), (0, "ann\n"), "{}", done.err);
}
