//! The hub under measurement.

#[path = "../../tests/support/hub_process.rs"]
mod hub_process;

use std::time::Instant;

use hub_process::HubProcess;
use tempfile::TempDir;

pub struct Hub {
    /// Before the folder, which goes when the process has ended.
    process: HubProcess,
    pub port: u16,
    pub folder: TempDir,
}

impl Hub {
    pub fn start() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let process = HubProcess::start(Some(folder.path().join("data")));
        process.wait_until_it_listens();
        Self { port: process.port, process, folder }
    }

    /// Kills it, and starts it again on its folder; how long it takes until it listens, in milliseconds.
    pub fn restart_ms(&mut self) -> f64 {
        self.process.kill9();
        let start = Instant::now();
        self.process.restart();
        self.process.wait_until_it_listens();
        start.elapsed().as_secs_f64() * 1e3
    }
}
