//! What `bench followers` tells.

use serde::Serialize;

use super::{Followers, Mode};
use crate::cli::bench::latency::{Latencies, Percentiles};
use crate::cli::bench::measure::{Between, Used, rounded};
use crate::cli::bench::report::{Checked, Head, Report, checked, count, figure, spread};
use crate::cli::bench::sequence::Wrongs;

/// The result. Percentiles are in microseconds.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FollowersReport {
    #[serde(flatten)]
    head: Head,
    mode: Mode,
    followers: u32,
    threads: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    window: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rate_per_s: Option<f64>,
    payload_bytes: u32,
    connect_s: f64,
    measured_s: f64,
    events: u64,
    events_per_s: f64,
    deliveries: u64,
    deliveries_per_s: f64,
    bytes_per_delivery: f64,
    latency_us: Option<Percentiles>,
    last_follower_us: Option<Percentiles>,
    #[serde(flatten)]
    checked: Checked,
    #[serde(skip_serializing_if = "Option::is_none")]
    server_cpu_us_per_delivery: Option<f64>,
    #[serde(flatten)]
    used: Used,
    #[serde(skip_serializing_if = "Option::is_none")]
    server_resident_bytes_per_follower: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    generator_resident_bytes_per_follower: Option<u64>,
}

impl FollowersReport {
    /// Nothing is known yet but what was asked for.
    pub fn new(head: Head, asked: &Followers) -> Self {
        Self {
            head,
            mode: asked.mode,
            followers: asked.followers,
            threads: asked.threads,
            window: (asked.mode == Mode::Flood).then_some(asked.window),
            rate_per_s: (asked.mode == Mode::Lone).then_some(asked.rate),
            payload_bytes: asked.payload_bytes,
            connect_s: 0.0,
            measured_s: 0.0,
            events: 0,
            events_per_s: 0.0,
            deliveries: 0,
            deliveries_per_s: 0.0,
            bytes_per_delivery: 0.0,
            latency_us: None,
            last_follower_us: None,
            checked: Checked::default(),
            server_cpu_us_per_delivery: None,
            used: Used::default(),
            server_resident_bytes_per_follower: None,
            generator_resident_bytes_per_follower: None,
        }
    }

    /// All follow.
    pub fn connected(&mut self, took: &Between, bytes: (Option<u64>, Option<u64>)) {
        self.connect_s = rounded(took.seconds, 3);
        (self.server_resident_bytes_per_follower, self.generator_resident_bytes_per_follower) = bytes;
    }

    /// The measured time is over.
    pub fn measured(&mut self, between: &Between, events: u64) {
        self.measured_s = rounded(between.seconds, 3);
        self.events = events;
        self.events_per_s = between.per_second(events);
        self.deliveries = between.deliveries;
        self.deliveries_per_s = between.per_second(between.deliveries);
        self.bytes_per_delivery = rounded(between.bytes as f64 / between.deliveries.max(1) as f64, 1);
        self.server_cpu_us_per_delivery = between.server_cpu_us_per(between.deliveries);
        self.used = between.used();
    }

    /// What the followers saw.
    pub fn times(&mut self, latency: &Latencies, last_follower: &Latencies, wrongs: Wrongs) {
        self.latency_us = latency.percentiles();
        self.last_follower_us = last_follower.percentiles();
        self.checked = wrongs.into();
    }
}

impl Report for FollowersReport {
    fn head(&mut self) -> &mut Head {
        &mut self.head
    }

    fn lines(&self) -> Vec<(&'static str, String)> {
        let mode = match (self.window, self.rate_per_s) {
            (Some(window), _) => format!("flood, {window} events of each thread on their way"),
            (_, rate) => format!("lone, at most {} events a second", rate.unwrap_or_default()),
        };
        let threads = crate::cli::text::count(self.threads, "thread");
        let kib = |bytes: Option<u64>| bytes.map(|bytes| rounded(bytes as f64 / 1024.0, 2));
        let cpu = figure(self.server_cpu_us_per_delivery, " µs of CPU a delivery");
        vec![
            (
                "followers",
                format!("{} on {threads}, connected in {} s", count(self.followers.into()), self.connect_s),
            ),
            ("mode", format!("{mode}; {} bytes each, {} s", self.payload_bytes, self.measured_s)),
            ("events", format!("{} a second", count(self.events_per_s))),
            ("deliveries", format!("{} a second", count(self.deliveries_per_s))),
            ("latency", spread(self.latency_us)),
            ("last follower", spread(self.last_follower_us)),
            ("stream", checked(self.checked)),
            ("hub", format!("{cpu}, {}", figure(self.used.server_cpu_cores, " cores"))),
            (
                "",
                format!(
                    "{} of memory a follower",
                    figure(kib(self.server_resident_bytes_per_follower), " KiB")
                ),
            ),
            (
                "this program",
                format!(
                    "{} (of {} workers), {} a follower",
                    figure(self.used.generator_cpu_cores, " cores"),
                    self.head.workers,
                    figure(kib(self.generator_resident_bytes_per_follower), " KiB")
                ),
            ),
        ]
    }
}
