//! The HTTP side over real sockets: bodies, the calls of §7, the web client, bounds, shutdown.

mod server_support;

use std::net::SocketAddr;
use std::time::Duration;

use dialog_hub::server::{Loopback, Server};
use serde_json::json;
use server_support::{Peer, SOON, config, serve, serve_with};

#[tokio::test]
async fn an_unknown_path_is_404_and_another_verb_405() {
    let serving = serve().await;
    serving.get("/api/nothing/here").await.assert_problem(404, "no-route");
    serving.get("/%2e%2e/Cargo.toml").await.assert_problem(404, "no-route");
    let response = serving.get("/api/threads/a/dialog").await;
    response.assert_problem(405, "no-route");
    assert_eq!(response.header("allow"), Some("POST"));
    let response = serving.post("/index.html", "{}").await;
    response.assert_problem(405, "no-route");
    assert_eq!(response.header("allow"), Some("GET,HEAD"));
}

#[tokio::test]
async fn only_json_is_taken_and_bad_json_is_named() {
    let serving = serve().await;
    let path = "/api/threads/a/dialog";
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"] {
        serving.post_as(path, kind, b"{}").await.assert_problem(415, "unsupported-media-type");
    }
    serving
        .request(&format!("POST {path} HTTP/1.1\r\nHost: {}\r\nContent-Length: 0", serving.address), b"")
        .await
        .assert_problem(415, "unsupported-media-type");
    for text in ["", "{", "nope", "{\"id\":1,\"id\":2}"] {
        serving.post(path, text).await.assert_problem(400, "bad-json");
    }
    for text in ["[]", "null", "{}", "{\"id\":5}"] {
        serving.post(path, text).await.assert_problem(400, "bad-request");
    }
    serving
        .post("/api/threads/.x/publish", r#"{"event":"e","data":1}"#)
        .await
        .assert_problem(400, "bad-request");
    serving
        .post("/api/threads/a%2Fb/publish", r#"{"event":"e","data":1}"#)
        .await
        .assert_problem(400, "bad-request");
}

#[tokio::test]
async fn a_body_that_is_too_large_is_told_although_it_is_still_being_sent() {
    let serving = serve_with(|config| config.limits.max_message_bytes = 1_000).await;
    let path = "/api/threads/a/dialog";
    // Announced; larger than every socket buffer on the way.
    serving.post(path, &" ".repeat(8 << 20)).await.assert_problem(413, "too-large");
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked",
        serving.address
    );
    let chunks = format!("{:x}\r\n{}\r\n0\r\n\r\n", 8 << 20, " ".repeat(8 << 20));
    serving.request(&head, chunks.as_bytes()).await.assert_problem(413, "too-large");
    // A refusal of the head alone, too.
    serving
        .post_as(path, "text/plain", " ".repeat(8 << 20).as_bytes())
        .await
        .assert_problem(415, "unsupported-media-type");
}

#[tokio::test]
async fn half_a_body_holds_nobody() {
    let serving = serve_with(|config| config.deadlines.body = Duration::from_secs(3_600)).await;
    let (first, rest) = r#"{"event":"e","data":1}"#.split_at(9);
    let mut halves = Vec::new();
    for _ in 0..50 {
        let mut peer = Peer::connect(serving.address).await;
        let head =
            "POST /api/threads/x/publish HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json";
        let length = first.len() + rest.len();
        peer.send(format!("{head}\r\nContent-Length: {length}\r\n\r\n{first}").as_bytes()).await;
        halves.push(peer);
    }
    let whole = serving.post("/api/threads/x/publish", &[first, rest].concat()).await;
    assert_eq!(
        (whole.status, whole.json()["seq"].as_u64()),
        (202, Some(1)),
        "none of the halves went before it"
    );
    for mut peer in halves {
        peer.send(rest.as_bytes()).await;
        assert_eq!(peer.response().await.status, 202);
    }
}

#[tokio::test]
async fn a_dialog_is_asked_answered_and_read() {
    let serving = serve().await;
    let asked = serving
        .post(
            "/api/threads/a/dialogs",
            r#"{"dialog":{"method":"select","title":"Which?","options":["a","b"]}}"#,
        )
        .await;
    assert_eq!((asked.status, &asked.json()["outcome"]), (202, &json!("open")));
    let id = asked.json()["id"].as_str().unwrap().to_owned();
    let at = asked.header("location").unwrap().to_owned();
    assert_eq!(at, format!("/api/threads/a/dialogs/{id}"));
    assert_eq!(serving.get("/api/threads/a").await.json()["open"][0]["id"], json!(id));
    serving
        .post("/api/threads/a/dialog", &json!({"id": id, "value": "c"}).to_string())
        .await
        .assert_problem(422, "refused");
    assert_eq!(
        serving
            .post("/api/threads/a/dialog", &json!({"id": id, "value": "b", "label": "Ann"}).to_string())
            .await
            .status,
        204
    );
    let late = serving.post("/api/threads/a/dialog", &json!({"id": id, "value": "a"}).to_string()).await;
    late.assert_problem(404, "not-open");
    assert_eq!(late.json()["answer"], json!({"value": "b"}));
    let place = serving.get(&format!("/api/dialogs/{id}")).await;
    assert_eq!((place.status, place.json()), (200, json!({"id": id, "thread": "a"})));
    serving.get("/api/dialogs/dlg-none").await.assert_problem(404, "no-dialog");
    let result = serving.get(&at).await.json();
    assert_eq!(
        (&result["value"], &result["by"]),
        (&json!("b"), &json!({"follower": "http", "label": "Ann"}))
    );
    let withdrawn = serving.request(&format!("DELETE {at} HTTP/1.1\r\nHost: localhost"), b"").await;
    withdrawn.assert_problem(404, "not-open");
    let rows = serving.get("/api/threads").await.json();
    assert_eq!((&rows["threads"][0]["thread"], &rows["threads"][0]["open"]), (&json!("a"), &json!(0)));
}

