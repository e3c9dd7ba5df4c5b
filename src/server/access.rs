//! Which names the hub answers to, and which pages may talk to it: the Host and Origin of every request.
//!
//! A page that was rebound to this address comes with its own name as Host; a page of another site comes with its
//! own Origin. Both are refused before anything else is looked at, on every route alike.
//! This is no sign-in: it holds for whoever has a token, too.

#[cfg(test)]
mod tests;

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

use http::{HeaderMap, HeaderValue, Method, Uri, header};
use url::Url;

/// What of a request's Host and Origin is accepted.
#[derive(Debug, Clone)]
pub struct Access {
    listen: IpAddr,
    public_hosts: Vec<PublicHost>,
    allow_origins: Vec<AllowedOrigin>,
}

/// Why a request was turned away (403 `forbidden`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Denied {
    /// None, more than one, or not a host with an optional port.
    #[error("the request needs one Host header: a host name or address, and a port where it is not 80")]
    BadHost,
    /// Well formed, and not one of ours.
    #[error(
        "this hub does not answer to that Host: it has to be a loopback name, the listen address, or one of --public-host"
    )]
    OtherHost,
    /// More than one, `null`, or no origin.
    #[error("the Origin header is not one origin")]
    BadOrigin,
    /// A page of another site.
    #[error(
        "pages of that Origin may not use this hub: it has to be the hub's own, or one of --allow-origin"
    )]
    OtherOrigin,
    /// A state-changing call that a browser says comes from another site, without an Origin.
    #[error("a call from another site's page may not change anything")]
    CrossSite,
}

impl Access {
    /// The rules of a hub that listens on `listen`.
    #[must_use]
    pub fn new(listen: IpAddr, public_hosts: Vec<PublicHost>, allow_origins: Vec<AllowedOrigin>) -> Self {
        Self { listen, public_hosts, allow_origins }
    }

    /// Checks one request by its head.
    ///
    /// # Errors
    /// [`Denied`], the first rule that it breaks.
    pub fn check(&self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Result<(), Denied> {
        let host = one(headers, &header::HOST).map_err(|_| Denied::BadHost)?.ok_or(Denied::BadHost)?;
        // A target in absolute form names the host a second time; the two must not differ.
        if uri.authority().is_some_and(|target| target.as_str() != host) {
            return Err(Denied::BadHost);
        }
        let host: Authority = host.parse().map_err(|_| Denied::BadHost)?;
        let public = self.public_hosts.iter().any(|p| p.covers(&host));
        if !public && !self.is_own_address(&host.host) {
            return Err(Denied::OtherHost);
        }
        match one(headers, &header::ORIGIN).map_err(|_| Denied::BadOrigin)? {
            Some(text) => self.check_origin(text, &host, public),
            None if !method.is_safe() && says_cross_site(headers) => Err(Denied::CrossSite),
            None => Ok(()),
        }
    }

    fn check_origin(&self, text: &str, host: &Authority, public: bool) -> Result<(), Denied> {
        let origin: AllowedOrigin = text.parse().map_err(|_| Denied::BadOrigin)?;
        // Behind a --public-host stands a proxy that may speak TLS; on our own addresses nobody does.
        let own = host.origin("http") == Some(origin.0.clone())
            || public && host.origin("https") == Some(origin.0.clone());
        if own || self.allow_origins.contains(&origin) { Ok(()) } else { Err(Denied::OtherOrigin) }
    }

    /// Any port will do: a forwarded port changes it, and a page cannot choose the Host of its requests.
    fn is_own_address(&self, host: &Host) -> bool {
        match host {
            Host::Ip(ip) => ip.is_loopback() || *ip == self.listen && !ip.is_unspecified(),
            Host::Name(name) => name == "localhost",
        }
    }
}

/// The one value of a header; `Err` where it is there twice or is no text.
fn one<'a>(headers: &'a HeaderMap, name: &header::HeaderName) -> Result<Option<&'a str>, ()> {
    let mut values = headers.get_all(name).iter();
    match (values.next().map(HeaderValue::to_str), values.next()) {
        (None, _) => Ok(None),
        (Some(Ok(text)), None) => Ok(Some(text)),
        _ => Err(()),
    }
}

fn says_cross_site(headers: &HeaderMap) -> bool {
    headers.get_all("sec-fetch-site").iter().any(|v| v.as_bytes().eq_ignore_ascii_case(b"cross-site"))
}

