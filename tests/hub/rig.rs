//! A running hub, peers that read their outboxes, and a store that can be told to fail.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use bytes::Bytes;
use dialog_hub::core::command::{
    AnswerCommand, Ask, Caller, Command, IfUnattended, OnDisconnect, Recover, Since, Via, Voice, Wait,
};
use dialog_hub::core::dialog::Dialog;
use dialog_hub::core::effect::Reply;
use dialog_hub::core::id::{DialogId, Epoch, ThreadId};
use dialog_hub::core::json::Json;
use dialog_hub::core::limits::Limits;
use dialog_hub::core::outcome::By;
use dialog_hub::core::record::Entry;
use dialog_hub::error::ApiError;
use dialog_hub::fanout::{Kind, Outbox, Taken};
use dialog_hub::hub::{Clock, Connection, Hub, Manual, Metrics, Replied};
use dialog_hub::store::memory::Memory;
use dialog_hub::store::{Change, Loaded, Row, Store, StoreError};
use dialog_hub::wire::rpc::RequestId;
use parking_lot::Mutex;
use serde_json::{Value, json};
use tokio::sync::oneshot;

/// When the tests begin.
pub const START_MS: u64 = 1_700_000_000_000;
/// How long anything that happens at once may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// A store in memory that outlives its hub, and that fails when it is told to.
#[derive(Clone, Default)]
pub struct Disk {
    memory: Arc<Mutex<Memory>>,
    is_broken: Arc<AtomicBool>,
    /// A thread whose own entries cannot be read.
    damaged: Arc<Mutex<Option<Epoch>>>,
    /// What a look through it beside the hub will tell.
    look: Arc<Mutex<Option<oneshot::Receiver<StoreError>>>>,
}

impl Disk {
    pub fn break_it(&self) {
        self.is_broken.store(true, Ordering::SeqCst);
    }

    /// The next start looks through it beside the hub; what it finds is sent here.
    pub fn look(&self) -> oneshot::Sender<StoreError> {
        let (tell, found) = oneshot::channel();
        *self.look.lock() = Some(found);
        tell
    }

    /// From now on the entries of this thread are damaged.
    pub fn damage(&self, thread: &str) {
        let rows = self.memory.lock().rows().expect("memory");
        let row = rows.into_iter().find(|row| row.thread.as_str() == thread).expect("a thread of that name");
        *self.damaged.lock() = Some(row.epoch);
    }

    fn check(&self) -> Result<(), StoreError> {
        if self.is_broken.load(Ordering::SeqCst) {
            Err(StoreError::Failed("no space".into()))
        } else {
            Ok(())
        }
    }
}

impl Store for Disk {
    fn rows(&mut self) -> Result<Vec<Row>, StoreError> {
        self.memory.lock().rows()
    }
    fn damage(&mut self) -> Option<oneshot::Receiver<StoreError>> {
        self.look.lock().take()
    }
    fn load(&mut self, epoch: Epoch) -> Result<Loaded, StoreError> {
        self.check()?;
        if *self.damaged.lock() == Some(epoch) {
            return Err(StoreError::Damaged { file: "memory".into(), place: "a test's doing".into() });
        }
        self.memory.lock().load(epoch)
    }
    fn told(&mut self, epoch: Epoch, after_seq: u64, through_seq: u64) -> Result<Vec<Entry>, StoreError> {
        self.memory.lock().told(epoch, after_seq, through_seq)
    }
    fn asked_on(&mut self, id: &DialogId) -> Result<Option<Epoch>, StoreError> {
        self.check()?;
        self.memory.lock().asked_on(id)
    }
    fn commit(&mut self, changes: &[Change]) -> Result<(), StoreError> {
        self.check()?;
        self.memory.lock().commit(changes)
    }
}

/// A hub whose clock stands still until it is told to move.
pub struct Rig {
    pub hub: Hub,
    pub clock: Arc<Manual>,
    pub limits: Limits,
    thread: std::thread::JoinHandle<()>,
}

impl Rig {
    pub fn new() -> Self {
        Self::with(Limits::default(), &Disk::default())
    }

    pub fn with(limits: Limits, disk: &Disk) -> Self {
        Self::at(START_MS, limits, disk)
    }

