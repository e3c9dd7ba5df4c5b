//! A secret goes from its socket to its host and leaves no trace on the way: not in a file, a log line, an event, a
//! snapshot, a list or a metric, whatever is wrong with it and whenever the hub dies.

#[path = "support/hub_process.rs"]
mod hub_process;

use std::fs::File;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::Child;
use std::time::{Duration, Instant};

use dialog_hub::client::{Address, Client, ClientError, Endpoint, Events};
use serde_json::{Value, json};

/// What a person typed; nothing else has it.
const CANARY: &str = "canary-5f1c9a77e0";

/// A hub that logs everything into a file.
struct Hub {
    child: Child,
    port: u16,
}

impl Hub {
    fn start(folder: &Path, port: u16) -> Self {
        let listen = format!("127.0.0.1:{port}");
        let mut command = hub_process::serve(&listen, Some(&folder.join("data")));
        let log = File::options().create(true).append(true).open(folder.join("log")).expect("a log file");
        command.args(["--log", "trace"]).stdout(log.try_clone().expect("a second handle")).stderr(log);
        Self { child: command.spawn().expect("the hub starts"), port }
    }

    fn kill9(mut self) {
        self.child.kill().expect("it was alive");
        self.child.wait().expect("a process that was killed ends");
    }

    async fn connect(&self) -> (Client, Events) {
        let address = Address::parse(&format!("http://127.0.0.1:{}", self.port)).expect("a good address");
        let endpoint = Endpoint { address, token: None };
        let end = Instant::now() + Duration::from_secs(10);
        loop {
            match Client::connect(&endpoint).await {
                Ok(connected) => return connected,
                Err(error) => assert!(Instant::now() < end, "the hub does not come up: {error}"),
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// A request over HTTP, and all that comes back.
    fn http(&self, verb: &str, path: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("a hub that is up");
        let length = body.len();
        let head = format!(
            "{verb} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\nConnection: close\r\n\r\n{body}",
            self.port
        );
        stream.write_all(head.as_bytes()).expect("an open connection");
        let mut all = String::new();
        stream.read_to_string(&mut all).expect("a reply");
        all
    }
}

/// Everything below a folder that has the canary in it.
fn files_with_the_canary(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files_with_the_canary(&path));
        } else if std::fs::read(&path).is_ok_and(|bytes| has_canary(&bytes)) {
            found.push(path.display().to_string());
        }
    }
    found
}

fn has_canary(bytes: &[u8]) -> bool {
    bytes.windows(CANARY.len()).any(|window| window == CANARY.as_bytes())
}

fn secret() -> Value {
    json!({"method": "secret", "title": "The key?"})
}

/// What a tab was told until the mark is published: the frames, as they came.
async fn told_until(events: &mut Events, mark: &str) -> String {
    let mut told = String::new();
    loop {
        let incoming = events.next().await.expect("an open connection");
        told.push_str(incoming.params.get());
        if incoming.method == "thread.published" && incoming.params.get().contains(mark) {
            return told;
        }
    }
}

