//! What the oracle remembers of what happened.

use dialog_hub::core::command::Recover;
use dialog_hub::core::id::{CallId, ConnId, DialogId, JournalToken};

/// How far an answer has come.
#[derive(Debug, Clone, PartialEq)]
pub enum Stage {
    /// A call returns it just now.
    InHand,
    Waits,
    Handed,
}

/// One validated answer.
#[derive(Debug, Clone)]
pub struct Answered {
    pub id: DialogId,
    pub token: Option<JournalToken>,
    pub title: String,
    pub instance: Option<String>,
    pub at: u64,
    pub is_twin: bool,
    pub is_foreign: bool,
    pub is_retired: bool,
    pub is_acked: bool,
    pub stage: Stage,
    /// Whether the last hand-over was a push.
    pub by_push: bool,
    pub may_be_read: bool,
    pub was_returned: bool,
    pub run: Option<u64>,
    /// The connection that a call returned it to last.
    pub returned_to: Option<ConnId>,
    pub carries: u32,
    /// Dropped answers that its hand-overs told.
    pub told: Vec<usize>,
}

/// A card that is shown.
#[derive(Debug, Clone)]
pub struct Card {
    pub id: DialogId,
    pub title: String,
    pub instance: Option<String>,
    pub is_twin: bool,
    pub has_ticket: bool,
    pub is_journaled: bool,
}

/// Who a result is for.
#[derive(Debug, Clone)]
pub struct Reader {
    pub conn: Option<ConnId>,
    pub instance: Option<String>,
    pub run: Option<u64>,
}

/// A result that is on its way.
#[derive(Debug, Clone)]
pub struct OnItsWay {
    pub reader: Reader,
    pub run: Option<u64>,
    pub token: Option<JournalToken>,
    pub told: Vec<usize>,
    pub is_plain: bool,
    pub run_completed: bool,
}

#[derive(Debug, Clone)]
pub struct Asking {
    pub call: CallId,
    pub title: String,
    pub reader: Reader,
    pub recover: Recover,
    /// Whether the call waits for its card.
    pub waits: bool,
    /// Until when it waits for the fate of an earlier reply.
    pub until: u64,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Expected {
    Recovered { call: CallId, token: JournalToken },
    Shown { title: String, instance: Option<String>, unattributed: u64 },
}

/// Who waits for a card that is expected.
pub type Waits = Option<(CallId, Reader)>;
