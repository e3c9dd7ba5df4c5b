//! What every request passes first, and every response last, whatever its route.
//!
//! In this order: Host and Origin, no token in the query, who calls. A request that does not pass has done nothing.

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::{HeaderMap, HeaderValue, header};

use super::app::App;
use super::problem::Problem;
use crate::error::{ApiError, Code};

/// Query members that carry a token somewhere, compared without case.
const TOKEN_NAMES: [&str; 8] =
    ["token", "access_token", "auth_token", "id_token", "bearer", "authorization", "api_key", "apikey"];

/// The middleware around all routes.
pub async fn gate(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let mut response = match admit(&app, &mut request) {
        Ok(()) => next.run(request).await,
        Err(error) => Problem::from(error).into_response(),
    };
    app.metrics.responded(response.status());
    add_last(response.headers_mut());
    response
}

/// The headers that every response has, whatever else it has.
pub fn add_last(headers: &mut HeaderMap) {
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
}

fn admit(app: &App, request: &mut Request) -> Result<(), ApiError> {
    app.access
        .check(request.method(), request.uri(), request.headers())
        .map_err(|denied| ApiError::new(Code::Forbidden, denied.to_string()))?;
    if request.uri().query().is_some_and(has_token) {
        return Err(ApiError::new(
            Code::BadRequest,
            "a token is never sent in the query: use the Authorization header",
        ));
    }
    request.extensions_mut().insert(app.sign_in.caller());
    Ok(())
}

fn has_token(query: &str) -> bool {
    url::form_urlencoded::parse(query.as_bytes())
        .any(|(name, _)| TOKEN_NAMES.iter().any(|token| name.eq_ignore_ascii_case(token)))
}

#[cfg(test)]
mod tests {
    use super::has_token;

    #[test]
    fn tokens_in_a_query_are_found_under_any_spelling() {
        for query in ["token=x", "a=1&access_token=x", "ToKeN", "%74oken=x", "bearer=", "a=1&&token=x"] {
            assert!(has_token(query), "{query}");
        }
        for query in ["", "wait_ms=5", "a=token", "tokens=x", "mytoken=1"] {
            assert!(!has_token(query), "{query}");
        }
    }
}
