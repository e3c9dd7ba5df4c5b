//! `completions`: the completion script of a shell.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::exit::Failure;
use super::{Cli, out};

/// Print the completion script of a shell.
#[derive(Debug, Args)]
pub struct Completions {
    /// Which shell
    pub shell: Shell,
}

impl Completions {
    pub(super) fn run(&self) -> Result<(), Failure> {
        // Into memory first: the generator panics when its writer fails, and standard output may be a closed pipe.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "dialog-hub", &mut script);
        Ok(out::line(String::from_utf8_lossy(&script).trim_end())?)
    }
}