/// A host with an optional port, as a Host header carries it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Authority {
    host: Host,
    port: Option<u16>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Host {
    Ip(IpAddr),
    /// Lower case.
    Name(String),
}

/// A text that is no host with an optional port.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected a host name or address with an optional port, such as hub.example or hub.example:8443")]
pub struct BadAuthority;

impl FromStr for Authority {
    type Err = BadAuthority;

    /// Stricter than a URL parser, which would mend what is odd: an odd Host is nobody's we know.
    fn from_str(text: &str) -> Result<Self, BadAuthority> {
        let (host, port) = if let Some(rest) = text.strip_prefix('[') {
            let (ip, rest) = rest.split_once(']').ok_or(BadAuthority)?;
            let ip: Ipv6Addr = ip.parse().map_err(|_| BadAuthority)?;
            let port = if rest.is_empty() { None } else { Some(rest.strip_prefix(':').ok_or(BadAuthority)?) };
            (Host::Ip(ip.into()), port)
        } else {
            let (host, port) = text.split_once(':').map_or((text, None), |(host, port)| (host, Some(port)));
            (parse_host(host)?, port)
        };
        Ok(Self { host, port: port.map(parse_port).transpose()? })
    }
}

fn parse_host(text: &str) -> Result<Host, BadAuthority> {
    if let Ok(ip) = text.parse::<Ipv4Addr>() {
        return Ok(Host::Ip(ip.into()));
    }
    let listed = |b: u8| b.is_ascii_alphanumeric() || b"-._".contains(&b);
    let last = text.rsplit('.').next().unwrap_or_default();
    // A last label that begins with a digit is an address to a browser (127.1, 0x7f.1), never a name.
    if text.bytes().all(listed) && last.starts_with(|c: char| c.is_ascii_alphabetic()) {
        Ok(Host::Name(text.to_ascii_lowercase()))
    } else {
        Err(BadAuthority)
    }
}

fn parse_port(text: &str) -> Result<u16, BadAuthority> {
    let digits = text.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|port| digits && *port != 0).ok_or(BadAuthority)
}

impl Authority {
    /// The origin of a page that was loaded from here; `None` is equal to no origin.
    fn origin(&self, scheme: &str) -> Option<url::Origin> {
        Url::parse(&format!("{scheme}://{self}")).ok().map(|url| url.origin())
    }
}

impl fmt::Display for Authority {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.host {
            Host::Ip(IpAddr::V6(ip)) => write!(f, "[{ip}]")?,
            Host::Ip(ip) => write!(f, "{ip}")?,
            Host::Name(name) => f.write_str(name)?,
        }
        self.port.map_or(Ok(()), |port| write!(f, ":{port}"))
    }
}

/// A name under which the hub is reached from elsewhere (`--public-host`); without a port any port is meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicHost(Authority);

impl PublicHost {
    fn covers(&self, host: &Authority) -> bool {
        self.0.host == host.host && self.0.port.is_none_or(|port| host.port == Some(port))
    }
}

impl FromStr for PublicHost {
    type Err = BadAuthority;
    fn from_str(text: &str) -> Result<Self, BadAuthority> {
        text.parse().map(Self)
    }
}

impl fmt::Display for PublicHost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// An origin whose pages may use the hub (`--allow-origin`), compared as the URL standard serialises origins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AllowedOrigin(url::Origin);

/// A text that is no origin.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected an origin: a scheme, a host and an optional port, such as https://console.example")]
pub struct BadOrigin;

impl FromStr for AllowedOrigin {
    type Err = BadOrigin;

    fn from_str(text: &str) -> Result<Self, BadOrigin> {
        let (_, authority) = text.split_once("://").ok_or(BadOrigin)?;
        // A URL parser would mend or ignore these; no browser sends them in an Origin.
        if authority.is_empty()
            || authority.contains(|c: char| "/\\?#@,*".contains(c) || c.is_whitespace() || c.is_control())
        {
            return Err(BadOrigin);
        }
        let origin = Url::parse(text).map_err(|_| BadOrigin)?.origin();
        if origin.is_tuple() { Ok(Self(origin)) } else { Err(BadOrigin) }
    }
}

impl fmt::Display for AllowedOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.ascii_serialization())
    }
}
