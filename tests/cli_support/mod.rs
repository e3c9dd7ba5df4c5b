//! The program itself, run as a person runs it: a hub on a port of its own, commands, and what they write.

#![allow(dead_code, reason = "each test binary uses its own part of this")]

pub mod careless_hub;
#[path = "../support/hub_process.rs"]
pub mod hub_process;
pub mod played_hub;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

/// Longer than anything here takes; a test that waits for it has failed.
const SOON: Duration = Duration::from_secs(30);

/// A command whose words are read.
fn program(args: &[&str]) -> Command {
    let mut command = hub_process::program();
    command.args(args);
    command
}

/// What a command came to.
#[derive(Debug)]
pub struct Done {
    pub status: i32,
    pub out: String,
    pub err: String,
}

/// Runs a command that needs no hub.
pub fn run(args: &[&str]) -> Done {
    begin(args).end()
}

/// Starts a command that names its hub, if it needs one.
pub fn begin(args: &[&str]) -> Running {
    Running::start(&mut program(args))
}

/// A command that is going on.
pub struct Running {
    child: Child,
    stdin: Option<ChildStdin>,
    out: Receiver<String>,
    err: Receiver<String>,
}

impl Running {
    fn start(command: &mut Command) -> Self {
        let mut child =
            command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
        let out = lines(child.stdout.take().expect("a pipe"));
        let err = lines(child.stderr.take().expect("a pipe"));
        let stdin = child.stdin.take();
        Self { child, stdin, out, err }
    }

    /// The next line of standard output.
    pub fn line(&self) -> String {
        self.out.recv_timeout(SOON).expect("a line in time").trim_end_matches('\n').to_owned()
    }

    /// The first line of standard output that this holds for.
    pub fn line_with(&self, part: &str) -> String {
        std::iter::repeat_with(|| self.line())
            .find(|line| line.contains(part))
            .expect("it goes on until it is found")
    }

    /// The first line of standard error with this in it.
    pub fn note_with(&self, part: &str) -> String {
        loop {
            let line = self.err.recv_timeout(SOON).unwrap_or_else(|e| panic!("no note with {part:?}: {e}"));
            if line.contains(part) {
                return line;
            }
        }
    }

    /// Types a line.
    pub fn types(&mut self, line: &str) {
        let stdin = self.stdin.as_mut().expect("a command that reads");
        writeln!(stdin, "{line}").expect("it reads");
    }

    pub fn signal(&self, signal: Signal) {
        kill_process(self.pid(), signal).expect("it runs");
    }

    fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    /// Waits for the end; what was not read yet is in it.
    pub fn end(mut self) -> Done {
        drop(self.stdin.take());
        let all = |lines: &Receiver<String>| {
            let mut text = String::new();
            while let Ok(line) = lines.recv_timeout(SOON) {
                text.push_str(&line);
            }
            text
        };
        let (out, err) = (all(&self.out), all(&self.err));
        let status = self.child.wait().expect("it ended").code().unwrap_or(-1);
        Done { status, out, err }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill(); // it may have ended
        let _ = self.child.wait();
    }
}

fn lines(from: impl Read + Send + 'static) -> Receiver<String> {
    let (send, lines) = channel();
    std::thread::spawn(move || {
        let mut from = BufReader::new(from);
        let mut line = String::new();
        while from.read_line(&mut line).is_ok_and(|n| n > 0) && send.send(std::mem::take(&mut line)).is_ok() {
        }
    });
    lines
}

/// A hub of the program, with its data in a folder of its own.
pub struct Hub {
    serve: Option<Running>,
    folder: tempfile::TempDir,
    url: String,
    flags: Vec<String>,
}

impl Hub {
    /// Starts one and waits until it listens.
    pub fn start() -> Self {
        Self::start_with(&[])
    }

    /// Starts one with flags of `serve`.
    pub fn start_with(flags: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let flags = flags.iter().map(|&flag| flag.to_owned()).collect();
        let mut hub = Self { serve: None, folder, url: String::new(), flags };
        hub.serve_at("127.0.0.1:0");
        hub
    }

    fn serve_at(&mut self, listen: &str) {
        let serve = Running::start(hub_process::serve(listen, Some(self.folder.path())).args(&self.flags));
        let note = serve.note_with("listens on");
        self.url = note.trim().rsplit(' ').next().expect("an address").to_owned();
        self.serve = Some(serve);
    }

    pub fn url(&self) -> &str {
        &self.url
    }

    pub fn pid(&self) -> Pid {
        self.serve.as_ref().expect("it runs").pid()
    }

    pub fn data(&self) -> &str {
        self.folder.path().to_str().expect("a folder with a plain name")
    }

    /// Kills it as a loss of power would, and starts it again at the same address.
    pub fn kill_and_start_again(&mut self) {
        self.kill();
        self.start_again();
    }

    pub fn kill(&mut self) {
        drop(self.serve.take());
    }

    pub fn start_again(&mut self) {
        let address = self.url.trim_start_matches("http://").to_owned();
        self.serve_at(&address);
    }

    /// Ends it by a signal; gives what it said and its status.
    pub fn end_by(mut self, signal: Signal) -> Done {
        let serve = self.serve.take().expect("it runs");
        serve.signal(signal);
        serve.end()
    }

    /// Runs a command against this hub to its end.
    pub fn run(&self, args: &[&str]) -> Done {
        self.start_command(args, false).end()
    }

    /// Starts a command against this hub.
    pub fn begin(&self, args: &[&str]) -> Running {
        self.start_command(args, false)
    }

    /// Starts one that reads what is typed.
    pub fn begin_typing(&self, args: &[&str]) -> Running {
        self.start_command(args, true)
    }

    fn start_command(&self, args: &[&str], typing: bool) -> Running {
        let mut command = program(args);
        command.env("DIALOG_HUB_URL", &self.url);
        if typing {
            command.stdin(Stdio::piped());
        }
        Running::start(&mut command)
    }

    /// Follows a thread; the snapshot has been read when this returns.
    pub fn follow(&self, thread: &str) -> Stream {
        let follow = self.begin(&["follow", "-t", thread, "--json"]);
        let first = read(&follow.line());
        assert_eq!(first["type"], "snapshot");
        Stream(follow)
    }
}

/// The events of a thread, by way of `follow --json`.
pub struct Stream(pub Running);

impl Stream {
    /// The next event of a type.
    pub fn next(&self, kind: &str) -> Value {
        loop {
            let event = read(&self.0.line());
            if event["type"] == kind {
                return event;
            }
        }
    }

    /// The id of the next dialog that is asked.
    pub fn asked(&self) -> String {
        self.next("dialog.requested")["id"].as_str().expect("an id").to_owned()
    }
}

/// Reads a line of JSON.
pub fn read(line: &str) -> Value {
    serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line:?}"))
}
