//! What holds for asking and answering, one fact a test.

use dialog_hub::core::answer::Reason;
use dialog_hub::core::command::*;
use dialog_hub::core::effect::{Effect, Notice, Reply};
use dialog_hub::core::error::Error;
use dialog_hub::core::id::{CallId, ConnId, DialogId};
use dialog_hub::core::json::Json;
use dialog_hub::core::outcome::{By, Outcome};
use dialog_hub::core::record::Record;
use serde_json::json;

use crate::world::*;

#[test]
fn settle_is_announced_before_the_host_wakes() {
    let mut w = World::new();
    let waiting = Ask { wait: Wait::Forever, ..ask(select()) };
    let shown = w.run(Command::Ask(Box::new(waiting)));
    let asked = w.last_call();
    let id = opened(&shown).unwrap();
    assert_eq!(words(&shown), ["dialog.requested", "thread.status busy"]);
    let effects = w.run(answer(&id, json!({"value": "a"})));
    assert_eq!(words(&effects), ["dialog.settled answered", "hand-over", "reply", "thread.status"]);
    assert!(
        matches!(&effects[1], Effect::HandOver { call, .. } if *call == asked),
        "the host first, then the person"
    );
}

#[test]
fn the_first_valid_answer_wins_and_the_loser_learns_what_won() {
    let mut w = World::new();
    let id = w.ask(select());
    assert!(
        matches!(w.answer(&id, json!({"value": "z"})), Err(Error::Refused(r)) if r.reason == Reason::NotOffered)
    );
    w.answer(&id, json!({"value": "a"})).unwrap();
    let Err(Error::NotOpen(Some(ended))) = w.answer(&id, json!({"value": "b"})) else { panic!("late") };
    assert_eq!(ended.outcome, Outcome::Answered);
    assert_eq!(ended.by, Some(by("tab")));
    assert_eq!(ended.answer, Some(Json(json!({"value": "a"}))));
    assert_eq!(value(&w.result(&id)), &json!("a"));
}

#[test]
fn an_answer_after_the_limit_finds_its_dialog_settled_though_nothing_ticked() {
    let mut w = World::new();
    let shown = w.run(Command::Ask(Box::new(Ask { timeout_ms: Some(50), ..ask(select()) })));
    let id = opened(&shown).unwrap();
    w.now += 50;
    let effects = w.run(answer(&id, json!({"value": "a"})));
    assert_eq!(words(&effects), ["dialog.settled timed_out", "error", "thread.status"]);
    assert_eq!(w.result(&id).outcome, Outcome::TimedOut);
}

#[test]
fn nobodys_silence_becomes_an_answer() {
    let mut w = World::new();
    let mut spec = select();
    spec["default"] = json!("b");
    for use_default in [false, true] {
        let timed = Ask { timeout_ms: Some(50), use_default, ..ask(spec.clone()) };
        let id = opened(&w.run(Command::Ask(Box::new(timed)))).unwrap();
        w.tick(50);
        let result = w.result(&id);
        assert_eq!((result.outcome, result.default_used), (Outcome::TimedOut, use_default));
        assert_eq!(value(&result), &if use_default { json!("b") } else { json!(null) });
        assert!(result.by.is_none());
    }
}

#[test]
fn the_winners_repeat_succeeds_again_by_its_key_and_nothing_else_does() {
    let mut w = World::new();
    let id = w.ask(select());
    let keyed = |value: &str, key: Option<&str>| {
        Command::Answer(Box::new(AnswerCommand {
            id: id.clone(),
            payload: Json(json!({"value": value})).into(),
            answer_key: key.map(Into::into),
            by: by("tab"),
            via: Via::Call,
        }))
    };
    assert!(reply(w.run(keyed("a", Some("k")))).is_ok());
    for _ in 0..2 {
        assert_eq!(words(&w.run(keyed("a", Some("k")))), ["reply"], "again, and settles nothing");
    }
    for (value, key) in [("b", Some("k")), ("a", Some("other")), ("a", None)] {
        assert!(matches!(reply(w.run(keyed(value, key))), Err(Error::NotOpen(Some(_)))), "{value} {key:?}");
    }
    let mut w = World { thread: w.fold(), ..w };
    assert_eq!(words(&w.run(keyed("a", Some("k")))), ["reply"], "after a restart too");
}

