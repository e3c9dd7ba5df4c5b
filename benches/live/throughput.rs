//! Durable answers a second with 256 askers at once, over a few connections and threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::Spread;
use super::disk::Disk;
use super::process::Hub;
use super::socket::{Question, Socket, dialog_id};

const CONNECTIONS: usize = 8;
const ASKERS_PER_CONNECTION: usize = 32;
const ROUNDS: usize = 5;
const ROUND: Duration = Duration::from_secs(3);

pub fn run() {
    let hub = Hub::start();
    let answered = AtomicUsize::new(0);
    let port = hub.port;
    let mut rates = Vec::new();
    let over = &AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for connection in 0..CONNECTIONS {
            let answered = &answered;
            scope.spawn(move || asker(port, connection, answered, over));
        }
        std::thread::sleep(Duration::from_secs(1));
        for _ in 0..ROUNDS {
            let (before, start) = (answered.load(Ordering::Relaxed), Instant::now());
            std::thread::sleep(ROUND);
            rates.push((answered.load(Ordering::Relaxed) - before) as f64 / start.elapsed().as_secs_f64());
        }
        over.store(1, Ordering::Relaxed);
    });
    let askers = CONNECTIONS * ASKERS_PER_CONNECTION;
    println!("durable answers a second, {askers} askers at once: {}", Spread::of(rates));
    let mut disk = Disk::new(hub.folder.path());
    let lone = (0..50).map(|_| 1e3 / disk.sync_ms(1)).collect();
    println!("bare fdatasyncs a second, one at a time: {}", Spread::of(lone));
}

fn asker(port: u16, connection: usize, answered: &AtomicUsize, over: &AtomicUsize) {
    let thread = format!("load-{}", connection % 4);
    let mut socket = Socket::open(port);
    let mut n = connection * 10_000_000;
    for _ in 0..ASKERS_PER_CONNECTION {
        n += 1;
        socket.queue(&Question::Select(n).ask(&thread));
    }
    socket.flush();
    while over.load(Ordering::Relaxed) == 0 {
        for text in socket.frames() {
            if text.contains("\"dialog.asked\"") {
                socket.queue(&Question::Select(n).answer(&thread, dialog_id(&text).expect("an id")));
            } else if text.contains("\"ask-") {
                assert!(text.contains("\"answered\""), "{text}");
                answered.fetch_add(1, Ordering::Relaxed);
                n += 1;
                socket.queue(&Question::Select(n).ask(&thread));
            }
        }
        socket.flush();
    }
}
