//! The one table of codes (§7): what each means in HTTP and in JSON-RPC.
//!
//! An [`ApiError`] is what a client is told. The core's own words become one here and nowhere else.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::Serialize;

use crate::core::dialog::DialogError;
use crate::core::error::Error;
use crate::core::json::Json;
use crate::core::limits::RETRY_AFTER_MS;
use crate::core::outcome::{By, Outcome};

/// Every code of the contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Code {
    /// The text is no JSON, or JSON that is not taken (too deep, a key twice).
    BadJson,
    /// A member is missing, odd, or out of its range.
    BadRequest,
    /// The dialog could never be answered or drawn.
    BadDialog,
    /// No such path or method.
    NoRoute,
    /// The path is there, but not for this verb: `no-route` with 405.
    NoVerb,
    /// A body that is not `application/json`.
    UnsupportedMediaType,
    /// No token, or not a good one.
    Unauthorized,
    /// Not for this token, origin, host or follower.
    Forbidden,
    /// No such dialog is open.
    NotOpen,
    /// The thread has no events.
    NoThread,
    /// No such dialog is known.
    NoDialog,
    /// No host is attached.
    NoHost,
    /// The key was used for another dialog.
    KeyConflict,
    /// The host said no to a prompt.
    HostRejected,
    /// A size of what was sent is over its bound.
    TooLarge,
    /// The answer is not a good one; the dialog stays open.
    Refused,
    /// A count of what is going on is at its bound.
    Limit,
    /// The host answered with an error, or not in time.
    HostFailed,
    /// The hub is shutting down.
    Draining,
    /// The hub lost its store.
    StoreFailed,
    /// The hub has a bug, and the request ran into it.
    Internal,
}

/// One row of the table.
struct Row {
    code: &'static str,
    http: u16,
    rpc: i32,
    title: &'static str,
}

impl Code {
    /// Every code, for tables and documents.
    pub const ALL: [Self; 21] = [
        Self::BadJson,
        Self::BadRequest,
        Self::BadDialog,
        Self::NoRoute,
        Self::NoVerb,
        Self::UnsupportedMediaType,
        Self::Unauthorized,
        Self::Forbidden,
        Self::NotOpen,
        Self::NoThread,
        Self::NoDialog,
        Self::NoHost,
        Self::KeyConflict,
        Self::HostRejected,
        Self::TooLarge,
        Self::Refused,
        Self::Limit,
        Self::HostFailed,
        Self::Draining,
        Self::StoreFailed,
        Self::Internal,
    ];

    const fn row(self) -> Row {
        let (code, http, rpc, title) = match self {
            Self::BadJson => ("bad-json", 400, -32700, "This is not JSON that the hub takes"),
            Self::BadRequest => ("bad-request", 400, -32602, "The request is not well formed"),
            Self::BadDialog => ("bad-dialog", 400, -32602, "The dialog could never be answered or drawn"),
            Self::NoRoute => ("no-route", 404, -32601, "There is no such path or method"),
            Self::NoVerb => ("no-route", 405, -32601, "The path does not take this verb"),
            // It cannot come up over JSON-RPC, which has no media types; the number is that of an invalid request.
            Self::UnsupportedMediaType => {
                ("unsupported-media-type", 415, -32600, "Only application/json is taken")
            }
            Self::Unauthorized => ("unauthorized", 401, -32001, "A good token is needed"),
            Self::Forbidden => ("forbidden", 403, -32003, "This is not allowed"),
            Self::NotOpen => ("not-open", 404, -32004, "The dialog is not open"),
            Self::NoThread => ("no-thread", 404, -32004, "There is no such thread"),
            Self::NoDialog => ("no-dialog", 404, -32004, "There is no such dialog"),
            Self::NoHost => ("no-host", 404, -32004, "No host is attached"),
            Self::KeyConflict => ("key-conflict", 409, -32009, "The key was used for another dialog"),
            Self::HostRejected => ("host-rejected", 409, -32009, "The host said no"),
            Self::TooLarge => ("too-large", 413, -32013, "This is too large"),
            Self::Refused => ("refused", 422, -32022, "The answer is refused"),
            Self::Limit => ("limit", 429, -32029, "A limit is reached"),
            Self::HostFailed => ("host-failed", 502, -32052, "The host failed"),
            Self::Draining => ("draining", 503, -32053, "The hub is shutting down"),
            Self::StoreFailed => ("store-failed", 503, -32053, "The hub lost its store"),
            // The contract names no code for it; the number is JSON-RPC's own for an internal error.
            Self::Internal => ("internal", 500, -32603, "The hub failed"),
        };
        Row { code, http, rpc, title }
    }

    /// The word on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.row().code
    }

    /// The HTTP status.
    #[must_use]
    pub const fn http(self) -> u16 {
        self.row().http
    }

    /// The JSON-RPC error number.
    #[must_use]
    pub const fn rpc(self) -> i32 {
        self.row().rpc
    }

    /// A short text for people, the same for every error of the code.
    #[must_use]
    pub const fn title(self) -> &'static str {
        self.row().title
    }
}

/// What a client is told when its request was not carried out.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{}: {detail}", .code.as_str())]
pub struct ApiError {
    /// What kind of error.
    pub code: Code,
    /// What was wrong, in words.
    pub detail: String,
    /// Where, and what else is known. Boxed: an error is moved far more often than it is read.
    pub more: Box<More>,
}

