//! Errors as HTTP answers: `application/problem+json` (RFC 9457).

use axum::response::{IntoResponse, Response};
use http::{HeaderValue, StatusCode, header};

use crate::error::{ApiError, Code};

/// An error on its way to an HTTP client.
#[derive(Debug)]
pub struct Problem {
    error: ApiError,
    status: StatusCode,
}

impl From<ApiError> for Problem {
    fn from(error: ApiError) -> Self {
        let status = StatusCode::from_u16(error.code.http()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        Self { error, status }
    }
}

impl Problem {
    /// A problem with nothing but its words.
    pub fn new(code: Code, detail: impl Into<String>) -> Self {
        ApiError::new(code, detail).into()
    }

    /// The same under a status that HTTP has and the table of codes has not (a body too late, an upgrade needed).
    #[must_use]
    pub fn with_status(self, status: StatusCode) -> Self {
        Self { status, ..self }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut body = serde_json::json!(self.error.problem());
        body["status"] = self.status.as_u16().into();
        let mut response = (self.status, [problem_json()], body.to_string()).into_response();
        if let Some(ms) = self.error.more.retry_after_ms {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(ms.div_ceil(1_000)));
        }
        response
    }
}

/// The answer to a request whose handler panicked: the process and the connection live on.
#[must_use]
pub fn panicked(_: Box<dyn std::any::Any + Send>) -> Response {
    let body = r#"{"type":"about:blank","title":"The hub failed","status":500,"code":"internal","detail":"the hub failed at this request; its log says more"}"#;
    (StatusCode::INTERNAL_SERVER_ERROR, [problem_json()], body).into_response()
}

fn problem_json() -> (header::HeaderName, HeaderValue) {
    (header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"))
}
