//! `bench settle`: questions asked and answered over and over while others watch; how fast an answer is everywhere.

mod report;
mod roles;
mod trips;

use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use parking_lot::Mutex;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use self::report::SettleReport;
use self::roles::{Desk, Play, Results, Role, Share};
use self::trips::Trips;
use super::Common;
use super::crew::{Crew, run_until_stopped};
use super::measure::Look;
use super::report::{Head, tell};
use super::sequence::Wrongs;
use super::shared::Counter;
use super::stage::{Ended, Stage, Stopped};
use crate::cli::exit::{Exit, Failure};
use crate::cli::target::HubArgs;

/// How long the load runs before anything is measured.
const WARM_UP: Duration = Duration::from_millis(500);
/// How long the last questions may take.
const LAST_WITHIN: Duration = Duration::from_secs(5);
/// How often that is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(5);

/// Ask and answer over and over while others watch: round trips a second, and how long an answer takes to whoever asked and to the last who watches.
///
/// Each asker asks a confirm on the one thread of the bench, waits for the result and asks again; which answerer
/// answers is fixed by who asks.
#[derive(Debug, Args)]
pub struct Settle {
    /// How many ask, each one question at a time (a hub takes 256 open ones where nothing else is set)
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=4_096))]
    askers: u32,
    /// How many answer
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=4_096))]
    answerers: u32,
    /// How many watch
    #[arg(long, value_name = "N", default_value_t = 100)]
    followers: u32,
    /// How long is measured, after half a second of the same load
    #[arg(long, value_name = "S", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=86_400))]
    seconds: u32,
    #[command(flatten)]
    pub common: Common,
}

impl Settle {
    pub(super) async fn run(self, hub: &HubArgs) -> Result<Exit, Failure> {
        let json = self.common.json;
        let mut stage = match Stage::open(hub, &self.common, self.connections(), 1).await {
            Ok(stage) => stage,
            Err(stopped) => return tell(None::<SettleReport>, Err(stopped).into(), Wrongs::default(), json),
        };
        let head = Head::new("settle", &stage, &self.common);
        let mut report = SettleReport::new(head, self.askers, self.answerers, self.followers);
        let play = Arc::new(Play {
            answerers: self.answerers,
            trips: Mutex::new(Trips::new(self.followers)),
            go: CancellationToken::new(),
            enough: CancellationToken::new(),
            round_trips: Counter::default(),
            done: Counter::default(),
        });
        let crew = self.start(&stage, &play)?;
        let mut measured = false;
        let ended = Ended::from(self.measure(&mut stage, &play, &mut report, &mut measured).await);
        play.enough.cancel();
        if measured && !matches!(ended, Ended::Failed(_)) {
            self.last_questions(&stage, &play).await;
        }
        let last = stage.last_seqs().await;
        // The thread was new: each who watches gets each of its events.
        let events = last.first().copied().flatten().unwrap_or_default();
        stage.shared.expected.add(events * u64::from(self.followers));
        let ended = stage.drain(ended).await;
        let results = stage.leave(crew).await;
        let mut all = Results::default();
        let mut wrongs = Wrongs::default();
        for of_worker in &results {
            wrongs += of_worker.streams.wrongs(&last);
            all.round_trip.add(&of_worker.round_trip);
            all.answer_to_result.add(&of_worker.answer_to_result);
            all.answer_to_last.add(&of_worker.answer_to_last);
        }
        report.times(&all, wrongs, play.trips.lock().not_timed());
        tell(measured.then_some(report), ended, wrongs, json)
    }

    fn connections(&self) -> u64 {
        u64::from(self.askers) + u64::from(self.answerers) + u64::from(self.followers)
    }

    fn start(&self, stage: &Stage, play: &Arc<Play>) -> Result<Crew<Results>, Failure> {
        let (workers, askers, answerers) = (self.common.workers(), self.askers, self.answerers);
        let followers = self.followers as usize;
        let share = Share {
            target: Arc::clone(&stage.target),
            shared: Arc::clone(&stage.shared),
            threads: Arc::clone(&stage.threads),
            play: Arc::clone(play),
        };
        Crew::start(workers, &stage.shared, move |worker| {
            let share = share.clone();
            async move {
                let watchers = (worker..followers).step_by(workers).count();
                let of_mine = |n: &u32| *n as usize % workers == worker;
                let mut roles: Vec<Role> = (0..watchers).map(Role::Watcher).collect();
                roles.extend((0..answerers).filter(of_mine).map(Role::Answerer));
                roles.extend((0..askers).filter(of_mine).map(Role::Asker));
                let desk = Desk::new(Results::new(watchers));
                let play = |role| roles::play(&share, &desk, role);
                run_until_stopped(&share.shared, roles.into_iter().map(play)).await;
                desk.into_results()
            }
        })
    }

    async fn measure(
        &self,
        stage: &mut Stage,
        play: &Play,
        report: &mut SettleReport,
        measured: &mut bool,
    ) -> Result<(), Stopped> {
        stage.until_live("everybody connects", self.connections()).await?;
        play.go.cancel();
        stage.until(tokio::time::sleep(WARM_UP)).await?;
        *measured = true;
        let (shared, server, bar) = (Arc::clone(&stage.shared), stage.server, stage.progress.clone());
        let (from, trips_before) = (Look::now(&shared, server), play.round_trips.get());
        shared.measure(true);
        let ended = stage.until(bar.for_seconds("questions are answered", self.seconds)).await;
        let between = Look::now(&shared, server).since(&from);
        shared.measure(false);
        report.measured(&between, play.round_trips.get() - trips_before);
        ended
    }

    /// Waits until every asker has its last result.
    async fn last_questions(&self, stage: &Stage, play: &Play) {
        let done = async {
            while play.done.get() < self.askers.into() {
                tokio::time::sleep(LOOK_EVERY).await;
            }
        };
        tokio::select! {
            _ = timeout(LAST_WITHIN, done) => {}
            _ = stage.shared.failed() => {}
        }
    }
}
