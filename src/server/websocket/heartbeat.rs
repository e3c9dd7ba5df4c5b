//! When to ping a WebSocket, and when to give it up.
//!
//! Pure: the times are parameters. Whatever the peer sends is a sign of life, not only a pong.

use std::time::Duration;

use tokio::time::Instant;

/// The pings of one connection.
#[derive(Debug)]
pub struct Heartbeat {
    interval: Duration,
    patience: Duration,
    next_ping: Instant,
    /// The oldest ping after which nothing came.
    unanswered: Option<Instant>,
}

/// What is to be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Beat {
    /// Nothing yet.
    Wait,
    /// Send a ping.
    Ping,
    /// Drop the connection: nothing came in time after a ping.
    Drop,
}

impl Heartbeat {
    /// Pings every `interval`, gives up `pong_timeout` after a ping, but no later than with the third interval.
    #[must_use]
    pub fn new(interval: Duration, pong_timeout: Duration, now: Instant) -> Self {
        Self {
            interval,
            patience: pong_timeout.min(interval * 2),
            next_ping: now + interval,
            unanswered: None,
        }
    }

    /// When [`Heartbeat::beat`] has something to say at the earliest.
    #[must_use]
    pub fn due(&self) -> Instant {
        self.unanswered.map_or(self.next_ping, |pinged| self.next_ping.min(pinged + self.patience))
    }

    /// What is to be done at `now`, when the last byte came at `heard`.
    pub fn beat(&mut self, now: Instant, heard: Instant) -> Beat {
        self.unanswered = self.unanswered.filter(|pinged| heard < *pinged);
        if self.unanswered.is_some_and(|pinged| now >= pinged + self.patience) {
            return Beat::Drop;
        }
        if now < self.next_ping {
            return Beat::Wait;
        }
        self.next_ping = now + self.interval;
        self.unanswered.get_or_insert(now);
        Beat::Ping
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn a_silent_peer_is_dropped_after_the_pong_timeout() {
        let start = Instant::now();
        let mut heart = Heartbeat::new(ms(25_000), ms(10_000), start);
        assert_eq!(heart.beat(start + ms(24_999), start), Beat::Wait);
        assert_eq!(heart.beat(start + ms(25_000), start), Beat::Ping);
        assert_eq!(heart.due(), start + ms(35_000));
        assert_eq!(heart.beat(start + ms(34_999), start), Beat::Wait);
        assert_eq!(heart.beat(start + ms(35_000), start), Beat::Drop);
    }

    #[test]
    fn short_intervals_drop_a_silent_peer_with_the_third() {
        let start = Instant::now();
        let mut heart = Heartbeat::new(ms(500), ms(10_000), start);
        assert_eq!(heart.beat(start + ms(500), start), Beat::Ping);
        assert_eq!(heart.beat(start + ms(1_000), start), Beat::Ping);
        assert_eq!(heart.beat(start + ms(1_500), start), Beat::Drop);
    }

    #[test]
    fn any_sign_of_life_after_the_ping_keeps_it() {
        let start = Instant::now();
        let mut heart = Heartbeat::new(ms(500), ms(10_000), start);
        for n in 1..100 {
            let now = start + ms(500 * n);
            assert_eq!(heart.beat(now, now - ms(100)), Beat::Ping, "{n}");
        }
    }

    #[test]
    fn a_sign_of_life_before_the_ping_does_not_count() {
        let start = Instant::now();
        let mut heart = Heartbeat::new(ms(25_000), ms(10_000), start);
        assert_eq!(heart.beat(start + ms(25_000), start + ms(24_999)), Beat::Ping);
        assert_eq!(heart.beat(start + ms(35_000), start + ms(24_999)), Beat::Drop);
    }
}
