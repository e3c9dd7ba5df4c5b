//! The hub as a process of its own, for tests and benches: how it is run, and one that is killed and started again
//! at the same port. `HUB_BIN` names another build of it, to compare two or to run long without compiling.

#![allow(dead_code, reason = "each target uses its own part of this")]

use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The program, which is told nothing by the environment of whoever runs the tests.
pub fn program() -> Command {
    let program = std::env::var("HUB_BIN").unwrap_or_else(|_| env!("CARGO_BIN_EXE_dialog-hub").to_owned());
    let mut command = Command::new(program);
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("DIALOG_HUB_"))
    {
        command.env_remove(name);
    }
    command.stdin(Stdio::null());
    command
}

/// A hub that is to listen there, with its data in a folder or in memory.
pub fn serve(listen: &str, data: Option<&Path>) -> Command {
    let mut command = program();
    command.args(["serve", "--no-auth", "--listen", listen]);
    match data {
        Some(data) => command.arg("--data").arg(data),
        None => command.arg("--ephemeral"),
    };
    command
}

/// A hub whose words nobody reads; it ends by a kill, at the latest when this is dropped.
pub struct HubProcess {
    child: Child,
    data: Option<PathBuf>,
    pub port: u16,
}

impl HubProcess {
    /// Starts one on a free port; it may not listen yet.
    pub fn start(data: Option<PathBuf>) -> Self {
        let port = TcpListener::bind("127.0.0.1:0").and_then(|l| l.local_addr()).expect("a free port").port();
        Self { child: spawn(port, data.as_deref()), data, port }
    }

    /// SIGKILL, and the end of the process.
    pub fn kill9(&mut self) {
        self.child.kill().expect("the hub was alive until now");
        self.child.wait().expect("a process that was killed ends");
    }

    /// Starts it again on the same port and data; it may not listen yet.
    pub fn restart(&mut self) {
        self.child = spawn(self.port, self.data.as_deref());
    }

    pub fn wait_until_it_listens(&self) {
        let end = Instant::now() + Duration::from_secs(10);
        while TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            assert!(Instant::now() < end, "the hub does not come up");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for HubProcess {
    fn drop(&mut self) {
        // It may have been killed already; there is nobody left to tell if it does not end.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn spawn(port: u16, data: Option<&Path>) -> Child {
    let mut command = serve(&format!("127.0.0.1:{port}"), data);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().expect("the hub starts")
}
