//! `bench followers`: many followers, one publisher; how fast events reach everybody.

mod follower;
mod publisher;
mod report;

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use tokio::sync::mpsc;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use self::follower::{Desk, Results, Share};
use self::publisher::{Pace, Publisher};
use self::report::FollowersReport;
use super::Common;
use super::crew::{Crew, run_until_stopped};
use super::flight::Flight;
use super::latency::Latencies;
use super::measure::Look;
use super::report::{Head, tell};
use super::sequence::Wrongs;
use super::shared::Counter;
use super::stage::{Stage, Stopped};
use crate::cli::exit::{Exit, Failure};
use crate::cli::target::HubArgs;

/// How long the load runs before anything is measured.
const WARM_UP: Duration = Duration::from_millis(500);
/// How long the publisher may take to end.
const PUBLISHER_WITHIN: Duration = Duration::from_secs(6);

/// Publish to many followers: deliveries a second, and how long an event takes to each and to the last.
///
/// flood keeps --window events of each thread on their way; an event leaves the window when its last follower has it.
/// lone sends one event at a time, at most --rate a second.
#[derive(Debug, Args)]
pub struct Followers {
    /// How many followers
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..))]
    followers: u32,
    /// Threads of the hub that they are spread over
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    threads: u32,
    /// What is measured
    #[arg(long, value_name = "MODE", default_value = "flood")]
    mode: Mode,
    /// flood: events of each thread on their way at a time (a hub refuses, with limit, what would be more than 512 KiB)
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..=4096))]
    window: u16,
    /// lone: events a second, over all threads
    #[arg(long, value_name = "N", default_value_t = 10.0, value_parser = rate)]
    rate: f64,
    /// How long is measured, after half a second of the same load
    #[arg(long, value_name = "S", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=86_400))]
    seconds: u32,
    /// Size of an event as a follower reads it, give or take a few digits
    #[arg(long, value_name = "BYTES", default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    payload_bytes: u32,
    #[command(flatten)]
    pub common: Common,
}

/// What is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Many events on their way
    Flood,
    /// One event at a time
    Lone,
}

fn rate(text: &str) -> Result<f64, String> {
    let rate: f64 = text.parse().map_err(|_| "no number".to_owned())?;
    if (0.001..=100_000.0).contains(&rate) { Ok(rate) } else { Err("from 0.001 to 100000".to_owned()) }
}

/// What workers and publisher share, beside what all benches do.
#[derive(Debug)]
struct Air {
    /// By thread.
    flights: Vec<Flight>,
    /// The number of a thread of which an event has left: the next one may be sent. Holds as many as can be in flight.
    left: mpsc::Sender<u32>,
}

impl Followers {
    pub(super) async fn run(self, hub: &HubArgs) -> Result<Exit, Failure> {
        if self.threads > self.followers {
            let why = format!("{} followers cannot be spread over {} threads", self.followers, self.threads);
            return Err(Failure::usage(why));
        }
        let json = self.common.json;
        // Beside the followers: the publisher.
        let connections = u64::from(self.followers) + 1;
        let mut stage = match Stage::open(hub, &self.common, connections, self.threads as usize).await {
            Ok(stage) => stage,
            Err(stopped) => {
                return tell(None::<FollowersReport>, Err(stopped).into(), Wrongs::default(), json);
            }
        };
        let mut report = FollowersReport::new(Head::new("followers", &stage, &self.common), &self);
        let (air, left) = self.air();
        let air = Arc::new(air);
        let crew = self.start(&stage, &air)?;
        let mut measured = false;
        let ended = self.measure(&mut stage, &air, left, &mut report, &mut measured).await;
        let ended = stage.drain(ended.into()).await;
        let last = stage.last_seqs().await;
        let results = stage.leave(crew).await;
        let mut wrongs = Wrongs::default();
        let (mut latency, mut last_follower) = (Latencies::default(), Latencies::default());
        for of_worker in &results {
            wrongs += of_worker.streams.wrongs(&last);
            latency.add(&of_worker.latency);
            last_follower.add(&of_worker.last_follower);
        }
        report.times(&latency, &last_follower, wrongs);
        tell(measured.then_some(report), ended, wrongs, json)
    }

