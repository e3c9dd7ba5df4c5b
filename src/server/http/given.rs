//! What the path and the query of a request say, as members of the call that it makes.
//!
//! Names are percent-decoded here; whether they are good ones is checked with the call, like all members.

use axum::extract::rejection::RawPathParamsRejection;
use axum::extract::{FromRequestParts, RawPathParams};
use http::request::Parts;
use serde_json::Value;

use super::super::problem::Problem;
use crate::core::id::ThreadId;
use crate::error::ApiError;
use crate::wire;

/// The members that path and query give.
#[derive(Debug)]
pub struct Given {
    /// By name.
    pub members: Vec<(&'static str, Value)>,
    query: String,
}

/// The `{thread}` of a path, for what is no call of §6.
#[derive(Debug)]
pub struct ThreadPath(pub ThreadId);

impl Given {
    /// With the `wait_ms` of the query, where there is one.
    ///
    /// # Errors
    /// `bad-request` for one that is no count of milliseconds, or is there twice.
    pub fn with_wait(mut self) -> Result<Self, ApiError> {
        let mut values =
            url::form_urlencoded::parse(self.query.as_bytes()).filter(|(name, _)| name == "wait_ms");
        if let Some((_, text)) = values.next() {
            if values.next().is_some() {
                return Err(ApiError::bad_request("wait_ms", "`wait_ms` is there twice"));
            }
            self.members.push(("wait_ms", wire::body::wait_ms(&text)?));
        }
        Ok(self)
    }
}

async fn params<S: Send + Sync>(parts: &mut Parts, state: &S) -> Result<RawPathParams, Problem> {
    let not_utf8 = |rejection: RawPathParamsRejection| ApiError::bad_request("path", rejection.body_text());
    Ok(RawPathParams::from_request_parts(parts, state).await.map_err(not_utf8)?)
}

impl<S: Send + Sync> FromRequestParts<S> for Given {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let params = params(parts, state).await?;
        let member = |name: &'static str| {
            let (_, value) = params.iter().find(|(key, _)| *key == name)?;
            Some((name, Value::from(value)))
        };
        let members = ["thread", "id"].into_iter().filter_map(member).collect();
        Ok(Self { members, query: parts.uri.query().unwrap_or_default().to_owned() })
    }
}

impl<S: Send + Sync> FromRequestParts<S> for ThreadPath {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let params = params(parts, state).await?;
        let text = params.iter().find(|(key, _)| *key == "thread").map_or("", |(_, value)| value);
        let thread = ThreadId::parse(text).map_err(|bad| ApiError::bad_request("thread", bad.to_string()))?;
        Ok(Self(thread))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wait(query: &str) -> Result<Option<Value>, ApiError> {
        let given = Given { members: Vec::new(), query: query.into() }.with_wait()?;
        Ok(given.members.into_iter().next().map(|(_, value)| value))
    }

    #[test]
    fn a_wait_is_one_count_of_milliseconds() {
        for (query, want) in [
            ("", None),
            ("x=1", None),
            ("wait_ms=0", Some(0)),
            ("a=b&wait_ms=300000", Some(300_000)),
            ("wait_ms=007", Some(7)),
        ] {
            assert_eq!(wait(query).unwrap(), want.map(Value::from), "{query}");
        }
        for query in [
            "wait_ms=",
            "wait_ms",
            "wait_ms=-1",
            "wait_ms=x",
            "wait_ms=1.5",
            "wait_ms=+5",
            "wait_ms=%2B5",
            "wait_ms=1e3",
            "wait_ms= 1",
            "wait_ms=1&wait_ms=1",
            "wait_ms=99999999999999999999",
        ] {
            assert_eq!(wait(query).unwrap_err().more.field.as_deref(), Some("wait_ms"), "{query}");
        }
    }
}
