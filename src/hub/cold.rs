//! The epochs of names without events, as somebody was told them: who comes back finds the same stream.
//!
//! So many are kept, the oldest go first; then the name gets a new epoch and the position is not recovered.

use std::collections::{HashMap, VecDeque};

use crate::core::id::{Epoch, ThreadId};

/// Names that are remembered; a few MiB.
const MAX_NAMES: usize = 1 << 15;

/// What was told of names without events.
#[derive(Debug, Default)]
pub(super) struct ToldEpochs {
    epochs: HashMap<ThreadId, Epoch>,
    /// The names, oldest first.
    order: VecDeque<ThreadId>,
}

impl ToldEpochs {
    pub fn get(&self, name: &ThreadId) -> Option<Epoch> {
        self.epochs.get(name).copied()
    }

    /// Notes that the epoch was told. Until [`ToldEpochs::forget`] a name has no other.
    pub fn told(&mut self, name: &ThreadId, epoch: Epoch) {
        if self.epochs.insert(name.clone(), epoch).is_some() {
            return;
        }
        self.order.push_back(name.clone());
        if self.order.len() > MAX_NAMES
            && let Some(oldest) = self.order.pop_front()
        {
            self.epochs.remove(&oldest);
        }
    }

    /// The name was given up: whoever has it next is another stream.
    pub fn forget(&mut self, name: &ThreadId) {
        if self.epochs.remove(name).is_some() {
            self.order.retain(|other| other != name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    fn name(n: usize) -> ThreadId {
        ThreadId::parse(&format!("t{n}")).expect("a thread id")
    }

    #[test]
    fn the_oldest_names_go_first_and_a_given_up_name_at_once() {
        let (mut told, epoch) = (ToldEpochs::default(), Epoch(Uuid::nil()));
        for n in 0..=MAX_NAMES {
            told.told(&name(n), epoch);
            told.told(&name(n), epoch);
        }
        assert_eq!((told.get(&name(0)), told.get(&name(1))), (None, Some(epoch)));
        told.forget(&name(1));
        assert_eq!(told.get(&name(1)), None);
        assert_eq!((told.epochs.len(), told.order.len()), (MAX_NAMES - 1, MAX_NAMES - 1));
    }
}
