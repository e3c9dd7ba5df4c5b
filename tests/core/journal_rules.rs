//! What holds for who asks again, for whom a call speaks, and for the end of a conversation, one fact a test.

use dialog_hub::core::command::*;
use dialog_hub::core::effect::Reply;
use dialog_hub::core::id::ConnId;
use dialog_hub::core::journal::{ConversationEnd, Delivery, Loss};
use dialog_hub::core::limits::PUSH_AFTER_MS;
use dialog_hub::core::outcome::Outcome;
use serde_json::json;

use crate::journal_support::*;
use crate::world::*;

const AGAIN: ConnId = ConnId(8);

#[test]
fn the_same_question_again_is_answered_at_once_and_shows_nothing() {
    let mut w = World::hosted("i");
    w.orphan(named("i"), "a");
    let id = w.list()[0].id.clone();
    w.now += 5 - PUSH_AFTER_MS;
    for _ in 0..2 {
        let (call, effects) = w.asks_again(over(HOST), "a", Recover::Unacked);
        assert_eq!(words(&effects), ["hand-over"]);
        let it = told(&effects, call);
        assert_eq!((&it.id, it.recovered, it.possible_repeat), (&id, true, false));
        assert_eq!((value(it), it.asked_at + 5, it.settled_at + 5), (&json!("a"), w.now, w.now));
        w.written(call);
    }
    w.gone(HOST);
    assert!(w.states() == [(Delivery::Pending, false)], "given back");
}

#[test]
fn what_is_recovered_is_not_pushed_as_well() {
    let mut w = World::hosted("i");
    w.gone(HOST);
    w.orphan(named("i"), "a");
    let (call, _) = w.asks_again(named("i"), "a", Recover::Unacked);
    assert!(pushes(&w.attach(AGAIN, "i")).is_empty(), "a call has it in hand");
    w.written(call);
    assert!(pushes(&w.attach(AGAIN, "i")).is_empty());
}

#[test]
fn recover_says_which_answers_may_be_given_again() {
    let mut w = World::hosted("i");
    w.orphan(over(HOST), "a");
    let recovers = |w: &mut World, recover| w.recovers(over(HOST), "a", recover).is_some();
    assert!(!recovers(&mut w, Recover::Never));
    assert!(recovers(&mut w, Recover::Unacked) && recovers(&mut w, Recover::Any));
    let token = w.token(0);
    w.acks(&[token], over(HOST)).unwrap();
    assert!(!recovers(&mut w, Recover::Unacked) && !recovers(&mut w, Recover::Never));
    let (call, effects) = w.asks_again(over(HOST), "a", Recover::Any);
    assert!(told(&effects, call).possible_repeat, "it was proved");
}

#[test]
fn an_answer_is_given_again_for_ten_minutes() {
    let mut w = World::hosted("i");
    w.orphan(over(HOST), "a");
    w.now += 600_000 - PUSH_AFTER_MS;
    assert!(w.recovers(over(HOST), "a", Recover::Any).is_some());
    w.now += 1;
    assert!(w.recovers(over(HOST), "a", Recover::Any).is_none());
}

#[test]
fn only_the_very_question_of_the_very_instance_and_generation_is_recovered() {
    let mut w = World::hosted("i");
    w.orphan(over(HOST), "a");
    assert!(w.recovers(over(HOST), "A", Recover::Any).is_none(), "another question");
    assert!(w.recovers(named("j"), "a", Recover::Any).is_none(), "another instance");
    assert!(w.recovers(Caller::default(), "a", Recover::Any).is_none(), "an unknown one");
    assert!(w.recovers(named("i"), "a", Recover::Any).is_some());
    w.run(Command::Reset { reason: None });
    assert!(w.recovers(over(HOST), "a", Recover::Any).is_none(), "another generation");
}

#[test]
fn two_unknown_ones_are_the_same_only_where_no_host_ever_was() {
    let mut w = World::new();
    w.orphan(Caller::default(), "a");
    w.orphan(Caller::default(), "b");
    assert!(w.recovers(Caller::default(), "a", Recover::Any).is_some());
    w.attach(HOST, "i");
    w.gone(HOST);
    assert!(w.recovers(Caller::default(), "b", Recover::Any).is_none());
}

#[test]
fn a_call_speaks_for_the_attached_instance_before_its_own() {
    let mut w = World::hosted("i");
    let both = Caller { conn: Some(HOST), instance: Some("j".into()) };
    w.orphan(both.clone(), "a");
    assert!(w.recovers(named("j"), "a", Recover::Any).is_none());
    assert!(w.recovers(named("i"), "a", Recover::Any).is_some());
    let elsewhere = Caller { conn: Some(ConnId(5)), ..both };
    w.orphan(elsewhere, "b");
    assert!(w.recovers(named("j"), "b", Recover::Any).is_some());
}

#[test]
fn the_newest_answer_wins() {
    let mut w = World::hosted("i");
    for text in ["first", "second"] {
        let (call, id) = w.asks(waiting(over(HOST), "q"));
        w.unwritten(call);
        w.says(&id, text);
    }
    assert_eq!(w.recovers(over(HOST), "q", Recover::Unacked).as_deref(), Some("second"));
}

