//! A session, and the connection under it, against a peer that plays one part of a hub each: what no real hub does on demand.

use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::handshake::server::{Request, Response};
use tokio_tungstenite::tungstenite::protocol::CloseFrame;

use super::*;
use crate::client::{Address, Ask, MAX_CALLS};

/// The hub's end of one connection.
struct Peer(WebSocketStream<TcpStream>);

impl Peer {
    async fn accept(listener: &TcpListener) -> Self {
        let (stream, _) = listener.accept().await.unwrap();
        #[allow(clippy::result_large_err, reason = "the type is tungstenite's")]
        let same_protocol = |request: &Request, mut response: Response| {
            let name = "sec-websocket-protocol";
            response.headers_mut().insert(name, request.headers()[name].clone());
            Ok(response)
        };
        let mut peer = Self(tokio_tungstenite::accept_hdr_async(stream, same_protocol).await.unwrap());
        let hello = json!({"hub": "h", "version": "1", "follower": "f1", "roles": ["admin"], "ping_interval_ms": 25_000,
            "max_message_bytes": 1_000});
        peer.say(json!({"jsonrpc": "2.0", "method": "hub.hello", "params": hello})).await;
        peer
    }

    async fn say(&mut self, frame: Value) {
        self.0.send(Message::text(frame.to_string())).await.unwrap();
    }

    async fn event(&mut self, seq: u64) {
        self.say(json!({"jsonrpc": "2.0", "method": "thread.published", "params": event(seq)})).await;
    }

    /// The next call.
    async fn called(&mut self) -> Value {
        let frame = self.0.next().await.unwrap().unwrap();
        serde_json::from_slice(&frame.into_data()).unwrap()
    }

    async fn reply(&mut self, call: &Value, result: &Value) {
        self.say(json!({"jsonrpc": "2.0", "id": call["id"], "result": result})).await;
    }

    /// Waits for `thread.follow`; gives the `since` that it came with.
    async fn followed(&mut self, result: Value) -> Value {
        let call = self.called().await;
        assert_eq!(call["method"], "thread.follow");
        self.reply(&call, &result).await;
        call["params"]["since"].clone()
    }

    async fn close(mut self, code: u16) {
        self.0.close(Some(CloseFrame { code: code.into(), reason: "bye".into() })).await.unwrap();
        while let Some(Ok(_)) = self.0.next().await {}
    }
}

fn event(seq: u64) -> Value {
    json!({"type": "thread.published", "thread": "t", "seq": seq, "at": 1, "event": "e", "data": seq})
}

fn snapshot(epoch: &str, seq: u64) -> Value {
    json!({"thread": "t", "epoch": epoch, "seq": seq, "open": [], "recovered": false, "missed": []})
}

fn recovered(epoch: &str, seq: u64, missed: &[u64]) -> Value {
    let missed: Vec<Value> = missed.iter().map(|seq| event(*seq)).collect();
    json!({"thread": "t", "epoch": epoch, "seq": seq, "open": [], "recovered": true, "missed": missed})
}

async fn listen() -> (TcpListener, Endpoint) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = Address::parse(&format!("http://{}", listener.local_addr().unwrap())).unwrap();
    (listener, Endpoint { address, token: None })
}

/// What is told, as short words: `snapshot e1:3`, `4`, `lost`.
async fn told(session: &mut Session, updates: usize) -> Vec<String> {
    let mut words = Vec::new();
    for _ in 0..updates {
        words.push(match session.next().await.unwrap() {
            Update::Snapshot(snapshot) => format!("snapshot {}:{}", snapshot.epoch, snapshot.seq),
            Update::Event(event) => event.seq.to_string(),
            Update::Notice(notice) => notice.method,
            Update::Lost { .. } => "lost".to_owned(),
        });
    }
    words
}

