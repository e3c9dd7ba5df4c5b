//! One validated answer, and how far it has come on its way to the host that asked.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::told::{Class, Content, Listed, Rank};
use crate::core::answer::Answer;
use crate::core::dialog::Fingerprint;
use crate::core::id::{DialogId, JournalToken};
use crate::core::limits::MAX_UNPROVED_CARRIES;
use crate::core::outcome::By;
use crate::core::record::Requested;

/// Whether an answer is known to be one to what was asked. It only ever gets weaker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Correlation {
    /// By the exact id of a dialog whose ticket was there.
    Matched,
    /// The ticket is gone, or its conversation is over.
    Foreign,
}

/// How far an entry has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Delivery {
    /// A call returns it just now.
    None,
    /// It waits to be delivered.
    Pending,
    /// A call has returned it, or the host has accepted it.
    HandedOff,
}

/// How an entry is handed over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    /// A call returned it.
    Returned,
    /// The host accepted a push of it.
    Accepted,
}

/// An entry of the journal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum JournalEntry {
    /// Of the conversation that goes on.
    Current(Box<Current>),
    /// Of one that is over: nothing but what is counted is left of it.
    Retired(Retired),
}

/// An answer of the conversation that goes on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Current {
    pub token: JournalToken,
    pub id: DialogId,
    /// The title.
    pub question: String,
    /// As it was asked.
    pub asked: Arc<Requested>,
    pub fingerprint: Fingerprint,
    pub answer: Answer,
    pub by: Option<By>,
    pub asked_at: u64,
    pub answered_at: u64,
    pub correlation: Correlation,
    /// Whether another dialog with its fingerprint and instance was open at the same time.
    pub is_ambiguous: bool,
    pub delivery: Delivery,
    pub is_acked: bool,
    /// Whether a push of it may have been read.
    pub may_be_read: bool,
    /// Whether a call has returned it.
    pub was_returned: bool,
    /// How it was last handed over.
    pub last_way: Option<Way>,
    /// The run that carries it; none before one has begun.
    pub run: Option<u64>,
    /// Runs that carried it and ended without proof.
    pub carries: u8,
    /// What of the debt its hand-over said, as a total since the beginning.
    pub said: u64,
}

/// What is left of an answer whose conversation is over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Retired {
    pub token: JournalToken,
    pub id: DialogId,
    pub answered_at: u64,
    pub delivery: Delivery,
    pub is_acked: bool,
}

impl Current {
    /// The instance that asked.
    #[must_use]
    pub fn instance(&self) -> Option<&str> {
        self.asked.instance.as_deref()
    }

    /// Whether enough runs have carried it without proof: then it is not pushed any more.
    #[must_use]
    pub const fn is_settled_unproved(&self) -> bool {
        self.carries >= MAX_UNPROVED_CARRIES
    }

    /// Whether it was handed over while no run went on.
    pub(super) fn waits_for_a_run(&self) -> bool {
        self.delivery == Delivery::HandedOff && !self.is_acked && self.run.is_none()
    }

    fn rank(&self) -> Rank {
        let class = match (self.is_acked, self.delivery) {
            (true, _) => Class::Proved,
            (false, Delivery::HandedOff) => Class::HandedOver,
            (false, Delivery::None | Delivery::Pending) => Class::Owed,
        };
        Rank { class, at: self.answered_at }
    }
}

impl JournalEntry {
    /// Its name.
    #[must_use]
    pub const fn token(&self) -> &JournalToken {
        match self {
            Self::Current(it) => &it.token,
            Self::Retired(it) => &it.token,
        }
    }

    pub(super) fn current_mut(&mut self) -> Option<&mut Current> {
        match self {
            Self::Current(it) => Some(it),
            Self::Retired(_) => None,
        }
    }

    /// It, while its conversation goes on.
    #[must_use]
    pub fn current(&self) -> Option<&Current> {
        match self {
            Self::Current(it) => Some(it),
            Self::Retired(_) => None,
        }
    }

    /// When it goes, where there are too many.
    #[must_use]
    pub fn rank(&self) -> Rank {
        match self {
            Self::Current(it) => it.rank(),
            Self::Retired(it) => Rank { class: Class::Retired, at: it.answered_at },
        }
    }

    /// The end of its conversation: nothing of what it says is kept.
    pub(super) fn retire(&mut self) {
        let Self::Current(it) = self else { return };
        *self = Self::Retired(Retired {
            token: it.token.clone(),
            id: it.id.clone(),
            answered_at: it.answered_at,
            // It will not be delivered any more.
            delivery: if it.delivery == Delivery::Pending { Delivery::None } else { it.delivery },
            is_acked: it.is_acked,
        });
    }

    /// As a list shows it.
    #[must_use]
    pub fn listed(&self) -> Listed {
        match self {
            Self::Current(it) => Listed {
                token: it.token.clone(),
                id: it.id.clone(),
                correlation: it.correlation,
                delivery: it.delivery,
                is_acked: it.is_acked,
                answered_at: it.answered_at,
                content: Some(Content {
                    question: it.question.clone(),
                    dialog: it.asked.dialog.clone(),
                    answer: it.answer.fields(),
                    value: it.answer.value(),
                    fingerprint: it.fingerprint.clone(),
                    by: it.by.clone(),
                    private: it.asked.private,
                }),
            },
            Self::Retired(it) => Listed {
                token: it.token.clone(),
                id: it.id.clone(),
                correlation: Correlation::Foreign,
                delivery: it.delivery,
                is_acked: it.is_acked,
                answered_at: it.answered_at,
                content: None,
            },
        }
    }
}
