//! Per connection: its outbox, what it follows, the calls that it waits for, the threads it has to do with.
//!
//! A connection is known from its first word to its goodbye, which goes to every thread concerned.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::core::id::{CallId, ConnId, Epoch};
use crate::fanout::Outbox;

/// One connection.
#[derive(Debug)]
pub(super) struct Conn {
    pub outbox: Arc<Outbox>,
    /// The threads that it follows.
    pub follows: HashSet<Epoch>,
    /// The calls that it waits for.
    pub calls: HashSet<CallId>,
    /// Threads that may know of it; some of them have left memory since.
    concerned: HashSet<Epoch>,
    /// How many threads may be noted before those that left memory are dropped.
    concerned_bound: usize,
}

/// Threads that are noted before the first clean-up.
const MIN_CONCERNED: usize = 64;

/// All connections.
#[derive(Debug, Default)]
pub(super) struct Conns {
    known: HashMap<ConnId, Conn>,
    follows: usize,
}

impl Conns {
    pub fn connected(&mut self, conn: ConnId, outbox: Arc<Outbox>) {
        let (follows, calls, concerned) = Default::default();
        self.known.insert(conn, Conn { outbox, follows, calls, concerned, concerned_bound: MIN_CONCERNED });
    }

    pub fn get_mut(&mut self, conn: ConnId) -> Option<&mut Conn> {
        self.known.get_mut(&conn)
    }

    pub fn outbox(&self, conn: ConnId) -> Option<&Arc<Outbox>> {
        self.known.get(&conn).map(|conn| &conn.outbox)
    }

    /// Notes that a thread may know of the connection. `is_loaded`: a thread that left memory knows nobody.
    pub fn concern(&mut self, conn: ConnId, epoch: Epoch, is_loaded: impl Fn(Epoch) -> bool) {
        let Some(conn) = self.known.get_mut(&conn) else { return };
        conn.concerned.insert(epoch);
        if conn.concerned.len() > conn.concerned_bound {
            conn.concerned.retain(|epoch| is_loaded(*epoch));
            conn.concerned_bound = 2 * conn.concerned.len().max(MIN_CONCERNED / 2);
        }
    }

    pub fn follow(&mut self, conn: ConnId, epoch: Epoch) {
        if let Some(conn) = self.known.get_mut(&conn) {
            self.follows += usize::from(conn.follows.insert(epoch));
        }
    }

    pub fn unfollow(&mut self, conn: ConnId, epoch: Epoch) {
        if let Some(conn) = self.known.get_mut(&conn) {
            self.follows -= usize::from(conn.follows.remove(&epoch));
        }
    }

    pub fn is_following(&self, conn: ConnId, epoch: Epoch) -> bool {
        self.known.get(&conn).is_some_and(|conn| conn.follows.contains(&epoch))
    }

    /// How many threads it follows, and how many calls it waits for.
    pub fn load_of(&self, conn: ConnId) -> (usize, usize) {
        self.known.get(&conn).map_or((0, 0), |conn| (conn.follows.len(), conn.calls.len()))
    }

    pub fn call_ended(&mut self, conn: ConnId, call: CallId) {
        if let Some(conn) = self.known.get_mut(&conn) {
            conn.calls.remove(&call);
        }
    }

    /// Forgets a connection: the threads that it concerned, and the calls that nobody waits for any more.
    pub fn goodbye(&mut self, conn: ConnId) -> Option<(HashSet<Epoch>, HashSet<CallId>)> {
        let gone = self.known.remove(&conn)?;
        self.follows -= gone.follows.len();
        Some((gone.concerned, gone.calls))
    }

    pub fn iter(&self) -> impl Iterator<Item = (ConnId, &Arc<Outbox>)> {
        self.known.iter().map(|(conn, known)| (*conn, &known.outbox))
    }

    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Follows, over all connections.
    pub const fn follows(&self) -> usize {
        self.follows
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fanout::Kind;
    use uuid::Uuid;

    fn one() -> Conns {
        let mut conns = Conns::default();
        conns.connected(ConnId(1), Arc::new(Outbox::new(Kind::WebSocket, 1)));
        conns
    }

    #[test]
    fn follows_are_counted_once_and_end_with_the_connection() {
        let (mut conns, epoch) = (one(), Epoch(Uuid::nil()));
        conns.follow(ConnId(1), epoch);
        conns.follow(ConnId(1), epoch);
        conns.follow(ConnId(2), epoch);
        assert_eq!(conns.follows(), 1);
        assert!(conns.is_following(ConnId(1), epoch) && !conns.is_following(ConnId(2), epoch));
        assert!(conns.goodbye(ConnId(1)).is_some() && conns.goodbye(ConnId(1)).is_none());
        assert_eq!((conns.follows(), conns.len()), (0, 0));
    }

    #[test]
    fn threads_that_left_memory_are_not_kept_in_mind() {
        let mut conns = one();
        for n in 0..10_000 {
            conns.concern(ConnId(1), Epoch(Uuid::from_u128(n)), |epoch| epoch.0.as_u128() < 10);
        }
        let (concerned, _) = conns.goodbye(ConnId(1)).expect("it is known");
        assert!((0..10).all(|n| concerned.contains(&Epoch(Uuid::from_u128(n)))));
        assert!(concerned.len() <= 2 * MIN_CONCERNED);
    }
}
