//! The journal (§9) as a client reads it: what was answered, and saying that an answer was read.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::address::Endpoint;
use super::connection::Client;
use super::error::ClientError;
use super::{frame, get};
use crate::core::dialog::Fingerprint;
use crate::core::id::{DialogId, JournalToken};
use crate::core::journal::{Correlation, Delivery};
use crate::core::outcome::By;

/// How long somebody waits for the reply to an acknowledgement that is not worth waiting for.
pub const ACK_WITHIN: Duration = Duration::from_secs(2);

/// The journal of one thread.
#[derive(Debug, Clone)]
pub struct Journal {
    /// The thread's present name.
    pub thread: String,
    /// In the order in which the answers arrived.
    pub entries: Vec<JournalEntry>,
    /// Unproved answers that were dropped, over all instances.
    pub debt: u64,
}

/// One validated answer.
#[derive(Debug, Clone, Deserialize)]
pub struct JournalEntry {
    /// Its name, to be acknowledged.
    pub token: JournalToken,
    /// The dialog.
    pub id: DialogId,
    /// Whether the answer is known to be one to what was asked.
    pub correlation: Correlation,
    /// How far it has come.
    pub delivery: Delivery,
    /// Whether its host has proved that it read it.
    pub acked: bool,
    /// When it was given.
    pub answered_at: u64,
    /// What it says; none of an entry whose conversation is over (`retired`).
    #[serde(flatten)]
    pub content: Option<JournalContent>,
    /// The entry as it came.
    #[serde(skip)]
    pub text: Box<RawValue>,
}

/// Question and answer.
#[derive(Debug, Clone, Deserialize)]
pub struct JournalContent {
    /// The title.
    pub question: String,
    /// What a program wants.
    pub value: serde_json::Value,
    /// SHA-256 of what was asked.
    pub fingerprint: Fingerprint,
    /// Who answered.
    pub by: Option<By>,
    /// Whether the stream may not show the answer.
    #[serde(default)]
    pub private: bool,
}

#[derive(Serialize)]
struct List<'a> {
    thread: &'a str,
}

#[derive(Deserialize)]
struct Listed {
    thread: String,
    entries: Vec<Box<RawValue>>,
    debt: u64,
}

#[derive(Serialize)]
struct Ack<'a> {
    thread: &'a str,
    tokens: &'a [JournalToken],
    #[serde(skip_serializing_if = "Option::is_none")]
    instance: Option<&'a str>,
}

#[derive(Deserialize)]
struct Acked {
    acked: Vec<JournalToken>,
}

impl Client {
    /// The journal of a thread, whoever asked.
    ///
    /// # Errors
    /// As [`Client::call`].
    pub async fn journal_list(&self, thread: &str) -> Result<Journal, ClientError> {
        let Listed { thread, entries, debt } = self.call("journal.list", List { thread }).await?;
        let entries = entries.into_iter().map(entry).collect::<Result<_, _>>()?;
        Ok(Journal { thread, entries, debt })
    }

    /// Says that these answers were read; gives those that were not known to be. Saying it again is harmless.
    ///
    /// `instance` is the one that the ask named; where the connection has attached or identified one, that counts.
    ///
    /// # Errors
    /// As [`Client::call`]; `forbidden` where one of them was asked for by another instance: then none is proved.
    pub async fn journal_ack(
        &self,
        thread: &str,
        tokens: &[JournalToken],
        instance: Option<&str>,
    ) -> Result<Vec<JournalToken>, ClientError> {
        let Acked { acked } = self.call("journal.ack", Ack { thread, tokens, instance }).await?;
        Ok(acked)
    }

    /// Says that an answer was read, without waiting for a reply; in its place before whatever is sent next, the close
    /// of the connection too. Where the hub does not hear it, the answer stays unproved.
    pub(super) async fn has_read(&self, thread: &str, token: &JournalToken, instance: Option<&str>) {
        let tokens = std::slice::from_ref(token);
        let _ = self.notify("journal.ack", Ack { thread, tokens, instance }).await;
    }
}

/// What is outstanding over all threads, as the text of `GET /api/outstanding`.
///
/// # Errors
/// Where nothing answers there, or not with that.
pub async fn outstanding(endpoint: &Endpoint) -> Result<Box<RawValue>, ClientError> {
    let body = get::get(endpoint, "/api/outstanding").await?;
    frame::read_json(&body).map_err(|e| ClientError::BadReply(format!("what is outstanding: {e}")))
}

fn entry(text: Box<RawValue>) -> Result<JournalEntry, ClientError> {
    let read: JournalEntry = frame::read_json(text.get())
        .map_err(|e| ClientError::BadReply(format!("an entry of the journal: {e}")))?;
    Ok(JournalEntry { text, ..read })
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = r#""token":"jrn-1","id":"dlg-1","correlation":"matched","delivery":"pending","acked":false,"answered_at":7"#;

    #[test]
    fn an_entry_is_read_and_kept_as_it_came() {
        let fingerprint = "0".repeat(64);
        let text = format!(
            r#"{{{HEAD},"question":"Q?","dialog":{{}},"answer":{{"value":1.50}},"value":1.50,"fingerprint":"{fingerprint}"}}"#
        );
        let read = entry(RawValue::from_string(text.clone()).unwrap()).unwrap();
        assert_eq!((read.delivery, read.acked, read.answered_at), (Delivery::Pending, false, 7));
        assert_eq!(read.content.unwrap().question, "Q?");
        assert_eq!(read.text.get(), text);
    }

    #[test]
    fn a_retired_entry_says_nothing() {
        let text = format!(r#"{{{HEAD},"retired":true}}"#);
        assert!(entry(RawValue::from_string(text).unwrap()).unwrap().content.is_none());
    }
}
