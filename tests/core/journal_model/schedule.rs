//! What happens next, drawn by chance, to the core and to the oracle alike.

use dialog_hub::core::command::*;
use dialog_hub::core::effect::Effect;
use dialog_hub::core::id::{CallId, ConnId, JournalToken};
use dialog_hub::core::limits::{Limits, MAX_DEFERRED_MS, PUSH_AFTER_MS};
use dialog_hub::core::outcome::RunOutcome;
use dialog_hub::core::record::Entry;
use dialog_hub::core::thread::{Context, Thread};
use serde_json::json;

use super::history::{Answered, Asking, Stage};
use super::oracle::Oracle;
use super::watch::Seen;
use crate::rng::Rng;
use crate::world::{Counted, EPOCH, answer, ask, name};

const TITLES: [&str; 3] = ["Which port?", "Which host?", "Which name?"];
const INSTANCES: [Option<&str>; 3] = [None, Some("A"), Some("B")];

pub struct Schedule {
    rng: Rng,
    pub now: u64,
    ids: Counted,
    pub limits: Limits,
    pub thread: Thread,
    pub name: String,
    /// Whether hosts ever attach; elsewhere there are scripts alone.
    has_hosts: bool,
    log: Vec<Entry>,
    /// Where a crash may cut off the log, oldest first, and what the oracle said there.
    unsure: Vec<(usize, Oracle)>,
    /// Whether something of this step is durable, and with it all that came before.
    is_sure: bool,
    next_call: u64,
    pub oracle: Oracle,
    pub seen: Seen,
}

impl Schedule {
    pub fn new(seed: u64) -> Self {
        let mut rng = Rng(seed);
        let has_hosts = rng.below(4) > 0;
        let limits = Limits { journal_per_thread: 2 + rng.below(5), ..Limits::default() };
        Self {
            rng,
            now: 1_700_000_000_000,
            ids: Counted::default(),
            limits,
            thread: Thread::cold(EPOCH, name("t")),
            name: "t".into(),
            has_hosts,
            log: Vec::new(),
            unsure: Vec::new(),
            is_sure: false,
            next_call: 0,
            oracle: Oracle::default(),
            seen: Seen::default(),
        }
    }

    fn one_of<T: Clone>(&mut self, of: &[T]) -> Option<T> {
        (!of.is_empty()).then(|| of[self.rng.below(of.len())].clone())
    }

    fn conn(&mut self) -> ConnId {
        ConnId(1 + self.rng.below(4) as u64)
    }

    fn instance(&mut self) -> Option<String> {
        INSTANCES[self.rng.below(3)].map(str::to_owned)
    }

    pub fn handle(&mut self, call: Option<CallId>, command: Command) -> Vec<Effect> {
        let mut out = Vec::new();
        let mut cx = Context { now: self.now, limits: &self.limits, ids: &mut self.ids, out: &mut out };
        self.thread.handle(call, command, &mut cx);
        for effect in &out {
            match effect {
                Effect::Append(entry) => {
                    self.log.push((**entry).clone());
                    self.is_sure = true;
                }
                Effect::AppendLater(entry) => self.log.push((**entry).clone()),
                _ => {}
            }
        }
        out
    }

    /// One thing happens, and everything is looked at.
    pub fn step(&mut self) -> Result<(), String> {
        self.now += [0, 1, PUSH_AFTER_MS, 2_000, 200_000][self.rng.below(5)];
        self.next_call += 1;
        let call = CallId(self.next_call);
        let before = (self.log.len(), self.oracle.clone());
        self.is_sure = false;
        match self.rng.below(34) {
            0..=6 => self.ask(call),
            7..=11 => self.answer(),
            12..=14 => self.written(),
            15 => self.call_gone(),
            16..=18 => self.attach(call),
            19 => self.conn_gone(),
            20..=22 => self.host_replies(),
            23 => self.run_begins(call),
            24 => self.run_ends(call),
            25..=27 => self.ack(call),
            28 => self.boundary(call),
            29 => self.moves(call),
            30 => self.evict(),
            31 => self.lose_ticket(),
            32 => self.restart(),
            _ => self.forget_or_get(call),
        }?;
        if self.rng.below(2) == 0 {
            self.now += PUSH_AFTER_MS;
            self.oracle.overdue(self.now);
            let effects = self.handle(None, Command::Tick);
            self.observe(&effects)?;
        }
        if self.is_sure {
            self.unsure.clear();
        } else if self.log.len() > before.0 {
            self.unsure.push(before);
        }
        self.check()
    }

