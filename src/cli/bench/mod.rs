//! `bench`: a load test of a hub that runs anywhere. It has threads of its own there and forgets them at its end.
//!
//! Pure: `frame`, `upgrade`, `said`, `sequence`, `streams`, `flight`, `latency`. Around them `link` (one connection),
//! `crew` (the threads that carry them), `desk` (what those of one thread share), `shared` (what the threads tell each
//! other), `stage` (the hub, Ctrl-C, leaving) and one folder per bench.

mod crew;
mod desk;
mod flight;
mod followers;
mod frame;
mod join;
mod latency;
mod link;
mod measure;
mod process;
mod progress;
mod report;
mod room;
mod said;
mod sequence;
mod settle;
mod shared;
mod stage;
mod streams;
mod upgrade;

use clap::{Args, Subcommand};

use super::exit::{Exit, Failure};
use super::target::HubArgs;

/// Load a running hub and measure it.
///
/// Every bench has threads of its own (bench-…), which it forgets at its end, also after Ctrl-C. It checks the number of each
/// event: lost, double and late ones are counted. The hub's CPU time and memory are told where it runs on this machine.
///
/// Exit status: 0 all came once and in order; 2 usage, or more connections than this machine has room for; 3 not authorised; 4
/// no hub; 6 another error, a hub that lost, doubled or misplaced an event among them; 130 Ctrl-C. What was measured until
/// then is printed all the same.
#[derive(Debug, Args)]
pub struct Bench {
    #[command(subcommand)]
    which: Which,
}

#[derive(Debug, Subcommand)]
enum Which {
    Followers(followers::Followers),
    Settle(settle::Settle),
    Join(join::Join),
}

/// What every bench takes.
#[derive(Debug, Args)]
pub struct Common {
    /// The hub's process on this machine, for its CPU time and memory; found by itself where the hub listens on loopback
    #[arg(long, value_name = "PID")]
    pub pid: Option<u32>,
    /// Threads of this program that carry the connections; half of the cores where nothing is said
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    workers: Option<u16>,
    /// Print the result as one line of JSON
    #[arg(long)]
    pub json: bool,
}

impl Common {
    /// How many workers there are.
    fn workers(&self) -> usize {
        self.workers.map_or_else(crew::default_workers, usize::from)
    }
}

impl Bench {
    pub(super) async fn run(self, hub: &HubArgs) -> Result<Exit, Failure> {
        match self.which {
            Which::Followers(followers) => followers.run(hub).await,
            Which::Settle(settle) => settle.run(hub).await,
            Which::Join(join) => join.run(hub).await,
        }
    }

    /// Whether errors are told as JSON too.
    pub(super) fn prints_json(&self) -> bool {
        match &self.which {
            Which::Followers(followers) => followers.common.json,
            Which::Settle(settle) => settle.common.json,
            Which::Join(join) => join.common.json,
        }
    }
}
