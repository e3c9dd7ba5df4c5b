//! The instructions of the hot path, counted: a regression check that no other work on the machine can move.
//!
//! `cargo bench --bench counted` runs a fixed, seeded workload under callgrind (of valgrind), once for each part of the
//! path, and compares with `benches/counted/recorded.toml`. A part that takes more than [`TOLERANCE_PERCENT`] above its
//! record fails. `cargo bench --bench counted -- --record` records anew.
//!
//! A figure belongs to a compiler, a target and the system's C library, so the record names the first two; with
//! another compiler a difference says nothing about the change at hand.

mod callgrind;
mod recorded;
#[path = "../support/mod.rs"]
mod support;
mod workload;

use std::process::ExitCode;

use recorded::{Counts, Recorded};

/// How much a part may differ from its record, both ways.
const TOLERANCE_PERCENT: f64 = 3.0;

fn main() -> ExitCode {
    // What else is given is cargo's own.
    let given: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let given: Vec<&str> = given.iter().map(String::as_str).collect();
    let done = match given[..] {
        [callgrind::WORK] => {
            workload::run();
            return ExitCode::SUCCESS;
        }
        [] => count().and_then(|counts| compare(&counts)),
        ["--record"] => count().and_then(record),
        _ => Err(format!("this takes --record or nothing, not {}", given.join(" "))),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("counted: {why}");
            ExitCode::FAILURE
        }
    }
}

/// Instructions per operation, of each part and of all.
fn count() -> Result<Counts, String> {
    let mut counts = Counts::new();
    let mut all = 0.0;
    for part in workload::PARTS {
        let each = callgrind::instructions(part)? as f64 / workload::OPERATIONS as f64;
        all += each;
        counts.insert(part.to_owned(), each.round());
    }
    counts.insert("all".to_owned(), all.round());
    Ok(counts)
}

fn compare(counts: &Counts) -> Result<(), String> {
    let recorded = Recorded::read()?;
    let here = Recorded::of(counts.clone())?;
    println!("instructions per operation ({} operations)", workload::OPERATIONS);
    let (mut worse, mut better) = (Vec::new(), Vec::new());
    for (part, now) in counts {
        let Some(then) = recorded.instructions_per_operation.get(part) else {
            return Err(format!("there is no record of {part}: record anew with --record"));
        };
        let percent = (now - then) / then * 100.0;
        println!("{part:>8}: {now:>8} now, {then:>8} recorded, {percent:+.2} %");
        if percent > TOLERANCE_PERCENT {
            worse.push(part.as_str());
        } else if percent < -TOLERANCE_PERCENT {
            better.push(part.as_str());
        }
    }
    if recorded.is_of_another_machine(&here) {
        println!("recorded with {} for {},", recorded.compiler, recorded.target);
        println!("counted with {} for {}: this is no fair comparison.", here.compiler, here.target);
    }
    if !better.is_empty() {
        println!("less than recorded, to be kept by --record: {}", better.join(", "));
    }
    if worse.is_empty() {
        return Ok(());
    }
    Err(format!("more than {TOLERANCE_PERCENT} % above the record: {}", worse.join(", ")))
}

fn record(counts: Counts) -> Result<(), String> {
    for (part, now) in &counts {
        println!("{part:>8}: {now:>8}");
    }
    Recorded::of(counts)?.write()
}
