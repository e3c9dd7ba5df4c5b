//! `bench join`: many come to follow at once, for the first time or back; how long until all are there, and what they missed.

mod joiner;
mod report;

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use clap::Args;
use serde_json::json;

use self::joiner::{Desk, Door, Results, Share};
use self::report::JoinReport;
use super::Common;
use super::crew::{Crew, run_until_stopped};
use super::latency::Latencies;
use super::measure::Look;
use super::report::{Head, tell};
use super::sequence::Wrongs;
use super::stage::{Ended, Stage, Stopped, publish};
use crate::cli::exit::{Exit, Failure};
use crate::cli::target::HubArgs;

/// How often counters are looked at.
const LOOK_EVERY: Duration = Duration::from_millis(2);
/// Fills an event up to about 300 bytes.
const PAD_BYTES: usize = 150;

/// Let many followers come at once: how long until all follow, and whether each got what it had missed.
///
/// With --since everybody follows, leaves without a word, misses --events events and comes back at once with `since`.
/// At the end one more event goes to all: whoever does not get it right after what it had is counted.
#[derive(Debug, Args)]
pub struct Join {
    /// How many followers
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..))]
    followers: u32,
    /// Come back after a first visit, and recover what was missed
    #[arg(long)]
    since: bool,
    /// With --since: events that are published while everybody is away
    #[arg(long, value_name = "N", default_value_t = 100, requires = "since", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    events: u32,
    #[command(flatten)]
    pub common: Common,
}

impl Join {
    pub(super) async fn run(self, hub: &HubArgs) -> Result<Exit, Failure> {
        let json = self.common.json;
        let mut stage = match Stage::open(hub, &self.common, self.followers.into(), 1).await {
            Ok(stage) => stage,
            Err(stopped) => return tell(None::<JoinReport>, Err(stopped).into(), Wrongs::default(), json),
        };
        let events_away = self.since.then_some(self.events);
        let mut report =
            JoinReport::new(Head::new("join", &stage, &self.common), self.followers, events_away);
        let door = Arc::new(Door { returns: self.since, ..Door::default() });
        let crew = self.start(&stage, &door)?;
        let ended = Ended::from(self.measure(&mut stage, &door, &mut report).await);
        let ended = stage.drain(ended).await;
        let last = stage.last_seqs().await;
        let results = stage.leave(crew).await;
        let (mut live, mut wrongs) = (Latencies::default(), Wrongs::default());
        for of_worker in &results {
            wrongs += of_worker.streams.wrongs(&last);
            live.add(&of_worker.live);
        }
        report.came(&door, &live, wrongs);
        // Before the word to come there is nothing to tell.
        tell(door.come.is_cancelled().then_some(report), ended, wrongs, json)
    }

    fn start(&self, stage: &Stage, door: &Arc<Door>) -> Result<Crew<Results>, Failure> {
        let (workers, followers) = (self.common.workers(), self.followers as usize);
        let share = Share {
            target: Arc::clone(&stage.target),
            shared: Arc::clone(&stage.shared),
            threads: Arc::clone(&stage.threads),
            door: Arc::clone(door),
        };
        Crew::start(workers, &stage.shared, move |worker| {
            let share = share.clone();
            async move {
                let places = (worker..followers).step_by(workers).count();
                let desk = Desk::new(Results::new(places));
                let run = |place| joiner::run(&share, &desk, place);
                run_until_stopped(&share.shared, (0..places).map(run)).await;
                desk.into_results()
            }
        })
    }

    async fn measure(&self, stage: &mut Stage, door: &Door, report: &mut JoinReport) -> Result<(), Stopped> {
        let followers = u64::from(self.followers);
        let thread = stage.threads[0].clone();
        if self.since {
            stage.until_live("the first visit", followers).await?;
            door.leave.cancel();
            let left = async {
                while door.left.get() < followers {
                    tokio::time::sleep(LOOK_EVERY).await;
                }
            };
            stage.until(left).await?;
            self.publish_away(stage, &thread).await?;
        }
        let shared = Arc::clone(&stage.shared);
        let before = Look::now(&shared, stage.server);
        let bar = stage.progress.clone();
        bar.step("everybody comes", followers);
        door.come_at_ns.store(shared.now_ns(), Ordering::Release);
        door.come.cancel();
        let came = async {
            while door.came.get() < followers {
                bar.at(door.came.get());
                tokio::time::sleep(LOOK_EVERY).await;
            }
        };
        let came = stage.until(came).await;
        let after = Look::now(&shared, stage.server);
        report.measured(&after.since(&before), after.bytes_per(followers, &before));
        came?;
        // Expected before it is published: the drain at the end waits for it.
        shared.expected.add(followers);
        let client = stage.client();
        stage.until(publish(&client, &thread, json!({ "n": self.events }))).await??;
        Ok(())
    }

    async fn publish_away(&self, stage: &mut Stage, thread: &str) -> Result<(), Stopped> {
        let (client, bar) = (stage.client(), stage.progress.clone());
        bar.step("events are published meanwhile", self.events.into());
        let pad = "x".repeat(PAD_BYTES);
        let publishing = async {
            for n in 0..self.events {
                bar.at(n.into());
                publish(&client, thread, json!({ "n": n, "pad": pad })).await?;
            }
            Ok::<_, Failure>(())
        };
        Ok(stage.until(publishing).await??)
    }
}
