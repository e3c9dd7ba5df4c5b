//! The journal as a person would keep it: plain lists of what happened, looked through anew for every question.
//!
//! It is written from the contract and shares nothing with the core but ids and the words of commands.

use std::collections::{BTreeMap, VecDeque};

use dialog_hub::core::command::Recover;
use dialog_hub::core::id::{CallId, ConnId, DialogId, HostRequestId, JournalToken};
use dialog_hub::core::limits::MAX_DEFERRED_MS;
use dialog_hub::core::outcome::RunOutcome;

use super::history::{Answered, Asking, Card, Expected, OnItsWay, Reader, Stage, Waits};

/// As the contract says.
const WINDOW_MS: u64 = 600_000;

#[derive(Debug, Clone, Default)]
pub struct Oracle {
    pub had_host: bool,
    pub last_instance: Option<String>,
    pub host: Option<(ConnId, String)>,
    pub going: Option<u64>,
    pub newest_run: u64,
    pub cards: Vec<Card>,
    pub answers: Vec<Answered>,
    /// Every answer that was dropped unproved: to whom, and whether that is known to be told.
    pub dropped: Vec<(Option<String>, bool)>,
    pub on_its_way: BTreeMap<CallId, OnItsWay>,
    pub waits: Vec<(CallId, DialogId, Reader)>,
    pub deferred: VecDeque<Asking>,
    /// What runs were told; a run of `None` has not begun.
    pub told_in_runs: Vec<(Option<u64>, Vec<usize>)>,
    pub push: Option<(HostRequestId, JournalToken, Vec<usize>, bool)>,
    pub refused: Option<JournalToken>,
    pub expected: VecDeque<Expected>,
    /// For each card that is expected, who waits for it.
    pub expected_waits: VecDeque<Waits>,
}

impl Oracle {
    pub fn reader(&self, conn: Option<ConnId>, named: Option<String>, run: Option<u64>) -> Reader {
        let attached =
            self.host.as_ref().filter(|(host, _)| conn == Some(*host)).map(|(_, name)| name.clone());
        Reader { conn, instance: attached.or(named), run }
    }

    pub fn by_token(&mut self, token: &JournalToken) -> Option<&mut Answered> {
        self.answers.iter_mut().find(|answer| answer.token.as_ref() == Some(token))
    }

    fn is_held(&self, token: &JournalToken) -> bool {
        self.on_its_way.values().any(|way| way.token.as_ref() == Some(token))
    }

    /// Dropped answers that an instance has not been told of for certain.
    pub fn owed(&self, instance: Option<&str>) -> Vec<usize> {
        if instance.is_none() && self.had_host {
            return Vec::new();
        }
        self.owed_by_name(instance)
    }

    fn owed_by_name(&self, instance: Option<&str>) -> Vec<usize> {
        let mine = |(_, (to, told)): &(usize, &(Option<String>, bool))| to.as_deref() == instance && !told;
        self.dropped.iter().enumerate().filter(mine).map(|(place, _)| place).collect()
    }

    /// What becomes of an ask.
    pub fn ask(&mut self, asking: Asking, now: u64) {
        self.ask_or_wait(asking, now, true);
    }

    /// Asks that have waited long enough for the fate of a reply.
    pub fn overdue(&mut self, now: u64) {
        let (overdue, waiting) =
            std::mem::take(&mut self.deferred).into_iter().partition(|asking| asking.until <= now);
        self.deferred = waiting;
        let overdue: VecDeque<Asking> = overdue;
        for asking in overdue {
            self.ask_or_wait(asking, now, false);
        }
    }

    fn ask_or_wait(&mut self, asking: Asking, now: u64, may_wait: bool) {
        let to = &asking.reader.instance;
        let may_be: Vec<&Answered> = self
            .answers
            .iter()
            .filter(|answer| !answer.is_retired && !answer.is_foreign && answer.title == asking.title)
            .filter(|answer| match (&answer.instance, to) {
                (Some(asked), Some(asks)) => asked == asks,
                (None, None) => !self.had_host,
                _ => false,
            })
            .filter(|answer| answer.at + WINDOW_MS >= now)
            .filter(|answer| match asking.recover {
                Recover::Never => false,
                Recover::Any => true,
                Recover::Unacked => !answer.is_acked,
            })
            .collect();
        let shown = |unattributed| Expected::Shown {
            title: asking.title.clone(),
            instance: to.clone(),
            unattributed,
        };
        let expected = match may_be.last() {
            None => shown(0),
            Some(newest) if newest.is_twin => shown(may_be.len() as u64),
            Some(newest) => {
                let token = newest.token.clone().expect("it was observed");
                let mut ways = self.on_its_way.values();
                if may_wait && ways.any(|way| way.is_plain && way.token.as_ref() == Some(&token)) {
                    let until = now + MAX_DEFERRED_MS;
                    self.deferred.push_back(Asking { until, ..asking });
                    return;
                }
                self.expect_on_its_way(&asking, &token);
                Expected::Recovered { call: asking.call, token }
            }
        };
        if matches!(expected, Expected::Shown { .. }) {
            self.expected_waits.push_back(asking.waits.then(|| (asking.call, asking.reader.clone())));
        }
        self.expected.push_back(expected);
    }

