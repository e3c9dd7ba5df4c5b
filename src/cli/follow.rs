//! `follow`: the events of a thread as they come, over every restart of the hub.

use clap::Args;
use serde::Deserialize;
use serde_json::Value;

use crate::client::{ClientError, Session, Update, read_json};

use super::exit::{Exit, Failure};
use super::signal::Interrupts;
use super::target::{HubArgs, ThreadArg};
use super::who::Who;
use super::{out, text};

/// Print what happens on a thread as it happens.
#[derive(Debug, Args)]
pub struct Follow {
    #[command(flatten)]
    pub thread: ThreadArg,
    /// Print each event as it came, as JSON; the first line is the snapshot
    #[arg(long)]
    pub json: bool,
}

impl Follow {
    pub(super) async fn run(self, hub: &HubArgs) -> Result<Exit, Failure> {
        let mut interrupts =
            Interrupts::catch().map_err(|e| Failure::new(Exit::Hub, "signals", e.to_string()))?;
        let endpoint = hub.endpoint()?;
        let following = Session::follow(endpoint, self.thread.thread.as_str(), None);
        let mut session = tokio::select! {
            session = following => session?,
            () = interrupts.next() => return Ok(Exit::Done),
        };
        let mut lost = false;
        loop {
            let update = tokio::select! {
                update = session.next() => update?,
                () = interrupts.next() => break,
            };
            match update {
                Update::Lost { why, .. } => {
                    if !lost {
                        out::note(&format!("{why}; coming back"));
                    }
                    lost = true;
                    continue;
                }
                Update::Snapshot(snapshot) if self.json => out::json(&typed_snapshot(snapshot.text.get()))?,
                Update::Event(event) if self.json => out::json(event.text.get())?,
                Update::Snapshot(snapshot) => out::line(&snapshot_line(snapshot.text.get())?)?,
                Update::Event(event) => out::line(&event_line(event.text.get())?)?,
                Update::Notice(_) => continue,
            }
            lost = false;
        }
        session.close().await;
        Ok(Exit::Done)
    }
}

/// The result of `thread.follow` with the type that an event would have.
fn typed_snapshot(result: &str) -> String {
    match result.trim_start().strip_prefix('{') {
        Some(rest) => format!("{{\"type\":\"snapshot\",{rest}"),
        None => result.to_owned(),
    }
}

#[derive(Deserialize)]
struct SnapshotHead {
    thread: String,
    seq: u64,
    status: Status,
    open: Vec<Event>,
}

#[derive(Deserialize)]
struct Status {
    live: bool,
    busy: bool,
}

/// The parts of an event that its line shows. Words are kept as they came: what a later hub says is still shown.
#[derive(Deserialize)]
struct Event {
    #[serde(rename = "type")]
    kind: String,
    seq: u64,
    #[serde(default)]
    id: String,
    dialog: Option<Dialog>,
    question: Option<String>,
    outcome: Option<String>,
    answer: Option<Value>,
    by: Option<Who>,
    live: Option<bool>,
    busy: Option<bool>,
    event: Option<String>,
    data: Option<Value>,
    reason: Option<String>,
    to: Option<String>,
}

#[derive(Deserialize)]
struct Dialog {
    method: String,
    title: String,
}

fn read<'a, T: Deserialize<'a>>(json: &'a str) -> Result<T, ClientError> {
    read_json(json).map_err(|e| ClientError::BadReply(format!("an event: {e}")))
}

fn snapshot_line(json: &str) -> Result<String, ClientError> {
    let head: SnapshotHead = read(json)?;
    let mut line = format!(
        "{} is at {}: {}",
        text::line(&head.thread),
        head.seq,
        status(head.status.live, head.status.busy)
    );
    for open in &head.open {
        line.push_str("\n  ");
        line.push_str(&describe(open));
    }
    Ok(line)
}

