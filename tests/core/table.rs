//! Every command in every standing of its dialog and its thread: the whole table, written out.
//!
//! A row is a command, a column where the dialog (and the thread) stands. A cell is what the caller is
//! told, and behind `+` the types of what the stream says.

use dialog_hub::core::command::*;
use dialog_hub::core::effect::{Effect, Reply};
use dialog_hub::core::error::Error;
use dialog_hub::core::id::{ConnId, DialogId};
use dialog_hub::core::json::Json;
use dialog_hub::core::outcome::RunOutcome;
use dialog_hub::core::record::Record;
use serde_json::json;

use crate::world::*;

/// Where the questionnaire `id` stands.
const STANDINGS: [&str; 12] = [
    "cold",
    "unknown",
    "open",
    "stopping",
    "answered",
    "cancelled",
    "timed_out",
    "withdrawn",
    "aborted",
    "disposed",
    "superseded",
    "unsupported",
];

/// A world in that standing, with a host attached as `i1` but on a cold or unattended thread.
fn stand(standing: &str) -> (World, DialogId) {
    let mut w = World::new();
    if standing == "cold" {
        return (w, DialogId::named("dlg-none"));
    }
    w.attach(HOST, "i1");
    if standing == "unknown" {
        return (w, DialogId::named("dlg-none"));
    }
    w.follow(TAB);
    let asked = Ask { key: Some("k".into()), timeout_ms: Some(1_000), caller: over(HOST), ..ask(batch()) };
    let id = opened(&w.run(Command::Ask(Box::new(asked)))).unwrap();
    let whole = json!({"answers": [{"id": "q0", "value": "1"}, {"id": "q1", "value": "x"}]});
    match standing {
        "open" => {}
        "answered" => w.answer(&id, whole).unwrap(),
        "cancelled" => w.answer(&id, json!({"cancelled": true})).unwrap(),
        "timed_out" => drop(w.tick(1_000)),
        "withdrawn" => drop(w.run(Command::Withdraw { which: Which::Id(id.clone()) })),
        "stopping" => drop(w.run(Command::Stop)),
        "aborted" => {
            let request = w.run(Command::Stop).into_iter().find_map(|effect| match effect {
                Effect::AskHost { request, .. } => Some(request),
                _ => None,
            });
            let reply = HostReply::Done { run: None };
            w.run(Command::HostReplied { request: request.unwrap(), reply });
        }
        "disposed" => {
            w.run(Command::Detach { conn: HOST });
            w.attach(HOST, "i1");
        }
        "superseded" => drop(w.run(Command::Reset { reason: None })),
        "unsupported" => drop(w.run(Command::CannotShow { conn: TAB, id: id.clone(), message: "no".into() })),
        other => panic!("no such standing: {other}"),
    }
    (w, id)
}

fn commands(id: &DialogId) -> Vec<(&'static str, Command)> {
    let whole = json!({"answers": [{"id": "q0", "value": "1"}, {"id": "q1", "value": "x"}]});
    let lock = |value: &str| Command::Lock {
        id: id.clone(),
        question: "q0".into(),
        value: Some(Json(json!(value))),
        other: None,
        by: by("tab"),
    };
    let keyed = |spec| Command::Ask(Box::new(Ask { key: Some("k".into()), ..ask(spec) }));
    vec![
        ("ask", Command::Ask(Box::new(ask(confirm())))),
        ("ask, same key", keyed(batch())),
        ("ask, key of another", keyed(confirm())),
        ("get", Command::Get { id: id.clone(), wait: Wait::Ms(0), caller: Caller::default() }),
        ("answer, good", answer(id, whole)),
        ("answer, bad", answer(id, json!({"answers": []}))),
        ("answer, cancel", answer(id, json!({"cancelled": true}))),
        ("cannot show", Command::CannotShow { conn: TAB, id: id.clone(), message: "no".into() }),
        ("lock, good", lock("2")),
        ("lock, bad", lock("9")),
        ("typing", Command::Typing { id: id.clone() }),
        ("withdraw", Command::Withdraw { which: Which::Id(id.clone()) }),
        ("withdraw by key", Command::Withdraw { which: Which::Key("k".into()) }),
        ("stop", Command::Stop),
        ("prompt", Command::Prompt { message: "go".into(), data: None, from: by("tab") }),
        ("snapshot", Command::Snapshot),
        ("attach, same", Command::Attach { conn: HOST, instance: Some("i1".into()) }),
        ("attach, other", Command::Attach { conn: ConnId(9), instance: Some("i2".into()) }),
        ("detach", Command::Detach { conn: HOST }),
        ("host gone", Command::ConnGone { conn: HOST }),
        ("publish", Command::Publish { event: "e".into(), data: Json(json!(1)) }),
        ("reset", Command::Reset { reason: None }),
        ("move", Command::Move { to: name("new") }),
        ("forget", Command::Forget),
        ("journal.list", Command::JournalList),
        ("journal.ack", Command::JournalAck { tokens: Vec::new(), caller: over(HOST) }),
        ("run.begin", Command::RunBegin),
        ("run.end", Command::RunEnd { run: 1, outcome: RunOutcome::Completed }),
        ("tick", Command::Tick),
        ("loaded", Command::Loaded),
    ]
}

