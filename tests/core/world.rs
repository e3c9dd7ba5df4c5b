//! One thread with a clock that is turned by hand, ids that are counted, and everything it said.

use std::sync::Arc;

use dialog_hub::core::answer::SecretText;
use dialog_hub::core::command::{
    AnswerCommand, Ask, Caller, Command, IfUnattended, OnDisconnect, Recover, Via, Voice, Wait,
};
use dialog_hub::core::dialog::Dialog;
use dialog_hub::core::effect::{AskResult, Effect, Reply, ResultValue};
use dialog_hub::core::error::Error;
use dialog_hub::core::id::{CallId, ConnId, DialogId, Epoch, HostRequestId, Ids, ThreadId};
use dialog_hub::core::json::Json;
use dialog_hub::core::limits::{DEFAULT_HOLD_MS, Limits};
use dialog_hub::core::outcome::By;
use dialog_hub::core::record::{Entry, Record};
use dialog_hub::core::thread::{Context, Thread};
use serde_json::json;
use uuid::Uuid;

/// Ids 1, 2, 3 …
#[derive(Default)]
pub struct Counted(pub u128);

impl Ids for Counted {
    fn uuid(&mut self) -> Uuid {
        self.0 += 1;
        Uuid::from_u128(self.0)
    }
    fn host_request(&mut self) -> HostRequestId {
        self.0 += 1;
        HostRequestId(u64::try_from(self.0).unwrap())
    }
}

pub const EPOCH: Epoch = Epoch(Uuid::from_u128(7));
pub const TAB: ConnId = ConnId(1);
pub const HOST: ConnId = ConnId(2);

pub struct World {
    pub thread: Thread,
    pub now: u64,
    pub ids: Counted,
    pub limits: Limits,
    pub log: Vec<Entry>,
    pub calls: u64,
}

impl World {
    pub fn new() -> Self {
        Self {
            thread: Thread::cold(EPOCH, name("t")),
            now: 1_700_000_000_000,
            ids: Counted::default(),
            limits: Limits::default(),
            log: Vec::new(),
            calls: 0,
        }
    }

    /// Carries out a command for a call; its effects.
    pub fn run(&mut self, command: Command) -> Vec<Effect> {
        self.calls += 1;
        self.run_for(Some(CallId(self.calls)), command)
    }

    pub fn run_for(&mut self, call: Option<CallId>, command: Command) -> Vec<Effect> {
        let mut out = Vec::new();
        let mut cx = Context { now: self.now, limits: &self.limits, ids: &mut self.ids, out: &mut out };
        self.thread.handle(call, command, &mut cx);
        for effect in &out {
            if let Effect::Append(entry) | Effect::AppendLater(entry) = effect {
                self.log.push((**entry).clone());
            }
        }
        out
    }

    /// The call that the last command was run for.
    pub fn last_call(&self) -> CallId {
        CallId(self.calls)
    }

    /// Lets time pass, and ticks.
    pub fn tick(&mut self, ms: u64) -> Vec<Effect> {
        self.now += ms;
        self.run_for(None, Command::Tick)
    }

    /// The same thread, folded from what it wrote.
    pub fn fold(&self) -> Thread {
        Thread::fold(EPOCH, name("t"), None, self.log.clone(), &self.limits).expect("its own log folds")
    }

    /// Asks without waiting; the id.
    pub fn ask(&mut self, dialog: serde_json::Value) -> DialogId {
        let effects = self.run(Command::Ask(Box::new(ask(dialog))));
        opened(&effects).unwrap_or_else(|| panic!("it was not opened: {effects:?}"))
    }

    pub fn answer(&mut self, id: &DialogId, payload: serde_json::Value) -> Result<(), Error> {
        reply(self.run(answer(id, payload))).map(|_| ())
    }

    pub fn result(&mut self, id: &DialogId) -> AskResult {
        match reply(self.run(Command::Get { id: id.clone(), wait: Wait::Ms(0), caller: Caller::default() })) {
            Ok(Reply::Result(result)) => *result,
            other => panic!("no result: {other:?}"),
        }
    }

    pub fn follow(&mut self, conn: ConnId) {
        self.run(Command::Follow { conn, voice: Voice::Full, since: None });
    }

    pub fn attach(&mut self, conn: ConnId, instance: &str) -> Vec<Effect> {
        self.run(Command::Attach { conn, instance: Some(instance.into()) })
    }
}

pub fn name(text: &str) -> ThreadId {
    ThreadId::parse(text).unwrap()
}

pub fn by(follower: &str) -> By {
    By { follower: follower.into(), label: None, subject: None }
}

pub fn dialog(spec: serde_json::Value) -> Arc<Dialog> {
    Arc::new(Dialog::parse(Json(spec), &Limits::default()).expect("a good dialog"))
}

/// An ask with every default, that does not wait.
pub fn ask(spec: serde_json::Value) -> Ask {
    ask_of(dialog(spec))
}