#[test]
fn a_key_joins_the_open_dialog_and_returns_the_settled_result() {
    let mut w = World::new();
    let keyed = |spec| {
        Command::Ask(Box::new(Ask {
            key: Some("k".into()),
            wait: Wait::Forever,
            caller: over(HOST),
            ..ask(spec)
        }))
    };
    let id = opened(&w.run(keyed(select()))).unwrap();
    let joined = w.run(keyed(select()));
    assert!(
        matches!(&joined[..], [Effect::Tell { notice: Notice::Asked { id: same, .. }, .. }] if *same == id)
    );
    assert!(matches!(reply(w.run(keyed(confirm()))), Err(Error::KeyConflict)));
    let effects = w.run(answer(&id, json!({"value": "a"})));
    assert_eq!(
        words(&effects),
        ["dialog.settled answered", "hand-over", "hand-over", "reply", "thread.status"]
    );
    assert!(matches!(reply(w.run(keyed(select()))), Ok(Reply::Result(r)) if r.id == id));
    w.run(Command::Reset { reason: None });
    assert_ne!(opened(&w.run(keyed(select()))).unwrap(), id, "a key counts within a generation");
}

#[test]
fn a_secret_is_handed_over_once_and_stands_in_no_entry() {
    let mut w = World::new();
    let id = w.ask(json!({"method": "secret", "title": "Token"}));
    assert!(id.as_str().starts_with("sec-"));
    w.answer(&id, json!({"value": "hunter2"})).unwrap();
    assert!(!serde_json::to_string(&w.log).unwrap().contains("hunter2"));
    assert!(!w.thread.checkpoint().contains("hunter2"));
    assert!(!format!("{:?}", w.thread).contains("hunter2"));
    assert_eq!(secret(&w.result(&id)), Some("hunter2"));
    assert_eq!(secret(&w.result(&id)), None, "once");
}

#[test]
fn a_secret_that_nobody_fetches_is_gone_in_time() {
    let mut w = World::new();
    let id = w.ask(json!({"method": "secret", "title": "Token"}));
    w.answer(&id, json!({"value": "hunter2"})).unwrap();
    w.tick(300_000);
    let result = w.result(&id);
    assert_eq!((result.outcome, secret(&result)), (Outcome::Answered, None));
}

#[test]
fn the_last_lock_is_told_and_then_it_settles_with_all_parts() {
    let mut w = World::new();
    let id = w.ask(batch());
    let lock = |question: &str, value| Command::Lock {
        id: id.clone(),
        question: question.into(),
        value: Some(Json(value)),
        other: None,
        by: by("tab"),
    };
    assert!(matches!(reply(w.run(lock("q0", json!("1")))), Ok(Reply::Remaining(rest)) if rest == ["q1"]));
    let mut w = World { thread: w.fold(), ..w };
    let effects = w.run(lock("q1", json!("so")));
    assert_eq!(words(&effects), ["dialog.locked", "dialog.settled answered", "reply", "thread.status"]);
    assert_eq!(value(&w.result(&id)), &json!([{"id": "q0", "value": "1"}, {"id": "q1", "value": "so"}]));
}

#[test]
fn a_questionnaire_that_times_out_carries_what_was_locked() {
    let mut w = World::new();
    let timed = Ask { timeout_ms: Some(100), ..ask(batch()) };
    let id = opened(&w.run(Command::Ask(Box::new(timed)))).unwrap();
    let value_1 = Some(Json(json!("1")));
    w.run(Command::Lock {
        id: id.clone(),
        question: "q0".into(),
        value: value_1,
        other: None,
        by: by("tab"),
    });
    w.tick(100);
    let result = w.result(&id);
    assert!(result.partial && result.outcome == Outcome::TimedOut);
    assert_eq!(value(&result), &json!(null));
    assert_eq!(result.answer, Some(Json(json!({"answers": [{"id": "q0", "value": "1"}]}))));
}

#[test]
fn typing_moves_the_deadline_up_to_what_the_asker_allows_and_tells_moves_of_a_second() {
    let mut w = World::new();
    let timed = Ask { timeout_ms: Some(4_000), hold_ms: 17_500, ..ask(select()) };
    let id = opened(&w.run(Command::Ask(Box::new(timed)))).unwrap();
    let start = w.now;
    let typing = || Command::Typing { id: id.clone() };
    assert_eq!(words(&w.run(typing())), ["dialog.deadline", "reply"]);
    assert_eq!(w.thread.next_deadline_at(), Some(start + 20_000));
    w.now += 500;
    let seq = w.thread.seq();
    w.run(typing());
    assert_eq!(w.thread.next_deadline_at(), Some(start + 20_500), "half a second more");
    assert_eq!(w.thread.seq(), seq, "is not told");
    w.now += 500;
    w.run(typing());
    assert_eq!((w.thread.next_deadline_at(), w.thread.seq()), (Some(start + 21_000), seq + 1));
    w.now += 10_000;
    w.run(typing());
    assert_eq!(w.thread.next_deadline_at(), Some(start + 21_500), "never past the hold");
}

