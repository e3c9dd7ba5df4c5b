//! Looks at everything the core says, and holds it against the oracle.

use dialog_hub::core::command::Command;
use dialog_hub::core::effect::{AskResult, Effect, HostRequest, Reply, ResultValue};
use dialog_hub::core::error::Error;
use dialog_hub::core::id::{CallId, ConnId, HostRequestId, JournalToken};
use dialog_hub::core::journal::{ConversationEnd, Correlation, Deliver, Delivery, Listing, Loss};
use dialog_hub::core::outcome::Outcome;
use dialog_hub::core::record::Record;

use super::history::{Card, Expected, Stage};
use super::schedule::Schedule;

/// How often what matters has happened.
#[derive(Debug, Default)]
pub struct Seen {
    pub recovered: usize,
    pub unattributed: usize,
    pub pushed: usize,
    pub replayed: usize,
    pub evicted: usize,
    pub told_of_debt: usize,
    pub forbidden: usize,
    pub acked: usize,
    pub boundaries: usize,
    pub restarts: usize,
    pub taken_back: usize,
    pub forgotten: usize,
    pub foreign: usize,
    pub deferred: usize,
}

impl Seen {
    fn counts(&mut self) -> [&mut usize; 14] {
        [
            &mut self.recovered,
            &mut self.unattributed,
            &mut self.pushed,
            &mut self.replayed,
            &mut self.evicted,
            &mut self.told_of_debt,
            &mut self.forbidden,
            &mut self.acked,
            &mut self.boundaries,
            &mut self.restarts,
            &mut self.taken_back,
            &mut self.forgotten,
            &mut self.foreign,
            &mut self.deferred,
        ]
    }

    pub fn add(&mut self, other: &Self) {
        let mut other = Self { ..*other };
        for (sum, count) in self.counts().into_iter().zip(other.counts()) {
            *sum += *count;
        }
    }

    pub fn everything_happened(&mut self) -> bool {
        self.counts().into_iter().all(|count| *count > 0)
    }
}

fn unless(holds: bool, why: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(why()) }
}

impl Schedule {
    pub fn observe(&mut self, effects: &[Effect]) -> Result<(), String> {
        let reset = effects.iter().position(
            |effect| matches!(effect, Effect::Append(entry) if matches!(entry.record, Record::Reset { .. })),
        );
        self.seen.boundaries += usize::from(reset.is_some());
        for (place, effect) in effects.iter().enumerate() {
            match effect {
                Effect::Append(entry) => self.appended(&entry.record)?,
                Effect::HandOver { call, result } => self.result(*call, result, true)?,
                Effect::Reply { call, reply: Ok(Reply::Result(result)) } => {
                    self.result(*call, result, false)?
                }
                Effect::AskHost { conn, request, what: HostRequest::Deliver(push) } => {
                    self.pushed(*conn, *request, push)?;
                }
                Effect::Lost(Loss::Unproved { end: ConversationEnd::Replaced, .. }) => {
                    unless(reset.is_some_and(|reset| reset < place), || {
                        "what is owed is reported before the fence stands".into()
                    })?;
                }
                _ => {}
            }
        }
        unless(self.oracle.expected.is_empty(), || format!("this did not happen: {:?}", self.oracle.expected))
    }

