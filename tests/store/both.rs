//! Facts about every store.

use dialog_hub::core::id::{DialogId, ThreadId};
use dialog_hub::core::journal::{Class, Outstanding, Rank, Summary};
use dialog_hub::core::record::Record;
use dialog_hub::store::{Change, Loaded, Store, StoreError};

use crate::make::{Log, read, rows, told, untold};

/// Makes every fact a test of each back end.
macro_rules! facts {
    ($($fact:ident)*) => {
        mod in_memory {
            $(#[test] fn $fact() { super::$fact(&mut dialog_hub::store::memory::Memory::new()); })*
        }
        mod with_files {
            $(#[test] fn $fact() {
                let folder = tempfile::tempdir().unwrap();
                super::$fact(&mut dialog_hub::store::sqlite::open(folder.path()).unwrap());
            })*
        }
    };
}

facts! {
    a_new_store_is_empty
    what_was_appended_is_read_back
    every_field_of_a_row_is_kept
    the_deepest_dialog_comes_back
    a_second_append_from_the_same_place_is_a_conflict
    an_append_to_a_thread_that_is_not_there_is_a_conflict
    a_conflict_leaves_nothing_of_any_thread
    one_commit_appends_twice_to_a_thread
    a_row_changes_without_an_entry
    a_checkpoint_stands_for_what_it_includes
    entries_before_a_checkpoint_are_told_until_they_are_dropped
    only_told_entries_are_told
    told_keeps_to_the_asked_stretch
    a_forgotten_thread_is_gone_and_its_name_is_free
    forgetting_a_thread_that_is_not_there_does_nothing
    a_renamed_thread_gives_its_old_name_free
    a_name_cannot_be_taken_twice
    an_append_with_a_gap_is_refused
    a_checkpoint_ahead_of_the_log_is_refused
    a_dialog_is_found_by_its_id_where_it_was_asked_and_not_where_it_is_named
}

fn a_new_store_is_empty(store: &mut dyn Store) {
    assert_eq!(store.rows().unwrap(), []);
    let log = Log::new("nobody");
    assert_eq!(store.load(log.epoch()).unwrap(), Loaded::default());
    assert_eq!(store.told(log.epoch(), 0, 10).unwrap(), []);
}

fn what_was_appended_is_read_back(store: &mut dyn Store) {
    let (mut one, mut two) = (Log::new("one"), Log::new("two"));
    store.commit(&[one.append([told("a"), untold()]), two.append([told("b")])]).unwrap();
    store.commit(&[one.append([told("c")])]).unwrap();
    for log in [&one, &two] {
        assert_eq!(
            store.load(log.epoch()).unwrap(),
            Loaded { checkpoint: None, entries: log.entries.clone() }
        );
    }
    assert_eq!(rows(store), [one.row, two.row]);
}

fn every_field_of_a_row_is_kept(store: &mut dyn Store) {
    let mut log = Log::new("row");
    log.row.live = true;
    log.row.run = u64::MAX;
    log.row.open = 7;
    log.row.next_deadline_at = Some(0);
    log.row.journal = Summary {
        outstanding: Outstanding { pending: 1, unacked: 2, debt: u64::MAX },
        is_receivable: true,
        in_hand: 3,
        entries: 4,
        first_out: Some(Rank { class: Class::Retired, at: 0 }),
    };
    store.commit(&[log.append([told("a")])]).unwrap();
    assert_eq!(rows(store), [log.row.clone()]);
    log.row.live = false;
    log.row.busy = true;
    log.row.next_deadline_at = None;
    log.row.journal = Summary::default();
    store.commit(&[log.append([told("b")])]).unwrap();
    assert_eq!(rows(store), [log.row]);
}

