//! Golden texts: one of every event, in every form.

use std::sync::Arc;

use serde_json::json;
use uuid::Uuid;

use super::*;
use crate::core::answer::{Answer, Given, Pick};
use crate::core::dialog::Method;
use crate::core::record::Status;

fn entry(record: Record) -> Entry {
    Entry { pos: 9, seq: 7, at: 1_700_000_000_000, record }
}

fn event(record: Record) -> Event {
    encode(&ThreadId::parse("t1").unwrap(), Epoch(Uuid::nil()), &entry(record)).expect("a told entry")
}

/// The event's fields behind `type`, `thread`, `seq` and `at`; checks what every event has.
fn told(record: Record) -> String {
    let event = event(record);
    let text = std::str::from_utf8(&event.text).unwrap();
    assert!(!text.contains(['\n', '\r']), "SSE needs one line: {text}");
    let (kind, frame) = (event.kind, std::str::from_utf8(&event.frame).unwrap());
    if kind != kind::REQUESTED {
        assert_eq!(frame, format!(r#"{{"jsonrpc":"2.0","method":"{kind}","params":{text}}}"#));
    }
    assert_eq!(event.seq, 7);
    let head = format!(r#"{{"type":"{kind}","thread":"t1","seq":7,"at":1700000000000,"#);
    text.strip_prefix(&head).expect("the fixed order").strip_suffix('}').unwrap().to_owned()
}

fn id() -> DialogId {
    DialogId::named("dlg-1")
}

fn by() -> By {
    By { follower: "f1".into(), label: Some("Ann".into()), subject: None }
}

fn requested(dialog: Value) -> Requested {
    Requested {
        id: id(),
        dialog: Json(dialog),
        generation: 2,
        deadline_at: None,
        run: None,
        key: Some("k".into()),
        private: true,
        on_disconnect: Default::default(),
        use_default: false,
        hold_until: None,
        require_other_subject: false,
        subject: Some("ann".into()),
        instance: Some("i".into()),
        by_host: true,
        unattributed: 0,
    }
}

fn settled(outcome: Outcome, answer: Option<Answer>, private: bool) -> Record {
    let by = (outcome == Outcome::Answered).then(by);
    Record::Settled(Box::new(Settled {
        id: id(),
        method: Method::Select,
        outcome,
        answer,
        private,
        reason: None,
        by,
        answer_key: Some("ak".into()),
        journal: None,
    }))
}

#[test]
fn a_dialog_is_shown_as_it_came() {
    let dialog = json!({"title": "a\nb", "method": "select", "unheard": 18_446_744_073_709_551_615_u64, "options": ["a"]});
    let mut asked = requested(dialog);
    let fields = r#""id":"dlg-1","blocking":true,"dialog":{"title":"a\nb","method":"select","unheard":18446744073709551615,"options":["a"]},"generation":2"#;
    assert_eq!(told(Record::Requested(Arc::new(asked.clone()))), fields);
    asked.deadline_at = Some(5);
    asked.run = Some(3);
    assert_eq!(told(Record::Requested(Arc::new(asked))), format!(r#"{fields},"deadline_at":5,"run":3"#));
}

#[test]
fn a_dialog_comes_as_a_request_with_its_own_id() {
    for (method, rpc) in [("select", "dialog.select"), ("x.tool", "x.tool")] {
        let event = event(Record::Requested(Arc::new(requested(json!({"method": method, "title": "t"})))));
        let text = std::str::from_utf8(&event.text).unwrap();
        let frame = format!(r#"{{"jsonrpc":"2.0","id":"dlg-1","method":"{rpc}","params":{text}}}"#);
        assert_eq!(event.frame, frame);
    }
}

#[test]
fn a_lock_says_what_was_picked_and_typed_unless_it_is_private() {
    let locked = |value, other: Option<&str>, private| Record::Locked {
        id: id(),
        lock: Lock { question: "q1".into(), value, other: other.map(Into::into) },
        by: by(),
        remaining: vec!["q2".into()],
        private,
    };
    let head = r#""id":"dlg-1","question":"q1""#;
    let tail = r#""by":{"follower":"f1","label":"Ann"},"remaining":["q2"]"#;
    assert_eq!(
        told(locked(Some(Given::Text("a".into())), None, false)),
        format!(r#"{head},"value":"a",{tail}"#)
    );
    assert_eq!(told(locked(None, Some("o"), false)), format!(r#"{head},"value":null,"other":"o",{tail}"#));
    assert_eq!(told(locked(Some(Given::Texts(vec!["a".into()])), Some("o"), true)), format!("{head},{tail}"));
}

#[test]
fn a_settle_shows_the_answer_where_it_may_be_seen() {
    let answer = || Some(Answer::Select(Pick::Value("a".into())));
    let by = r#","by":{"follower":"f1","label":"Ann"}"#;
    let head = r#""id":"dlg-1","method":"select","outcome":"answered""#;
    assert_eq!(
        told(settled(Outcome::Answered, answer(), false)),
        format!(r#"{head},"answer":{{"value":"a"}}{by}"#)
    );
    assert_eq!(told(settled(Outcome::Answered, answer(), true)), format!("{head}{by}"));
    assert_eq!(told(settled(Outcome::Answered, None, false)), format!("{head}{by}"), "a secret's is nowhere");
    assert_eq!(
        told(settled(Outcome::Cancelled, None, false)),
        r#""id":"dlg-1","method":"select","outcome":"cancelled""#
    );
}

#[test]
fn a_partial_answer_says_so() {
    let lock = Lock { question: "q1".into(), value: Some(Given::Text("a".into())), other: None };
    let partial = |private| {
        settled(Outcome::TimedOut, Some(Answer::Questionnaire { answers: vec![lock.clone()] }), private)
    };
    let head = r#""id":"dlg-1","method":"select","outcome":"timed_out""#;
    assert_eq!(
        told(partial(false)),
        format!(r#"{head},"answer":{{"answers":[{{"id":"q1","value":"a"}}]}},"partial":true"#)
    );
    assert_eq!(told(partial(true)), head);
}

#[test]
fn the_other_events() {
    assert_eq!(
        told(Record::Deadline { id: id(), deadline_at: 8, told: true }),
        r#""id":"dlg-1","deadline_at":8"#
    );
    let status = Status { live: true, busy: false, run: 4 };
    assert_eq!(told(Record::Status(status)), r#""live":true,"busy":false,"run":4"#);
    let published = Record::Published { event: "e".into(), data: Json(json!({"b": "x\r\ny", "a": null})) };
    assert_eq!(told(published), r#""event":"e","data":{"b":"x\r\ny","a":null},"blocking":false"#);
    let reset = |reason: Option<&str>| Record::Reset { generation: 3, reason: reason.map(Into::into) };
    assert_eq!(told(reset(Some("takeover"))), r#""generation":3,"reason":"takeover""#);
    assert_eq!(told(reset(None)), r#""generation":3,"reason":null"#);
    assert_eq!(told(Record::Moved { to: Some(ThreadId::parse("t2").unwrap()) }), r#""to":"t2""#);
    assert_eq!(told(Record::Moved { to: None }), r#""to":null"#);
}

#[test]
fn what_is_the_hubs_own_is_not_told() {
    let thread = ThreadId::parse("t1").unwrap();
    for record in [
        Record::Deadline { id: id(), deadline_at: 8, told: false },
        Record::Attached { instance: "i".into() },
        Record::RunBegan { run: 1 },
        Record::RunEnded { run: 1, outcome: crate::core::outcome::RunOutcome::Failed },
    ] {
        assert_eq!(encode(&thread, Epoch(Uuid::nil()), &entry(record)), None);
    }
}
