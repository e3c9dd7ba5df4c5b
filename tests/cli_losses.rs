//! What a hub says on standard error of answers that were not proved to be read, and that it needs nobody to hear it.

mod cli_support;

use std::io::{BufRead, BufReader};
use std::process::Stdio;

use cli_support::{Hub, hub_process};
use dialog_hub::client::{Address, Client, Endpoint};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

/// What a person typed.
const TYPED: &str = "what-a-person-typed";

async fn connect(url: &str) -> Client {
    let address = Address::parse(url).expect("a good address");
    Client::connect(&Endpoint { address, token: None }).await.expect("a hub that is up").0
}

async fn call(client: &Client, method: &str, params: Value) -> Value {
    client.call(method, params).await.expect("it succeeds")
}

/// Asks a question, and answers it when nobody waits; the dialog's id.
async fn unread(client: &Client, thread: &str) -> String {
    let dialog = json!({"method": "input", "title": TYPED});
    let ask = json!({"thread": thread, "wait_ms": 0, "recover": "never", "dialog": dialog});
    let id = call(client, "dialog.ask", ask).await["id"].as_str().expect("an id").to_owned();
    call(client, "dialog.answer", json!({"thread": thread, "id": id, "value": TYPED})).await;
    id
}

/// The one line with all of these in it.
fn line_with<'a>(err: &'a str, parts: &[&str]) -> &'a str {
    let fits = |line: &&str| parts.iter().all(|part| line.contains(part));
    let mut lines = err.lines().filter(fits);
    let line = lines.next().unwrap_or_else(|| panic!("no line with {parts:?}:\n{err}"));
    assert_eq!(lines.next(), None, "more than one line with {parts:?}");
    line
}

#[tokio::test]
async fn a_loss_is_one_line_with_its_thread_and_no_text_of_a_person() {
    let hub = Hub::start();
    let client = connect(hub.url()).await;
    let forgotten = unread(&client, "forgotten").await;
    call(&client, "thread.forget", json!({"thread": "forgotten"})).await;
    let replaced = unread(&client, "replaced").await;
    call(&client, "thread.reset", json!({"thread": "replaced"})).await;
    let mut full = Vec::new();
    for _ in 0..=48 {
        full.push(unread(&client, "full").await);
    }
    client.close().await;
    let done = hub.end_by(Signal::TERM);
    assert_eq!(done.status, 0, "{}", done.err);
    line_with(&done.err, &["ERROR", "thread=forgotten", &format!("dialog={forgotten}"), "token=jrn-"]);
    line_with(&done.err, &["WARN", "thread=replaced", &format!("dialog={replaced}"), "token=jrn-"]);
    line_with(&done.err, &["ERROR", "thread=full", &format!("dialog={}", full[0]), "token=jrn-"]);
    assert_eq!(done.err.matches("ERROR").count(), 2, "{}", done.err);
    // What is outstanding at the end: nothing of what was replaced or forgotten.
    line_with(&done.err, &["WARN", "thread=full", "pending=48", "unacked=48", "debt=1"]);
    assert_eq!(done.err.matches("pending=").count(), 1, "{}", done.err);
    assert!(!done.err.contains(TYPED), "{}", done.err);
}

#[tokio::test]
async fn a_hub_with_nothing_outstanding_says_nothing_at_its_end() {
    let hub = Hub::start();
    let client = connect(hub.url()).await;
    call(&client, "thread.publish", json!({"thread": "t", "event": "e", "data": 1})).await;
    client.close().await;
    let done = hub.end_by(Signal::TERM);
    assert!(!done.err.contains("outstanding"), "{}", done.err);
}

#[tokio::test]
async fn the_log_names_so_many_threads_at_the_end_and_counts_the_rest() {
    let hub = Hub::start();
    let client = connect(hub.url()).await;
    for n in 0..103 {
        unread(&client, &format!("t{n}")).await;
    }
    client.close().await;
    let done = hub.end_by(Signal::TERM);
    assert_eq!(done.err.matches("pending=1").count(), 100, "{}", done.err);
    line_with(&done.err, &["outstanding", "threads=3"]);
}

#[tokio::test]
async fn a_hub_whose_standard_error_is_closed_goes_on_and_ends_well() {
    let mut command = hub_process::serve("127.0.0.1:0", None);
    let mut hub = command.stderr(Stdio::piped()).spawn().expect("the program starts");
    let mut err = BufReader::new(hub.stderr.take().expect("a pipe"));
    let mut url = String::new();
    while !url.contains("listens on") {
        url.clear();
        assert_ne!(err.read_line(&mut url).expect("UTF-8"), 0, "it ended");
    }
    let url = url.trim().rsplit(' ').next().expect("an address");
    let client = connect(url).await;
    drop(err);
    for _ in 0..3 {
        unread(&client, "t").await;
        call(&client, "thread.forget", json!({"thread": "t"})).await;
    }
    unread(&client, "u").await;
    client.close().await;
    kill_process(Pid::from_child(&hub), Signal::TERM).expect("it runs");
    assert_eq!(hub.wait().expect("it ends").code(), Some(0));
}
