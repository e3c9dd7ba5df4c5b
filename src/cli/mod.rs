//! The command line: one file per command, results on standard output, notes on standard error.

mod ago;
mod answer;
mod ask;
mod bench;
mod completions;
mod config;
mod documents;
pub mod exit;
mod follow;
mod journal;
mod out;
mod payload;
mod serve;
mod signal;
mod stop;
mod target;
pub mod text;
mod threads;
mod watch;
mod who;

use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};

use exit::{Exit, Failure};
use target::HubArgs;

/// Ask people questions from agents and scripts: one card on every screen, the first valid answer wins, durably.
#[derive(Debug, Parser)]
#[command(name = "dialog-hub", version, max_term_width = 100)]
pub struct Cli {
    #[command(flatten)]
    hub: HubArgs,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Serve(serve::Serve),
    Ask(Box<ask::Ask>),
    Answer(answer::Answer),
    Follow(follow::Follow),
    Watch(watch::Watch),
    Threads(threads::Threads),
    Journal(journal::JournalArgs),
    Stop(stop::Stop),
    Bench(bench::Bench),
    /// Print the OpenAPI document of the HTTP side
    Openapi,
    /// Print the AsyncAPI document of the WebSocket
    Asyncapi,
    Completions(completions::Completions),
    Config(config::ConfigArgs),
}

/// Runs the command that the process was started with.
#[must_use]
pub fn main() -> Exit {
    let matches = match Cli::command().try_get_matches() {
        Ok(matches) => matches,
        Err(error) => {
            let _ = error.print(); // a closed pipe behind `--help` is no failure
            return if error.use_stderr() { Exit::Usage } else { Exit::Done };
        }
    };
    let cli = match Cli::from_arg_matches(&matches) {
        Ok(cli) => cli,
        Err(error) => {
            let _ = error.print(); // as above
            return Exit::Usage;
        }
    };
    let json = cli.prints_json();
    match cli.run(&matches) {
        Ok(exit) => exit,
        Err(failure) => {
            if !failure.is_quiet() {
                out::note(&if json {
                    failure.to_json()
                } else {
                    format!("dialog-hub: {}", text::line(&failure.message))
                });
            }
            failure.exit
        }
    }
}

impl Cli {
    fn run(self, matches: &ArgMatches) -> Result<Exit, Failure> {
        let hub = self.hub;
        let sub = matches.subcommand().map(|(_, matches)| matches);
        let done = |()| Exit::Done;
        match self.command {
            Command::Serve(serve) => serve.run(sub),
            Command::Ask(ask) => client(ask.run(&hub)),
            Command::Answer(answer) => client(answer.run(&hub)),
            Command::Follow(follow) => client(follow.run(&hub)),
            Command::Watch(watch) => client(watch.run(&hub)),
            Command::Threads(threads) => client(threads.run(&hub)).map(done),
            Command::Journal(journal) => client(journal.run(&hub)).map(done),
            Command::Stop(stop) => client(stop.run(&hub)).map(done),
            Command::Bench(bench) => client(bench.run(&hub)),
            Command::Openapi => documents::openapi().map(done),
            Command::Asyncapi => documents::asyncapi().map(done),
            Command::Completions(completions) => completions.run().map(done),
            Command::Config(config) => config.run(sub).map(done),
        }
    }

    /// Whether errors are told as JSON too.
    fn prints_json(&self) -> bool {
        match &self.command {
            Command::Ask(ask) => ask.json,
            Command::Follow(follow) => follow.json,
            Command::Threads(threads) => threads.json,
            Command::Journal(journal) => journal.prints_json(),
            Command::Stop(stop) => stop.json,
            Command::Bench(bench) => bench.prints_json(),
            _ => false,
        }
    }
}

/// Runs a command that speaks to a hub, on one thread.
fn client<T>(command: impl Future<Output = Result<T, Failure>>) -> Result<T, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|e| Failure::new(Exit::Hub, "runtime", e.to_string()))?;
    let result = runtime.block_on(command);
    // A read of the terminal that is still going on must not hold the process.
    runtime.shutdown_background();
    result
}
