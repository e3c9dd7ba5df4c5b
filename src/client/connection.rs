//! One WebSocket to a hub: calls with replies, and everything else that the hub says, in order.
//!
//! One task owns the socket. It ends when the connection does or when the last [`Client`] is dropped.
//! It never waits for the reader of [`Events`]: a reader more than [`MAX_WAITING_EVENTS`] behind loses the
//! connection ([`Closed::FellBehind`]), visibly, and may come back with `since`. Nothing is dropped in silence.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use futures::{SinkExt, StreamExt};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use tokio::net::TcpStream;
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, frame::coding::CloseCode};
use tokio_tungstenite::tungstenite::{Error as WsError, Message};

use super::address::Endpoint;
use super::dial;
use super::error::{ClientError, Closed};
use super::frame::{self, Frame, Incoming};

/// Events that may wait for their reader.
pub const MAX_WAITING_EVENTS: usize = 4_096;
/// Calls that may wait for their reply at once: more than dialogs that a thread may have open.
pub const MAX_CALLS: usize = 4_096;
/// Calls and answers that may wait for the socket; whoever sends more waits for it.
const MAX_UNSENT: usize = 64;
/// How long the hub may take for its first frame, and for its close frame.
const HELLO_WITHIN: Duration = Duration::from_secs(5);
const CLOSE_WITHIN: Duration = Duration::from_secs(1);
/// Over two pings, how late the hub may be before the connection counts as lost.
const SILENCE_GRACE: Duration = Duration::from_secs(5);

/// What stands for the code of a close frame without one (RFC 6455, 7.1.5).
const NO_CODE: u16 = 1005;

pub(super) type Socket = WebSocketStream<TcpStream>;

/// The hub's first frame.
#[derive(Debug, Clone, Deserialize)]
pub struct Hello {
    /// What this connection is called in `by`.
    pub follower: String,
    /// The hub's version.
    #[serde(default)]
    pub version: String,
    /// What this connection may do.
    #[serde(default)]
    pub roles: Vec<String>,
    /// How often the hub pings.
    pub ping_interval_ms: u64,
    /// The largest frame that it takes.
    pub max_message_bytes: usize,
}

/// A connection to a hub; clones share it. It is closed when the last clone is dropped.
#[derive(Debug, Clone)]
pub struct Client {
    outgoing: mpsc::Sender<Outgoing>,
    hello: Arc<Hello>,
    end: Arc<OnceLock<Closed>>,
}

/// What the hub says on its own, in the order in which it came.
#[derive(Debug)]
pub struct Events {
    incoming: mpsc::Receiver<Incoming>,
    end: Arc<OnceLock<Closed>>,
}

#[derive(Debug)]
enum Outgoing {
    Call { method: String, params: Box<RawValue>, reply: oneshot::Sender<Result<Box<RawValue>, ClientError>> },
    Response { text: String, written: oneshot::Sender<()> },
    Notification { text: String },
    Close,
}

impl Client {
    /// Opens a connection and waits for the hub's first frame.
    ///
    /// # Errors
    /// Every [`ClientError`] but `Rpc`; [`ClientError::is_transient`] says whether to try again.
    pub async fn connect(endpoint: &Endpoint) -> Result<(Self, Events), ClientError> {
        let mut socket = dial::open(endpoint).await?;
        let hello = timeout(HELLO_WITHIN, hello(&mut socket))
            .await
            .map_err(|_| Closed::Lost { why: "the hub did not say hello".to_owned() })??;
        let (outgoing, calls) = mpsc::channel(MAX_UNSENT);
        let (events, incoming) = mpsc::channel(MAX_WAITING_EVENTS);
        let end = Arc::new(OnceLock::new());
        let hello = Arc::new(hello);
        let pump = Pump {
            socket,
            calls,
            events,
            waiting: HashMap::new(),
            last_id: 0,
            retry_after_ms: None,
            hello: Arc::clone(&hello),
        };
        let told = Arc::clone(&end);
        tokio::spawn(pump.run(told));
        Ok((Self { outgoing, hello, end: Arc::clone(&end) }, Events { incoming, end }))
    }

    /// The hub's first frame.
    #[must_use]
    pub fn hello(&self) -> &Hello {
        &self.hello
    }

    /// Calls a method of the hub and waits for its reply as long as it takes.
    ///
    /// A dropped future gives up the reply; the hub may have acted all the same.
    ///
    /// # Errors
    /// [`ClientError::Rpc`] where the hub refused, [`ClientError::Closed`] where the connection ended before the reply;
    /// before anything is sent [`ClientError::BadCall`], [`ClientError::TooLarge`] and, where [`MAX_CALLS`] wait already,
    /// [`ClientError::TooManyCalls`].
    pub async fn call<T: DeserializeOwned>(
        &self,
        method: &str,
        params: impl Serialize,
    ) -> Result<T, ClientError> {
        let result = self.call_raw(method, params).await?;
        frame::read_json(result.get())
            .map_err(|e| ClientError::BadReply(format!("the result of {method}: {e}")))
    }

