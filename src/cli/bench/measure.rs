//! What was used and delivered between two moments. Pure but for the looks themselves.

use serde::Serialize;

use super::process::{Process, Usage};
use super::shared::Shared;

/// One look at everything that is counted.
#[derive(Debug, Clone)]
pub struct Look {
    at_ns: u64,
    delivered: u64,
    delivered_bytes: u64,
    server: Option<Usage>,
    generator: Option<Usage>,
}

/// The time between two looks.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Between {
    pub seconds: f64,
    pub deliveries: u64,
    pub bytes: u64,
    server_cpu_us: Option<f64>,
    generator_cpu_us: Option<f64>,
}

/// What the hub and the bench used, as it is told.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct Used {
    /// CPU cores that the hub kept busy; absent where its process is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server_cpu_cores: Option<f64>,
    /// CPU cores that the bench kept busy: near the number of its workers it was the limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generator_cpu_cores: Option<f64>,
}

impl Look {
    /// Looks.
    #[must_use]
    pub fn now(shared: &Shared, server: Option<Process>) -> Self {
        Self {
            server: server.and_then(Process::usage),
            generator: Process::myself().usage(),
            at_ns: shared.now_ns(),
            delivered: shared.delivered.get(),
            delivered_bytes: shared.delivered_bytes.get(),
        }
    }

    /// What happened since an earlier look.
    #[must_use]
    pub fn since(&self, earlier: &Self) -> Between {
        let cpu_us = |now: &Option<Usage>, then: &Option<Usage>| match (now, then) {
            (Some(now), Some(then)) => Some(now.cpu_ns_since(then) as f64 / 1e3),
            _ => None,
        };
        Between {
            seconds: self.at_ns.saturating_sub(earlier.at_ns) as f64 / 1e9,
            deliveries: self.delivered - earlier.delivered,
            bytes: self.delivered_bytes - earlier.delivered_bytes,
            server_cpu_us: cpu_us(&self.server, &earlier.server),
            generator_cpu_us: cpu_us(&self.generator, &earlier.generator),
        }
    }

    /// Memory that came since an earlier look, by connection: the hub's and the bench's.
    #[must_use]
    pub fn bytes_per(&self, connections: u64, earlier: &Self) -> (Option<u64>, Option<u64>) {
        let grown = |now: &Option<Usage>, then: &Option<Usage>| match (now, then) {
            (Some(now), Some(then)) => {
                Some(now.resident_bytes.saturating_sub(then.resident_bytes) / connections.max(1))
            }
            _ => None,
        };
        (grown(&self.server, &earlier.server), grown(&self.generator, &earlier.generator))
    }
}

impl Between {
    /// So many in this time, by the second.
    #[must_use]
    pub fn per_second(&self, count: u64) -> f64 {
        if self.seconds > 0.0 { rounded(count as f64 / self.seconds, 1) } else { 0.0 }
    }

    /// The hub's CPU time by each of so many; none where its process is not known or there were none.
    #[must_use]
    pub fn server_cpu_us_per(&self, count: u64) -> Option<f64> {
        self.server_cpu_us.filter(|_| count > 0).map(|us| rounded(us / count as f64, 3))
    }

    /// What was used.
    #[must_use]
    pub fn used(&self) -> Used {
        let cores =
            |us: Option<f64>| us.filter(|_| self.seconds > 0.0).map(|us| rounded(us / 1e6 / self.seconds, 2));
        Used {
            server_cpu_cores: cores(self.server_cpu_us),
            generator_cpu_cores: cores(self.generator_cpu_us),
        }
    }
}

/// A figure with as many digits behind the point as it was measured with.
#[must_use]
pub fn rounded(figure: f64, digits: i32) -> f64 {
    let unit = 10_f64.powi(digits);
    (figure * unit).round() / unit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_of_the_time_between() {
        let between = Between {
            seconds: 2.0,
            deliveries: 1_000,
            bytes: 300_000,
            server_cpu_us: Some(1_000_000.0),
            generator_cpu_us: None,
        };
        assert_eq!(between.per_second(1_000), 500.0);
        assert_eq!(between.server_cpu_us_per(1_000), Some(1_000.0));
        assert_eq!(between.server_cpu_us_per(0), None);
        let used = Used { server_cpu_cores: Some(0.5), generator_cpu_cores: None };
        assert_eq!(between.used(), used);
    }

    #[test]
    fn no_time_has_no_rate() {
        assert_eq!(Between::default().per_second(5), 0.0);
        assert_eq!(Between::default().used(), Used::default());
    }
}
