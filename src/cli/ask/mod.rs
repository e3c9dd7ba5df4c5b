//! `ask`: put a question to people and wait for the answer.

mod acknowledge;
mod patience;
mod result;
mod spec;
mod wait;

use std::io;

use clap::Args;

use crate::client::{Ask as Asking, AskResult, Client, ClientError, Endpoint, read_json};
use crate::config::duration::Millis;
use crate::core::command::{IfUnattended, OnDisconnect, Recover};
use crate::core::dialog::Method;

use super::exit::{Exit, Failure};
use super::target::{HubArgs, ThreadArg};
use super::{ago, out};
use acknowledge::Reader;
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
    /// Which answers of the journal to take instead of asking again
    #[arg(long, value_name = "WHICH", default_value = "unacked")]
    pub recover: Recovered,
    /// The instance of the host that asks: its answers go to no other one
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

/// Which answers of the journal are taken.
#[derive(Debug, Clone, Copy, clap::ValueEnum)]
pub enum Recovered {
    /// Those that were never proved to be read
    Unacked,
    /// Also those that were read before
    Any,
    /// None: a person is asked
    Never,
}

impl Ask {
    pub(super) async fn run(self, hub: &HubArgs) -> Result<Exit, Failure> {
        let endpoint = hub.endpoint()?;
        let dialog = self.spec.dialog(&self.method, &self.title, &self.options)?;
        // A key of its own makes asking again after a lost connection join the same card.
        let key = self.terms.key.clone().unwrap_or_else(|| format!("cli-{}", uuid::Uuid::new_v4().simple()));
        let params = serde_json::value::to_raw_value(&self.asking(dialog, &key))
            .map_err(|e| Failure::usage(e.to_string()))?;
        let waiting = Waiting {
            endpoint: &endpoint,
            thread: &self.thread.thread,
            key: &key,
            instance: self.terms.instance.as_deref(),
            params,
            timeout: self.terms.timeout.map(Into::into),
            keep: self.keep,
            quiet: self.json,
        };
        let (ended, client) = waiting.until_settled().await?;
        let exit = match ended {
            Ended::Settled(text) => self.settled(text.get(), &endpoint, client.as_ref()).await,
            Ended::Kept(id) => out::line(&id).map(|()| Exit::Interrupted).map_err(Into::into),
            Ended::Interrupted => Ok(Exit::Interrupted),
        };
        if let Some(client) = client {
            client.close().await;
        }
        exit
    }

    fn asking<'a>(&'a self, dialog: Dialog, key: &'a str) -> Asking<'a, Dialog> {
        let terms = &self.terms;
        Asking {
            key: Some(key),
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
            recover: match terms.recover {
                Recovered::Unacked => Recover::Unacked,
                Recovered::Any => Recover::Any,
                Recovered::Never => Recover::Never,
            },
            instance: terms.instance.as_deref(),
            run: terms.run,
            ..Asking::new(self.thread.thread.as_str(), dialog)
        }
    }

    /// Prints the result, and only then says that it was read.
    async fn settled(
        &self,
        text: &str,
        endpoint: &Endpoint,
        client: Option<&Client>,
    ) -> Result<Exit, Failure> {
        let result: AskResult =
            read_json(text).map_err(|e| ClientError::BadReply(format!("the result of dialog.ask: {e}")))?;
        let exit = self.print(text, &result).map_err(|e| self.unread(&e, &result))?;
        if let Some(token) = &result.token {
            let (thread, instance) = (self.thread.thread.as_str(), self.terms.instance.as_deref());
            Reader { endpoint, thread, instance, json: self.json }.has_read(token, client).await;
        }
        Ok(exit)
    }

    fn print(&self, text: &str, result: &AskResult) -> io::Result<Exit> {
        let verdict = result::verdict(result, &self.method);
        if self.json {
            out::json(text)?;
            return Ok(verdict.exit);
        }
        if let Some(printed) = &verdict.printed {
            out::answer(printed)?;
        }
        out::note(&verdict.note);
        for label in result::labels(result, ago::now_ms()) {
            out::note(&label);
        }
        Ok(verdict.exit)
    }

    /// An answer that nobody could read is a failure, also where the reader just went away.
    fn unread(&self, error: &io::Error, result: &AskResult) -> Failure {
        let journal = match (&result.token, &self.terms.instance) {
            (Some(token), Some(_)) => format!(" (not acknowledged: {token}; ask again to get it)"),
            // Without an instance the reply's arrival was the proof.
            (Some(token), None) => format!(" ({token}; ask again with --recover any to get it)"),
            (None, _) => String::new(),
        };
        Failure::new(Exit::Hub, "output", format!("the answer was not read: {error}{journal}"))
    }
}
