//! Errors as HTTP answers: `application/problem+json` (RFC 9457), rendered here alone.

use axum::response::{IntoResponse, Response};
use http::{HeaderValue, StatusCode, header};

use crate::error::{ApiError, Code};
use crate::wire;

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

    /// The whole answer, but for what the gate adds to every one.
    #[must_use]
    pub fn into_text_response(self) -> http::Response<String> {
        let mut response = http::Response::new(wire::problem::to_text(&self.error, self.status.as_u16()));
        *response.status_mut() = self.status;
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(wire::problem::MEDIA_TYPE));
        if let Some(seconds) = wire::problem::retry_after_s(&self.error) {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        self.into_text_response().map(axum::body::Body::from)
    }
}

/// The answer to a request whose handler panicked: the process and the connection live on.
#[must_use]
pub fn panicked(_: Box<dyn std::any::Any + Send>) -> Response {
    Problem::new(Code::Internal, "the hub failed at this request; its log says more").into_response()
}
