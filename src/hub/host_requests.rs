//! Requests to hosts whose reply has not come: whose it is when it comes.
//!
//! A request that a caller waits for is forgotten when no reply counts any more. A delivery has no such time: it is
//! known until its reply comes, it is taken back, or its host is gone; there is one a thread at most.

use std::collections::{BTreeMap, HashMap};

use crate::core::effect::HostRequest;
use crate::core::id::{ConnId, Epoch, HostRequestId};
use crate::core::limits::HOST_REPLY_MS;

/// Requests to hosts whose reply has not come.
#[derive(Debug, Default)]
pub(super) struct HostRequests {
    /// Those with a time. Ids count up, so the oldest come first.
    timed: BTreeMap<HostRequestId, Asked>,
    deliveries: HashMap<HostRequestId, Asked>,
    /// The delivery of each thread.
    delivering: HashMap<Epoch, HostRequestId>,
}

#[derive(Debug, Clone, Copy)]
struct Asked {
    conn: ConnId,
    epoch: Epoch,
    at_ms: u64,
}

impl HostRequests {
    /// Notes a request, and forgets those that no reply counts for any more.
    pub fn ask(
        &mut self,
        request: HostRequestId,
        what: &HostRequest,
        conn: ConnId,
        epoch: Epoch,
        now_ms: u64,
    ) {
        let asked = Asked { conn, epoch, at_ms: now_ms };
        if let HostRequest::Deliver(_) = what {
            self.end_delivery(epoch);
            self.deliveries.insert(request, asked);
            self.delivering.insert(epoch, request);
            return;
        }
        while let Some(oldest) = self.timed.first_entry()
            && oldest.get().at_ms + HOST_REPLY_MS < now_ms
        {
            oldest.remove();
        }
        self.timed.insert(request, asked);
    }

    /// The thread that a reply is for, if this connection was asked.
    pub fn replied(&mut self, request: HostRequestId, conn: ConnId) -> Option<Epoch> {
        let asked = self.timed.get(&request).or_else(|| self.deliveries.get(&request))?;
        let epoch = Some(asked.epoch).filter(|_| asked.conn == conn)?;
        self.recalled(request);
        Some(epoch)
    }

    /// No reply to the request counts.
    pub fn recalled(&mut self, request: HostRequestId) {
        self.timed.remove(&request);
        if let Some(asked) = self.deliveries.remove(&request) {
            self.delivering.remove(&asked.epoch);
        }
    }

    /// A connection that was asked something by the thread is gone.
    pub fn host_gone(&mut self, conn: ConnId, epoch: Epoch) {
        let delivery = self.delivering.get(&epoch).and_then(|request| self.deliveries.get(request));
        if delivery.is_some_and(|asked| asked.conn == conn) {
            self.end_delivery(epoch);
        }
    }

    /// Nothing is delivered by the thread any more.
    pub fn end_delivery(&mut self, epoch: Epoch) {
        if let Some(request) = self.delivering.remove(&epoch) {
            self.deliveries.remove(&request);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::id::{DialogId, JournalToken, ThreadId};
    use crate::core::journal::{Correlation, Deliver};
    use crate::core::json::Json;
    use uuid::Uuid;

    fn stop() -> HostRequest {
        HostRequest::Stop { thread: thread(), run: 1 }
    }

    fn thread() -> ThreadId {
        ThreadId::parse("t").expect("a thread id")
    }

    fn deliver() -> HostRequest {
        HostRequest::Deliver(Box::new(Deliver {
            thread: thread(),
            id: DialogId::named("dlg-1"),
            token: JournalToken::named("jrn-1"),
            question: "Go?".into(),
            dialog: Json(serde_json::json!({})),
            answer: Json(serde_json::json!({})),
            value: Json(serde_json::json!(1)),
            correlation: Correlation::Matched,
            answered_at: 1,
            replayed: false,
            possible_repeat: false,
            dropped_answers: 0,
        }))
    }

    const EPOCH: Epoch = Epoch(Uuid::nil());

    #[test]
    fn a_host_reply_counts_once_and_from_the_asked_connection_alone() {
        for what in [stop(), deliver()] {
            let mut hosts = HostRequests::default();
            hosts.ask(HostRequestId(1), &what, ConnId(7), EPOCH, 0);
            assert_eq!(hosts.replied(HostRequestId(1), ConnId(8)), None);
            assert_eq!(hosts.replied(HostRequestId(1), ConnId(7)), Some(EPOCH));
            assert_eq!(hosts.replied(HostRequestId(1), ConnId(7)), None);
        }
    }

    #[test]
    fn requests_that_were_never_replied_to_do_not_pile_up() {
        let mut hosts = HostRequests::default();
        for n in 0..1_000 {
            hosts.ask(HostRequestId(2 * n), &stop(), ConnId(7), EPOCH, n * 1_000);
            hosts.ask(HostRequestId(2 * n + 1), &deliver(), ConnId(7), EPOCH, n * 1_000);
        }
        assert!(hosts.timed.len() <= 32);
        assert_eq!((hosts.deliveries.len(), hosts.delivering.len()), (1, 1), "one a thread");
    }

    #[test]
    fn a_delivery_waits_for_its_reply_without_end() {
        let mut hosts = HostRequests::default();
        hosts.ask(HostRequestId(1), &deliver(), ConnId(7), EPOCH, 0);
        hosts.ask(HostRequestId(2), &stop(), ConnId(7), EPOCH, u64::MAX / 2);
        assert_eq!(hosts.replied(HostRequestId(1), ConnId(7)), Some(EPOCH));
    }

    #[test]
    fn a_delivery_is_known_until_it_is_taken_back_or_its_own_host_is_gone() {
        let mut hosts = HostRequests::default();
        hosts.ask(HostRequestId(1), &deliver(), ConnId(7), EPOCH, 0);
        hosts.host_gone(ConnId(8), EPOCH);
        assert_eq!(hosts.deliveries.len(), 1, "another connection's end is not this one's");
        hosts.host_gone(ConnId(7), EPOCH);
        assert_eq!(hosts.replied(HostRequestId(1), ConnId(7)), None);
        hosts.ask(HostRequestId(2), &deliver(), ConnId(7), EPOCH, 0);
        hosts.recalled(HostRequestId(2));
        assert_eq!(hosts.replied(HostRequestId(2), ConnId(7)), None);
        assert!(hosts.deliveries.is_empty() && hosts.delivering.is_empty());
    }
}