#[test]
fn of_twins_nothing_is_returned_and_the_fresh_card_says_how_many_are_withheld() {
    // Answered or not, the other one makes it ambiguous; also over a restart.
    for (is_other_answered, restarts, withheld) in [(true, false, 3), (false, false, 2), (true, true, 3)] {
        let mut w = World::hosted("i");
        let (call, id) = w.asks(waiting(named("i"), "q"));
        w.unwritten(call);
        w.says(&id, "older, alone");
        let (_, one) = w.asks(waiting(named("i"), "q"));
        let (_, other) = w.asks(waiting(named("i"), "q"));
        if restarts {
            w.restarts();
        }
        w.says(&one, "a");
        if is_other_answered {
            w.says(&other, "b");
        }
        let (call, effects) = w.asks_again(named("i"), "q", Recover::Any);
        let fresh = opened(&effects).expect("a fresh card");
        let effects = w.says(&fresh, "c");
        assert_eq!(told(&effects, call).unattributed, withheld);
        assert!(!told(&effects, call).recovered);
    }
}

#[test]
fn another_question_or_another_instance_at_the_same_time_makes_no_twin() {
    let mut w = World::hosted("i");
    let (_, one) = w.asks(waiting(named("i"), "q"));
    w.asks(waiting(named("j"), "q"));
    w.asks(waiting(named("i"), "other"));
    w.says(&one, "a");
    assert_eq!(w.recovers(named("i"), "q", Recover::Any).as_deref(), Some("a"));
}

#[test]
fn a_boundary_retires_first_then_recalls_and_then_says_what_was_owed() {
    for takeover in [true, false] {
        let mut w = World::hosted("i").keeping(2);
        for text in ["dropped", "canary-1", "canary-2"] {
            w.orphan(over(HOST), text);
        }
        w.asks(waiting(over(HOST), "open"));
        let effects = if takeover { w.attach(AGAIN, "j") } else { w.run(Command::Reset { reason: None }) };
        let order = words(&effects);
        let at = |word: &str| {
            order.iter().position(|it| it == word).unwrap_or_else(|| panic!("{word}: {order:?}"))
        };
        assert!(at("dialog.settled superseded") < at("thread.reset") && at("thread.reset") < at("recall"));
        assert!(at("recall") < at("lost"));
        let lost = lost(&effects);
        assert!(matches!(
            lost[..],
            [
                Loss::Unproved { end: ConversationEnd::Replaced, .. },
                Loss::Unproved { .. },
                Loss::Debt { answers: 1, .. }
            ]
        ));
        assert_eq!(w.debt(), 0);
        assert_eq!(w.states(), [(Delivery::None, false); 2]);
        let later = w.orphan(over(if takeover { AGAIN } else { HOST }), "new");
        assert_eq!(pushed(&later), ["new"]);
        let text = format!("{:?}{later:?}", w.list());
        assert!(!text.contains("canary"), "no text of the old conversation is left to be told");
    }
}

#[test]
fn a_host_that_comes_back_after_a_takeover_finds_its_answers_retired() {
    let mut w = World::hosted("i");
    w.orphan(over(HOST), "a");
    w.attach(AGAIN, "j");
    assert!(pushes(&w.attach(HOST, "i")).is_empty());
    assert!(w.recovers(over(HOST), "a", Recover::Any).is_none());
    let id = w.list()[0].id.clone();
    assert_eq!(value(&w.result(&id)), &json!("a"), "by its id it may be read");
}

#[test]
fn nothing_that_authorises_is_journaled_recovered_or_pushed_whatever_happens() {
    let specs = [
        (confirm(), json!({"confirmed": true})),
        (json!({"method": "approval", "title": "Run?", "action": {"cmd": "x"}}), json!({"choice": "once"})),
        (json!({"method": "secret", "title": "Key?"}), json!({"value": "hunter2"})),
    ];
    for (spec, yes) in specs {
        let mut w = World::hosted("i");
        let asking = |caller| Ask { wait: Wait::Forever, caller, recover: Recover::Any, ..ask(spec.clone()) };
        let (call, id) = w.asks(asking(over(HOST)));
        w.unwritten(call);
        let effects = w.run(answer(&id, yes.clone()));
        assert!(matches!(reply(effects), Ok(Reply::Done)));
        let timed = Ask { timeout_ms: Some(10), ..asking(over(HOST)) };
        let (_, late) = w.asks(timed);
        let over_now = w.tick(10);
        assert!(pushes(&over_now).is_empty());
        w.gone(HOST);
        w.restarts();
        let attached = w.attach(AGAIN, "i");
        assert!(pushes(&attached).is_empty() && w.list().is_empty());
        for caller in [over(AGAIN), named("i"), named("j"), Caller::default()] {
            let (_, fresh) = w.asks(asking(caller));
            w.run(Command::Withdraw { which: Which::Id(fresh) });
        }
        let journaled = serde_json::to_string(&w.log).unwrap().contains("jrn-");
        assert!(!journaled, "{spec}");
        assert_eq!(w.result(&late).outcome, Outcome::TimedOut);
    }
}
