//! What holds of an answer on its way to its host: states, proof, pushes, runs, one fact a test.

use dialog_hub::core::command::*;
use dialog_hub::core::effect::Effect;
use dialog_hub::core::error::Error;
use dialog_hub::core::id::{ConnId, JournalToken};
use dialog_hub::core::journal::{Correlation, Delivery};
use dialog_hub::core::outcome::RunOutcome;
use serde_json::json;

use crate::journal_support::*;
use crate::world::*;

const AGAIN: ConnId = ConnId(8);

#[test]
fn an_answer_is_journaled_before_its_settle_is_announced() {
    let mut w = World::hosted("i");
    let effects = w.orphan(over(HOST), "a");
    let Effect::Append(first) = &effects[0] else { panic!("{effects:?}") };
    assert!(serde_json::to_string(&**first).unwrap().contains("jrn-"), "in the very entry of the settle");
}

#[test]
fn a_result_that_was_returned_is_handed_over_and_not_proved() {
    let mut w = World::hosted("i");
    let (call, id) = w.asks(waiting(over(HOST), "q"));
    let effects = w.says(&id, "a");
    assert!(told(&effects, call).token.is_some() && pushes(&effects).is_empty());
    assert_eq!(w.states(), [(Delivery::None, false)]);
    assert_eq!(words(&w.written(call)), ["(later handed over)"]);
    assert_eq!(w.states(), [(Delivery::HandedOff, false)]);
}

#[test]
fn a_result_that_cannot_be_written_waits_at_once_and_is_pushed() {
    let mut w = World::hosted("i");
    let (call, id) = w.asks(waiting(named("i"), "q"));
    w.says(&id, "a");
    let effects = w.unwritten(call);
    assert_eq!(pushed(&effects), ["a"]);
    assert_eq!(w.states(), [(Delivery::Pending, false)]);
    assert!(w.written(call).is_empty(), "its end is known");
}

#[test]
fn what_another_call_is_returning_waits_for_that_one_too() {
    let mut w = World::hosted("i");
    let (one, id) = w.asks(waiting(named("i"), "q"));
    w.run(Command::Get { id: id.clone(), wait: Wait::Forever, caller: named("i") });
    let other = w.last_call();
    w.says(&id, "a");
    assert!(pushes(&w.unwritten(one)).is_empty());
    assert_eq!(pushed(&w.unwritten(other)), ["a"]);
}

#[test]
fn a_plain_scripts_reply_that_was_written_is_proof() {
    let mut w = World::new();
    for conn in [None, Some(ConnId(5))] {
        let (call, id) = w.asks(waiting(Caller { conn, instance: None }, "q"));
        w.says(&id, "a");
        w.written(call);
        assert!(w.states().iter().all(|state| *state == (Delivery::HandedOff, true)));
        assert_eq!(
            w.recovers(Caller { conn, instance: None }, "q", Recover::Unacked),
            None,
            "a card each time"
        );
    }
}

#[test]
fn the_polls_recoveries_and_repeated_keys_of_a_plain_script_are_proof_too() {
    let mut w = World::new();
    for how in 0..3 {
        let asked = || Ask { key: (how == 2).then(|| "k".into()), ..waiting(Caller::default(), "q") };
        let (call, id) = w.asks(asked());
        w.unwritten(call);
        w.says(&id, "a");
        match how {
            0 => drop(w.result(&id)),
            1 => drop(w.asks_again(Caller::default(), "q", Recover::Unacked)),
            _ => drop(w.run(Command::Ask(Box::new(asked())))),
        }
        w.written(w.last_call());
        assert_eq!(w.states()[how], (Delivery::HandedOff, true));
    }
}

#[test]
fn an_instance_a_run_or_an_attached_host_makes_a_script_not_plain() {
    for how in 0..3 {
        let mut w = World::new();
        let plain = waiting(Caller::default(), "q");
        if how == 2 {
            w.attach(HOST, "other");
        }
        let (call, id) = match how {
            0 => w.asks(waiting(named("i"), "q")),
            1 => w.asks(Ask { run: Some(1), ..plain }),
            _ => w.asks(plain),
        };
        w.says(&id, "a");
        w.written(call);
        assert_eq!(w.states(), [(Delivery::HandedOff, false)], "{how}");
    }
}

