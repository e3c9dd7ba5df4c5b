//! The bounds over the journals of all threads, and what is said of what was lost by them.

use std::sync::Arc;

use dialog_hub::core::command::{Command, Wait};
use dialog_hub::core::dialog::Dialog;
use dialog_hub::core::effect::Reply;
use dialog_hub::core::id::DialogId;
use dialog_hub::core::journal::{Correlation, Listing};
use dialog_hub::core::json::Json;
use dialog_hub::core::limits::Limits;
use serde_json::json;

use crate::rig::{Disk, Rig, answer, get, yes};

/// Asks a question whose answer is journaled.
async fn ask(rig: &Rig, thread: &str) -> DialogId {
    let source = Json(json!({"method": "input", "title": "Name?"}));
    let dialog = Arc::new(Dialog::parse(source, &Limits::default()).expect("a good dialog"));
    rig.ask_with(thread, |ask| {
        ask.dialog = dialog;
        ask.recover = dialog_hub::core::command::Recover::Never;
    })
    .await
}

/// Asks and answers; nobody reads it.
async fn unread(rig: &Rig, thread: &str) -> DialogId {
    let id = ask(rig, thread).await;
    rig.call(thread, answer(&id, json!({"value": "a"}))).await;
    id
}

async fn list(rig: &Rig, thread: &str) -> Listing {
    match rig.call(thread, Command::JournalList).await {
        Reply::Journal(listing) => *listing,
        other => panic!("no list: {other:?}"),
    }
}

/// How many entries a thread has, and how many it owes.
async fn held(rig: &Rig, thread: &str) -> (usize, u64) {
    let listing = list(rig, thread).await;
    (listing.entries.len(), listing.debt)
}

fn limits(journal_total: usize) -> Limits {
    Limits { journal_total, ..Limits::default() }
}

#[tokio::test]
async fn over_the_bound_the_oldest_unproved_answer_of_any_thread_goes_and_is_owed() {
    let rig = Rig::with(limits(3), &Disk::default());
    for thread in ["a", "b", "c"] {
        unread(&rig, thread).await;
        rig.clock.advance(1);
    }
    unread(&rig, "b").await;
    assert_eq!(held(&rig, "a").await, (0, 1));
    assert_eq!((held(&rig, "b").await, held(&rig, "c").await), ((2, 0), (1, 0)));
    rig.settle().await;
    let metrics = rig.hub.metrics();
    assert_eq!((metrics.journal_evicted.get(), metrics.journal_entries.get()), (1, 3));
    assert_eq!((metrics.journal_debt.get(), metrics.journal_pending.get()), (1, 3));
}

#[tokio::test]
async fn what_was_read_goes_before_what_was_not_and_is_not_owed() {
    let rig = Rig::with(limits(2), &Disk::default());
    unread(&rig, "old").await;
    rig.clock.advance(1);
    let read = unread(&rig, "read").await;
    rig.call("read", get(read, Wait::Ms(0))).await;
    unread(&rig, "new").await;
    assert_eq!(held(&rig, "read").await, (0, 0));
    assert_eq!((held(&rig, "old").await, held(&rig, "new").await), ((1, 0), (1, 0)));
    rig.settle().await;
    assert_eq!(rig.hub.metrics().journal_evicted.get(), 0);
}

#[tokio::test]
async fn a_thread_that_left_memory_lets_go_like_any_other_and_the_count_holds_over_a_restart() {
    let disk = Disk::default();
    let rig = Rig::with(limits(2), &disk);
    unread(&rig, "old").await;
    rig.settle().await;
    rig.clock.advance(200_000);
    rig.settle().await;
    assert_eq!(rig.hub.metrics().loaded_threads.get(), 0);
    unread(&rig, "new").await;
    rig.stop();
    let rig = Rig::with(limits(2), &disk);
    unread(&rig, "newest").await;
    assert_eq!(held(&rig, "old").await, (0, 1));
    assert_eq!((held(&rig, "new").await, held(&rig, "newest").await), ((1, 0), (1, 0)));
}

#[tokio::test]
async fn a_damaged_thread_lets_nothing_go_and_holds_nobody_up() {
    let disk = Disk::default();
    let rig = Rig::with(limits(2), &disk);
    unread(&rig, "bad").await;
    rig.stop();
    disk.damage("bad");
    let rig = Rig::with(limits(2), &disk);
    for _ in 0..3 {
        rig.clock.advance(1);
        unread(&rig, "good").await;
    }
    assert_eq!(held(&rig, "good").await.0, 1, "with the one that cannot be read there are two");
}

#[tokio::test]
async fn over_the_bound_of_tickets_the_oldest_is_lost_and_its_answer_is_foreign_but_there() {
    let disk = Disk::default();
    let limits = Limits { max_tickets: 2, ..Limits::default() };
    let rig = Rig::with(limits.clone(), &disk);
    let first = ask(&rig, "a").await;
    let confirm = rig.ask("a").await;
    let second = ask(&rig, "b").await;
    rig.stop();
    // The tickets are known again after a start; one that ended has none.
    let rig = Rig::with(limits, &disk);
    rig.call("a", answer(&confirm, yes())).await;
    let third = ask(&rig, "c").await;
    for (thread, id) in [("a", &first), ("b", &second), ("c", &third)] {
        rig.call(thread, answer(id, json!({"value": "a"}))).await;
    }
    let mut correlations = Vec::new();
    for thread in ["a", "b", "c"] {
        correlations.push(list(&rig, thread).await.entries[0].correlation);
    }
    assert_eq!(correlations, [Correlation::Foreign, Correlation::Matched, Correlation::Matched]);
}

#[tokio::test]
async fn a_forgotten_thread_counts_no_more() {
    let rig = Rig::with(limits(2), &Disk::default());
    for _ in 0..2 {
        unread(&rig, "gone").await;
    }
    rig.call("gone", Command::Forget).await;
    for thread in ["a", "b"] {
        unread(&rig, thread).await;
    }
    assert_eq!((held(&rig, "a").await, held(&rig, "b").await), ((1, 0), (1, 0)));
    rig.settle().await;
    let metrics = rig.hub.metrics();
    assert_eq!((metrics.journal_entries.get(), metrics.journal_evicted.get()), (2, 0));
}