#[tokio::test]
async fn a_wait_ends_with_the_answer_and_only_then() {
    let serving = serve().await;
    let mut asker = Peer::connect(serving.address).await;
    let body = r#"{"dialog":{"method":"confirm","title":"Go?"}}"#;
    asker
        .send(
            format!(
                "POST /api/threads/a/dialogs?wait_ms=300000 HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
                body.len()
            )
            .as_bytes(),
        )
        .await;
    let shown = async {
        loop {
            let snapshot = serving.get("/api/threads/a").await;
            if snapshot.status == 200 && snapshot.json()["open"][0]["id"].is_string() {
                break snapshot.json()["open"][0]["id"].clone();
            }
        }
    };
    let id = tokio::time::timeout(SOON, shown).await.expect("the dialog is open soon");
    assert_eq!(
        serving.post("/api/threads/a/dialog", &json!({"id": id, "confirmed": true}).to_string()).await.status,
        204
    );
    let answered = asker.response().await;
    assert_eq!((answered.status, &answered.json()["value"]), (200, &json!(true)));
    for wait in ["-1", "300001", "x", "1.5"] {
        serving
            .post(&format!("/api/threads/b/dialogs?wait_ms={wait}"), body)
            .await
            .assert_problem(400, "bad-request");
    }
    serving.get("/api/threads/b").await.assert_problem(404, "no-thread");
}

#[tokio::test]
async fn an_event_stream_begins_with_the_snapshot_and_goes_on() {
    let serving = serve().await;
    let mut reader = Peer::connect(serving.address).await;
    reader
        .send(b"GET /api/threads/a/events HTTP/1.1\r\nHost: localhost\r\nLast-Event-ID: nonsense\r\n\r\n")
        .await;
    let first = reader.read_until("event: snapshot").await;
    assert!(first.contains("text/event-stream"), "{first}");
    assert_eq!(serving.post("/api/threads/a/publish", r#"{"event":"note","data":7}"#).await.status, 202);
    let event = reader.read_until("\"data\":7").await;
    assert!(event.contains("event: thread.published"), "{event}");
}

#[tokio::test]
async fn the_client_is_served_with_its_policy_and_its_tag() {
    let serving = serve().await;
    for path in ["/", "/t/build-7", "/d/dlg-1"] {
        let page = serving.get(path).await;
        assert_eq!((page.status, page.header("content-type")), (200, Some("text/html; charset=utf-8")));
        let policy = page.header("content-security-policy").unwrap();
        assert!(
            policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"),
            "{policy}"
        );
        assert_eq!(
            (page.header("cache-control"), page.header("referrer-policy")),
            (Some("no-cache"), Some("no-referrer"))
        );
    }
    let packed =
        serving.request("GET /app.js HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: br, gzip", b"").await;
    let plain = serving.get("/app.js").await;
    assert_eq!((packed.header("content-encoding"), plain.header("content-encoding")), (Some("gzip"), None));
    assert_eq!(
        (packed.header("vary"), plain.header("vary")),
        (Some("accept-encoding"), Some("accept-encoding"))
    );
    assert_ne!(packed.header("etag"), plain.header("etag"), "a tag stands for bytes");
    let tag = serving.get("/").await.header("etag").unwrap().to_owned();
    let again =
        serving.request(&format!("GET / HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: {tag}"), b"").await;
    assert_eq!((again.status, again.body.len()), (304, 0));
}

#[tokio::test]
async fn past_the_cap_a_connection_is_told_so_and_closed() {
    let serving = serve_with(|config| config.max_connections = 1).await;
    let mut first = Peer::connect(serving.address).await;
    first.send(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n").await;
    assert_eq!(first.response().await.status, 200);
    let mut second = Peer::connect(serving.address).await;
    let told = second.response().await;
    assert_eq!((told.status, &told.json()["code"]), (429, &json!("limit")));
    second.closed().await;
    first.send(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").await;
    let text = String::from_utf8(first.response().await.body).unwrap();
    assert!(text.contains("dialog_hub_connections_refused_total 1"), "{text}");
    first.closed().await;
}

#[tokio::test]
async fn the_server_ends_when_it_is_told_to() {
    let serving = serve().await;
    let address = serving.address;
    let mut reader = Peer::connect(address).await;
    reader.send(b"GET /api/threads/a/events HTTP/1.1\r\nHost: localhost\r\n\r\n").await;
    reader.read_until("event: snapshot").await;
    serving.shut_down().await;
    reader.closed().await;
    assert!(tokio::net::TcpStream::connect(address).await.is_err(), "nobody listens any more");
}

#[tokio::test]
async fn a_start_that_cannot_be_is_an_error_that_names_the_address() {
    let serving = serve().await;
    let taken = Server::bind(config(serving.address), serving.hub.clone()).err().expect("it cannot start");
    assert!(
        taken.to_string().contains(&serving.address.to_string()) && taken.to_string().contains("--listen"),
        "{taken}"
    );
}

#[test]
fn only_this_machine_is_served() {
    for (address, is_loopback) in [
        ("127.0.0.1:0", true),
        ("127.9.9.9:1", true),
        ("[::1]:0", true),
        ("0.0.0.0:0", false),
        ("[::]:0", false),
    ] {
        let listen = Loopback::try_from(address.parse::<SocketAddr>().unwrap());
        assert_eq!(listen.is_ok(), is_loopback, "{address}");
        assert!(listen.err().is_none_or(|error| error.to_string().contains("--listen")));
    }
}
