//! What `bench join` tells.

use serde::Serialize;

use super::joiner::Door;
use crate::cli::bench::latency::{Latencies, Percentiles};
use crate::cli::bench::measure::{Between, Used, rounded};
use crate::cli::bench::report::{Checked, Head, Report, checked, count, figure, spread};
use crate::cli::bench::sequence::Wrongs;

/// The result. Percentiles are in microseconds.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct JoinReport {
    #[serde(flatten)]
    head: Head,
    followers: u32,
    since: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    events_away: Option<u32>,
    came: u64,
    all_live_s: f64,
    live_us: Option<Percentiles>,
    recovered: u64,
    snapshots: u64,
    retries: u64,
    /// Of those who recovered: what they had missed, and what they got of it.
    missed_expected: u64,
    missed_received: u64,
    #[serde(flatten)]
    checked: Checked,
    #[serde(skip_serializing_if = "Option::is_none")]
    server_cpu_us_per_follower: Option<f64>,
    #[serde(flatten)]
    used: Used,
    #[serde(skip_serializing_if = "Option::is_none")]
    server_resident_bytes_per_follower: Option<u64>,
}

impl JoinReport {
    /// Nothing is known yet but what was asked for.
    pub fn new(head: Head, followers: u32, events_away: Option<u32>) -> Self {
        Self {
            head,
            followers,
            since: events_away.is_some(),
            events_away,
            came: 0,
            all_live_s: 0.0,
            live_us: None,
            recovered: 0,
            snapshots: 0,
            retries: 0,
            missed_expected: 0,
            missed_received: 0,
            checked: Checked::default(),
            server_cpu_us_per_follower: None,
            used: Used::default(),
            server_resident_bytes_per_follower: None,
        }
    }

    /// All are there, or the bench has ended before.
    pub fn measured(&mut self, between: &Between, bytes: (Option<u64>, Option<u64>)) {
        self.all_live_s = rounded(between.seconds, 3);
        self.server_cpu_us_per_follower = between.server_cpu_us_per(self.followers.into());
        self.used = between.used();
        // Of those who come back, the hub still has what it had for their first visit.
        self.server_resident_bytes_per_follower = bytes.0.filter(|_| !self.since);
    }

    /// What they got.
    pub fn came(&mut self, door: &Door, live: &Latencies, wrongs: Wrongs) {
        self.came = door.came.get();
        self.recovered = door.recovered.get();
        self.snapshots = door.snapshots.get();
        self.retries = door.retries.get();
        self.missed_expected = self.recovered * u64::from(self.events_away.unwrap_or_default());
        self.missed_received = door.missed.get();
        self.live_us = live.percentiles();
        self.checked = wrongs.into();
    }
}

impl Report for JoinReport {
    fn head(&mut self) -> &mut Head {
        &mut self.head
    }

    fn lines(&self) -> Vec<(&'static str, String)> {
        let how = match self.events_away {
            Some(events) => format!("come back after {events} events"),
            None => "come for the first time".to_owned(),
        };
        let n = |n: u64| count(n as f64);
        let cpu = figure(self.server_cpu_us_per_follower, " µs of CPU a follower");
        vec![
            ("join", format!("{} followers {how}", n(self.followers.into()))),
            (
                "all live",
                format!("{} s ({} came, {} tries more)", self.all_live_s, n(self.came), n(self.retries)),
            ),
            ("each", spread(self.live_us)),
            ("got", format!("{} recovered, {} the snapshot alone", n(self.recovered), n(self.snapshots))),
            ("missed", format!("{} of {} events", n(self.missed_received), n(self.missed_expected))),
            ("stream", checked(self.checked)),
            ("hub", format!("{cpu}, {}", figure(self.used.server_cpu_cores, " cores"))),
        ]
    }
}
