//! Random schedules of one thread after another against the naive [`oracle`]: asks, re-asks, answers, replies that are
//! written or lost, hosts that come and go, pushes, acks, runs, boundaries, evictions, moves, clock steps, restarts.
//!
//! After every step: what the journal lists, owes and has told is what the oracle says, no text went to an instance
//! that did not ask for it or as the answer to another question, and what was dropped was said.
//! `JOURNAL_STEPS=1000000 JOURNAL_SEED=7 cargo test --release --test core journal_model` is the long run; a failure
//! names its seed and step.

mod history;
mod oracle;
mod schedule;
mod watch;

use schedule::Schedule;

/// Steps between two comparisons of the folded log with what lives.
const STEPS_PER_FOLD: usize = 40;
/// Steps of one thread before it makes way for the next.
const STEPS_PER_THREAD: usize = 400;

#[test]
fn the_journal_does_what_a_naive_one_does() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let (steps, seed) = (number("JOURNAL_STEPS").unwrap_or(20_000), number("JOURNAL_SEED").unwrap_or(1));
    let threads = (steps as usize).div_ceil(STEPS_PER_THREAD);
    let mut seen = watch::Seen::default();
    for thread in 0..threads {
        let mut schedule = Schedule::new(seed.wrapping_mul(1_000_003).wrapping_add(thread as u64));
        for step in 0..STEPS_PER_THREAD {
            if let Err(why) = schedule.step() {
                panic!("JOURNAL_SEED={seed}, thread {thread}, step {step}: {why}");
            }
            if step % STEPS_PER_FOLD == 0 {
                schedule
                    .check_fold()
                    .unwrap_or_else(|why| panic!("JOURNAL_SEED={seed}, thread {thread}: {why}"));
            }
        }
        seen.add(&schedule.seen);
    }
    println!("{} steps, seed {seed}: {seen:?}", threads * STEPS_PER_THREAD);
    assert!(seen.everything_happened(), "the schedules leave something out: {seen:?}");
}
