//! The row of a thread in lists: `hub.follow`, `hub.thread`, `GET /api/threads`.

use schemars::JsonSchema;
use serde::Serialize;

use crate::core::id::ThreadId;

/// What a list says of one thread.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ThreadRow")]
pub struct Row {
    /// Its present name.
    #[schemars(with = "String")]
    pub thread: ThreadId,
    /// A host is attached and connected.
    pub live: bool,
    /// A run is going on or a dialog is open.
    pub busy: bool,
    /// The newest run, 0 before the first.
    pub run: u64,
    /// How many dialogs are open.
    pub open: u32,
    /// When something last happened on it.
    pub last_at: u64,
}

/// What `hub.thread` says of a thread: its row, or that the name is gone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "ThreadChange")]
pub enum Change {
    /// How it stands.
    Row(Row),
    /// It was moved or forgotten.
    Gone(Gone),
}

/// A name that no thread has any more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "ThreadGone")]
pub struct Gone {
    /// The name.
    #[schemars(with = "String")]
    thread: ThreadId,
    /// Always true.
    gone: bool,
}

impl Gone {
    /// The last word about a name.
    #[must_use]
    pub fn new(thread: ThreadId) -> Self {
        Self { thread, gone: true }
    }
}

/// The result of `hub.follow`, and the body of `GET /api/threads`.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ThreadList")]
pub(super) struct List<'a> {
    threads: &'a [Row],
}

/// The text of a list of rows.
#[must_use]
pub fn list(threads: &[Row]) -> String {
    super::text(&List { threads })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_and_its_end() {
        let thread = ThreadId::parse("t").unwrap();
        let row = Row { thread: thread.clone(), live: true, busy: false, run: 2, open: 1, last_at: 9 };
        assert_eq!(
            list(std::slice::from_ref(&row)),
            r#"{"threads":[{"thread":"t","live":true,"busy":false,"run":2,"open":1,"last_at":9}]}"#
        );
        assert_eq!(crate::wire::text(&Change::Gone(Gone::new(thread))), r#"{"thread":"t","gone":true}"#);
    }
}
