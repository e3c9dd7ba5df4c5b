//! A reply on its way: what the journal makes of it before it is known whether it was written.

use dialog_hub::core::command::*;
use dialog_hub::core::effect::{AskResult, Effect, HostRequest, Reply};
use dialog_hub::core::id::{CallId, JournalToken};
use dialog_hub::core::limits::PUSH_AFTER_MS;
use dialog_hub::core::outcome::{Outcome, RunOutcome};
use serde_json::json;

use crate::world::*;

fn waits(caller: Caller) -> Command {
    Command::Ask(Box::new(Ask { wait: Wait::Forever, caller, ..ask(select()) }))
}

/// What is handed over among effects: the call, and its result.
fn handed(effects: &[Effect]) -> Option<(CallId, &AskResult)> {
    effects.iter().find_map(|effect| match effect {
        Effect::HandOver { call, result } => Some((*call, &**result)),
        _ => None,
    })
}

/// Asks and answers while the call waits; the call and the token.
fn returned(w: &mut World, caller: Caller) -> (CallId, JournalToken) {
    let asked = Ask { wait: Wait::Forever, caller, recover: Recover::Never, ..ask(select()) };
    let id = opened(&w.run(Command::Ask(Box::new(asked)))).expect("a card");
    let effects = w.run(answer(&id, json!({"value": "a"})));
    let (call, result) = handed(&effects).expect("the call is answered");
    (call, result.token.clone().expect("it is journaled"))
}

fn listed(w: &mut World) -> Vec<(&'static str, bool)> {
    let Ok(Reply::Journal(listing)) = reply(w.run(Command::JournalList)) else { panic!("no list") };
    let word = |delivery| match delivery {
        dialog_hub::core::journal::Delivery::None => "none",
        dialog_hub::core::journal::Delivery::Pending => "pending",
        dialog_hub::core::journal::Delivery::HandedOff => "handed_off",
    };
    listing.entries.iter().map(|entry| (word(entry.delivery), entry.is_acked)).collect()
}

#[test]
fn what_is_written_to_a_plain_script_is_proved_and_what_is_lost_waits() {
    for (command, end) in [(Command::Written, ("handed_off", true)), (Command::CallGone, ("pending", false))]
    {
        let mut w = World::new();
        let (call, _) = returned(&mut w, Caller::default());
        assert_eq!(listed(&mut w), [("none", false)], "on its way");
        w.run_for(Some(call), command);
        assert_eq!(listed(&mut w), [end]);
    }
}

#[test]
fn a_script_in_a_loop_gets_a_card_though_its_next_ask_overtakes_the_news_of_its_last_reply() {
    let mut w = World::new();
    let (call, _) = returned(&mut w, Caller::default());
    let effects = w.run(waits(Caller::default()));
    assert!(effects.is_empty(), "it is not known yet whether the answer was read: {effects:?}");
    let asking = w.last_call();
    let effects = w.run_for(Some(call), Command::Written);
    let id = opened(&effects).expect("a card of its own");
    let effects = w.run(answer(&id, json!({"value": "b"})));
    assert_eq!(
        handed(&effects).map(|(call, result)| (call, value(result).clone())),
        Some((asking, json!("b")))
    );
}

#[test]
fn an_ask_that_waited_for_a_reply_that_was_lost_gets_its_answer() {
    let mut w = World::new();
    let (call, token) = returned(&mut w, Caller::default());
    w.run(waits(Caller::default()));
    let asking = w.last_call();
    let effects = w.run_for(Some(call), Command::CallGone);
    let (call, result) = handed(&effects).expect("it is recovered");
    assert_eq!((call, &result.token, result.recovered), (asking, &Some(token), true));
}

