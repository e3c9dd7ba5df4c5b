//! What the path and the query of a request say, as members of the call that it makes.
//!
//! Names are percent-decoded here. A thread's name is checked; a dialog's is the thread's to know.

use axum::extract::rejection::RawPathParamsRejection;
use axum::extract::{FromRequestParts, RawPathParams};
use http::request::Parts;
use serde_json::Value;

use super::super::problem::Problem;
use crate::core::id::{DialogId, ThreadId};
use crate::error::ApiError;
use crate::wire;

/// What the path gives, and the query where the call waits.
#[derive(Debug)]
pub struct Given {
    /// The `{thread}` of the path.
    pub thread: ThreadId,
    /// Its `{id}`, where it has one.
    pub id: Option<DialogId>,
    /// How long the call waits, where the query says it and the call can.
    pub wait_ms: Option<u64>,
    query: String,
}

impl Given {
    /// With the `wait_ms` of the query, where there is one.
    ///
    /// # Errors
    /// `bad-request` for one that is no count of milliseconds, or is there twice.
    pub fn with_wait(self) -> Result<Self, ApiError> {
        Ok(Self { wait_ms: wait_of(&self.query)?, ..self })
    }

    /// The members of the call, by name.
    #[must_use]
    pub fn into_members(self) -> Vec<(&'static str, Value)> {
        let thread = ("thread", Value::from(self.thread.as_str()));
        let id = self.id.map(|id| ("id", Value::from(id.as_str())));
        let wait_ms = self.wait_ms.map(|ms| ("wait_ms", Value::from(ms)));
        [Some(thread), id, wait_ms].into_iter().flatten().collect()
    }
}

fn wait_of(query: &str) -> Result<Option<u64>, ApiError> {
    let mut values = url::form_urlencoded::parse(query.as_bytes()).filter(|(name, _)| name == "wait_ms");
    match (values.next(), values.next()) {
        (None, _) => Ok(None),
        (Some((_, text)), None) => wire::body::wait_ms(&text).map(Some),
        (Some(_), Some(_)) => Err(ApiError::bad_request("wait_ms", "`wait_ms` is there twice")),
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Given {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let not_utf8 =
            |rejection: RawPathParamsRejection| ApiError::bad_request("path", rejection.body_text());
        let params = RawPathParams::from_request_parts(parts, state).await.map_err(not_utf8)?;
        let named = |name: &str| params.iter().find(|(key, _)| *key == name).map(|(_, value)| value);
        // A route without a thread does not ask for this; the empty name is no good one.
        let thread = ThreadId::parse(named("thread").unwrap_or_default())
            .map_err(|bad| ApiError::bad_request("thread", bad.to_string()))?;
        let query = parts.uri.query().unwrap_or_default().to_owned();
        Ok(Self { thread, id: named("id").map(DialogId::named), wait_ms: None, query })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_is_one_count_of_milliseconds() {
        for (query, want) in [
            ("", None),
            ("x=1", None),
            ("wait_ms=0", Some(0)),
            ("a=b&wait_ms=300000", Some(300_000)),
            ("wait_ms=007", Some(7)),
        ] {
            assert_eq!(wait_of(query).unwrap(), want, "{query}");
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
            assert_eq!(wait_of(query).unwrap_err().more.field.as_deref(), Some("wait_ms"), "{query}");
        }
    }
}
