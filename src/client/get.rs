//! One `GET` of a hub: for what its HTTP side has and the WebSocket has not.
//!
//! HTTP/1.0 on a connection of its own: the reply is not chunked and ends with the connection, so that there is nothing
//! to frame. Bounded in time and bytes.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::timeout;

use super::address::Endpoint;
use super::dial;
use super::error::ClientError;

/// How long the whole reply may take.
const REPLY_WITHIN: Duration = Duration::from_secs(30);
/// More than a row for each thread that a hub may hold takes.
const MAX_REPLY_BYTES: u64 = 64 << 20;

/// The body of a reply that is a success.
pub(super) async fn get(endpoint: &Endpoint, path: &str) -> Result<String, ClientError> {
    let lost =
        |why: &str| ClientError::Unreachable { url: endpoint.address.to_string(), why: why.to_owned() };
    let mut stream = dial::tcp(endpoint).await?;
    let exchange = async {
        stream.write_all(request(endpoint, path).as_bytes()).await?;
        let mut reply = Vec::new();
        stream.take(MAX_REPLY_BYTES).read_to_end(&mut reply).await?;
        Ok::<_, std::io::Error>(reply)
    };
    let reply = timeout(REPLY_WITHIN, exchange)
        .await
        .map_err(|_| lost("it does not answer"))?
        .map_err(|e| lost(&e.to_string()))?;
    let (status, body) = split(&reply).ok_or_else(|| ClientError::BadReply("no reply of HTTP".to_owned()))?;
    if status != 200 {
        return Err(dial::declined(endpoint, status, body));
    }
    String::from_utf8(body.to_vec()).map_err(|e| ClientError::BadReply(e.to_string()))
}

/// Nothing in it can break a line: a parsed address is in ASCII without white space, and so is a token.
fn request(endpoint: &Endpoint, path: &str) -> String {
    let authorization = match &endpoint.token {
        Some(token) => format!("Authorization: Bearer {}\r\n", token.reveal()),
        None => String::new(),
    };
    let (target, host) = endpoint.address.target(path);
    format!("GET {target} HTTP/1.0\r\nHost: {host}\r\nAccept: application/json\r\n{authorization}\r\n")
}

/// The status and the body.
fn split(reply: &[u8]) -> Option<(u16, &[u8])> {
    let end = reply.windows(4).position(|four| four == b"\r\n\r\n")?;
    let head = std::str::from_utf8(&reply[..end]).ok()?;
    let mut first = head.lines().next()?.split(' ');
    let status = first.next().filter(|version| version.starts_with("HTTP/1.")).and_then(|_| first.next())?;
    Some((status.parse().ok()?, &reply[end + 4..]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::{Address, Token};

    #[test]
    fn the_request_names_host_prefix_and_token() {
        let address = Address::parse("http://[::1]:9/ask/").unwrap();
        let token = Some(Token::parse("s3cret").unwrap());
        let text = request(&Endpoint { address, token }, "/api/outstanding");
        assert!(text.starts_with("GET /ask/api/outstanding HTTP/1.0\r\nHost: [::1]:9\r\n"), "{text}");
        assert!(text.ends_with("Authorization: Bearer s3cret\r\n\r\n"), "{text}");
    }

    #[test]
    fn a_reply_is_its_status_and_body() {
        let body: &[u8] = b"{\"a\":1}";
        assert_eq!(split(b"HTTP/1.0 200 OK\r\nx: y\r\n\r\n{\"a\":1}"), Some((200, body)));
        assert_eq!(split(b"HTTP/1.1 503\r\n\r\n"), Some((503, &b""[..])));
        for bad in [&b""[..], b"HTTP/1.0 200 OK\r\n", b"SSH-2.0 200 x\r\n\r\n", b"HTTP/1.0 abc\r\n\r\n"] {
            assert_eq!(split(bad), None, "{bad:?}");
        }
    }
}
