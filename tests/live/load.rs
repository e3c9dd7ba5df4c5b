//! Askers, answerers that race, a locker and a follower for one thread, until the hub dies.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use dialog_hub::client::{Client, ClientError};
use parking_lot::Mutex;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::ledger::{Followed, Ledger};
use crate::process::Hub;
use crate::rng::Rng;

/// Open dialogs at which an asker waits for answers.
const ENOUGH_OPEN: usize = 20;

pub struct Load {
    tasks: JoinSet<()>,
    /// Acknowledged effects so far.
    pub done: Arc<AtomicUsize>,
}

impl Load {
    /// Starts the load on each thread; every task ends when its connection does.
    pub async fn start(hub: &Hub, threads: &[(String, Arc<Mutex<Ledger>>)], seed: u64) -> Self {
        let mut load = Self { tasks: JoinSet::new(), done: Arc::new(AtomicUsize::new(0)) };
        for (place, (thread, ledger)) in threads.iter().enumerate() {
            load.follow(hub, thread.clone(), Arc::clone(ledger)).await;
            let seed = seed.wrapping_mul(1_000) + 10 * place as u64;
            for part in 0..4 {
                let (client, _) = hub.connect().await;
                let worker = Worker {
                    client,
                    thread: thread.clone(),
                    ledger: Arc::clone(ledger),
                    rng: Rng(seed + part),
                    done: Arc::clone(&load.done),
                };
                load.tasks.spawn(async move {
                    // A call fails when the hub is killed: that is how a worker ends.
                    let _ = if part == 0 { worker.ask().await } else { worker.answer().await };
                });
            }
        }
        load
    }

    async fn follow(&mut self, hub: &Hub, thread: String, ledger: Arc<Mutex<Ledger>>) {
        let (client, mut events) = hub.connect().await;
        let followed: Followed =
            client.call("thread.follow", json!({"thread": thread})).await.expect("a hub that is up");
        {
            let mut ledger = ledger.lock();
            ledger.open.clear();
            for card in &followed.open {
                let method = card["dialog"]["method"].as_str().unwrap_or_default().to_owned();
                ledger.open.insert(card["id"].as_str().unwrap_or_default().to_owned(), method);
            }
        }
        self.tasks.spawn(async move {
            let _client = client;
            while let Ok(incoming) = events.next().await {
                let told: Value = incoming.read().unwrap_or_default();
                if told["seq"].is_u64() {
                    ledger.lock().saw(&followed.epoch, incoming.params.get());
                }
            }
        });
    }

    /// Waits until every task has seen the hub die.
    pub async fn ended(mut self) {
        while let Some(task) = self.tasks.join_next().await {
            task.expect("a worker does not panic");
        }
    }
}

struct Worker {
    client: Client,
    thread: String,
    ledger: Arc<Mutex<Ledger>>,
    rng: Rng,
    done: Arc<AtomicUsize>,
}

impl Worker {
    async fn ask(mut self) -> Result<(), ClientError> {
        for n in 0.. {
            let title = format!("Question {n} of {}", self.rng.below(1_000_000));
            let dialog = match self.rng.below(3) {
                0 => json!({"method": "confirm", "title": title}),
                1 => json!({"method": "input", "title": title}),
                _ => json!({"method": "questionnaire", "title": title, "questions": [
                    {"id": "q0", "question": "?", "options": ["x", "y"]}, {"id": "q1", "question": "?"}]}),
            };
            let params = json!({"thread": self.thread, "dialog": dialog, "wait_ms": 0, "key": title});
            let shown: Value = self.client.call("dialog.ask", params).await?;
            self.ledger.lock().asked.insert(shown["id"].as_str().unwrap_or_default().to_owned());
            self.done.fetch_add(1, Ordering::Relaxed);
            while self.ledger.lock().open.len() > ENOUGH_OPEN {
                tokio::task::yield_now().await;
                self.client.call::<Value>("client.identify", json!({})).await?;
            }
        }
        Ok(())
    }

    async fn answer(mut self) -> Result<(), ClientError> {
        loop {
            let open: Vec<(String, String)> =
                self.ledger.lock().open.iter().map(|(id, method)| (id.clone(), method.clone())).collect();
            if open.len() < 3 {
                self.client.call::<Value>("client.identify", json!({})).await?;
                continue;
            }
            let (id, method) = &open[self.rng.below(open.len())];
            let answer = match method.as_str() {
                "confirm" => json!({"confirmed": self.rng.below(2) == 0}),
                "input" => json!({"value": format!("text {}", self.rng.below(1_000))}),
                _ if self.rng.below(2) == 0 => {
                    self.lock(id).await?;
                    continue;
                }
                _ => json!({"answers": [{"id": "q0", "value": "y"}, {"id": "q1", "value": "so"}]}),
            };
            let mut params = answer.clone();
            params["thread"] = json!(self.thread);
            params["id"] = json!(id);
            match self.client.call::<Value>("dialog.answer", params).await {
                Ok(_) => {
                    self.done.fetch_add(1, Ordering::Relaxed);
                    if self.ledger.lock().accepted.insert(id.clone(), answer).is_some() {
                        self.ledger.lock().wrong.push(format!("two answers to {id} were accepted"));
                    }
                }
                Err(ClientError::Rpc(error)) if error.word() == "not-open" => {}
                Err(error) => return Err(error),
            }
        }
    }

    async fn lock(&self, id: &str) -> Result<(), ClientError> {
        let params = json!({"thread": self.thread, "id": id, "question": "q0", "value": "x"});
        match self.client.call::<Value>("dialog.lock", params).await {
            Ok(_) => self.done.fetch_add(1, Ordering::Relaxed),
            Err(ClientError::Rpc(error)) if error.word() == "not-open" => 0,
            Err(error) => return Err(error),
        };
        Ok(())
    }
}
