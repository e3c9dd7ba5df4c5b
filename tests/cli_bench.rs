//! `bench` through the program: what it tells of a good hub and of others, and that it leaves nothing behind.

mod cli_support;

use std::io::{Read, Write};
use std::net::TcpListener;
use std::time::{Duration, Instant};

use cli_support::{Done, Hub, begin, careless_hub, read, run};
use rustix::process::Signal;
use serde_json::Value;

/// The one line of JSON that a bench printed.
fn result(done: &Done) -> Value {
    let lines: Vec<&str> = done.out.lines().collect();
    assert_eq!(lines.len(), 1, "{done:?}");
    read(lines[0])
}

/// Runs a bench against a hub; `words` are what follows `bench`.
fn bench(hub: &Hub, words: &str) -> Done {
    let args: Vec<&str> = ["bench"].into_iter().chain(words.split(' ')).collect();
    hub.run(&args)
}

fn number(result: &Value, name: &str) -> f64 {
    result[name].as_f64().unwrap_or_else(|| panic!("no number {name} in {result}"))
}

fn threads(hub: &Hub) -> String {
    hub.run(&["threads"]).out
}

/// Waits until the bench measures: by the hub's clock a second after its first event, where it warms up for half of one.
fn until_it_measures(hub: &Hub) {
    let end = Instant::now() + Duration::from_secs(30);
    let thread = loop {
        assert!(Instant::now() < end, "the bench does not begin");
        if let Some(thread) = threads(hub).split('\t').next().filter(|name| name.starts_with("bench-")) {
            break thread.to_owned();
        }
    };
    let stream = hub.follow(&thread);
    let at = |line: &str| number(&read(line), "at");
    let first = at(&stream.0.line());
    while at(&stream.0.line()) < first + 1_000.0 {}
}

fn assert_exact(result: &Value) {
    for name in ["lost", "duplicate", "out_of_order"] {
        assert_eq!(result[name], 0, "{result}");
    }
    assert_eq!(result["complete"], true, "{result}");
}

fn assert_percentiles(spread: &Value) {
    let at = |name: &str| number(spread, name);
    assert!(
        0.0 < at("p50") && at("p50") <= at("p95") && at("p95") <= at("p99") && at("p99") <= at("max"),
        "{spread}"
    );
}

#[test]
fn a_flood_reaches_every_follower_of_every_thread_once_and_in_order() {
    let hub = Hub::start();
    let done = bench(&hub, "followers --followers 21 --threads 4 --workers 2 --seconds 1 --json");
    assert_eq!(done.status, 0, "{done:?}");
    let result = result(&done);
    assert_exact(&result);
    assert_percentiles(&result["latency_us"]);
    assert_percentiles(&result["last_follower_us"]);
    assert!(number(&result, "deliveries") > 0.0 && number(&result, "deliveries_per_s") > 0.0, "{result}");
    let bytes = number(&result, "bytes_per_delivery");
    // The text of a frame is the event and the call around it.
    assert!((300.0..400.0).contains(&bytes), "{result}");
    // The hub runs on this machine and listens on loopback: its process was found.
    assert_eq!(result["server_pid"], hub.pid().as_raw_nonzero().get(), "{result}");
    assert!(number(&result, "server_cpu_us_per_delivery") > 0.0, "{result}");
    assert_eq!(threads(&hub), "", "it leaves nothing behind");
}

#[test]
fn lone_events_go_out_one_at_a_time() {
    let hub = Hub::start();
    let done = bench(&hub, "followers --followers 5 --mode lone --rate 40 --seconds 1 --json");
    assert_eq!(done.status, 0, "{done:?}");
    let result = result(&done);
    assert_exact(&result);
    assert_eq!(
        (&result["mode"], &result["rate_per_s"], &result["window"]),
        (&"lone".into(), &40.0.into(), &Value::Null)
    );
    // Never more than was asked for; less where the machine is slow.
    assert!(number(&result, "events") <= 42.0, "{result}");
    assert_percentiles(&result["last_follower_us"]);
}