    /// A recovered answer that is proved already is given without a question back.
    fn expect_on_its_way(&mut self, asking: &Asking, token: &JournalToken) {
        let is_acked = self.by_token(token).is_some_and(|answer| answer.is_acked);
        self.send(asking.call, &asking.reader.clone(), (!is_acked).then(|| token.clone()));
    }

    /// A result goes out; whether what became of it will be told.
    pub fn send(&mut self, call: CallId, reader: &Reader, token: Option<JournalToken>) -> bool {
        let told = self.owed(reader.instance.as_deref());
        if token.is_none() && told.is_empty() {
            return false;
        }
        let is_plain = reader.instance.is_none() && reader.run.is_none() && self.host.is_none();
        let run = reader.run.or(self.going);
        let way = OnItsWay { reader: reader.clone(), run, token, told, is_plain, run_completed: false };
        self.on_its_way.insert(call, way);
        true
    }

    pub fn written(&mut self, call: CallId, now: u64) {
        if let Some(way) = self.on_its_way.remove(&call) {
            self.arrived(way);
            self.go_on_with_deferred(now);
        }
    }

    fn arrived(&mut self, way: OnItsWay) {
        let (run, proof) = (way.run.or(self.going), way.is_plain || way.run_completed);
        if let Some(token) = &way.token {
            self.hand(token, run, false, &way.told);
            if let (Some(conn), false) = (way.reader.conn, proof)
                && let Some(answer) = self.by_token(token)
            {
                answer.returned_to = Some(conn);
            }
            if proof {
                self.prove(std::slice::from_ref(token));
            }
        }
        if proof {
            way.told.iter().for_each(|place| self.dropped[*place].1 = true);
        } else if run.is_none() || run == self.going {
            self.told_in_runs.push((run, way.told));
        }
    }

    pub fn hand(&mut self, token: &JournalToken, run: Option<u64>, by_push: bool, told: &[usize]) {
        let (told, going) = (told.to_vec(), self.going);
        if let Some(answer) = self.by_token(token).filter(|answer| !answer.is_acked && !answer.is_retired) {
            answer.by_push = by_push;
            answer.was_returned |= !by_push;
            if answer.stage != Stage::Handed || run.is_none() || run == going {
                answer.run = run;
            }
            answer.stage = Stage::Handed;
            answer.told.extend(told);
        }
    }

    fn prove(&mut self, tokens: &[JournalToken]) {
        for token in tokens {
            let Some(answer) = self.by_token(token).filter(|answer| !answer.is_retired) else { continue };
            answer.is_acked = true;
            answer.stage = Stage::Handed;
            let told = std::mem::take(&mut answer.told);
            told.iter().for_each(|place| self.dropped[*place].1 = true);
        }
    }

    /// The caller of a call is gone.
    pub fn call_gone(&mut self, call: CallId, now: u64) {
        self.waits.retain(|(waiting, ..)| *waiting != call);
        if self.on_its_way.remove(&call).is_some() {
            self.give_back_what_nobody_holds();
            self.go_on_with_deferred(now);
        }
        self.deferred.retain(|asking| asking.call != call);
    }

    pub fn conn_gone(&mut self, conn: ConnId, now: u64) {
        if self.host.as_ref().is_some_and(|(host, _)| *host == conn) {
            self.host_gone();
        }
        self.deferred.retain(|asking| asking.reader.conn != Some(conn));
        let before = self.on_its_way.len();
        self.on_its_way.retain(|_, way| way.reader.conn != Some(conn));
        if self.on_its_way.len() < before {
            self.give_back_what_nobody_holds();
            self.go_on_with_deferred(now);
        }
        self.waits.retain(|(.., reader)| reader.conn != Some(conn));
        for answer in self.answers.iter_mut().filter(|answer| answer.returned_to == Some(conn)) {
            answer.returned_to = None;
            let is_unread = !answer.is_acked && !answer.by_push && answer.carries < 3;
            if answer.stage == Stage::Handed && is_unread {
                answer.stage = Stage::Waits;
                answer.run = None;
            }
        }
    }

    pub fn give_back_what_nobody_holds(&mut self) {
        let held: Vec<_> = self.on_its_way.values().filter_map(|way| way.token.clone()).collect();
        for answer in
            self.answers.iter_mut().filter(|answer| answer.stage == Stage::InHand && !answer.is_acked)
        {
            if answer.token.as_ref().is_some_and(|token| !held.contains(token)) {
                answer.stage = Stage::Waits;
            }
        }
    }

    fn go_on_with_deferred(&mut self, now: u64) {
        for asking in std::mem::take(&mut self.deferred) {
            self.ask(asking, now);
        }
    }

    /// The host that was there is not any more, and may not have read what it was handed.
    pub fn host_gone(&mut self) {
        let Some((_, instance)) = self.host.take() else { return };
        self.unread(&instance);
    }

