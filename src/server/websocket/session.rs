//! What a peer says over one WebSocket, frame by frame, in the order in which it came.
//!
//! A frame is begun before the next one is read: its command is in the hub's inbox, or its refusal in the outbox.
//! Where the peer does not read its replies nothing more is read from it. A frame that is no message costs it one
//! error reply and nothing else.

use std::ops::ControlFlow;
use std::pin::pin;
use std::sync::Arc;

use futures::StreamExt;
use tokio::time::{Instant, sleep_until};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::error::ProtocolError;
use tokio_tungstenite::tungstenite::{Error, Message};

use super::super::app::App;
use super::super::caller::Caller;
use super::heartbeat::{Beat, Heartbeat};
use super::read_side::ReadSide;
use crate::core::answer::Sent;
use crate::core::command::Command;
use crate::core::id::DialogId;
use crate::core::json::Json;
use crate::core::outcome::By;
use crate::error::ApiError;
use crate::fanout::Outbox;
use crate::hub::Connection;
use crate::wire::call::{self, Call, Speaker};
use crate::wire::close::CloseCode;
use crate::wire::notice::{self, Hello};
use crate::wire::reply;
use crate::wire::rpc::{self, Incoming, RequestId};

/// An empty ping, unmasked.
const PING: &[u8] = &[0x89, 0];

/// How reading ends.
#[derive(Debug, Clone, Copy)]
pub enum End {
    /// Nobody is there to be told anything.
    Gone,
    /// With a close frame.
    Close(CloseCode, &'static str),
}

/// The reading side of one connection.
pub struct Session {
    app: App,
    connection: Connection,
    outbox: Arc<Outbox>,
    speaker: Speaker,
    caller: Caller,
}

impl Session {
    /// A connection that has said nothing yet.
    #[must_use]
    pub fn new(app: App, caller: Caller, connection: Connection, outbox: Arc<Outbox>) -> Self {
        let by = By { follower: connection.follower().to_owned(), label: None, subject: caller.subject() };
        let (conn, voice, subject) = (Some(connection.conn()), caller.voice(), caller.subject());
        let speaker = Speaker { conn, by, voice, instance: None, subject };
        Self { app, caller, connection, outbox, speaker }
    }

    /// The hub's first frame.
    pub fn hello(&self) {
        self.outbox.push_frame(notice::hello(&Hello {
            hub: "dialog-hub",
            version: env!("CARGO_PKG_VERSION"),
            follower: self.connection.follower(),
            roles: self.caller.roles(),
            ping_interval_ms: u64::try_from(self.app.ping_interval.as_millis()).unwrap_or(u64::MAX),
            max_message_bytes: self.app.limits.max_message_bytes as u64,
        }));
    }

    /// Reads until the peer leaves, breaks a rule, falls silent, or the outbox has ended.
    pub async fn run(&mut self, socket: &mut WebSocketStream<ReadSide>) -> End {
        let mut heart = Heartbeat::new(self.app.ping_interval, self.app.pong_timeout, Instant::now());
        let mut timer = pin!(sleep_until(heart.due()));
        loop {
            let next = async {
                self.outbox.room().await;
                socket.next().await
            };
            // What has come goes before the time: a pong that waits to be read is no silence.
            tokio::select! { biased;
                // What a message takes to handle is there while it is handled: most of the time nothing comes.
                message = next => if let ControlFlow::Break(end) = Box::pin(self.message(message)).await {
                    return end;
                },
                // Set elsewhere, with its own code: a peer that says nothing is not waited for.
                () = self.outbox.ended() => {}
                () = &mut timer => {
                    match heart.beat(Instant::now(), socket.get_ref().heard()) {
                        Beat::Wait => {}
                        Beat::Ping => { self.outbox.push_raw(PING.into()); }
                        // One that was closed for its slowness still gets what it had begun to get.
                        Beat::Drop if self.outbox.is_closed() => {}
                        Beat::Drop => return End::Gone,
                    }
                    timer.as_mut().reset(heart.due());
                }
            }
            if self.outbox.is_closed() {
                // The end was set elsewhere, with its own code.
                return End::Close(CloseCode::Normal, "");
            }
        }
    }

    async fn message(&mut self, message: Option<Result<Message, Error>>) -> ControlFlow<End> {
        let end = match message {
            Some(Ok(Message::Text(text))) => {
                self.frame(text.as_str()).await;
                return ControlFlow::Continue(());
            }
            Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {
                return ControlFlow::Continue(());
            }
            Some(Ok(Message::Binary(_))) => End::Close(CloseCode::NotText, "binary frames are not taken"),
            Some(Ok(Message::Close(_))) => End::Close(CloseCode::Normal, ""),
            Some(Err(Error::Capacity(_))) => End::Close(CloseCode::TooBig, "the message is too large"),
            Some(Err(Error::Utf8(_))) => End::Close(CloseCode::NotUtf8, "a text frame has to be UTF-8"),
            Some(Err(Error::Protocol(ProtocolError::ResetWithoutClosingHandshake))) => End::Gone,
            Some(Err(Error::Protocol(_))) => {
                End::Close(CloseCode::Protocol, "this is not the WebSocket protocol")
            }
            Some(Err(_)) | None => End::Gone,
        };
        ControlFlow::Break(end)
    }

    async fn frame(&mut self, text: &str) {
        match rpc::read(text) {
            Incoming::Request { id, method, params } => {
                if let Err(error) = self.call(Some(id.clone()), &method, params).await {
                    self.outbox.push_frame(rpc::error_frame(Some(&id), &error));
                }
            }
            Incoming::Notification { method, params } => {
                // A notification gets no reply, not even that it was wrong.
                let _ = self.call(None, &method, params).await;
            }
            Incoming::Answer { id, payload } => self.answer(id, payload).await,
            Incoming::CannotShow { id, message } => {
                let command = Command::CannotShow { conn: self.connection.conn(), id, message };
                self.connection.respond(command).await;
            }
            Incoming::HostReply { request, reply } => self.connection.host_replied(request, reply).await,
            Incoming::Ignored => {}
            Incoming::Bad { reply } => {
                self.outbox.push_frame(reply);
            }
        }
    }

    /// Begins a call. Its reply comes through the outbox by itself; an error here is the caller's to tell.
    async fn call(&mut self, id: Option<RequestId>, method: &str, params: Json) -> Result<(), ApiError> {
        match call::parse(method, params, &self.app.limits)? {
            Call::Identify { label, instance } => {
                self.speaker.by.label = label;
                self.speaker.instance = instance;
                if let Some(id) = id {
                    let result = reply::identified(self.connection.follower());
                    self.outbox.push_frame(rpc::result_frame(&id, &result));
                }
            }
            Call::FollowHub => self.connection.follow_hub(id).await,
            Call::Thread { thread, call } => {
                self.connection.call(id, thread, call.into_command(&self.speaker)?).await
            }
        }
        Ok(())
    }

    /// A response frame to a dialog: accepted without a word, refused by a notification to this follower alone.
    async fn answer(&mut self, id: DialogId, payload: Sent) {
        let by = self.speaker.by.clone();
        match call::answer_by_response(self.connection.conn(), by, id.clone(), payload) {
            Ok(command) => self.connection.respond(command).await,
            Err(error) => {
                self.outbox.push_frame(notice::refused(&id, &error));
            }
        }
    }
}