    /// As [`Client::call`], with the result's text as it came.
    ///
    /// # Errors
    /// As [`Client::call`].
    pub async fn call_raw(&self, method: &str, params: impl Serialize) -> Result<Box<RawValue>, ClientError> {
        let params = to_raw_value(&params).map_err(|e| bad_call(method, &e))?;
        let (reply, replied) = oneshot::channel();
        self.send(Outgoing::Call { method: method.to_owned(), params, reply }).await?;
        replied.await.map_err(|_| self.ended())?
    }

    /// Answers a request of the hub, such as a dialog; returns when the frame is written.
    ///
    /// An answer to a dialog gets no reply when it is accepted: the settle on the stream says it.
    ///
    /// # Errors
    /// [`ClientError::Closed`] where it may not have been written, [`ClientError::BadCall`] and
    /// [`ClientError::TooLarge`] where it was not.
    pub async fn respond(&self, id: &str, result: impl Serialize) -> Result<(), ClientError> {
        let text = frame::response(id, result).map_err(|e| bad_call(id, &e))?;
        self.hello.admit(&text)?;
        let (written, done) = oneshot::channel();
        self.send(Outgoing::Response { text, written }).await?;
        done.await.map_err(|_| self.ended())
    }

    /// Calls a method without a reply; returns when the frame has its place among what is sent, and does nothing else
    /// after that.
    ///
    /// # Errors
    /// As [`Client::respond`].
    pub async fn notify(&self, method: &str, params: impl Serialize) -> Result<(), ClientError> {
        let text = frame::notification(method, params).map_err(|e| bad_call(method, &e))?;
        self.hello.admit(&text)?;
        self.send(Outgoing::Notification { text }).await
    }

    /// Closes the connection in order, for every clone; what was sent before is read by the hub.
    pub async fn close(self) {
        if self.send(Outgoing::Close).await.is_ok() {
            self.outgoing.closed().await;
        }
    }

    async fn send(&self, what: Outgoing) -> Result<(), ClientError> {
        self.outgoing.send(what).await.map_err(|_| self.ended())
    }

    fn ended(&self) -> ClientError {
        end_of(&self.end).into()
    }
}

impl Events {
    /// The next thing that the hub says. Cancel safe.
    ///
    /// # Errors
    /// How the connection ended, after everything that came before.
    pub async fn next(&mut self) -> Result<Incoming, Closed> {
        match self.incoming.recv().await {
            Some(incoming) => Ok(incoming),
            None => Err(end_of(&self.end)),
        }
    }
}

/// How the connection ended; the task that owns the socket leaves it before it drops its ends of the channels.
fn end_of(end: &OnceLock<Closed>) -> Closed {
    end.get().cloned().unwrap_or_else(|| Closed::Lost { why: "the connection's task ended".to_owned() })
}

impl Hello {
    fn admit(&self, frame: &str) -> Result<(), ClientError> {
        let (bytes, max) = (frame.len(), self.max_message_bytes);
        if bytes > max { Err(ClientError::TooLarge { bytes, max }) } else { Ok(()) }
    }
}

async fn hello(socket: &mut Socket) -> Result<Hello, ClientError> {
    loop {
        match socket.next().await {
            Some(Ok(Message::Text(text))) => {
                let Some(Frame::Incoming(first)) = frame::read(&text) else { continue };
                if first.method != "hub.hello" {
                    return Err(ClientError::BadReply(format!("{} before hub.hello", first.method)));
                }
                return first.read().map_err(|e| ClientError::BadReply(format!("hub.hello: {e}")));
            }
            Some(Ok(Message::Close(frame))) => return Err(by_hub(frame, None).into()),
            Some(Ok(_)) => {}
            Some(Err(error)) => return Err(lost(&error).into()),
            None => return Err(Closed::Lost { why: "it was closed".to_owned() }.into()),
        }
    }
}

fn by_hub(frame: Option<CloseFrame>, retry_after_ms: Option<u64>) -> Closed {
    match frame {
        Some(frame) => {
            Closed::ByHub { code: frame.code.into(), reason: frame.reason.to_string(), retry_after_ms }
        }
        None => Closed::ByHub { code: NO_CODE, reason: String::new(), retry_after_ms },
    }
}

/// What this side's caller gave cannot be written as JSON.
fn bad_call(what: &str, error: &serde_json::Error) -> ClientError {
    ClientError::BadCall(format!("{what}: {error}"))
}

fn lost(error: &WsError) -> Closed {
    Closed::Lost { why: error.to_string() }
}

