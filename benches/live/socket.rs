//! A WebSocket client that costs next to nothing, so that what is measured is the hub: frames are masked
//! with zeros, read in bulk and searched for the one member that is needed.

use std::io::{Read, Write};
use std::net::TcpStream;

pub struct Socket {
    stream: TcpStream,
    read: Vec<u8>,
    write: Vec<u8>,
}

impl Socket {
    pub fn open(port: u16) -> Self {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("a hub that is up");
        stream.set_nodelay(true).expect("a TCP socket");
        let head = format!(
            "GET /api/ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\
             Sec-WebSocket-Protocol: dialog-hub.v1\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).expect("an open connection");
        let mut read = Vec::new();
        while !read.windows(4).any(|four| four == b"\r\n\r\n") {
            let mut chunk = [0; 4096];
            let n = stream.read(&mut chunk).expect("an open connection");
            assert!(n > 0, "the hub closed the connection");
            read.extend_from_slice(&chunk[..n]);
        }
        let end = read.windows(4).position(|four| four == b"\r\n\r\n").expect("found above") + 4;
        assert!(read.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&read[..end]));
        read.drain(..end);
        Self { stream, read, write: Vec::new() }
    }

    /// Queues a text frame.
    pub fn queue(&mut self, text: &str) {
        let n = u16::try_from(text.len()).expect("a small frame");
        self.write.push(0x81);
        if n < 126 {
            self.write.push(0x80 | u8::try_from(n).expect("below 126"));
        } else {
            self.write.push(0x80 | 126);
            self.write.extend_from_slice(&n.to_be_bytes());
        }
        self.write.extend_from_slice(&[0; 4]);
        self.write.extend_from_slice(text.as_bytes());
    }

    /// Sends what is queued.
    pub fn flush(&mut self) {
        self.stream.write_all(&self.write).expect("an open connection");
        self.write.clear();
    }

    /// Waits for at least one frame; every whole text frame that is there.
    pub fn frames(&mut self) -> Vec<String> {
        loop {
            let mut texts = Vec::new();
            let mut at = 0;
            while let Some((payload, next)) = frame(&self.read, at) {
                texts.push(String::from_utf8_lossy(&self.read[payload..next]).into_owned());
                at = next;
            }
            if at > 0 {
                self.read.drain(..at);
                return texts;
            }
            let mut chunk = [0; 1 << 16];
            let n = self.stream.read(&mut chunk).expect("an open connection");
            assert!(n > 0, "the hub closed the connection");
            self.read.extend_from_slice(&chunk[..n]);
        }
    }
}

/// Where the payload of the frame at `at` begins and ends, if it is all there.
fn frame(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    let short = *bytes.get(at + 1)? as usize;
    let (payload, length) = match short {
        126 => (at + 4, usize::from(u16::from_be_bytes(bytes.get(at + 2..at + 4)?.try_into().ok()?))),
        127 => {
            (at + 10, usize::try_from(u64::from_be_bytes(bytes.get(at + 2..at + 10)?.try_into().ok()?)).ok()?)
        }
        length => (at + 2, length),
    };
    (payload + length <= bytes.len()).then_some((payload, payload + length))
}

/// The dialog id in a frame.
pub fn dialog_id(text: &str) -> Option<&str> {
    let from = text.find("\"dlg-")? + 1;
    Some(&text[from..from + "dlg-".len() + 32])
}

/// A question, by a number that makes it one of its own.
#[derive(Clone, Copy)]
pub enum Question {
    /// Its answer is journaled.
    Select(usize),
    /// Its answer is not.
    Confirm(usize),
}

impl Question {
    /// Asks it on a thread and waits without end.
    pub fn ask(self, thread: &str) -> String {
        let (n, dialog) = match self {
            Self::Select(n) => {
                (n, format!(r#"{{"method":"select","title":"Deploy build {n}?","options":["yes","no"]}}"#))
            }
            Self::Confirm(n) => (
                n,
                format!(
                    r#"{{"method":"confirm","title":"Deploy build {n}?","yes_label":"yes","no_label":"no"}}"#
                ),
            ),
        };
        format!(
            r#"{{"jsonrpc":"2.0","id":"ask-{n}","method":"dialog.ask","params":{{"thread":"{thread}","dialog":{dialog},"recover":"never"}}}}"#
        )
    }

    /// Answers it.
    pub fn answer(self, thread: &str, id: &str) -> String {
        let answer = match self {
            Self::Select(_) => r#""value":"yes""#,
            Self::Confirm(_) => r#""confirmed":true"#,
        };
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"dialog.answer","params":{{"thread":"{thread}","id":"{id}",{answer}}}}}"#
        )
    }
}
