//! One connection's handle to the hub: everything that a peer says goes through it, in the order in which it came.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::Hub;
use super::inbox::{Call, Input, NotTaken, ReplyTo};
use crate::core::command::{Command, HostReply};
use crate::core::id::{ConnId, HostRequestId, ThreadId};
use crate::error::ApiError;
use crate::fanout::Outbox;
use crate::wire::close::CloseCode;
use crate::wire::rpc::{self, RequestId};

/// Calls of one connection that may be under way: in the inbox, or decided and not yet told. A call that waits for
/// a person is not.
const MAX_UNDER_WAY: u32 = 64;

/// A connection. Dropping it ends everything of it: its follows, its attachments, its waiting calls.
///
/// Replies come as frames on its outbox. Each method returns when the hub has taken what was said, so that
/// awaiting one after the other keeps the order; where the inbox stays full, the call is refused with `limit`.
#[derive(Debug)]
pub struct Connection {
    hub: Hub,
    conn: ConnId,
    follower: String,
    outbox: Arc<Outbox>,
    turns: Arc<Semaphore>,
}

impl Connection {
    pub(super) fn new(hub: Hub, conn: ConnId, follower: String, outbox: Arc<Outbox>) -> Self {
        Self { hub, conn, follower, outbox, turns: Arc::new(Semaphore::new(MAX_UNDER_WAY as usize)) }
    }

    /// The id that commands name it by.
    #[must_use]
    pub const fn conn(&self) -> ConnId {
        self.conn
    }

    /// The id that people see, as `by` names it; never given twice, also not over restarts.
    #[must_use]
    pub fn follower(&self) -> &str {
        &self.follower
    }

    /// A call to a thread; without an id a notification, which gets no reply.
    pub async fn call(&self, request: Option<RequestId>, thread: ThreadId, command: Command) {
        // A snapshot may be large, and the next thing that is said waits until it is queued.
        let turn = self.turn(if matches!(command, Command::Follow { .. }) { MAX_UNDER_WAY } else { 1 }).await;
        let id = self.hub.shared.fresh_call();
        let reply = reply_to(request.clone());
        let call = Call { id, conn: Some(self.conn), thread, command, reply };
        let sent = self.hub.send_in_turn(Input::Call(Box::new(call)), turn).await;
        self.refuse(request, sent);
    }

    /// A response frame to a dialog: [`Command::Answer`] with `Via::Response`, or [`Command::CannotShow`].
    pub async fn respond(&self, command: Command) {
        let turn = self.turn(1).await;
        let input = Input::Respond { conn: self.conn, command: Box::new(command) };
        // A response frame gets no reply; one that finds no hub finds its outbox closed.
        let _ = self.hub.inbox.send_in_turn(input, turn).await;
    }

    /// A host's reply to a request of the hub. It is waited for, a delivery without a time: so it waits for room.
    pub async fn host_replied(&self, request: HostRequestId, reply: HostReply) {
        let input = || Input::HostReplied { conn: self.conn, request, reply: reply.clone() };
        while self.hub.inbox.send(input()).await == Err(NotTaken::Full) {}
    }

    /// `hub.follow`.
    pub async fn follow_hub(&self, request: Option<RequestId>) {
        let turn = self.turn(MAX_UNDER_WAY).await;
        let input = Input::FollowHub { conn: self.conn, reply: reply_to(request.clone()) };
        let sent = self.hub.send_in_turn(input, turn).await;
        self.refuse(request, sent);
    }

    /// Waits until the connection may say more: what it asks for is bounded before it is queued, as the outbox
    /// bounds what is queued and not read.
    async fn turn(&self, of: u32) -> Option<OwnedSemaphorePermit> {
        // The semaphore is never closed.
        self.turns.clone().acquire_many_owned(of).await.ok()
    }

    fn refuse(&self, request: Option<RequestId>, sent: Result<(), ApiError>) {
        if let (Some(request), Err(error)) = (request, sent) {
            self.outbox.push_frame(rpc::error_frame(Some(&request), &error));
        }
    }

    pub(super) fn close_for_the_end(&self) {
        self.outbox.close(CloseCode::GoingAway, "the hub has ended");
    }
}

fn reply_to(request: Option<RequestId>) -> ReplyTo {
    request.map_or(ReplyTo::Nobody, ReplyTo::Frame)
}

impl Drop for Connection {
    fn drop(&mut self) {
        // Where the writer thread has ended, nobody has to know any more.
        let _ = self.hub.inbox.send_now(Input::Gone { conn: self.conn });
    }
}
