//! What `bench settle` tells.

use serde::Serialize;

use super::roles::Results;
use crate::cli::bench::latency::Percentiles;
use crate::cli::bench::measure::{Between, Used, rounded};
use crate::cli::bench::report::{Checked, Head, Report, checked, count, figure, spread};
use crate::cli::bench::sequence::Wrongs;

/// The result. Percentiles are in microseconds.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SettleReport {
    #[serde(flatten)]
    head: Head,
    askers: u32,
    answerers: u32,
    followers: u32,
    measured_s: f64,
    round_trips: u64,
    round_trips_per_s: f64,
    round_trip_us: Option<Percentiles>,
    answer_to_result_us: Option<Percentiles>,
    answer_to_last_follower_us: Option<Percentiles>,
    not_timed: u64,
    deliveries: u64,
    deliveries_per_s: f64,
    #[serde(flatten)]
    checked: Checked,
    #[serde(skip_serializing_if = "Option::is_none")]
    server_cpu_us_per_round_trip: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    server_cpu_us_per_delivery: Option<f64>,
    #[serde(flatten)]
    used: Used,
}

impl SettleReport {
    /// Nothing is known yet but what was asked for.
    pub fn new(head: Head, askers: u32, answerers: u32, followers: u32) -> Self {
        Self {
            head,
            askers,
            answerers,
            followers,
            measured_s: 0.0,
            round_trips: 0,
            round_trips_per_s: 0.0,
            round_trip_us: None,
            answer_to_result_us: None,
            answer_to_last_follower_us: None,
            not_timed: 0,
            deliveries: 0,
            deliveries_per_s: 0.0,
            checked: Checked::default(),
            server_cpu_us_per_round_trip: None,
            server_cpu_us_per_delivery: None,
            used: Used::default(),
        }
    }

    /// The measured time is over.
    pub fn measured(&mut self, between: &Between, round_trips: u64) {
        self.measured_s = rounded(between.seconds, 3);
        self.round_trips = round_trips;
        self.round_trips_per_s = between.per_second(round_trips);
        self.deliveries = between.deliveries;
        self.deliveries_per_s = between.per_second(between.deliveries);
        self.server_cpu_us_per_round_trip = between.server_cpu_us_per(round_trips);
        self.server_cpu_us_per_delivery = between.server_cpu_us_per(between.deliveries);
        self.used = between.used();
    }

    /// What everybody saw.
    pub fn times(&mut self, all: &Results, wrongs: Wrongs, not_timed: u64) {
        self.round_trip_us = all.round_trip.percentiles();
        self.answer_to_result_us = all.answer_to_result.percentiles();
        self.answer_to_last_follower_us = all.answer_to_last.percentiles();
        self.not_timed = not_timed;
        self.checked = wrongs.into();
    }
}

impl Report for SettleReport {
    fn head(&mut self) -> &mut Head {
        &mut self.head
    }

    fn lines(&self) -> Vec<(&'static str, String)> {
        let Self { askers, answerers, followers, .. } = self;
        let cpu = figure(self.server_cpu_us_per_round_trip, " µs of CPU a round trip");
        vec![
            ("settle", format!("{askers} ask, {answerers} answer, {followers} watch; {} s", self.measured_s)),
            ("round trips", format!("{} a second", count(self.round_trips_per_s))),
            ("round trip", spread(self.round_trip_us)),
            ("to the asker", spread(self.answer_to_result_us)),
            ("to the last", spread(self.answer_to_last_follower_us)),
            ("deliveries", format!("{} a second", count(self.deliveries_per_s))),
            ("stream", checked(self.checked)),
            ("hub", format!("{cpu}, {}", figure(self.used.server_cpu_cores, " cores"))),
            (
                "this program",
                format!(
                    "{} (of {} workers)",
                    figure(self.used.generator_cpu_cores, " cores"),
                    self.head.workers
                ),
            ),
        ]
    }
}
