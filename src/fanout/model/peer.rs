//! One follower of the model: what it is owed, what its connection's task is writing, what it has read.

use std::collections::{BTreeSet, VecDeque};
use std::io::Read;
use std::net::TcpStream as Reader;
use std::sync::Arc;

use bytes::{Buf, Bytes};
use futures::FutureExt;
use socket2::{Domain, Socket, Type};
use tokio::net::{TcpListener, TcpStream};

use crate::core::id::ConnId;
use crate::fanout::{EventFrame, Kind, Outbox, Pushed, Taken};
use crate::wire::close::CloseCode;

/// Of the hub's side of a socket: what is more stays with the hub.
const SEND_BUFFER_BYTES: usize = 4 << 10;
/// Of the peer's side. With less what is sent waits for timers of the system.
const RECEIVE_BUFFER_BYTES: usize = 32 << 10;

pub struct Peer {
    pub conn: ConnId,
    pub outbox: Arc<Outbox>,
    pub follows: BTreeSet<usize>,
    kind: Kind,
    bound: usize,
    socket: Option<(Arc<TcpStream>, Reader)>,
    /// What is to come, oldest first; an event may come before older ones of other threads alone.
    due: VecDeque<Due>,
    /// What was taken and is being written.
    writing: VecDeque<Bytes>,
    taken: Taken,
    /// What the peer has of a frame that is not whole yet.
    part: Vec<u8>,
    /// The code with which the hub closed.
    closed: Option<CloseCode>,
    /// The code that the peer has read.
    end: Option<u16>,
    /// The largest event that there was.
    largest: usize,
}

struct Due {
    bytes: Bytes,
    /// None for what is private, which comes in its turn.
    thread: Option<usize>,
}

impl Peer {
    pub async fn new(conn: ConnId, kind: Kind, bound: usize, has_socket: bool) -> Self {
        let outbox = Arc::new(Outbox::new(kind, bound));
        let socket = if has_socket { Some(pair().await) } else { None };
        if let Some((hub, _)) = &socket {
            outbox.write_to(Arc::clone(hub));
        }
        let (follows, due, writing, part) = Default::default();
        let (taken, closed, end, largest) = (Taken::More, None, None, 0);
        Self { conn, outbox, follows, kind, bound, socket, due, writing, taken, part, closed, end, largest }
    }

    /// An event was published on a thread that it follows.
    pub fn is_due(&mut self, thread: usize, event: &EventFrame) {
        let bytes = if self.kind == Kind::Sse { event.block() } else { event.frame() };
        self.largest = self.largest.max(bytes.len());
        if self.outbox.is_closed() {
            return;
        }
        self.due.push_back(Due { bytes, thread: Some(thread) });
    }

    /// Pushes something of its own.
    pub fn reply(&mut self, bytes: Bytes) {
        if self.outbox.push_raw(bytes.clone()) == Pushed::Queued {
            self.due.push_back(Due { bytes, thread: None });
        }
    }

    pub fn close(&mut self, code: CloseCode) {
        self.check();
        if self.closed.is_none() && !self.outbox.is_closed() {
            self.outbox.close(code, "the end");
            // Slowness may have been found on the way there, and then that is the end.
            self.closed = Some(code);
        }
    }

    /// What the task of the connection does: takes, and writes up to so many bytes. How many that were.
    pub fn write(&mut self, max: usize) -> usize {
        if self.writing.is_empty() {
            if matches!(self.taken, Taken::Closed(_)) {
                return 0;
            }
            let mut bytes = Vec::new();
            if let Some(taken) = self.outbox.take(&mut bytes).now_or_never() {
                self.taken = taken;
                self.writing.extend(bytes);
            }
        }
        let mut written = 0;
        while let Some(first) = self.writing.front_mut().filter(|_| written < max) {
            let some = first.len().min(max - written);
            let took = match &self.socket {
                Some((hub, _)) => hub.try_write(&first[..some]).unwrap_or(0),
                None => some,
            };
            if self.socket.is_none() {
                self.part.extend_from_slice(&first[..took]);
            }
            first.advance(took);
            written += took;
            if first.is_empty() {
                self.writing.pop_front();
            } else if took == 0 {
                break;
            }
        }
        self.frames();
        written
    }

    /// The peer reads up to so many bytes.
    pub fn read(&mut self, max: usize) -> usize {
        let Some((_, reader)) = &mut self.socket else { return 0 };
        let mut room = vec![0; max.min(1 << 16)];
        let read = reader.read(&mut room).unwrap_or(0);
        self.part.extend_from_slice(&room[..read]);
        self.frames();
        read
    }

