//! What the journal costs: the same round trip with an answer that is journaled and one that is not, in turn.

use super::Spread;
use super::process::Hub;
use super::round_trip::trip;
use super::socket::{Question, Socket};

const ROUNDS: usize = 15;
const TRIPS: usize = 100;

pub fn run() {
    let hub = Hub::start();
    let (mut host, mut tab) = (Socket::open(hub.port), Socket::open(hub.port));
    let (mut with, mut without) = (Vec::new(), Vec::new());
    let mut n = 0;
    for _ in 0..ROUNDS {
        let (mut journaled, mut plain) = (Vec::new(), Vec::new());
        for _ in 0..TRIPS {
            n += 1;
            journaled.push(trip(&mut host, &mut tab, Question::Select(n)));
            plain.push(trip(&mut host, &mut tab, Question::Confirm(n)));
        }
        with.push(Spread::of(journaled).median);
        without.push(Spread::of(plain).median);
    }
    let ratios = with.iter().zip(&without).map(|(with, without)| with / without).collect();
    println!("round trip with a journaled answer, ms: {}", Spread::of(with));
    println!("round trip with one that is not, ms: {}", Spread::of(without));
    println!("ratio of the medians of {ROUNDS} interleaved rounds of {TRIPS}: {}", Spread::of(ratios));
}
