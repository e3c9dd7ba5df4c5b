//! What the facts of the journal are made of: hosts that reply to pushes, calls whose replies are written or lost.

use dialog_hub::core::command::*;
use dialog_hub::core::effect::{AskResult, Effect, HostRequest, Reply};
use dialog_hub::core::id::{CallId, ConnId, DialogId, HostRequestId, JournalToken};
use dialog_hub::core::journal::{Deliver, Delivery, Listed, Loss};
use dialog_hub::core::limits::{Limits, PUSH_AFTER_MS};
use dialog_hub::core::outcome::RunOutcome;
use dialog_hub::core::thread::Thread;
use serde_json::json;

use crate::world::*;

/// An input with a title.
pub fn input(title: &str) -> serde_json::Value {
    json!({"method": "input", "title": title})
}

/// Who names an instance over HTTP.
pub fn named(instance: &str) -> Caller {
    Caller { conn: None, instance: Some(instance.into()) }
}

/// An ask that waits.
pub fn waiting(caller: Caller, title: &str) -> Ask {
    Ask { wait: Wait::Forever, caller, recover: Recover::Never, ..ask(input(title)) }
}

/// Pushes among effects.
pub fn pushes(effects: &[Effect]) -> Vec<(HostRequestId, &Deliver)> {
    let one = |effect| match effect {
        &Effect::AskHost { request, what: HostRequest::Deliver(ref it), .. } => Some((request, &**it)),
        _ => None,
    };
    effects.iter().filter_map(one).collect()
}

/// The one push among effects.
pub fn push(effects: &[Effect]) -> (HostRequestId, Deliver) {
    let all = pushes(effects);
    assert_eq!(all.len(), 1, "one push: {effects:?}");
    (all[0].0, all[0].1.clone())
}

/// The texts of the pushes.
pub fn pushed(effects: &[Effect]) -> Vec<String> {
    pushes(effects).iter().map(|(_, it)| it.value.0.as_str().unwrap().to_owned()).collect()
}

/// What was disclosed as lost.
pub fn lost(effects: &[Effect]) -> Vec<&Loss> {
    let mut lost = Vec::new();
    for effect in effects {
        if let Effect::Lost(loss) = effect {
            lost.push(loss);
        }
    }
    lost
}

/// The result that a call was told.
pub fn told(effects: &[Effect], to: CallId) -> &AskResult {
    for effect in effects {
        match effect {
            Effect::HandOver { call, result } if *call == to => return result,
            Effect::Reply { call, reply: Ok(Reply::Result(result)) } if *call == to => return result,
            _ => {}
        }
    }
    panic!("{to:?} was told nothing: {effects:?}")
}

impl World {
    /// A world with the host of an instance.
    pub fn hosted(instance: &str) -> Self {
        let mut w = Self::new();
        w.attach(HOST, instance);
        w
    }

    pub fn keeping(mut self, journal_per_thread: usize) -> Self {
        self.limits = Limits { journal_per_thread, ..self.limits };
        self
    }

    /// Asks, and waits; its call and its dialog.
    pub fn asks(&mut self, ask: Ask) -> (CallId, DialogId) {
        let shown = self.run(Command::Ask(Box::new(ask)));
        (self.last_call(), opened(&shown).unwrap_or_else(|| panic!("nothing was shown: {shown:?}")))
    }

    pub fn says(&mut self, id: &DialogId, text: &str) -> Vec<Effect> {
        let mut effects = self.run(answer(id, json!({"value": text})));
        // The moment after which an orphan is pushed.
        effects.extend(self.tick(PUSH_AFTER_MS));
        effects
    }

    /// An answer whose call is gone, to a question of an instance.
    pub fn orphan(&mut self, caller: Caller, text: &str) -> Vec<Effect> {
        let (call, id) = self.asks(waiting(caller, text));
        self.run_for(Some(call), Command::CallGone);
        self.says(&id, text)
    }

    /// Asks the same again; the effects.
    pub fn asks_again(&mut self, caller: Caller, title: &str, recover: Recover) -> (CallId, Vec<Effect>) {
        let again = Ask { recover, ..waiting(caller, title) };
        let effects = self.run(Command::Ask(Box::new(again)));
        (self.last_call(), effects)
    }

    /// What the same ask again recovers, if anything.
    pub fn recovers(&mut self, caller: Caller, title: &str, recover: Recover) -> Option<String> {
        let (call, effects) = self.asks_again(caller, title, recover);
        if let Some(id) = opened(&effects) {
            self.run(Command::Withdraw { which: Which::Id(id) });
            return None;
        }
        let result = told(&effects, call);
        assert!(result.recovered);
        let text = value(result).as_str().unwrap().to_owned();
        self.written(call);
        Some(text)
    }

    pub fn written(&mut self, call: CallId) -> Vec<Effect> {
        self.run_for(Some(call), Command::Written)
    }

    pub fn unwritten(&mut self, call: CallId) -> Vec<Effect> {
        self.run_for(Some(call), Command::CallGone)
    }

    pub fn gone(&mut self, conn: ConnId) -> Vec<Effect> {
        self.run_for(None, Command::ConnGone { conn })
    }

    pub fn accepts(&mut self, request: HostRequestId) -> Vec<Effect> {
        self.run_for(None, Command::HostReplied { request, reply: HostReply::Done { run: None } })
    }

    pub fn refuses(&mut self, request: HostRequestId) -> Vec<Effect> {
        let reply = HostReply::Error { message: "not now".into() };
        self.run_for(None, Command::HostReplied { request, reply })
    }

    pub fn begins(&mut self) -> u64 {
        match reply(self.run(Command::RunBegin).into_iter().filter(is_reply).collect()) {
            Ok(Reply::Run { run }) => run,
            other => panic!("no run: {other:?}"),
        }
    }

    pub fn ends(&mut self, run: u64, outcome: RunOutcome) -> Vec<Effect> {
        self.run(Command::RunEnd { run, outcome })
    }

    pub fn acks(
        &mut self,
        tokens: &[JournalToken],
        caller: Caller,
    ) -> Result<Vec<JournalToken>, dialog_hub::core::error::Error> {
        match reply(self.run(Command::JournalAck { tokens: tokens.to_vec(), caller }))? {
            Reply::Acked(proved) => Ok(proved),
            other => panic!("no ack: {other:?}"),
        }
    }

    pub fn list(&mut self) -> Vec<Listed> {
        match reply(self.run(Command::JournalList)) {
            Ok(Reply::Journal(listing)) => listing.entries,
            other => panic!("no list: {other:?}"),
        }
    }

    /// The states of all entries: their delivery and whether they are acked.
    pub fn states(&mut self) -> Vec<(Delivery, bool)> {
        self.list().iter().map(|it| (it.delivery, it.is_acked)).collect()
    }

    pub fn token(&mut self, place: usize) -> JournalToken {
        self.list()[place].token.clone()
    }

    pub fn debt(&self) -> u64 {
        self.thread.journal().outstanding.debt
    }

    /// The process dies and comes back with all that it wrote.
    pub fn restarts(&mut self) -> Vec<Effect> {
        self.thread = self.fold();
        self.run_for(None, Command::Loaded)
    }

    /// The same from a checkpoint, and what was written behind it.
    pub fn restarts_from(&mut self, checkpoint: &str, behind: usize) {
        let tail = self.log[behind..].to_vec();
        self.thread = Thread::fold(EPOCH, name("t"), Some(checkpoint), tail, &self.limits).unwrap();
    }
}

fn is_reply(effect: &Effect) -> bool {
    matches!(effect, Effect::Reply { .. })
}
