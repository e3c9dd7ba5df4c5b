//! How fast a question is asked, answered and handed back, durably: `cargo bench --bench live [-- <part>]`.
//!
//! The parts: `trip` and `throughput`, each beside what the disk alone takes in the same run; `journal`, a journaled
//! answer beside one that is not; `growth`, a hub that has settled many dialogs beside one that has settled few. The hub is the release binary on a
//! folder of its own; the load comes from this process over real WebSockets. Results: `docs/performance.md`.

mod disk;
mod growth;
mod journal;
mod process;
mod round_trip;
mod socket;
mod throughput;

fn main() {
    let parts: [(&str, fn()); 4] = [
        ("trip", round_trip::run),
        ("throughput", throughput::run),
        ("journal", journal::run),
        ("growth", growth::run),
    ];
    // What else is given is cargo's own.
    let named: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    for (part, run) in parts {
        if named.is_empty() || named.iter().any(|name| name == part) {
            run();
        }
    }
}

/// The minimum, the median and the maximum.
struct Spread {
    min: f64,
    median: f64,
    max: f64,
}

impl Spread {
    fn of(mut figures: Vec<f64>) -> Self {
        figures.sort_by(f64::total_cmp);
        Self { min: figures[0], median: figures[figures.len() / 2], max: figures[figures.len() - 1] }
    }
}

impl std::fmt::Display for Spread {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.3} (min {:.3}, max {:.3})", self.median, self.min, self.max)
    }
}