/// The members that an error has beside `code` and `detail`, where they are known.
#[derive(Debug, Clone, PartialEq, Default, Serialize, JsonSchema)]
pub struct More {
    /// Why an answer is refused (§3).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Cow<'static, str>>,
    /// The member that is wrong, with its path where it is nested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The question of a questionnaire that is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// Where a schema is not satisfied, as a JSON pointer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
    /// What won, where the dialog is known and ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// Who won.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<By>,
    /// The answer that won, where the stream shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<serde_json::Map<String, serde_json::Value>>")]
    pub answer: Option<Json>,
    /// When to try again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after_ms: Option<u64>,
}

/// The members of `application/problem+json` (RFC 9457), and the `data` of a JSON-RPC error.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Problem<'a> {
    /// A relative reference that names the code.
    #[serde(rename = "type")]
    #[schemars(extend("format" = "uri-reference"))]
    kind: String,
    /// The same for every error of the code.
    title: &'static str,
    /// The HTTP status, also over JSON-RPC.
    status: u16,
    /// What kind of error.
    #[schemars(schema_with = "code_schema")]
    code: &'static str,
    /// What was wrong, in words.
    detail: &'a str,
    #[serde(flatten)]
    more: &'a More,
}

/// What `dialog.refused` says of an error.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Told<'a> {
    /// What kind of error.
    #[schemars(schema_with = "code_schema")]
    code: &'static str,
    /// What was wrong, in words.
    detail: &'a str,
    #[serde(flatten)]
    more: &'a More,
}

fn code_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    let mut codes: Vec<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
    codes.dedup();
    schemars::json_schema!({ "type": "string", "enum": codes })
}

impl ApiError {
    /// An error with nothing but its words.
    #[must_use]
    pub fn new(code: Code, detail: impl Into<String>) -> Self {
        let retry_after_ms = (code == Code::Limit).then_some(RETRY_AFTER_MS);
        Self { code, detail: detail.into(), more: Box::new(More { retry_after_ms, ..More::default() }) }
    }

    /// A member that is missing, odd or out of its range.
    #[must_use]
    pub fn bad_request(field: impl Into<String>, detail: impl Into<String>) -> Self {
        Self::new(Code::BadRequest, detail).at(field)
    }

    /// A count that is at its bound.
    #[must_use]
    pub fn limit(detail: impl Into<String>, retry_after_ms: u64) -> Self {
        let mut error = Self::new(Code::Limit, detail);
        error.more.retry_after_ms = Some(retry_after_ms);
        error
    }

    /// The same error, naming the member that is wrong.
    #[must_use]
    pub fn at(mut self, field: impl Into<String>) -> Self {
        self.more.field = Some(field.into());
        self
    }

    /// The problem object.
    #[must_use]
    pub fn problem(&self) -> Problem<'_> {
        self.problem_as(self.code.http())
    }

    /// The problem object under an HTTP status that says more than the code's own.
    #[must_use]
    pub fn problem_as(&self, status: u16) -> Problem<'_> {
        Problem {
            kind: format!("/problems/{}", self.code.as_str()),
            title: self.code.title(),
            status,
            code: self.code.as_str(),
            detail: &self.detail,
            more: &self.more,
        }
    }

    /// What `dialog.refused` says of it.
    #[must_use]
    pub fn told(&self) -> Told<'_> {
        Told { code: self.code.as_str(), detail: &self.detail, more: &self.more }
    }
}

impl From<DialogError> for ApiError {
    fn from(error: DialogError) -> Self {
        match error {
            DialogError::BadDialog { field, detail } => Self::new(Code::BadDialog, detail).at(field),
            DialogError::TooLarge { field, detail } => Self::new(Code::TooLarge, detail).at(field),
        }
    }
}

impl From<Error> for ApiError {
    fn from(error: Error) -> Self {
        let detail = error.to_string();
        match error {
            Error::BadRequest { field, .. } => {
                let mut api = Self::new(Code::BadRequest, detail);
                api.more.field = field;
                api
            }
            Error::Dialog(error) => error.into(),
            Error::NotOpen(ended) => {
                let mut api = Self::new(Code::NotOpen, detail);
                if let Some(ended) = ended {
                    api.more.outcome = Some(ended.outcome);
                    api.more.by = ended.by;
                    api.more.answer = ended.answer;
                }
                api
            }
            Error::NoThread => Self::new(Code::NoThread, detail),
            Error::NoDialog => Self::new(Code::NoDialog, detail),
            Error::NoHost => Self::new(Code::NoHost, detail),
            Error::KeyConflict => Self::new(Code::KeyConflict, detail),
            Error::HostRejected { .. } => Self::new(Code::HostRejected, detail),
            Error::HostFailed { .. } => Self::new(Code::HostFailed, detail),
            Error::Refused(refusal) => {
                let mut api = Self::new(Code::Refused, detail);
                api.more.reason = Some(refusal.reason.as_str().into());
                api.more.question = refusal.question;
                api.more.pointer = refusal.pointer;
                api.more.field = refusal.field;
                api
            }
            Error::Limit { retry_after_ms, .. } => Self::limit(detail, retry_after_ms),
            Error::Forbidden { .. } => Self::new(Code::Forbidden, detail),
        }
    }
}

#[cfg(test)]
mod tests;
