//! One connection of the bench: a TCP stream, and the beginning of a frame that is not all there yet.
//!
//! What is read goes through one buffer per worker, so that a connection costs some hundred bytes. Reading and writing take
//! turns: whoever sends much at a time has to keep what is unanswered small ([`super::followers`] does).

use std::cell::RefCell;
use std::future::poll_fn;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;
use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::frame::{self, Frame};
use super::upgrade::{self, Reply};
use crate::cli::exit::{Exit, Failure};
use crate::client::{ClientError, Closed, Endpoint, RpcError, declined, read_json};

/// How long TCP and the upgrade may take: a hub that many come to at once answers some of them late.
const OPEN_WITHIN: Duration = Duration::from_secs(30);
/// How long the words of a refusal may take.
const REFUSAL_WITHIN: Duration = Duration::from_secs(2);
/// How long the reply to `thread.follow` may take.
const FOLLOW_WITHIN: Duration = Duration::from_secs(60);
/// What is free in the buffer for one read, at least.
const READ_BYTES: usize = 64 << 10;
/// What a connection keeps allocated between two pieces of frames, at most.
const KEPT_BYTES: usize = 1 << 10;
/// Handshakes of one worker at a time, where they need not come at once: below what waits in a listening socket, so that
/// none is dropped and sent again.
pub const CONNECTING: usize = 64;
/// The number of the one call that [`Link::follow`] makes.
const FOLLOW: u64 = 1;

/// What a worker reads into, one connection at a time.
pub type Buffer = RefCell<Vec<u8>>;

/// Where all connections of a bench go.
#[derive(Debug)]
pub struct Target {
    pub endpoint: Endpoint,
    pub address: SocketAddr,
    request: Vec<u8>,
}

/// Why a connection came to nothing.
#[derive(Debug, thiserror::Error)]
pub enum LinkError {
    /// It is the hub's doing, or the network's.
    #[error(transparent)]
    Hub(#[from] ClientError),
    /// It is this machine's.
    #[error("this machine can open no more connections: {0}")]
    Here(io::Error),
}

/// An open WebSocket. Dropped, it is reset: no port is kept waiting for what a load test left behind.
#[derive(Debug)]
pub struct Link {
    stream: TcpStream,
    rest: Vec<u8>,
}

/// The result of `thread.follow`.
#[derive(Debug, Deserialize)]
pub struct Followed {
    pub epoch: String,
    pub seq: u64,
    #[serde(default)]
    pub recovered: bool,
    #[serde(default)]
    pub missed: Vec<Missed>,
}

/// An event that was missed.
#[derive(Debug, Deserialize)]
pub struct Missed {
    pub seq: u64,
}

/// A reply to a call of the bench.
#[derive(Debug, Deserialize)]
pub struct Answered {
    pub id: Option<u64>,
    #[serde(default)]
    pub result: Option<Box<RawValue>>,
    #[serde(default)]
    pub error: Option<RpcError>,
}

impl Target {
    /// Finds out which of its addresses answers.
    ///
    /// # Errors
    /// None does.
    pub async fn resolve(endpoint: &Endpoint) -> Result<Self, ClientError> {
        let (host, port) = endpoint.address.dial();
        let unreachable = |why: String| ClientError::Unreachable { url: endpoint.address.to_string(), why };
        let address = timeout(OPEN_WITHIN, TcpStream::connect((host.as_str(), port)))
            .await
            .map_err(|_| unreachable("it does not answer".to_owned()))?
            .and_then(|stream| stream.peer_addr())
            .map_err(|e| unreachable(e.to_string()))?;
        Ok(Self { endpoint: endpoint.clone(), address, request: upgrade::request(endpoint) })
    }

    fn unreachable(&self, why: impl Into<String>) -> ClientError {
        ClientError::Unreachable { url: self.endpoint.address.to_string(), why: why.into() }
    }
}

impl From<LinkError> for Failure {
    fn from(error: LinkError) -> Self {
        match error {
            LinkError::Hub(error) => error.into(),
            LinkError::Here(_) => Self::new(Exit::Usage, "too-many-here", error.to_string()),
        }
    }
}

impl From<Closed> for LinkError {
    fn from(closed: Closed) -> Self {
        Self::Hub(closed.into())
    }
}

impl LinkError {
    /// Whether the same attempt may succeed a little later.
    #[must_use]
    pub fn is_transient(&self) -> bool {
        matches!(self, Self::Hub(error) if error.is_transient())
    }
}

impl Link {
    /// Connects and upgrades.
    ///
    /// # Errors
    /// As the client's own connections, and where this machine is at its limits.
    pub async fn open(target: &Target) -> Result<Self, LinkError> {
        let opening = timeout(OPEN_WITHIN, Self::upgraded(target));
        opening.await.map_err(|_| target.unreachable("it does not answer"))?
    }

