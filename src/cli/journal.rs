//! `journal`: what was answered on a thread and whether its host has read it, saying that it was read, and what is
//! outstanding on all threads.

use clap::{Args, Subcommand};
use serde_json::json;

use crate::client::{Client, ClientError, JournalEntry, outstanding, read_json};
use crate::core::id::JournalToken;
use crate::core::journal::{Correlation, Delivery};
use crate::wire::journal::OutstandingList;

use super::ago::{ago, now_ms};
use super::exit::Failure;
use super::target::{HubArgs, ThreadArg};
use super::{out, text};

/// Characters of a title or a value that a line shows.
const SHOWN_CHARS: usize = 60;

/// See which answers were read, and say that one was.
#[derive(Debug, Args)]
pub struct JournalArgs {
    #[command(subcommand)]
    what: What,
}

/// What to do with it.
#[derive(Debug, Subcommand)]
enum What {
    List(List),
    Ack(Ack),
    Outstanding(Outstanding),
}

/// List the answers of a thread: token, state, when, question, value.
///
/// The state is how far the answer has come (none: a call is returning it; pending: it waits for its host; handed_off),
/// and behind it acked (its host has proved that it read it), foreign (not known to answer what was asked), retired (its
/// conversation is over, and with it what it said).
#[derive(Debug, Args)]
struct List {
    #[command(flatten)]
    thread: ThreadArg,
    /// Print one entry of the hub a line, as JSON
    #[arg(long)]
    json: bool,
}

/// Say that answers were read; prints the tokens that count as read from now on, one a line.
#[derive(Debug, Args)]
struct Ack {
    #[command(flatten)]
    thread: ThreadArg,
    /// Tokens of the answers
    #[arg(value_name = "TOKEN", required = true)]
    tokens: Vec<String>,
    /// The instance that asked
    #[arg(long, value_name = "NAME")]
    instance: Option<String>,
    /// Print the hub's result as JSON
    #[arg(long)]
    json: bool,
}

/// List the threads with answers that were not proved to be read: thread, pending, unacked, debt.
#[derive(Debug, Args)]
struct Outstanding {
    /// Print the hub's result as JSON
    #[arg(long)]
    json: bool,
}

impl JournalArgs {
    pub(super) async fn run(self, hub: &HubArgs) -> Result<(), Failure> {
        match self.what {
            What::List(list) => list.run(hub).await,
            What::Ack(ack) => ack.run(hub).await,
            What::Outstanding(outstanding) => outstanding.run(hub).await,
        }
    }

    pub(super) fn prints_json(&self) -> bool {
        match &self.what {
            What::List(list) => list.json,
            What::Ack(ack) => ack.json,
            What::Outstanding(outstanding) => outstanding.json,
        }
    }
}

impl List {
    async fn run(self, hub: &HubArgs) -> Result<(), Failure> {
        let (client, _events) = Client::connect(&hub.endpoint()?).await?;
        let journal = client.journal_list(self.thread.thread.as_str()).await?;
        client.close().await;
        let now_ms = now_ms();
        for entry in &journal.entries {
            if self.json {
                out::json(entry.text.get())?;
            } else {
                out::line(&shown(entry, now_ms))?;
            }
        }
        if journal.debt > 0 && !self.json {
            out::note(&format!("debt: {} dropped unread", text::count(journal.debt, "answer")));
        }
        Ok(())
    }
}

impl Ack {
    async fn run(self, hub: &HubArgs) -> Result<(), Failure> {
        let (client, _events) = Client::connect(&hub.endpoint()?).await?;
        let tokens: Vec<JournalToken> = self.tokens.iter().map(|token| JournalToken::named(token)).collect();
        let thread = self.thread.thread.as_str();
        let acked = client.journal_ack(thread, &tokens, self.instance.as_deref()).await?;
        client.close().await;
        if self.json {
            return Ok(out::json(&json!({ "acked": acked }).to_string())?);
        }
        for token in &acked {
            out::line(&text::line(token.as_str()))?;
        }
        for token in tokens.iter().filter(|token| !acked.contains(token)) {
            out::note(&format!("{}: known to be read already, or unknown", text::line(token.as_str())));
        }
        Ok(())
    }
}

impl Outstanding {
    async fn run(self, hub: &HubArgs) -> Result<(), Failure> {
        let body = outstanding(&hub.endpoint()?).await?;
        if self.json {
            return Ok(out::json(body.get())?);
        }
        let list: OutstandingList =
            read_json(body.get()).map_err(|e| ClientError::BadReply(format!("what is outstanding: {e}")))?;
        for row in list.threads {
            let name = text::line(row.thread.as_str());
            out::line(&format!("{name}\t{}\t{}\t{}", row.pending, row.unacked, row.debt))?;
        }
        Ok(())
    }
}

/// One line, safe for a terminal.
fn shown(entry: &JournalEntry, now_ms: u64) -> String {
    let mut state = match entry.delivery {
        Delivery::None => "none",
        Delivery::Pending => "pending",
        Delivery::HandedOff => "handed_off",
    }
    .to_owned();
    for (word, holds) in [
        ("acked", entry.acked),
        ("foreign", entry.correlation == Correlation::Foreign),
        ("retired", entry.content.is_none()),
    ] {
        if holds {
            state.push(' ');
            state.push_str(word);
        }
    }
    let (question, value) = match &entry.content {
        Some(content) => (short(&content.question), short(&content.value.to_string())),
        None => ("-".to_owned(), "-".to_owned()),
    };
    let token = text::line(entry.token.as_str());
    format!("{token}\t{state}\t{}\t{question}\t{value}", ago(entry.answered_at, now_ms))
}

/// The beginning of a text, on one line.
fn short(text: &str) -> String {
    match text.char_indices().nth(SHOWN_CHARS) {
        Some((end, _)) => format!("{}…", text::line(&text[..end])),
        None => text::line(text).into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    fn line(rest: Value) -> String {
        let mut entry = json!({"token": "jrn-1", "id": "dlg-1", "correlation": "matched", "delivery": "handed_off",
            "acked": false, "answered_at": 1_000});
        entry.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
        shown(&serde_json::from_value(entry).unwrap(), 121_000)
    }

    fn said(question: &str, value: Value) -> Value {
        json!({"question": question, "dialog": {}, "answer": {}, "value": value, "fingerprint": "0".repeat(64)})
    }

    #[test]
    fn an_entry_is_token_state_when_question_and_value() {
        assert_eq!(line(said("Q?", json!("a"))), "jrn-1\thanded_off\t2m ago\tQ?\t\"a\"");
        let mut pending = said("Q?", json!(["b"]));
        pending["delivery"] = json!("pending");
        pending["correlation"] = json!("foreign");
        assert_eq!(line(pending), "jrn-1\tpending foreign\t2m ago\tQ?\t[\"b\"]");
        let retired = json!({"delivery": "none", "correlation": "foreign", "acked": true, "retired": true});
        assert_eq!(line(retired), "jrn-1\tnone acked foreign retired\t2m ago\t-\t-");
    }

    #[test]
    fn what_others_wrote_is_short_and_cannot_steer_the_terminal() {
        let line = line(said("a\u{1b}[2J\tb\n", json!("\u{202e}x".to_owned() + &"ä".repeat(SHOWN_CHARS))));
        let fields: Vec<&str> = line.split('\t').collect();
        assert_eq!(fields.len(), 5, "{line}");
        assert_eq!(fields[3], "a\\u{1b}[2J\\tb\\n");
        assert!(fields[4].starts_with("\"\\u{202e}xä") && fields[4].ends_with("ä…"), "{line}");
    }
}