fn cell(effects: &[Effect]) -> String {
    let mut said = Vec::new();
    let mut told = Vec::new();
    for effect in effects {
        match effect {
            Effect::Reply { reply, .. } => said.push(reply_word(reply)),
            Effect::HandOver { result, .. } => said.push(format!("={}", result.outcome.as_str())),
            Effect::AskHost { .. } => said.push("(host)".into()),
            Effect::Append(entry) => match &entry.record {
                Record::Requested(_) => told.push("requested"),
                Record::Locked { .. } => told.push("locked"),
                Record::Deadline { .. } => told.push("deadline"),
                Record::Settled(end) => told.push(end.outcome.as_str()),
                Record::Status(_) => told.push("status"),
                Record::Published { .. } => told.push("published"),
                Record::Reset { .. } => told.push("reset"),
                Record::Moved { .. } => told.push("moved"),
                // The hub's own.
                _ => {}
            },
            _ => {}
        }
    }
    let said = if said.is_empty() { "-".into() } else { said.join(" ") };
    if told.is_empty() { said } else { format!("{said} +{}", told.join(" ")) }
}

fn reply_word(reply: &Result<Reply, Error>) -> String {
    match reply {
        Ok(Reply::Result(result)) => format!("={}", result.outcome.as_str()),
        Ok(Reply::Open { .. }) => "open".into(),
        Ok(_) => "ok".into(),
        Err(Error::NotOpen(Some(ended))) => format!("not-open:{}", ended.outcome.as_str()),
        Err(Error::NotOpen(None)) => "not-open".into(),
        Err(Error::NoThread) => "no-thread".into(),
        Err(Error::NoDialog) => "no-dialog".into(),
        Err(Error::NoHost) => "no-host".into(),
        Err(Error::KeyConflict) => "key-conflict".into(),
        Err(Error::Refused(refusal)) => format!("refused:{}", refusal.reason.as_str()),
        Err(Error::BadRequest { .. }) => "bad-request".into(),
        Err(other) => format!("{other:?}"),
    }
}

fn table() -> String {
    let mut out = String::new();
    for place in 0..commands(&DialogId::named("x")).len() {
        for standing in STANDINGS {
            let (mut w, id) = stand(standing);
            let (label, command) = commands(&id).swap_remove(place);
            if standing == STANDINGS[0] {
                out.push_str(&format!("# {label}\n"));
            }
            out.push_str(&format!("{standing:12}{}\n", cell(&w.run(command))));
        }
    }
    out
}

#[test]
fn every_command_in_every_standing_says_what_the_table_says() {
    let now = table();
    let written = include_str!("table.txt");
    if now != written {
        let differing = now.lines().zip(written.lines()).find(|(a, b)| a != b);
        panic!("the table has changed, first at {differing:?}; the whole of it now:\n{now}");
    }
}

#[test]
fn no_settled_standing_lets_anything_settle_it_again() {
    for standing in &STANDINGS[4..] {
        for place in 0..commands(&DialogId::named("x")).len() {
            let (mut w, id) = stand(standing);
            let settles = |w: &World| {
                w.log
                    .iter()
                    .filter(|entry| matches!(&entry.record, Record::Settled(end) if end.id == id))
                    .count()
            };
            assert_eq!(settles(&w), 1, "{standing}");
            let (label, command) = commands(&id).swap_remove(place);
            w.run(command);
            assert_eq!(settles(&w), 1, "{label} in {standing}");
        }
    }
}
