//! Who acted, as a person reads it. Pure.

use std::fmt;

use serde::Deserialize;

use super::text;

/// `by` of the wire (§5), stamped by the hub.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct By {
    follower: String,
    label: Option<String>,
    subject: Option<String>,
}

impl fmt::Display for By {
    /// The label, which is the follower's own word, and behind it the subject, which is the token's.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&text::line(self.label.as_deref().unwrap_or(&self.follower)))?;
        match &self.subject {
            Some(subject) => write!(f, " ({})", text::line(subject)),
            None => Ok(()),
        }
    }
}
