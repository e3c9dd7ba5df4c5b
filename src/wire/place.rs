//! Where a dialog was asked, on the wire.

use schemars::JsonSchema;
use serde::Serialize;

use crate::core::id::{DialogId, ThreadId};

/// `GET /api/dialogs/{id}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Place {
    #[schemars(with = "String")]
    pub id: DialogId,
    /// The thread's present name.
    #[schemars(with = "String")]
    pub thread: ThreadId,
}

impl Place {
    /// Its text.
    #[must_use]
    pub fn to_text(&self) -> String {
        super::text(self)
    }
}