#[tokio::test]
async fn older_events_are_dropped_and_a_gap_makes_it_follow_again() {
    let (listener, endpoint) = listen().await;
    let hub = tokio::spawn(async move {
        let mut peer = Peer::accept(&listener).await;
        assert_eq!(peer.followed(snapshot("e1", 3)).await, Value::Null);
        for seq in [3, 4, 4, 6] {
            peer.event(seq).await;
        }
        assert_eq!(peer.followed(recovered("e1", 6, &[5, 6])).await, json!({"epoch": "e1", "seq": 4}));
        peer.event(6).await;
        peer.event(7).await;
        peer
    });
    let mut session = Session::follow(endpoint, "t", None).await.unwrap();
    assert_eq!(told(&mut session, 5).await, ["snapshot e1:3", "4", "5", "6", "7"]);
    drop(hub.await.unwrap());
}

#[tokio::test]
async fn it_comes_back_with_its_position_and_takes_what_it_missed() {
    let (listener, endpoint) = listen().await;
    let hub = tokio::spawn(async move {
        let mut peer = Peer::accept(&listener).await;
        peer.followed(snapshot("e1", 3)).await;
        peer.close(1012).await;
        let mut peer = Peer::accept(&listener).await;
        let since = peer.followed(recovered("e1", 5, &[4, 5])).await;
        peer.event(6).await;
        (peer, since)
    });
    let mut session = Session::follow(endpoint, "t", None).await.unwrap();
    assert_eq!(told(&mut session, 5).await, ["snapshot e1:3", "lost", "4", "5", "6"]);
    assert_eq!(hub.await.unwrap().1, json!({"epoch": "e1", "seq": 3}));
}

#[tokio::test]
async fn where_nothing_can_be_recovered_the_snapshot_stands_alone() {
    let (listener, endpoint) = listen().await;
    let hub = tokio::spawn(async move {
        let mut peer = Peer::accept(&listener).await;
        peer.followed(snapshot("e1", 30)).await;
        peer.close(4008).await;
        let mut peer = Peer::accept(&listener).await;
        peer.followed(snapshot("e2", 1)).await;
        peer.event(2).await;
        peer
    });
    let mut session = Session::follow(endpoint, "t", None).await.unwrap();
    assert_eq!(told(&mut session, 4).await, ["snapshot e1:30", "lost", "snapshot e2:1", "2"]);
    drop(hub.await.unwrap());
}

#[tokio::test]
async fn it_does_not_come_back_where_the_hub_says_so() {
    let (listener, endpoint) = listen().await;
    let hub = tokio::spawn(async move {
        let mut peer = Peer::accept(&listener).await;
        peer.followed(snapshot("e1", 3)).await;
        peer.close(4501).await;
    });
    let mut session = Session::follow(endpoint, "t", None).await.unwrap();
    assert_eq!(told(&mut session, 1).await, ["snapshot e1:3"]);
    let end = session.next().await.unwrap_err();
    assert!(matches!(end, ClientError::Closed(Closed::ByHub { code: 4501, .. })), "{end}");
    hub.await.unwrap();
}

#[tokio::test]
async fn a_call_that_is_too_large_is_refused_before_it_is_sent() {
    let (listener, endpoint) = listen().await;
    let hub = tokio::spawn(async move { Peer::accept(&listener).await });
    let (client, _events) = Client::connect(&endpoint).await.unwrap();
    let error = client.call_raw("dialog.ask", json!({"text": "x".repeat(1_000)})).await.unwrap_err();
    assert!(matches!(error, ClientError::TooLarge { max: 1_000, .. }), "{error}");
    drop(hub.await.unwrap());
}