#[test]
fn a_lost_ticket_makes_an_answer_foreign_and_loses_none() {
    let mut w = World::hosted("i");
    let (call, id) = w.asks(waiting(over(HOST), "q"));
    w.run_for(None, Command::LoseTicket { id: id.clone() });
    assert_eq!(w.thread.tickets().count(), 0);
    w.unwritten(call);
    let mut w = World { thread: w.fold(), ..w };
    w.attach(AGAIN, "i");
    let effects = w.says(&id, "a");
    assert_eq!(push(&effects).1.correlation, Correlation::Foreign);
    assert_eq!(w.recovers(over(AGAIN), "q", Recover::Any), None, "and is attributed to nothing");
    assert_eq!(value(&w.result(&id)), &json!("a"), "but by its id");
}

#[test]
fn pushes_go_one_at_a_time_in_the_order_of_arrival() {
    let mut w = World::hosted("i");
    let (request, first) = push(&w.orphan(over(HOST), "a"));
    assert_eq!((first.question.as_str(), first.replayed, first.possible_repeat), ("a", false, false));
    assert!(pushes(&w.orphan(over(HOST), "b")).is_empty());
    assert!(pushes(&w.orphan(over(HOST), "c")).is_empty());
    let effects = w.accepts(request);
    assert_eq!(pushed(&effects), ["b"]);
    assert_eq!(pushed(&w.accepts(push(&effects).0)), ["c"]);
}

#[test]
fn a_refusal_stops_the_pushes_until_something_changes_and_comes_first_then() {
    for how in 0..4 {
        let mut w = World::hosted("i");
        let run = w.begins();
        let (request, _) = push(&w.orphan(over(HOST), "a"));
        w.orphan(over(HOST), "b");
        assert!(pushes(&w.refuses(request)).is_empty());
        let effects = match how {
            0 => w.attach(HOST, "i"),
            1 => w.attach(AGAIN, "i"),
            2 => w.orphan(named("i"), "c"),
            _ => w.ends(run, RunOutcome::Interrupted),
        };
        assert_eq!(pushed(&effects), ["a"], "{how}");
        assert!(!push(&effects).1.replayed, "what was refused was not read");
    }
}

#[test]
fn the_refused_one_comes_first_even_where_an_older_one_waits_again() {
    let mut w = World::hosted("i");
    let (request, _) = push(&w.orphan(over(HOST), "a"));
    w.accepts(request);
    let (request, _) = push(&w.orphan(over(HOST), "b"));
    w.refuses(request);
    w.gone(HOST);
    let effects = w.attach(AGAIN, "i");
    assert_eq!(pushed(&effects), ["b"]);
    let effects = w.accepts(push(&effects).0);
    assert_eq!((pushed(&effects), push(&effects).1.replayed), (vec!["a".to_owned()], true));
}

#[test]
fn a_lost_reply_that_makes_nothing_wait_does_not_try_a_refused_push_again() {
    let mut w = World::hosted("i");
    let (request, _) = push(&w.orphan(over(HOST), "a"));
    w.refuses(request);
    let (call, id) = w.asks(waiting(over(HOST), "q"));
    w.says(&id, "b");
    let token = w.token(1);
    w.acks(&[token], named("i")).unwrap();
    assert!(pushes(&w.unwritten(call)).is_empty(), "it was proved meanwhile");
}

#[test]
fn a_push_that_may_have_been_read_is_replayed() {
    // It was accepted, or its connection ended before the reply, or the process did.
    for how in 0..3 {
        let mut w = World::hosted("i");
        let (request, _) = push(&w.orphan(over(HOST), "a"));
        match how {
            0 => drop(w.accepts(request)),
            1 => {}
            _ => drop(w.restarts()),
        }
        if how < 2 {
            w.gone(HOST);
        }
        assert_eq!(w.states(), [(Delivery::Pending, false)]);
        assert!(push(&w.attach(AGAIN, "i")).1.replayed, "{how}");
    }
}

#[test]
fn what_was_refused_is_not_replayed_after_a_restart_either() {
    let mut w = World::hosted("i");
    let (request, _) = push(&w.orphan(over(HOST), "a"));
    w.refuses(request);
    w.restarts();
    assert!(!push(&w.attach(AGAIN, "i")).1.replayed);
}

#[test]
fn a_late_reply_to_a_push_of_a_connection_that_ended_counts_for_nothing() {
    let mut w = World::hosted("i");
    let (request, _) = push(&w.orphan(over(HOST), "a"));
    assert!(words(&w.gone(HOST)).contains(&"recall".to_owned()));
    assert!(w.accepts(request).is_empty() && w.refuses(request).is_empty());
    assert_eq!(w.states(), [(Delivery::Pending, false)]);
}

