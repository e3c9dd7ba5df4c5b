//! The log: one ordered sequence of entries per thread, with compare-and-append.
//!
//! Two back ends, one suite for both (`tests/store`). A store knows nothing of dialogs: it keeps entries,
//! one row per thread for a quick start, and checkpoints of the folded state.
//! A method that returned `Ok` has its effect on disk; one that returned `Err` may have had it or not,
//! and the caller must not go on as if it knew.

pub mod memory;
mod shape;
pub mod sqlite;

use tokio::sync::oneshot;

use crate::core::id::{DialogId, Epoch, ThreadId};
use crate::core::journal::Summary;
use crate::core::record::Entry;

/// What a start has to know of a thread without folding its log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The stream, and the row's key.
    pub epoch: Epoch,
    /// The thread's present name; unique.
    pub thread: ThreadId,
    /// The last entry.
    pub pos: u64,
    /// The last event.
    pub seq: u64,
    /// When the last entry was made.
    pub last_at: u64,
    /// What `thread.status` last said.
    pub live: bool,
    /// What `thread.status` last said.
    pub busy: bool,
    /// The newest run.
    pub run: u64,
    /// Open dialogs.
    pub open: u32,
    /// The first deadline of an open dialog.
    pub next_deadline_at: Option<u64>,
    /// What its journal holds.
    pub journal: Summary,
}

/// What one commit does to one thread.
#[derive(Debug, Clone)]
pub enum Change {
    /// Append entries behind `expected_pos` and set the row.
    Append {
        /// The log's last entry as the writer knows it; 0 for a thread that comes to be.
        expected_pos: u64,
        /// The entries, in order; the first has `expected_pos + 1`.
        entries: Vec<std::sync::Arc<Entry>>,
        /// The row after them.
        row: Row,
        /// The folded state after them, now and then.
        checkpoint: Option<Checkpoint>,
    },
    /// Drop the thread with all its entries; nothing where there is none.
    Forget {
        /// Which.
        epoch: Epoch,
    },
}

impl Change {
    /// The thread that it changes.
    #[must_use]
    pub const fn epoch(&self) -> Epoch {
        match self {
            Self::Append { row, .. } => row.epoch,
            Self::Forget { epoch } => *epoch,
        }
    }
}

/// A folded state, so that a load replays little.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkpoint {
    /// The entry that it includes last.
    pub pos: u64,
    /// The state, as text of the core's own.
    pub state: String,
    /// Entries up to here are not needed for recovery any more and may be dropped.
    pub drop_through_pos: u64,
}

/// What it takes to fold a thread again; empty for a thread that is not there.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Loaded {
    /// The newest checkpoint, if any.
    pub checkpoint: Option<Checkpoint>,
    /// The entries behind it, oldest first.
    pub entries: Vec<Entry>,
}

/// Why the store did not do it.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Another process serves this folder.
    #[error("another dialog-hub is using {folder}; stop it, or give --data another folder")]
    InUse { folder: String },
    /// The folder cannot be made or written.
    #[error("cannot use {path} for the data: {reason}")]
    Folder { path: String, reason: String },
    /// A file is damaged in a way that no crash leaves behind.
    #[error("{file} is damaged ({place}): restore it from a backup, or move it away to start empty")]
    Damaged { file: String, place: String },
    /// The log's head is not where the writer thought: somebody else appended.
    #[error("the log of {epoch} does not end at {expected}")]
    Conflict { epoch: Epoch, expected: u64 },
    /// A read or write failed.
    #[error("the store failed: {0}")]
    Failed(String),
}

/// An ordered log per thread. All methods block; the hub calls them from its writer thread alone.
pub trait Store: Send {
    /// Every thread's row, at the start, in no order.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] or [`StoreError::Failed`].
    fn rows(&mut self) -> Result<Vec<Row>, StoreError>;

    /// Where the store still looks for damage after it was opened: what tells of it, once. It ends without a word
    /// when nothing was found.
    fn damage(&mut self) -> Option<oneshot::Receiver<StoreError>> {
        None
    }

    /// The newest checkpoint of a thread and the entries behind it.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] where an entry or checkpoint cannot be read, else [`StoreError::Failed`].
    fn load(&mut self, epoch: Epoch) -> Result<Loaded, StoreError>;

    /// The told entries with `after_seq < seq <= through_seq`, oldest first; fewer where the oldest are dropped.
    ///
    /// Entries that a checkpoint includes are among them for as long as they are not dropped.
    ///
    /// # Errors
    /// As [`Store::load`].
    fn told(&mut self, epoch: Epoch, after_seq: u64, through_seq: u64) -> Result<Vec<Entry>, StoreError>;

    /// The thread whose log has the ask of a dialog; none where it is not kept any more.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] or [`StoreError::Failed`].
    fn asked_on(&mut self, id: &DialogId) -> Result<Option<Epoch>, StoreError>;

    /// Does all of it or nothing, durably; change after change, so that a later one sees what an earlier one did
    /// (an append behind an append, a new thread under the name that a forgotten or renamed one gave free).
    ///
    /// # Errors
    /// [`StoreError::Conflict`], or [`StoreError::Failed`]: after that the store is not to be used again.
    fn commit(&mut self, changes: &[Change]) -> Result<(), StoreError>;
}
