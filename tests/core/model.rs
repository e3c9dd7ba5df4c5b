//! The core beside a naive model: whatever is done in whatever order, both agree on what is open, what
//! became of the rest, and where the stream stands; and the log folds to the same thread.

use std::collections::BTreeMap;

use dialog_hub::core::command::*;
use dialog_hub::core::effect::{Effect, Reply};
use dialog_hub::core::error::Error;
use dialog_hub::core::id::{ConnId, DialogId};
use dialog_hub::core::json::Json;
use dialog_hub::core::outcome::Outcome;
use proptest::prelude::*;
use serde_json::json;

use crate::world::*;

#[derive(Debug, Clone)]
enum Op {
    Ask { timeout: Option<u64>, key: Option<u8> },
    Answer { which: usize, good: bool },
    Cancel { which: usize },
    Withdraw { which: usize },
    Stop,
    Reset,
    Publish,
    Attach { instance: u8 },
    HostGone,
    Wait { ms: u64 },
    Restart,
    Rename,
}

fn ops() -> impl Strategy<Value = Vec<Op>> {
    let which = 0..6_usize;
    let op = prop_oneof![
        4 => (prop::option::of(1..80_u64), prop::option::of(0..3_u8)).prop_map(|(timeout, key)| Op::Ask { timeout, key }),
        4 => (which.clone(), any::<bool>()).prop_map(|(which, good)| Op::Answer { which, good }),
        1 => which.clone().prop_map(|which| Op::Cancel { which }),
        1 => which.prop_map(|which| Op::Withdraw { which }),
        1 => Just(Op::Stop),
        1 => Just(Op::Reset),
        1 => Just(Op::Publish),
        1 => (0..2_u8).prop_map(|instance| Op::Attach { instance }),
        1 => Just(Op::HostGone),
        2 => (0..60_u64).prop_map(|ms| Op::Wait { ms }),
        1 => Just(Op::Restart),
        1 => Just(Op::Rename),
    ];
    prop::collection::vec(op, 1..40)
}

/// What anybody would expect of a list of questions.
#[derive(Default)]
struct Model {
    asked: Vec<DialogId>,
    ends: BTreeMap<DialogId, Outcome>,
    limits: BTreeMap<DialogId, u64>,
    keys: BTreeMap<u8, DialogId>,
    instance: Option<u8>,
    attached: bool,
    exists: bool,
}

impl Model {
    fn open(&self) -> Vec<DialogId> {
        self.asked.iter().filter(|id| !self.ends.contains_key(*id)).cloned().collect()
    }

    fn end_all(&mut self, outcome: Outcome) {
        for id in self.open() {
            self.ends.insert(id, outcome);
        }
    }

    fn time_is(&mut self, now: u64) {
        for id in self.open() {
            if self.limits.get(&id).is_some_and(|limit| *limit <= now) {
                self.ends.insert(id, Outcome::TimedOut);
            }
        }
    }
}