    async fn upgraded(target: &Target) -> Result<Self, LinkError> {
        let stream = TcpStream::connect(target.address).await.map_err(|e| match e.raw_os_error() {
            // Out of files, of ports, of memory.
            Some(number) if is_of_this_machine(number) => LinkError::Here(e),
            _ => target.unreachable(e.to_string()).into(),
        })?;
        // Where either fails the connection is only slower, or its port kept waiting.
        let _ = stream.set_nodelay(true);
        let _ = SockRef::from(&stream).set_linger(Some(Duration::ZERO));
        let mut link = Self { stream, rest: Vec::new() };
        let lost = |e: io::Error| target.unreachable(e.to_string());
        link.stream.write_all(&target.request).await.map_err(lost)?;
        loop {
            match upgrade::read(&link.rest) {
                Reply::Partial => {}
                Reply::Open { frames_at } => {
                    link.rest.drain(..frames_at);
                    link.tidy();
                    return Ok(link);
                }
                Reply::Declined { status, body_at, body_bytes } => {
                    // Its words are a help; the status alone says enough.
                    let _ = timeout(REFUSAL_WITHIN, link.read_to(body_at, body_bytes)).await;
                    return Err(declined(&target.endpoint, status, &link.rest[body_at..]).into());
                }
                Reply::Nonsense => return Err(target.unreachable("it does not speak WebSocket").into()),
            }
            if link.stream.read_buf(&mut link.rest).await.map_err(lost)? == 0 {
                return Err(target.unreachable("it closed the connection before the upgrade").into());
            }
        }
    }

    /// Reads the body of a refusal, as far as it comes.
    async fn read_to(&mut self, body_at: usize, bytes: Option<usize>) {
        let end = body_at + bytes.unwrap_or(upgrade::MAX_HEAD_BYTES).min(upgrade::MAX_HEAD_BYTES);
        while self.rest.len() < end {
            if !self.stream.read_buf(&mut self.rest).await.is_ok_and(|n| n > 0) {
                return;
            }
        }
    }

    /// Writes frames that were put together with [`frame::put_text`].
    ///
    /// # Errors
    /// The connection is gone.
    pub async fn write(&mut self, frames: &[u8]) -> Result<(), LinkError> {
        self.stream.write_all(frames).await.map_err(|e| lost(e).into())
    }

    /// Waits for something to come and takes every whole message that is there, oldest first. Cancel safe. Pings are answered.
    ///
    /// # Errors
    /// How the connection ended, or what the hub should not have sent.
    pub async fn read(&mut self, buffer: &Buffer, mut take: impl FnMut(&[u8])) -> Result<(), LinkError> {
        // What came behind the reply that `follow` waited for.
        if frame::first(&self.rest).is_ok_and(|frame| frame.is_some()) {
            let bytes = std::mem::take(&mut self.rest);
            return self.sort(&bytes, &mut take);
        }
        poll_fn(|cx| self.poll(cx, &mut buffer.borrow_mut(), &mut take)).await
    }

    fn poll(
        &mut self,
        cx: &mut Context<'_>,
        buffer: &mut Vec<u8>,
        take: &mut impl FnMut(&[u8]),
    ) -> Poll<Result<(), LinkError>> {
        let kept = self.rest.len();
        if buffer.len() < kept + READ_BYTES {
            buffer.resize((kept + READ_BYTES).next_power_of_two(), 0);
        }
        let mut free = ReadBuf::new(&mut buffer[kept..]);
        ready!(Pin::new(&mut self.stream).poll_read(cx, &mut free)).map_err(lost)?;
        let read = free.filled().len();
        if read == 0 {
            return Poll::Ready(Err(Closed::Lost { why: "it was closed".to_owned() }.into()));
        }
        buffer[..kept].copy_from_slice(&self.rest);
        Poll::Ready(self.sort(&buffer[..kept + read], take))
    }

    /// Takes the messages of what was read; the rest waits for more.
    fn sort(&mut self, bytes: &[u8], take: &mut impl FnMut(&[u8])) -> Result<(), LinkError> {
        let mut at = 0;
        while let Some((frame, length)) = frame::first(&bytes[at..]).map_err(bad_frame)? {
            at += length;
            if let Some(text) = self.text(frame)? {
                take(text);
            }
        }
        self.rest.clear();
        self.rest.extend_from_slice(&bytes[at..]);
        self.tidy();
        Ok(())
    }

    fn tidy(&mut self) {
        if self.rest.capacity() > KEPT_BYTES {
            self.rest.shrink_to_fit();
        }
    }