    fn ask(&mut self, call: CallId) -> Result<(), String> {
        let is_journaled = self.rng.below(6) > 0;
        let title = TITLES[self.rng.below(3)].to_owned();
        let method = if is_journaled { "input" } else { "confirm" };
        let conn = (self.rng.below(3) > 0).then(|| self.conn());
        let instance = self.instance();
        let run = self.oracle.going.filter(|_| self.rng.below(2) == 0);
        let recover = [Recover::Unacked, Recover::Unacked, Recover::Any, Recover::Never][self.rng.below(4)];
        let waits = self.rng.below(2) == 0;
        let reader = self.oracle.reader(conn, instance.clone(), run);
        // The oracle knows a question by its title; a confirm is another question.
        let shown = if is_journaled { title.clone() } else { format!("{title} (confirm)") };
        let asking = Asking { call, title: shown, reader, recover, waits, until: self.now + MAX_DEFERRED_MS };
        self.oracle.ask(asking, self.now);
        let asked = Ask {
            wait: if waits { Wait::Forever } else { Wait::Ms(0) },
            recover,
            run,
            caller: Caller { conn, instance },
            ..ask(json!({"method": method, "title": title}))
        };
        let effects = self.handle(Some(call), Command::Ask(Box::new(asked)));
        self.observe(&effects)
    }

    fn answer(&mut self) -> Result<(), String> {
        let ids: Vec<_> = self.oracle.cards.iter().map(|card| card.id.clone()).collect();
        let Some(id) = self.one_of(&ids) else { return Ok(()) };
        let place = self.oracle.cards.iter().position(|card| card.id == id).expect("it is open");
        let card = self.oracle.cards.remove(place);
        let payload =
            if card.is_journaled { json!({"value": id.as_str()}) } else { json!({"confirmed": true}) };
        let waits =
            self.oracle.waits.iter().any(|(_, of, reader)| *of == id && reader.instance == card.instance);
        let effects = self.handle(None, answer(&id, payload));
        if card.is_journaled {
            // It makes room before it comes.
            self.evict_down_to(self.limits.journal_per_thread - 1, &effects)?;
            self.oracle.answers.push(Answered {
                id,
                token: None,
                title: card.title,
                instance: card.instance,
                at: self.now,
                is_twin: card.is_twin,
                is_foreign: !card.has_ticket,
                is_retired: false,
                is_acked: false,
                stage: if waits { Stage::InHand } else { Stage::Waits },
                by_push: false,
                may_be_read: false,
                was_returned: false,
                run: None,
                returned_to: None,
                carries: 0,
                told: Vec::new(),
            });
        }
        self.observe(&effects)
    }

    fn written(&mut self) -> Result<(), String> {
        let calls: Vec<_> = self.oracle.on_its_way.keys().copied().collect();
        let Some(call) = self.one_of(&calls) else { return Ok(()) };
        self.oracle.written(call, self.now);
        let effects = self.handle(Some(call), Command::Written);
        self.observe(&effects)
    }

    fn call_gone(&mut self) -> Result<(), String> {
        let waiting = self.oracle.waits.iter().map(|(call, ..)| *call);
        let deferred = self.oracle.deferred.iter().map(|asking| asking.call);
        let calls: Vec<_> = self.oracle.on_its_way.keys().copied().chain(waiting).chain(deferred).collect();
        let Some(call) = self.one_of(&calls) else { return Ok(()) };
        self.oracle.call_gone(call, self.now);
        let effects = self.handle(Some(call), Command::CallGone);
        self.observe(&effects)
    }

