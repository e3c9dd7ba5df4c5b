//! What holds for what had to be dropped, and for what lives on or ends with its thread, one fact a test.

use dialog_hub::core::command::*;
use dialog_hub::core::effect::{AskResult, Effect, Reply};
use dialog_hub::core::id::ConnId;
use dialog_hub::core::journal::{ConversationEnd, Loss};
use dialog_hub::core::outcome::RunOutcome;
use serde_json::json;

use crate::journal_support::*;
use crate::world::*;

const AGAIN: ConnId = ConnId(8);

#[test]
fn eviction_takes_what_is_retired_then_proved_then_handed_over_then_the_oldest() {
    let mut w = World::hosted("i").keeping(4);
    w.orphan(named("i"), "retired");
    w.run(Command::Reset { reason: None });
    w.gone(HOST);
    w.orphan(named("i"), "oldest");
    w.orphan(named("i"), "handed");
    w.recovers(named("i"), "handed", Recover::Unacked);
    w.orphan(named("i"), "proved");
    let proved = w.token(3);
    w.acks(&[proved], named("i")).unwrap();
    let mut gone = |text: &str, owed: u64| {
        let before: Vec<_> = w.list().iter().map(|it| it.token.clone()).collect();
        let effects = w.orphan(named("i"), text);
        assert_eq!((lost(&effects).len() as u64 > 0, w.debt()), (owed > 0, owed), "{text}");
        let after: Vec<_> = w.list().iter().map(|it| it.token.clone()).collect();
        before.iter().position(|token| !after.contains(token)).unwrap()
    };
    assert_eq!(gone("e", 0), 0, "retired");
    assert_eq!(gone("f", 0), 2, "proved");
    assert_eq!(gone("g", 1), 1, "handed over");
    assert_eq!(gone("h", 2), 0, "the oldest");
}

#[test]
fn the_hub_may_take_one_too_and_it_is_owed() {
    let mut w = World::hosted("i");
    w.orphan(named("i"), "a");
    assert_eq!(words(&w.run_for(None, Command::Evict)), ["(evicted)", "lost"]);
    assert_eq!((w.debt(), w.list().len()), (1, 0));
    assert!(w.run_for(None, Command::Evict).is_empty());
}

/// A world that owes an instance so many answers.
fn owing(count: usize) -> World {
    let mut w = World::hosted("i").keeping(1);
    w.gone(HOST);
    (0..=count).for_each(|n| drop(w.orphan(named("i"), &n.to_string())));
    assert_eq!(w.debt(), count as u64);
    w
}

