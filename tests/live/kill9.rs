//! `kill -9` under load, again and again: no acknowledged effect lost, no seq reused or skipped, no dialog
//! settled twice.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use parking_lot::Mutex;

use crate::ledger::{Ledger, verify};
use crate::load::Load;
use crate::process::Hub;
use crate::rng::Rng;

const THREADS: usize = 3;
/// Rounds after which the threads get new names, so that what is checked stays within what is kept.
const ROUNDS_PER_THREAD: usize = 4;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_acknowledged_is_lost_in_any_kill_9() {
    let number =
        |name: &str, otherwise| std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(otherwise);
    let (rounds, seed): (usize, u64) = (number("KILL9_ROUNDS", 10) as usize, number("KILL9_SEED", 1));
    let mut rng = Rng(seed);
    let mut hub = Hub::start(true).await;
    let mut threads = Vec::new();
    let (mut acknowledged, mut events) = (0, 0);
    for round in 0..rounds {
        if round % ROUNDS_PER_THREAD == 0 {
            threads = (0..THREADS)
                .map(|t| (format!("t{round}-{t}"), Arc::new(Mutex::new(Ledger::default()))))
                .collect();
        }
        let load = Load::start(&hub, &threads, seed + round as u64).await;
        let done = Arc::clone(&load.done);
        tokio::time::sleep(Duration::from_millis(30 + rng.below(250) as u64)).await;
        hub.kill9();
        load.ended().await;
        hub.restart().await;
        let (client, mut said) = hub.connect().await;
        let drain = tokio::spawn(async move { while said.next().await.is_ok() {} });
        for (thread, ledger) in &threads {
            // Nobody writes into it now; taken out, so that no lock is held while the hub is asked.
            let taken = std::mem::take(&mut *ledger.lock());
            let wrong = verify(&client, thread, &taken).await;
            *ledger.lock() = taken;
            assert!(wrong.is_empty(), "KILL9_SEED={seed}, round {round}:\n  {}", wrong.join("\n  "));
        }
        drain.abort();
        acknowledged += done.load(Ordering::Relaxed);
        events += threads.iter().map(|(_, ledger)| ledger.lock().events.len()).sum::<usize>();
        if (round + 1) % 100 == 0 {
            println!("{} rounds, {acknowledged} acknowledged effects, {events} events compared", round + 1);
        }
    }
    println!("{rounds} kills, {acknowledged} acknowledged effects, {events} events compared");
    assert!(acknowledged > rounds, "the load did next to nothing, so this proves next to nothing");
}
