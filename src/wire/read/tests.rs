//! Every method, good and bad: which code, and which member is named.

use serde_json::json;

use super::*;
use crate::core::command::{IfUnattended, OnDisconnect};
use crate::core::outcome::RunOutcome;
use crate::wire::body;

fn parsed(method: &str, params: Value) -> Result<Call, ApiError> {
    parse(method, Json(params), &Limits::default())
}

fn call(method: &str, params: Value) -> ThreadCall {
    match parsed(method, params) {
        Ok(Call::Thread { thread, call }) => {
            assert_eq!(thread.as_str(), "t");
            call
        }
        other => panic!("{method}: {other:?}"),
    }
}

fn refused(method: &str, params: Value) -> (Code, String) {
    let error = parsed(method, params.clone()).map(|_| ()).expect_err(&format!("{method} {params}"));
    assert!(!error.detail.is_empty() && error.detail.len() < 1_000);
    (error.code, error.more.field.unwrap_or_default())
}

fn confirm() -> Value {
    json!({"method": "confirm", "title": "t"})
}

fn ask_with(more: Value) -> Value {
    let mut params = json!({"thread": "t", "dialog": confirm()});
    params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    params
}

#[test]
fn every_method_is_read() {
    assert!(matches!(parsed("hub.follow", Value::Null), Ok(Call::FollowHub)));
    assert!(matches!(parsed("client.identify", json!({"label": "a", "instance": null})),
        Ok(Call::Identify { label: Some(label), instance: None }) if label == "a"));
    let of_thread = || json!({"thread": "t", "unheard": 1});
    assert!(matches!(call("thread.follow", of_thread()), ThreadCall::Follow { since: None }));
    assert!(matches!(call("thread.unfollow", of_thread()), ThreadCall::Unfollow));
    assert!(matches!(call("thread.stop", of_thread()), ThreadCall::Stop));
    assert!(matches!(call("host.attach", of_thread()), ThreadCall::Attach { instance: None }));
    assert!(matches!(call("host.detach", of_thread()), ThreadCall::Detach));
    assert!(matches!(call("thread.reset", of_thread()), ThreadCall::Reset { reason: None }));
    assert!(matches!(call("thread.forget", of_thread()), ThreadCall::Forget));
    assert!(matches!(call("run.begin", of_thread()), ThreadCall::RunBegin));
    let of_dialog = || json!({"thread": "t", "id": "d"});
    assert!(matches!(call("dialog.typing", of_dialog()), ThreadCall::Typing { .. }));
    assert!(matches!(call("dialog.get", of_dialog()), ThreadCall::Get { wait_ms: None, .. }));
    assert!(matches!(call("dialog.withdraw", of_dialog()), ThreadCall::Withdraw { which: Which::Id(_) }));
    let by_key = json!({"thread": "t", "key": "k"});
    assert!(matches!(call("dialog.withdraw", by_key), ThreadCall::Withdraw { which: Which::Key(_) }));
    let lock = json!({"thread": "t", "id": "d", "question": "q", "value": null, "other": "o"});
    assert!(matches!(call("dialog.lock", lock), ThreadCall::Lock { value: None, other: Some(_), .. }));
    let prompt = json!({"thread": "t", "message": "", "data": null});
    assert!(matches!(call("thread.prompt", prompt), ThreadCall::Prompt { data: None, .. }));
    let publish = json!({"thread": "t", "event": "e", "data": null});
    assert!(matches!(call("thread.publish", publish), ThreadCall::Publish { data: Json(Value::Null), .. }));
    assert!(matches!(call("thread.move", json!({"from": "t", "to": "u"})), ThreadCall::Move { .. }));
    let end = json!({"thread": "t", "run": 1, "outcome": "failed"});
    assert!(matches!(call("run.end", end), ThreadCall::RunEnd { run: 1, outcome: RunOutcome::Failed }));
}

