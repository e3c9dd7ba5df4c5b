//! Following, publishing, and the boundaries of a conversation: reset, move, forget.

use std::sync::Arc;

use super::{Context, Thread};
use crate::core::command::{Since, Voice};
use crate::core::effect::{Effect, OpenCard, Reply, Snapshot};
use crate::core::id::{CallId, ConnId, ThreadId};
use crate::core::journal::ConversationEnd;
use crate::core::json::Json;
use crate::core::outcome::Outcome;
use crate::core::record::Record;

impl Thread {
    /// The snapshot is taken and the follower joins in this one step: the next event it gets is `seq + 1`.
    pub(super) fn follow(
        &mut self,
        call: Option<CallId>,
        conn: ConnId,
        voice: Voice,
        since: Option<Since>,
        cx: &mut Context<'_>,
    ) {
        self.present.followers.insert(conn, voice);
        let snapshot = Box::new(self.snapshot());
        cx.out.push(Effect::Follow { conn, call, snapshot, since });
    }

    pub(super) fn unfollow(&mut self, call: Option<CallId>, conn: ConnId, cx: &mut Context<'_>) {
        self.present.leave(conn);
        cx.out.push(Effect::Unfollow { conn });
        cx.reply(call, Ok(Reply::Done));
    }

    pub(super) fn snapshot_for(&self, call: Option<CallId>, cx: &mut Context<'_>) {
        if !self.no_thread(call, cx) {
            cx.reply(call, Ok(Reply::Snapshot(Box::new(self.snapshot()))));
        }
    }

    fn snapshot(&self) -> Snapshot {
        let card = |open: &super::open::Open| OpenCard {
            asked: Arc::clone(&open.asked),
            seq: open.seq,
            asked_at: open.asked_at,
            deadline_at: open.deadline_at,
            locks: open.locks.clone(),
            private: open.asked.private,
        };
        Snapshot {
            thread: self.state.name.clone(),
            epoch: self.state.epoch,
            seq: self.state.seq,
            generation: self.state.generation,
            status: self.state.told,
            open: self.state.open.iter().map(card).collect(),
        }
    }

    pub(super) fn publish(&mut self, call: Option<CallId>, event: String, data: Json, cx: &mut Context<'_>) {
        let seq = self.record(Record::Published { event, data }, cx).seq;
        cx.reply(call, Ok(Reply::Published { seq }));
    }

    pub(super) fn reset(&mut self, call: Option<CallId>, reason: Option<String>, cx: &mut Context<'_>) {
        if self.no_thread(call, cx) {
            return;
        }
        self.boundary(reason, cx);
        cx.reply(call, Ok(Reply::Reset { generation: self.state.generation }));
    }

    /// The last event under the old name says the new one; nothing is said again.
    pub(super) fn rename(&mut self, call: Option<CallId>, to: ThreadId, cx: &mut Context<'_>) {
        if self.no_thread(call, cx) {
            return;
        }
        self.record(Record::Moved { to: Some(to) }, cx);
        cx.reply(call, Ok(Reply::Done));
    }

    /// The thread ends. Nothing is told of it after `thread.moved`, not even a status.
    pub(super) fn forget(&mut self, call: Option<CallId>, cx: &mut Context<'_>) {
        if self.no_thread(call, cx) {
            return;
        }
        self.settle_where(Outcome::Disposed, cx, |_| true);
        self.end_deferred(Outcome::Disposed, cx);
        let owed = self.owed(ConversationEnd::Forgotten);
        self.record(Record::Moved { to: None }, cx);
        self.recall_push(cx);
        self.dismiss_host(cx);
        cx.out.extend(owed);
        cx.out.push(Effect::Forgotten);
        cx.reply(call, Ok(Reply::Done));
    }
}