#[test]
fn an_ask_that_waits_so_is_nothing_once_its_caller_is_gone() {
    for by_conn in [false, true] {
        let mut w = World::new();
        let (call, _) = returned(&mut w, Caller::default());
        w.run(waits(over(TAB)));
        if by_conn {
            w.run_for(None, Command::ConnGone { conn: TAB });
        } else {
            w.run_for(Some(w.last_call()), Command::CallGone);
        }
        assert!(opened(&w.run_for(Some(call), Command::Written)).is_none());
        assert_eq!(w.thread.open_count(), 0);
    }
}

#[test]
fn a_run_that_completed_proves_a_reply_of_its_own_that_is_known_to_be_written_later() {
    for (outcome, is_acked) in [(RunOutcome::Completed, true), (RunOutcome::Failed, false)] {
        let mut w = World::new();
        w.attach(HOST, "i");
        w.run(Command::RunBegin);
        let (call, _) = returned(&mut w, over(HOST));
        w.run(Command::RunEnd { run: 1, outcome });
        w.run_for(Some(call), Command::Written);
        assert_eq!(listed(&mut w), [("handed_off", is_acked)]);
    }
}

#[test]
fn an_ack_pays_the_debt_that_its_result_told_though_it_overtakes_the_news_of_the_reply() {
    let mut w = World::new();
    w.limits.journal_per_thread = 1;
    w.attach(HOST, "i");
    let (first, _) = returned(&mut w, over(HOST));
    w.run_for(Some(first), Command::CallGone);
    let (call, token) = returned(&mut w, over(HOST));
    assert_eq!(w.thread.journal().outstanding.debt, 1);
    w.run(Command::JournalAck { tokens: vec![token], caller: over(HOST) });
    assert_eq!(w.thread.journal().outstanding.debt, 0);
    w.run_for(Some(call), Command::Written);
    assert_eq!(listed(&mut w), [("handed_off", true)]);
}

#[test]
fn an_ask_that_waits_so_goes_on_when_an_ack_overtakes_the_news() {
    let mut w = World::new();
    let (_, token) = returned(&mut w, Caller::default());
    w.run(waits(Caller::default()));
    let effects = w.run(Command::JournalAck { tokens: vec![token], caller: Caller::default() });
    assert!(opened(&effects).is_some(), "the answer is proved, so this one gets a card: {effects:?}");
}

#[test]
fn an_ask_that_waits_so_ends_with_its_thread() {
    let mut w = World::new();
    returned(&mut w, Caller::default());
    w.run(waits(Caller::default()));
    let asking = w.last_call();
    let effects = w.run(Command::Forget);
    let ended = effects.iter().any(|effect| {
        matches!(effect, Effect::Reply { call, reply: Ok(Reply::Result(result)) }
            if *call == asking && result.outcome == Outcome::Disposed)
    });
    assert!(ended, "{effects:?}");
}

#[test]
fn a_refused_answer_is_tried_first_by_the_next_connection_of_its_host() {
    let mut w = World::new();
    w.attach(HOST, "i");
    let push = |effects: &[Effect]| {
        effects.iter().find_map(|effect| match effect {
            Effect::AskHost { request, what: HostRequest::Deliver(push), .. } => {
                Some((*request, push.token.clone()))
            }
            _ => None,
        })
    };
    // The first is handed over to a call and the second refused; then the host comes back.
    let (call, first) = returned(&mut w, over(HOST));
    w.run_for(Some(call), Command::Written);
    let asked = Ask { caller: over(HOST), recover: Recover::Never, ..ask(select()) };
    let id = opened(&w.run(Command::Ask(Box::new(asked)))).expect("a card");
    w.answer(&id, json!({"value": "b"})).expect("a good answer");
    let (request, refused) = push(&w.tick(PUSH_AFTER_MS)).expect("an orphan is pushed");
    assert_ne!(first, refused);
    w.run(Command::HostReplied { request, reply: HostReply::Error { message: "not now".into() } });
    w.run_for(None, Command::ConnGone { conn: HOST });
    assert_eq!(push(&w.attach(TAB, "i")).map(|(_, token)| token), Some(refused));
}
