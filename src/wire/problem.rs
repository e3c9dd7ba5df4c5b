//! An error as HTTP tells it: `application/problem+json` (RFC 9457), and what goes with it in the head.

use crate::error::ApiError;

/// The media type of a problem.
pub const MEDIA_TYPE: &str = "application/problem+json";

/// The body under an HTTP status, which is the code's own unless HTTP has a better one than the table.
#[must_use]
pub fn to_text(error: &ApiError, status: u16) -> String {
    super::text(&error.problem_as(status))
}

/// The value of `Retry-After`, in whole seconds, where the error says when to come back.
#[must_use]
pub fn retry_after_s(error: &ApiError) -> Option<u64> {
    error.more.retry_after_ms.map(|ms| ms.div_ceil(1_000))
}
