//! The journal through the program: an answer is acknowledged when it stands on standard output, recovered when its
//! asker was killed, listed, and told where it is outstanding.

mod cli_support;

use std::process::Stdio;

use cli_support::played_hub::PlayedHub;
use cli_support::{Done, Hub, begin, hub_process, read};
use dialog_hub::client::{Address, Ask, Client, Endpoint};
use rustix::process::Signal;
use serde_json::{Value, json};

const INPUT: [&str; 2] = ["input", "Name?"];

fn ask(rest: &[&str]) -> Vec<String> {
    ["ask", "-t", "t"].iter().chain(rest).chain(&INPUT).map(|arg| (*arg).to_owned()).collect()
}

/// Asks, and kills the asker before anybody has answered; then it is answered.
fn orphan(hub: &Hub, rest: &[&str], value: &str) {
    let stream = hub.follow("t");
    let asking = hub.begin(&words(&ask(rest)));
    let id = stream.asked();
    asking.signal(Signal::KILL);
    asking.end();
    assert_eq!(hub.run(&["answer", "-t", "t", &id, "--value", value]).status, 0);
}

fn words(args: &[String]) -> Vec<&str> {
    args.iter().map(String::as_str).collect()
}

fn entries(hub: &Hub) -> Vec<Value> {
    let listed = hub.run(&["journal", "list", "-t", "t", "--json"]);
    assert_eq!((listed.status, listed.err.as_str()), (0, ""));
    listed.out.lines().map(read).collect()
}

fn ack(hub: &Hub, rest: &[&str]) -> Done {
    hub.run(&[&["journal", "ack", "-t", "t"], rest].concat())
}

async fn connect(hub: &Hub) -> Client {
    let address = Address::parse(hub.url()).expect("a good address");
    Client::connect(&Endpoint { address, token: None }).await.expect("a hub that is up").0
}

/// A host, so that a reply that was written proves nothing by itself.
async fn attach(hub: &Hub) -> Client {
    let host = connect(hub).await;
    let attached = host.call_raw("host.attach", json!({"thread": "t", "instance": "host"})).await;
    attached.expect("it is let in");
    host
}

#[tokio::test]
async fn an_answer_on_standard_output_is_acknowledged() {
    let hub = Hub::start();
    let _host = attach(&hub).await;
    for rest in [&[][..], &["--json"], &["--instance", "host"], &["--instance", "script"]] {
        let stream = hub.follow("t");
        let asking = hub.begin(&words(&ask(rest)));
        let id = stream.asked();
        assert_eq!(hub.run(&["answer", "-t", "t", &id, "--value", "ann"]).status, 0);
        let done = asking.end();
        assert_eq!(done.status, 0, "{}", done.err);
        let entry = entries(&hub).pop().expect("an entry");
        assert_eq!((&entry["id"], &entry["acked"]), (&json!(id), &json!(true)), "{rest:?}");
    }
}

#[tokio::test]
async fn an_answer_that_nobody_could_read_is_not_acknowledged() {
    let hub = Hub::start();
    let _host = attach(&hub).await;
    let stream = hub.follow("t");
    let mut asking = hub_process::program();
    asking.args(ask(&["--url", hub.url()])).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut asking = asking.spawn().expect("the program starts");
    drop(asking.stdout.take());
    let id = stream.asked();
    assert_eq!(hub.run(&["answer", "-t", "t", &id, "--value", "ann"]).status, 0);
    let done = asking.wait_with_output().expect("it ends");
    let entry = entries(&hub).pop().expect("an entry");
    assert_eq!(entry["acked"], json!(false));
    let err = String::from_utf8(done.stderr).expect("UTF-8");
    assert_eq!(done.status.code(), Some(6), "{err}");
    let token = entry["token"].as_str().expect("a token");
    assert!(err.contains("the answer was not read") && err.contains(token), "{err}");
}

