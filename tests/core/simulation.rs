//! A seeded simulation of the shell around the core: batches, one commit each, effects after it, and a
//! process that dies at any step, also in the middle of a write.
//!
//! Each seed is one history over three threads. `SIM_SEEDS=N` runs more of them, `SIM_SEED=N` runs one
//! again; a failure names its seed. The same shell with the effects before the commit must break the
//! promises: else this file would prove nothing.

use std::collections::BTreeMap;

use dialog_hub::core::command::*;
use dialog_hub::core::effect::{Effect, Reply};
use dialog_hub::core::id::{CallId, ConnId, DialogId, Epoch};
use dialog_hub::core::json::Json;
use dialog_hub::core::limits::Limits;
use dialog_hub::core::outcome::{Outcome, RunOutcome};
use dialog_hub::core::record::{Entry, Record};
use dialog_hub::core::thread::{Context, Thread};
use serde_json::json;
use uuid::Uuid;

use crate::rng::Rng;
use crate::world::{Counted, ask, batch, by, confirm, name, over, select};

const THREADS: usize = 3;
const STEPS: usize = 80;

/// The order in which a batch is made durable and told.
#[derive(Clone, Copy, PartialEq)]
enum Order {
    DurableFirst,
    ToldFirst,
}

/// A disk that keeps a batch only with its commit mark: what a torn write left is cut off at the start.
#[derive(Default)]
struct Disk {
    committed: Vec<(usize, Entry)>,
    torn: Vec<(usize, Entry)>,
}

impl Disk {
    fn log(&self, thread: usize) -> Vec<Entry> {
        self.committed.iter().filter(|(t, _)| *t == thread).map(|(_, entry)| entry.clone()).collect()
    }
}

/// What the world outside was told, and so may rely on for ever.
#[derive(Default)]
struct Told {
    events: [BTreeMap<u64, Entry>; THREADS],
    accepted: BTreeMap<DialogId, Json>,
    results: BTreeMap<DialogId, Outcome>,
    shown: BTreeMap<DialogId, usize>,
}

struct Sim {
    rng: Rng,
    now: u64,
    ids: Counted,
    limits: Limits,
    disk: Disk,
    threads: Vec<Thread>,
    told: Told,
    calls: BTreeMap<CallId, Option<(DialogId, Json)>>,
    next_call: u64,
    crashes: usize,
}

impl Sim {
    fn new(seed: u64) -> Self {
        let mut sim = Self {
            rng: Rng(seed),
            now: 1_700_000_000_000,
            ids: Counted::default(),
            limits: Limits::default(),
            disk: Disk::default(),
            threads: Vec::new(),
            told: Told::default(),
            calls: BTreeMap::new(),
            next_call: 0,
            crashes: 0,
        };
        sim.start().expect("an empty disk");
        sim
    }

    fn start(&mut self) -> Result<(), String> {
        self.disk.torn.clear();
        self.calls.clear();
        self.threads = (0..THREADS)
            .map(|t| {
                let epoch = Epoch(Uuid::from_u128(1_000 + t as u128));
                Thread::fold(epoch, name(&format!("t{t}")), None, self.disk.log(t), &self.limits)
            })
            .collect::<Result<_, _>>()
            .map_err(|error| format!("the log does not fold: {error}"))?;
        Ok(())
    }

