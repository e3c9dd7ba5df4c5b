//! Golden texts of results, and what becomes of a secret.

use serde_json::json;
use uuid::Uuid;

use super::*;
use crate::core::answer::{Locks, Verdict};
use crate::core::dialog::Dialog;
use crate::core::limits::Limits;

fn dialog(spec: Value) -> Dialog {
    Dialog::parse(Json(spec), &Limits::default()).unwrap()
}

fn result(value: ResultValue, outcome: Outcome) -> AskResult {
    let fingerprint = dialog(json!({"method": "confirm", "title": "t"})).fingerprint().clone();
    AskResult {
        id: DialogId::named("dlg-1"),
        outcome,
        value,
        answer: None,
        partial: false,
        by: None,
        asked_at: 1,
        settled_at: 2,
        fingerprint,
        default_used: false,
        token: None,
        recovered: false,
        possible_repeat: false,
        unattributed: 0,
        dropped_answers: 0,
    }
}

/// A result with every member that it can have at once.
pub(in crate::wire) fn settled(secret_gone: bool) -> AskResult {
    let value = if secret_gone { ResultValue::SecretGone } else { ResultValue::Json(Json(json!(["a"]))) };
    AskResult {
        answer: Some(Json(json!({"values": ["a"]}))),
        partial: true,
        by: Some(By { follower: "f".into(), label: None, subject: Some("s".into()) }),
        default_used: true,
        token: Some(JournalToken::named("jrn-1")),
        recovered: true,
        possible_repeat: true,
        unattributed: 2,
        dropped_answers: 3,
        ..result(value, Outcome::Answered)
    }
}

fn of(result: AskResult) -> Value {
    let mut told: Value = serde_json::from_str(&to_text(&Reply::Result(Box::new(result)))).unwrap();
    let fingerprint = told.as_object_mut().unwrap().shift_remove("fingerprint").unwrap();
    assert_eq!(fingerprint.as_str().unwrap().len(), 64);
    told
}

#[test]
fn a_result_has_its_value_and_nothing_that_is_not_so() {
    let mut answered = result(ResultValue::Json(Json(json!("a"))), Outcome::Answered);
    answered.answer = Some(Json(json!({"value": "a"})));
    answered.by = Some(By { follower: "http".into(), label: None, subject: None });
    let told = json!({"id": "dlg-1", "outcome": "answered", "value": "a", "answer": {"value": "a"},
        "by": {"follower": "http"}, "asked_at": 1, "settled_at": 2});
    assert_eq!(of(answered), told);
    let mut late = result(ResultValue::Json(Json(json!(true))), Outcome::TimedOut);
    late.default_used = true;
    let told = json!({"id": "dlg-1", "outcome": "timed_out", "value": true, "asked_at": 1, "settled_at": 2, "default_used": true});
    assert_eq!(of(late), told);
}

#[test]
fn a_secret_is_in_its_value_alone_and_no_copy_is_left_by_growing() {
    let hard = "\u{1}\"".repeat(5_000);
    let spec = dialog(json!({"method": "secret", "title": "t"}));
    let Ok(Verdict::Secret(secret)) = spec.judge(&Json(json!({"value": hard})), &Locks::default()) else {
        panic!("a secret's answer is a secret")
    };
    let mut told = result(ResultValue::Secret(secret), Outcome::Answered);
    told.by = Some(By { follower: "f".into(), label: Some("\u{1}".repeat(8_192)), subject: None });
    let text = to_text(&Reply::Result(Box::new(told)));
    assert!(text.capacity() >= hard.len() * ESCAPED + ROOM, "the room was there from the start");
    let text: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(text["value"], json!(hard));
    assert!(text.get("answer").is_none() && text.get("secret_gone").is_none());
}

#[test]
fn a_secret_that_is_gone_says_so() {
    let told = json!({"id": "dlg-1", "outcome": "answered", "value": null, "asked_at": 1, "settled_at": 2, "secret_gone": true});
    assert_eq!(of(result(ResultValue::SecretGone, Outcome::Answered)), told);
}

#[test]
fn the_other_results() {
    let id = || DialogId::named("dlg-1");
    let thread = ThreadId::parse("t").unwrap();
    let attached = Reply::Attached {
        thread,
        epoch: Epoch(Uuid::nil()),
        seq: 3,
        generation: 2,
        instance: "i".into(),
        outstanding: journal::Outstanding { pending: 1, unacked: 2, debt: 3 },
        taken_over: true,
    };
    for (reply, text) in [
        (Reply::Done, "{}"),
        (Reply::Open { id: id() }, r#"{"id":"dlg-1","outcome":"open"}"#),
        (Reply::Remaining(vec!["q".into()]), r#"{"remaining":["q"]}"#),
        (
            Reply::Stopped { settled: vec![id()], host: StoppedHost::None },
            r#"{"settled":["dlg-1"],"host":"none"}"#,
        ),
        (
            Reply::Stopped { settled: vec![], host: StoppedHost::Stopped },
            r#"{"settled":[],"host":"stopped"}"#,
        ),
        (Reply::Prompted { run: None }, "{}"),
        (Reply::Prompted { run: Some(1) }, r#"{"run":1}"#),
        (
            attached,
            r#"{"thread":"t","epoch":"00000000-0000-0000-0000-000000000000","seq":3,"generation":2,"instance":"i","outstanding":{"pending":1,"unacked":2,"debt":3},"taken_over":true}"#,
        ),
        (Reply::Detached { settled: vec![] }, r#"{"settled":[]}"#),
        (Reply::Published { seq: 4 }, r#"{"seq":4}"#),
        (Reply::Reset { generation: 2 }, r#"{"generation":2}"#),
        (Reply::Run { run: 2 }, r#"{"run":2}"#),
    ] {
        assert_eq!(to_text(&reply).as_str(), text);
    }
    assert_eq!(identified("f1"), r#"{"follower":"f1"}"#);
}