#[tokio::test]
async fn an_acknowledgement_that_fails_is_a_note_and_the_answer_counts() {
    for (json, says) in [(false, "jrn-1"), (true, "not-acked")] {
        let hub = PlayedHub::listen().await;
        let mut program = hub_process::program();
        program.args(ask(&["--url", &hub.url, "--instance", "script"]));
        if json {
            program.arg("--json");
        }
        let asking = tokio::task::spawn_blocking(move || program.output().expect("the program runs"));
        let (mut played, call) = hub.asked().await;
        played.answer(&call, Some("jrn-1")).await;
        let ack = played.called("journal.ack").await;
        assert_eq!(ack["params"], json!({"thread": "t", "tokens": ["jrn-1"], "instance": "script"}));
        played.refuse(&ack, "store-failed").await;
        let done = asking.await.expect("it ends");
        let err = String::from_utf8(done.stderr).expect("UTF-8");
        assert_eq!(done.status.code(), Some(0), "{err}");
        assert!(!done.stdout.is_empty() && err.contains(says), "{err}");
        assert!(!json || err.lines().all(|line| read(line).is_object()), "{err}");
    }
}

#[tokio::test]
async fn an_answer_that_came_before_ctrl_c_is_read_as_the_instance_that_asked() {
    let hub = PlayedHub::listen().await;
    let asking = begin(&words(&ask(&["--url", &hub.url, "--instance", "script"])));
    let (mut played, call) = hub.asked().await;
    played.shows(&call).await;
    asking.note_with("waiting for a person");
    drop(played);
    // It comes back to a hub that takes nobody yet.
    asking.note_with("coming back");
    asking.signal(Signal::INT);
    let (mut played, identify) = hub.called().await;
    assert_eq!(
        (&identify["method"], &identify["params"]["instance"]),
        (&json!("client.identify"), &json!("script"))
    );
    played.done(&identify).await;
    let withdraw = played.called("dialog.withdraw").await;
    played.refuse(&withdraw, "not-open").await;
    let get = played.called("dialog.get").await;
    played.answer(&get, Some("jrn-1")).await;
    let (_played, ack) = hub.called().await;
    assert_eq!(ack["params"], json!({"thread": "t", "tokens": ["jrn-1"], "instance": "script"}));
}

#[test]
fn the_answer_to_an_asker_that_was_killed_comes_back_when_it_asks_again() {
    let mut hub = Hub::start();
    orphan(&hub, &[], "ann");
    hub.kill_and_start_again();
    let again = hub.run(&words(&ask(&[])));
    assert_eq!((again.status, again.out.as_str()), (0, "ann\n"), "{}", again.err);
    assert!(again.err.contains("recovered: ") && !again.err.contains("possible_repeat"), "{}", again.err);
    assert_eq!(entries(&hub)[0]["acked"], json!(true));
    let any = hub.run(&words(&ask(&["--recover", "any"])));
    assert_eq!((any.status, any.out.as_str()), (0, "ann\n"), "{}", any.err);
    assert!(any.err.contains("possible_repeat: "), "{}", any.err);
    let fresh = hub.run(&words(&ask(&["--timeout", "1ms"])));
    assert_eq!((fresh.status, fresh.out.as_str()), (124, ""), "what was read is asked again");
}

#[test]
fn what_is_not_to_be_recovered_is_asked() {
    let hub = Hub::start();
    orphan(&hub, &[], "ann");
    let fresh = hub.run(&words(&ask(&["--recover", "never", "--timeout", "1ms"])));
    assert_eq!((fresh.status, fresh.out.as_str()), (124, ""), "{}", fresh.err);
    let other = hub.run(&words(&ask(&["--instance", "other", "--timeout", "1ms"])));
    assert_eq!(
        (other.status, other.out.as_str()),
        (124, ""),
        "an answer is its own instance's: {}",
        other.err
    );
    assert_eq!(entries(&hub)[0]["acked"], json!(false));
}

#[test]
fn answers_that_cannot_be_told_apart_are_withheld_and_counted() {
    let hub = Hub::start();
    let stream = hub.follow("t");
    let askers = [(); 2].map(|()| hub.begin(&words(&ask(&["--instance", "script"]))));
    let ids = [(); 2].map(|()| stream.asked());
    for asker in askers {
        asker.signal(Signal::KILL);
        asker.end();
    }
    for id in &ids {
        assert_eq!(hub.run(&["answer", "-t", "t", id, "--value", "ann"]).status, 0);
    }
    let again = hub.begin(&words(&ask(&["--instance", "script"])));
    assert_eq!(hub.run(&["answer", "-t", "t", &stream.asked(), "--value", "bob"]).status, 0);
    let done = again.end();
    assert_eq!((done.status, done.out.as_str()), (0, "bob\n"));
    assert!(done.err.contains("unattributed: 2 answers"), "{}", done.err);
}

