//! One thread of the core, driven as a hub drives it: by the frames that clients send, with a clock that is turned by
//! hand and ids that are counted. The same frames give the same effects, to the byte, in every run.

#![allow(dead_code, reason = "each target uses its own part of this")]

use std::sync::Arc;

use dialog_hub::core::command::{Command, Voice};
use dialog_hub::core::effect::Effect;
use dialog_hub::core::id::{CallId, ConnId, DialogId, Epoch, HostRequestId, Ids, ThreadId};
use dialog_hub::core::limits::Limits;
use dialog_hub::core::outcome::By;
use dialog_hub::core::record::{Entry, Record};
use dialog_hub::core::thread::{Context, Thread};
use dialog_hub::wire::call::{self, Call, Speaker};
use dialog_hub::wire::event::{self, Event};
use dialog_hub::wire::rpc::{self, Incoming};
use uuid::Uuid;

/// The stream of the thread.
pub const EPOCH: Epoch = Epoch(Uuid::from_u128(7));
/// The thread's name.
pub const THREAD: &str = "build-7";

/// A dialog of each kind that is asked here, with an answer to it.
pub const DIALOGS: [(&str, &str, &str); 3] = [
    ("confirm", r#"{"method":"confirm","title":"Deploy to production?"}"#, r#""confirmed":true"#),
    (
        "select",
        r#"{"method":"select","title":"Which region is next?","options":["eu-west","us-east","ap-south"]}"#,
        r#""value":"us-east""#,
    ),
    (
        "questionnaire",
        r#"{"method":"questionnaire","title":"Before the release","questions":[{"id":"size","question":"How large?","options":["small","large"]},{"id":"notes","question":"What is in it?","required":false}]}"#,
        r#""answers":[{"id":"size","value":"small"},{"id":"notes","value":"fixes"}]"#,
    ),
];

/// The frame of an ask that waits for its answer.
pub fn ask_frame(dialog: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"dialog.ask","params":{{"thread":"{THREAD}","dialog":{dialog},"timeout_ms":600000}}}}"#
    )
}

/// The frame of an answer, which is a part of its parameters.
pub fn answer_frame(id: &DialogId, answer: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":2,"method":"dialog.answer","params":{{"thread":"{THREAD}","id":"{id}",{answer},"answer_key":"k-0123456789"}}}}"#
    )
}

/// The frame of a publish whose data holds a text of so many bytes.
pub fn publish_frame(bytes: usize) -> String {
    let text = "x".repeat(bytes);
    format!(
        r#"{{"jsonrpc":"2.0","method":"thread.publish","params":{{"thread":"{THREAD}","event":"progress","data":{{"step":3,"text":"{text}"}}}}}}"#
    )
}

/// The frame of a follow.
pub fn follow_frame() -> String {
    format!(r#"{{"jsonrpc":"2.0","id":3,"method":"thread.follow","params":{{"thread":"{THREAD}"}}}}"#)
}

/// The command that a frame asks for, read and checked as a connection does it.
pub fn command(frame: &str, speaker: &Speaker, limits: &Limits) -> Command {
    let (method, params) = match rpc::read(frame) {
        Incoming::Request { method, params, .. } | Incoming::Notification { method, params } => {
            (method, params)
        }
        _ => panic!("a call: {frame}"),
    };
    match call::parse(&method, params, limits) {
        Ok(Call::Thread { call, .. }) => call.into_command(speaker).expect("the speaker has a connection"),
        other => panic!("a call to the thread: {other:?}"),
    }
}

/// A tab that asks as well: every command here is its.
pub fn speaker() -> Speaker {
    Speaker {
        conn: Some(ConnId(1)),
        by: By { follower: "f-1".into(), label: Some("tab".into()), subject: None },
        voice: Voice::Full,
        instance: None,
        subject: None,
    }
}

/// Ids 1, 2, 3 …
#[derive(Default)]
struct Counted(u64);

impl Ids for Counted {
    fn uuid(&mut self) -> Uuid {
        self.0 += 1;
        Uuid::from_u128(self.0.into())
    }
    fn host_request(&mut self) -> HostRequestId {
        self.0 += 1;
        HostRequestId(self.0)
    }
}

/// The thread, what it stands in, and what it wants done since that was last forgotten.
pub struct Stage {
    pub thread: Thread,
    pub name: ThreadId,
    pub limits: Limits,
    pub speaker: Speaker,
    pub effects: Vec<Effect>,
    now_ms: u64,
    ids: Counted,
    calls: u64,
}

impl Stage {
    pub fn new() -> Self {
        let name = ThreadId::parse(THREAD).expect("a good name");
        Self {
            thread: Thread::cold(EPOCH, name.clone()),
            name,
            limits: Limits::default(),
            speaker: speaker(),
            effects: Vec::new(),
            now_ms: 1_700_000_000_000,
            ids: Counted::default(),
            calls: 0,
        }
    }

    /// The command of a frame to this thread.
    pub fn read(&self, frame: &str) -> Command {
        command(frame, &self.speaker, &self.limits)
    }

    /// Carries out a command for a new call, a millisecond after the one before.
    pub fn decide(&mut self, command: Command) {
        self.calls += 1;
        self.decide_for(CallId(self.calls), command);
    }

    fn decide_for(&mut self, call: CallId, command: Command) {
        self.now_ms += 1;
        let mut cx =
            Context { now: self.now_ms, limits: &self.limits, ids: &mut self.ids, out: &mut self.effects };
        self.thread.handle(Some(call), command, &mut cx);
    }

    /// Reports every result that was to be handed over as written.
    pub fn write_what_is_handed_over(&mut self) {
        let handed = self.effects.iter().filter_map(|effect| match effect {
            Effect::HandOver { call, .. } => Some(*call),
            _ => None,
        });
        for call in handed.collect::<Vec<_>>() {
            self.decide_for(call, Command::Written);
        }
    }

    /// The dialogs that were opened, oldest first.
    pub fn opened(&self) -> Vec<DialogId> {
        let asked = self.entries().filter_map(|entry| match &entry.record {
            Record::Requested(asked) => Some(asked.id.clone()),
            _ => None,
        });
        asked.collect()
    }

    /// What is to be written, oldest first.
    pub fn entries(&self) -> impl Iterator<Item = &Arc<Entry>> {
        self.effects.iter().filter_map(|effect| match effect {
            Effect::Append(entry) | Effect::AppendLater(entry) => Some(entry),
            _ => None,
        })
    }

    /// The events that followers are told, encoded.
    pub fn events(&self) -> Vec<Event> {
        self.entries().filter_map(|entry| event::encode(&self.name, EPOCH, entry)).collect()
    }

    /// One dialog from its question to the proof that its asker has the answer.
    pub fn round(&mut self, dialog: &str, answer: &str) {
        self.decide(self.read(&ask_frame(dialog)));
        let id = self.opened().pop().expect("it is open");
        self.decide(self.read(&answer_frame(&id, answer)));
        self.write_what_is_handed_over();
    }
}
