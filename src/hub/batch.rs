//! One batch: what was decided and is not on disk yet.
//!
//! Deciding fills it; one commit makes all of it durable; only then is anything of it done.

use std::collections::HashSet;

use tokio::sync::{OwnedSemaphorePermit, oneshot};

use super::calls::Route;
use crate::core::effect::{Effect, Notice};
use crate::core::id::{ConnId, Epoch, ThreadId};
use crate::error::ApiError;
use crate::wire::journal::OutstandingList;
use crate::wire::place::Place;
use crate::wire::row::Row;

/// Inputs of one batch: many enough to share a sync, few enough that clients work on the replies of one batch
/// while the next is decided.
pub(super) const MAX_BATCH_INPUTS: usize = 128;
/// Bytes of the inputs of one batch, roughly; one larger input still goes in.
pub(super) const MAX_BATCH_BYTES: usize = 4 << 20;

/// What is to happen once the batch is on disk, in order.
#[derive(Debug)]
pub(super) enum Due {
    /// What a thread wants to happen.
    Effect(Epoch, Effect),
    /// A call that the hub itself refuses.
    Refuse(Route, ApiError),
    /// A word to one connection that no thread said.
    Tell(ConnId, Notice),
    /// The followers of a cold thread go over to the one that was moved onto its name.
    Merge { cold: Epoch, into: Epoch },
    /// The rows of all threads, and their changes from now on.
    WatchRows(ConnId, Option<Route>),
    /// The rows of all threads.
    Rows(oneshot::Sender<Result<Vec<Row>, ApiError>>),
    /// What is outstanding, over all threads.
    Outstanding(oneshot::Sender<Result<OutstandingList, ApiError>>),
    /// Where a dialog was asked.
    Located(oneshot::Sender<Result<Place, ApiError>>, Place),
    /// Nothing more is decided from here on but goodbyes: close every connection.
    Drain(oneshot::Sender<()>),
}

/// The batch that is being decided.
#[derive(Debug, Default)]
pub(super) struct Batch {
    pub due: Vec<Due>,
    /// Threads that a command was carried out on, each once, in order.
    pub touched: Vec<Epoch>,
    /// The same, to look up.
    seen: HashSet<Epoch>,
    /// Threads that came to be.
    pub born: usize,
    /// Threads that were forgotten.
    pub forgotten: Vec<Epoch>,
    /// Names that lead nowhere any more.
    pub names: Vec<ThreadId>,
    /// The turns of connections; given back when the batch has happened.
    pub turns: Vec<OwnedSemaphorePermit>,
    /// Whether it has something to write that is waited for.
    pub is_urgent: bool,
    /// Inputs so far.
    pub inputs: usize,
    /// Their bytes, roughly.
    pub bytes: usize,
    /// Whether it ends here: a name changed, and no commit is to see a name in two places.
    pub is_closed: bool,
}

impl Batch {
    /// Whether the next input belongs to the next batch.
    pub const fn is_full(&self) -> bool {
        self.is_closed || self.inputs >= MAX_BATCH_INPUTS || self.bytes >= MAX_BATCH_BYTES
    }

    /// Whether there is nothing to commit or do.
    pub const fn is_empty(&self) -> bool {
        self.due.is_empty() && self.touched.is_empty()
    }

    pub fn touch(&mut self, epoch: Epoch) {
        if self.seen.insert(epoch) {
            self.touched.push(epoch);
        }
    }
}