#[test]
fn what_is_missing_or_odd_is_named() {
    use Code::BadRequest;
    for (method, params, field) in [
        ("thread.follow", json!({}), "thread"),
        ("thread.follow", Value::Null, "thread"),
        ("thread.follow", json!([]), "params"),
        ("thread.follow", json!({"thread": 5}), "thread"),
        ("thread.follow", json!({"thread": ".x"}), "thread"),
        ("thread.follow", json!({"thread": "t", "since": "x"}), "since"),
        ("thread.follow", json!({"thread": "t", "since": []}), "since"),
        ("thread.follow", json!({"thread": "t", "since": ["e", 1]}), "since"),
        ("thread.follow", json!({"thread": "t", "since": {}}), "since.epoch"),
        ("thread.follow", json!({"thread": "t", "since": {"epoch": "x"}}), "since.seq"),
        ("thread.follow", json!({"thread": "t", "since": {"epoch": "x", "seq": "1"}}), "since.seq"),
        ("thread.follow", json!({"thread": "t", "since": {"epoch": "x", "seq": -1}}), "since.seq"),
        ("thread.follow", json!({"thread": "t", "since": {"epoch": 1, "seq": 1}}), "since.epoch"),
        ("dialog.answer", json!({"thread": "t"}), "id"),
        ("dialog.answer", json!({"thread": "t", "id": null}), "id"),
        ("dialog.answer", json!({"thread": "t", "id": "d", "answer_key": ""}), "answer_key"),
        ("dialog.answer", json!({"thread": "t", "id": "d", "answer_key": "k".repeat(65)}), "answer_key"),
        ("dialog.answer", json!({"thread": "t", "id": "d", "answer_key": 5}), "answer_key"),
        ("dialog.lock", json!({"thread": "t", "id": "d"}), "question"),
        ("dialog.ask", json!({"dialog": confirm()}), "thread"),
        ("dialog.ask", json!({"thread": "t"}), "dialog"),
        ("dialog.ask", json!({"thread": "t", "dialog": null}), "dialog"),
        ("dialog.ask", json!({"thread": "t", "dialog": "confirm"}), "dialog"),
        ("dialog.ask", ask_with(json!({"timeout_ms": -1})), "timeout_ms"),
        ("dialog.ask", ask_with(json!({"timeout_ms": (1_u64 << 50) + 1})), "timeout_ms"),
        ("dialog.ask", ask_with(json!({"hold_ms": "x"})), "hold_ms"),
        ("dialog.ask", ask_with(json!({"wait_ms": 300_001})), "wait_ms"),
        ("dialog.ask", ask_with(json!({"wait_ms": 1.5})), "wait_ms"),
        ("dialog.ask", ask_with(json!({"private": "yes"})), "private"),
        ("dialog.ask", ask_with(json!({"key": 5})), "key"),
        ("dialog.ask", ask_with(json!({"key": ""})), "key"),
        ("dialog.ask", ask_with(json!({"instance": ""})), "instance"),
        ("dialog.ask", ask_with(json!({"if_unattended": "maybe"})), "if_unattended"),
        ("dialog.ask", ask_with(json!({"on_disconnect": "drop"})), "on_disconnect"),
        ("dialog.ask", ask_with(json!({"recover": true})), "recover"),
        ("dialog.ask", ask_with(json!({"run": -1})), "run"),
        ("dialog.get", json!({"thread": "t", "id": "d", "wait_ms": "5"}), "wait_ms"),
        ("dialog.withdraw", json!({"thread": "t"}), "id"),
        ("dialog.withdraw", json!({"thread": "t", "id": "d", "key": "k"}), "id"),
        ("thread.publish", json!({"thread": "t", "event": "e"}), "data"),
        ("thread.publish", json!({"thread": "t", "event": "", "data": 1}), "event"),
        ("thread.move", json!({"from": "t", "to": "/"}), "to"),
        ("run.end", json!({"thread": "t", "run": 1, "outcome": "good"}), "outcome"),
        ("client.identify", json!({"label": 5}), "label"),
    ] {
        assert_eq!(refused(method, params.clone()), (BadRequest, field.into()), "{method} {params}");
    }
}

