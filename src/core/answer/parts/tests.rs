//! Questionnaires: closing answers, locks, and how one is merged over the others.

use serde_json::{Value, json};

use crate::core::answer::{Answer, Locks, Reason, Refusal, Verdict};
use crate::core::dialog::Dialog;
use crate::core::json::Json;
use crate::core::limits::Limits;

/// One choice, several, a required text, a text, and a choice that is not required.
fn dialog() -> Dialog {
    let source = json!({"method": "questionnaire", "title": "Trip", "questions": [
        {"id": "by", "question": "By?", "options": ["bus", "rail"]},
        {"id": "eat", "question": "Eat?", "options": ["fish", "rice", "figs"], "multi_select": true, "allow_other": true},
        {"id": "why", "question": "Why?"},
        {"id": "note", "question": "Note?", "required": false},
        {"id": "seat", "question": "Seat?", "options": ["aisle"], "allow_other": true, "required": false},
    ]});
    Dialog::parse(Json(source), &Limits::default()).unwrap()
}

fn close(answers: Value, locks: &Locks) -> Result<Answer, Refusal> {
    match dialog().judge(&Json(json!({"answers": answers})), locks)? {
        Verdict::Answered(answer) => Ok(answer),
        other => panic!("{other:?}"),
    }
}

/// The required answers, with `more` behind them; one of the same question takes its place.
fn with(more: Value) -> Value {
    let base = json!([{"id": "by", "value": "bus"}, {"id": "eat", "value": ["rice"]}, {"id": "why", "value": "sun"}]);
    let more = more.as_array().unwrap().clone();
    let kept = base.as_array().unwrap().iter().filter(|a| !more.iter().any(|m| m["id"] == a["id"]));
    kept.cloned().chain(more.clone()).collect()
}

fn locked(parts: &[(&str, Value, Value)]) -> Locks {
    let mut locks = Locks::default();
    for (question, value, other) in parts {
        locks.insert(lock(question, value.clone(), other.clone()).unwrap());
    }
    locks
}

fn lock(question: &str, value: Value, other: Value) -> Result<super::Lock, Refusal> {
    dialog().judge_lock(question, Some(&Json(value)), Some(&Json(other)))
}

#[test]
fn good_answers_are_listed_in_the_order_asked() {
    let all = json!([{"id": "seat", "other": "top"}, {"id": "note", "value": ""}, {"id": "why", "value": " so "},
                     {"id": "eat", "value": ["figs", "fish"], "other": "jam, tea"}, {"id": "by", "value": "rail"}]);
    let answer = close(all, &Locks::default()).unwrap();
    let value = json!([{"id": "by", "value": "rail"}, {"id": "eat", "value": ["figs", "fish"], "other": "jam, tea"},
                       {"id": "why", "value": " so "}, {"id": "note", "value": ""}, {"id": "seat", "value": null, "other": "top"}]);
    assert_eq!(answer.value(), Json(value.clone()));
    assert_eq!(answer.fields(), Json(json!({"answers": value})));
}

#[test]
fn an_answer_that_gives_nothing_is_as_if_it_were_not_given() {
    let least = close(with(json!([])), &Locks::default()).unwrap();
    let nothing = [
        json!([{"id": "note", "value": null}]),
        json!([{"id": "seat"}]),
        json!([{"id": "note"}, {"id": "note", "value": null, "other": null}]),
    ];
    for more in nothing {
        assert_eq!(close(with(more.clone()), &Locks::default()).as_ref(), Ok(&least), "{more}");
    }
}

