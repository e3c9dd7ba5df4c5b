//! The followers of one thread, as the hub sees them.
//!
//! Only the hub's writer thread touches it. Callers add, remove and publish; how the bytes get to the sockets is inside.

use std::collections::HashMap;
use std::sync::Arc;

use super::feed::Feed;
use super::frame::EventFrame;
use super::outbox::Outbox;
use super::pump::{Pump, Turn};
use crate::core::id::ConnId;

/// Who gets a thread's events.
#[derive(Debug, Default)]
pub struct Followers {
    members: HashMap<ConnId, Arc<Outbox>>,
    /// There from the first follower on until the last one leaves.
    feed: Option<Arc<Feed>>,
}

impl Followers {
    /// Joins with the next event; a connection that follows already gets every event once all the same.
    pub fn add(&mut self, conn: ConnId, outbox: Arc<Outbox>, pump: &Pump) {
        let feed = self.feed.get_or_insert_with(|| pump.feed());
        self.members.entry(conn).or_insert_with(|| {
            outbox.join(feed);
            outbox
        });
    }

    /// Leaves; whether it was there.
    pub fn remove(&mut self, conn: ConnId) -> bool {
        let Some(outbox) = self.members.remove(&conn) else { return false };
        if let Some(feed) = &self.feed {
            outbox.leave(feed);
            feed.leave(&outbox);
        }
        if self.members.is_empty() {
            // The room for members goes with the feed.
            *self = Self::default();
        }
        true
    }

    /// Gives an event to every follower, as soon as `turn` says, and behind every event that was published before it.
    pub fn publish(&self, event: Arc<EventFrame>, turn: Turn, pump: &Pump) {
        if let Some(feed) = &self.feed {
            feed.publish(event, turn, pump);
        }
    }

    /// Takes over the followers of a cold thread of the same name.
    pub fn merge(&mut self, mut from: Self, pump: &Pump) {
        for (conn, outbox) in from.take_all() {
            self.add(conn, outbox, pump);
        }
    }

    /// Lets everybody go; gives who was there.
    pub fn take_all(&mut self) -> Vec<(ConnId, Arc<Outbox>)> {
        let (members, feed) = (std::mem::take(&mut self.members), self.feed.take());
        if let Some(feed) = &feed {
            members.values().for_each(|outbox| outbox.leave(feed));
            feed.clear();
        }
        members.into_iter().collect()
    }

    /// Everyone, in no order.
    pub fn iter(&self) -> impl Iterator<Item = (ConnId, &Arc<Outbox>)> {
        self.members.iter().map(|(conn, outbox)| (*conn, outbox))
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether nobody follows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// Bytes of the events that have not been written or queued for everybody yet.
    #[must_use]
    pub fn backlog_bytes(&self) -> usize {
        self.feed.as_ref().map_or(0, |feed| feed.backlog_bytes())
    }
}

impl Drop for Followers {
    /// A feed and its followers hold each other until they part.
    fn drop(&mut self) {
        self.take_all();
    }
}