    pub fn unread(&mut self, instance: &str) {
        self.push = None;
        for answer in &mut self.answers {
            let is_its_own = answer.instance.as_deref() == Some(instance);
            if is_its_own && !answer.is_acked && answer.stage == Stage::Handed && answer.carries < 3 {
                answer.stage = Stage::Waits;
                answer.run = None;
            }
        }
    }

    pub fn run_began(&mut self) {
        self.end_run(RunOutcome::Interrupted);
        self.newest_run += 1;
        self.going = Some(self.newest_run);
        for answer in &mut self.answers {
            if answer.stage == Stage::Handed && !answer.is_acked && answer.run.is_none() {
                answer.run = self.going;
            }
        }
        self.told_in_runs.iter_mut().filter(|(run, _)| run.is_none()).for_each(|told| told.0 = self.going);
    }

    pub fn end_run(&mut self, outcome: RunOutcome) {
        let Some(run) = self.going.take() else { return };
        let carried =
            |answer: &&mut Answered| answer.run == Some(run) && !answer.is_acked && !answer.is_retired;
        if outcome == RunOutcome::Completed {
            let tokens: Vec<_> =
                self.answers.iter_mut().filter(carried).filter_map(|answer| answer.token.clone()).collect();
            self.prove(&tokens);
            let told: Vec<_> = self.told_in_runs.iter().filter(|(told, _)| *told == Some(run)).collect();
            let places: Vec<usize> = told.into_iter().flat_map(|(_, places)| places.clone()).collect();
            places.into_iter().for_each(|place| self.dropped[place].1 = true);
            for way in self.on_its_way.values_mut().filter(|way| way.run == Some(run)) {
                way.run_completed |= !way.is_plain;
            }
        } else {
            for answer in self.answers.iter_mut().filter(carried) {
                answer.carries += 1;
                if answer.by_push && answer.carries < 3 {
                    answer.stage = Stage::Waits;
                    answer.run = None;
                }
            }
        }
        self.told_in_runs.retain(|(told, _)| *told != Some(run));
    }

    /// Whether an ack is legitimate; what it proves.
    pub fn ack(
        &mut self,
        tokens: &[JournalToken],
        reader: &Reader,
        now: u64,
    ) -> Result<Vec<JournalToken>, ()> {
        let mut proved = Vec::new();
        for token in tokens {
            let Some(answer) = self.by_token(token).filter(|answer| !answer.is_retired) else { continue };
            if answer.instance != reader.instance {
                return Err(());
            }
            if !answer.is_acked && !proved.contains(token) {
                proved.push(token.clone());
            }
        }
        let shown = |way: &OnItsWay| {
            way.reader.instance == reader.instance
                && way.token.as_ref().is_some_and(|token| proved.contains(token))
        };
        let calls: Vec<_> =
            self.on_its_way.iter().filter(|(_, way)| shown(way)).map(|(call, _)| *call).collect();
        for call in calls {
            let way = self.on_its_way.remove(&call).expect("it was found");
            self.arrived(way);
        }
        if let Some((_, token, told, _)) = self.push.clone()
            && proved.contains(&token)
            && self.host.as_ref().map(|(_, name)| name) == reader.instance.as_ref()
        {
            self.hand(&token, self.going, true, &told);
            self.told_in_runs.push((self.going, told));
        }
        self.prove(&proved);
        self.go_on_with_deferred(now);
        Ok(proved)
    }

    pub fn boundary(&mut self) {
        self.cards.clear();
        self.waits.clear();
        self.answers.iter_mut().for_each(|answer| answer.is_retired = true);
        self.dropped.iter_mut().for_each(|dropped| dropped.1 = true);
        self.told_in_runs.clear();
        self.push = None;
        self.refused = None;
    }

    /// What goes so that at most `keep` stay; whether each was proved or over, so that nothing is owed for it.
    pub fn evict(&mut self, keep: usize) -> Vec<(JournalToken, bool)> {
        let mut gone = Vec::new();
        while self.answers.len() > keep {
            let cost = |answer: &Answered| match answer {
                Answered { is_retired: true, .. } => 0,
                Answered { is_acked: true, .. } => 1,
                Answered { stage: Stage::Handed, .. } => 2,
                _ => 3,
            };
            let cheapest = self.answers.iter().map(cost).min().expect("there are some");
            let place =
                self.answers.iter().position(|answer| cost(answer) == cheapest).expect("there is one");
            let answer = self.answers.remove(place);
            if cheapest >= 2 {
                self.dropped.push((answer.instance, false));
            }
            gone.push((answer.token.expect("it was observed"), cheapest < 2));
        }
        gone
    }

    /// The answer that has to be pushed next, if there is a host for one.
    pub fn next_push(&self) -> Option<&Answered> {
        let (_, instance) = self.host.as_ref()?;
        let waits = |answer: &&Answered| {
            answer.stage == Stage::Waits
                && !answer.is_acked
                && !answer.is_retired
                && answer.instance.as_ref() == Some(instance)
                && answer.token.as_ref().is_some_and(|token| !self.is_held(token))
        };
        let refused = self.answers.iter().filter(waits).find(|answer| answer.token == self.refused);
        refused.filter(|_| self.refused.is_some()).or_else(|| self.answers.iter().find(waits))
    }
}
