//! The back ends agree, whatever is done to them: the one in memory is the model of the one with files.

use dialog_hub::store::memory::Memory;
use dialog_hub::store::{Change, Store, StoreError, sqlite};
use proptest::prelude::*;

use crate::make::{Log, rows, told, untold};

/// One thing that a writer does to one of a few threads.
#[derive(Debug, Clone)]
enum Step {
    Append {
        told: bool,
        twice: bool,
    },
    Checkpoint {
        kept: u64,
    },
    Rename {
        name: usize,
    },
    Forget,
    /// Appends from a place that is not the head any more.
    Stale,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        6 => (any::<bool>(), any::<bool>()).prop_map(|(told, twice)| Step::Append { told, twice }),
        2 => (0..6_u64).prop_map(|kept| Step::Checkpoint { kept }),
        1 => (0..6_usize).prop_map(|name| Step::Rename { name }),
        1 => Just(Step::Forget),
        1 => Just(Step::Stale),
    ]
}

/// The change for a step; the log is as if it had been done.
fn change(log: &mut Log, step: &Step) -> Change {
    match step {
        Step::Append { told: is_told, twice } => {
            let record = || if *is_told { told("e") } else { untold() };
            log.append((0..=u8::from(*twice)).map(|_| record()))
        }
        Step::Checkpoint { kept } => log.append_with_checkpoint((log.row.pos + 1).saturating_sub(*kept)),
        Step::Rename { name } => {
            // Names of its own for each thread: two of one name is what the writer never asks for.
            let base = log.row.thread.as_str().split('-').next().unwrap().to_owned();
            log.row.thread = format!("{base}-{name}").try_into().unwrap();
            log.append([told("moved")])
        }
        Step::Forget => {
            let gone = log.forget();
            *log = Log::new(log.row.thread.as_str());
            gone
        }
        Step::Stale => {
            let mut other = log.clone();
            other.append([told("lost"), told("lost")]);
            other.append([told("stale")])
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn both_back_ends_hold_the_same(batches in prop::collection::vec(prop::collection::vec((0..3_usize, step()), 1..6), 1..14)) {
        let folder = tempfile::tempdir().unwrap();
        let mut files = sqlite::open(folder.path()).unwrap();
        let mut memory = Memory::new();
        let mut logs = ["a", "b", "c"].map(Log::new);
        for batch in batches {
            let mut after = logs.clone();
            let changes: Vec<Change> = batch.iter().map(|(which, step)| change(&mut after[*which], step)).collect();
            match (memory.commit(&changes), files.commit(&changes)) {
                (Ok(()), Ok(())) => logs = after,
                (Err(StoreError::Conflict { epoch: a, expected: b }), Err(StoreError::Conflict { epoch: c, expected: d })) => {
                    prop_assert_eq!((a, b), (c, d));
                }
                (memory, files) => prop_assert!(false, "memory: {memory:?}, files: {files:?}"),
            }
            prop_assert_eq!(rows(&mut memory), rows(&mut files));
        }
        drop(files);
        let mut files = sqlite::open(folder.path()).unwrap();
        prop_assert_eq!(rows(&mut memory), rows(&mut files));
        for log in &logs {
            let loaded = files.load(log.epoch()).unwrap();
            prop_assert_eq!(&memory.load(log.epoch()).unwrap(), &loaded);
            let through = loaded.checkpoint.map_or(0, |it| it.pos);
            prop_assert_eq!(loaded.entries, log.after(through));
            for after in 0..4 {
                let through = log.row.seq.saturating_sub(after / 2);
                prop_assert_eq!(memory.told(log.epoch(), after, through).unwrap(), files.told(log.epoch(), after, through).unwrap());
            }
        }
    }
}