    fn command(&mut self, t: usize) -> (Command, Option<(DialogId, Json)>) {
        let known: Vec<_> = self.threads[t].dialog_ids().cloned().collect();
        let id = if known.is_empty() {
            DialogId::named("dlg-none")
        } else {
            known[self.rng.below(known.len())].clone()
        };
        let spec = [select(), confirm(), batch()][self.rng.below(3)].clone();
        let payload =
            [json!({"value": "a"}), json!({"confirmed": true}), json!({"cancelled": true}), json!({})]
                [self.rng.below(4)]
            .clone();
        let conn = ConnId(self.rng.below(3) as u64);
        let command = match self.rng.below(14) {
            0..=2 => {
                let timeout_ms = (self.rng.below(3) == 0).then_some(200);
                let key = (self.rng.below(3) == 0).then(|| format!("k{}", self.rng.below(5)));
                Command::Ask(Box::new(Ask {
                    wait: Wait::Forever,
                    timeout_ms,
                    key,
                    caller: over(conn),
                    ..ask(spec)
                }))
            }
            3..=6 => {
                let answer = AnswerCommand {
                    id: id.clone(),
                    payload: Json(payload.clone()).into(),
                    answer_key: None,
                    by: by("tab"),
                    via: Via::Call,
                };
                return (Command::Answer(Box::new(answer)), Some((id, Json(payload))));
            }
            7 => {
                let question = format!("q{}", self.rng.below(2));
                Command::Lock { id, question, value: Some(Json(json!("1"))), other: None, by: by("tab") }
            }
            8 => Command::Publish { event: "e".into(), data: Json(json!(self.now)) },
            9 => Command::Attach { conn, instance: Some(format!("i{}", self.rng.below(2))) },
            10 => Command::ConnGone { conn },
            11 => [Command::RunBegin, Command::RunEnd { run: 1, outcome: RunOutcome::Failed }]
                .into_iter()
                .nth(self.rng.below(2))
                .unwrap(),
            12 => {
                [Command::Stop, Command::Reset { reason: None }].into_iter().nth(self.rng.below(2)).unwrap()
            }
            _ => Command::Tick,
        };
        (command, None)
    }

    /// One batch: decide, commit, tell; the process may die between any two of these.
    fn step(&mut self, order: Order) -> Result<(), String> {
        let mut effects = Vec::new();
        for _ in 0..=self.rng.below(6) {
            self.now += self.rng.below(120) as u64;
            let t = self.rng.below(THREADS);
            let (command, sent) = self.command(t);
            self.next_call += 1;
            let call = CallId(self.next_call);
            self.calls.insert(call, sent);
            let mut out = Vec::new();
            let mut cx = Context { now: self.now, limits: &self.limits, ids: &mut self.ids, out: &mut out };
            self.threads[t].handle(Some(call), command, &mut cx);
            effects.extend(out.into_iter().map(|effect| (t, effect)));
        }
        let dies = self.rng.below(4) == 0;
        let at = self.rng.below(3);
        if order == Order::ToldFirst {
            let told = if dies { self.rng.below(effects.len() + 1) } else { effects.len() };
            self.tell(&effects[..told])?;
            if dies {
                return self.crash();
            }
            self.commit(&effects, usize::MAX);
            return Ok(());
        }
        if dies && at == 0 {
            let torn = self.rng.below(effects.len() + 1);
            self.commit(&effects, torn);
            return self.crash();
        }
        self.commit(&effects, usize::MAX);
        let told = if dies { self.rng.below(effects.len() + 1) } else { effects.len() };
        self.tell(&effects[..told])?;
        if dies { self.crash() } else { Ok(()) }
    }

    fn commit(&mut self, effects: &[(usize, Effect)], torn_after: usize) {
        let entries = effects.iter().filter_map(|(t, effect)| match effect {
            Effect::Append(entry) | Effect::AppendLater(entry) => Some((*t, (**entry).clone())),
            _ => None,
        });
        if torn_after == usize::MAX {
            self.disk.committed.extend(entries);
        } else {
            self.disk.torn.extend(entries.take(torn_after));
        }
    }

    fn tell(&mut self, effects: &[(usize, Effect)]) -> Result<(), String> {
        for (t, effect) in effects {
            match effect {
                Effect::Append(entry) if entry.record.is_told() => self.tell_event(*t, entry)?,
                Effect::Reply { call, reply } => self.tell_reply(*call, reply),
                _ => {}
            }
        }
        Ok(())
    }

