//! An open dialog, and what tells an answer to be one to it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::core::answer::Locks;
use crate::core::command::OnDisconnect;
use crate::core::dialog::Dialog;
use crate::core::id::DialogId;
use crate::core::journal::{Correlation, Current, Delivery};
use crate::core::record::{Entry, Requested, Settled};

/// An open dialog.
#[derive(Debug)]
pub(super) struct Open {
    pub id: DialogId,
    pub dialog: Arc<Dialog>,
    /// As it was asked.
    pub asked: Arc<Requested>,
    /// The seq of its `dialog.requested`.
    pub seq: u64,
    pub asked_at: u64,
    pub deadline_at: Option<u64>,
    /// The deadline that the stream last named.
    pub told_deadline_at: Option<u64>,
    pub locks: Locks,
    /// What tells its answer to be its own.
    pub ticket: Ticket,
}

/// The ticket of an open dialog.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) enum Ticket {
    /// An answer by its id is an answer to it.
    #[default]
    Sole,
    /// As `Sole`, but another dialog with its fingerprint and instance was open at the same time.
    Twin,
    /// It was dropped: whatever is answered is kept, and is attributed to nothing.
    Lost,
}

impl Open {
    /// `entry` is the one that says it was `asked`.
    pub fn new(entry: &Entry, asked: Arc<Requested>, dialog: Arc<Dialog>) -> Self {
        Self {
            id: asked.id.clone(),
            dialog,
            seq: entry.seq,
            asked_at: entry.at,
            deadline_at: asked.deadline_at,
            told_deadline_at: asked.deadline_at,
            locks: Locks::default(),
            ticket: Ticket::Sole,
            asked,
        }
    }

    /// The entry that an answer makes in the journal.
    pub fn journaled(&self, end: &Settled, answered_at: u64) -> Option<Current> {
        let (journaled, answer) = (end.journal.as_ref()?, end.answer.clone()?);
        Some(Current {
            token: journaled.token.clone(),
            id: self.id.clone(),
            question: self.dialog.title().to_owned(),
            asked: Arc::clone(&self.asked),
            fingerprint: self.dialog.fingerprint().clone(),
            answer,
            by: end.by.clone(),
            asked_at: self.asked_at,
            answered_at,
            correlation: if self.ticket == Ticket::Lost {
                Correlation::Foreign
            } else {
                Correlation::Matched
            },
            is_ambiguous: self.ticket == Ticket::Twin,
            delivery: if journaled.is_orphan { Delivery::Pending } else { Delivery::None },
            is_acked: false,
            may_be_read: false,
            was_returned: false,
            last_way: None,
            run: None,
            carries: 0,
            said: 0,
        })
    }

    /// Whether its answer will be journaled, and can still be told to be its own.
    pub fn has_ticket(&self) -> bool {
        self.dialog.method().is_journaled() && self.ticket != Ticket::Lost
    }

    /// Whether the break of its asker's connection settles it.
    pub fn withdraws(&self) -> bool {
        self.asked.on_disconnect == OnDisconnect::Withdraw
    }
}
