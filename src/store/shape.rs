//! What every append must look like, whatever keeps it.
//!
//! Pure. Both back ends ask here first, so that a writer's mistake never becomes a log with a gap.

use super::{Checkpoint, Row, StoreError};
use crate::core::record::Entry;
use std::sync::Arc;

/// Checks that entries, row and checkpoint of one append fit behind `expected_pos`.
///
/// # Errors
/// [`StoreError::Failed`], which names what does not fit.
pub(super) fn check(
    expected_pos: u64,
    entries: &[Arc<Entry>],
    row: &Row,
    checkpoint: Option<&Checkpoint>,
) -> Result<(), StoreError> {
    let breach = |what: &str| Err(StoreError::Failed(format!("an append to {} {what}", row.epoch)));
    if !entries.iter().map(|entry| entry.pos).eq(expected_pos + 1..=expected_pos + entries.len() as u64) {
        return breach("has entries that do not follow one another");
    }
    if row.pos != expected_pos + entries.len() as u64 {
        return breach("has a row that is not at its last entry");
    }
    if entries.iter().any(|entry| entry.seq > entry.pos)
        || entries.last().is_some_and(|last| last.seq != row.seq)
    {
        return breach("has a seq that cannot be");
    }
    if checkpoint.is_some_and(|it| it.pos > row.pos || it.drop_through_pos > it.pos) {
        return breach("has a checkpoint that is ahead of the log or drops what it does not include");
    }
    Ok(())
}
