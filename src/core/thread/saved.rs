//! A folded state as text: the checkpoint that a store keeps, so that a load replays little.
//!
//! The text is the core's own and versioned. Dialogs are kept as they were asked and compiled anew.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::FoldError;
use super::finished::{Finished, Repeat};
use super::open::{Open, Ticket};
use super::state::{Runs, State};
use crate::core::answer::{Lock, Locks};
use crate::core::dialog::{Dialog, Fingerprint};
use crate::core::id::{DialogId, Epoch, ThreadId};
use crate::core::journal::Journal;
use crate::core::json::Json;
use crate::core::record::{Requested, Settled, Status};

const VERSION: u32 = 2;
/// The oldest that is still read: what it does not have is as if nothing had happened.
const OLDEST_VERSION: u32 = 1;

/// Written from what is there, without a copy; read into values of its own.
#[derive(Serialize, Deserialize)]
struct Saved<'a> {
    version: u32,
    epoch: Epoch,
    name: Cow<'a, ThreadId>,
    former: Cow<'a, [(u64, ThreadId)]>,
    generation: u64,
    pos: u64,
    seq: u64,
    last_at: u64,
    told: Status,
    run: u64,
    run_going: Option<u64>,
    instance: Cow<'a, Option<String>>,
    open: Vec<SavedOpen<'a>>,
    finished: Vec<SavedFinished<'a>>,
    keyed: Vec<SavedFinished<'a>>,
    keys: Cow<'a, BTreeMap<String, DialogId>>,
    #[serde(default)]
    journal: Cow<'a, Journal>,
}

#[derive(Serialize, Deserialize)]
struct SavedOpen<'a> {
    asked: Cow<'a, Requested>,
    seq: u64,
    asked_at: u64,
    deadline_at: Option<u64>,
    told_deadline_at: Option<u64>,
    locks: Vec<Cow<'a, Lock>>,
    #[serde(default)]
    ticket: Ticket,
}

#[derive(Serialize, Deserialize)]
struct SavedFinished<'a> {
    end: Cow<'a, Settled>,
    seq: u64,
    asked_at: u64,
    settled_at: u64,
    fingerprint: Cow<'a, Fingerprint>,
    is_secret: bool,
    unanswered: Cow<'a, Json>,
    default_used: bool,
    #[serde(default)]
    unattributed: u64,
    key: Cow<'a, Option<String>>,
    repeat: Option<(Cow<'a, Json>, Vec<Cow<'a, Lock>>)>,
}

pub(super) fn write(state: &State) -> String {
    let saved = Saved {
        version: VERSION,
        epoch: state.epoch,
        name: Cow::Borrowed(&state.name),
        former: Cow::Borrowed(&state.former),
        generation: state.generation,
        pos: state.pos,
        seq: state.seq,
        last_at: state.last_at,
        told: state.told,
        run: state.runs.newest,
        run_going: state.runs.going,
        instance: Cow::Borrowed(&state.instance),
        open: state.open.iter().map(save_open).collect(),
        finished: state.finished.iter().map(save_finished).collect(),
        keyed: state.keyed.iter().map(save_finished).collect(),
        keys: Cow::Borrowed(&state.keys),
        journal: Cow::Borrowed(&state.journal),
    };
    serde_json::to_string(&saved).expect("maps with text keys, numbers and texts always serialise")
}

fn save_open(open: &Open) -> SavedOpen<'_> {
    SavedOpen {
        asked: Cow::Borrowed(&open.asked),
        seq: open.seq,
        asked_at: open.asked_at,
        deadline_at: open.deadline_at,
        told_deadline_at: open.told_deadline_at,
        locks: save_locks(&open.locks),
        ticket: open.ticket,
    }
}

fn save_finished(done: &Finished) -> SavedFinished<'_> {
    let repeat = done.repeat.as_ref();
    SavedFinished {
        end: Cow::Borrowed(&done.end),
        seq: done.seq,
        asked_at: done.asked_at,
        settled_at: done.settled_at,
        fingerprint: Cow::Borrowed(&done.fingerprint),
        is_secret: done.is_secret,
        unanswered: Cow::Borrowed(&done.unanswered),
        default_used: done.default_used,
        unattributed: done.unattributed,
        key: Cow::Borrowed(&done.key),
        repeat: repeat.map(|repeat| (Cow::Borrowed(repeat.dialog.source()), save_locks(&repeat.locks))),
    }
}

fn save_locks(locks: &Locks) -> Vec<Cow<'_, Lock>> {
    locks.iter().map(Cow::Borrowed).collect()
}

pub(super) fn read(text: &str) -> Result<State, FoldError> {
    let unreadable = |error: serde_json::Error| FoldError::Checkpoint(error.to_string());
    let mut reader = serde_json::Deserializer::from_str(text);
    // The depth of a dialog was bounded when it was asked; here it stands a few levels deeper.
    reader.disable_recursion_limit();
    let saved = Saved::deserialize(&mut reader).map_err(unreadable)?;
    if !(OLDEST_VERSION..=VERSION).contains(&saved.version) {
        return Err(FoldError::Checkpoint(format!("it has version {}", saved.version)));
    }
    let mut state = State::new(saved.epoch, saved.name.into_owned());
    state.former = saved.former.into_owned();
    state.generation = saved.generation;
    state.pos = saved.pos;
    state.seq = saved.seq;
    state.last_at = saved.last_at;
    state.told = saved.told;
    state.runs = Runs { newest: saved.run, going: saved.run_going };
    state.instance = saved.instance.into_owned();
    state.keys = saved.keys.into_owned();
    state.journal = saved.journal.into_owned();
    for open in saved.open {
        state.open.push(read_open(open)?);
    }
    for done in saved.finished {
        state.finished.push_back(read_finished(done)?);
    }
    for done in saved.keyed {
        state.keyed.push_back(read_finished(done)?);
    }
    Ok(state)
}

fn read_open(saved: SavedOpen<'_>) -> Result<Open, FoldError> {
    Ok(Open {
        id: saved.asked.id.clone(),
        dialog: compile(&saved.asked.dialog, saved.seq)?,
        asked: Arc::new(saved.asked.into_owned()),
        seq: saved.seq,
        asked_at: saved.asked_at,
        deadline_at: saved.deadline_at,
        told_deadline_at: saved.told_deadline_at,
        locks: locks(saved.locks),
        ticket: saved.ticket,
    })
}

fn read_finished(saved: SavedFinished<'_>) -> Result<Finished, FoldError> {
    let repeat = match saved.repeat {
        Some((dialog, saved_locks)) => {
            Some(Repeat { dialog: compile(&dialog, saved.seq)?, locks: locks(saved_locks) })
        }
        None => None,
    };
    Ok(Finished {
        id: saved.end.id.clone(),
        end: saved.end.into_owned(),
        seq: saved.seq,
        asked_at: saved.asked_at,
        settled_at: saved.settled_at,
        fingerprint: saved.fingerprint.into_owned(),
        is_secret: saved.is_secret,
        unanswered: saved.unanswered.into_owned(),
        default_used: saved.default_used,
        unattributed: saved.unattributed,
        key: saved.key.into_owned(),
        repeat,
    })
}

fn compile(source: &Json, seq: u64) -> Result<Arc<Dialog>, FoldError> {
    let dialog = Dialog::reload(source.clone()).map_err(|source| FoldError::Dialog { seq, source })?;
    Ok(Arc::new(dialog))
}

fn locks(saved: Vec<Cow<'_, Lock>>) -> Locks {
    let mut locks = Locks::default();
    for lock in saved {
        locks.insert(lock.into_owned());
    }
    locks
}
