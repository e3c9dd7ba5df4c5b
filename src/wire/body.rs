//! Calls over HTTP (§7): a body has the members of the method, its path and query stand for some of them.

use serde_json::Value;

use crate::core::json::Json;
use crate::core::limits::{Limits, MAX_WAIT_MS};
use crate::error::ApiError;

use super::call::Call;
use super::{check, read};

/// A checked call and what its body says of who makes it.
#[derive(Debug)]
pub struct Body {
    /// The call.
    pub call: Call,
    /// What the caller calls itself.
    pub label: Option<String>,
}

/// Reads the call of a method. The members that path and query give go before those of the body.
///
/// # Errors
/// As [`super::call::parse`].
pub fn parse(method: &str, given: Vec<(&str, Value)>, body: Json, limits: &Limits) -> Result<Body, ApiError> {
    let Json(Value::Object(mut members)) = body else {
        return Err(ApiError::bad_request("body", "the body has to be a JSON object"));
    };
    let label = match members.get("label") {
        None | Some(Value::Null) => None,
        Some(Value::String(label)) => check::text("label", Some(label.clone()), limits)?,
        Some(_) => return Err(ApiError::bad_request("label", "`label` has to be a text")),
    };
    members.extend(given.into_iter().map(|(name, value)| (name.to_owned(), value)));
    Ok(Body { call: read::parse(method, Json(members.into()), limits)?, label })
}

/// The `wait_ms` of a query, digits alone; its range is checked with the call.
///
/// # Errors
/// `bad-request` for anything else.
pub fn wait_ms(query: &str) -> Result<u64, ApiError> {
    let digits = query.bytes().all(|byte| byte.is_ascii_digit());
    let ms: Option<u64> = query.parse().ok().filter(|_| digits);
    let bad = || format!("`wait_ms` has to be an integer from 0 to {MAX_WAIT_MS}");
    ms.ok_or_else(|| ApiError::bad_request("wait_ms", bad()))
}
