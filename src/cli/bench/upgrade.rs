//! The opening handshake from the client's side: one request text for all connections, and what the reply means. Pure.
//!
//! The key is a fixed one: it proves that the peer speaks WebSocket, not who it is.

use tokio_tungstenite::tungstenite::handshake::derive_accept_key;

use crate::client::Endpoint;
use crate::wire::SUBPROTOCOL;

/// 16 bytes in base64.
const KEY: &str = "ZGlhbG9nLWh1YiBiZW5jaA==";
/// The longest head of a reply that is read.
pub const MAX_HEAD_BYTES: usize = 16 << 10;

/// The request that every connection begins with.
#[must_use]
pub fn request(endpoint: &Endpoint) -> Vec<u8> {
    let url = endpoint.address.web_socket();
    let whole = url.strip_prefix("ws://").unwrap_or(&url);
    let (host, path) = whole.split_at(whole.find('/').unwrap_or(whole.len()));
    // Nothing in it can break a line: a parsed address is in ASCII without white space, and so is a token.
    let authorization = match &endpoint.token {
        Some(token) => format!("Authorization: Bearer {}\r\n", token.reveal()),
        None => String::new(),
    };
    format!(
        "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {KEY}\r\nSec-WebSocket-Protocol: {SUBPROTOCOL}\r\n\
         {authorization}\r\n"
    )
    .into_bytes()
}

/// What came of the request.
#[derive(Debug, PartialEq, Eq)]
pub enum Reply {
    /// The head is not all there.
    Partial,
    /// The connection is a WebSocket; frames begin at this byte.
    Open { frames_at: usize },
    /// Another status than 101; the body begins at `body_at` and is so long, where the head says it.
    Declined { status: u16, body_at: usize, body_bytes: Option<usize> },
    /// No WebSocket server.
    Nonsense,
}

/// Reads what came so far.
#[must_use]
pub fn read(bytes: &[u8]) -> Reply {
    let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") else {
        return if bytes.len() < MAX_HEAD_BYTES { Reply::Partial } else { Reply::Nonsense };
    };
    let Ok(head) = std::str::from_utf8(&bytes[..end]) else { return Reply::Nonsense };
    let mut lines = head.split("\r\n");
    let status = lines.next().and_then(|line| line.strip_prefix("HTTP/1.1 ")).and_then(|rest| rest.get(..3));
    let Some(status) = status.and_then(|status| status.parse::<u16>().ok()) else { return Reply::Nonsense };
    let headers = lines.filter_map(|line| line.split_once(':')).map(|(name, value)| (name, value.trim()));
    let value =
        |name: &str| headers.clone().find(|(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, value)| value);
    if status != 101 {
        let body_bytes = value("content-length").and_then(|length| length.parse().ok());
        return Reply::Declined { status, body_at: end + 4, body_bytes };
    }
    let accepted = value("sec-websocket-accept") == Some(derive_accept_key(KEY.as_bytes()).as_str());
    if accepted && value("sec-websocket-protocol") == Some(SUBPROTOCOL) {
        Reply::Open { frames_at: end + 4 }
    } else {
        Reply::Nonsense
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::{Address, Token};

    #[test]
    fn the_request_names_host_prefix_and_token() {
        let address = Address::parse("http://[::1]:9/ask/").unwrap();
        let token = Some(Token::parse("s3cret").unwrap());
        let text = String::from_utf8(request(&Endpoint { address, token })).unwrap();
        assert!(text.starts_with("GET /ask/api/ws HTTP/1.1\r\nHost: [::1]:9\r\n"), "{text}");
        assert!(text.ends_with("Authorization: Bearer s3cret\r\n\r\n"), "{text}");
    }

    fn open(accept: &str, protocol: &str) -> String {
        format!(
            "HTTP/1.1 101 Switching Protocols\r\nsec-websocket-ACCEPT: {accept}\r\n\
             Sec-WebSocket-Protocol: {protocol}\r\n\r\nframes"
        )
    }

    #[test]
    fn only_the_right_answer_opens() {
        let accept = derive_accept_key(KEY.as_bytes());
        let good = open(&accept, SUBPROTOCOL);
        assert_eq!(read(good.as_bytes()), Reply::Open { frames_at: good.len() - "frames".len() });
        assert_eq!(read(&good.as_bytes()[..40]), Reply::Partial);
        assert_eq!(read(open("AAAA", SUBPROTOCOL).as_bytes()), Reply::Nonsense);
        assert_eq!(read(open(&accept, "chat").as_bytes()), Reply::Nonsense);
        assert_eq!(read(b"SSH-2.0 hello\r\n\r\n"), Reply::Nonsense);
        assert_eq!(read(&[b'x'; MAX_HEAD_BYTES]), Reply::Nonsense);
    }

    #[test]
    fn a_refusal_is_its_status_and_body() {
        let told = "HTTP/1.1 429 Too Many Requests\r\nContent-Length: 2\r\n\r\n{}";
        let declined = Reply::Declined { status: 429, body_at: told.len() - 2, body_bytes: Some(2) };
        assert_eq!(read(told.as_bytes()), declined);
    }
}
