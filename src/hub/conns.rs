//! Per connection: its outbox, what it follows, the calls that it waits for, the threads it has to do with.
//!
//! A connection is known from its first word to its goodbye, which goes to every thread concerned.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use crate::core::id::{CallId, ConnId, Epoch};
use crate::fanout::Outbox;

/// One connection. Mostly idle, and there are many: small before fast.
#[derive(Debug)]
struct Conn {
    outbox: Arc<Outbox>,
    /// Threads that may know of it, by epoch; some of them have left memory since.
    threads: Vec<Tie>,
    /// How many of them it follows.
    follows: usize,
    /// How many may be noted before those that left memory are dropped.
    threads_bound: usize,
    /// The calls that it waits for.
    calls: HashSet<CallId>,
}

/// What a connection has to do with a thread.
#[derive(Debug, Clone, Copy)]
struct Tie {
    epoch: Epoch,
    follows: bool,
}

/// Threads that are noted before the first clean-up.
const MIN_CONCERNED: usize = 64;

impl Conn {
    fn place(&self, epoch: Epoch) -> Result<usize, usize> {
        self.threads.binary_search_by_key(&epoch, |tie| tie.epoch)
    }

    /// The tie to a thread, a new one where there is none.
    fn tie(&mut self, epoch: Epoch) -> &mut Tie {
        let at = self.place(epoch).unwrap_or_else(|at| {
            if self.threads.is_empty() {
                // Most have one.
                self.threads.reserve_exact(1);
            }
            self.threads.insert(at, Tie { epoch, follows: false });
            at
        });
        &mut self.threads[at]
    }
}

/// All connections.
#[derive(Debug, Default)]
pub(super) struct Conns {
    known: HashMap<ConnId, Conn>,
    follows: usize,
}

impl Conns {
    pub fn connected(&mut self, conn: ConnId, outbox: Arc<Outbox>) {
        let (threads, calls) = Default::default();
        self.known.insert(conn, Conn { outbox, threads, follows: 0, threads_bound: MIN_CONCERNED, calls });
    }

    pub fn outbox(&self, conn: ConnId) -> Option<&Arc<Outbox>> {
        self.known.get(&conn).map(|conn| &conn.outbox)
    }

    /// Notes that a thread may know of the connection. `is_loaded`: a thread that left memory knows nobody.
    pub fn concern(&mut self, conn: ConnId, epoch: Epoch, is_loaded: impl Fn(Epoch) -> bool) {
        let Some(conn) = self.known.get_mut(&conn) else { return };
        conn.tie(epoch);
        if conn.threads.len() > conn.threads_bound {
            conn.threads.retain(|tie| tie.follows || is_loaded(tie.epoch));
            conn.threads_bound = 2 * conn.threads.len().max(MIN_CONCERNED / 2);
        }
    }

    pub fn follow(&mut self, conn: ConnId, epoch: Epoch) {
        let Some(conn) = self.known.get_mut(&conn) else { return };
        if !std::mem::replace(&mut conn.tie(epoch).follows, true) {
            conn.follows += 1;
            self.follows += 1;
        }
    }

    pub fn unfollow(&mut self, conn: ConnId, epoch: Epoch) {
        let Some(conn) = self.known.get_mut(&conn) else { return };
        let Ok(at) = conn.place(epoch) else { return };
        if std::mem::replace(&mut conn.threads[at].follows, false) {
            conn.follows -= 1;
            self.follows -= 1;
        }
    }

    pub fn is_following(&self, conn: ConnId, epoch: Epoch) -> bool {
        let Some(conn) = self.known.get(&conn) else { return false };
        conn.place(epoch).is_ok_and(|at| conn.threads[at].follows)
    }

    /// How many threads it follows, and how many calls it waits for.
    pub fn load_of(&self, conn: ConnId) -> (usize, usize) {
        self.known.get(&conn).map_or((0, 0), |conn| (conn.follows, conn.calls.len()))
    }

    pub fn call_began(&mut self, conn: ConnId, call: CallId) {
        if let Some(conn) = self.known.get_mut(&conn) {
            conn.calls.insert(call);
        }
    }

    pub fn call_ended(&mut self, conn: ConnId, call: CallId) {
        let Some(conn) = self.known.get_mut(&conn) else { return };
        conn.calls.remove(&call);
        if conn.calls.is_empty() {
            conn.calls.shrink_to_fit();
        }
    }

    /// Forgets a connection: the threads that it concerned, and the calls that nobody waits for any more.
    pub fn goodbye(&mut self, conn: ConnId) -> Option<(Vec<Epoch>, HashSet<CallId>)> {
        let gone = self.known.remove(&conn)?;
        self.follows -= gone.follows;
        Some((gone.threads.into_iter().map(|tie| tie.epoch).collect(), gone.calls))
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
