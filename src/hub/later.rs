//! Entries that are staged and not urgent: nobody is told of them, so they wait for company.
//!
//! They are written with the next commit of any thread, or by themselves soon after the first of them, or when there
//! are many. A thread stays in memory while it has some.

use crate::core::id::Epoch;

/// How long the first of them waits at most.
const SOON_MS: u64 = 20;
/// How many wait at most when a batch ends.
const MAX_STAGED: usize = 1_024;

/// What is staged and not urgent.
#[derive(Debug, Default)]
pub(super) struct Later {
    /// The thread of each entry, in order.
    staged: Vec<Epoch>,
    /// When they are written by themselves.
    due_ms: Option<u64>,
}

impl Later {
    /// One more entry of a thread.
    pub fn stage(&mut self, epoch: Epoch, now_ms: u64) {
        self.staged.push(epoch);
        self.due_ms.get_or_insert(now_ms + SOON_MS);
    }

    /// Whether they are to be written without company.
    pub fn is_due(&self, now_ms: u64) -> bool {
        self.staged.len() > MAX_STAGED || self.due_ms.is_some_and(|due_ms| due_ms <= now_ms)
    }

    /// Nothing waits from here on: there may be no later.
    pub fn hurry(&mut self) {
        self.due_ms = self.due_ms.map(|_| 0);
    }

    /// When they are written by themselves.
    pub const fn next_ms(&self) -> Option<u64> {
        self.due_ms
    }

    /// The threads whose entries are written now, some of them more than once.
    pub fn take(&mut self) -> Vec<Epoch> {
        self.due_ms = None;
        std::mem::take(&mut self.staged)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    const EPOCH: Epoch = Epoch(Uuid::nil());

    #[test]
    fn the_first_one_says_until_when_all_wait() {
        let mut later = Later::default();
        assert_eq!((later.next_ms(), later.is_due(u64::MAX)), (None, false));
        later.stage(EPOCH, 100);
        later.stage(EPOCH, 110);
        assert_eq!(later.next_ms(), Some(120));
        assert!(!later.is_due(119) && later.is_due(120));
        assert_eq!(later.take(), [EPOCH, EPOCH]);
        assert_eq!((later.next_ms(), later.is_due(u64::MAX)), (None, false));
    }

    #[test]
    fn many_do_not_wait() {
        let mut later = Later::default();
        (0..=MAX_STAGED).for_each(|_| later.stage(EPOCH, 0));
        assert!(later.is_due(0));
    }

    #[test]
    fn where_there_may_be_no_later_nothing_waits() {
        let mut later = Later::default();
        later.hurry();
        assert_eq!(later.next_ms(), None);
        later.stage(EPOCH, 100);
        later.hurry();
        assert!(later.is_due(100));
    }
}
