//! Waiting for one dialog to settle, over as many connections as it takes, and giving it up on Ctrl-C.
//!
//! It asks again with the same key after every loss, so there is never a second card. The first connection must
//! succeed; from then on it comes back until the dialog has settled, or until its own time has long been over. For a hub
//! that has lost its store there is a bound of its own.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;
use tokio::time::{Instant, sleep, timeout};

use super::patience::{Loss, Patience, STORE_WITHIN};
use crate::cli::exit::{Exit, Failure};
use crate::cli::out;
use crate::cli::signal::Interrupts;
use crate::client::{AskResult, Backoff, Client, ClientError, Endpoint, Events, read_json};
use crate::core::id::ThreadId;
use crate::core::outcome::Outcome;

/// How long after Ctrl-C the hub may take to say how it ended.
const GIVE_UP_WITHIN: Duration = Duration::from_secs(5);
/// How long after Ctrl-C an id may take to become known.
const ID_WITHIN: Duration = Duration::from_secs(2);
/// How long past the dialog's own time a hub that is gone is waited for.
const OVERTIME: Duration = Duration::from_secs(10);

/// What is waited for.
pub struct Waiting<'a> {
    pub endpoint: &'a Endpoint,
    pub thread: &'a ThreadId,
    pub key: &'a str,
    pub instance: Option<&'a str>,
    /// The parameters of `dialog.ask`, with the key in them.
    pub params: Box<RawValue>,
    pub timeout: Option<Duration>,
    pub keep: bool,
    /// No notes on standard error.
    pub quiet: bool,
}

/// How the waiting ended.
pub enum Ended {
    /// With the result, as it came.
    Settled(Box<RawValue>),
    /// By Ctrl-C; the dialog with this id is left open.
    Kept(String),
    /// By Ctrl-C; the dialog was withdrawn, or what became of it is not known and was said.
    Interrupted,
}

/// How one connection ended.
enum Over {
    Ended(Ended),
    Lost(ClientError),
}

#[derive(Deserialize)]
struct Asked {
    id: String,
    key: Option<String>,
    /// Screens that could answer; an older hub does not say.
    followers: Option<usize>,
}

/// What is known while it waits.
struct State<'a> {
    waiting: Waiting<'a>,
    interrupts: Interrupts,
    id: Option<String>,
    spinner: Option<ProgressBar>,
    backoff: Backoff,
    patience: Patience,
}

impl Waiting<'_> {
    /// Waits until the dialog has settled or the person at the terminal gives it up; the connection by which it ended
    /// is given along, if it was over one.
    ///
    /// # Errors
    /// No hub, a refused ask, or a hub that does not come back.
    pub async fn until_settled(self) -> Result<(Ended, Option<Client>), Failure> {
        let interrupts =
            Interrupts::catch().map_err(|e| Failure::new(Exit::Hub, "signals", e.to_string()))?;
        let mut state = State {
            waiting: self,
            interrupts,
            id: None,
            spinner: None,
            backoff: Backoff::default(),
            patience: Patience::default(),
        };
        let ended = state.run().await;
        if let Some(spinner) = state.spinner.take() {
            spinner.finish_and_clear();
        }
        ended
    }
}

