//! A peer that plays a hub for followers and publishers, and gets three events wrong: one is lost, one comes twice, and one
//! comes after the next.

use std::sync::Arc;

use futures::{SinkExt, StreamExt};
use parking_lot::Mutex;
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::handshake::server::{Request, Response};

/// The number of the event that nobody gets.
const LOST: u64 = 3;
/// The number of the one that everybody gets twice.
const DOUBLE: u64 = 5;
/// The number of the one that comes after the next.
const LATE: u64 = 7;

#[derive(Default)]
struct Stream {
    seq: u64,
    held_back: Option<String>,
    followers: Vec<UnboundedSender<String>>,
}

/// Listens; gives its address. It ends with the runtime.
pub async fn listen() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    let stream = Arc::new(Mutex::new(Stream::default()));
    tokio::spawn(async move {
        loop {
            let (socket, _) = listener.accept().await.expect("it listens");
            tokio::spawn(serve(socket, Arc::clone(&stream)));
        }
    });
    url
}

async fn serve(socket: TcpStream, stream: Arc<Mutex<Stream>>) -> Option<()> {
    #[allow(clippy::result_large_err, reason = "the type is tungstenite's")]
    let same_protocol = |request: &Request, mut response: Response| {
        let name = "sec-websocket-protocol";
        response.headers_mut().insert(name, request.headers()[name].clone());
        Ok(response)
    };
    let socket = tokio_tungstenite::accept_hdr_async(socket, same_protocol).await.ok()?;
    let (mut out, mut calls) = socket.split();
    let (say, mut said) = unbounded_channel();
    let hello = json!({"follower": "f1", "ping_interval_ms": 25_000, "max_message_bytes": 1_000_000});
    let _ = say.send(json!({"jsonrpc": "2.0", "method": "hub.hello", "params": hello}).to_string());
    tokio::spawn(async move {
        while let Some(text) = said.recv().await {
            if out.send(Message::text(text)).await.is_err() {
                return;
            }
        }
    });
    loop {
        let frame = calls.next().await?.ok()?;
        let Ok(call) = serde_json::from_slice::<Value>(&frame.into_data()) else { continue };
        let result = answer(&call, &say, &stream);
        let _ = say.send(json!({"jsonrpc": "2.0", "id": call["id"], "result": result}).to_string());
    }
}

fn answer(call: &Value, say: &UnboundedSender<String>, stream: &Mutex<Stream>) -> Value {
    let mut stream = stream.lock();
    match call["method"].as_str() {
        Some("thread.follow") => {
            stream.followers.push(say.clone());
            json!({"thread": call["params"]["thread"], "epoch": "e", "seq": stream.seq, "recovered": false, "missed": []})
        }
        Some("thread.publish") => {
            stream.publish(&call["params"]);
            json!({"seq": stream.seq})
        }
        _ => json!({}),
    }
}

impl Stream {
    fn publish(&mut self, params: &Value) {
        self.seq += 1;
        let event = json!({"type": "thread.published", "thread": params["thread"], "seq": self.seq, "at": 1,
            "event": params["event"], "data": params["data"], "blocking": false});
        let text = json!({"jsonrpc": "2.0", "method": "thread.published", "params": event}).to_string();
        match self.seq {
            LOST => {}
            LATE => self.held_back = Some(text),
            _ => {
                let twice = (self.seq == DOUBLE).then(|| text.clone());
                for text in [Some(text), twice, self.held_back.take()].into_iter().flatten() {
                    self.followers.retain(|follower| follower.send(text.clone()).is_ok());
                }
            }
        }
    }
}
