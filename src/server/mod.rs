//! The server: the hub over HTTP and WebSocket, from the listening socket to the last byte.
//!
//! It reads what comes, checks who may say it, and hands typed commands to the hub; it decides nothing about threads.
//! Every connection, body, write and wait has a bound in time and bytes.

mod accept;
pub mod access;
mod app;
mod arrival;
mod caller;
mod deadlines;
mod gate;
mod http;
mod linker;
mod listen;
mod metrics;
mod problem;
mod read_on;
mod receipts;
mod routes;
mod sse;
mod statics;
mod websocket;
mod write_deadline;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use self::accept::Accept;
use self::access::{Access, AllowedOrigin, PublicHost};
use self::app::{App, Parts};
pub use self::caller::SignIn;
pub use self::deadlines::Deadlines;
pub use self::listen::{BeyondLoopback, Loopback};
use self::metrics::Metrics;
use crate::core::limits::Limits;
use crate::hub::Hub;

/// How long requests that are going on may take after the hub has drained.
const FINISH: Duration = Duration::from_secs(10);

/// What a server is started with.
#[derive(Debug, Clone)]
pub struct ServeConfig {
    /// Where it listens; port 0 for any that is free.
    pub listen: Loopback,
    /// The bounds of what clients send.
    pub limits: Limits,
    /// How often a WebSocket is pinged.
    pub ping_interval: Duration,
    /// How long a peer may be silent after a ping.
    pub pong_timeout: Duration,
    /// Names under which the hub is reached from elsewhere.
    pub public_hosts: Vec<PublicHost>,
    /// Other origins whose pages may use the hub.
    pub allow_origins: Vec<AllowedOrigin>,
    /// How callers are told apart.
    pub sign_in: SignIn,
    /// Connections at once, as far as the limit of open files allows it.
    pub max_connections: usize,
    /// How long a peer may keep a connection waiting.
    pub deadlines: Deadlines,
}

/// Why there is no server.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address cannot be listened on.
    #[error("cannot listen on {listen}: {}", reason(.error))]
    Listen { listen: SocketAddr, error: io::Error },
}

fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::AddrInUse => {
            "another program has this port; stop it, or choose another with --listen".into()
        }
        io::ErrorKind::AddrNotAvailable => "this machine does not have that address".into(),
        io::ErrorKind::PermissionDenied => {
            "the system does not allow it; ports below 1024 are reserved".into()
        }
        _ => error.to_string(),
    }
}

/// A server that listens and does not serve yet.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    accept: Accept,
    app: App,
}

impl Server {
    /// Listens; connections wait until [`Server::run`].
    ///
    /// # Errors
    /// [`ServeError`], which names the address.
    pub fn bind(config: ServeConfig, hub: Hub) -> Result<Self, ServeError> {
        let listen = config.listen.address();
        let listener = listen::listen(listen).map_err(|error| ServeError::Listen { listen, error })?;
        let address = listener.local_addr().map_err(|error| ServeError::Listen { listen, error })?;
        let metrics = Arc::new(Metrics::new(Arc::clone(hub.metrics())));
        let app = App::new(Parts {
            hub,
            limits: config.limits,
            access: Access::new(listen.ip(), config.public_hosts, config.allow_origins),
            sign_in: config.sign_in,
            body_deadline: config.deadlines.body,
            last_words: config.deadlines.last_words,
            ping_interval: config.ping_interval,
            pong_timeout: config.pong_timeout,
            metrics: Arc::clone(&metrics),
            sockets: TaskTracker::new(),
            end: CancellationToken::new(),
        });
        let accept = Accept {
            router: routes::routes(app.clone()),
            max_connections: listen::connection_cap(config.max_connections),
            head_deadline: config.deadlines.head,
            write_deadline: config.deadlines.write,
            metrics,
            connections: TaskTracker::new(),
            stop: CancellationToken::new(),
            finish: CancellationToken::new(),
            end: app.end.clone(),
        };
        Ok(Self { listener, address, accept, app })
    }

    /// Where it listens, with the port that it got.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `shutdown`, then drains the hub, lets what is going on finish, and ends.
    pub async fn run(self, shutdown: impl Future<Output = ()>) {
        let Self { listener, accept, app, .. } = self;
        let (stop, finish, connections) =
            (accept.stop.clone(), accept.finish.clone(), accept.connections.clone());
        let accepting = tokio::spawn(accept.run(listener));
        shutdown.await;
        // It still listens meanwhile: /readyz says that it drains, so that nobody is sent here any more.
        app.hub.drain().await;
        stop.cancel();
        // It ends with `stop`; there is nothing to learn from how.
        let _ = accepting.await;
        finish.cancel();
        connections.close();
        app.sockets.close();
        let finished = async {
            connections.wait().await;
            app.sockets.wait().await;
        };
        if tokio::time::timeout(FINISH, finished).await.is_err() {
            tracing::warn!("requests that were still going on are broken off");
        }
        app.end.cancel();
        app.hub.shutdown();
    }
}
