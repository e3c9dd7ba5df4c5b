//! What holds for hosts, stops, runs and the boundaries of a conversation, one fact a test.

use dialog_hub::core::command::*;
use dialog_hub::core::effect::{DetachReason, Effect, HostRequest, Notice, Reply, StoppedHost};
use dialog_hub::core::error::Error;
use dialog_hub::core::id::{ConnId, HostRequestId};
use dialog_hub::core::outcome::{Outcome, RunOutcome};
use serde_json::json;

use crate::world::*;

fn request_of(effects: &[Effect]) -> HostRequestId {
    let found = effects.iter().find_map(|effect| match effect {
        Effect::AskHost { request, .. } => Some(*request),
        _ => None,
    });
    found.expect("a request to the host")
}

fn told(effects: &[Effect]) -> Option<(ConnId, DetachReason)> {
    effects.iter().find_map(|effect| match effect {
        Effect::Tell { conn, notice: Notice::HostDetached { reason, .. } } => Some((*conn, *reason)),
        _ => None,
    })
}

fn host_asks(w: &mut World, on_disconnect: OnDisconnect) {
    w.run(Command::Ask(Box::new(Ask {
        caller: over(HOST),
        wait: Wait::Forever,
        on_disconnect,
        ..ask(select())
    })));
}

