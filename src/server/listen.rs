//! The listening socket, and how many connections the process may have.

use std::io;
use std::net::{IpAddr, SocketAddr};

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use socket2::{Domain, Protocol, Socket, Type};
use tokio::net::TcpListener;

/// Connections that wait for the accept loop, in the kernel.
const BACKLOG: i32 = 1_024;
/// Files that are not connections: the store's, standard streams, the runtime's own, and some to spare.
const OTHER_FILES: usize = 256;

/// An address that this machine alone reaches: the only kind to serve on, as this version has no sign-in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Loopback(SocketAddr);

/// An address that others than this machine reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "without sign-in the hub serves loopback only: {0} is reached from elsewhere; set --listen to 127.0.0.1 or [::1]"
)]
pub struct BeyondLoopback(IpAddr);

impl Loopback {
    /// The address and port.
    #[must_use]
    pub const fn address(self) -> SocketAddr {
        self.0
    }
}

impl TryFrom<SocketAddr> for Loopback {
    type Error = BeyondLoopback;

    fn try_from(address: SocketAddr) -> Result<Self, BeyondLoopback> {
        if address.ip().is_loopback() { Ok(Self(address)) } else { Err(BeyondLoopback(address.ip())) }
    }
}

/// Listens on `address`.
///
/// # Errors
/// Whatever the system says: the port is taken, the address is not of this machine, …
pub fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = Socket::new(Domain::for_address(address), Type::STREAM, Some(Protocol::TCP))?;
    // Else a restart would have to wait for the connections of the hub before it to be forgotten.
    socket.set_reuse_address(true)?;
    socket.set_nonblocking(true)?;
    socket.bind(&address.into())?;
    socket.listen(BACKLOG)?;
    TcpListener::from_std(socket.into())
}

/// How many connections there may be at once: what was asked for, as far as the limit of open files allows it.
///
/// The soft limit is raised to the hard one first, which a process may do for itself.
#[must_use]
pub fn connection_cap(wanted: usize) -> usize {
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: limit.maximum, maximum: limit.maximum };
    let files = match setrlimit(Resource::Nofile, raised) {
        Ok(()) => limit.maximum,
        Err(_) => limit.current,
    };
    // No limit is said by `None`.
    let files = files.map_or(usize::MAX, |files| usize::try_from(files).unwrap_or(usize::MAX));
    wanted.min(files.saturating_sub(OTHER_FILES)).max(1)
}
