//! Times that were measured, and their percentiles. Pure.

use hdrhistogram::Histogram;
use serde::Serialize;

/// Three digits: a percentile is exact to 0.1 %.
const DIGITS: u8 = 3;
/// The longest time that is told apart: 10 minutes, in nanoseconds. Longer ones count as that.
const MAX_NS: u64 = 600_000_000_000;

/// Many times; about 200 KiB however many.
#[derive(Debug, Clone)]
pub struct Latencies(Histogram<u64>);

/// What is told of them, in microseconds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Percentiles {
    pub p50: f64,
    pub p95: f64,
    pub p99: f64,
    pub max: f64,
}

impl Default for Latencies {
    fn default() -> Self {
        // Cannot fail: the bounds are constants in the order that it asks for.
        Self(Histogram::new_with_bounds(1, MAX_NS, DIGITS).expect("bounds that fit"))
    }
}

impl Latencies {
    /// Adds one, in nanoseconds.
    pub fn record(&mut self, ns: u64) {
        self.0.saturating_record(ns);
    }

    /// Adds all of another.
    pub fn add(&mut self, other: &Self) {
        // Cannot fail: both have the same bounds.
        self.0.add(&other.0).expect("the same bounds");
    }

    /// None where nothing was measured.
    #[must_use]
    pub fn percentiles(&self) -> Option<Percentiles> {
        // Tenths of a microsecond: more digits than were measured would only look exact.
        let us = |ns: u64| (ns as f64 / 100.0).round() / 10.0;
        let at = |quantile| us(self.0.value_at_quantile(quantile));
        (!self.0.is_empty()).then(|| Percentiles {
            p50: at(0.50),
            p95: at(0.95),
            p99: at(0.99),
            max: us(self.0.max()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_in_microseconds_and_close() {
        let mut all = Latencies::default();
        let mut half = Latencies::default();
        for us in 1..=1_000 {
            (if us % 2 == 0 { &mut all } else { &mut half }).record(us * 1_000);
        }
        all.add(&half);
        let told = all.percentiles().unwrap();
        for (told, want) in [(told.p50, 500.0), (told.p95, 950.0), (told.p99, 990.0), (told.max, 1_000.0)] {
            assert!((told - want).abs() <= want / 500.0, "{told} for {want}");
        }
    }

    #[test]
    fn nothing_has_no_percentiles_and_the_very_long_counts_as_the_longest() {
        let mut none = Latencies::default();
        assert_eq!(none.percentiles(), None);
        none.record(u64::MAX);
        assert!(none.percentiles().is_some());
    }
}
