//! What a hub pays for what it has settled: the next trip and a restart after few settled dialogs and after many.
//!
//! Journaled answers, on the same number of threads; `FEW` and `MANY` change how many.

use super::Spread;
use super::process::Hub;
use super::round_trip::trip;
use super::socket::{Question, Socket, dialog_id};

const THREADS: usize = 100;
/// Asks under way at once over the one connection that settles.
const AT_ONCE: usize = 64;
const TRIPS: usize = 300;
const RESTARTS: usize = 7;

pub fn run() {
    let number = |name: &str, otherwise: usize| {
        std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
    };
    let counts = [number("FEW", 10_000), number("MANY", 1_000_000)];
    let [mut few, mut many] = counts.map(|count| {
        let hub = Hub::start();
        settle(&hub, count);
        hub
    });
    let (mut trips, mut restarts) = ((Vec::new(), Vec::new()), (Vec::new(), Vec::new()));
    let mut sockets = [&few, &many].map(|hub| (Socket::open(hub.port), Socket::open(hub.port)));
    for n in 0..TRIPS {
        let question = Question::Select(n);
        trips.0.push(trip(&mut sockets[0].0, &mut sockets[0].1, question));
        trips.1.push(trip(&mut sockets[1].0, &mut sockets[1].1, question));
    }
    for _ in 0..RESTARTS {
        restarts.0.push(few.restart_ms());
        restarts.1.push(many.restart_ms());
    }
    for (what, (few, many)) in [("next trip", trips), ("restart after kill -9", restarts)] {
        let (few, many) = (Spread::of(few), Spread::of(many));
        println!(
            "{what}, ms: {few} after {} settled dialogs, {many} after {}; ratio {:.2}",
            counts[0],
            counts[1],
            many.median / few.median
        );
    }
}

/// Settles so many dialogs, over all threads.
fn settle(hub: &Hub, count: usize) {
    let mut socket = Socket::open(hub.port);
    let thread = |n: usize| format!("growth-{}", n % THREADS);
    let (mut asked, mut done) = (0, 0);
    while asked < AT_ONCE.min(count) {
        socket.queue(&Question::Select(asked).ask(&thread(asked)));
        asked += 1;
    }
    socket.flush();
    // Which thread a request asked on is known from its number.
    while done < count {
        for text in socket.frames() {
            if let Some(n) =
                text.strip_prefix(r#"{"jsonrpc":"2.0","method":"dialog.asked","params":{"request":"ask-"#)
            {
                let n = n.split('"').next().and_then(|n| n.parse().ok()).expect("a number of ours");
                let id = dialog_id(&text).expect("an id");
                socket.queue(&Question::Select(n).answer(&thread(n), id));
            } else if text.contains("\"ask-") {
                assert!(text.contains("\"answered\""), "{text}");
                done += 1;
                if asked < count {
                    socket.queue(&Question::Select(asked).ask(&thread(asked)));
                    asked += 1;
                }
            }
        }
        socket.flush();
    }
}