fn confirmed(w: &mut World, caller: Caller, run: Option<u64>) -> AskResult {
    let (call, id) = w.asks(Ask { wait: Wait::Forever, caller, run, ..ask(confirm()) });
    let effects = w.run(answer(&id, json!({"confirmed": true})));
    w.written(call);
    let reply = effects.into_iter().find(
        |it| matches!(it, Effect::HandOver { call: it, .. } | Effect::Reply { call: it, .. } if *it == call),
    );
    match reply {
        Some(Effect::HandOver { result, .. } | Effect::Reply { reply: Ok(Reply::Result(result)), .. }) => {
            *result
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn debt_is_said_to_its_instance_alone_and_saying_it_pays_nothing() {
    let mut w = owing(2);
    for (caller, said) in [(named("i"), 2), (named("j"), 0), (Caller::default(), 0), (named("i"), 2)] {
        assert_eq!(confirmed(&mut w, caller, None).dropped_answers, said);
    }
    assert_eq!(push(&w.attach(HOST, "i")).1.dropped_answers, 2);
    assert_eq!(w.debt(), 2);
}

#[test]
fn an_ack_pays_what_its_result_said_and_no_more() {
    let mut w = owing(2);
    let (call, effects) = w.asks_again(named("i"), "2", Recover::Unacked);
    let token = told(&effects, call).token.clone().unwrap();
    assert_eq!(told(&effects, call).dropped_answers, 2);
    w.written(call);
    w.limits.journal_per_thread = 2;
    w.orphan(named("i"), "more");
    w.limits.journal_per_thread = 1;
    w.run_for(None, Command::Evict);
    assert_eq!((w.debt(), w.list().len()), (3, 1), "what was said went with its carrier");
    assert_eq!(w.acks(&[token], named("i")).unwrap(), []);
    let (call, _) = w.asks_again(named("i"), "more", Recover::Unacked);
    w.written(call);
    let token = w.token(0);
    w.acks(&[token], named("i")).unwrap();
    assert_eq!(w.debt(), 0);
}

#[test]
fn a_completed_run_pays_what_was_said_in_it_also_by_a_confirm() {
    let mut w = owing(2);
    w.attach(HOST, "i");
    for (outcome, left) in [(RunOutcome::Failed, 3), (RunOutcome::Completed, 1)] {
        let run = w.begins();
        let said = confirmed(&mut w, over(HOST), Some(run)).dropped_answers;
        w.orphan(over(HOST), &format!("one more, {outcome:?}"));
        assert_eq!(w.debt(), said + 1);
        w.ends(run, outcome);
        assert_eq!(w.debt(), left);
    }
}

#[test]
fn debt_survives_the_process_and_a_checkpoint() {
    let mut w = owing(2);
    w.restarts();
    assert_eq!(w.debt(), 2);
    let (text, at) = (w.thread.checkpoint(), w.log.len());
    w.orphan(named("i"), "more");
    w.restarts_from(&text, at);
    assert_eq!(w.debt(), 3);
    assert_eq!(confirmed(&mut w, named("i"), None).dropped_answers, 3);
}

#[test]
fn a_checkpoint_with_entries_behind_it_is_the_whole_log() {
    let mut w = World::hosted("i").keeping(3);
    w.orphan(over(HOST), "a");
    let run = w.begins();
    w.asks(waiting(named("i"), "open"));
    let (text, at) = (w.thread.checkpoint(), w.log.len());
    w.orphan(named("i"), "b");
    w.ends(run, RunOutcome::Interrupted);
    w.orphan(named("i"), "c");
    w.orphan(named("i"), "d");
    let list = w.list();
    let mut whole = World { thread: w.fold(), ids: Counted(1_000), log: w.log.clone(), ..World::new() };
    w.ids = Counted(1_000);
    w.now = whole.now;
    w.restarts_from(&text, at);
    assert_eq!(w.thread.journal(), whole.thread.journal());
    assert_eq!(w.thread.checkpoint(), whole.thread.checkpoint());
    for world in [&mut w, &mut whole] {
        assert_eq!(world.list(), list);
    }
    let steps: [fn(&mut World) -> Vec<Effect>; 3] =
        [|w| w.run_for(None, Command::Loaded), |w| w.attach(AGAIN, "i"), |w| w.run(Command::RunBegin)];
    for step in steps {
        assert_eq!(
            format!("{:?}", step(&mut w)).contains("Deliver"),
            format!("{:?}", step(&mut whole)).contains("Deliver")
        );
        assert_eq!(w.thread.checkpoint(), whole.thread.checkpoint());
    }
}

#[test]
fn a_move_takes_the_journal_along() {
    let mut w = owing(2);
    w.orphan(named("j"), "j's");
    let list = w.list();
    let debt = w.debt();
    w.run(Command::Move { to: name("new") });
    w.restarts();
    assert_eq!((w.list(), w.debt()), (list, debt));
    let (_, it) = {
        let e = {
            w.limits.journal_per_thread = 9;
            w.orphan(named("i"), "after");
            w.attach(HOST, "i")
        };
        push(&e)
    };
    assert_eq!((it.thread.as_str(), it.value.0.as_str()), ("new", Some("after")));
}

#[test]
fn a_forgotten_thread_says_what_was_never_proved() {
    let mut w = World::hosted("i");
    w.orphan(over(HOST), "a");
    w.orphan(over(HOST), "b");
    let token = w.token(0);
    w.acks(&[token], over(HOST)).unwrap();
    let effects = w.run(Command::Forget);
    assert!(matches!(lost(&effects)[..], [Loss::Unproved { end: ConversationEnd::Forgotten, .. }]));
    assert!(words(&effects).contains(&"recall".to_owned()), "nor is a push under way");
}
