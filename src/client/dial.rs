//! From an endpoint to an open WebSocket: TCP, the upgrade, and what a refusal of either means; TCP and the refusal also
//! for a plain request.

use std::time::Duration;

use serde_json::{Map, Value};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::client_async_with_config;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::StatusCode;
use tokio_tungstenite::tungstenite::http::header::{AUTHORIZATION, HeaderValue, SEC_WEBSOCKET_PROTOCOL};
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error as WsError, handshake::client::Request};

use super::address::Endpoint;
use super::connection::Socket;
use super::error::ClientError;
use crate::wire::SUBPROTOCOL;

/// How long TCP, and after it the upgrade, may take.
const CONNECT_WITHIN: Duration = Duration::from_secs(5);
const UPGRADE_WITHIN: Duration = Duration::from_secs(5);
/// A snapshot with every bound of the contract used up is below this.
const MAX_RECEIVED_BYTES: usize = 512 << 20;
/// Eagerly allocated for each connection.
const READ_BUFFER_BYTES: usize = 16 << 10;

pub(super) async fn open(endpoint: &Endpoint) -> Result<Socket, ClientError> {
    let stream = tcp(endpoint).await?;
    // A frame is small and waits for nothing; without this a call may sit out the peer's delayed acknowledgement.
    let _ = stream.set_nodelay(true);
    let config = WebSocketConfig::default()
        .read_buffer_size(READ_BUFFER_BYTES)
        .max_message_size(Some(MAX_RECEIVED_BYTES))
        .max_frame_size(Some(MAX_RECEIVED_BYTES));
    let upgrade = client_async_with_config(request(endpoint)?, stream, Some(config));
    match timeout(UPGRADE_WITHIN, upgrade).await {
        Ok(Ok((socket, _))) => Ok(socket),
        Ok(Err(error)) => Err(refused(endpoint, error)),
        Err(_) => Err(unreachable(endpoint, "it does not answer the upgrade".to_owned())),
    }
}

pub(super) async fn tcp(endpoint: &Endpoint) -> Result<TcpStream, ClientError> {
    let (host, port) = endpoint.address.dial();
    timeout(CONNECT_WITHIN, TcpStream::connect((host.as_str(), port)))
        .await
        .map_err(|_| unreachable(endpoint, "it does not answer".to_owned()))?
        .map_err(|e| unreachable(endpoint, e.to_string()))
}

fn unreachable(endpoint: &Endpoint, why: String) -> ClientError {
    ClientError::Unreachable { url: endpoint.address.to_string(), why }
}

fn request(endpoint: &Endpoint) -> Result<Request, ClientError> {
    let url = endpoint.address.web_socket();
    let mut request = url
        .as_str()
        .into_client_request()
        .map_err(|e| ClientError::BadUrl { url: endpoint.address.to_string(), why: e.to_string() })?;
    request.headers_mut().insert(SEC_WEBSOCKET_PROTOCOL, HeaderValue::from_static(SUBPROTOCOL));
    if let Some(token) = &endpoint.token {
        let mut value = HeaderValue::from_str(&format!("Bearer {}", token.reveal()))
            .map_err(|_| ClientError::BadToken)?;
        value.set_sensitive(true);
        request.headers_mut().insert(AUTHORIZATION, value);
    }
    Ok(request)
}

fn refused(endpoint: &Endpoint, error: WsError) -> ClientError {
    let WsError::Http(response) = error else {
        return unreachable(endpoint, error.to_string());
    };
    declined(endpoint, response.status().as_u16(), response.body().as_deref().unwrap_or_default())
}

/// What a reply that is no success means.
pub(crate) fn declined(endpoint: &Endpoint, status: u16, body: &[u8]) -> ClientError {
    let url = endpoint.address.to_string();
    let problem: Map<String, Value> = serde_json::from_slice(body).unwrap_or_default();
    let detail = match problem.get("detail").and_then(Value::as_str) {
        Some(detail) => detail.to_owned(),
        None => StatusCode::from_u16(status)
            .ok()
            .and_then(|status| status.canonical_reason())
            .unwrap_or("refused")
            .to_owned(),
    };
    match status {
        401 => ClientError::Unauthorized { url, detail },
        403 => ClientError::Forbidden { url, detail },
        status => ClientError::Declined { url, status, detail },
    }
}
