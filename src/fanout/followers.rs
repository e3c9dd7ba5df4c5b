//! The followers of one thread, as the write path sees them.
//!
//! Only the hub's writer thread touches it. Callers add, remove and publish; how the bytes get to the sockets is inside.

use std::sync::Arc;

use super::frame::EventFrame;
use super::outbox::{Outbox, Pushed};
use crate::core::id::ConnId;

/// Who gets a thread's events.
#[derive(Debug, Default)]
pub struct Followers {
    list: Vec<(ConnId, Arc<Outbox>)>,
}

/// What became of one event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Published {
    /// Followers that it was queued for.
    pub queued: usize,
    /// Followers that were closed because too much waited for them already.
    pub too_slow: usize,
}

impl Followers {
    /// Joins; a connection that follows already gets every event once all the same.
    pub fn add(&mut self, conn: ConnId, outbox: Arc<Outbox>) {
        if !self.list.iter().any(|(other, _)| *other == conn) {
            self.list.push((conn, outbox));
        }
    }

    /// Leaves; whether it was there.
    pub fn remove(&mut self, conn: ConnId) -> bool {
        let at = self.list.iter().position(|(other, _)| *other == conn);
        at.map(|at| self.list.swap_remove(at)).is_some()
    }

    /// Queues an event for every follower.
    pub fn publish(&self, event: &EventFrame) -> Published {
        let mut published = Published::default();
        for (_, outbox) in &self.list {
            match outbox.push_event(event) {
                Pushed::Queued => published.queued += 1,
                Pushed::TooSlow => published.too_slow += 1,
                Pushed::Ended => {}
            }
        }
        published
    }

    /// Takes over the followers of a cold thread of the same name.
    pub fn merge(&mut self, from: Self) {
        for (conn, outbox) in from.list {
            self.add(conn, outbox);
        }
    }

    /// Everyone, in no order.
    pub fn iter(&self) -> impl Iterator<Item = (ConnId, &Arc<Outbox>)> {
        self.list.iter().map(|(conn, outbox)| (*conn, outbox))
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether nobody follows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}
