//! What the hub itself does not let through, with a fan-out whose steps are taken by hand.

use std::sync::Arc;

use super::super::clock::Clock;
use super::super::inbox::{Inbox, ReplyTo};
use super::super::state::Shared;
use super::*;
use crate::core::command::Voice;
use crate::core::json::Json;
use crate::error::Code;
use crate::fanout::{Kind, Outbox, Pump};
use crate::store::memory::Memory;

const FOLLOWER: ConnId = ConnId(1);

/// A writer, one follower of the thread `t`, and how many calls were made.
struct Scene {
    writer: Writer,
    calls: u64,
}

impl Scene {
    fn new() -> Self {
        let shared = Arc::new(Shared::new(Arc::default()));
        let (clock, _) = Clock::manual(1);
        let writer = Writer::new(
            Limits::default(),
            Box::new(Memory::new()),
            clock,
            shared,
            Vec::new(),
            Pump::by_hand(1),
        );
        let mut scene = Self { writer, calls: 0 };
        let outbox = Arc::new(Outbox::new(Kind::WebSocket, 1 << 30));
        scene.take(Input::Connected { conn: FOLLOWER, outbox });
        scene.call(Command::Follow { conn: FOLLOWER, voice: Voice::None, since: None });
        scene
    }

    fn take(&mut self, input: Input) {
        let (inbox, mut receiver) = Inbox::new(Arc::default());
        inbox.send_now(input).expect("the other end is here");
        let envelope = receiver.try_recv().expect("what was sent");
        self.writer.take(std::iter::once(envelope));
    }

    /// The refusal of a call over HTTP, if it is refused.
    fn call(&mut self, command: Command) -> Option<ApiError> {
        self.calls += 1;
        let (reply, mut replied) = tokio::sync::oneshot::channel();
        let thread = ThreadId::parse("t").expect("a name");
        let (id, reply) = (CallId(self.calls), ReplyTo::Http(reply));
        self.take(Input::Call(Box::new(Call { id, conn: None, thread, command, reply })));
        replied.try_recv().ok().and_then(Result::err)
    }

    fn publish(&mut self) -> Option<ApiError> {
        let data = Json(serde_json::json!("x".repeat(100_000)));
        self.call(Command::Publish { event: "e".to_owned(), data })
    }

    /// Publishes until that is refused.
    fn publish_all(&mut self) -> ApiError {
        (0..100).find_map(|_| self.publish()).expect("a publisher without pause is held back")
    }
}

#[test]
fn a_publisher_is_held_back_until_its_followers_have_what_was_published() {
    let mut scene = Scene::new();
    let refused = scene.publish_all();
    assert_eq!(refused.code, Code::Limit, "{refused:?}");
    assert_eq!(scene.writer.shared.metrics.publishes_held_back.get(), 1);
    assert!(scene.publish().is_some(), "nobody was given anything meanwhile");
    while scene.writer.pump.step(0, 1) {}
    assert_eq!(scene.publish(), None);
}

#[test]
fn a_flood_of_publishing_keeps_nobody_from_what_is_no_publishing() {
    let mut scene = Scene::new();
    scene.publish_all();
    assert_eq!(scene.call(Command::RunBegin), None);
    assert_eq!(scene.call(Command::Stop), None);
}

#[test]
fn what_is_no_publishing_is_bounded_too() {
    let mut scene = Scene::new();
    assert_eq!(scene.call(Command::RunBegin), None);
    let reset = || Command::Reset { reason: Some("r".repeat(100_000)) };
    let refused = (0..100).find_map(|_| scene.call(reset())).expect("it is held back");
    assert_eq!(refused.code, Code::Limit, "{refused:?}");
    while scene.writer.pump.step(0, 1) {}
    assert_eq!(scene.call(reset()), None);
}

#[test]
fn what_is_on_its_way_is_less_than_what_may_wait() {
    for max_queue_bytes in [0, 1, 64 << 10, 1 << 20, 1 << 30] {
        let limits = Limits { max_queue_bytes, ..Limits::default() };
        assert!(max_backlog_bytes(&limits) <= max_queue_bytes / 2);
    }
    assert_eq!(max_backlog_bytes(&Limits::default()), MAX_BACKLOG_BYTES);
}
