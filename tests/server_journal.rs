//! The journal over real sockets: what is listed, proved and outstanding over HTTP, and what is wrong with a call.

mod server_support;

use dialog_hub::client::{Address, Client, Endpoint};
use serde_json::{Value, json};
use server_support::{Serving, serve};

/// What instance `i` asks, without waiting.
fn question(title: &str) -> String {
    json!({"dialog": {"method": "input", "title": title}, "instance": "i"}).to_string()
}

/// Asks and answers on `t`, with nobody waiting.
async fn answered(serving: &Serving, title: &str) {
    let asked = serving.post("/api/threads/t/dialogs", &question(title)).await;
    assert_eq!(asked.status, 202);
    let answer = json!({"id": asked.json()["id"], "value": "a"}).to_string();
    assert_eq!(serving.post("/api/threads/t/dialog", &answer).await.status, 204);
}

async fn ack(serving: &Serving, tokens: &[&Value], instance: &str) -> Value {
    let body = json!({"tokens": tokens, "instance": instance}).to_string();
    let response = serving.post("/api/threads/t/journal/ack", &body).await;
    assert_eq!(response.status, 200);
    response.json()["acked"].clone()
}

#[tokio::test]
async fn the_journal_of_a_thread_that_nobody_spoke_on_is_empty() {
    let serving = serve().await;
    let listed = serving.get("/api/threads/t/journal").await;
    assert_eq!((listed.status, listed.json()), (200, json!({"thread": "t", "entries": [], "debt": 0})));
    let outstanding = serving.get("/api/outstanding").await;
    assert_eq!((outstanding.status, outstanding.json()), (200, json!({"outstanding": false, "threads": []})));
    serving.get("/api/threads/t").await.assert_problem(404, "no-thread");
}

#[tokio::test]
async fn what_is_wrong_with_an_ack_is_named() {
    let serving = serve().await;
    let path = "/api/threads/t/journal/ack";
    for (body, status, code, field) in [
        ("{}".to_owned(), 400, "bad-request", "tokens"),
        (json!({"tokens": "a"}).to_string(), 400, "bad-request", "tokens"),
        (json!({"tokens": [1]}).to_string(), 400, "bad-request", "tokens[0]"),
        (json!({"tokens": [], "instance": ""}).to_string(), 400, "bad-request", "instance"),
        (json!({"tokens": vec!["a"; 1_025]}).to_string(), 413, "too-large", "tokens"),
        (json!({"tokens": ["a", "x".repeat(8_193)]}).to_string(), 413, "too-large", "tokens[1]"),
    ] {
        let response = serving.post(path, &body).await;
        response.assert_problem(status, code);
        assert_eq!(response.json()["field"], field);
    }
    serving.post_as(path, "text/plain", b"{}").await.assert_problem(415, "unsupported-media-type");
    serving.get(path).await.assert_problem(405, "no-route");
    serving.post("/api/threads/t/journal", "{}").await.assert_problem(405, "no-route");
    serving.post("/api/outstanding", "{}").await.assert_problem(405, "no-route");
    serving.get("/api/threads/.x/journal").await.assert_problem(400, "bad-request");
    assert_eq!(ack(&serving, &[&json!("unknown")], "i").await, json!([]));
}

#[tokio::test]
async fn an_answer_is_owed_until_the_instance_that_asked_proves_that_it_read_it() {
    let serving = serve().await;
    answered(&serving, "Name?").await;
    let owed =
        json!({"outstanding": true, "threads": [{"thread": "t", "pending": 1, "unacked": 1, "debt": 0}]});
    assert_eq!(serving.get("/api/outstanding").await.json(), owed);
    let entry = serving.get("/api/threads/t/journal").await.json()["entries"][0].clone();
    assert_eq!((&entry["question"], &entry["value"]), (&json!("Name?"), &json!("a")));
    assert_eq!((&entry["delivery"], &entry["acked"]), (&json!("pending"), &json!(false)));
    let token = &entry["token"];
    let other = json!({"tokens": [token], "instance": "other"}).to_string();
    serving.post("/api/threads/t/journal/ack", &other).await.assert_problem(403, "forbidden");
    assert_eq!(ack(&serving, &[&json!("unknown"), token], "i").await, json!([token]));
    assert_eq!(ack(&serving, &[token], "i").await, json!([]), "it is proved once");
    assert_eq!(serving.get("/api/outstanding").await.json(), json!({"outstanding": false, "threads": []}));
    assert_eq!(serving.get("/api/threads/t/journal").await.json()["entries"][0]["acked"], true);
}

#[tokio::test]
async fn asking_again_gives_the_answer_at_once_with_the_token_that_proves_it() {
    let serving = serve().await;
    answered(&serving, "Name?").await;
    let again = serving.post("/api/threads/t/dialogs", &question("Name?")).await;
    let told = again.json();
    assert_eq!((again.status, &told["value"], &told["recovered"]), (200, &json!("a"), &json!(true)));
    assert_eq!(told["answered_at"], told["settled_at"]);
    let delivery = |listed: Value| listed["entries"][0]["delivery"].clone();
    assert_eq!(delivery(serving.get("/api/threads/t/journal").await.json()), "handed_off");
    assert_eq!(ack(&serving, &[&told["token"]], "i").await, json!([told["token"]]));
    assert_eq!(serving.post("/api/threads/t/dialogs", &question("Name?")).await.status, 202, "a fresh card");
}

#[tokio::test]
async fn of_a_conversation_that_is_over_no_text_is_listed() {
    let serving = serve().await;
    answered(&serving, "Name?").await;
    let hub = format!("http://{}", serving.address);
    let endpoint = Endpoint { address: Address::parse(&hub).unwrap(), token: None };
    let (client, _events) = Client::connect(&endpoint).await.unwrap();
    let reset: Value = client.call("thread.reset", json!({"thread": "t"})).await.unwrap();
    assert_eq!(reset["generation"], 2);
    let entry = serving.get("/api/threads/t/journal").await.json()["entries"][0].clone();
    assert_eq!((&entry["retired"], &entry["correlation"]), (&json!(true), &json!("foreign")));
    for told in ["question", "dialog", "answer", "value", "fingerprint", "by", "private"] {
        assert!(entry.get(told).is_none(), "{told}");
    }
    assert_eq!(ack(&serving, &[&entry["token"]], "i").await, json!([]));
    assert_eq!(serving.get("/api/outstanding").await.json(), json!({"outstanding": false, "threads": []}));
}
