//! `answer`: answer one dialog from a script.

use clap::Args;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::client::{Backoff, Client, ClientError, Endpoint, RpcError};
use crate::core::answer::Choice;
use crate::core::dialog::Method;
use crate::core::id::ThreadId;
use crate::core::outcome::Outcome;

use super::exit::{Exit, Failure};
use super::payload::{Fields, payload, raw};
use super::target::{HubArgs, LabelArg, ThreadArg};
use super::who::Who;
use super::{out, text};

/// How often an answer whose reply was lost is sent again; its `answer_key` makes a repeat safe.
const REPEATS: u32 = 5;

/// Answer an open dialog.
///
/// Exit status: 0 accepted; 1 refused, the dialog stays open; 5 too late; 2, 3, 4, 6 as `ask`.
#[derive(Debug, Args)]
pub struct Answer {
    #[command(flatten)]
    pub thread: ThreadArg,
    /// Id of the dialog
    pub id: String,
    #[command(flatten)]
    given: Given,
    #[command(flatten)]
    pub label: LabelArg,
}

/// The answer, in one of its forms.
#[derive(Debug, Default, Args)]
#[group(required = true, multiple = true)]
struct Given {
    /// What was picked or typed, the choice of an approval (repeat it for a multiselect)
    #[arg(long, value_name = "V", allow_hyphen_values = true)]
    value: Vec<String>,
    /// Free text beside the options
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    other: Option<String>,
    /// Yes to a confirm; allow an approval once
    #[arg(long, conflicts_with_all = ["no", "cancel", "json", "value", "other"])]
    yes: bool,
    /// No to a confirm; deny an approval
    #[arg(long, conflicts_with_all = ["cancel", "json", "value", "other"])]
    no: bool,
    /// Dismiss the dialog
    #[arg(long, conflicts_with_all = ["json", "value", "other"])]
    cancel: bool,
    /// The answer's fields, as a JSON object
    #[arg(long, value_name = "JSON", conflicts_with_all = ["value", "other"])]
    json: Option<String>,
}

impl Answer {
    pub(super) async fn run(self, hub: &HubArgs) -> Result<Exit, Failure> {
        let endpoint = hub.endpoint()?;
        let whole = self.given.whole()?;
        let mut connection = connect(&endpoint, &self.label).await?;
        let fields = match whole {
            Some(fields) => fields,
            None => {
                let method = method_of(&connection, &self.thread.thread, &self.id).await?;
                self.given.shaped(method.as_ref())?
            }
        };
        let payload = payload(&self.thread.thread, &self.id, fields)?;

        let mut backoff = Backoff::default();
        let mut repeats = REPEATS;
        loop {
            match connection.call_raw("dialog.answer", &payload).await {
                Ok(_) => {
                    connection.close().await;
                    return Ok(Exit::Done);
                }
                Err(ClientError::Rpc(error)) => return refused(error),
                Err(error) if error.is_transient() && repeats > 0 => {
                    repeats -= 1;
                    tokio::time::sleep(backoff.draw(None)).await;
                    connection = connect(&endpoint, &self.label).await?;
                }
                Err(error) => return Err(error.into()),
            }
        }
    }
}

impl Given {
    /// The fields, where they do not depend on the dialog's method.
    fn whole(&self) -> Result<Option<Fields>, Failure> {
        if self.cancel {
            return fields(json!({ "cancelled": true })).map(Some);
        }
        let Some(text) = &self.json else { return Ok(None) };
        serde_json::from_str(text).map(Some).map_err(|e| {
            Failure::usage(format!("--json takes a JSON object, such as {{\"value\":\"a\"}}: {e}"))
        })
    }

    /// The fields for a dialog of this method; without one, the shape that they have in most methods.
    fn shaped(&self, method: Option<&Method>) -> Result<Fields, Failure> {
        let shape = match method {
            Some(Method::Approval) if self.yes => json!({ "choice": Choice::Once }),
            Some(Method::Approval) if self.no => json!({ "choice": Choice::Deny }),
            _ if self.yes || self.no => json!({ "confirmed": self.yes }),
            Some(Method::Approval) if self.value.len() == 1 => json!({ "choice": self.value[0] }),
            Some(Method::Multiselect) => json!({ "values": self.value }),
            Some(method @ (Method::Questionnaire | Method::Form)) => {
                return Err(Failure::usage(format!("the answer of a {method} is given with --json")));
            }
            Some(Method::Custom(_)) => {
                return Err(Failure::usage("the answer of this dialog is given with --json {\"result\": …}"));
            }
            _ => match self.value.as_slice() {
                [] => json!({}),
                [one] => json!({ "value": one }),
                several => json!({ "values": several }),
            },
        };
        let mut fields = fields(shape)?;
        if let Some(other) = &self.other {
            fields.insert("other".to_owned(), raw(other)?);
        }
        Ok(fields)
    }
}

fn fields(shape: Value) -> Result<Fields, Failure> {
    let members: Map<String, Value> =
        serde_json::from_value(shape).map_err(|e| Failure::usage(e.to_string()))?;
    members.into_iter().map(|(name, value)| Ok((name, raw(value)?))).collect()
}