#[test]
fn one_followers_error_settles_nothing_for_the_others() {
    let mut w = World::new();
    let (a, b, reader, sse) = (ConnId(11), ConnId(12), ConnId(13), ConnId(14));
    w.follow(a);
    w.follow(b);
    w.run(Command::Follow { conn: reader, voice: Voice::None, since: None });
    let id = w.ask(select());
    let cannot = |conn, message: &str| Command::CannotShow { conn, id: id.clone(), message: message.into() };
    w.run(cannot(a, "no"));
    w.run(cannot(reader, "nor I"));
    w.run(cannot(ConnId(99), "a stranger"));
    w.run(Command::Follow { conn: sse, voice: Voice::Mute, since: None });
    assert!(w.run(cannot(b, "nor I")).is_empty(), "the SSE reader could still answer");
    w.run(Command::ConnGone { conn: sse });
    assert_eq!(w.thread.open_count(), 1, "nobody's leaving settles it");
    let effects = w.run(cannot(a, "still not"));
    let Effect::Append(entry) = &effects[0] else { panic!("{effects:?}") };
    assert!(
        matches!(&entry.record, Record::Settled(end) if end.outcome == Outcome::Unsupported && end.reason.as_deref() == Some("still not"))
    );
}

#[test]
fn unattended_asks_end_at_once_without_an_event_or_a_key() {
    let mut w = World::new();
    let lonely = || {
        Command::Ask(Box::new(Ask {
            key: Some("k".into()),
            if_unattended: IfUnattended::Fail,
            ..ask(select())
        }))
    };
    let effects = w.run(lonely());
    assert_eq!(words(&effects), ["reply"]);
    assert!(matches!(reply(effects), Ok(Reply::Result(r)) if r.outcome == Outcome::Unsupported));
    w.follow(TAB);
    assert!(opened(&w.run(lonely())).is_some());
}

#[test]
fn the_asker_may_not_grant_his_own_approval_but_may_dismiss_it() {
    let subject = |who: &str| By { subject: Some(who.into()), ..by("tab") };
    let answers = |id: &DialogId, by: By, payload| {
        Command::Answer(Box::new(AnswerCommand {
            id: id.clone(),
            payload: Json(payload).into(),
            answer_key: None,
            by,
            via: Via::Call,
        }))
    };
    let mut w = World::new();
    let strict = Ask { require_other_subject: true, subject: Some("ann".into()), ..ask(confirm()) };
    let id = opened(&w.run(Command::Ask(Box::new(strict)))).unwrap();
    for by in [subject("ann"), by("tab")] {
        assert!(matches!(
            reply(w.run(answers(&id, by, json!({"confirmed": true})))),
            Err(Error::Forbidden { .. })
        ));
    }
    assert_eq!(w.thread.open_count(), 1);
    assert!(reply(w.run(answers(&id, subject("ann"), json!({"cancelled": true})))).is_ok());
}

#[test]
fn a_dialog_that_ends_with_its_asker_stays_while_another_call_waits_for_it() {
    let mut w = World::new();
    let asks = |conn| {
        Command::Ask(Box::new(Ask {
            key: Some("k".into()),
            caller: over(conn),
            wait: Wait::Forever,
            on_disconnect: OnDisconnect::Withdraw,
            ..ask(select())
        }))
    };
    w.run(asks(ConnId(21)));
    w.run(asks(ConnId(22)));
    assert!(w.run(Command::ConnGone { conn: ConnId(21) }).is_empty());
    assert_eq!(words(&w.run(Command::ConnGone { conn: ConnId(22) }))[0], "dialog.settled withdrawn");
}

#[test]
fn a_broken_call_over_http_withdraws_only_where_it_said_so() {
    for (on_disconnect, open) in [(OnDisconnect::Keep, 1), (OnDisconnect::Withdraw, 0)] {
        let mut w = World::new();
        w.run(Command::Ask(Box::new(Ask { wait: Wait::Ms(60_000), on_disconnect, ..ask(select()) })));
        let call = w.last_call();
        w.run_for(Some(call), Command::CallGone);
        assert_eq!(w.thread.open_count(), open);
    }
}