#[test]
fn refusals_name_the_rule_the_question_and_the_field() {
    use Reason::{Blank, Count, Duplicate, Missing, NotOffered, Shape, UnknownQuestion};
    let cases = [
        (json!({"by": "bus"}), Shape, None, "answers"),
        (json!(null), Shape, None, "answers"),
        (json!(["bus"]), Shape, None, "answers.0"),
        (json!([{"value": "bus"}]), Shape, None, "answers.0.id"),
        (json!([{"id": 4, "value": "bus"}]), Shape, None, "answers.0.id"),
        (with(json!([{"id": "by", "value": ["bus"]}])), Shape, Some("by"), "answers.2.value"),
        (with(json!([{"id": "by", "value": []}])), Shape, Some("by"), "answers.2.value"),
        (with(json!([{"id": "eat", "value": "rice"}])), Shape, Some("eat"), "answers.2.value"),
        (with(json!([{"id": "eat", "value": [1]}])), Shape, Some("eat"), "answers.2.value"),
        (with(json!([{"id": "why", "value": 5}])), Shape, Some("why"), "answers.2.value"),
        (with(json!([{"id": "seat", "other": 5}])), Shape, Some("seat"), "answers.3.other"),
        (with(json!([{"id": "gone", "value": 5}])), Shape, Some("gone"), "answers.3.value"),
        (with(json!([{"id": "by", "value": "Bus"}])), NotOffered, Some("by"), "answers.2.value"),
        (with(json!([{"id": "by", "other": "bike"}])), NotOffered, Some("by"), "answers.2.other"),
        (with(json!([{"id": "why", "other": "sun"}])), NotOffered, Some("why"), "answers.2.other"),
        (with(json!([{"id": "eat", "value": ["rice", "x"]}])), NotOffered, Some("eat"), "answers.2.value"),
        (with(json!([{"id": "eat", "value": ["rice", "rice"]}])), Duplicate, Some("eat"), "answers.2.value"),
        (
            with(json!([{"id": "note", "value": "n"}, {"id": "note", "value": "n"}])),
            Duplicate,
            Some("note"),
            "answers.4.id",
        ),
        (
            with(json!([{"id": "seat", "value": "aisle", "other": "top"}])),
            Count,
            Some("seat"),
            "answers.3.value",
        ),
        (json!([]), Missing, Some("by"), "answers"),
        (with(json!([{"id": "why", "value": null}])), Missing, Some("why"), "answers"),
        (with(json!([{"id": "eat", "value": []}])), Missing, Some("eat"), "answers"),
        (with(json!([{"id": "gone", "value": "x"}])), UnknownQuestion, Some("gone"), "answers.3.id"),
        (with(json!([{"id": "why", "value": " \t"}])), Blank, Some("why"), "answers.2.value"),
        (
            with(json!([{"id": "eat", "value": ["rice"], "other": " "}])),
            Blank,
            Some("eat"),
            "answers.2.other",
        ),
        (with(json!([{"id": "seat", "other": ""}])), Blank, Some("seat"), "answers.3.other"),
    ];
    for (answers, reason, question, field) in cases {
        let refusal = close(answers.clone(), &Locks::default()).unwrap_err();
        let got = (refusal.reason, refusal.question.as_deref(), refusal.field.as_deref());
        assert_eq!(got, (reason, question, Some(field)), "{answers}");
    }
}

#[test]
fn an_earlier_row_of_any_answer_goes_before_a_later_one_of_another() {
    let mut faults = vec![
        (Reason::Blank, json!({"id": "why", "value": " "})),
        (Reason::UnknownQuestion, json!({"id": "gone", "value": "x"})),
        (Reason::Missing, json!({"id": "by", "value": null})),
        (Reason::Count, json!({"id": "seat", "value": "aisle", "other": "x"})),
        (Reason::Duplicate, json!({"id": "eat", "value": ["rice", "rice"]})),
        (Reason::NotOffered, json!({"id": "note", "value": "n", "other": "x"})),
        (Reason::Shape, json!({"id": "late", "value": {}})),
    ];
    while let Some((reason, _)) = faults.last() {
        let answers = with(faults.iter().map(|(_, answer)| answer.clone()).collect());
        assert_eq!(close(answers.clone(), &Locks::default()).unwrap_err().reason, *reason, "{answers}");
        faults.pop();
    }
}

#[test]
fn a_closing_answer_is_merged_over_the_locks() {
    let locks = locked(&[("why", json!("sun"), json!(null)), ("by", json!("bus"), json!(null))]);
    let answer =
        close(json!([{"id": "eat", "value": [], "other": "own"}, {"id": "by", "value": "rail"}]), &locks)
            .unwrap();
    let value = json!([{"id": "by", "value": "rail"}, {"id": "eat", "value": [], "other": "own"}, {"id": "why", "value": "sun"}]);
    assert_eq!(answer.value(), Json(value));
    let missing = close(json!([{"id": "by", "value": null}]), &locks).unwrap_err();
    assert_eq!(
        (missing.reason, missing.question.as_deref()),
        (Reason::Missing, Some("eat")),
        "a null keeps the lock"
    );
}

