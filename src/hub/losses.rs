//! Answers that were owed and will not be delivered any more, one line each in the hub's log.
//!
//! No text of a person is in a line: who reads logs is not who may read answers.

use crate::core::journal::ConversationEnd::{Forgotten, Replaced};
use crate::core::journal::Loss;

/// Logs a loss. A log that cannot be written is nobody's business here.
pub(super) fn log(loss: &Loss) {
    match loss {
        Loss::Evicted { thread, id, token } => {
            tracing::error!(%thread, dialog = %id, %token, "an answer is lost: the journal was full and its host had not proved to have read it");
        }
        Loss::Unproved { thread, id, token, end: Forgotten } => {
            tracing::error!(%thread, dialog = %id, %token, "an answer is lost: its thread was forgotten and its host had not proved to have read it");
        }
        Loss::Unproved { thread, id, token, end: Replaced } => {
            tracing::warn!(%thread, dialog = %id, %token, "an answer will not be delivered: its conversation was replaced and its host had not proved to have read it");
        }
        Loss::Debt { thread, answers, end: Forgotten } => {
            tracing::error!(%thread, answers, "nobody will be told how many answers were dropped: the thread was forgotten");
        }
        Loss::Debt { thread, answers, end: Replaced } => {
            tracing::warn!(%thread, answers, "nobody will be told how many answers were dropped: the conversation was replaced");
        }
    }
}
