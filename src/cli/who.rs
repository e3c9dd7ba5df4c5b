//! Who acted, as a person reads it. Pure.

use std::fmt;

use serde::Deserialize;

use super::text;
use crate::core::outcome::By;

/// `by` of the wire, on a terminal.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Who(By);

impl From<By> for Who {
    fn from(by: By) -> Self {
        Self(by)
    }
}

impl fmt::Display for Who {
    /// The label, which is the follower's own word, and behind it the subject, which is the token's.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let By { follower, label, subject } = &self.0;
        f.write_str(&text::line(label.as_deref().unwrap_or(follower)))?;
        match subject {
            Some(subject) => write!(f, " ({})", text::line(subject)),
            None => Ok(()),
        }
    }
}
