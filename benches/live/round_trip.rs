//! Ask → answer → the host's result, one at a time, durably: it needs two commits.

use std::time::Instant;

use super::Spread;
use super::disk::Disk;
use super::process::Hub;
use super::socket::{Question, Socket, dialog_id};

const ROUNDS: usize = 9;
const TRIPS: usize = 200;

pub fn run() {
    let hub = Hub::start();
    let mut disk = Disk::new(hub.folder.path());
    let (mut host, mut tab) = (Socket::open(hub.port), Socket::open(hub.port));
    let (mut trips, mut syncs) = (Vec::new(), Vec::new());
    let mut n = 0;
    for _ in 0..ROUNDS {
        let (mut ours, mut bare) = (Vec::new(), Vec::new());
        for _ in 0..TRIPS {
            bare.push(disk.sync_ms(2));
            n += 1;
            ours.push(trip(&mut host, &mut tab, Question::Select(n)));
        }
        trips.push(Spread::of(ours).median);
        syncs.push(Spread::of(bare).median);
    }
    let ratios = trips.iter().zip(&syncs).map(|(ours, bare)| ours / bare).collect();
    println!("round trip, durable, ms: {}", Spread::of(trips));
    println!("two bare fdatasyncs, ms: {}", Spread::of(syncs));
    println!("ratio of the medians of {ROUNDS} interleaved rounds of {TRIPS}: {}", Spread::of(ratios));
}

/// One trip, in milliseconds.
pub fn trip(host: &mut Socket, tab: &mut Socket, question: Question) -> f64 {
    let start = Instant::now();
    host.queue(&question.ask("trip"));
    host.flush();
    let id = wait(host, "dialog.asked");
    tab.queue(&question.answer("trip", &id));
    tab.flush();
    wait(host, "\"result\"");
    let took = start.elapsed().as_secs_f64() * 1e3;
    wait_any(tab);
    took
}

fn wait(socket: &mut Socket, word: &str) -> String {
    loop {
        for text in socket.frames() {
            if text.contains(word) {
                return dialog_id(&text).expect("a frame with an id").to_owned();
            }
        }
    }
}

fn wait_any(socket: &mut Socket) {
    while !socket.frames().iter().any(|text| text.contains("\"result\"")) {}
}