impl State<'_> {
    async fn run(&mut self) -> Result<(Ended, Option<Client>), Failure> {
        // Nothing was asked yet: there is nothing to withdraw.
        let mut connection = tokio::select! {
            first = Client::connect(self.waiting.endpoint) => match first {
                Err(why) if !why.is_store_lost() => return Err(why.into()),
                first => first,
            },
            () = self.interrupts.next() => return Ok((Ended::Interrupted, None)),
        };
        let latest = self.waiting.timeout.map(|own| Instant::now() + own + OVERTIME);
        loop {
            let why = match connection {
                Ok((client, events)) => match self.ask(&client, events).await? {
                    Over::Ended(ended) => return Ok((ended, Some(client))),
                    Over::Lost(why) => why,
                },
                Err(why) => why,
            };
            if !why.is_transient() && !self.is_at_a_bound(&why) {
                return Err(why.into());
            }
            if latest.is_some_and(|latest| Instant::now() > latest) {
                let gone =
                    format!("the hub went away while the dialog was open, and its time is over: {why}");
                return Err(Failure::new(Exit::NoHub, "unreachable", gone));
            }
            let wait = self.backoff.draw(asked_ms(&why));
            match self.patience.meets(&why, Instant::now()) {
                Loss::Other => self.note(&format!("{why}; coming back")),
                Loss::First => self.note(&format!("{why}; trying for {} s", STORE_WITHIN.as_secs())),
                Loss::Again => {}
                Loss::TooLong => return Err(self.store_lost(&why)),
            }
            connection = tokio::select! {
                again = async { sleep(wait).await; Client::connect(self.waiting.endpoint).await } => again,
                () = self.interrupts.next() => return Ok((self.give_up_from_afar().await, None)),
            };
        }
    }

    fn store_lost(&self, why: &ClientError) -> Failure {
        let name = self.name();
        let lost = format!("{why}; the dialog {name} may be open again when the hub is started again");
        Failure::new(Exit::Hub, "store-failed", lost)
    }

    /// A hub that everybody comes back to at once may be at a bound for a while.
    fn is_at_a_bound(&self, why: &ClientError) -> bool {
        self.id.is_some() && matches!(why, ClientError::Rpc(error) if error.word() == "limit")
    }

    async fn ask(&mut self, client: &Client, mut events: Events) -> Result<Over, Failure> {
        let call = client.call_raw("dialog.ask", self.waiting.params.clone());
        tokio::pin!(call);
        let mut interrupted = false;
        while !interrupted {
            tokio::select! {
                biased;
                result = &mut call => return Ok(over(result)),
                event = events.next() => match event {
                    Ok(incoming) if incoming.method == "dialog.asked" => self.asked(incoming.read().ok()),
                    Ok(_) => {}
                    // The call ends by the same loss, with its reply where that came before.
                    Err(_) => return Ok(over(call.await)),
                },
                () = self.interrupts.next() => interrupted = true,
            }
        }
        if self.waiting.keep {
            return Ok(self.keep(call, &mut events).await);
        }
        let withdraw = client.call_raw("dialog.withdraw", self.which());
        let both = async { tokio::join!(withdraw, call) };
        let (withdrawn, result) = tokio::select! {
            both = timeout(GIVE_UP_WITHIN, both) => match both {
                Ok(both) => both,
                Err(_) => return Ok(Over::Ended(self.unknown("the hub did not say how the dialog ended"))),
            },
            () = self.interrupts.next() => return Ok(Over::Ended(Ended::Interrupted)),
        };
        if result.is_err() && withdrawn.is_ok() {
            return Ok(Over::Ended(Ended::Interrupted));
        }
        match result {
            Ok(text) => Ok(Over::Ended(given_up(text))),
            Err(ClientError::Rpc(error)) => Err(error.into()),
            Err(error) => Ok(Over::Ended(self.unknown(&error.to_string()))),
        }
    }

    fn asked(&mut self, asked: Option<Asked>) {
        let Some(Asked { id, followers, .. }) =
            asked.filter(|a| a.key.as_deref().is_none_or(|key| key == self.waiting.key))
        else {
            return;
        };
        self.backoff.reset();
        self.patience.is_restored();
        if self.id.as_ref() == Some(&id) {
            self.note("back: the dialog is still open");
        } else {
            let link = self.waiting.endpoint.address.page(&format!("/t/{}", self.waiting.thread));
            self.note(&format!("waiting for a person, {}  {link}", connected(followers)));
        }
        self.id = Some(id);
    }

    /// Ctrl-C with `--keep`: the id, once it is known, or the answer that came first.
    async fn keep(
        &mut self,
        mut call: std::pin::Pin<&mut impl Future<Output = Result<Box<RawValue>, ClientError>>>,
        events: &mut Events,
    ) -> Over {
        let known = async {
            while self.id.is_none() {
                tokio::select! {
                    result = &mut call => return result.ok(),
                    event = events.next() => match event {
                        Ok(incoming) if incoming.method == "dialog.asked" => self.asked(incoming.read().ok()),
                        Ok(_) => {}
                        Err(_) => return None,
                    },
                }
            }
            None
        };
        let first = timeout(ID_WITHIN, known).await.ok().flatten();
        Over::Ended(match (first, &self.id) {
            (Some(text), _) => Ended::Settled(text),
            (None, Some(id)) => Ended::Kept(id.clone()),
            (None, None) => self.unknown("the dialog's id is not known yet"),
        })
    }

    /// Ctrl-C while there is no connection.
    async fn give_up_from_afar(&mut self) -> Ended {
        if let (true, Some(id)) = (self.waiting.keep, &self.id) {
            return Ended::Kept(id.clone());
        }
        if self.waiting.keep {
            return self.unknown("the dialog's id is not known yet");
        }
        let (which, id) = (self.which(), self.id.clone());
        let Waiting { endpoint, thread, instance, .. } = self.waiting;
        let attempt = async move {
            let (client, _events) = Client::connect(endpoint).await?;
            if instance.is_some() {
                // An answer that came first is told, and can be acknowledged, only as the instance that asked.
                client.call_raw("client.identify", json!({ "instance": instance })).await?;
            }
            let withdrawn = client.call_raw("dialog.withdraw", which).await;
            let Some(id) = id else { return withdrawn.map(|_| None) };
            let get = json!({ "thread": thread, "id": id, "wait_ms": 0 });
            client.call_raw("dialog.get", get).await.map(Some)
        };
        let ended = tokio::select! {
            ended = timeout(GIVE_UP_WITHIN, attempt) => ended,
            () = self.interrupts.next() => return Ended::Interrupted,
        };
        match ended {
            Ok(Ok(Some(text))) => given_up(text),
            Ok(Ok(None)) => Ended::Interrupted,
            Ok(Err(error)) => self.unknown(&error.to_string()),
            Err(_) => self.unknown("the hub does not answer"),
        }
    }

    /// Names the dialog for `dialog.withdraw`.
    fn which(&self) -> serde_json::Value {
        match &self.id {
            Some(id) => json!({ "thread": self.waiting.thread, "id": id }),
            None => json!({ "thread": self.waiting.thread, "key": self.waiting.key }),
        }
    }

    fn unknown(&self, why: &str) -> Ended {
        let (name, thread) = (self.name(), self.waiting.thread);
        out::note(&format!("the dialog {name} on {thread} may still be open: {why}"));
        Ended::Interrupted
    }

    /// What a person finds the dialog by.
    fn name(&self) -> String {
        self.id.clone().unwrap_or_else(|| format!("with the key {}", self.waiting.key))
    }

    /// One line on standard error, with a spinner in its place on a terminal.
    fn note(&mut self, text: &str) {
        if self.waiting.quiet {
            return;
        }
        if !std::io::IsTerminal::is_terminal(&std::io::stderr()) {
            return out::note(text);
        }
        let spinner = self.spinner.get_or_insert_with(|| {
            let spinner = ProgressBar::new_spinner().with_style(ProgressStyle::default_spinner());
            spinner.enable_steady_tick(Duration::from_millis(120));
            spinner
        });
        spinner.set_message(text.to_owned());
    }
}

/// Who is there to answer.
fn connected(followers: Option<usize>) -> String {
    match followers {
        None => "whoever is connected".to_owned(),
        Some(0) => "nobody is connected yet".to_owned(),
        Some(1) => "one screen is connected".to_owned(),
        Some(n) => format!("{n} screens are connected"),
    }
}

fn over(result: Result<Box<RawValue>, ClientError>) -> Over {
    match result {
        Ok(text) => Over::Ended(Ended::Settled(text)),
        Err(error) => Over::Lost(error),
    }
}

/// What Ctrl-C came to: an answer that came first counts.
fn given_up(text: Box<RawValue>) -> Ended {
    let settled: Option<AskResult> = read_json(text.get()).ok();
    match settled {
        Some(settled) if settled.outcome != Outcome::Withdrawn => Ended::Settled(text),
        // Withdrawn, or open still.
        _ => Ended::Interrupted,
    }
}

fn asked_ms(why: &ClientError) -> Option<u64> {
    match why {
        ClientError::Closed(closed) => closed.retry_after_ms(),
        ClientError::Rpc(error) => error.data.get("retry_after_ms").and_then(serde_json::Value::as_u64),
        _ => None,
    }
}