    pub fn at(now_ms: u64, limits: Limits, disk: &Disk) -> Self {
        let (clock, manual) = Clock::manual(now_ms);
        let store = Box::new(disk.clone());
        let (hub, thread) =
            Hub::start(limits.clone(), store, clock, Arc::new(Metrics::default())).expect("it starts");
        Self { hub, clock: manual, limits, thread }
    }

    pub fn peer(&self) -> Peer {
        self.peer_with(self.limits.max_queue_bytes)
    }

    pub fn peer_with(&self, max_queue_bytes: usize) -> Peer {
        let outbox = Arc::new(Outbox::new(Kind::WebSocket, max_queue_bytes));
        Peer {
            connection: self.hub.connect(outbox.clone()),
            hub: self.hub.clone(),
            outbox,
            ids: 0,
            bytes: Vec::new(),
            frames: Vec::new(),
            at: 0,
        }
    }

    /// A call over HTTP that has to succeed.
    pub async fn call(&self, thread: &str, command: Command) -> Reply {
        self.try_call(thread, command).await.expect("the call succeeds")
    }

    /// A call over HTTP whose caller reads its reply.
    pub async fn try_call(&self, thread: &str, command: Command) -> Result<Reply, ApiError> {
        let Replied { reply, receipt } = within(self.hub.call(name(thread), command)).await?;
        if let Some(receipt) = receipt {
            receipt.written();
        }
        Ok(reply)
    }

    /// Asks and does not wait.
    pub async fn ask(&self, thread: &str) -> DialogId {
        self.ask_with(thread, |_| {}).await
    }

    pub async fn ask_with(&self, thread: &str, change: impl FnOnce(&mut Ask)) -> DialogId {
        match self.call(thread, ask(Wait::Ms(0), change)).await {
            Reply::Open { id } => id,
            other => panic!("not open: {other:?}"),
        }
    }

    pub async fn publish(&self, thread: &str, data: Value) {
        self.call(thread, publish(data)).await;
    }

    /// Returns when the hub has done what came before, and what the time has come for.
    pub async fn settle(&self) {
        // The first turn of the loop may have been under way when the clock moved; the next one has seen it.
        for _ in 0..2 {
            within(self.hub.measure()).await;
        }
    }

    /// Ends the hub and waits for its thread.
    pub fn stop(self) {
        self.hub.shutdown();
        self.thread.join().expect("the writer thread ends well");
    }
}

/// A WebSocket peer.
pub struct Peer {
    pub connection: Connection,
    hub: Hub,
    pub outbox: Arc<Outbox>,
    ids: u64,
    bytes: Vec<Bytes>,
    /// Everything that it got, as text; a close frame as its number.
    pub frames: Vec<String>,
    at: usize,
}

impl Peer {
    /// Sends a request; its id.
    pub async fn send(&mut self, thread: &str, command: Command) -> u64 {
        self.ids += 1;
        within(self.connection.call(Some(RequestId::Unsigned(self.ids)), name(thread), command)).await;
        self.ids
    }

    /// Sends a request and reads up to its reply.
    pub async fn call(&mut self, thread: &str, command: Command) -> Value {
        let id = self.send(thread, command).await;
        self.until(|frame| frame["id"] == id && frame.get("method").is_none()).await
    }

    pub async fn follow(&mut self, thread: &str, since: Option<Since>) -> Value {
        let command = self.following(since);
        self.call(thread, command).await["result"].take()
    }

    pub fn following(&self, since: Option<Since>) -> Command {
        Command::Follow { conn: self.connection.conn(), voice: Voice::Full, since }
    }

    pub async fn respond(&self, id: &DialogId, payload: Value) {
        let via = Via::Response(self.connection.conn());
        within(self.connection.respond(answer_via(id, payload, via))).await;
    }

    pub async fn event(&mut self, kind: &str) -> Value {
        self.until(|frame| frame["params"]["type"] == kind).await["params"].take()
    }

    pub async fn notice(&mut self, method: &str) -> Value {
        self.until(|frame| frame["method"] == method).await["params"].take()
    }