#[test]
fn the_end_of_a_wait_ends_only_the_call() {
    let mut w = World::new();
    w.run(Command::Ask(Box::new(Ask { wait: Wait::Ms(50), ..ask(select()) })));
    assert_eq!(w.thread.next_due_at(), Some(w.now + 50));
    let effects = w.tick(50);
    assert!(matches!(&effects[..], [Effect::Reply { call: CallId(1), reply: Ok(Reply::Open { .. }) }]));
    assert_eq!(w.thread.open_count(), 1);
}

#[test]
fn time_never_falls_within_a_thread_whatever_the_clock_does() {
    let mut w = World::new();
    w.ask(select());
    w.now -= 60_000;
    w.ask(confirm());
    assert!(w.log.windows(2).all(|pair| pair[0].at <= pair[1].at));
}

#[test]
fn past_max_open_an_ask_is_refused_and_one_settle_makes_room() {
    let mut w = World::new();
    w.limits.max_open = 3;
    let ids: Vec<_> = (0..3).map(|_| w.ask(confirm())).collect();
    let more = || Command::Ask(Box::new(ask(confirm())));
    assert!(matches!(reply(w.run(more())), Err(Error::Limit { .. })));
    w.answer(&ids[1], json!({"confirmed": true})).unwrap();
    assert!(opened(&w.run(more())).is_some());
}

#[test]
fn a_checkpoint_and_the_log_fold_to_the_same_thread() {
    let mut w = World::new();
    let settled = w.ask(select());
    w.ask(batch());
    w.answer(&settled, json!({"value": "a"})).unwrap();
    let (text, at) = (w.thread.checkpoint(), w.log.len());
    w.ask(confirm());
    let tail = w.log[at..].to_vec();
    let folded =
        dialog_hub::core::thread::Thread::fold(EPOCH, name("t"), Some(&text), tail, &w.limits).unwrap();
    assert_eq!(folded.checkpoint(), w.thread.checkpoint());
    assert_eq!(folded.checkpoint(), w.fold().checkpoint());
}

#[test]
fn a_log_with_a_gap_is_not_folded() {
    let mut w = World::new();
    w.ask(select());
    w.ask(confirm());
    let mut log = w.log.clone();
    log.remove(1);
    assert!(dialog_hub::core::thread::Thread::fold(EPOCH, name("t"), None, log, &w.limits).is_err());
}

#[test]
fn settled_dialogs_are_forgotten_with_their_events_and_not_before() {
    let mut w = World::new();
    w.limits.history_events = 10;
    let id = w.ask(confirm());
    w.answer(&id, json!({"confirmed": true})).unwrap();
    let settle_seq = w.thread.seq() - 1;
    publish_until(&mut w, settle_seq + 9);
    assert!(w.thread.knows(&id), "its settle is among the last ten events");
    publish_until(&mut w, settle_seq + 10);
    assert!(!w.thread.knows(&id));
    assert!(matches!(
        reply(w.run(Command::Get { id, wait: Wait::Ms(0), caller: Caller::default() })),
        Err(Error::NoDialog)
    ));
}

#[test]
fn a_key_returns_its_result_after_the_events_are_gone_and_over_a_load() {
    let mut w = World::new();
    w.limits.history_events = 10;
    let keyed = || Command::Ask(Box::new(Ask { key: Some("k".into()), ..ask(confirm()) }));
    let id = opened(&w.run(keyed())).unwrap();
    w.answer(&id, json!({"confirmed": true})).unwrap();
    let far = w.thread.seq() + 50;
    publish_until(&mut w, far);
    for _ in 0..2 {
        assert!(matches!(reply(w.run(keyed())), Ok(Reply::Result(result)) if result.id == id));
        let text = w.thread.checkpoint();
        w.thread =
            dialog_hub::core::thread::Thread::fold(EPOCH, name("t"), Some(&text), Vec::new(), &w.limits)
                .unwrap();
    }
    w.run(Command::Reset { reason: None });
    assert_ne!(opened(&w.run(keyed())), Some(id), "a key counts within a generation");
}

fn publish_until(w: &mut World, seq: u64) {
    while w.thread.seq() < seq {
        w.run(Command::Publish { event: "e".into(), data: Json(json!(1)) });
    }
}
