//! `serve`: the hub itself.

use clap::{ArgMatches, Args};

use super::config::Settled;
use super::exit::{Exit, Failure};

/// Run the hub.
#[derive(Debug, Args)]
pub struct Serve {
    #[command(flatten)]
    settled: Settled,
}

impl Serve {
    pub(super) fn run(self, matches: Option<&ArgMatches>) -> Result<Exit, Failure> {
        let matches = matches.cloned().unwrap_or_default();
        let _config = self.settled.resolve(&matches)?;
        Ok(Exit::Done)
    }
}