/// The wire lets 128 levels in; the record around them must not be what refuses them afterwards.
fn the_deepest_dialog_comes_back(store: &mut dyn Store) {
    let deep = format!("{}{}", "[".repeat(128), "]".repeat(128));
    let mut log = Log::new("deep");
    let record = read(&format!(r#"{{"type":"thread.published","event":"deep","data":{deep}}}"#));
    store.commit(&[log.append([record])]).unwrap();
    assert_eq!(store.load(log.epoch()).unwrap().entries, log.entries);
}

fn a_dialog_is_found_by_its_id_where_it_was_asked_and_not_where_it_is_named(store: &mut dyn Store) {
    // The writer's entries are ten milliseconds apart; an id says when it was made.
    let id = |at: u64| format!("dlg-{:012x}70008000000000000000", at);
    let asked = |id: &str| {
        read(&format!(
            r#"{{"type":"dialog.requested","id":"{id}","dialog":{{"method":"x.y","params":{{"id":"{}"}}}},"generation":1}}"#,
            DialogId::named("dlg-other")
        ))
    };
    let named = |id: &str| {
        read(&format!(
            r#"{{"type":"thread.published","event":"e","data":{{"type":"dialog.requested","id":"{id}"}}}}"#
        ))
    };
    let (mut before, mut there) = (Log::new("before"), Log::new("there"));
    let wanted = id(1_000);
    store.commit(&[before.append(std::iter::repeat_n(told("old"), 90))]).unwrap();
    store.commit(&[before.append(std::iter::repeat_n(named(&wanted), 10))]).unwrap();
    there.row.last_at = 990;
    store.commit(&[there.append([asked(&wanted)])]).unwrap();
    store.commit(&[before.append(std::iter::repeat_n(told("new"), 500))]).unwrap();
    assert_eq!(store.asked_on(&DialogId::named(&wanted)).unwrap(), Some(there.epoch()));
    for missing in [&id(1_010), &id(9_000), "dlg-other", "", "dlg-é"] {
        assert_eq!(store.asked_on(&DialogId::named(missing)).unwrap(), None, "{missing}");
    }
    store.commit(&[Change::Forget { epoch: there.epoch() }]).unwrap();
    assert_eq!(store.asked_on(&DialogId::named(&wanted)).unwrap(), None);
}

fn a_second_append_from_the_same_place_is_a_conflict(store: &mut dyn Store) {
    let mut log = Log::new("t");
    let mut other = log.clone();
    store.commit(&[log.append([told("first")])]).unwrap();
    let refused = store.commit(&[other.append([told("second")])]);
    assert!(
        matches!(refused, Err(StoreError::Conflict { epoch, expected: 0 }) if epoch == log.epoch()),
        "{refused:?}"
    );
    assert_eq!(store.load(log.epoch()).unwrap().entries, log.entries);
    store.commit(&[log.append([told("third")])]).unwrap();
    assert_eq!(store.load(log.epoch()).unwrap().entries, log.entries);
}

fn an_append_to_a_thread_that_is_not_there_is_a_conflict(store: &mut dyn Store) {
    let mut log = Log::new("t");
    log.append([told("never written")]);
    let refused = store.commit(&[log.append([told("behind it")])]);
    assert!(matches!(refused, Err(StoreError::Conflict { expected: 1, .. })), "{refused:?}");
    assert_eq!(store.rows().unwrap(), []);
}

fn a_conflict_leaves_nothing_of_any_thread(store: &mut dyn Store) {
    let (mut kept, mut stale, mut fresh) = (Log::new("kept"), Log::new("stale"), Log::new("fresh"));
    store.commit(&[kept.append([told("a")]), stale.append([told("b")])]).unwrap();
    let before = (kept.clone(), stale.clone());
    stale.append([told("lost")]);
    let changes = [
        kept.append_with_checkpoint(1),
        fresh.append([told("c")]),
        before.1.forget(),
        stale.append([told("conflict")]),
    ];
    assert!(matches!(store.commit(&changes), Err(StoreError::Conflict { .. })));
    assert_eq!(rows(store), [before.0.row.clone(), before.1.row.clone()]);
    for log in [&before.0, &before.1] {
        assert_eq!(
            store.load(log.epoch()).unwrap(),
            Loaded { checkpoint: None, entries: log.entries.clone() }
        );
    }
    assert_eq!(store.told(fresh.epoch(), 0, 10).unwrap(), []);
}

fn one_commit_appends_twice_to_a_thread(store: &mut dyn Store) {
    let mut log = Log::new("t");
    store
        .commit(&[log.append([told("a")]), log.append([told("b"), untold()]), log.append([told("c")])])
        .unwrap();
    assert_eq!(store.load(log.epoch()).unwrap().entries, log.entries);
    assert_eq!(rows(store), [log.row]);
}

fn a_row_changes_without_an_entry(store: &mut dyn Store) {
    let mut log = Log::new("t");
    store.commit(&[log.append([])]).unwrap();
    assert_eq!(rows(store), [log.row.clone()]);
    log.row.open = 3;
    store.commit(&[log.append([])]).unwrap();
    store.commit(&[log.append([told("a")])]).unwrap();
    log.row.open = 2;
    store.commit(&[log.append([])]).unwrap();
    assert_eq!(rows(store), [log.row.clone()]);
    assert_eq!(store.load(log.epoch()).unwrap().entries, log.entries);
}

fn a_checkpoint_stands_for_what_it_includes(store: &mut dyn Store) {
    let mut log = Log::new("t");
    store.commit(&[log.append([told("a"), told("b"), untold()]), log.append_with_checkpoint(2)]).unwrap();
    let loaded = store.load(log.epoch()).unwrap();
    let checkpoint = loaded.checkpoint.unwrap();
    assert_eq!(
        (checkpoint.pos, checkpoint.state.as_str(), checkpoint.drop_through_pos),
        (4, "state at 4", 2)
    );
    assert_eq!(loaded.entries, []);
    store.commit(&[log.append([told("c"), untold()])]).unwrap();
    assert_eq!(store.load(log.epoch()).unwrap().entries, log.after(4));
    store.commit(&[log.append_with_checkpoint(7)]).unwrap();
    let loaded = store.load(log.epoch()).unwrap();
    assert_eq!(loaded.checkpoint.unwrap().state, "state at 7");
    assert_eq!(loaded.entries, []);
    assert_eq!(store.told(log.epoch(), 0, 100).unwrap(), []);
}

fn entries_before_a_checkpoint_are_told_until_they_are_dropped(store: &mut dyn Store) {
    let mut log = Log::new("t");
    store.commit(&[log.append([told("a"), told("b"), told("c")]), log.append_with_checkpoint(1)]).unwrap();
    assert_eq!(store.told(log.epoch(), 0, 4).unwrap(), log.after(1), "the first one was dropped");
    store.commit(&[log.append_with_checkpoint(3)]).unwrap();
    assert_eq!(store.told(log.epoch(), 0, 5).unwrap(), log.after(3));
}

fn only_told_entries_are_told(store: &mut dyn Store) {
    let mut log = Log::new("t");
    store.commit(&[log.append([untold(), told("a"), untold(), untold(), told("b"), untold()])]).unwrap();
    let seqs: Vec<u64> =
        store.told(log.epoch(), 0, u64::MAX).unwrap().iter().map(|entry| entry.seq).collect();
    assert_eq!(seqs, [1, 2]);
}

fn told_keeps_to_the_asked_stretch(store: &mut dyn Store) {
    let mut log = Log::new("t");
    let records: Vec<Record> = (0..60).map(|n| if n % 3 == 0 { untold() } else { told("e") }).collect();
    store.commit(&[log.append(records)]).unwrap();
    for (after, through) in
        [(0, 40), (0, 1), (39, 40), (40, 40), (10, 20), (20, 10), (40, 90), (u64::MAX, u64::MAX), (3, 3)]
    {
        let asked = |entry: &&dialog_hub::core::record::Entry| {
            entry.record.is_told() && entry.seq > after && entry.seq <= through
        };
        let expected: Vec<_> = log.entries.iter().filter(asked).cloned().collect();
        assert_eq!(store.told(log.epoch(), after, through).unwrap(), expected, "{after} to {through}");
    }
}

fn a_forgotten_thread_is_gone_and_its_name_is_free(store: &mut dyn Store) {
    let (mut old, mut new) = (Log::new("name"), Log::new("name"));
    store.commit(&[old.append([told("a")]), old.append_with_checkpoint(0)]).unwrap();
    store.commit(&[old.forget(), new.append([told("b")])]).unwrap();
    assert_eq!(store.load(old.epoch()).unwrap(), Loaded::default());
    assert_eq!(store.told(old.epoch(), 0, 10).unwrap(), []);
    assert_eq!(rows(store), [new.row.clone()]);
    assert_eq!(store.load(new.epoch()).unwrap().entries, new.entries);
}

fn forgetting_a_thread_that_is_not_there_does_nothing(store: &mut dyn Store) {
    let mut log = Log::new("t");
    store.commit(&[Log::new("other").forget(), log.append([told("a")])]).unwrap();
    assert_eq!(rows(store), [log.row]);
}

fn a_renamed_thread_gives_its_old_name_free(store: &mut dyn Store) {
    let (mut moved, mut new) = (Log::new("from"), Log::new("from"));
    store.commit(&[moved.append([told("a")])]).unwrap();
    let to = ThreadId::parse("to").unwrap();
    moved.row.thread = to.clone();
    store.commit(&[moved.append([Record::Moved { to: Some(to) }]), new.append([told("b")])]).unwrap();
    assert_eq!(rows(store), [new.row.clone(), moved.row.clone()]);
    assert_eq!(store.load(moved.epoch()).unwrap().entries, moved.entries);
}

fn a_name_cannot_be_taken_twice(store: &mut dyn Store) {
    let (mut one, mut two) = (Log::new("name"), Log::new("name"));
    let refused = store.commit(&[one.append([told("a")]), two.append([told("b")])]);
    assert!(matches!(&refused, Err(StoreError::Failed(why)) if why.contains("name")), "{refused:?}");
}

fn an_append_with_a_gap_is_refused(store: &mut dyn Store) {
    let mut log = Log::new("t");
    let Change::Append { expected_pos, entries, row, .. } = log.append([told("a"), told("b")]) else {
        unreachable!()
    };
    let gap = Change::Append { expected_pos, entries: entries[1..].to_vec(), row, checkpoint: None };
    assert!(matches!(store.commit(&[gap]), Err(StoreError::Failed(_))));
}

fn a_checkpoint_ahead_of_the_log_is_refused(store: &mut dyn Store) {
    let mut log = Log::new("t");
    let mut change = log.append_with_checkpoint(0);
    let Change::Append { checkpoint: Some(checkpoint), .. } = &mut change else { unreachable!() };
    checkpoint.drop_through_pos = checkpoint.pos + 1;
    assert!(matches!(store.commit(&[change]), Err(StoreError::Failed(_))));
}