#[tokio::test]
async fn what_cannot_be_written_is_the_callers_fault_and_a_close_on_purpose_his_act() {
    let (listener, endpoint) = listen().await;
    let hub = tokio::spawn(async move {
        let mut peer = Peer::accept(&listener).await;
        while let Some(Ok(_)) = peer.0.next().await {}
    });
    let (client, mut events) = Client::connect(&endpoint).await.unwrap();
    let unwritable = std::collections::BTreeMap::from([((1, 2), "a key that is no text")]);
    let error = client.call_raw("dialog.ask", &unwritable).await.unwrap_err();
    assert!(matches!(error, ClientError::BadCall(_)), "{error}");
    let error = client.respond("dlg-1", &unwritable).await.unwrap_err();
    assert!(matches!(error, ClientError::BadCall(_)), "{error}");
    client.close().await;
    assert_eq!(events.next().await.unwrap_err(), Closed::ByUs);
    hub.await.unwrap();
}

#[tokio::test]
async fn calls_without_a_reply_are_bounded_and_those_given_up_make_room() {
    let (listener, endpoint) = listen().await;
    let (full, is_full) = tokio::sync::oneshot::channel();
    let hub = tokio::spawn(async move {
        let mut peer = Peer::accept(&listener).await;
        for _ in 0..MAX_CALLS {
            peer.0.next().await.unwrap().unwrap();
        }
        full.send(()).unwrap();
        let last = peer.called().await;
        peer.reply(&last, &last["method"]).await;
        peer
    });
    let (client, _events) = Client::connect(&endpoint).await.unwrap();
    let mut calls = tokio::task::JoinSet::new();
    for _ in 0..MAX_CALLS {
        let client = client.clone();
        calls.spawn(async move { client.call_raw("dialog.get", json!({})).await });
    }
    is_full.await.unwrap();
    let error = client.call_raw("dialog.get", json!({})).await.unwrap_err();
    assert!(matches!(error, ClientError::TooManyCalls(MAX_CALLS)), "{error}");
    calls.shutdown().await;
    let last: Value = client.call("last", json!({})).await.unwrap();
    assert_eq!(last, "last");
    drop(hub.await.unwrap());
}

#[tokio::test]
async fn what_may_be_repeated_is_called_again_until_there_is_a_reply() {
    let (listener, endpoint) = listen().await;
    let hub = tokio::spawn(async move {
        let mut peer = Peer::accept(&listener).await;
        peer.followed(snapshot("e1", 3)).await;
        let lost = peer.called().await;
        drop(peer);
        let mut peer = Peer::accept(&listener).await;
        peer.followed(recovered("e1", 3, &[])).await;
        let again = peer.called().await;
        peer.reply(&again, &json!({})).await;
        (peer, lost["params"].clone(), again["params"].clone())
    });
    let session = Session::follow(endpoint, "t", None).await.unwrap();
    let params = RawValue::from_string(r#"{"answer_key":"k"}"#.to_owned()).unwrap();
    assert_eq!(session.repeat("dialog.answer", params).await.unwrap().get(), "{}");
    let (_peer, lost, again) = hub.await.unwrap();
    assert_eq!((&lost, &again), (&json!({"answer_key": "k"}), &json!({"answer_key": "k"})));
}

#[tokio::test]
async fn an_answer_that_was_handed_over_is_proved_although_the_connection_is_closed_at_once() {
    let (listener, endpoint) = listen().await;
    let hub = tokio::spawn(async move {
        let mut peer = Peer::accept(&listener).await;
        let asked = peer.called().await;
        let result = json!({"id": "dlg-1", "outcome": "answered", "value": "a", "asked_at": 1, "settled_at": 2,
            "fingerprint": "0".repeat(64), "token": "jrn-1"});
        peer.reply(&asked, &result).await;
        peer.called().await
    });
    let (client, _events) = Client::connect(&endpoint).await.unwrap();
    client.ask(&Ask { instance: Some("i"), ..Ask::new("t", json!({})) }).await.unwrap();
    client.close().await;
    let params = json!({"thread": "t", "tokens": ["jrn-1"], "instance": "i"});
    assert_eq!(hub.await.unwrap(), json!({"jsonrpc": "2.0", "method": "journal.ack", "params": params}));
}