#[test]
fn a_person_reads_lines() {
    let hub = Hub::start();
    let done = bench(&hub, "followers --followers 3 --seconds 1");
    assert_eq!(done.status, 0, "{done:?}");
    for part in ["deliveries", "last follower", "0 lost, 0 duplicate, 0 out of order", "µs of CPU a delivery"]
    {
        assert!(done.out.contains(part), "no {part:?} in {}", done.out);
    }
    assert_eq!(done.err, "", "no progress where nobody looks at a terminal");
}

#[test]
fn answers_come_back_to_who_asked_and_to_who_watches() {
    let hub = Hub::start();
    let done = bench(&hub, "settle --askers 7 --answerers 3 --followers 5 --seconds 1 --json");
    assert_eq!(done.status, 0, "{done:?}");
    let result = result(&done);
    assert_exact(&result);
    for spread in ["round_trip_us", "answer_to_result_us", "answer_to_last_follower_us"] {
        assert_percentiles(&result[spread]);
    }
    assert!(number(&result, "round_trips") > 0.0, "{result}");
    assert_eq!((&result["not_timed"], threads(&hub).as_str()), (&0.into(), ""));
}

#[test]
fn nobody_has_to_watch() {
    let hub = Hub::start();
    let done = bench(&hub, "settle --askers 2 --answerers 1 --followers 0 --seconds 1 --json");
    assert_eq!(done.status, 0, "{done:?}");
    let result = result(&done);
    assert_exact(&result);
    assert_eq!(result["answer_to_last_follower_us"], Value::Null);
}

#[test]
fn those_who_come_get_the_snapshot_and_those_who_come_back_what_they_missed() {
    let hub = Hub::start();
    let done = bench(&hub, "join --followers 20 --json");
    assert_eq!(done.status, 0, "{done:?}");
    let first = result(&done);
    assert_exact(&first);
    assert_eq!(
        (&first["came"], &first["snapshots"], &first["recovered"]),
        (&20.into(), &20.into(), &0.into())
    );
    assert_percentiles(&first["live_us"]);
    let done = bench(&hub, "join --followers 20 --since --events 30 --workers 2 --json");
    assert_eq!(done.status, 0, "{done:?}");
    let back = result(&done);
    assert_exact(&back);
    assert_eq!((&back["came"], &back["snapshots"], &back["recovered"]), (&20.into(), &0.into(), &20.into()));
    assert_eq!((&back["missed_expected"], &back["missed_received"]), (&600.into(), &600.into()));
    assert_eq!(threads(&hub), "", "it leaves nothing behind");
}

#[test]
fn who_missed_more_than_the_hub_sends_gets_the_snapshot() {
    let hub = Hub::start_with(&["--max-queue-bytes", "4096"]);
    let done = bench(&hub, "join --followers 3 --since --events 50 --json");
    assert_eq!(done.status, 0, "{done:?}");
    let result = result(&done);
    assert_exact(&result);
    assert_eq!((&result["snapshots"], &result["missed_expected"]), (&3.into(), &0.into()));
}

#[test]
fn ctrl_c_tells_what_there_is_and_leaves_nothing_behind() {
    let hub = Hub::start();
    let bench = hub.begin(&[
        "bench",
        "followers",
        "--mode",
        "lone",
        "--followers",
        "5",
        "--rate",
        "50",
        "--seconds",
        "600",
        "--json",
    ]);
    until_it_measures(&hub);
    bench.signal(Signal::INT);
    let done = bench.end();
    assert_eq!(done.status, 130, "{done:?}");
    let result = result(&done);
    assert_eq!((&result["complete"], &result["lost"]), (&false.into(), &0.into()), "{result}");
    assert_eq!(threads(&hub), "");
}

