//! `config show`: the settings that `serve` would run with, and where each came from.

use std::path::PathBuf;

use clap::{ArgMatches, Args, Subcommand};

use crate::config::{Config, Given};

use super::exit::{Exit, Failure};
use super::out;

/// See the settings of `serve`.
#[derive(Debug, Args)]
pub struct ConfigArgs {
    #[command(subcommand)]
    pub what: What,
}

/// What to do with them.
#[derive(Debug, Subcommand)]
pub enum What {
    /// Print each setting and where it comes from
    Show(SettingsArgs),
}

/// The arguments that say how `serve` is to run.
#[derive(Debug, Args)]
pub struct SettingsArgs {
    /// TOML file with settings; its keys are the flags' names
    #[arg(long = "config", value_name = "FILE", env = "DIALOG_HUB_CONFIG")]
    pub file: Option<PathBuf>,
    #[command(flatten)]
    pub given: Given,
}

impl SettingsArgs {
    pub(super) fn resolve(&self, matches: &ArgMatches) -> Result<Config, Failure> {
        Config::resolve(&self.given, matches, self.file.as_deref())
            .map_err(|e| Failure::new(Exit::No, "bad-config", e.to_string().trim_end()))
    }
}

impl ConfigArgs {
    pub(super) fn run(self, matches: Option<&ArgMatches>) -> Result<(), Failure> {
        let What::Show(settings) = self.what;
        let matches = matches.and_then(|m| m.subcommand_matches("show")).cloned().unwrap_or_default();
        let lines = settings
            .resolve(&matches)?
            .lines()
            .map_err(|e| Failure::new(Exit::No, "bad-config", e.to_string()))?;
        for line in lines {
            out::line(&line)?;
        }
        Ok(())
    }
}
