//! The hub as a process of its own: started, killed, started again on the same folder and port.

use std::time::{Duration, Instant};

use dialog_hub::client::{Address, Client, Endpoint, Events};
use tempfile::TempDir;

use crate::hub_process::HubProcess;

pub struct Hub {
    /// Before the folder, which goes when the process has ended.
    process: HubProcess,
    _folder: Option<TempDir>,
}

impl Hub {
    /// A hub on a free port, with a folder of its own or none.
    pub async fn start(durable: bool) -> Self {
        let folder = durable.then(|| tempfile::tempdir().expect("a temporary folder"));
        let process = HubProcess::start(folder.as_ref().map(|folder| folder.path().join("data")));
        let hub = Self { process, _folder: folder };
        hub.connect().await;
        hub
    }

    pub fn kill9(&mut self) {
        self.process.kill9();
    }

    pub async fn restart(&mut self) {
        self.process.restart();
        self.connect().await;
    }

    pub fn endpoint(&self) -> Endpoint {
        let address = format!("http://127.0.0.1:{}", self.process.port);
        Endpoint { address: Address::parse(&address).expect("a good address"), token: None }
    }

    /// A connection, as soon as the hub takes one.
    pub async fn connect(&self) -> (Client, Events) {
        let end = Instant::now() + Duration::from_secs(30);
        loop {
            match Client::connect(&self.endpoint()).await {
                Ok(connected) => return connected,
                Err(error) if Instant::now() > end => panic!("the hub does not come up: {error}"),
                Err(_) => tokio::time::sleep(Duration::from_millis(10)).await,
            }
        }
    }
}
