//! Calls that wait for a reply, and those whose reply is on its way to a socket: who gets what comes.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use tokio::sync::oneshot;

use crate::core::effect::{AskResult, Reply};
use crate::core::id::{CallId, ConnId, Epoch};
use crate::error::ApiError;
use crate::fanout::Outbox;
use crate::wire::{reply, rpc};

/// A reply over HTTP.
#[derive(Debug)]
pub(super) enum HttpReply {
    /// Whatever becomes of it.
    Plain(Reply),
    /// One whose writing the hub has to hear of.
    HandOver(Reply),
}

/// Where the reply to one call goes.
#[derive(Debug)]
pub(super) enum Route {
    /// A frame on the outbox of a connection.
    Frame { outbox: Arc<Outbox>, request: rpc::RequestId },
    /// A call over HTTP.
    Http(oneshot::Sender<Result<HttpReply, ApiError>>),
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
            (Self::Http(to), reply) => drop(to.send(reply.map(HttpReply::Plain))),
            (Self::Stream(ready), reply) => drop(ready.send(reply.map(drop))),
        }
    }

    /// Hands a result over whose writing is reported. Where it cannot be queued, the end of the connection or of the
    /// call says so.
    pub fn hand_over(self, call: CallId, result: Box<AskResult>) {
        let reply = Reply::Result(result);
        match self {
            Self::Frame { outbox, request } => {
                outbox.push_reported(call, rpc::result_frame(&request, &reply::to_text(&reply)));
            }
            Self::Http(to) => drop(to.send(Ok(HttpReply::HandOver(reply)))),
            // A stream asks nothing.
            Self::Stream(_) => {}
        }
    }
}

/// The calls that are not over.
#[derive(Debug, Default)]
pub(super) struct Calls {
    waiting: HashMap<CallId, Waiting>,
    /// Those whose reply is on its way.
    handed_over: HashMap<CallId, HandedOver>,
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

/// A call whose reply is on its way to a socket.
#[derive(Debug, Clone, Copy)]
pub(super) struct HandedOver {
    /// The thread that replied.
    pub epoch: Epoch,
    /// Its connection; none over HTTP.
    pub conn: Option<ConnId>,
}

impl Calls {
    pub fn begin(&mut self, call: CallId, waiting: Waiting) {
        self.waiting.insert(call, waiting);
    }

    /// Takes a call out that waits: it is answered now.
    pub fn end(&mut self, call: CallId) -> Option<Waiting> {
        self.waiting.remove(&call)
    }

    /// Answers a call that waits, and keeps it in mind until it is said what became of the reply.
    pub fn hand_over(&mut self, call: CallId) -> Option<Route> {
        let Waiting { epoch, conn, route } = self.waiting.remove(&call)?;
        self.handed_over.insert(call, HandedOver { epoch, conn });
        Some(route)
    }

    /// Takes a call out whose reply was written.
    pub fn written(&mut self, call: CallId) -> Option<HandedOver> {
        self.handed_over.remove(&call)
    }

    /// Takes a call out that will never be answered, or whose reply will never be written: the thread that has to know.
    pub fn gone(&mut self, call: CallId) -> Option<Epoch> {
        let waited = self.waiting.remove(&call).map(|waiting| waiting.epoch);
        waited.or_else(|| self.handed_over.remove(&call).map(|handed| handed.epoch))
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
        self.handed_over.clear();
        self.waiting.drain().map(|(_, waiting)| waiting.route)
    }

    /// The threads that calls over HTTP wait on.
    pub fn http_epochs(&self) -> HashSet<Epoch> {
        let http = self.waiting.values().filter(|waiting| matches!(waiting.route, Route::Http(_)));
        http.map(|waiting| waiting.epoch).collect()
    }

    /// How many wait.
    pub fn len(&self) -> usize {
        self.waiting.len()
    }
}
