//! A follower by hand, down to its bytes: one that reads as badly as it likes, and checks what it gets.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

use crate::server_support::SOON;

/// The texts of a thread's events by their seq.
pub type Texts = BTreeMap<u64, String>;

/// A WebSocket connection.
pub struct Raw {
    stream: TcpStream,
    bytes: Vec<u8>,
    /// How many bytes it reads at a time.
    pub at_a_time: usize,
    /// The seq of the next event, while it follows its thread.
    next: Option<u64>,
    /// What it got as a follower.
    pub texts: Texts,
}

/// A whole frame.
#[derive(Debug)]
pub enum Frame {
    Text(String),
    Close(u16),
    /// A ping or a pong.
    Beat,
}

impl Raw {
    pub async fn connect(address: SocketAddr) -> Self {
        Self::connect_with(address, None).await
    }

    /// Connects with little room for what was not read.
    pub async fn connect_with(address: SocketAddr, receive_buffer_bytes: Option<u32>) -> Self {
        let socket = TcpSocket::new_v4().expect("a socket");
        if let Some(bytes) = receive_buffer_bytes {
            socket.set_recv_buffer_size(bytes).expect("a size");
        }
        let stream = socket.connect(address).await.expect("the server listens");
        let mut raw =
            Self { stream, bytes: Vec::new(), at_a_time: 64 << 10, next: None, texts: Texts::new() };
        let upgrade = format!(
            "GET /api/ws HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        raw.stream.write_all(upgrade.as_bytes()).await.expect("it listens");
        let end = loop {
            if let Some(end) = raw.bytes.windows(4).position(|four| four == b"\r\n\r\n") {
                break end + 4;
            }
            assert!(raw.more().await, "it ended within the head");
        };
        assert!(raw.bytes.starts_with(b"HTTP/1.1 101"));
        raw.bytes.drain(..end);
        raw
    }

    /// Sends a frame with a mask of zeros; whether the hub took it.
    pub async fn send(&mut self, text: &str) -> bool {
        let length = u16::try_from(text.len()).expect("a short text");
        let mut frame = vec![0x81, 0x80 | 126];
        frame.extend(length.to_be_bytes());
        frame.extend([0; 4]);
        frame.extend(text.as_bytes());
        self.stream.write_all(&frame).await.is_ok()
    }

    /// Sends bytes that need not be a frame.
    pub async fn send_bytes(&mut self, bytes: &[u8]) -> bool {
        self.stream.write_all(bytes).await.is_ok()
    }

    /// Ends the connection with a reset, whatever is on its way.
    pub fn reset(self) {
        socket2::SockRef::from(&self.stream).set_linger(Some(std::time::Duration::ZERO)).expect("a socket");
    }

    /// Calls, and takes the events that come before the reply.
    pub async fn call(&mut self, method: &str, params: Value) -> Value {
        let call = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
        assert!(self.send(&call.to_string()).await, "the hub takes it");
        loop {
            let text = match self.frame().await {
                Some(Frame::Text(text)) => text,
                Some(Frame::Beat) => continue,
                other => panic!("the connection ended before the reply: {other:?}"),
            };
            let frame = self.took(text);
            if frame["id"] == 1 {
                return frame;
            }
        }
    }

    /// Follows; the next event has to be the one behind the snapshot.
    pub async fn follow(&mut self, thread: &str) -> Value {
        let result = self.call("thread.follow", json!({"thread": thread})).await["result"].take();
        self.next = Some(result["seq"].as_u64().expect("a snapshot") + 1);
        result
    }

    /// Follows no more: nothing comes behind the reply.
    pub async fn unfollow(&mut self, thread: &str) {
        let reply = self.call("thread.unfollow", json!({"thread": thread})).await;
        assert_eq!(reply["result"], json!({}));
        self.next = None;
    }

    /// Reads the next frame and takes it, where it is an event. None at the end of the connection, whose last frame
    /// was whole.
    pub async fn step(&mut self) -> Option<Frame> {
        let frame = self.frame().await;
        if let Some(Frame::Text(text)) = &frame {
            self.took(text.clone());
        }
        frame
    }

    /// Reads up to an event with this name.
    pub async fn until_event(&mut self, name: &str) {
        let name = format!(r#""event":"{name}""#);
        while !self.texts.last_key_value().is_some_and(|(_, text)| text.contains(&name)) {
            match self.step().await {
                Some(Frame::Close(code)) => panic!("closed with {code} after {} events", self.texts.len()),
                None => panic!("ended after {} events", self.texts.len()),
                Some(Frame::Text(_) | Frame::Beat) => {}
            }
        }
    }

    fn took(&mut self, text: String) -> Value {
        let frame: Value = serde_json::from_str(&text).expect("JSON");
        if let Some(seq) = frame["params"]["seq"].as_u64() {
            assert_eq!(Some(seq), self.next, "the next event, without a hole");
            self.next = Some(seq + 1);
            self.texts.insert(seq, text);
        }
        frame
    }

    async fn frame(&mut self) -> Option<Frame> {
        loop {
            if let Some((header, length)) = frame_length(&self.bytes)
                && self.bytes.len() >= header + length
            {
                let frame: Vec<u8> = self.bytes.drain(..header + length).collect();
                let payload = &frame[header..];
                return Some(match frame[0] {
                    0x81 => Frame::Text(String::from_utf8(payload.to_vec()).expect("UTF-8")),
                    0x88 => Frame::Close(u16::from_be_bytes([payload[0], payload[1]])),
                    0x89 | 0x8a => Frame::Beat,
                    other => panic!("a frame that begins with {other:#x}"),
                });
            }
            if !self.more().await {
                assert!(self.bytes.is_empty(), "a part of a frame at the end");
                return None;
            }
        }
    }

    async fn more(&mut self) -> bool {
        let mut room = vec![0; self.at_a_time];
        let read = tokio::time::timeout(SOON, self.stream.read(&mut room)).await.expect("bytes in time");
        let read = read.unwrap_or(0);
        self.bytes.extend_from_slice(&room[..read]);
        read > 0
    }
}

/// The header's length and the payload's, where they are known.
fn frame_length(bytes: &[u8]) -> Option<(usize, usize)> {
    match *bytes {
        [_, 126, a, b, ..] => Some((4, usize::from(u16::from_be_bytes([a, b])))),
        [_, 127, ..] => {
            let length = bytes.get(2..10)?.try_into().expect("eight bytes");
            Some((10, usize::try_from(u64::from_be_bytes(length)).expect("it fits")))
        }
        [_, short @ ..=125, ..] => Some((2, usize::from(short))),
        _ => None,
    }
}
