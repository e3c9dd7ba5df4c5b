//! A process that writes is ended from outside; what it was told is durable is there afterwards.
//!
//! The writer is this test program itself, run again for `write_until_the_end` with a folder named.

use std::env;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use dialog_hub::store::{Store, StoreError, sqlite};
use uuid::Uuid;

use crate::make::{Log, rows, told_big};

/// Names the folder to the writer; without it the writer does nothing.
const FOLDER: &str = "STORE_TEST_FOLDER";
const THREADS: u128 = 3;
/// Every so many commits, a checkpoint that drops all before it.
const CHECKPOINT_EVERY: u64 = 10;

/// What every commit does, the same in the writer and in whoever checks it: one entry for each thread.
fn logs() -> Vec<Log> {
    (0..THREADS).map(|n| Log::with_epoch(&format!("t{n}"), Uuid::from_u128(n))).collect()
}

fn writer(shell: &str, folder: &Path) -> Child {
    Command::new("bash")
        .args(["-c", &format!("{shell} exec \"$0\" --exact kill::write_until_the_end --nocapture")])
        .arg(env::current_exe().unwrap())
        .env(FOLDER, folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// The highest commit that was acknowledged, of the lines that a writer says until `enough` or its end.
fn acknowledged(lines: &mut impl Iterator<Item = std::io::Result<String>>, enough: u64) -> u64 {
    let numbers = lines.map_while(Result::ok).filter_map(|line| line.strip_prefix("ack ")?.parse().ok());
    let mut last = 0;
    for number in numbers {
        last = number;
        if last >= enough {
            break;
        }
    }
    last
}

/// All threads end at the same commit, and no earlier than the last acknowledged one.
fn check(folder: &Path, acknowledged: u64) -> u64 {
    let mut store = sqlite::open(folder).unwrap();
    let rows = rows(&mut store);
    let commits = rows.first().map_or(0, |row| row.pos);
    assert!(commits >= acknowledged, "{acknowledged} commits were acknowledged, {commits} are there");
    for (row, log) in rows.iter().zip(logs()) {
        assert_eq!((row.pos, row.epoch), (commits, log.epoch()), "a part of a commit");
        let loaded = store.load(row.epoch).unwrap();
        let from = loaded.checkpoint.map_or(0, |it| it.pos);
        assert_eq!(from, commits - commits % CHECKPOINT_EVERY);
        assert!(loaded.entries.iter().map(|entry| entry.pos).eq(from + 1..=commits));
    }
    commits
}

#[test]
fn what_was_acknowledged_survives_kill_9_at_any_moment() {
    let folder = tempfile::tempdir().unwrap();
    let mut there = 0;
    for round in 0..6_u64 {
        let mut writer = writer("", folder.path());
        let mut lines = BufReader::new(writer.stdout.take().unwrap()).lines();
        let mut last = acknowledged(&mut lines, there + 3 + round * 7);
        writer.kill().unwrap();
        writer.wait().unwrap();
        last = last.max(acknowledged(&mut lines, u64::MAX));
        assert!(last > there, "round {round}: the writer wrote nothing");
        there = check(folder.path(), last);
    }
}

#[test]
fn a_full_disk_fails_a_commit_and_loses_no_earlier_one() {
    let folder = tempfile::tempdir().unwrap();
    // In KiB; the signal would end the writer where a full disk only makes its write fail.
    let mut writer = writer("trap '' XFSZ; ulimit -f 700;", folder.path());
    let mut lines = BufReader::new(writer.stdout.take().unwrap()).lines();
    let last = acknowledged(&mut lines, u64::MAX);
    assert!(writer.wait().unwrap().success(), "the writer found what it did not expect");
    assert!(last > 10, "only {last} commits before the disk was full");
    check(folder.path(), last);
}

/// The writer's part, in a process of its own; among the other tests it has no folder and nothing to do.
#[test]
fn write_until_the_end() {
    let Ok(folder) = env::var(FOLDER) else { return };
    let mut store = sqlite::open(Path::new(&folder)).unwrap();
    let mut logs = logs();
    for row in rows(&mut store) {
        logs.iter_mut().find(|log| log.epoch() == row.epoch).unwrap().row = row.clone();
    }
    loop {
        let number = logs[0].row.pos + 1;
        let mut write = |log: &mut Log| match number % CHECKPOINT_EVERY {
            0 => log.append_with_checkpoint(number),
            _ => log.append([told_big(900 * usize::try_from(number % 7).unwrap())]),
        };
        let changes: Vec<_> = logs.iter_mut().map(&mut write).collect();
        match store.commit(&changes) {
            Ok(()) => writeln!(std::io::stdout(), "ack {number}").unwrap(),
            Err(StoreError::Failed(_)) => {
                let again: Vec<_> = logs.iter_mut().map(write).collect();
                assert!(
                    matches!(store.commit(&again), Err(StoreError::Failed(why)) if why.contains("earlier"))
                );
                return;
            }
            Err(other) => panic!("{other}"),
        }
    }
}