async fn connect(endpoint: &Endpoint, label: &LabelArg) -> Result<Client, ClientError> {
    let (client, _events) = Client::connect(endpoint).await?;
    client.call_raw("client.identify", json!({ "label": label.label })).await?;
    Ok(client)
}

#[derive(Deserialize)]
struct Snapshot {
    open: Vec<Open>,
}

#[derive(Deserialize)]
struct Open {
    id: String,
    dialog: Dialog,
}

#[derive(Deserialize)]
struct Dialog {
    method: Method,
}

/// The method of an open dialog; `None` where it is not open, which the hub then says better than we could.
async fn method_of(client: &Client, thread: &ThreadId, id: &str) -> Result<Option<Method>, ClientError> {
    let snapshot: Snapshot = client.call("thread.follow", json!({ "thread": thread })).await?;
    Ok(snapshot.open.into_iter().find(|open| open.id == id).map(|open| open.dialog.method))
}

fn refused(error: RpcError) -> Result<Exit, Failure> {
    match error.word() {
        "refused" => {
            let reason = error.text("reason").unwrap_or("refused");
            out::note(&format!("refused ({}): {}", text::line(reason), text::line(error.detail())));
            Ok(Exit::No)
        }
        "not-open" => {
            out::note(&too_late(&error));
            Ok(Exit::Ended)
        }
        _ => Err(error.into()),
    }
}

/// Who won, where the hub says it.
fn too_late(error: &RpcError) -> String {
    let by: Option<Who> = error.data.get("by").and_then(|by| Who::deserialize(by).ok());
    let outcome: Option<Outcome> = error.data.get("outcome").and_then(|o| Outcome::deserialize(o).ok());
    match (outcome.map(Outcome::as_str), by) {
        (Some(outcome), Some(by)) => format!("too late: {outcome} by {by}"),
        (Some(outcome), None) => format!("too late: {outcome}"),
        (None, _) => "not open: it was never asked on this thread, or is long over".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(values: &[&str]) -> Given {
        Given { value: values.iter().map(|v| (*v).to_owned()).collect(), ..Given::default() }
    }

    fn value(fields: Fields) -> Value {
        serde_json::to_value(fields).unwrap()
    }

    #[test]
    fn the_answer_takes_the_shape_of_the_method() {
        let yes = || Given { yes: true, ..Given::default() };
        let no = || Given { no: true, ..Given::default() };
        let other = |values: &[&str]| Given { other: Some("o".into()), ..given(values) };
        for (given, method, expected) in [
            (yes(), Some("confirm"), json!({"confirmed": true})),
            (no(), Some("confirm"), json!({"confirmed": false})),
            (yes(), Some("approval"), json!({"choice": "once"})),
            (no(), Some("approval"), json!({"choice": "deny"})),
            (given(&["always"]), Some("approval"), json!({"choice": "always"})),
            (given(&["b"]), Some("select"), json!({"value": "b"})),
            (other(&[]), Some("select"), json!({"other": "o"})),
            (given(&[""]), Some("input"), json!({"value": ""})),
            (given(&["b"]), Some("multiselect"), json!({"values": ["b"]})),
            (given(&["b", "a"]), Some("multiselect"), json!({"values": ["b", "a"]})),
            (other(&["b"]), Some("multiselect"), json!({"values": ["b"], "other": "o"})),
            (given(&["b"]), None, json!({"value": "b"})),
            (given(&["b", "a"]), None, json!({"values": ["b", "a"]})),
            (yes(), None, json!({"confirmed": true})),
        ] {
            let method = method.map(|name| Method::parse(name).unwrap());
            assert_eq!(value(given.shaped(method.as_ref()).unwrap()), expected, "{method:?}");
        }
        assert!(given(&["{}"]).shaped(Some(&Method::Form)).is_err());
        assert!(given(&["{}"]).shaped(Some(&Method::parse("x.pick").unwrap())).is_err());
    }

    #[test]
    fn json_is_an_object_and_cancel_fits_every_method() {
        let json = |text: &str| Given { json: Some(text.into()), ..Given::default() }.whole();
        assert_eq!(
            serde_json::to_string(&json(r#"{"result":1.50}"#).unwrap()).unwrap(),
            r#"{"result":1.50}"#
        );
        assert!(json("[1]").is_err() && json("nonsense").is_err());
        let cancel = Given { cancel: true, ..Given::default() };
        assert_eq!(cancel.whole().unwrap().map(value), Some(json!({"cancelled": true})));
        assert!(given(&["a"]).whole().unwrap().is_none());
    }

    #[test]
    fn too_late_says_who_won() {
        let error =
            |data: &str| serde_json::from_str(&format!(r#"{{"code":-32004,"data":{data}}}"#)).unwrap();
        let won =
            error(r#"{"code":"not-open","outcome":"answered","by":{"follower":"f1","label":"laptop"}}"#);
        assert_eq!(too_late(&won), "too late: answered by laptop");
        assert_eq!(too_late(&error(r#"{"code":"not-open","outcome":"timed_out"}"#)), "too late: timed_out");
        assert!(too_late(&error(r#"{"code":"not-open"}"#)).starts_with("not open"));
    }
}
