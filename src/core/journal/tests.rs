//! The rules of the journal that need no thread.

use std::sync::Arc;

use serde_json::json;

use super::*;
use crate::core::answer::Answer;
use crate::core::json::Json;
use crate::core::record::Requested;

fn token(name: &str) -> JournalToken {
    JournalToken::named(name)
}

fn fingerprint() -> Fingerprint {
    Fingerprint::try_from("0".repeat(64)).unwrap()
}

fn entry(name: &str, at: u64) -> Current {
    let asked = Requested {
        id: DialogId::named(name),
        dialog: Json(json!({"method": "input", "title": "t"})),
        generation: 1,
        deadline_at: None,
        run: None,
        key: None,
        private: false,
        on_disconnect: Default::default(),
        use_default: false,
        hold_until: None,
        require_other_subject: false,
        subject: None,
        instance: Some("i".into()),
        by_host: true,
        unattributed: 0,
    };
    Current {
        token: token(name),
        id: asked.id.clone(),
        question: "t".into(),
        asked: Arc::new(asked),
        fingerprint: fingerprint(),
        answer: Answer::Text { value: name.into() },
        by: None,
        asked_at: at,
        answered_at: at,
        correlation: Correlation::Matched,
        is_ambiguous: false,
        delivery: Delivery::Pending,
        is_acked: false,
        may_be_read: false,
        was_returned: false,
        last_way: None,
        run: None,
        carries: 0,
        said: 0,
    }
}

fn journal(names: &[&str]) -> Journal {
    let mut journal = Journal::default();
    for (at, name) in names.iter().enumerate() {
        journal.arrive(entry(name, at as u64));
    }
    journal
}

fn handed_over(name: &str, way: Way, run: Option<u64>) -> HandedOver {
    HandedOver { token: Some(token(name)), instance: Some("i".into()), run, way, said: 0, is_proof: false }
}

const TO: Reach<'_> = Reach { instance: Some("i"), had_host: true };

fn found(journal: &Journal, recover: Recover) -> Option<&str> {
    match journal.find(&fingerprint(), TO, 0, recover) {
        Found::Answer(entry) => Some(entry.token.as_str()),
        Found::Nothing | Found::Ambiguous(_) => None,
    }
}

#[test]
fn the_cheapest_goes_first() {
    let mut journal = journal(&["owed", "handed", "acked", "owed too"]);
    journal.handed_over(&handed_over("handed", Way::Returned, None), None);
    journal.acked(&[token("acked")]);
    assert_eq!(journal.first_out(4), []);
    assert_eq!(journal.first_out(0), ["acked", "handed", "owed", "owed too"].map(token));
    journal.retire();
    journal.arrive(entry("after", 9));
    assert_eq!(journal.first_out(4).len(), 1);
    assert_eq!(
        journal.first_out(1),
        ["owed", "handed", "acked", "owed too"].map(token),
        "retired ones first"
    );
}

#[test]
fn what_was_not_proved_is_owed_when_it_goes() {
    let mut journal = journal(&["a", "b", "c"]);
    journal.acked(&[token("a")]);
    journal.handed_over(&handed_over("b", Way::Accepted, None), None);
    journal.evict(&["a", "b", "c", "c", "never"].map(token));
    assert_eq!((journal.debts().of(Some("i")), journal.iter().count()), (2, 0));
}

#[test]
fn three_unproved_carries_settle_a_push() {
    let mut journal = journal(&["a"]);
    for run in 1..=3 {
        assert!(journal.next_push("i", None, |_| false).is_some(), "before carry {run}");
        journal.handed_over(&handed_over("a", Way::Accepted, Some(run)), Some(run));
        journal.run_ended(run, RunOutcome::Failed);
    }
    assert!(journal.next_push("i", None, |_| false).is_none());
    assert!(journal.handed_over_to("i").is_empty(), "nor after the host went away");
    assert_eq!(found(&journal, Recover::Unacked), Some("a"), "it can still be recovered");
}