    fn tell_event(&mut self, t: usize, entry: &Entry) -> Result<(), String> {
        if let Some(before) = self.told.events[t].insert(entry.seq, entry.clone())
            && before != *entry
        {
            return Err(format!("seq {} was told twice: {before:?} and {entry:?}", entry.seq));
        }
        match &entry.record {
            Record::Requested(asked) => {
                self.told.shown.insert(asked.id.clone(), t);
            }
            Record::Settled(end) => {
                let was = self.told.results.insert(end.id.clone(), end.outcome);
                assert!(was.is_none_or(|was| was == end.outcome), "{} was settled twice", end.id);
            }
            _ => {}
        }
        Ok(())
    }

    fn tell_reply(&mut self, call: CallId, reply: &Result<Reply, dialog_hub::core::error::Error>) {
        if let (Ok(Reply::Done), Some(Some((id, payload)))) = (reply, self.calls.get(&call)) {
            self.told.accepted.insert(id.clone(), payload.clone());
        }
    }

    fn crash(&mut self) -> Result<(), String> {
        self.crashes += 1;
        self.start()?;
        self.check()?;
        for t in 0..THREADS {
            let mut out = Vec::new();
            let mut cx = Context { now: self.now, limits: &self.limits, ids: &mut self.ids, out: &mut out };
            self.threads[t].handle(None, Command::Loaded, &mut cx);
            let effects: Vec<_> = out.into_iter().map(|effect| (t, effect)).collect();
            self.commit(&effects, usize::MAX);
            self.tell(&effects)?;
        }
        Ok(())
    }

    /// Everything that was told still holds of what the disk says.
    fn check(&self) -> Result<(), String> {
        for t in 0..THREADS {
            let log = self.disk.log(t);
            let on_disk: BTreeMap<u64, &Entry> =
                log.iter().filter(|entry| entry.record.is_told()).map(|entry| (entry.seq, entry)).collect();
            for (place, seq) in on_disk.keys().enumerate() {
                if *seq != place as u64 + 1 {
                    return Err(format!("t{t}: seq {seq} stands in place {}", place + 1));
                }
            }
            for (seq, entry) in &self.told.events[t] {
                if on_disk.get(seq) != Some(&entry) {
                    return Err(format!("t{t}: seq {seq} was told and is not what the disk says"));
                }
            }
        }
        for (id, payload) in &self.told.accepted {
            let end = self.disk.committed.iter().find_map(|(_, entry)| match &entry.record {
                Record::Settled(end) if end.id == *id => Some(end),
                _ => None,
            });
            let kept = end.is_some_and(|end| match &end.answer {
                Some(answer) if payload.0.get("cancelled").is_none() => {
                    payload.0.as_object().unwrap().iter().all(|(k, v)| answer.fields().0.get(k) == Some(v))
                }
                _ => end.outcome == Outcome::Cancelled,
            });
            if !kept {
                return Err(format!("the answer {payload:?} to {id} was accepted and is lost"));
            }
        }
        for (id, t) in &self.told.shown {
            if !self.threads[*t].knows(id) {
                return Err(format!("{id} was shown and is gone"));
            }
        }
        Ok(())
    }
}

/// One history; the number of crashes it lived through.
fn run(seed: u64, order: Order) -> Result<usize, String> {
    let mut sim = Sim::new(seed);
    for _ in 0..STEPS {
        sim.step(order)?;
    }
    sim.crash()?;
    Ok(sim.crashes)
}

fn seeds(default: u64) -> std::ops::Range<u64> {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    match number("SIM_SEED") {
        Some(seed) => seed..seed + 1,
        None => 0..number("SIM_SEEDS").unwrap_or(default),
    }
}

#[test]
fn nothing_that_was_told_is_lost_in_any_crash() {
    let mut crashes = 0;
    for seed in seeds(60) {
        crashes += run(seed, Order::DurableFirst).unwrap_or_else(|why| panic!("SIM_SEED={seed}: {why}"));
    }
    assert!(crashes > 0, "a simulation without a crash proves nothing");
}

#[test]
fn telling_before_the_disk_breaks_the_promises() {
    let broken = seeds(12).filter(|seed| run(*seed, Order::ToldFirst).is_err()).count();
    assert!(broken > 0, "the check would not notice a lost event");
}