    fn attach(&mut self, call: CallId) -> Result<(), String> {
        if !self.has_hosts {
            return Ok(());
        }
        // Mostly the one that was there: else there would be nothing but takeovers.
        let same = self.oracle.last_instance.clone().filter(|_| self.rng.below(6) > 0);
        let instance = same.unwrap_or_else(|| ["A", "B"][self.rng.below(2)].to_owned());
        let conn = match &self.oracle.host {
            Some((conn, _)) if self.rng.below(2) == 0 => *conn,
            _ => self.conn(),
        };
        let is_takeover = self.oracle.last_instance.as_ref().is_some_and(|last| *last != instance);
        if is_takeover {
            self.oracle.boundary();
            self.oracle.end_run(RunOutcome::Interrupted);
            self.oracle.host = None;
        } else if self.oracle.host.as_ref().is_some_and(|(host, _)| *host != conn) {
            self.oracle.host_gone();
        }
        let effects = self.handle(Some(call), Command::Attach { conn, instance: Some(instance.clone()) });
        self.oracle.had_host = true;
        self.oracle.last_instance = Some(instance.clone());
        self.oracle.host = Some((conn, instance));
        self.observe(&effects)
    }

    fn conn_gone(&mut self) -> Result<(), String> {
        let conn = self.conn();
        self.oracle.conn_gone(conn, self.now);
        let effects = self.handle(None, Command::ConnGone { conn });
        self.observe(&effects)
    }

    fn host_replies(&mut self) -> Result<(), String> {
        let Some((request, token, told, was_read)) = self.oracle.push.clone() else { return Ok(()) };
        self.oracle.push = None;
        let reply = if self.rng.below(3) > 0 {
            self.oracle.hand(&token, self.oracle.going, true, &told);
            self.oracle.told_in_runs.push((self.oracle.going, told));
            HostReply::Done { run: None }
        } else {
            if let Some(answer) = self.oracle.by_token(&token) {
                answer.may_be_read = was_read;
            }
            self.oracle.refused = Some(token);
            HostReply::Error { message: "not now".into() }
        };
        let effects = self.handle(None, Command::HostReplied { request, reply });
        self.observe(&effects)
    }

    fn run_begins(&mut self, call: CallId) -> Result<(), String> {
        self.oracle.run_began();
        let effects = self.handle(Some(call), Command::RunBegin);
        self.observe(&effects)
    }

    fn run_ends(&mut self, call: CallId) -> Result<(), String> {
        let Some(run) = self.oracle.going else { return Ok(()) };
        let outcome = [RunOutcome::Completed, RunOutcome::Interrupted, RunOutcome::Failed][self.rng.below(3)];
        self.oracle.end_run(outcome);
        let effects = self.handle(Some(call), Command::RunEnd { run, outcome });
        self.observe(&effects)
    }

    fn ack(&mut self, call: CallId) -> Result<(), String> {
        let mut known: Vec<_> =
            self.oracle.answers.iter().filter_map(|answer| answer.token.clone()).collect();
        known.push(JournalToken::named("jrn-never-given"));
        let tokens: Vec<_> = (0..1 + self.rng.below(3)).filter_map(|_| self.one_of(&known)).collect();
        let conn = (self.rng.below(2) == 0).then(|| self.conn());
        let instance = self.instance();
        let reader = self.oracle.reader(conn, instance.clone(), None);
        let expected = self.oracle.ack(&tokens, &reader, self.now);
        let command = Command::JournalAck { tokens, caller: Caller { conn, instance } };
        // A notification asks for no reply.
        let call = (self.rng.below(3) > 0).then_some(call);
        let effects = self.handle(call, command);
        if let Some(call) = call {
            self.compare_ack(call, &expected, &effects)?;
        }
        self.observe(&effects)
    }