#[test]
fn the_host_is_told_first_and_the_caller_waits_for_it() {
    let mut w = World::new();
    w.attach(HOST, "i1");
    let (a, b) = (w.ask(select()), w.ask(confirm()));
    let effects = w.run(Command::Stop);
    assert_eq!(
        words(&effects),
        ["ask-host", "dialog.settled aborted", "dialog.settled aborted", "thread.status live"]
    );
    assert!(matches!(&effects[0], Effect::AskHost { what: HostRequest::Stop { run: 0, .. }, .. }));
    let request = request_of(&effects);
    assert!(w.run(Command::Stop).is_empty(), "a second stop joins it");
    let replies = w.run(Command::HostReplied { request, reply: HostReply::Done { run: None } });
    let stopped: Vec<_> = replies
        .iter()
        .map(|effect| match effect {
            Effect::Reply { reply: Ok(Reply::Stopped { settled, host: StoppedHost::Stopped }), .. } => {
                settled.clone()
            }
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(stopped, [vec![a, b], vec![]]);
}

#[test]
fn asks_during_a_stop_end_at_once_and_after_it_are_shown() {
    let mut w = World::new();
    w.attach(HOST, "i1");
    let request = request_of(&w.run(Command::Stop));
    let during = w.run(Command::Ask(Box::new(ask(confirm()))));
    assert_eq!(words(&during), ["reply"]);
    assert!(
        matches!(reply(during), Ok(Reply::Result(r)) if r.outcome == Outcome::Aborted && *value(&r) == json!(false))
    );
    let failed = HostReply::Error { message: "disk on fire".into() };
    assert!(
        matches!(reply(w.run(Command::HostReplied { request, reply: failed })), Err(Error::HostFailed { message }) if message.contains("disk on fire"))
    );
    w.ask(confirm());
}

#[test]
fn a_stop_ends_without_the_host_when_it_goes_away_and_fails_when_it_is_silent() {
    for how in 0..4 {
        let mut w = World::new();
        w.attach(HOST, "i1");
        w.run(Command::Stop);
        let effects = match how {
            0 => w.run_for(None, Command::ConnGone { conn: HOST }),
            1 => w.run_for(None, Command::Detach { conn: HOST }),
            2 => w.run_for(None, Command::Attach { conn: ConnId(8), instance: Some("i1".into()) }),
            _ => w.run_for(None, Command::Attach { conn: ConnId(8), instance: Some("i2".into()) }),
        };
        assert!(matches!(reply(effects), Ok(Reply::Stopped { host: StoppedHost::None, .. })), "{how}");
    }
    let mut w = World::new();
    w.attach(HOST, "i1");
    w.run(Command::Stop);
    assert!(w.tick(29_999).is_empty());
    assert!(matches!(reply(w.tick(1)), Err(Error::HostFailed { .. })));
}

#[test]
fn attaching_again_on_the_same_connection_does_not_end_a_stop() {
    let mut w = World::new();
    w.attach(HOST, "i1");
    let request = request_of(&w.run(Command::Stop));
    assert_eq!(words(&w.attach(HOST, "i1")), ["reply"]);
    let done = w.run(Command::HostReplied { request, reply: HostReply::Done { run: None } });
    assert!(matches!(reply(done), Ok(Reply::Stopped { host: StoppedHost::Stopped, .. })));
}

#[test]
fn another_instance_is_a_takeover_whether_the_last_one_is_there_or_not() {
    for gone in [false, true] {
        let mut w = World::new();
        w.attach(HOST, "i1");
        let id = w.ask(select());
        if gone {
            w.run(Command::ConnGone { conn: HOST });
        }
        let mut w = if gone { World { thread: w.fold(), ..w } } else { w };
        let effects = w.attach(ConnId(8), "i2");
        let order: Vec<_> = words(&effects).into_iter().filter(|word| word.contains('.')).collect();
        assert_eq!(order[..2], ["dialog.settled superseded", "thread.reset"]);
        assert_eq!(told(&effects), (!gone).then_some((HOST, DetachReason::Takeover)));
        assert!(matches!(reply(effects), Ok(Reply::Attached { taken_over: true, generation: 2, .. })));
        assert!(
            matches!(w.answer(&id, json!({"value": "a"})), Err(Error::NotOpen(Some(e))) if e.outcome == Outcome::Superseded)
        );
    }
}

#[test]
fn the_same_instance_from_a_newer_connection_settles_nothing() {
    let mut w = World::new();
    w.attach(HOST, "i1");
    w.ask(select());
    let effects = w.attach(ConnId(8), "i1");
    assert_eq!(told(&effects), Some((HOST, DetachReason::Replaced)));
    assert_eq!(words(&effects), ["tell", "reply"]);
    assert!(
        matches!(reply(w.run(Command::Detach { conn: HOST })), Err(Error::NoHost)),
        "the older one detaches nothing"
    );
}

#[test]
fn detaching_disposes_of_the_hosts_own_dialogs_alone() {
    let mut w = World::new();
    w.attach(HOST, "i1");
    host_asks(&mut w, OnDisconnect::Keep);
    let others = w.ask(confirm());
    assert!(
        matches!(reply(w.run_for(Some(w.last_call()), Command::Detach { conn: HOST }).into_iter().filter(|e| matches!(e, Effect::Reply { reply: Ok(Reply::Detached { .. }), .. })).collect()), Ok(Reply::Detached { settled }) if settled.len() == 1)
    );
    assert!(w.thread.knows(&others) && w.thread.open_count() == 1);
}

#[test]
fn a_hosts_dialogs_outlive_its_connection_for_the_grace() {
    let mut w = World::new();
    w.attach(HOST, "i1");
    host_asks(&mut w, OnDisconnect::Withdraw);
    host_asks(&mut w, OnDisconnect::Keep);
    assert_eq!(words(&w.run(Command::ConnGone { conn: HOST })), ["thread.status busy"]);
    assert!(w.tick(59_999).is_empty());
    assert_eq!(words(&w.tick(1))[0], "dialog.settled disposed");
    assert_eq!(w.thread.open_count(), 1, "keep stays open");
}

#[test]
fn a_host_that_is_back_in_time_keeps_its_dialogs() {
    let mut w = World::new();
    w.attach(HOST, "i1");
    host_asks(&mut w, OnDisconnect::Withdraw);
    w.run(Command::ConnGone { conn: HOST });
    w.tick(30_000);
    w.attach(ConnId(8), "i1");
    w.tick(60_000);
    assert_eq!(w.thread.open_count(), 1);
}

#[test]
fn after_a_load_what_ends_with_its_host_or_asker_has_the_grace_too() {
    let mut w = World::new();
    w.attach(HOST, "i1");
    host_asks(&mut w, OnDisconnect::Withdraw);
    w.run(Command::Ask(Box::new(Ask {
        caller: over(ConnId(5)),
        on_disconnect: OnDisconnect::Withdraw,
        ..ask(confirm())
    })));
    let mut w = World { thread: w.fold(), ..w };
    assert_eq!(words(&w.run_for(None, Command::Loaded)), ["thread.status busy"], "not live any more");
    assert_eq!(words(&w.tick(60_000))[..2], ["dialog.settled disposed", "dialog.settled withdrawn"]);
}

#[test]
fn prompts_go_to_the_host_and_their_replies_to_the_caller() {
    let mut w = World::new();
    let prompt = || Command::Prompt { message: "go on".into(), data: None, from: by("tab") };
    assert!(matches!(reply(w.run(prompt())), Err(Error::NoHost)));
    w.attach(HOST, "i1");
    let request = request_of(&w.run(prompt()));
    let done = w.run(Command::HostReplied { request, reply: HostReply::Done { run: Some(4) } });
    assert!(matches!(reply(done), Ok(Reply::Prompted { run: Some(4) })));
    let request = request_of(&w.run(prompt()));
    let busy = HostReply::Error { message: "busy".into() };
    assert!(matches!(
        reply(w.run(Command::HostReplied { request, reply: busy })),
        Err(Error::HostRejected { .. })
    ));
    w.run(prompt());
    assert!(matches!(reply(w.tick(30_000)), Err(Error::HostFailed { .. })));
}

#[test]
fn runs_count_from_one_and_only_the_one_going_on_can_end() {
    let mut w = World::new();
    let end = |run| Command::RunEnd { run, outcome: RunOutcome::Completed };
    assert!(matches!(reply(w.run(end(1))), Err(Error::NoThread)));
    assert!(matches!(reply(w.run(Command::RunBegin)), Ok(Reply::Run { run: 1 })));
    assert!(w.thread.status().busy);
    assert!(matches!(reply(w.run(Command::RunBegin)), Ok(Reply::Run { run: 2 })));
    assert!(matches!(reply(w.run(end(1))), Err(Error::BadRequest { .. })));
    assert!(reply(w.run(end(2))).is_ok());
    assert!(!w.thread.status().busy && w.thread.status().run == 2);
}

#[test]
fn a_move_renames_the_stream_and_older_events_keep_their_name() {
    let mut w = World::new();
    let id = w.ask(select());
    let before = w.thread.seq();
    w.run(Command::Move { to: name("new") });
    let mut w = World { thread: w.fold(), ..w };
    assert_eq!((w.thread.name().as_str(), w.thread.epoch()), ("new", EPOCH));
    assert_eq!(w.thread.name_at(before + 1).as_str(), "t", "thread.moved is the last under the old name");
    w.answer(&id, json!({"value": "a"})).unwrap();
    assert_eq!(w.thread.name_at(before + 2).as_str(), "new");
}

#[test]
fn a_forgotten_thread_says_nothing_after_thread_moved() {
    let mut w = World::new();
    w.attach(HOST, "i1");
    w.run(Command::Ask(Box::new(Ask { wait: Wait::Forever, ..ask(select()) })));
    let effects = w.run(Command::Forget);
    assert_eq!(
        words(&effects),
        ["dialog.settled disposed", "reply", "thread.moved", "tell", "forgotten", "reply"]
    );
    assert_eq!(told(&effects), Some((HOST, DetachReason::Forgotten)));
}

#[test]
fn a_drain_ends_the_waits_over_http_and_settles_nothing() {
    let mut w = World::new();
    w.run(Command::Ask(Box::new(Ask {
        wait: Wait::Ms(60_000),
        on_disconnect: OnDisconnect::Withdraw,
        ..ask(select())
    })));
    let effects = w.run_for(None, Command::EndWaits);
    assert!(matches!(reply(effects), Ok(Reply::Open { .. })));
    assert_eq!(w.thread.open_count(), 1);
}