    fn appended(&mut self, record: &Record) -> Result<(), String> {
        match record {
            Record::Requested(asked) => {
                let title = asked.dialog.0["title"].as_str().unwrap_or_default().to_owned();
                let is_journaled = asked.dialog.0["method"] == "input";
                let title = if is_journaled { title } else { format!("{title} (confirm)") };
                let shown = Expected::Shown {
                    title: title.clone(),
                    instance: asked.instance.clone(),
                    unattributed: asked.unattributed,
                };
                let expected = self.oracle.expected.pop_front();
                unless(expected.as_ref() == Some(&shown), || format!("{shown:?}, expected {expected:?}"))?;
                self.seen.unattributed += usize::from(asked.unattributed > 0);
                let mut is_twin = false;
                for card in &mut self.oracle.cards {
                    if card.title == title && card.instance == asked.instance {
                        (card.is_twin, is_twin) = (true, true);
                    }
                }
                self.oracle.cards.push(Card {
                    id: asked.id.clone(),
                    title,
                    instance: asked.instance.clone(),
                    is_twin,
                    has_ticket: true,
                    is_journaled,
                });
                if let Some((call, reader)) = self.oracle.expected_waits.pop_front().flatten() {
                    self.oracle.waits.push((call, asked.id.clone(), reader));
                }
                Ok(())
            }
            Record::Settled(end) => {
                let token = end.journal.as_ref().map(|journal| journal.token.clone());
                let answered = self.oracle.answers.iter_mut().find(|answer| answer.id == end.id);
                match (answered, &token) {
                    (Some(answered), Some(_)) => answered.token = token,
                    (None, None) => {}
                    _ => return Err(format!("{} is journaled, or is not, against the rule", end.id)),
                }
                if let Some(answered) = self.oracle.answers.iter().find(|answer| answer.id == end.id)
                    && answered.stage == Stage::InHand
                {
                    self.seen.foreign += usize::from(answered.is_foreign);
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// A result goes out: it is the answer to the question of its call, and to nobody else's.
    fn result(&mut self, call: CallId, result: &AskResult, is_handed_over: bool) -> Result<(), String> {
        if result.outcome == Outcome::Superseded {
            // The last word of a conversation that is over; what it was owed is not owed any more.
            return unless(result.token.is_none(), || format!("{result:?} has a token"));
        }
        if result.recovered {
            let token = result.token.clone().ok_or("recovered without a token")?;
            let got = Expected::Recovered { call, token };
            let expected = self.oracle.expected.pop_front();
            unless(expected.as_ref() == Some(&got), || format!("{got:?}, expected {expected:?}"))?;
            self.seen.recovered += 1;
        } else if let Some(place) = self.oracle.waits.iter().position(|(waiting, ..)| *waiting == call) {
            let (_, id, reader) = self.oracle.waits.remove(place);
            unless(id == result.id, || format!("{} instead of {id}", result.id))?;
            let answered = self.oracle.answers.iter().find(|answer| answer.id == id && !answer.is_retired);
            let own = answered.filter(|answer| answer.instance == reader.instance);
            let token = own.and_then(|answer| answer.token.clone());
            unless(result.token == token, || format!("{:?} instead of {token:?}", result.token))?;
            self.oracle.send(call, &reader, token);
        }
        if let (Outcome::Answered, ResultValue::Json(value)) = (result.outcome, &result.value) {
            let is_own = value.0 == result.id.as_str() || value.0 == true;
            unless(is_own, || format!("{:?} is the answer to another question than {}", value.0, result.id))?;
        }
        let way = self.oracle.on_its_way.get(&call);
        let told = way.map_or(0, |way| way.told.len() as u64);
        self.seen.told_of_debt += usize::from(told > 0);
        unless(way.is_some() == is_handed_over, || {
            format!("{call:?}: whether it is written matters, or does not")
        })?;
        unless(result.dropped_answers == told, || {
            format!("{} dropped, expected {told}", result.dropped_answers)
        })
    }

    fn pushed(&mut self, conn: ConnId, request: HostRequestId, push: &Deliver) -> Result<(), String> {
        unless(self.oracle.push.is_none(), || "two pushes at once".into())?;
        let (host, instance) = self.oracle.host.clone().ok_or("a push without a host")?;
        let next = self.oracle.next_push().and_then(|answer| answer.token.clone());
        self.oracle.refused = None;
        unless(next.as_ref() == Some(&push.token), || {
            format!("{} was pushed, it was the turn of {next:?}", push.token)
        })?;
        let told = self.oracle.owed(Some(&instance));
        let answer = self.oracle.by_token(&push.token).ok_or("a push of nothing")?;
        unless(host == conn && answer.instance.as_deref() == Some(instance.as_str()), || {
            format!("{} reached an instance that did not ask", push.token)
        })?;
        unless(!answer.is_retired && !answer.is_acked && answer.stage == Stage::Waits, || {
            format!("{} does not wait: {answer:?}", push.token)
        })?;
        unless(push.value.0 == answer.id.as_str() && push.question == answer.title, || {
            format!("{push:?} is the answer to another question")
        })?;
        let labels = (answer.may_be_read, answer.was_returned);
        unless((push.replayed, push.possible_repeat) == labels, || format!("{push:?}, expected {labels:?}"))?;
        let was_read = std::mem::replace(&mut answer.may_be_read, true);
        unless(push.dropped_answers == told.len() as u64, || format!("{} dropped", push.dropped_answers))?;
        unless(push.thread.as_str() == self.name, || format!("{} instead of {}", push.thread, self.name))?;
        self.seen.pushed += 1;
        self.seen.replayed += usize::from(push.replayed);
        self.oracle.push = Some((request, push.token.clone(), told, was_read));
        Ok(())
    }

    pub fn compare_ack(
        &mut self,
        call: CallId,
        expected: &Result<Vec<JournalToken>, ()>,
        effects: &[Effect],
    ) -> Result<(), String> {
        let replied = effects.iter().find_map(|effect| match effect {
            Effect::Reply { call: to, reply } if *to == call => Some(reply),
            _ => None,
        });
        let holds = match (expected, replied) {
            (Ok(proved), Some(Ok(Reply::Acked(acked)))) => proved == acked,
            (Err(()), Some(Err(Error::Forbidden { .. }))) => true,
            _ => false,
        };
        self.seen.acked += usize::from(expected.as_ref().is_ok_and(|proved| !proved.is_empty()));
        self.seen.forbidden += usize::from(expected.is_err());
        unless(holds, || format!("an ack got {replied:?}, expected {expected:?}"))
    }

    /// Entries went: those that cost the least, and what was owed for them is said.
    pub fn evict_down_to(&mut self, keep: usize, effects: &[Effect]) -> Result<(), String> {
        let gone = self.oracle.evict(keep);
        let lost: Vec<_> = effects
            .iter()
            .filter_map(|effect| match effect {
                Effect::Lost(Loss::Evicted { token, .. }) => Some(token.clone()),
                _ => None,
            })
            .collect();
        let owed = gone.iter().filter(|(_, is_quiet)| !is_quiet).map(|(token, _)| token);
        self.seen.evicted += lost.len();
        unless(owed.clone().all(|token| lost.contains(token)) && owed.count() == lost.len(), || {
            format!("{gone:?} went, and {lost:?} was said")
        })
    }

    pub fn compare_forget(&mut self, effects: &[Effect]) -> Result<(), String> {
        let owed = self.oracle.answers.iter().filter(|answer| !answer.is_acked && !answer.is_retired).count();
        let said = effects
            .iter()
            .filter(|effect| {
                matches!(effect, Effect::Lost(Loss::Unproved { end: ConversationEnd::Forgotten, .. }))
            })
            .count();
        self.seen.forgotten += 1;
        unless(owed == said, || format!("{owed} answers were forgotten, {said} of them with a word"))
    }

    /// What the journal lists and owes is what the oracle says.
    pub fn check(&mut self) -> Result<(), String> {
        let listing = self.listing()?;
        let listed: Vec<_> = listing
            .entries
            .iter()
            .map(|entry| {
                let stage = match entry.delivery {
                    Delivery::None => Stage::InHand,
                    Delivery::Pending => Stage::Waits,
                    Delivery::HandedOff => Stage::Handed,
                };
                let stage = entry.content.is_some().then_some(stage);
                let is_foreign = entry.correlation == Correlation::Foreign;
                (entry.token.clone(), stage, is_foreign, entry.is_acked)
            })
            .collect();
        let expected: Vec<_> = self
            .oracle
            .answers
            .iter()
            .map(|answer| {
                let token = answer.token.clone().expect("it was observed");
                let stage = (!answer.is_retired).then(|| answer.stage.clone());
                (token, stage, answer.is_foreign || answer.is_retired, answer.is_acked)
            })
            .collect();
        unless(listed == expected, || format!("the list is\n  {listed:?}, expected\n  {expected:?}"))?;
        let owed = self.oracle.dropped.iter().filter(|(_, told)| !told).count() as u64;
        unless(listing.debt == owed, || format!("the debt is {}, expected {owed}", listing.debt))?;
        self.seen.deferred += self.oracle.deferred.len();
        let mut on_its_way = self.oracle.on_its_way.values();
        unless(self.oracle.deferred.is_empty() || on_its_way.any(|way| way.is_plain), || {
            "an ask waits for a reply that is not on its way".into()
        })?;
        let waits_for_a_push = self.oracle.push.is_none()
            && self.oracle.refused.is_none()
            && self.thread.next_due_at().is_none()
            && self.oracle.next_push().is_some();
        unless(!waits_for_a_push, || "an answer waits, and nothing will push it".into())
    }

    /// Folding the log gives the whole state again.
    pub fn check_fold(&self) -> Result<(), String> {
        let folded = self.folded()?;
        unless(folded.checkpoint() == self.thread.checkpoint(), || {
            format!("folded {}\nlived  {}", folded.checkpoint(), self.thread.checkpoint())
        })
    }

    fn listing(&mut self) -> Result<Listing, String> {
        let effects = self.handle(Some(CallId(0)), Command::JournalList);
        effects
            .into_iter()
            .find_map(|effect| match effect {
                Effect::Reply { reply: Ok(Reply::Journal(listing)), .. } => Some(*listing),
                _ => None,
            })
            .ok_or_else(|| "no list".into())
    }
}