    /// Holds every whole frame that came against what is due.
    fn frames(&mut self) {
        while let Some(length) = frame_bytes(self.kind, &self.part) {
            let frame: Vec<u8> = self.part.drain(..length).collect();
            assert_eq!(self.end, None, "nothing comes behind the close frame");
            if frame[0] == 0x88 {
                self.end = Some(u16::from_be_bytes([frame[2], frame[3]]));
                continue;
            }
            let mut before = BTreeSet::new();
            let at = self.due.iter().position(|due| {
                let is_it = due.bytes == frame;
                assert!(is_it || due.thread.is_some(), "{} before a reply", shown(&frame));
                if !is_it {
                    before.insert(due.thread);
                }
                is_it
            });
            let due = at.and_then(|at| self.due.remove(at)).expect("what comes is due");
            assert!(
                !before.contains(&due.thread) && (due.thread.is_some() || before.is_empty()),
                "{} is out of order",
                shown(&frame)
            );
        }
    }

    /// What holds after every step.
    pub fn check(&mut self) {
        let replies: usize =
            self.due.iter().filter(|due| due.thread.is_none()).map(|due| due.bytes.len()).sum();
        let waiting = self.outbox.waiting_bytes();
        let most = self.bound + 2 * self.largest + replies + 200;
        assert!(waiting <= most, "{waiting} bytes wait, of {most}");
        if self.outbox.is_closed() && self.closed.is_none() {
            let events = self.due.iter().filter(|due| due.thread.is_some());
            let unread: usize = events.map(|due| due.bytes.len()).sum();
            assert!(unread > self.bound, "closed for {unread} bytes");
            self.closed = Some(CloseCode::TooSlow);
        }
    }

    /// Whether everything was written and read.
    pub fn is_at_rest(&self) -> bool {
        let has_end = self.kind == Kind::Sse || self.end.is_some();
        let is_over = has_end && matches!(self.taken, Taken::Closed(_));
        let has_all = if self.closed.is_none() { self.due.is_empty() } else { is_over };
        has_all && self.part.is_empty() && self.writing.is_empty()
    }

    /// What holds then.
    pub fn assert_complete(&self) {
        assert!(self.is_at_rest(), "{} are due, {} being written", self.due.len(), self.writing.len());
        assert_eq!(matches!(self.taken, Taken::Closed(_)), self.closed.is_some());
        match (self.end, self.closed) {
            // An SSE stream ends without a word.
            (None, _) => {}
            (Some(4008), _) => {}
            (Some(end), Some(code)) => {
                assert_eq!(end, code.number());
                assert!(self.due.is_empty(), "{} did not come before the end", self.due.len());
            }
            (Some(end), None) => panic!("closed with {end}"),
        }
    }
}

/// The length of the first frame or block, where it is whole.
fn frame_bytes(kind: Kind, bytes: &[u8]) -> Option<usize> {
    let length = match (kind, bytes) {
        (Kind::Sse, [0x81, ..]) | (Kind::WebSocket, _) => match *bytes {
            [_, 126, a, b, ..] => 4 + usize::from(u16::from_be_bytes([a, b])),
            [_, 126, ..] => return None,
            [_, short @ ..=125, ..] => 2 + usize::from(short),
            [_, other, ..] => panic!("a length of {other}"),
            _ => return None,
        },
        (Kind::Sse, _) => bytes.windows(2).position(|two| two == b"\n\n")? + 2,
    };
    (bytes.len() >= length).then_some(length)
}

fn shown(frame: &[u8]) -> String {
    String::from_utf8_lossy(&frame[..frame.len().min(40)]).into_owned()
}

/// The hub's side and the peer's of a connection that takes little.
pub async fn pair() -> (Arc<TcpStream>, Reader) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    let reader = Socket::new(Domain::IPV4, Type::STREAM, None).expect("a socket");
    reader.set_recv_buffer_size(RECEIVE_BUFFER_BYTES).expect("a size");
    reader.connect(&address.into()).expect("it listens");
    reader.set_nonblocking(true).expect("a socket");
    let (hub, _) = listener.accept().await.expect("somebody connects");
    socket2::SockRef::from(&hub).set_send_buffer_size(SEND_BUFFER_BYTES).expect("a size");
    hub.set_nodelay(true).expect("a socket");
    (Arc::new(hub), reader.into())
}
