//! Answers whose asker is dead: callers die at random instants, the hub is killed in between, and still every answer
//! comes to the one who asked, as the answer to its own question.
//!
//! `ASKS=10000 ASK_THREADS=100 HUB_KILLS=10 HUB_BIN=target/release/dialog-hub cargo test --test live dead_askers --
//! --nocapture` is the long run.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use dialog_hub::client::{Client, ClientError, Endpoint, Events};
use parking_lot::Mutex;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::process::Hub;
use crate::rng::Rng;

/// A thread whose host has not come to its end after so long has lost something.
const PATIENCE: Duration = Duration::from_secs(600);
/// Threads that one answerer looks after.
const THREADS_PER_ANSWERER: usize = 25;

/// What an answer to a question says: the question again, so that one that is misattributed shows.
fn answer_to(title: &str) -> String {
    format!("the answer to {title}")
}

#[derive(Default)]
struct Counts {
    answered: AtomicUsize,
    returned: AtomicUsize,
    recovered: AtomicUsize,
    pushed: AtomicUsize,
    deaths: AtomicUsize,
    /// Answers that came as the answer to another question.
    wrong: Mutex<Vec<String>>,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn dead_askers_get_every_answer_and_none_of_another_question() {
    let number = |name: &str, otherwise: usize| {
        std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
    };
    let (asks, threads, kills) = (number("ASKS", 200), number("ASK_THREADS", 10), number("HUB_KILLS", 2));
    let seed = number("ASK_SEED", 1) as u64;
    let counts = Arc::new(Counts::default());
    let (mut hub, mut hosts) = (Hub::start(true).await, JoinSet::new());
    let mut answerers = JoinSet::new();
    for first in (0..threads).step_by(THREADS_PER_ANSWERER) {
        let threads = (first..threads.min(first + THREADS_PER_ANSWERER)).map(thread_name).collect();
        answerers.spawn(answer_all(hub.endpoint(), threads, seed + first as u64, Arc::clone(&counts)));
    }
    for thread in 0..threads {
        let host = Host {
            endpoint: hub.endpoint(),
            thread: thread_name(thread),
            instance: format!("agent-{thread}"),
            // Half of them attach; the others only name their instance.
            attaches: thread % 2 == 0,
            rng: Rng(seed * 1_000 + thread as u64),
            proved: Arc::default(),
            counts: Arc::clone(&counts),
        };
        hosts.spawn(host.ask_all(asks / threads));
    }
    let whole = asks / threads * threads;
    let ended = async {
        for kill in 1..=kills {
            while counts.done() < whole * kill / (kills + 1) {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            hub.kill9();
            hub.restart().await;
        }
        while let Some(host) = hosts.join_next().await {
            host.expect("a host does not panic");
        }
    };
    tokio::time::timeout(PATIENCE, ended).await.expect("every answer comes to who asked");
    answerers.shutdown().await;
    let [answered, returned, recovered, pushed, deaths] =
        [&counts.answered, &counts.returned, &counts.recovered, &counts.pushed, &counts.deaths]
            .map(|count| count.load(Ordering::Relaxed));
    println!(
        "{whole} questions, {kills} kills, {deaths} dead askers: {answered} answers taken; proved after a call \
         {returned}, after a re-ask {recovered}, after a push {pushed}"
    );
    assert_eq!(*counts.wrong.lock(), [""; 0], "answers to another question");
    assert_eq!(returned + recovered + pushed, whole);
    assert!(recovered > 0 && pushed > 0, "nobody died at the right moment, so this proves nothing");
}

impl Counts {
    fn done(&self) -> usize {
        [&self.returned, &self.recovered, &self.pushed]
            .map(|count| count.load(Ordering::Relaxed))
            .iter()
            .sum()
    }
}

fn thread_name(thread: usize) -> String {
    format!("orphans-{thread}")
}

/// The asking side of one thread, over as many connections as it takes.
struct Host {
    endpoint: Endpoint,
    thread: String,
    instance: String,
    attaches: bool,
    rng: Rng,
    /// Questions whose answer was read and proved, with how it came.
    proved: Arc<Mutex<HashMap<String, Came>>>,
    counts: Arc<Counts>,
}

#[derive(Clone, Copy, PartialEq)]
enum Came {
    Returned,
    Recovered,
    Pushed,
}

impl Host {
    async fn ask_all(mut self, questions: usize) {
        for n in 0..questions {
            let title = format!("Question {n} of {}", self.thread);
            while !self.proved.lock().contains_key(&title) {
                // A life ends by its own death, or by the hub's.
                let _ = self.live(&title).await;
            }
            let count = match self.proved.lock()[&title] {
                Came::Returned => &self.counts.returned,
                Came::Recovered => &self.counts.recovered,
                Came::Pushed => &self.counts.pushed,
            };
            count.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// One life of the asker: it connects, asks, and may die at any instant of that.
    async fn live(&mut self, title: &str) -> Result<(), ClientError> {
        let (client, events) = connect(&self.endpoint).await;
        let mut pushes = JoinSet::new();
        let (thread, proved, counts) =
            (self.thread.clone(), Arc::clone(&self.proved), Arc::clone(&self.counts));
        pushes.spawn(read_pushes(client.clone(), events, thread, proved, counts));
        let dies_after = match self.rng.below(3) {
            0 => Some(Duration::from_micros(self.rng.below(6_000) as u64)),
            _ => None,
        };
        let life = async {
            if self.attaches {
                let attach = json!({"thread": self.thread, "instance": self.instance});
                client.call::<Value>("host.attach", attach).await?;
            }
            self.ask(&client, title).await
        };
        let lived = match dies_after {
            None => life.await,
            Some(within) => tokio::time::timeout(within, life).await.unwrap_or_else(|_| {
                self.counts.deaths.fetch_add(1, Ordering::Relaxed);
                Ok(())
            }),
        };
        // What it was doing ends with it, in the middle of whatever it is.
        pushes.shutdown().await;
        lived
    }

    /// Waits until no card of an earlier life is open: asked beside it, the two could not be told apart.
    async fn earlier_card_is_over(&self, client: &Client, title: &str) -> Result<(), ClientError> {
        loop {
            let followed: Value = client.call("thread.follow", json!({"thread": self.thread})).await?;
            let open = followed["open"].as_array().cloned().unwrap_or_default();
            if open.iter().all(|card| card["dialog"]["title"] != title) {
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }

    async fn ask(&self, client: &Client, title: &str) -> Result<(), ClientError> {
        if !self.attaches {
            self.earlier_card_is_over(client, title).await?;
        }
        let dialog = json!({"method": "input", "title": title});
        let mut ask = json!({"thread": self.thread, "dialog": dialog, "wait_ms": 10_000});
        if !self.attaches {
            ask["instance"] = json!(self.instance);
        }
        let result: Value = client.call("dialog.ask", ask).await?;
        if result["outcome"] != "answered" {
            return Ok(());
        }
        if result["value"] != answer_to(title) {
            self.counts.wrong.lock().push(format!("{title}: {result}"));
        }
        let came = if result["recovered"] == true { Came::Recovered } else { Came::Returned };
        let ack = json!({"thread": self.thread, "tokens": [result["token"]], "instance": self.instance});
        client.call::<Value>("journal.ack", ack).await?;
        self.proved.lock().entry(title.to_owned()).or_insert(came);
        Ok(())
    }
}

/// Takes pushes, proves each, and notes what it was the answer to.
async fn read_pushes(
    client: Client,
    mut events: Events,
    thread: String,
    proved: Arc<Mutex<HashMap<String, Came>>>,
    counts: Arc<Counts>,
) {
    while let Ok(incoming) = events.next().await {
        let (Some(id), "journal.deliver") = (&incoming.id, incoming.method.as_str()) else { continue };
        let push: Value = incoming.read().expect("a push is JSON");
        let title = push["question"].as_str().expect("a push says its question").to_owned();
        if push["value"] != answer_to(&title) {
            counts.wrong.lock().push(format!("{title}: {push}"));
        }
        let ack = json!({"thread": thread, "tokens": [push["token"]]});
        if client.respond(id, json!({})).await.is_err()
            || client.call::<Value>("journal.ack", ack).await.is_err()
        {
            return;
        }
        proved.lock().entry(title).or_insert(Came::Pushed);
    }
}

/// Answers whatever is open on some threads, a moment after it is shown, whatever becomes of the hub.
async fn answer_all(endpoint: Endpoint, threads: Vec<String>, seed: u64, counts: Arc<Counts>) {
    let mut rng = Rng(seed);
    loop {
        let (client, mut events) = connect(&endpoint).await;
        let mut open = Vec::new();
        for thread in &threads {
            let followed = client.call::<Value>("thread.follow", json!({"thread": thread})).await;
            let cards = followed.map(|it| it["open"].as_array().cloned().unwrap_or_default());
            open.extend(cards.unwrap_or_default());
        }
        loop {
            for card in open.drain(..) {
                let title = card["dialog"]["title"].as_str().unwrap_or_default();
                let answer = json!({"thread": card["thread"], "id": card["id"], "value": answer_to(title)});
                tokio::time::sleep(Duration::from_micros(rng.below(1_500) as u64)).await;
                if client.call::<Value>("dialog.answer", answer).await.is_ok() {
                    counts.answered.fetch_add(1, Ordering::Relaxed);
                }
            }
            match events.next().await {
                Ok(event) if event.method == "dialog.input" => {
                    open.push(event.read().expect("an event is JSON"));
                }
                Ok(_) => {}
                Err(_) => break,
            }
        }
    }
}

/// A connection, as soon as there is a hub.
async fn connect(endpoint: &Endpoint) -> (Client, Events) {
    loop {
        match Client::connect(endpoint).await {
            Ok(connected) => return connected,
            Err(_) => tokio::time::sleep(Duration::from_millis(10)).await,
        }
    }
}