#[test]
fn a_hub_that_dies_is_an_error_with_what_there_was() {
    let mut hub = Hub::start();
    let bench =
        hub.begin(&["bench", "settle", "--askers", "2", "--followers", "2", "--seconds", "600", "--json"]);
    until_it_measures(&hub);
    hub.kill();
    let done = bench.end();
    assert_eq!(done.status, 6, "{done:?}");
    assert_eq!(result(&done)["complete"], false);
    // Each a line of JSON: that the threads could not be forgotten, and why the bench ended.
    let codes: Vec<Value> = done.err.lines().map(|line| read(line)["code"].clone()).collect();
    assert_eq!(codes, ["left-behind", "closed"], "{done:?}");
}

#[test]
fn a_hub_that_is_away_is_4() {
    let free = TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address");
    let url = format!("http://{free}");
    for bench in ["followers", "settle", "join"] {
        let done = run(&["bench", bench, "--url", &url]);
        assert_eq!((done.status, done.out.as_str()), (4, ""), "{done:?}");
        assert!(done.err.contains(&url) && done.err.contains("dialog-hub serve"), "{done:?}");
    }
}

#[test]
fn a_hub_that_wants_another_token_is_3() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    let refusing = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().expect("it listens");
        let mut head = [0; 2_048];
        let _ = stream.read(&mut head);
        let body = r#"{"code":"unauthorized","detail":"the token is revoked"}"#;
        let head = format!(
            "HTTP/1.1 401 Unauthorized\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
            body.len()
        );
        stream.write_all(format!("{head}{body}").as_bytes()).expect("it reads");
    });
    let done = run(&["bench", "join", "--url", &url, "--token", "old"]);
    assert_eq!(done.status, 3, "{done:?}");
    assert!(done.err.contains("the token is revoked"), "{done:?}");
    refusing.join().expect("it ends");
}

#[test]
fn a_hub_that_takes_no_more_connections_says_how_far_it_came() {
    let hub = Hub::start_with(&["--max-connections", "8"]);
    let done = bench(&hub, "followers --followers 40 --seconds 1");
    assert_eq!((done.status, done.out.as_str()), (6, ""), "{done:?}");
    assert!(done.err.contains("of 40 connections were up") && done.err.contains("429"), "{done:?}");
}

#[test]
fn a_bound_of_the_hub_is_told_in_its_words() {
    let hub = Hub::start_with(&["--max-open", "2"]);
    let done = bench(&hub, "settle --askers 9 --followers 0 --seconds 1 --json");
    assert_eq!(done.status, 6, "{done:?}");
    assert!(done.err.contains(r#""code":"limit""#), "{done:?}");
    assert_eq!(threads(&hub), "", "it leaves nothing behind");
}

#[test]
fn what_cannot_be_is_a_usage_error_without_a_hub() {
    for (args, word) in [
        (&["followers", "--followers", "30000"][..], "25000"),
        (&["followers", "--followers", "3", "--threads", "4"], "spread"),
        (&["followers", "--followers", "0"], "followers"),
        (&["followers", "--rate", "0"], "rate"),
        (&["join", "--events", "5"], "--since"),
    ] {
        let done = begin(&[&["bench"], args].concat()).end();
        assert_eq!((done.status, done.out.as_str()), (2, ""), "{args:?}: {done:?}");
        assert!(done.err.contains(word), "{args:?}: {done:?}");
    }
}

#[test]
fn a_process_that_is_not_there_is_a_usage_error() {
    let hub = Hub::start();
    let done = bench(&hub, "join --pid 4194999");
    assert_eq!(done.status, 2, "{done:?}");
    assert!(done.err.contains("--pid"), "{done:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hub_that_breaks_its_word_is_found_out() {
    let url = careless_hub::listen().await;
    let args = ["bench", "followers", "--followers", "4", "--seconds", "1", "--url", &url, "--json"];
    let done = run(&args);
    assert_eq!(done.status, 6, "{done:?}");
    let result = result(&done);
    let wrong = (&result["lost"], &result["duplicate"], &result["out_of_order"]);
    assert_eq!(wrong, (&4.into(), &4.into(), &4.into()), "each follower once: {result}");
    assert_eq!(result["complete"], true, "what is lost holds nobody up");
    assert!(done.err.contains("not-exact"), "{done:?}");
}
