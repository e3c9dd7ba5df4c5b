//! The opening handshake of a WebSocket (RFC 6455, 4.2), by hand: what is asked for is checked before anything is promised.
//!
//! No extension is ever selected, and of the offered subprotocols only the hub's own.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Version, header};
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;

use super::super::accept::Slot;
use super::super::app::App;
use super::super::caller::Caller;
use super::super::problem::Problem;
use super::super::receipts::Watched;
use crate::error::Code;
use crate::wire::SUBPROTOCOL;

/// The version of the protocol that there is.
const VERSION: HeaderValue = HeaderValue::from_static("13");

/// `GET /api/ws`.
pub async fn upgrade(
    State(app): State<App>,
    Extension(caller): Extension<Caller>,
    slot: Option<Extension<Slot>>,
    mut request: Request,
) -> Response {
    let accept = match check(&request) {
        Ok(accept) => accept,
        Err(response) => return *response,
    };
    let upgraded = hyper::upgrade::on(&mut request);
    let offered = lists(request.headers(), &header::SEC_WEBSOCKET_PROTOCOL, SUBPROTOCOL);
    let (sockets, end) = (app.sockets.clone(), app.end.clone());
    // What stands around it keeps what it is given more than once; of a box that is little.
    sockets.spawn(end.run_until_cancelled_owned(Box::pin(async move {
        // Otherwise the peer went away before it had its 101.
        if let Some((stream, early)) = bare(upgraded).await {
            super::live(app, caller, stream, early).await;
        }
        // The place under the connection cap is free when the socket is.
        drop(slot);
    })));
    let mut response = StatusCode::SWITCHING_PROTOCOLS.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONNECTION, HeaderValue::from_static("Upgrade"));
    headers.insert(header::UPGRADE, HeaderValue::from_static("websocket"));
    headers.insert(header::SEC_WEBSOCKET_ACCEPT, accept);
    if offered {
        headers.insert(header::SEC_WEBSOCKET_PROTOCOL, HeaderValue::from_static(SUBPROTOCOL));
    }
    response
}

/// The socket itself, and what came behind the request, copied out of the buffer that it lies in.
async fn bare(upgraded: OnUpgrade) -> Option<(Arc<TcpStream>, Vec<u8>)> {
    let parts = upgraded.await.ok()?.downcast::<TokioIo<Watched>>().ok()?;
    Some((Arc::new(parts.io.into_inner().into_inner()), parts.read_buf.to_vec()))
}

/// Checks the request; gives the `Sec-WebSocket-Accept` of its key.
fn check(request: &Request) -> Result<HeaderValue, Box<Response>> {
    let headers = request.headers();
    let asks =
        lists(headers, &header::CONNECTION, "upgrade") && lists(headers, &header::UPGRADE, "websocket");
    if request.version() != Version::HTTP_11 || !asks {
        return Err(needs_upgrade("this address speaks WebSocket alone"));
    }
    if only(headers, &header::SEC_WEBSOCKET_VERSION) != Some(&VERSION) {
        return Err(needs_upgrade("the version of the WebSocket protocol has to be 13"));
    }
    let key = only(headers, &header::SEC_WEBSOCKET_KEY).filter(|key| is_key(key.as_bytes()));
    let accept = key.and_then(|key| HeaderValue::from_str(&derive_accept_key(key.as_bytes())).ok());
    let bodiless = hyper::body::Body::is_end_stream(request.body());
    match accept {
        Some(accept) if bodiless => Ok(accept),
        Some(_) => Err(Box::new(Problem::new(Code::BadRequest, "an upgrade has no body").into_response())),
        None => Err(Box::new(
            Problem::new(Code::BadRequest, "Sec-WebSocket-Key has to be 16 bytes in base64").into_response(),
        )),
    }
}

fn needs_upgrade(detail: &str) -> Box<Response> {
    let mut response =
        Problem::new(Code::BadRequest, detail).with_status(StatusCode::UPGRADE_REQUIRED).into_response();
    response.headers_mut().insert(header::UPGRADE, HeaderValue::from_static("websocket"));
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("Upgrade"));
    response.headers_mut().insert(header::SEC_WEBSOCKET_VERSION, VERSION);
    Box::new(response)
}

fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a HeaderValue> {
    let mut values = headers.get_all(name).iter();
    values.next().filter(|_| values.next().is_none())
}

/// Whether one of the comma-separated tokens of a header is this one, in any case.
fn lists(headers: &HeaderMap, name: &HeaderName, token: &str) -> bool {
    let texts = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    texts.flat_map(|text| text.split(',')).any(|listed| listed.trim().eq_ignore_ascii_case(token))
}

/// 16 bytes in base64 are 22 characters and two signs of equality.
fn is_key(key: &[u8]) -> bool {
    let digit = |b: &u8| b.is_ascii_alphanumeric() || b"+/".contains(b);
    key.len() == 24 && key.ends_with(b"==") && key[..22].iter().all(digit)
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;

    const GOOD: [(&str, &str); 4] = [
        ("connection", "keep-alive, Upgrade"),
        ("upgrade", "WebSocket"),
        ("sec-websocket-version", "13"),
        ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="),
    ];

    fn status(headers: &[(&str, &str)], version: Version) -> Result<HeaderValue, StatusCode> {
        let mut request = http::Request::builder().version(version);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        check(&request.body(Body::empty()).unwrap()).map_err(|response| response.status())
    }

    fn with(name: &str, value: &str) -> Result<HeaderValue, StatusCode> {
        let changed: Vec<_> =
            GOOD.iter().map(|&(n, v)| if n == name { (n, value) } else { (n, v) }).collect();
        status(&changed, Version::HTTP_11)
    }

    #[test]
    fn a_good_handshake_is_accepted_as_the_rfc_computes_it() {
        assert_eq!(status(&GOOD, Version::HTTP_11).unwrap(), "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
    }

    #[test]
    fn what_is_no_upgrade_is_426() {
        let upgrade = Err(StatusCode::UPGRADE_REQUIRED);
        assert_eq!(status(&[], Version::HTTP_11), upgrade);
        assert_eq!(status(&GOOD, Version::HTTP_10), upgrade);
        assert_eq!(with("connection", "keep-alive"), upgrade);
        assert_eq!(with("upgrade", "h2c"), upgrade);
        assert_eq!(with("sec-websocket-version", "8"), upgrade);
        assert_eq!(status(&GOOD[..2], Version::HTTP_11), upgrade);
    }

    #[test]
    fn an_odd_key_is_400() {
        for key in [
            "",
            "short",
            "dGhlIHNhbXBsZSBub25jZQ",
            "dGhlIHNhbXBsZSBub25jZQ=A",
            "dGhlIHNhbXBsZSBub2 jZQ==",
            "dGhlIHNhbXBsZSBub25jZSE=",
        ] {
            assert_eq!(with("sec-websocket-key", key), Err(StatusCode::BAD_REQUEST), "{key}");
        }
        let doubled: Vec<_> = GOOD.iter().chain(&GOOD[3..]).copied().collect();
        assert_eq!(status(&doubled, Version::HTTP_11), Err(StatusCode::BAD_REQUEST));
    }
}