#[test]
fn a_run_proves_what_it_carried_and_what_was_handed_over_before_it() {
    let mut journal = journal(&["between", "within", "of another", "not handed over"]);
    journal.handed_over(&handed_over("between", Way::Returned, None), None);
    journal.run_began(5);
    journal.handed_over(&handed_over("within", Way::Returned, Some(5)), Some(5));
    journal.handed_over(&handed_over("of another", Way::Returned, Some(4)), Some(5));
    journal.run_ended(5, RunOutcome::Completed);
    let acked: Vec<_> = journal.iter().map(|entry| entry.listed().is_acked).collect();
    assert_eq!(acked, [true, true, false, false]);
}

#[test]
fn what_was_returned_is_not_pushed_after_a_run_without_proof() {
    let mut journal = journal(&["a"]);
    journal.handed_over(&handed_over("a", Way::Returned, Some(1)), Some(1));
    journal.run_ended(1, RunOutcome::Interrupted);
    assert!(journal.next_push("i", None, |_| false).is_none());
    assert_eq!(found(&journal, Recover::Unacked), Some("a"));
}

#[test]
fn the_newest_wins_unless_it_has_a_twin() {
    let mut journal = journal(&["old", "new"]);
    assert_eq!(found(&journal, Recover::Unacked), Some("new"));
    journal.arrive(Current { is_ambiguous: true, ..entry("twin", 5) });
    assert!(matches!(journal.find(&fingerprint(), TO, 0, Recover::Any), Found::Ambiguous(3)));
    journal.acked(&[token("twin")]);
    assert_eq!(found(&journal, Recover::Unacked), Some("new"));
    assert!(matches!(journal.find(&fingerprint(), TO, 0, Recover::Any), Found::Ambiguous(3)));
    assert_eq!(found(&journal, Recover::Never), None);
}

#[test]
fn only_the_asking_instance_is_reached() {
    let journal = journal(&["a"]);
    let find = |instance, had_host| {
        matches!(
            journal.find(&fingerprint(), Reach { instance, had_host }, 0, Recover::Any),
            Found::Answer(_)
        )
    };
    assert!(find(Some("i"), true) && find(Some("i"), false));
    assert!(!find(Some("j"), true) && !find(None, true) && !find(None, false));
    assert!(journal.next_push("j", None, |_| false).is_none());
}

#[test]
fn two_unknown_ones_are_the_same_only_where_there_never_was_a_host() {
    let mut journal = Journal::default();
    let mut unknown = entry("a", 1);
    unknown.asked = Arc::new(Requested { instance: None, ..(*unknown.asked).clone() });
    journal.arrive(unknown);
    for (had_host, is_found) in [(false, true), (true, false)] {
        let found = journal.find(&fingerprint(), Reach { instance: None, had_host }, 0, Recover::Unacked);
        assert_eq!(matches!(found, Found::Answer(_)), is_found);
        assert_eq!(
            journal.summary(had_host).is_receivable,
            is_found,
            "what nobody can receive holds nobody up"
        );
    }
}

#[test]
fn nothing_weak_or_old_is_found() {
    let mut journal = Journal::default();
    journal.arrive(Current { correlation: Correlation::Foreign, ..entry("foreign", 9) });
    journal.arrive(entry("old", 3));
    assert_eq!(found(&journal, Recover::Any), Some("old"));
    assert!(matches!(journal.find(&fingerprint(), TO, 4, Recover::Any), Found::Nothing));
    journal.retire();
    assert_eq!(found(&journal, Recover::Any), None);
}

#[test]
fn of_a_retired_entry_no_text_is_left() {
    let mut journal = journal(&["the secret plan"]);
    journal.retire();
    let listed = journal.iter().next().unwrap().listed();
    assert_eq!((listed.content, listed.delivery), (None, Delivery::None));
    let text = serde_json::to_string(&journal).unwrap();
    assert!(!text.contains("\"value\"") && !text.contains("title"), "{text}");
}

#[test]
fn an_acked_answer_stays_acked() {
    let mut journal = journal(&["a"]);
    journal.acked(&[token("a")]);
    journal.handed_over(&handed_over("a", Way::Accepted, Some(1)), Some(1));
    journal.run_ended(1, RunOutcome::Interrupted);
    journal.given_back(&[token("a")]);
    let listed = journal.iter().next().unwrap().listed();
    assert!(listed.is_acked);
    assert_eq!(listed.delivery, Delivery::HandedOff);
}
