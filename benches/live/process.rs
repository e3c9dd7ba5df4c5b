//! The hub under measurement.

use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

pub struct Hub {
    child: Child,
    pub port: u16,
    pub folder: TempDir,
}

impl Hub {
    pub fn start() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let port = TcpListener::bind("127.0.0.1:0").and_then(|l| l.local_addr()).expect("a free port").port();
        // HUB_BIN: another build of the hub, to compare two in one run.
        let hub = std::env::var("HUB_BIN").unwrap_or_else(|_| env!("CARGO_BIN_EXE_dialog-hub").to_owned());
        let child = Command::new(hub)
            .args(["serve", "--no-auth", "--listen", &format!("127.0.0.1:{port}")])
            .arg("--data")
            .arg(folder.path().join("data"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the hub starts");
        let end = Instant::now() + Duration::from_secs(10);
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(Instant::now() < end, "the hub does not come up");
            std::thread::sleep(Duration::from_millis(10));
        }
        Self { child, port, folder }
    }
}

impl Drop for Hub {
    fn drop(&mut self) {
        // It ends with the measurement; there is nobody left to tell if it does not.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