#[test]
fn what_a_host_accepted_and_left_unread_is_given_back_without_limit() {
    let mut w = World::hosted("i");
    let mut effects = w.orphan(over(HOST), "a");
    for conn in (20..26).map(ConnId) {
        w.accepts(push(&effects).0);
        w.gone(if conn.0 == 20 { HOST } else { ConnId(conn.0 - 1) });
        effects = w.attach(conn, "i");
        assert_eq!(pushed(&effects), ["a"]);
    }
}

#[test]
fn a_completed_run_proves_what_it_carried_and_the_others_prove_nothing() {
    for (outcome, is_acked) in
        [(RunOutcome::Completed, true), (RunOutcome::Interrupted, false), (RunOutcome::Failed, false)]
    {
        let mut w = World::hosted("i");
        let (between, id) = w.asks(waiting(over(HOST), "between"));
        w.says(&id, "a");
        w.written(between);
        let run = w.begins();
        let (within, id) = w.asks(waiting(over(HOST), "within"));
        w.says(&id, "b");
        w.written(within);
        w.ends(run, outcome);
        assert_eq!(w.states(), [(Delivery::HandedOff, is_acked); 2], "{outcome:?}");
    }
}

#[test]
fn three_runs_that_carried_a_push_for_nothing_settle_it_and_a_reask_still_recovers_it() {
    let mut w = World::hosted("i");
    let mut effects = w.orphan(over(HOST), "a");
    for round in 0..3 {
        let run = w.begins();
        w.accepts(push(&effects).0);
        effects = w.ends(run, RunOutcome::Failed);
        assert_eq!(pushes(&effects).len(), usize::from(round < 2), "round {round}");
    }
    w.gone(HOST);
    assert!(pushes(&w.attach(AGAIN, "i")).is_empty());
    assert_eq!(w.states(), [(Delivery::HandedOff, false)]);
    let (call, effects) = w.asks_again(over(AGAIN), "a", Recover::Unacked);
    assert!(told(&effects, call).recovered && told(&effects, call).possible_repeat);
}

#[test]
fn an_ack_proves_what_is_known_and_current_and_says_only_what_it_proved_now() {
    let mut w = World::hosted("i");
    w.orphan(over(HOST), "old");
    let old = w.token(0);
    w.run(Command::Reset { reason: None });
    w.orphan(over(HOST), "a");
    let token = w.token(1);
    let unknown = JournalToken::named("jrn-never");
    let all = [unknown, old, token.clone(), token.clone()];
    assert_eq!(w.acks(&all, over(HOST)).unwrap(), all[2..3]);
    assert_eq!(w.acks(&[token], over(HOST)).unwrap(), []);
    assert_eq!(w.states(), [(Delivery::None, false), (Delivery::HandedOff, true)]);
}

#[test]
fn a_token_of_another_instance_is_forbidden_and_then_none_is_proved() {
    let mut w = World::hosted("i");
    w.orphan(over(HOST), "mine");
    w.orphan(named("j"), "theirs");
    let both = [w.token(0), w.token(1)];
    for caller in [over(HOST), named("j"), Caller::default()] {
        assert!(matches!(w.acks(&both, caller), Err(Error::Forbidden { .. })));
    }
    assert!(w.states().iter().all(|(_, is_acked)| !is_acked));
    assert_eq!(w.acks(&both[..1], over(HOST)).unwrap(), both[..1]);
    assert_eq!(w.acks(&both[1..], named("j")).unwrap(), both[1..]);
}

#[test]
fn after_a_restart_an_answer_whose_reply_was_not_written_is_pending() {
    let mut w = World::hosted("i");
    let (_, id) = w.asks(waiting(over(HOST), "q"));
    w.says(&id, "a");
    w.restarts();
    assert_eq!(w.states(), [(Delivery::Pending, false)]);
    let (_, it) = push(&w.attach(AGAIN, "i"));
    assert!(!it.replayed, "no push of it was begun");
}

#[test]
fn an_old_run_that_is_named_takes_nothing_from_the_run_that_carries() {
    let mut w = World::hosted("i");
    let first = w.begins();
    w.ends(first, RunOutcome::Failed);
    let (call, id) = w.asks(waiting(over(HOST), "q"));
    w.says(&id, "a");
    w.written(call);
    let again = Ask { recover: Recover::Unacked, run: Some(first), ..waiting(over(HOST), "q") };
    w.run(Command::Ask(Box::new(again)));
    w.written(w.last_call());
    let next = w.begins();
    w.ends(next, RunOutcome::Completed);
    assert_eq!(w.states(), [(Delivery::HandedOff, true)], "what was handed over between two runs");
}
