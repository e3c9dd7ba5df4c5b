//! The hub under measurement.

#[path = "../../tests/support/hub_process.rs"]
mod hub_process;

use hub_process::HubProcess;
use tempfile::TempDir;

pub struct Hub {
    /// Before the folder, which goes when the process has ended.
    _process: HubProcess,
    pub port: u16,
    pub folder: TempDir,
}

impl Hub {
    pub fn start() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let process = HubProcess::start(Some(folder.path().join("data")));
        process.wait_until_it_listens();
        Self { port: process.port, _process: process, folder }
    }
}