    fn boundary(&mut self, call: CallId) -> Result<(), String> {
        if self.thread.is_cold() || self.rng.below(3) > 0 {
            return Ok(());
        }
        self.oracle.boundary();
        let effects = self.handle(Some(call), Command::Reset { reason: None });
        self.observe(&effects)
    }

    fn moves(&mut self, call: CallId) -> Result<(), String> {
        if self.thread.is_cold() {
            return Ok(());
        }
        self.name = format!("t{}", self.next_call);
        let effects = self.handle(Some(call), Command::Move { to: name(&self.name) });
        self.observe(&effects)
    }

    fn evict(&mut self) -> Result<(), String> {
        let effects = self.handle(None, Command::Evict);
        self.evict_down_to(self.oracle.answers.len().saturating_sub(1), &effects)?;
        self.observe(&effects)
    }

    fn lose_ticket(&mut self) -> Result<(), String> {
        let ids: Vec<_> = self.oracle.cards.iter().map(|card| card.id.clone()).collect();
        let Some(id) = self.one_of(&ids) else { return Ok(()) };
        self.oracle.cards.iter_mut().filter(|card| card.id == id).for_each(|card| card.has_ticket = false);
        let effects = self.handle(None, Command::LoseTicket { id });
        self.observe(&effects)
    }

    /// The process dies; what nobody had been promised may be gone with it.
    fn restart(&mut self) -> Result<(), String> {
        if self.thread.is_cold() {
            return Ok(());
        }
        let was_live = self.thread.status().live;
        let point = self.rng.below(self.unsure.len() + 1);
        if let Some((kept, oracle)) = self.unsure.drain(point..).next() {
            self.seen.taken_back += self.log.len() - kept;
            self.log.truncate(kept);
            self.oracle = oracle;
        }
        self.unsure.clear();
        self.thread = self.folded()?;
        self.seen.restarts += 1;
        self.oracle.host = None;
        self.oracle.push = None;
        self.oracle.refused = None;
        self.oracle.waits.clear();
        self.oracle.deferred.clear();
        self.oracle.on_its_way.clear();
        self.oracle.answers.iter_mut().for_each(|answer| answer.returned_to = None);
        self.oracle.give_back_what_nobody_holds();
        if let Some(instance) = self.oracle.last_instance.clone().filter(|_| was_live) {
            self.oracle.unread(&instance);
        }
        let effects = self.handle(None, Command::Loaded);
        self.observe(&effects)
    }

    fn forget_or_get(&mut self, call: CallId) -> Result<(), String> {
        if self.rng.below(12) == 0 && !self.thread.is_cold() {
            return self.forget(call);
        }
        let ids: Vec<_> = self.oracle.answers.iter().map(|answer| answer.id.clone()).collect();
        let Some(id) = self.one_of(&ids) else { return Ok(()) };
        let conn = (self.rng.below(2) == 0).then(|| self.conn());
        let instance = self.instance();
        let reader = self.oracle.reader(conn, instance.clone(), None);
        let answered = self.oracle.answers.iter().find(|answer| answer.id == id && !answer.is_retired);
        let own = answered.filter(|answer| answer.instance == reader.instance).cloned();
        let unproved = own.filter(|answer| !answer.is_acked).and_then(|answer| answer.token);
        self.oracle.send(call, &reader, unproved);
        let get = Command::Get { id, wait: Wait::Ms(0), caller: Caller { conn, instance } };
        let effects = self.handle(Some(call), get);
        self.observe(&effects)
    }

    fn forget(&mut self, call: CallId) -> Result<(), String> {
        let effects = self.handle(Some(call), Command::Forget);
        self.compare_forget(&effects)?;
        let seen = std::mem::take(&mut self.seen);
        let fresh = Self::new(self.rng.0);
        *self = Self { rng: Rng(self.rng.0), now: self.now, seen, next_call: self.next_call, ..fresh };
        Ok(())
    }

    /// The log, for whoever folds it again.
    pub fn folded(&self) -> Result<Thread, String> {
        Thread::fold(EPOCH, name("t"), None, self.log.clone(), &self.limits)
            .map_err(|error| error.to_string())
    }
}
