//! From an endpoint to an open WebSocket: TCP, the upgrade, and what a refusal of either means.

use std::time::Duration;

use serde_json::{Map, Value};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::client_async_with_config;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
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
    let unreachable = |why: String| ClientError::Unreachable { url: endpoint.address.to_string(), why };
    let (host, port) = endpoint.address.dial();
    let stream = timeout(CONNECT_WITHIN, TcpStream::connect((host.as_str(), port)))
        .await
        .map_err(|_| unreachable("it does not answer".to_owned()))?
        .map_err(|e| unreachable(e.to_string()))?;
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
        Err(_) => Err(unreachable("it does not answer the upgrade".to_owned())),
    }
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
    let url = endpoint.address.to_string();
    let WsError::Http(response) = error else {
        return ClientError::Unreachable { url, why: error.to_string() };
    };
    let status = response.status();
    let problem: Map<String, Value> =
        response.body().as_deref().and_then(|body| serde_json::from_slice(body).ok()).unwrap_or_default();
    let detail = match problem.get("detail").and_then(Value::as_str) {
        Some(detail) => detail.to_owned(),
        None => status.canonical_reason().unwrap_or("refused").to_owned(),
    };
    match status.as_u16() {
        401 => ClientError::Unauthorized { url, detail },
        403 => ClientError::Forbidden { url, detail },
        status => ClientError::Declined { url, status, detail },
    }
}