fn event_line(json: &str) -> Result<String, ClientError> {
    let event: Event = read(json)?;
    Ok(format!("{:>5}  {}", event.seq, describe(&event)))
}

fn status(live: bool, busy: bool) -> String {
    let host = if live { "a host is there" } else { "no host" };
    let work = if busy { "busy" } else { "idle" };
    format!("{host}, {work}")
}

/// One line, safe for a terminal.
fn describe(event: &Event) -> String {
    let by = event.by.as_ref().map(|by| format!(" by {by}")).unwrap_or_default();
    let word = |text: &Option<String>| text.as_deref().map(text::line).unwrap_or_default().into_owned();
    let json = |value: &Option<Value>| value.as_ref().map(|v| text::line(&v.to_string()).into_owned());
    let id = text::line(&event.id);
    match event.kind.as_str() {
        "dialog.requested" => match &event.dialog {
            Some(dialog) => {
                format!("asked {id}  {}: {}", text::line(&dialog.method), text::line(&dialog.title))
            }
            None => format!("asked {id}"),
        },
        "dialog.locked" => format!("locked {id}  {}{by}", word(&event.question)),
        "dialog.deadline" => format!("more time {id}"),
        "dialog.settled" => {
            let answer = json(&event.answer).map(|a| format!("  {a}")).unwrap_or_default();
            format!("{} {id}{by}{answer}", word(&event.outcome))
        }
        "thread.status" => status(event.live == Some(true), event.busy == Some(true)),
        "thread.published" => format!("{}  {}", word(&event.event), json(&event.data).unwrap_or_default()),
        "thread.reset" => format!("reset  {}", word(&event.reason)),
        "thread.moved" => match &event.to {
            Some(to) => format!("moved to {}", text::line(to)),
            None => "forgotten".to_owned(),
        },
        other => text::line(other).into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_one_readable_line() {
        for (json, line) in [
            (
                r#"{"type":"dialog.requested","seq":7,"id":"dlg-1","dialog":{"method":"select","title":"Where\u001b?"}}"#,
                "    7  asked dlg-1  select: Where\\u{1b}?",
            ),
            (
                r#"{"type":"dialog.settled","seq":8,"id":"dlg-1","outcome":"answered","answer":{"value":"a"},"by":{"follower":"f","label":"laptop"}}"#,
                "    8  answered dlg-1 by laptop  {\"value\":\"a\"}",
            ),
            (
                r#"{"type":"dialog.settled","seq":9,"id":"dlg-2","outcome":"timed_out"}"#,
                "    9  timed_out dlg-2",
            ),
            (
                r#"{"type":"thread.status","seq":10,"live":true,"busy":false,"run":0}"#,
                "   10  a host is there, idle",
            ),
            (
                r#"{"type":"thread.published","seq":11,"event":"note","data":{"a":1}}"#,
                "   11  note  {\"a\":1}",
            ),
            (r#"{"type":"thread.moved","seq":12,"to":null}"#, "   12  forgotten"),
            (r#"{"type":"thread.new","seq":13}"#, "   13  thread.new"),
        ] {
            assert_eq!(event_line(json).unwrap(), line);
        }
    }

    #[test]
    fn the_snapshot_of_json_has_a_type_and_keeps_its_text() {
        assert_eq!(
            typed_snapshot(r#"{"thread":"t","n":1.00}"#),
            r#"{"type":"snapshot","thread":"t","n":1.00}"#
        );
    }

    #[test]
    fn the_snapshot_lists_what_is_open() {
        let open =
            r#"{"type":"dialog.requested","seq":2,"id":"dlg-1","dialog":{"method":"confirm","title":"Go?"}}"#;
        let json = format!(
            r#"{{"thread":"t","seq":3,"status":{{"live":false,"busy":true,"run":0}},"open":[{open}]}}"#
        );
        assert_eq!(snapshot_line(&json).unwrap(), "t is at 3: no host, busy\n  asked dlg-1  confirm: Go?");
    }
}