    /// Nothing in flight yet.
    fn air(&self) -> (Air, mpsc::Receiver<u32>) {
        let window = match self.mode {
            Mode::Flood => usize::from(self.window),
            Mode::Lone => 1,
        };
        let (left, has_left) = mpsc::channel(window * self.threads as usize);
        let flight = |thread| Flight::new(window, self.followers_of(thread));
        (Air { flights: (0..self.threads).map(flight).collect(), left }, has_left)
    }

    /// Follower `n` follows thread `n % threads`.
    const fn followers_of(&self, thread: u32) -> u32 {
        self.followers / self.threads + (thread < self.followers % self.threads) as u32
    }

    fn start(&self, stage: &Stage, air: &Arc<Air>) -> Result<Crew<Results>, Failure> {
        let (workers, followers) = (self.common.workers(), self.followers as usize);
        let share = Share {
            target: Arc::clone(&stage.target),
            shared: Arc::clone(&stage.shared),
            threads: Arc::clone(&stage.threads),
            air: Arc::clone(air),
        };
        Crew::start(workers, &stage.shared, move |worker| {
            let share = share.clone();
            async move {
                let mine: Vec<usize> = (worker..followers).step_by(workers).collect();
                let desk = Desk::new(Results::new(mine.len()));
                let follow = |(place, follower)| follower::run(&share, &desk, place, follower);
                run_until_stopped(&share.shared, mine.iter().copied().enumerate().map(follow)).await;
                desk.into_results()
            }
        })
    }

    async fn measure(
        &self,
        stage: &mut Stage,
        air: &Arc<Air>,
        left: mpsc::Receiver<u32>,
        report: &mut FollowersReport,
        measured: &mut bool,
    ) -> Result<(), Stopped> {
        let before = Look::now(&stage.shared, stage.server);
        stage.until_live("followers connect", self.followers.into()).await?;
        let connected = Look::now(&stage.shared, stage.server);
        report.connected(&connected.since(&before), connected.bytes_per(self.followers.into(), &before));
        let pace = match self.mode {
            Mode::Flood => Pace::Flood { window: self.window },
            Mode::Lone => Pace::Lone { every: Duration::from_secs_f64(1.0 / self.rate) },
        };
        let (target, shared, threads) =
            (Arc::clone(&stage.target), Arc::clone(&stage.shared), Arc::clone(&stage.threads));
        let publisher = Publisher::open(&target, &shared, &threads, air, self.payload_bytes as usize);
        let publisher = stage.until(publisher).await?.map_err(Failure::from)?;
        let published = publisher.published();
        let enough = CancellationToken::new();
        let mut publishing = pin!(publisher.run(pace, left, enough.clone()));
        let mut watching = pin!(self.watch(stage, &published, report, measured));
        let mut publishes = true;
        let ended = loop {
            tokio::select! {
                ended = &mut watching => break ended,
                // By its own trouble, which those who watch are told.
                () = &mut publishing, if publishes => publishes = false,
            }
        };
        enough.cancel();
        if publishes {
            // It ends by itself, unless the hub has stopped to read.
            let _ = timeout(PUBLISHER_WITHIN, publishing).await;
        }
        ended
    }

    /// Looks on while events are published.
    async fn watch(
        &self,
        stage: &mut Stage,
        published: &Counter,
        report: &mut FollowersReport,
        measured: &mut bool,
    ) -> Result<(), Stopped> {
        stage.until(tokio::time::sleep(WARM_UP)).await?;
        *measured = true;
        let (shared, server, bar) = (Arc::clone(&stage.shared), stage.server, stage.progress.clone());
        let (from, published_before) = (Look::now(&shared, server), published.get());
        shared.measure(true);
        let ended = stage.until(bar.for_seconds("events are published", self.seconds)).await;
        let between = Look::now(&shared, server).since(&from);
        shared.measure(false);
        report.measured(&between, published.get() - published_before);
        ended
    }
}