#[test]
fn the_list_shows_how_far_an_answer_has_come_and_ack_ends_it() {
    let hub = Hub::start();
    orphan(&hub, &["--instance", "script"], "a\u{1b}[2Jb");
    let entry = entries(&hub).pop().expect("an entry");
    let token = entry["token"].as_str().expect("a token");
    let line = hub.run(&["journal", "list", "-t", "t"]).out;
    assert!(line.starts_with(&format!("{token}\tpending\t")), "{line}");
    assert!(line.contains("\tName?\t") && !line.contains('\u{1b}'), "{line}");
    assert_eq!(hub.run(&["journal", "outstanding"]).out, "t\t1\t1\t0\n");
    let all = read(hub.run(&["journal", "outstanding", "--json"]).out.trim());
    assert_eq!(
        all,
        json!({"outstanding": true, "threads": [{"thread": "t", "pending": 1, "unacked": 1, "debt": 0}]})
    );

    let foreign = ack(&hub, &[token]);
    assert_eq!((foreign.status, foreign.out.as_str()), (3, ""), "{}", foreign.err);
    assert!(foreign.err.contains("forbidden"), "{}", foreign.err);
    let done = ack(&hub, &[token, "jrn-unknown", "--instance", "script"]);
    assert_eq!((done.status, done.out), (0, format!("{token}\n")), "{}", done.err);
    assert!(done.err.contains("jrn-unknown") && !done.err.contains(token), "{}", done.err);
    let again = ack(&hub, &["--json", token, "--instance", "script"]);
    assert_eq!((again.status, again.out.as_str()), (0, "{\"acked\":[]}\n"), "{}", again.err);

    assert!(hub.run(&["journal", "list", "-t", "t"]).out.contains("\thanded_off acked\t"));
    assert_eq!(hub.run(&["journal", "outstanding"]).out, "");
    let none = read(hub.run(&["journal", "outstanding", "--json"]).out.trim());
    assert_eq!(none, json!({"outstanding": false, "threads": []}));
}

#[test]
fn the_journal_of_a_conversation_that_is_over_shows_no_text() {
    let hub = Hub::start();
    orphan(&hub, &[], "ann");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let client = connect(&hub).await;
        client.call_raw("thread.reset", json!({"thread": "t"})).await.expect("it may");
    });
    let line = hub.run(&["journal", "list", "-t", "t"]).out;
    assert!(line.trim_end().ends_with("\t-\t-") && line.contains("retired"), "{line}");
    assert!(!line.contains("ann") && !line.contains("Name?"), "{line}");
}

#[test]
fn what_makes_no_sense_is_usage_and_no_hub_is_4() {
    for (args, status) in [
        (&["journal"][..], 2),
        (&["journal", "ack"], 2),
        (&["journal", "list", "-t", "bad thread"], 2),
        (&["ask", "--recover", "some", "confirm", "Go?"], 2),
        (&["--url", "http://127.0.0.1:1", "journal", "list"], 4),
        (&["--url", "http://127.0.0.1:1", "journal", "ack", "jrn-1"], 4),
        (&["--url", "http://127.0.0.1:1", "journal", "outstanding"], 4),
    ] {
        let done = cli_support::run(args);
        assert_eq!((done.status, done.out.as_str()), (status, ""), "{args:?}: {}", done.err);
    }
}

#[tokio::test]
async fn the_clients_own_ask_acknowledges_what_it_has_returned() {
    let hub = Hub::start();
    let host = attach(&hub).await;
    let stream = hub.follow("t");
    let asking = tokio::spawn({
        let host = host.clone();
        async move { host.ask(&Ask::new("t", json!({"method": "input", "title": "Name?"}))).await }
    });
    let id = tokio::task::spawn_blocking(move || stream.asked()).await.expect("it is asked");
    assert_eq!(hub.run(&["answer", "-t", "t", &id, "--value", "ann"]).status, 0);
    let result = asking.await.expect("no panic").expect("an answer");
    assert_eq!((result.id.as_str(), result.value.get()), (id.as_str(), "\"ann\""));
    let proved = async {
        loop {
            let journal = host.journal_list("t").await.expect("a list");
            let entry = journal.entries.into_iter().next_back().expect("an entry");
            assert_eq!(Some(&entry.token), result.token.as_ref());
            if entry.acked {
                return;
            }
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(20), proved).await.expect("it is acknowledged");
}