/// Does one thing to both; the stop of an attached host is answered at once.
fn apply(w: &mut World, m: &mut Model, op: &Op) {
    m.time_is(w.now);
    let pick = |m: &Model, which: usize| m.asked.get(which % m.asked.len().max(1)).cloned();
    match op {
        Op::Ask { timeout, key } => {
            let name = key.map(|key| format!("k{key}"));
            let keyed = Ask { timeout_ms: *timeout, key: name, recover: Recover::Never, ..ask(select()) };
            let effects = w.run(Command::Ask(Box::new(keyed)));
            match key.and_then(|key| m.keys.get(&key)).cloned() {
                Some(joined) => assert!(opened(&effects).is_none(), "{joined} is joined"),
                None => {
                    let id = opened(&effects).expect("a card");
                    m.asked.push(id.clone());
                    m.limits.extend(timeout.map(|ms| (id.clone(), w.now + ms)));
                    m.keys.extend(key.map(|key| (key, id)));
                    m.exists = true;
                }
            }
        }
        Op::Answer { which, good } => {
            let Some(id) = pick(m, *which) else { return };
            let value = if *good { "a" } else { "nope" };
            let said = w.answer(&id, json!({"value": value}));
            match (m.ends.get(&id), good) {
                (Some(outcome), _) => {
                    assert!(matches!(said, Err(Error::NotOpen(Some(e))) if e.outcome == *outcome))
                }
                (None, false) => assert!(matches!(said, Err(Error::Refused(_)))),
                (None, true) => {
                    said.unwrap();
                    m.ends.insert(id, Outcome::Answered);
                }
            }
        }
        Op::Cancel { which } => {
            let Some(id) = pick(m, *which) else { return };
            let said = w.answer(&id, json!({"cancelled": true}));
            assert_eq!(said.is_ok(), !m.ends.contains_key(&id));
            m.ends.entry(id).or_insert(Outcome::Cancelled);
        }
        Op::Withdraw { which } => {
            let Some(id) = pick(m, *which) else { return };
            let said = reply(w.run(Command::Withdraw { which: Which::Id(id.clone()) }));
            assert_eq!(said.is_ok(), !m.ends.contains_key(&id));
            m.ends.entry(id).or_insert(Outcome::Withdrawn);
        }
        Op::Stop => {
            let effects = w.run(Command::Stop);
            for effect in effects {
                match effect {
                    Effect::AskHost { request, .. } => {
                        let done = HostReply::Done { run: None };
                        w.run_for(None, Command::HostReplied { request, reply: done });
                    }
                    Effect::Reply { reply: Ok(Reply::Stopped { settled, .. }), .. } => {
                        assert_eq!(settled, m.open())
                    }
                    Effect::Reply { reply: Err(error), .. } => assert!(!m.exists && error == Error::NoThread),
                    _ => {}
                }
            }
            m.end_all(Outcome::Aborted);
        }
        Op::Reset => {
            assert_eq!(reply(w.run(Command::Reset { reason: None })).is_ok(), m.exists);
            m.end_all(Outcome::Superseded);
            m.keys.clear();
        }
        Op::Publish => {
            let said = reply(w.run(Command::Publish { event: "e".into(), data: Json(json!(null)) }));
            assert!(matches!(said, Ok(Reply::Published { seq }) if seq == w.thread.seq()));
            m.exists = true;
        }
        Op::Attach { instance } => {
            let takeover = m.instance.is_some_and(|last| last != *instance);
            let said = reply(
                w.attach(HOST, &format!("i{instance}"))
                    .into_iter()
                    .filter(|e| matches!(e, Effect::Reply { .. }))
                    .collect(),
            );
            assert!(matches!(said, Ok(Reply::Attached { taken_over, .. }) if taken_over == takeover));
            if takeover {
                m.end_all(Outcome::Superseded);
                m.keys.clear();
            }
            (m.instance, m.attached, m.exists) = (Some(*instance), true, true);
        }
        Op::HostGone => {
            w.run_for(None, Command::ConnGone { conn: HOST });
            m.attached = false;
        }
        Op::Wait { ms } => {
            w.tick(*ms);
            m.time_is(w.now);
        }
        Op::Restart => {
            w.thread = w.fold();
            w.run_for(None, Command::Loaded);
            m.attached = false;
        }
        Op::Rename => {
            let said = reply(w.run(Command::Move { to: name("elsewhere") }));
            assert_eq!(said.is_ok(), m.exists);
        }
    }
}

fn check(w: &mut World, m: &mut Model) {
    let mut cx_out = Vec::new();
    let mut cx = dialog_hub::core::thread::Context {
        now: w.now,
        limits: &w.limits,
        ids: &mut w.ids,
        out: &mut cx_out,
    };
    w.thread.handle(None, Command::Follow { conn: ConnId(77), voice: Voice::None, since: None }, &mut cx);
    for effect in cx_out {
        match effect {
            Effect::Follow { snapshot, .. } => {
                let ids: Vec<_> = snapshot.open.iter().map(|card| card.asked.id.clone()).collect();
                m.time_is(w.now);
                assert_eq!(ids, m.open(), "oldest first");
                assert_eq!(snapshot.status.live, m.attached);
                assert_eq!(snapshot.status.busy, !ids.is_empty());
                assert_eq!(snapshot.seq, w.thread.seq());
            }
            Effect::Append(entry) => w.log.push((*entry).clone()),
            _ => {}
        }
    }
    let seqs: Vec<_> = w.log.iter().filter(|entry| entry.record.is_told()).map(|entry| entry.seq).collect();
    assert_eq!(seqs, (1..=w.thread.seq()).collect::<Vec<_>>(), "seq counts without a gap");
    for (id, outcome) in m.ends.clone() {
        assert_eq!(w.result(&id).outcome, outcome);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn the_core_agrees_with_a_naive_model(ops in ops()) {
        let (mut w, mut m) = (World::new(), Model::default());
        for op in &ops {
            apply(&mut w, &mut m, op);
            check(&mut w, &mut m);
        }
        prop_assert_eq!(w.fold().checkpoint(), w.thread.checkpoint(), "the log folds to the same thread");
    }
}