pub fn ask_of(dialog: Arc<Dialog>) -> Ask {
    Ask {
        dialog,
        key: None,
        timeout_ms: None,
        wait: Wait::Ms(0),
        if_unattended: IfUnattended::Wait,
        private: false,
        on_disconnect: OnDisconnect::Keep,
        use_default: false,
        hold_ms: DEFAULT_HOLD_MS,
        require_other_subject: false,
        recover: Recover::Unacked,
        run: None,
        subject: None,
        caller: Caller::default(),
    }
}

/// Who calls over a connection and names no instance.
pub fn over(conn: ConnId) -> Caller {
    Caller { conn: Some(conn), instance: None }
}

pub fn answer(id: &DialogId, payload: serde_json::Value) -> Command {
    Command::Answer(Box::new(AnswerCommand {
        id: id.clone(),
        payload: Json(payload).into(),
        answer_key: None,
        by: by("tab"),
        via: Via::Call,
    }))
}

pub fn select() -> serde_json::Value {
    json!({"method": "select", "title": "Which?", "options": ["a", "b"]})
}

pub fn confirm() -> serde_json::Value {
    json!({"method": "confirm", "title": "Go?"})
}

pub fn batch() -> serde_json::Value {
    json!({"method": "questionnaire", "title": "Batch", "questions": [
        {"id": "q0", "question": "First?", "options": ["1", "2"]},
        {"id": "q1", "question": "Second?"}]})
}

/// The reply among the effects of one call.
pub fn reply(effects: Vec<Effect>) -> Result<Reply, Error> {
    let mut replies = effects.into_iter().filter_map(|effect| match effect {
        Effect::Reply { reply, .. } => Some(reply),
        Effect::HandOver { result, .. } => Some(Ok(Reply::Result(result))),
        _ => None,
    });
    let first = replies.next().expect("a reply");
    assert!(replies.next().is_none(), "one reply a call");
    first
}

pub fn opened(effects: &[Effect]) -> Option<DialogId> {
    effects.iter().find_map(|effect| match effect {
        Effect::Append(entry) => match &entry.record {
            Record::Requested(asked) => Some(asked.id.clone()),
            _ => None,
        },
        _ => None,
    })
}

/// What happened, in order, one word each: event types, `reply`, `tell`, `ask-host` …
pub fn words(effects: &[Effect]) -> Vec<String> {
    effects.iter().map(word).collect()
}

fn word(effect: &Effect) -> String {
    match effect {
        Effect::Append(entry) => match &entry.record {
            Record::Requested(_) => "dialog.requested".into(),
            Record::Locked { .. } => "dialog.locked".into(),
            Record::Deadline { .. } => "dialog.deadline".into(),
            Record::Settled(end) => format!("dialog.settled {}", end.outcome.as_str()),
            Record::Status(status) => {
                format!(
                    "thread.status{}{}",
                    if status.live { " live" } else { "" },
                    if status.busy { " busy" } else { "" }
                )
            }
            Record::Published { .. } => "thread.published".into(),
            Record::Reset { .. } => "thread.reset".into(),
            Record::Moved { .. } => "thread.moved".into(),
            Record::Attached { .. } => "(attached)".into(),
            Record::RunBegan { .. } => "(run began)".into(),
            Record::RunEnded { .. } => "(run ended)".into(),
            other => format!("({})", kind(other)),
        },
        Effect::AppendLater(entry) => format!("(later {})", kind(&entry.record)),
        Effect::HandOver { .. } => "hand-over".into(),
        Effect::Recall { .. } => "recall".into(),
        Effect::Lost(_) => "lost".into(),
        Effect::Reply { reply: Ok(_), .. } => "reply".into(),
        Effect::Reply { reply: Err(_), .. } => "error".into(),
        Effect::Follow { .. } => "follow".into(),
        Effect::Unfollow { .. } => "unfollow".into(),
        Effect::Tell { .. } => "tell".into(),
        Effect::AskHost { .. } => "ask-host".into(),
        Effect::Forgotten => "forgotten".into(),
    }
}

/// A record of the journal, in a word.
fn kind(record: &Record) -> &'static str {
    match record {
        Record::HandedOver(_) => "handed over",
        Record::Pushed { .. } => "pushed",
        Record::Refused { .. } => "refused",
        Record::GivenBack { .. } => "given back",
        Record::Acked { .. } => "acked",
        Record::Evicted { .. } => "evicted",
        Record::TicketLost { .. } => "ticket lost",
        _ => "of the stream",
    }
}

/// The plain value of a result.
pub fn value(result: &AskResult) -> &serde_json::Value {
    match &result.value {
        ResultValue::Json(Json(value)) => value,
        other => panic!("no plain value: {other:?}"),
    }
}

/// The secret of a result, if it still carries one.
pub fn secret(result: &AskResult) -> Option<&str> {
    match &result.value {
        ResultValue::Secret(text) => Some(SecretText::expose(text)),
        _ => None,
    }
}
