//! A peer that plays a hub for one connection at a time: what no real hub does on demand.

use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::handshake::server::{Request, Response};
use tokio_tungstenite::tungstenite::protocol::CloseFrame;

/// Where it listens.
pub struct PlayedHub {
    listener: TcpListener,
    pub url: String,
}

/// Its end of one connection.
pub struct Played(WebSocketStream<TcpStream>);

impl PlayedHub {
    pub async fn listen() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        Self { listener, url }
    }

    /// The next connection, up to its `dialog.ask`.
    pub async fn asked(&self) -> (Played, Value) {
        let mut played = self.connected().await.expect("a connection that stays");
        let ask = played.called("dialog.ask").await;
        (played, ask)
    }

    /// The next connection that was not given up, and its first call.
    pub async fn called(&self) -> (Played, Value) {
        loop {
            let Some(mut played) = self.connected().await else { continue };
            if let Some(Ok(frame)) = played.0.next().await
                && let Ok(call) = serde_json::from_slice(&frame.into_data())
            {
                return (played, call);
            }
        }
    }

    /// The next connection; none where it was given up.
    async fn connected(&self) -> Option<Played> {
        let (stream, _) = self.listener.accept().await.expect("it listens");
        #[allow(clippy::result_large_err, reason = "the type is tungstenite's")]
        let same_protocol = |request: &Request, mut response: Response| {
            let name = "sec-websocket-protocol";
            response.headers_mut().insert(name, request.headers()[name].clone());
            Ok(response)
        };
        let mut played = Played(tokio_tungstenite::accept_hdr_async(stream, same_protocol).await.ok()?);
        let hello = json!({"follower": "f1", "ping_interval_ms": 25_000, "max_message_bytes": 1_000_000});
        let hello = json!({"jsonrpc": "2.0", "method": "hub.hello", "params": hello});
        played.0.send(Message::text(hello.to_string())).await.ok()?;
        Some(played)
    }
}

impl Played {
    /// The next call, which is of this method.
    pub async fn called(&mut self, method: &str) -> Value {
        let frame = self.0.next().await.expect("a call").expect("a frame");
        let call: Value = serde_json::from_slice(&frame.into_data()).expect("JSON");
        assert_eq!(call["method"], method);
        call
    }

    /// The result of an ask: somebody has answered `ann`.
    pub async fn answer(&mut self, ask: &Value, token: Option<&str>) {
        let mut result = json!({"id": "dlg-1", "outcome": "answered", "value": "ann", "asked_at": 1,
            "settled_at": 2, "fingerprint": "0".repeat(64)});
        if let Some(token) = token {
            result["token"] = json!(token);
        }
        self.say(json!({"jsonrpc": "2.0", "id": ask["id"], "result": result})).await;
    }

    /// That a dialog is shown.
    pub async fn shows(&mut self, ask: &Value) {
        let params = json!({"request": ask["id"], "id": "dlg-1", "key": ask["params"]["key"]});
        self.say(json!({"jsonrpc": "2.0", "method": "dialog.asked", "params": params})).await;
    }

    pub async fn done(&mut self, call: &Value) {
        self.say(json!({"jsonrpc": "2.0", "id": call["id"], "result": {}})).await;
    }

    pub async fn refuse(&mut self, call: &Value, code: &str) {
        let error = json!({"code": -32053, "message": "m", "data": {"code": code, "detail": "d"}});
        self.say(json!({"jsonrpc": "2.0", "id": call["id"], "error": error})).await;
    }

    pub async fn close(&mut self, code: u16, reason: &'static str) {
        let close = CloseFrame { code: code.into(), reason: reason.into() };
        self.0.close(Some(close)).await.expect("it is open");
    }

    async fn say(&mut self, frame: Value) {
        self.0.send(Message::text(frame.to_string())).await.expect("it is open");
    }
}