    /// The text of a message; a ping is answered, a close is the end.
    fn text<'a>(&self, frame: Frame<'a>) -> Result<Option<&'a [u8]>, LinkError> {
        match frame {
            Frame::Text(text) => Ok(Some(text)),
            Frame::Pong => Ok(None),
            Frame::Ping(payload) => {
                let pong = frame::pong(payload);
                match self.stream.try_write(&pong) {
                    Ok(written) if written == pong.len() => Ok(None),
                    // Nothing else is being written, so there is room unless the peer has stopped to read.
                    _ => Err(Closed::Lost { why: "its ping cannot be answered".to_owned() }.into()),
                }
            }
            Frame::Close { code, reason } => {
                let reason = String::from_utf8_lossy(reason).into_owned();
                Err(Closed::ByHub { code, reason, retry_after_ms: None }.into())
            }
        }
    }

    /// Follows a thread; what comes behind the reply is left for [`Link::read`].
    ///
    /// # Errors
    /// As [`Link::read`], or what the hub refused.
    pub async fn follow(&mut self, thread: &str, since: Option<(&str, u64)>) -> Result<Followed, LinkError> {
        let silent = || Closed::Lost { why: "it does not answer thread.follow".to_owned() };
        timeout(FOLLOW_WITHIN, self.followed(thread, since)).await.map_err(|_| silent())?
    }

    async fn followed(&mut self, thread: &str, since: Option<(&str, u64)>) -> Result<Followed, LinkError> {
        let mut params = json!({ "thread": thread });
        if let Some((epoch, seq)) = since {
            params["since"] = json!({ "epoch": epoch, "seq": seq });
        }
        let call = call(FOLLOW, "thread.follow", &params);
        self.write(&call).await?;
        loop {
            if let Some((frame, length)) = frame::first(&self.rest).map_err(bad_frame)? {
                let replied = match self.text(frame)? {
                    Some(text) => answered(text).filter(|reply| reply.id == Some(FOLLOW)),
                    None => None,
                };
                self.rest.drain(..length);
                if let Some(reply) = replied {
                    // From here on it is needed for pieces of frames alone, if at all.
                    self.rest.shrink_to_fit();
                    return reply.read("thread.follow");
                }
                continue;
            }
            if self.stream.read_buf(&mut self.rest).await.map_err(lost)? == 0 {
                return Err(Closed::Lost { why: "it was closed".to_owned() }.into());
            }
        }
    }
}

impl Answered {
    /// The result, read.
    ///
    /// # Errors
    /// What the hub refused, or a result that has not the contract's form.
    pub fn read<T: serde::de::DeserializeOwned>(self, method: &str) -> Result<T, LinkError> {
        if let Some(error) = self.error {
            return Err(ClientError::Rpc(error).into());
        }
        let result = self.result.as_deref().map_or("null", RawValue::get);
        let bad = |e| ClientError::BadReply(format!("the result of {method}: {e}"));
        Ok(read_json(result).map_err(bad)?)
    }
}

/// The reply in a message; none in anything else. Dialogs are requests of the hub, whose ids are no numbers.
#[must_use]
pub fn answered(text: &[u8]) -> Option<Answered> {
    let reply: Answered = serde_json::from_slice(text).ok()?;
    reply.id.is_some().then_some(reply)
}

/// The frame of a call.
#[must_use]
pub fn call(id: u64, method: &str, params: &serde_json::Value) -> Vec<u8> {
    let call = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
    let mut frame = Vec::new();
    frame::put_text(&mut frame, call.to_string().as_bytes());
    frame
}

fn lost(error: io::Error) -> ClientError {
    Closed::Lost { why: error.to_string() }.into()
}

fn bad_frame(error: frame::BadFrame) -> ClientError {
    ClientError::BadReply(error.to_string())
}

fn is_of_this_machine(number: i32) -> bool {
    use rustix::io::Errno;
    [Errno::MFILE, Errno::NFILE, Errno::ADDRNOTAVAIL, Errno::NOBUFS, Errno::NOMEM]
        .iter()
        .any(|errno| errno.raw_os_error() == number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_is_told_from_what_the_hub_says_itself() {
        assert!(answered(br#"{"jsonrpc":"2.0","id":7,"result":{}}"#).is_some());
        for other in [
            r#"{"jsonrpc":"2.0","id":"dlg-1","method":"dialog.confirm","params":{}}"#,
            r#"{"jsonrpc":"2.0","method":"hub.hello","params":{}}"#,
            "[]",
        ] {
            assert!(answered(other.as_bytes()).is_none(), "{other}");
        }
    }

    #[test]
    fn a_refusal_keeps_the_words_of_the_hub() {
        let text = br#"{"jsonrpc":"2.0","id":1,"error":{"code":-32029,"message":"m","data":{"code":"limit","detail":"d"}}}"#;
        let error = answered(text).unwrap().read::<Followed>("thread.follow").unwrap_err();
        assert_eq!(error.to_string(), "limit: d");
    }
}
