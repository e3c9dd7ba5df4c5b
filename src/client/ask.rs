//! Asking a person, with types: what is asked, what came of it, and the proof that it was read.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::connection::Client;
use super::error::ClientError;
use crate::core::command::{IfUnattended, OnDisconnect, Recover};
use crate::core::dialog::Fingerprint;
use crate::core::id::{DialogId, JournalToken};
use crate::core::outcome::{By, Outcome};

/// The parameters of `dialog.ask`; what is left as [`Ask::new`] made it is the hub's default.
#[derive(Debug, Clone, Serialize)]
pub struct Ask<'a, D> {
    /// The thread of the conversation.
    pub thread: &'a str,
    /// The question, as the hub takes it.
    pub dialog: D,
    /// Asking again with it joins the dialog, or gives its result again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<&'a str>,
    /// When the dialog ends by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout_ms: Option<u64>,
    /// Whether the answer is kept off the stream.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub private: bool,
    /// Whether the value of a time-out is the dialog's default.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub use_default: bool,
    /// What to do when nobody is there to answer.
    pub if_unattended: IfUnattended,
    /// What becomes of the dialog when the connection breaks.
    pub on_disconnect: OnDisconnect,
    /// Which answers of the journal may be given again.
    pub recover: Recover,
    /// The incarnation of the host that asks: an answer reaches no other one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instance: Option<&'a str>,
    /// The run that asks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<u64>,
}

impl<'a, D> Ask<'a, D> {
    /// A question on a thread, on the hub's own terms.
    #[must_use]
    pub fn new(thread: &'a str, dialog: D) -> Self {
        Self {
            thread,
            dialog,
            key: None,
            timeout_ms: None,
            private: false,
            use_default: false,
            if_unattended: IfUnattended::default(),
            on_disconnect: OnDisconnect::default(),
            recover: Recover::default(),
            instance: None,
            run: None,
        }
    }
}

/// How a dialog ended (§8). `Debug` does not show the value, which may be a secret.
#[derive(Clone, Deserialize)]
pub struct AskResult {
    /// The dialog; of a recovered answer the one that was answered.
    pub id: DialogId,
    /// Why it ended.
    pub outcome: Outcome,
    /// What a program wants, as it came.
    pub value: Box<RawValue>,
    /// The answer's own fields, as they came; never a secret's.
    pub answer: Option<Box<RawValue>>,
    /// Whether the answer is only what was locked when time ran out.
    #[serde(default)]
    pub partial: bool,
    /// Who ended it.
    pub by: Option<By>,
    /// When it was asked.
    pub asked_at: u64,
    /// When it ended.
    pub settled_at: u64,
    /// SHA-256 of what was asked.
    pub fingerprint: Fingerprint,
    /// The answer's entry in the journal, to be acknowledged.
    pub token: Option<JournalToken>,
    /// Whether the answer was given to an earlier ask, and nobody was asked again.
    #[serde(default)]
    pub recovered: bool,
    /// Whether this side may have read the answer before.
    #[serde(default)]
    pub possible_repeat: bool,
    /// When a recovered answer was given.
    pub answered_at: Option<u64>,
    /// Answers to the same question that were withheld, for they cannot be told apart.
    #[serde(default)]
    pub unattributed: u64,
    /// Answers to this instance that were dropped unread.
    #[serde(default)]
    pub dropped_answers: u64,
    /// Whether the value is the default, because time ran out.
    #[serde(default)]
    pub default_used: bool,
    /// Whether the answer was a secret that was handed over before, or lost.
    #[serde(default)]
    pub secret_gone: bool,
}

impl fmt::Debug for AskResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AskResult")
            .field("id", &self.id)
            .field("outcome", &self.outcome)
            .field("token", &self.token)
            .finish_non_exhaustive()
    }
}

impl Client {
    /// Asks and waits as long as it takes. The answer is acknowledged in the step in which this returns it: what the
    /// caller has counts as read, and whether the hub hears of it fails nothing. A future that is dropped before has
    /// proved nothing.
    ///
    /// A caller that has to survive its own end between reading and using calls `dialog.ask` with [`Client::call`] and
    /// acknowledges with [`Client::journal_ack`] when it is done: what is not acknowledged is recovered by asking again.
    ///
    /// # Errors
    /// As [`Client::call`].
    pub async fn ask<D: Serialize>(&self, ask: &Ask<'_, D>) -> Result<AskResult, ClientError> {
        let result: AskResult = self.call("dialog.ask", ask).await?;
        if let Some(token) = &result.token {
            self.has_read(ask.thread, token, ask.instance).await;
        }
        Ok(result)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn a_plain_ask_says_nothing_of_what_it_leaves_to_the_hub() {
        let ask = Ask::new("t", json!({"method": "confirm", "title": "Go?"}));
        let sent = serde_json::to_value(&ask).unwrap();
        let defaults = json!({"thread": "t", "dialog": {"method": "confirm", "title": "Go?"},
            "if_unattended": "wait", "on_disconnect": "keep", "recover": "unacked"});
        assert_eq!(sent, defaults);
    }

    fn result(rest: Value) -> AskResult {
        let mut whole = json!({"id": "dlg-1", "outcome": "answered", "value": "hunter2", "asked_at": 1,
            "settled_at": 2, "fingerprint": "0".repeat(64)});
        whole.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
        serde_json::from_str(&whole.to_string()).unwrap()
    }

    #[test]
    fn what_the_journal_says_of_an_answer_is_read() {
        let plain = result(json!({}));
        assert!(plain.token.is_none() && !plain.recovered && !plain.possible_repeat);
        assert_eq!((plain.answered_at, plain.unattributed, plain.dropped_answers), (None, 0, 0));
        let told = result(json!({"token": "jrn-1", "recovered": true, "possible_repeat": true,
            "answered_at": 2, "unattributed": 3, "dropped_answers": 4}));
        assert_eq!(told.token, Some(JournalToken::named("jrn-1")));
        assert!(told.recovered && told.possible_repeat);
        assert_eq!((told.answered_at, told.unattributed, told.dropped_answers), (Some(2), 3, 4));
    }

    #[test]
    fn debug_shows_no_answer() {
        assert!(!format!("{:?}", result(json!({}))).contains("hunter2"));
    }
}
