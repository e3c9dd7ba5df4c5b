//! What is counted: a fixed, seeded mix of asks, answers and publishes through the core and the wire.
//!
//! Each part of the path is a function that is never inlined, so that callgrind finds it by its name and counts what runs inside it
//! and nothing else. The clock, the ids and the choices are the same in every run; the allocator is the system's, whose
//! work depends on nothing but what it was asked before.

#[path = "../../tests/support/rng.rs"]
mod rng;

use std::hint::black_box;

use dialog_hub::core::command::Command;
use dialog_hub::core::id::DialogId;
use dialog_hub::fanout::EventFrame;
use dialog_hub::wire::event;

use super::support::{DIALOGS, EPOCH, Stage, answer_frame, ask_frame, publish_frame};
use rng::Rng;

/// Asks, answers and publishes, in all.
pub const OPERATIONS: u32 = 4_000;
/// The functions below: a frame is read into a command, a command is decided, what it told is encoded and framed.
pub const PARTS: [&str; 3] = ["read", "decide", "encode"];
/// Dialogs that are open at the same time, at most.
const MAX_OPEN: usize = 16;
/// The text of a published event, at most.
const MAX_PUBLISHED_BYTES: usize = 400;
const SEED: u64 = 42;

/// An open dialog, and the answer that it is to get.
struct Open {
    id: DialogId,
    answer: &'static str,
}

/// The whole workload.
pub fn run() {
    let (mut stage, mut rng, mut open) = (Stage::new(), Rng(SEED), Vec::new());
    for _ in 0..OPERATIONS {
        let (frame, asked) = next(&mut rng, &mut open);
        let command = read_part(&stage, &frame);
        decide_part(&mut stage, command);
        if let Some(answer) = asked {
            let id = stage.opened().pop().expect("an ask opens a dialog");
            open.push(Open { id, answer });
        }
        encode_part(&stage);
    }
}

/// The next frame, and the answer to the dialog where it asks one.
fn next(rng: &mut Rng, open: &mut Vec<Open>) -> (String, Option<&'static str>) {
    match rng.below(4) {
        0 if open.len() < MAX_OPEN => {
            let (_, dialog, answer) = DIALOGS[rng.below(DIALOGS.len())];
            (ask_frame(dialog), Some(answer))
        }
        1 if !open.is_empty() => {
            let Open { id, answer } = open.swap_remove(rng.below(open.len()));
            (answer_frame(&id, answer), None)
        }
        _ => (publish_frame(rng.below(MAX_PUBLISHED_BYTES)), None),
    }
}

#[inline(never)]
fn read_part(stage: &Stage, frame: &str) -> Command {
    stage.read(black_box(frame))
}

/// The effects of the operation before are dropped here, as a hub drops them.
#[inline(never)]
fn decide_part(stage: &mut Stage, command: Command) {
    stage.effects.clear();
    stage.decide(black_box(command));
    stage.write_what_is_handed_over();
}

#[inline(never)]
fn encode_part(stage: &Stage) {
    for entry in stage.entries() {
        let event = event::encode(&stage.name, EPOCH, entry);
        black_box(event.map(EventFrame::new));
    }
}
