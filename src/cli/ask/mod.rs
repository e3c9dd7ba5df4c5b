//! `ask`: put a question to people and wait for the answer.

mod result;
mod spec;
mod wait;

use clap::Args;
use serde::Serialize;

use crate::config::duration::Millis;
use crate::core::command::{IfUnattended, OnDisconnect};
use crate::core::dialog::Method;
use crate::core::id::ThreadId;

use super::exit::{Exit, Failure};
use super::out;
use super::target::{HubArgs, ThreadArg};
use result::Settled;
use spec::{Dialog, Spec};
use wait::{Ended, Waiting};

/// Ask a person and wait; prints the answer alone.
///
/// Exit status: 0 answered, yes or allowed; 1 no or denied; 2 usage or a bad dialog; 3 not authorised; 4 no hub;
/// 5 ended without an answer; 6 another error; 124 timed out; 130 Ctrl-C.
#[derive(Debug, Args)]
pub struct Ask {
    #[command(flatten)]
    pub thread: ThreadArg,
    /// confirm, select, multiselect, input, editor, secret, approval, questionnaire, form or x.NAME
    #[arg(value_name = "METHOD", value_parser = method)]
    method: Method,
    /// The question
    pub title: String,
    /// The options of a select or multiselect, the choices of an approval, the file of a form or questionnaire
    #[arg(value_name = "OPTION")]
    pub options: Vec<String>,
    #[command(flatten)]
    spec: Spec,
    #[command(flatten)]
    pub terms: Terms,
    /// Leave the dialog open on Ctrl-C, and print its id
    #[arg(long)]
    pub keep: bool,
    /// Print the hub's result as JSON, and errors as one line of JSON on standard error
    #[arg(long)]
    pub json: bool,
}

fn method(name: &str) -> Result<Method, String> {
    Method::parse(name).map_err(|_| {
        let named: Vec<String> = Method::NAMED.iter().map(Method::to_string).collect();
        format!("one of {}, x.NAME", named.join(", "))
    })
}

/// On which terms it is asked.
#[derive(Debug, Args)]
pub struct Terms {
    /// End the dialog after this time (500ms, 5s, 5m, 8h)
    #[arg(long, value_name = "DURATION")]
    pub timeout: Option<Millis>,
    /// Ask once per key: asking again with it joins the dialog, or gives its result again
    #[arg(long, value_name = "KEY")]
    pub key: Option<String>,
    /// Keep the answer off the stream of the thread
    #[arg(long)]
    pub private: bool,
    /// Use the default when the time is over
    #[arg(long, requires = "default")]
    pub use_default: bool,
    /// What to do when nobody is there to answer
    #[arg(long, value_name = "WHAT", default_value = "wait")]
    pub if_unattended: Unattended,
    /// What happens to the dialog when this command's connection breaks
    #[arg(long, value_name = "WHAT", default_value = "keep")]
    pub on_disconnect: Broken,
    /// The instance of the host that asks
    #[arg(long, value_name = "NAME")]
    pub instance: Option<String>,
    /// The run of the host that asks
    #[arg(long, value_name = "N")]
    pub run: Option<u64>,
}

/// What to do when nobody is there to answer.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
pub enum Unattended {
    /// Stay open until somebody comes
    Wait,
    /// End as unsupported at once
    Fail,
}

/// What happens to the dialog when the connection breaks.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
pub enum Broken {
    /// It stays open
    Keep,
    /// It is withdrawn
    Withdraw,
}

/// The parameters of `dialog.ask`.
#[derive(Debug, Serialize)]
struct Params<'a> {
    thread: &'a ThreadId,
    dialog: Dialog,
    key: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    timeout_ms: Option<u64>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    private: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    use_default: bool,
    if_unattended: IfUnattended,
    on_disconnect: OnDisconnect,
    #[serde(skip_serializing_if = "Option::is_none")]
    instance: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<u64>,
}

impl Ask {
    pub(super) async fn run(self, hub: &HubArgs) -> Result<Exit, Failure> {
        let endpoint = hub.endpoint()?;
        let dialog = self.spec.dialog(&self.method, &self.title, &self.options)?;
        // A key of its own makes asking again after a lost connection join the same card.
        let key = self.terms.key.clone().unwrap_or_else(|| format!("cli-{}", uuid::Uuid::new_v4().simple()));
        let params = self.params(dialog, &key);
        let params = serde_json::value::to_raw_value(&params).map_err(|e| Failure::usage(e.to_string()))?;
        let waiting = Waiting {
            endpoint,
            thread: &self.thread.thread,
            key: &key,
            params,
            timeout: self.terms.timeout.map(Into::into),
            keep: self.keep,
            quiet: self.json,
        };
        match waiting.until_settled().await? {
            Ended::Settled(text) => self.tell(text.get()),
            Ended::Kept(id) => {
                out::line(&id)?;
                Ok(Exit::Interrupted)
            }
            Ended::Interrupted => Ok(Exit::Interrupted),
        }
    }

    fn params<'a>(&'a self, dialog: Dialog, key: &'a str) -> Params<'a> {
        let terms = &self.terms;
        Params {
            thread: &self.thread.thread,
            dialog,
            key,
            timeout_ms: terms.timeout.map(Millis::get),
            private: terms.private,
            use_default: terms.use_default,
            if_unattended: match terms.if_unattended {
                Unattended::Wait => IfUnattended::Wait,
                Unattended::Fail => IfUnattended::Fail,
            },
            on_disconnect: match terms.on_disconnect {
                Broken::Keep => OnDisconnect::Keep,
                Broken::Withdraw => OnDisconnect::Withdraw,
            },
            instance: terms.instance.as_deref(),
            run: terms.run,
        }
    }

    fn tell(&self, result: &str) -> Result<Exit, Failure> {
        let settled: Settled = serde_json::from_str(result)
            .map_err(|e| crate::client::ClientError::BadReply(format!("the result of dialog.ask: {e}")))?;
        let verdict = settled.verdict(&self.method);
        // An answer that nobody could read is a failure, also where the reader just went away.
        let unread =
            |e: std::io::Error| Failure::new(Exit::Hub, "output", format!("the answer was not read: {e}"));
        if self.json {
            out::json(result).map_err(unread)?;
            return Ok(verdict.exit);
        }
        if let Some(printed) = &verdict.printed {
            out::answer(printed).map_err(unread)?;
        }
        out::note(&verdict.note);
        Ok(verdict.exit)
    }
}
