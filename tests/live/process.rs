//! The hub as a process of its own: started, killed, started again on the same folder and port.

use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use dialog_hub::client::{Address, Client, Endpoint, Events};
use tempfile::TempDir;

pub struct Hub {
    child: Child,
    port: u16,
    folder: Option<TempDir>,
}

impl Hub {
    /// A hub on a free port, with a folder of its own or none.
    pub async fn start(durable: bool) -> Self {
        let folder = durable.then(|| tempfile::tempdir().expect("a temporary folder"));
        let port = TcpListener::bind("127.0.0.1:0").and_then(|l| l.local_addr()).expect("a free port").port();
        let child = spawn(port, folder.as_ref());
        let hub = Self { child, port, folder };
        hub.connect().await;
        hub
    }

    /// SIGKILL, and the end of the process.
    pub fn kill9(&mut self) {
        self.child.kill().expect("the hub was alive until now");
        self.child.wait().expect("a process that was killed ends");
    }

    pub async fn restart(&mut self) {
        self.child = spawn(self.port, self.folder.as_ref());
        self.connect().await;
    }

    pub fn endpoint(&self) -> Endpoint {
        let address = Address::parse(&format!("http://127.0.0.1:{}", self.port)).expect("a good address");
        Endpoint { address, token: None }
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

impl Drop for Hub {
    fn drop(&mut self) {
        // It may have been killed by the test already; there is nobody left to tell.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn spawn(port: u16, folder: Option<&TempDir>) -> Child {
    // HUB_BIN: another build of the hub, so that a long run need not compile the tests for release.
    let hub = std::env::var("HUB_BIN").unwrap_or_else(|_| env!("CARGO_BIN_EXE_dialog-hub").to_owned());
    let mut command = Command::new(hub);
    command.args(["serve", "--no-auth", "--listen", &format!("127.0.0.1:{port}")]);
    match folder {
        Some(folder) => command.arg("--data").arg(folder.path().join("data")),
        None => command.arg("--ephemeral"),
    };
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().expect("the hub starts")
}

/// Numbers that are the same for the same seed (SplitMix64).
pub struct Rng(pub u64);

impl Rng {
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((z ^ (z >> 31)) % n as u64).expect("smaller than n")
    }
}
