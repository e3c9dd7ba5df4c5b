//! Calls that wait for a reply, and requests to hosts that wait for theirs: who gets what comes.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use tokio::sync::oneshot;

use crate::core::effect::Reply;
use crate::core::id::{CallId, ConnId, Epoch, HostRequestId};
use crate::core::limits::HOST_REPLY_MS;
use crate::error::ApiError;
use crate::fanout::Outbox;
use crate::wire::{reply, rpc};

/// Where the reply to one call goes.
#[derive(Debug)]
pub(super) enum Route {
    /// A frame on the outbox of a connection.
    Frame { outbox: Arc<Outbox>, request: rpc::RequestId },
    /// A call over HTTP.
    Http(oneshot::Sender<Result<Reply, ApiError>>),
    /// A new SSE stream.
    Stream(oneshot::Sender<Result<(), ApiError>>),
}

impl Route {
    /// Hands a reply over, whatever has become of who waits for it.
    pub fn reply(self, reply: Result<Reply, ApiError>) {
        match (self, reply) {
            (Self::Frame { outbox, request }, Ok(reply)) => {
                outbox.push_frame(rpc::result_frame(&request, &reply::to_text(&reply)));
            }
            (Self::Frame { outbox, request }, Err(error)) => {
                outbox.push_frame(rpc::error_frame(Some(&request), &error));
            }
            // A receiver that is gone has broken its call off.
            (Self::Http(to), reply) => drop(to.send(reply)),
            (Self::Stream(ready), reply) => drop(ready.send(reply.map(drop))),
        }
    }
}

/// The calls that wait.
#[derive(Debug, Default)]
pub(super) struct Calls {
    waiting: HashMap<CallId, Waiting>,
}

/// A call that waits.
#[derive(Debug)]
pub(super) struct Waiting {
    /// The thread that it waits on.
    pub epoch: Epoch,
    /// Its connection; none over HTTP.
    pub conn: Option<ConnId>,
    pub route: Route,
}

impl Calls {
    pub fn begin(&mut self, call: CallId, waiting: Waiting) {
        self.waiting.insert(call, waiting);
    }

    /// Takes the call out: it is answered now, or will never be.
    pub fn end(&mut self, call: CallId) -> Option<Waiting> {
        self.waiting.remove(&call)
    }

    /// The request of a call that came as a frame.
    pub fn request(&self, call: CallId) -> Option<&rpc::RequestId> {
        match &self.waiting.get(&call)?.route {
            Route::Frame { request, .. } => Some(request),
            Route::Http(_) | Route::Stream(_) => None,
        }
    }

    /// Every call, for the end of the hub.
    pub fn drain(&mut self) -> impl Iterator<Item = Route> {
        self.waiting.drain().map(|(_, waiting)| waiting.route)
    }

    /// The threads that calls over HTTP wait on.
    pub fn http_epochs(&self) -> HashSet<Epoch> {
        let http = self.waiting.values().filter(|waiting| matches!(waiting.route, Route::Http(_)));
        http.map(|waiting| waiting.epoch).collect()
    }

    pub fn len(&self) -> usize {
        self.waiting.len()
    }
}

/// Requests to hosts whose reply has not come.
#[derive(Debug, Default)]
pub(super) struct HostRequests {
    /// Ids count up, so the oldest come first.
    asked: BTreeMap<HostRequestId, Asked>,
}

#[derive(Debug)]
struct Asked {
    conn: ConnId,
    epoch: Epoch,
    at_ms: u64,
}

impl HostRequests {
    /// Notes a request, and forgets those that no reply counts for any more.
    pub fn ask(&mut self, request: HostRequestId, conn: ConnId, epoch: Epoch, now_ms: u64) {
        while let Some(oldest) = self.asked.first_entry()
            && oldest.get().at_ms + HOST_REPLY_MS < now_ms
        {
            oldest.remove();
        }
        self.asked.insert(request, Asked { conn, epoch, at_ms: now_ms });
    }

    /// The thread that a reply is for, if this connection was asked.
    pub fn replied(&mut self, request: HostRequestId, conn: ConnId) -> Option<Epoch> {
        let asked = self.asked.get(&request).filter(|asked| asked.conn == conn)?;
        let epoch = asked.epoch;
        self.asked.remove(&request);
        Some(epoch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_reply_counts_once_and_from_the_asked_connection_alone() {
        let epoch = Epoch(uuid::Uuid::nil());
        let mut hosts = HostRequests::default();
        hosts.ask(HostRequestId(1), ConnId(7), epoch, 0);
        assert_eq!(hosts.replied(HostRequestId(1), ConnId(8)), None);
        assert_eq!(hosts.replied(HostRequestId(1), ConnId(7)), Some(epoch));
        assert_eq!(hosts.replied(HostRequestId(1), ConnId(7)), None);
    }

    #[test]
    fn requests_that_were_never_replied_to_do_not_pile_up() {
        let mut hosts = HostRequests::default();
        for n in 0..1_000 {
            hosts.ask(HostRequestId(n), ConnId(7), Epoch(uuid::Uuid::nil()), n * 1_000);
        }
        assert!(hosts.asked.len() <= 32);
    }
}
