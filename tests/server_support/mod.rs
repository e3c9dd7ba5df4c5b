//! A hub on a port of its own, and a peer that speaks HTTP by hand, so that it can also speak it badly.

#![allow(dead_code, reason = "each test binary uses its own part of this")]

use std::net::SocketAddr;
use std::time::Duration;

use dialog_hub::config::Settings;
use dialog_hub::core::limits::Limits;
use dialog_hub::hub::{Clock, Hub, Metrics};
use dialog_hub::server::{Deadlines, ServeConfig, Server, SignIn};
use dialog_hub::store::memory::Memory;
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// Longer than anything here takes; a test that waits for it has failed.
pub const SOON: Duration = Duration::from_secs(20);

/// A hub that serves.
pub struct Serving {
    pub address: SocketAddr,
    pub hub: Hub,
    stop: Option<oneshot::Sender<()>>,
    task: JoinHandle<()>,
}

/// Serves on loopback, on a port that is free.
pub async fn serve() -> Serving {
    serve_with(|_| ()).await
}

/// The same, configured.
pub async fn serve_with(configure: impl FnOnce(&mut ServeConfig)) -> Serving {
    let mut config = config(([127, 0, 0, 1], 0).into());
    configure(&mut config);
    let hub = start_hub(config.limits.clone());
    let server = Server::bind(config, hub.clone()).expect("a free port on loopback");
    let address = server.address();
    let (stop, stopped) = oneshot::channel();
    let task = tokio::spawn(server.run(async {
        let _ = stopped.await;
    }));
    Serving { address, hub, stop: Some(stop), task }
}

/// The defaults, at an address of loopback.
pub fn config(listen: SocketAddr) -> ServeConfig {
    let defaults = Settings::default();
    ServeConfig {
        listen: listen.try_into().expect("an address of loopback"),
        limits: defaults.limits(),
        ping_interval: defaults.ping_interval.into(),
        pong_timeout: defaults.pong_timeout.into(),
        public_hosts: Vec::new(),
        allow_origins: Vec::new(),
        sign_in: SignIn::NoAuth,
        max_connections: defaults.max_connections,
        deadlines: Deadlines::default(),
    }
}

fn start_hub(limits: Limits) -> Hub {
    let (hub, _writer) =
        Hub::start(limits, Box::new(Memory::new()), Clock::system(), std::sync::Arc::new(Metrics::default()))
            .expect("a hub in memory starts");
    hub
}

impl Serving {
    /// Asks the server to end, and waits until it has.
    pub async fn shut_down(mut self) {
        drop(self.stop.take());
        tokio::time::timeout(SOON, &mut self.task).await.expect("it ends in time").expect("it ends well");
    }

    /// Sends one request by hand and reads its response; the connection is closed behind it.
    pub async fn request(&self, head: &str, body: &[u8]) -> Response {
        let mut peer = Peer::connect(self.address).await;
        peer.send(format!("{head}\r\nConnection: close\r\n\r\n").as_bytes()).await;
        peer.send(body).await;
        peer.response().await
    }

    /// A `GET` with the right Host.
    pub async fn get(&self, path: &str) -> Response {
        self.request(&format!("GET {path} HTTP/1.1\r\nHost: {}", self.address), b"").await
    }

    /// A `POST` of JSON.
    pub async fn post(&self, path: &str, body: &str) -> Response {
        self.post_as(path, "application/json", body.as_bytes()).await
    }

    /// A `POST` of whatever is said to be of a type.
    pub async fn post_as(&self, path: &str, kind: &str, body: &[u8]) -> Response {
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: {kind}\r\nContent-Length: {}",
            self.address,
            body.len()
        );
        self.request(&head, body).await
    }
}

/// A response, read whole.
#[derive(Debug)]
pub struct Response {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Response {
    /// The one value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }

    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("no JSON: {self:?}"))
    }

    /// Checks that it is a problem of this status and code.
    #[track_caller]
    pub fn assert_problem(&self, status: u16, code: &str) {
        let problem = self.json();
        assert_eq!((self.status, &problem["code"]), (status, &Value::from(code)), "{self:?}");
        assert_eq!(problem["status"], status);
        assert_eq!(self.header("content-type"), Some("application/problem+json"));
        assert_eq!(self.header("cache-control"), Some("no-store"));
        assert_eq!(self.header("x-content-type-options"), Some("nosniff"));
    }
}

/// One connection, by hand.
pub struct Peer {
    pub stream: TcpStream,
    pub read: Vec<u8>,
}

impl Peer {
    pub async fn connect(address: SocketAddr) -> Self {
        Self { stream: TcpStream::connect(address).await.expect("the server listens"), read: Vec::new() }
    }

    pub async fn send(&mut self, bytes: &[u8]) {
        // The server may have answered and closed before it has it all.
        let _ = self.stream.write_all(bytes).await;
    }

    /// Reads a head, and the body that it announces.
    pub async fn response(&mut self) -> Response {
        tokio::time::timeout(SOON, self.read_response()).await.expect("a response in time")
    }

    async fn read_response(&mut self) -> Response {
        let end = loop {
            if let Some(end) = self.read.windows(4).position(|four| four == b"\r\n\r\n") {
                break end + 4;
            }
            assert!(
                self.more().await,
                "the connection ended within a head: {:?}",
                String::from_utf8_lossy(&self.read)
            );
        };
        let head = String::from_utf8(self.read.drain(..end).collect()).expect("a head is text");
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("a status line");
        let mut response = Response { status, head, body: Vec::new() };
        let length: usize = response.header("content-length").map_or(0, |n| n.parse().expect("a length"));
        while self.read.len() < length {
            assert!(self.more().await, "the connection ended within a body");
        }
        response.body = self.read.drain(..length).collect();
        response
    }

    /// Reads until a text has come.
    pub async fn read_until(&mut self, text: &str) -> String {
        let all = async {
            while !String::from_utf8_lossy(&self.read).contains(text) {
                assert!(
                    self.more().await,
                    "the connection ended before {text:?}: {:?}",
                    String::from_utf8_lossy(&self.read)
                );
            }
        };
        tokio::time::timeout(SOON, all).await.expect("it comes in time");
        String::from_utf8_lossy(&std::mem::take(&mut self.read)).into_owned()
    }

    /// Reads whatever comes until the connection ends.
    pub async fn closed(&mut self) {
        let all = async { while self.more().await {} };
        tokio::time::timeout(SOON, all).await.expect("it is closed in time");
    }

    async fn more(&mut self) -> bool {
        let mut chunk = [0; 4096];
        match self.stream.read(&mut chunk).await {
            Ok(n @ 1..) => {
                self.read.extend_from_slice(&chunk[..n]);
                true
            }
            _ => false,
        }
    }
}