#[test]
fn long_texts_are_too_large_and_a_long_odd_one_is_quoted_in_part() {
    let long = "x".repeat(8_193);
    for (method, params, field) in [
        ("client.identify", json!({"label": long}), "label"),
        ("client.identify", json!({"instance": long}), "instance"),
        ("dialog.ask", ask_with(json!({"key": long})), "key"),
        ("thread.publish", json!({"thread": "t", "event": long, "data": 1}), "event"),
        ("thread.reset", json!({"thread": "t", "reason": long}), "reason"),
        ("dialog.ask", json!({"thread": "t", "dialog": {"method": "confirm", "title": long}}), "title"),
    ] {
        assert_eq!(refused(method, params), (Code::TooLarge, field.into()));
    }
    assert_eq!(refused("dialog.ask", ask_with(json!({"if_unattended": long}))).1, "if_unattended");
    assert_eq!(refused(&long, json!({})), (Code::NoRoute, String::new()));
}

#[test]
fn what_is_not_served_yet_is_no_route() {
    for method in ["thread.frobnicate", "", "Thread.follow"] {
        assert_eq!(refused(method, json!({"thread": "t"})).0, Code::NoRoute);
    }
}

#[test]
fn a_dialog_is_checked_when_it_is_asked() {
    assert_eq!(
        refused("dialog.ask", json!({"thread": "t", "dialog": {"method": "confirm"}})),
        (Code::BadDialog, "title".into())
    );
    assert_eq!(
        refused("dialog.ask", ask_with(json!({"use_default": true}))),
        (Code::BadDialog, "default".into())
    );
}

#[test]
fn an_ask_has_the_contracts_defaults() {
    let nulls = json!({"key": null, "timeout_ms": 0, "private": null, "if_unattended": null, "recover": null, "run": null});
    let ThreadCall::Ask(ask) = call("dialog.ask", ask_with(nulls)) else { panic!() };
    assert_eq!(
        (&ask.key, ask.timeout_ms, ask.wait_ms, ask.hold_ms, ask.run),
        (&None, None, None, 120_000, None)
    );
    assert_eq!((ask.if_unattended, ask.on_disconnect), (IfUnattended::Wait, OnDisconnect::Keep));
    assert!(!ask.private && !ask.use_default && !ask.require_other_subject);
}

#[test]
fn an_answers_payload_is_the_whole_of_its_parameters() {
    let params =
        json!({"thread": "t", "id": "d", "value": "a", "answer_key": "k", "by": {"follower": "boss"}});
    let ThreadCall::Answer { id, payload, answer_key } = call("dialog.answer", params.clone()) else {
        panic!()
    };
    assert_eq!((id.as_str(), payload.json().0.clone(), answer_key.as_deref()), ("d", params, Some("k")));
}

#[test]
fn path_and_query_go_before_the_body() {
    let limits = Limits::default();
    let given = vec![("thread", json!("t")), ("wait_ms", body::wait_ms("7").unwrap().into())];
    let own = json!({"thread": "other", "dialog": confirm(), "wait_ms": 9, "label": "me"});
    let read = body::parse("dialog.ask", given, Json(own), &limits).unwrap();
    let Call::Thread { thread, call: ThreadCall::Ask(ask) } = read.call else { panic!() };
    assert_eq!((thread.as_str(), ask.wait_ms, read.label.as_deref()), ("t", Some(7), Some("me")));
    for own in [json!([]), json!("x"), Value::Null] {
        let error = body::parse("thread.stop", vec![("thread", json!("t"))], Json(own), &limits).unwrap_err();
        assert_eq!((error.code, error.more.field.as_deref()), (Code::BadRequest, Some("body")));
    }
    let label = json!({"label": "x".repeat(8_193)});
    assert_eq!(
        body::parse("thread.stop", vec![("thread", json!("t"))], Json(label), &limits).unwrap_err().code,
        Code::TooLarge
    );
    for odd in ["", "-1", "+1", "x", "1.5", "99999999999999999999"] {
        assert!(body::wait_ms(odd).is_err(), "{odd}");
    }
}
