//! Where a hub is, and with what right it is spoken to: an address as the user gives it and a token.
//!
//! An [`Address`] that exists can be dialled. The token never shows in `Debug` or in an error.

use std::fmt;

use url::{Host, Url};

use super::error::ClientError;

/// The port of `http://` where the address names none.
const HTTP_PORT: u16 = 80;

/// A hub's address: `http://HOST[:PORT][/PREFIX]`.
///
/// ```
/// use dialog_hub::client::Address;
/// let hub = Address::parse("http://127.0.0.1:8787").unwrap();
/// assert_eq!(hub.web_socket(), "ws://127.0.0.1:8787/api/ws");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    url: Url,
    host: Host,
    port: u16,
}

impl Address {
    /// Checks an address from outside; `ws://` is taken as `http://`.
    ///
    /// # Errors
    /// [`ClientError::BadUrl`], which says what is wrong with it.
    pub fn parse(text: &str) -> Result<Self, ClientError> {
        let bad = |why: &str| ClientError::BadUrl { url: text.to_owned(), why: why.to_owned() };
        let url = Url::parse(text).map_err(|e| bad(&e.to_string()))?;
        match url.scheme() {
            "http" | "ws" => {}
            "https" | "wss" => return Err(bad("TLS is not spoken by this version: use http://")),
            _ => return Err(bad("it does not start with http://")),
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(ClientError::BadUrl {
                url: "the address".to_owned(),
                why: "it carries a user or password: give the token apart".to_owned(),
            });
        }
        if url.query().is_some() || url.fragment().is_some() {
            return Err(bad("it carries a query or a fragment"));
        }
        let host = match url.host() {
            // `ws` and `http` are both special schemes, so the host was parsed as the URL standard wants.
            Some(Host::Domain(name)) => Host::Domain(name.to_owned()),
            Some(Host::Ipv4(ip)) => Host::Ipv4(ip),
            Some(Host::Ipv6(ip)) => Host::Ipv6(ip),
            None => return Err(bad("it names no host")),
        };
        let port = url.port().unwrap_or(HTTP_PORT);
        Ok(Self { url, host, port })
    }

    /// The address of the WebSocket.
    #[must_use]
    pub fn web_socket(&self) -> String {
        format!("ws://{}{}/api/ws", self.authority(), self.prefix())
    }

    /// The address of a page below the hub, to show to a person; `path` begins with `/`.
    #[must_use]
    pub fn page(&self, path: &str) -> String {
        format!("{self}{path}")
    }

    /// What a TCP connection is made to.
    #[must_use]
    pub fn dial(&self) -> (String, u16) {
        let host = match &self.host {
            Host::Domain(name) => name.clone(),
            Host::Ipv4(ip) => ip.to_string(),
            Host::Ipv6(ip) => ip.to_string(),
        };
        (host, self.port)
    }

    /// What a request for a path below the hub names: the target and the host.
    pub(super) fn target(&self, path: &str) -> (String, String) {
        (format!("{}{path}", self.prefix()), self.authority())
    }

    fn authority(&self) -> String {
        match self.url.port() {
            Some(port) => format!("{}:{port}", self.host),
            None => self.host.to_string(),
        }
    }

    fn prefix(&self) -> &str {
        self.url.path().trim_end_matches('/')
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "http://{}{}", self.authority(), self.prefix())
    }
}

/// A bearer token; `Debug` does not show it.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// Takes a token as it was given, without the white space around it.
    ///
    /// # Errors
    /// [`ClientError::BadToken`] where it could not be sent in a header.
    pub fn parse(text: &str) -> Result<Self, ClientError> {
        let text = text.trim();
        let sendable = !text.is_empty() && text.bytes().all(|b| b.is_ascii_graphic());
        if sendable { Ok(Self(text.to_owned())) } else { Err(ClientError::BadToken) }
    }

    /// The token itself, for the header alone.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// A hub and the right to speak to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    /// Where it is.
    pub address: Address,
    /// Sent as `Authorization: Bearer …` where there is one.
    pub token: Option<Token>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_mapped_to_the_web_socket() {
        for (given, shown, socket) in [
            ("http://127.0.0.1:8787", "http://127.0.0.1:8787", "ws://127.0.0.1:8787/api/ws"),
            ("http://127.0.0.1:8787/", "http://127.0.0.1:8787", "ws://127.0.0.1:8787/api/ws"),
            ("ws://localhost:1", "http://localhost:1", "ws://localhost:1/api/ws"),
            ("http://[::1]:9", "http://[::1]:9", "ws://[::1]:9/api/ws"),
            ("http://hub.example/ask/", "http://hub.example/ask", "ws://hub.example/ask/api/ws"),
        ] {
            let address = Address::parse(given).unwrap();
            assert_eq!(
                (address.to_string(), address.web_socket()),
                (shown.to_owned(), socket.to_owned()),
                "{given}"
            );
        }
        assert_eq!(Address::parse("http://[::1]:9").unwrap().dial(), ("::1".to_owned(), 9));
        assert_eq!(Address::parse("http://hub.example").unwrap().dial(), ("hub.example".to_owned(), 80));
    }

    #[test]
    fn what_cannot_be_dialled_is_refused() {
        for given in [
            "",
            "127.0.0.1:8787",
            "https://hub.example",
            "ftp://hub.example",
            "http://",
            "http://h/?token=x",
            "http://h/#x",
        ] {
            assert!(matches!(Address::parse(given), Err(ClientError::BadUrl { .. })), "{given}");
        }
    }

    #[test]
    fn an_address_with_a_password_is_refused_without_showing_it() {
        let error = Address::parse("http://ann:hunter2@h").unwrap_err().to_string();
        assert!(!error.contains("hunter2"), "{error}");
    }

    #[test]
    fn a_token_is_trimmed_and_never_shown() {
        let token = Token::parse(" s3cret\n").unwrap();
        assert_eq!(token.reveal(), "s3cret");
        assert!(!format!("{token:?}").contains("s3cret"));
        for bad in ["", "  ", "two words", "ünsendbar", "a\r\nb"] {
            assert!(Token::parse(bad).is_err(), "{bad:?}");
        }
    }
}
