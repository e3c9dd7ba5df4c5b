//! What the hub said it accepted, by any channel, and the check that it is still so.

use std::collections::{BTreeMap, BTreeSet};

use dialog_hub::client::Client;
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

/// Events that the hub keeps for recovery at least; what is older need not be there.
const HISTORY: u64 = 1_000;

#[derive(Default)]
pub struct Ledger {
    /// Event texts by epoch and seq, as followers saw them.
    pub events: BTreeMap<(String, u64), String>,
    /// The open dialogs of the follower's view, with their methods.
    pub open: BTreeMap<String, String>,
    /// Dialogs that were acknowledged or shown.
    pub asked: BTreeSet<String>,
    /// Answers that were acknowledged.
    pub accepted: BTreeMap<String, Value>,
    /// Outcomes that the stream named, and the seq that named them.
    pub settled: BTreeMap<String, (String, u64)>,
    /// Breaches found while it ran.
    pub wrong: Vec<String>,
}

#[derive(Deserialize)]
pub struct Followed {
    pub epoch: String,
    pub seq: u64,
    pub open: Vec<Value>,
    pub recovered: bool,
    pub missed: Vec<Box<RawValue>>,
}

#[derive(Deserialize)]
struct Seen {
    #[serde(rename = "type")]
    kind: String,
    seq: u64,
    id: Option<String>,
    outcome: Option<String>,
    dialog: Option<Value>,
}

impl Ledger {
    /// An event on some stream.
    pub fn saw(&mut self, epoch: &str, text: &str) {
        let event: Seen = serde_json::from_str(text).expect("an event");
        let place = (epoch.to_owned(), event.seq);
        if let Some(before) = self.events.insert(place, text.to_owned())
            && before != text
        {
            self.wrong.push(format!("seq {} is used twice: {before} and {text}", event.seq));
        }
        let Some(id) = event.id else { return };
        match event.kind.as_str() {
            "dialog.requested" => {
                let method = event.dialog.as_ref().and_then(|d| d["method"].as_str()).unwrap_or_default();
                self.open.insert(id.clone(), method.to_owned());
                self.asked.insert(id);
            }
            "dialog.settled" => {
                self.open.remove(&id);
                let outcome = event.outcome.unwrap_or_default();
                let was = self.settled.insert(id.clone(), (outcome.clone(), event.seq));
                if was.as_ref().is_some_and(|(was, seq)| *was != outcome || *seq != event.seq) {
                    self.wrong.push(format!("{id} was settled twice: {was:?} and {outcome}"));
                }
            }
            _ => {}
        }
    }
}

/// Everything in the ledger still holds of what the hub says now; the breaches.
pub async fn verify(client: &Client, thread: &str, ledger: &Ledger) -> Vec<String> {
    let mut wrong = ledger.wrong.clone();
    let now: Followed = match client.call("thread.follow", json!({"thread": thread})).await {
        Ok(now) => now,
        Err(error) => return vec![format!("{thread} cannot be followed: {error}")],
    };
    let seen: BTreeMap<u64, &String> = ledger
        .events
        .iter()
        .filter(|((epoch, _), _)| *epoch == now.epoch)
        .map(|((_, seq), text)| (*seq, text))
        .collect();
    if !ledger.asked.is_empty() && seen.is_empty() && !ledger.events.is_empty() {
        wrong.push(format!("{thread} has another epoch: {}", now.epoch));
    }
    let last = seen.keys().next_back().copied().unwrap_or(0);
    if now.seq < last {
        wrong.push(format!("{thread}: seq went back from {last} to {}", now.seq));
    }
    let first = seen.keys().next().copied().unwrap_or(1).max((now.seq + 1).saturating_sub(HISTORY));
    wrong.extend(verify_stream(client, thread, &now, first.saturating_sub(1), &seen).await);
    let open: BTreeSet<&str> = now.open.iter().filter_map(|card| card["id"].as_str()).collect();
    for id in &ledger.asked {
        let kept = ledger.settled.get(id).is_none_or(|(_, seq)| seq + HISTORY > now.seq);
        match client.call::<Value>("dialog.get", json!({"thread": thread, "id": id, "wait_ms": 0})).await {
            Ok(result) => wrong.extend(verify_dialog(id, &result, open.contains(id.as_str()), ledger)),
            Err(error) if kept => wrong.push(format!("{id} was acknowledged and is gone: {error}")),
            Err(_) => {}
        }
    }
    wrong
}

async fn verify_stream(
    client: &Client,
    thread: &str,
    now: &Followed,
    after: u64,
    seen: &BTreeMap<u64, &String>,
) -> Vec<String> {
    let since = json!({"thread": thread, "since": {"epoch": now.epoch, "seq": after}});
    let again: Followed = client.call("thread.follow", since).await.expect("it was followed a moment ago");
    if !again.recovered {
        return vec![format!("{thread}: the last {HISTORY} events are not kept")];
    }
    let mut wrong = Vec::new();
    for (place, text) in again.missed.iter().enumerate() {
        let event: Seen = serde_json::from_str(text.get()).expect("an event");
        if event.seq != after + 1 + place as u64 {
            wrong.push(format!(
                "{thread}: seq {} stands where {} should",
                event.seq,
                after + 1 + place as u64
            ));
        }
        if seen.get(&event.seq).is_some_and(|before| *before != text.get()) {
            wrong.push(format!("{thread}: seq {} was {} and is {}", event.seq, seen[&event.seq], text.get()));
        }
    }
    if after + again.missed.len() as u64 != again.seq {
        wrong.push(format!("{thread}: {} events after {after} make no {}", again.missed.len(), again.seq));
    }
    wrong
}

fn verify_dialog(id: &str, result: &Value, is_open: bool, ledger: &Ledger) -> Vec<String> {
    let mut wrong = Vec::new();
    let outcome = result["outcome"].as_str().unwrap_or_default();
    if (outcome == "open") != is_open {
        wrong.push(format!(
            "{id}: the snapshot and the dialog disagree: {outcome}, in the snapshot: {is_open}"
        ));
    }
    if let Some((was, _)) = ledger.settled.get(id)
        && was != outcome
    {
        wrong.push(format!("{id} was {was} and is {outcome}"));
    }
    if let Some(answer) = ledger.accepted.get(id)
        && (outcome != "answered" || result["answer"] != *answer)
    {
        wrong.push(format!(
            "the answer {answer} to {id} was accepted, now it is {outcome} {}",
            result["answer"]
        ));
    }
    wrong
}