/// Everything that is refused, with the canary where it does not belong.
async fn answer_badly(tab: &Client, hub: &Hub, id: &str) -> String {
    let mut told = String::new();
    for wrong in [
        json!({"value": [CANARY]}),
        json!({"value": {"a": CANARY}}),
        json!({"valeu": CANARY}),
        json!({"value": CANARY, "answer_key": [CANARY]}),
        json!({"value": CANARY, "answer_key": CANARY.repeat(9)}),
    ] {
        let mut params = wrong.clone();
        (params["thread"], params["id"]) = (json!("t"), json!(id));
        let refused = tab.call::<Value>("dialog.answer", params).await.expect_err("it is no good answer");
        told.push_str(&refused.to_string());
        tab.respond(id, wrong).await.expect("an open connection");
    }
    for body in [
        format!(r#"{{"id":"{id}","value":"{CANARY}""#),
        format!(r#"{{"id":"{id}","value":"{CANARY}","value":"{CANARY}"}}"#),
        format!(r#"{{"id":"{id}","value":["{CANARY}"]}}"#),
        format!(r#"{{"id":"dlg-none","value":"{CANARY}"}}"#),
    ] {
        told.push_str(&hub.http("POST", "/api/threads/t/dialog", &body));
    }
    told
}

#[tokio::test]
async fn a_secret_leaves_no_trace() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let port = TcpListener::bind("127.0.0.1:0").and_then(|l| l.local_addr()).expect("a free port").port();
    let hub = Hub::start(folder.path(), port);
    let ((host, mut host_events), (tab, mut tab_events)) = (hub.connect().await, hub.connect().await);
    host.call::<Value>("host.attach", json!({"thread": "t", "instance": "i"})).await.expect("it attaches");
    tab.call::<Value>("thread.follow", json!({"thread": "t"})).await.expect("it follows");

    // Asked, answered badly, answered well, twice by its key, and late.
    let asking = host.clone();
    let asked = tokio::spawn(async move {
        asking.call::<Value>("dialog.ask", json!({"thread": "t", "dialog": secret()})).await
    });
    let id = loop {
        let incoming = host_events.next().await.expect("an open connection");
        if incoming.method == "dialog.asked" {
            break incoming.read::<Value>().expect("JSON")["id"].as_str().expect("an id").to_owned();
        }
    };
    let mut told = answer_badly(&tab, &hub, &id).await;
    let good = json!({"thread": "t", "id": id, "value": CANARY, "answer_key": "k", "x": CANARY});
    tab.call::<Value>("dialog.answer", good.clone()).await.expect("a good answer");
    let result = asked.await.expect("a task").expect("a result");
    assert_eq!((&result["value"], &result["outcome"]), (&json!(CANARY), &json!("answered")), "to the host");
    assert!(result.get("token").is_none() && result.get("answer").is_none(), "never journaled: {result}");
    tab.call::<Value>("dialog.answer", good).await.expect("the winner's repeat");
    let late = json!({"thread": "t", "id": id, "value": CANARY, "answer_key": "other"});
    told.push_str(&tab.call::<Value>("dialog.answer", late).await.expect_err("too late").to_string());
    let again: Value = host.call("dialog.get", json!({"thread": "t", "id": id})).await.expect("a result");
    assert_eq!((&again["value"], &again["secret_gone"]), (&Value::Null, &json!(true)), "once");

    // Asked again by the same and by other hosts: nothing is recovered.
    for instance in ["i", "j"] {
        let ask =
            json!({"thread": "t", "dialog": secret(), "instance": instance, "recover": "any", "wait_ms": 0});
        let (other, _events) = hub.connect().await;
        let fresh: Value = other.call("dialog.ask", ask).await.expect("a card");
        assert_eq!(fresh["outcome"], "open");
        told.push_str(&fresh.to_string());
    }
    let mark = json!({"thread": "t", "event": "mark", "data": "all-told"});
    host.call::<Value>("thread.publish", mark).await.expect("it is published");
    told.push_str(&told_until(&mut tab_events, "all-told").await);
    told.push_str(&told_until_now(&hub));
    assert!(!has_canary(told.as_bytes()), "somebody was told: {told}");
    assert_eq!(files_with_the_canary(folder.path()), [""; 0], "while it runs");

    // Something that is logged.
    let ask = json!({"thread": "other", "dialog": {"method": "input", "title": "?"}, "wait_ms": 0});
    let other: Value = host.call("dialog.ask", ask).await.expect("a card");
    let answer = json!({"thread": "other", "id": other["id"], "value": "x"});
    tab.call::<Value>("dialog.answer", answer).await.expect("it is accepted");
    host.call::<Value>("thread.forget", json!({"thread": "other"})).await.expect("it is forgotten");

    // Accepted, and the hub dies before anybody fetched it.
    let ask = json!({"thread": "t", "dialog": secret(), "recover": "never", "wait_ms": 0});
    let lost: Value = host.call("dialog.ask", ask).await.expect("a card");
    let answer = json!({"thread": "t", "id": lost["id"], "value": CANARY});
    tab.call::<Value>("dialog.answer", answer).await.expect("it is accepted");
    hub.kill9();
    assert_eq!(files_with_the_canary(folder.path()), [""; 0], "after the kill");
    let hub = Hub::start(folder.path(), port);
    let (host, _events) = hub.connect().await;
    let gone: Value =
        host.call("dialog.get", json!({"thread": "t", "id": lost["id"]})).await.expect("a result");
    assert_eq!((&gone["outcome"], &gone["value"]), (&json!("answered"), &Value::Null));
    assert_eq!(gone["secret_gone"], true, "what is lost says so: {gone}");
    assert!(!has_canary(told_until_now(&hub).as_bytes()));
    assert!(matches!(host.call::<Value>("x", json!({"canary": CANARY})).await, Err(ClientError::Rpc(_))));
    hub.kill9();
    assert_eq!(files_with_the_canary(folder.path()), [""; 0], "after all");
    let log = std::fs::read_to_string(folder.path().join("log")).expect("a log");
    assert!(log.contains("thread=other"), "a log that says nothing proves nothing");
}

/// What everybody who may ask is told.
fn told_until_now(hub: &Hub) -> String {
    let paths = ["/metrics", "/api/threads", "/api/threads/t", "/api/threads/t/journal", "/api/outstanding"];
    paths.map(|path| hub.http("GET", path, "")).concat()
}