/// The owner of the socket.
struct Pump {
    socket: Socket,
    calls: mpsc::Receiver<Outgoing>,
    events: mpsc::Sender<Incoming>,
    /// The calls without a reply yet, at most [`MAX_CALLS`].
    waiting: HashMap<u64, oneshot::Sender<Result<Box<RawValue>, ClientError>>>,
    last_id: u64,
    retry_after_ms: Option<u64>,
    hello: Arc<Hello>,
}

impl Pump {
    async fn run(mut self, end: Arc<OnceLock<Closed>>) {
        let how = self.until_closed().await;
        // Set before `self` and with it the channels are dropped: whoever wakes by that finds the reason.
        end.get_or_init(|| how);
    }

    async fn until_closed(&mut self) -> Closed {
        let silence = Duration::from_millis(self.hello.ping_interval_ms.saturating_mul(2)) + SILENCE_GRACE;
        loop {
            let step = tokio::select! {
                outgoing = self.calls.recv() => match outgoing {
                    Some(Outgoing::Close) | None => return self.close().await,
                    Some(outgoing) => self.write(outgoing).await,
                },
                message = timeout(silence, self.socket.next()) => match message {
                    Ok(Some(Ok(message))) => self.took(message),
                    Ok(Some(Err(error))) => Err(lost(&error)),
                    Ok(None) => Err(Closed::Lost { why: "it was closed".to_owned() }),
                    Err(_) => Err(Closed::Lost { why: "nothing was heard from the hub".to_owned() }),
                },
            };
            if let Err(closed) = step {
                return closed;
            }
        }
    }

    async fn write(&mut self, outgoing: Outgoing) -> Result<(), Closed> {
        match outgoing {
            Outgoing::Call { method, params, reply } => {
                let id = self.last_id + 1;
                let built = frame::request(id, &method, &params).map_err(|e| bad_call(&method, &e));
                let admitted = built.and_then(|text| self.hello.admit(&text).map(|()| text));
                match admitted.and_then(|text| self.make_room().map(|()| text)) {
                    Ok(text) => {
                        self.last_id = id;
                        self.waiting.insert(id, reply);
                        self.socket.send(Message::text(text)).await.map_err(|e| lost(&e))
                    }
                    Err(error) => {
                        let _ = reply.send(Err(error)); // whoever called may be gone
                        Ok(())
                    }
                }
            }
            Outgoing::Response { text, written } => {
                self.socket.send(Message::text(text)).await.map_err(|e| lost(&e))?;
                let _ = written.send(()); // as above
                Ok(())
            }
            Outgoing::Notification { text } => {
                self.socket.send(Message::text(text)).await.map_err(|e| lost(&e))
            }
            Outgoing::Close => Ok(()),
        }
    }

    /// Room for one more reply, after the calls that were given up have left theirs.
    fn make_room(&mut self) -> Result<(), ClientError> {
        if self.waiting.len() >= MAX_CALLS {
            self.waiting.retain(|_, reply| !reply.is_closed());
        }
        if self.waiting.len() >= MAX_CALLS { Err(ClientError::TooManyCalls(MAX_CALLS)) } else { Ok(()) }
    }

    fn took(&mut self, message: Message) -> Result<(), Closed> {
        let text = match message {
            Message::Text(text) => text,
            Message::Close(frame) => return Err(by_hub(frame, self.retry_after_ms)),
            _ => return Ok(()),
        };
        match frame::read(&text) {
            Some(Frame::Reply { id, outcome }) => {
                if let Some(reply) = self.waiting.remove(&id) {
                    let _ = reply.send(outcome.map_err(ClientError::from)); // whoever called may be gone
                }
                Ok(())
            }
            Some(Frame::Incoming(incoming)) => {
                if incoming.method == "hub.draining" {
                    let notice: Option<Draining> = incoming.read().ok();
                    self.retry_after_ms = notice.map(|n| n.retry_after_ms);
                }
                match self.events.try_send(incoming) {
                    // A client without a reader of events only calls.
                    Ok(()) | Err(mpsc::error::TrySendError::Closed(_)) => Ok(()),
                    Err(mpsc::error::TrySendError::Full(_)) => Err(Closed::FellBehind),
                }
            }
            None => Ok(()),
        }
    }

    async fn close(&mut self) -> Closed {
        let frame = CloseFrame { code: CloseCode::Normal, reason: "".into() };
        let closing = async {
            self.socket.close(Some(frame)).await?;
            while let Some(message) = self.socket.next().await {
                message?;
            }
            Ok::<(), WsError>(())
        };
        let _ = timeout(CLOSE_WITHIN, closing).await; // a hub that does not answer is left all the same
        Closed::ByUs
    }
}

#[derive(Deserialize)]
struct Draining {
    retry_after_ms: u64,
}
