//! The body of a call: `application/json` alone, bounded in bytes and time.

use axum::extract::{FromRequest, Request};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use http_body_util::{BodyExt, LengthLimitError, Limited};

use super::super::app::App;
use super::super::problem::Problem;
use super::call::no_body;
use crate::core::json::Json;
use crate::error::{ApiError, Code};
use crate::wire;

/// The JSON of a body, whatever it is.
#[derive(Debug)]
pub struct JsonBody(pub Json);

/// The JSON of a body; a body of no bytes is `{}`.
#[derive(Debug)]
pub struct OptionalJsonBody(pub Json);

/// Why there is no body.
#[derive(Debug)]
pub enum NoBody {
    /// It is not taken.
    Refused(Problem),
    /// It did not come in time.
    TooSlow,
    /// The client broke off; nobody will read a reply.
    BrokenOff,
}

impl From<ApiError> for NoBody {
    fn from(error: ApiError) -> Self {
        Self::Refused(error.into())
    }
}

impl IntoResponse for NoBody {
    fn into_response(self) -> Response {
        let detail = match self {
            Self::Refused(problem) => return problem.into_response(),
            Self::TooSlow => "the body did not come in time",
            Self::BrokenOff => "the body was broken off",
        };
        // The contract has no code of its own for it; the status is the one that HTTP has.
        let mut response =
            Problem::new(Code::BadRequest, detail).with_status(StatusCode::REQUEST_TIMEOUT).into_response();
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
        response
    }
}

impl FromRequest<App> for JsonBody {
    type Rejection = NoBody;

    async fn from_request(request: Request, app: &App) -> Result<Self, NoBody> {
        let bytes = read(request, app).await?;
        Ok(Self(wire::json::parse(&bytes).map_err(ApiError::from)?))
    }
}

impl FromRequest<App> for OptionalJsonBody {
    type Rejection = NoBody;

    async fn from_request(request: Request, app: &App) -> Result<Self, NoBody> {
        let bytes = read(request, app).await?;
        if bytes.is_empty() {
            return Ok(Self(no_body()));
        }
        Ok(Self(wire::json::parse(&bytes).map_err(ApiError::from)?))
    }
}

async fn read(request: Request, app: &App) -> Result<Bytes, NoBody> {
    let max_bytes = app.limits.max_message_bytes;
    if !is_json(request.headers()) {
        let detail = "the body of a call is JSON, sent as Content-Type: application/json";
        return Err(ApiError::new(Code::UnsupportedMediaType, detail).into());
    }
    let too_large = || ApiError::new(Code::TooLarge, format!("a body has at most {max_bytes} bytes"));
    let body = request.into_body();
    // What was announced too large is refused before a byte of it is read.
    if hyper::body::Body::size_hint(&body).lower() > max_bytes as u64 {
        return Err(too_large().into());
    }
    match tokio::time::timeout(app.body_deadline, Limited::new(body, max_bytes).collect()).await {
        Ok(Ok(body)) => Ok(body.to_bytes()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(too_large().into()),
        Ok(Err(_)) => Err(NoBody::BrokenOff),
        Err(_) => Err(NoBody::TooSlow),
    }
}

/// Whether there is one Content-Type, `application/json`, with or without parameters.
fn is_json(headers: &HeaderMap) -> bool {
    let mut types = headers.get_all(header::CONTENT_TYPE).iter();
    let (Some(only), None) = (types.next(), types.next()) else {
        return false;
    };
    let essence = only.as_bytes().split(|b| *b == b';').next().unwrap_or_default();
    essence.trim_ascii().eq_ignore_ascii_case(b"application/json")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_application_json_is_json() {
        let with = |types: &[&'static str]| {
            let mut headers = HeaderMap::new();
            for kind in types {
                headers.append(header::CONTENT_TYPE, HeaderValue::from_static(kind));
            }
            is_json(&headers)
        };
        for kind in [
            "application/json",
            "application/json; charset=utf-8",
            "APPLICATION/JSON",
            "application/json ;x=y",
        ] {
            assert!(with(&[kind]), "{kind}");
        }
        for kind in [
            "",
            "text/plain",
            "application/jsonp",
            "text/plain; application/json",
            "application/problem+json",
            "application/x-www-form-urlencoded",
        ] {
            assert!(!with(&[kind]), "{kind}");
        }
        assert!(!with(&[]));
        assert!(!with(&["application/json", "application/json"]));
    }
}
