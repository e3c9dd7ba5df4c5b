//! How long `ask` waits for a hub that has lost its store. Pure.
//!
//! Such a hub takes connections and refuses every call, so it looks like one that is about to be back. It is said once
//! and waited for within a bound: somebody may be starting it again. A hub that is only gone has no such bound.

use std::time::Duration;

use tokio::time::Instant;

use crate::client::ClientError;

/// How long it is waited for.
pub const STORE_WITHIN: Duration = Duration::from_secs(60);

/// What is known of the hub's store.
#[derive(Debug, Default)]
pub struct Patience {
    lost_at: Option<Instant>,
}

/// What one loss means.
#[derive(Debug, PartialEq, Eq)]
pub enum Loss {
    /// Any other than that of the store.
    Other,
    /// The first that is known of it.
    First,
    /// It is known, and there is time.
    Again,
    /// It is known, and the time is over.
    TooLong,
}

impl Patience {
    /// A connection or a call came to nothing.
    pub fn meets(&mut self, why: &ClientError, now: Instant) -> Loss {
        if !why.is_store_lost() {
            // Whoever ends it starts it again: its next word counts from the beginning.
            self.lost_at = None;
            return Loss::Other;
        }
        match self.lost_at {
            None => {
                self.lost_at = Some(now);
                Loss::First
            }
            Some(lost_at) if now.duration_since(lost_at) < STORE_WITHIN => Loss::Again,
            Some(_) => Loss::TooLong,
        }
    }

    /// The hub showed the dialog: its store is there.
    pub fn is_restored(&mut self) {
        self.lost_at = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::Closed;

    fn refused(code: &str) -> ClientError {
        let error = serde_json::json!({"code": -32053, "data": {"code": code}});
        ClientError::Rpc(serde_json::from_value(error).unwrap())
    }

    fn closed(code: u16) -> ClientError {
        Closed::ByHub { code, reason: String::new(), retry_after_ms: None }.into()
    }

    #[test]
    fn a_lost_store_is_first_news_then_known_then_too_long() {
        let (mut patience, begin) = (Patience::default(), Instant::now());
        assert_eq!(patience.meets(&closed(4011), begin), Loss::First);
        let last = begin + STORE_WITHIN;
        assert_eq!(patience.meets(&refused("store-failed"), last - Duration::from_millis(1)), Loss::Again);
        assert_eq!(patience.meets(&refused("store-failed"), last), Loss::TooLong);
    }

    #[test]
    fn a_hub_that_is_gone_or_back_in_between_begins_anew() {
        let (mut patience, begin) = (Patience::default(), Instant::now());
        let late = begin + 2 * STORE_WITHIN;
        patience.meets(&closed(4011), begin);
        assert_eq!(patience.meets(&closed(1012), begin), Loss::Other);
        assert_eq!(patience.meets(&closed(4011), late), Loss::First);
        patience.is_restored();
        assert_eq!(patience.meets(&closed(4011), late + STORE_WITHIN), Loss::First);
    }

    #[test]
    fn a_hub_that_is_only_gone_has_no_bound() {
        let (mut patience, begin) = (Patience::default(), Instant::now());
        for hours in 0..10 {
            let lost = Closed::Lost { why: "w".to_owned() }.into();
            assert_eq!(patience.meets(&lost, begin + Duration::from_secs(hours * 3_600)), Loss::Other);
            assert_eq!(patience.meets(&refused("draining"), begin), Loss::Other);
        }
    }
}