    /// Reads on until a frame fits.
    pub async fn until(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        loop {
            let frame = self.next().await;
            let frame: Value = serde_json::from_str(&frame).expect("a frame is JSON");
            if fits(&frame) {
                return frame;
            }
            assert!(!frame.is_number(), "closed with {frame}: {:?}", self.frames);
        }
    }

    /// Reads to the end: the close code.
    pub async fn closed(&mut self) -> u16 {
        loop {
            if let Ok(code) = self.next().await.parse() {
                return code;
            }
        }
    }

    /// The next frame.
    pub async fn next(&mut self) -> String {
        while self.at == self.frames.len() {
            within(self.read()).await;
        }
        self.at += 1;
        self.frames[self.at - 1].clone()
    }

    /// Takes what the outbox has for one write.
    pub async fn read(&mut self) -> Taken {
        let taken = self.outbox.take(&mut self.bytes).await;
        // It was written as soon as it was taken.
        let calls = self.outbox.written();
        if !calls.is_empty() {
            self.hub.written(calls);
        }
        self.frames.extend(self.bytes.drain(..).map(|frame| unframed(&frame)));
        taken
    }

    /// The events that it got so far, as their seqs.
    pub fn seqs(&self) -> Vec<u64> {
        let frames = self.frames.iter().filter_map(|frame| serde_json::from_str::<Value>(frame).ok());
        frames.filter_map(|frame| frame["params"]["seq"].as_u64()).collect()
    }
}

/// The payload of a server frame; of a close frame its number.
fn unframed(frame: &[u8]) -> String {
    let (length, rest) = match frame[1] {
        126 => (usize::from(u16::from_be_bytes([frame[2], frame[3]])), &frame[4..]),
        127 => (u64::from_be_bytes(frame[2..10].try_into().expect("eight bytes")) as usize, &frame[10..]),
        short => (usize::from(short), &frame[2..]),
    };
    assert_eq!(rest.len(), length, "one whole frame");
    match frame[0] {
        0x81 => String::from_utf8(rest.to_vec()).expect("UTF-8"),
        0x88 => u16::from_be_bytes([rest[0], rest[1]]).to_string(),
        other => panic!("a frame that begins with {other:#x}"),
    }
}

pub async fn within<T>(future: impl Future<Output = T>) -> T {
    tokio::time::timeout(PATIENCE, future).await.expect("it happens at once")
}

pub fn name(text: &str) -> ThreadId {
    ThreadId::parse(text).expect("a thread id")
}

pub fn by() -> By {
    By { follower: "http".into(), label: None, subject: None }
}

pub fn since(snapshot: &Value, seq: u64) -> Option<Since> {
    let epoch = snapshot["epoch"].as_str().and_then(|text| text.parse().ok()).map(Epoch);
    Some(Since { epoch, seq })
}

pub fn ask(wait: Wait, change: impl FnOnce(&mut Ask)) -> Command {
    let source = Json(json!({"method": "confirm", "title": "Go?"}));
    let mut ask = Ask {
        dialog: Arc::new(Dialog::parse(source, &Limits::default()).expect("a good dialog")),
        key: None,
        timeout_ms: None,
        wait,
        if_unattended: IfUnattended::Wait,
        private: false,
        on_disconnect: OnDisconnect::Keep,
        use_default: false,
        hold_ms: 0,
        require_other_subject: false,
        recover: Recover::Unacked,
        run: None,
        subject: None,
        caller: Caller::default(),
    };
    change(&mut ask);
    Command::Ask(Box::new(ask))
}

pub fn get(id: DialogId, wait: Wait) -> Command {
    Command::Get { id, wait, caller: Caller::default() }
}

pub fn publish(data: Value) -> Command {
    Command::Publish { event: "e".into(), data: Json(data) }
}

pub fn answer(id: &DialogId, payload: Value) -> Command {
    answer_via(id, payload, Via::Call)
}

pub fn answer_via(id: &DialogId, payload: Value, via: Via) -> Command {
    Command::Answer(Box::new(AnswerCommand {
        id: id.clone(),
        payload: Json(payload).into(),
        answer_key: None,
        by: by(),
        via,
    }))
}

pub fn yes() -> Value {
    json!({"confirmed": true})
}