#[test]
fn a_bad_lock_is_refused() {
    use Reason::{Blank, Count, Duplicate, Missing, NotOffered, Shape, UnknownQuestion};
    let null = json!(null);
    let cases = [
        ("gone", json!("bus"), null.clone(), UnknownQuestion, "question"),
        ("gone", null.clone(), null.clone(), UnknownQuestion, "question"),
        ("by", json!("car"), null.clone(), NotOffered, "value"),
        ("by", json!(["bus"]), null.clone(), Shape, "value"),
        ("by", json!(1), null.clone(), Shape, "value"),
        ("by", null.clone(), json!("bike"), NotOffered, "other"),
        ("by", null.clone(), null.clone(), Missing, "value"),
        ("eat", json!("rice"), null.clone(), Shape, "value"),
        ("eat", json!(["rice", "rice"]), null.clone(), Duplicate, "value"),
        ("eat", json!(["x"]), null.clone(), NotOffered, "value"),
        ("eat", json!([]), null.clone(), Missing, "value"),
        ("eat", json!([]), json!(7), Shape, "other"),
        ("seat", json!("aisle"), json!("top"), Count, "value"),
        ("seat", null.clone(), json!(" "), Blank, "other"),
        ("why", json!("  "), null.clone(), Blank, "value"),
        ("why", json!(5), null.clone(), Shape, "value"),
    ];
    for (question, value, other, reason, field) in cases {
        let refusal = lock(question, value.clone(), other.clone()).unwrap_err();
        let got = (refusal.reason, refusal.question.as_deref(), refusal.field.as_deref());
        assert_eq!(got, (reason, Some(question), Some(field)), "{question} {value} {other}");
    }
    let confirm = Dialog::reload(Json(json!({"method": "confirm", "title": "t"}))).unwrap();
    assert_eq!(confirm.judge_lock("by", None, None).unwrap_err().reason, Reason::Shape);
}

#[test]
fn locking_again_replaces_and_a_lock_of_nothing_takes_away() {
    let mut locks = locked(&[("seat", json!("aisle"), json!(null)), ("eat", json!(null), json!("own"))]);
    locks.insert(lock("seat", json!(null), json!("top")).unwrap());
    let shown = json!({"seat": {"value": null, "other": "top"}, "eat": {"value": null, "other": "own"}});
    assert_eq!(json!(locks), shown);
    locks.insert(lock("seat", json!(null), json!(null)).unwrap());
    assert_eq!(json!(locks), json!({"eat": {"value": null, "other": "own"}}));
    locks.insert(lock("eat", json!(["figs"]), json!(null)).unwrap());
    assert_eq!(json!(locks), json!({"eat": {"value": ["figs"]}}));
}

#[test]
fn what_remains_is_required_and_in_the_order_asked() {
    let dialog = dialog();
    assert_eq!(dialog.remaining(&Locks::default()), ["by", "eat", "why"]);
    assert_eq!(dialog.locked_answer(&Locks::default()), None);
    let locks = locked(&[("seat", json!("aisle"), json!(null)), ("eat", json!(["rice"]), json!(null))]);
    assert_eq!(dialog.remaining(&locks), ["by", "why"]);
    let partial = dialog.locked_answer(&locks).unwrap();
    assert_eq!(
        partial.value(),
        Json(json!([{"id": "eat", "value": ["rice"]}, {"id": "seat", "value": "aisle"}]))
    );
    assert!(dialog.settles_by_lock());
}

#[test]
fn without_a_required_question_no_lock_settles() {
    let source = json!({"method": "questionnaire", "title": "t", "questions": [{"id": "p", "question": "P?", "required": false}]});
    let dialog = Dialog::reload(Json(source)).unwrap();
    assert!(!dialog.settles_by_lock());
    assert!(dialog.remaining(&Locks::default()).is_empty());
    let empty = dialog.judge(&Json(json!({"answers": []})), &Locks::default());
    assert!(matches!(empty, Ok(Verdict::Answered(answer)) if answer.value() == Json(json!([]))));
}
