//! What every bench stands on: the hub that it was pointed at, threads of its own there, Ctrl-C, and leaving nothing behind.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::timeout;

use super::crew::Crew;
use super::link::Target;
use super::process::Process;
use super::progress::Progress;
use super::shared::Shared;
use super::{Common, room};
use crate::cli::exit::{Exit, Failure};
use crate::cli::signal::Interrupts;
use crate::cli::target::HubArgs;
use crate::cli::{out, text};
use crate::client::{Client, ClientError, Endpoint};

/// How long a call of the bench's own may take at the end.
const CALL_WITHIN: Duration = Duration::from_secs(5);
/// How long what is on its way at the end is waited for.
const DRAIN_WITHIN: Duration = Duration::from_secs(5);

/// The place of one bench.
#[derive(Debug)]
pub struct Stage {
    /// Where connections go.
    pub target: Arc<Target>,
    /// What all parts tell each other.
    pub shared: Arc<Shared>,
    /// The threads of the bench: names that nobody else has.
    pub threads: Arc<Vec<String>>,
    /// The hub's process, where it is on this machine.
    pub server: Option<Process>,
    /// The hub's own word.
    pub hub_version: String,
    /// Shown on a terminal.
    pub progress: Progress,
    client: Client,
    json: bool,
    interrupts: Interrupts,
    /// Whether one came.
    interrupted: bool,
}

/// How a bench ended.
#[derive(Debug)]
pub enum Ended {
    /// It ran its time.
    Complete,
    /// By Ctrl-C or SIGTERM.
    Interrupted,
    /// By the first thing that went wrong.
    Failed(Failure),
}

/// Why a part of a bench did not come to its end.
#[derive(Debug)]
pub enum Stopped {
    Interrupted,
    Failed(Failure),
}

impl From<Failure> for Stopped {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

impl From<Result<(), Stopped>> for Ended {
    fn from(result: Result<(), Stopped>) -> Self {
        match result {
            Ok(()) => Self::Complete,
            Err(Stopped::Interrupted) => Self::Interrupted,
            Err(Stopped::Failed(failure)) => Self::Failed(failure),
        }
    }
}

#[derive(Deserialize)]
struct Position {
    seq: u64,
}

impl Stage {
    /// Reaches the hub, with room for so many connections and names for so many threads.
    ///
    /// # Errors
    /// As every command that speaks to a hub; where it does not fit on this machine, before the hub is asked.
    pub async fn open(
        hub: &HubArgs,
        common: &Common,
        connections: u64,
        threads: usize,
    ) -> Result<Self, Stopped> {
        room::make(connections)?;
        let mut interrupts =
            Interrupts::catch().map_err(|e| Failure::new(Exit::Hub, "signals", e.to_string()))?;
        let endpoint = hub.endpoint()?;
        let reached = async {
            let (client, _events) = Client::connect(&endpoint).await?;
            Ok::<_, ClientError>((client, Target::resolve(&endpoint).await?))
        };
        let (client, target) = tokio::select! {
            reached = reached => reached.map_err(Failure::from)?,
            () = interrupts.next() => return Err(Stopped::Interrupted),
        };
        let server = Process::of_hub(common.pid, target.address)?;
        let name = format!("bench-{}", uuid::Uuid::new_v4().simple());
        let threads = match threads {
            1 => vec![name],
            many => (0..many).map(|n| format!("{name}-{n}")).collect(),
        };
        Ok(Self {
            target: Arc::new(target),
            shared: Arc::default(),
            threads: Arc::new(threads),
            server,
            hub_version: client.hello().version.clone(),
            progress: Progress::new(common.json),
            client,
            json: common.json,
            interrupts,
            interrupted: false,
        })
    }

    /// Waits for a part, or for what ends the bench before.
    ///
    /// # Errors
    /// [`Stopped`], with the first trouble of any part.
    pub async fn until<T>(&mut self, part: impl Future<Output = T>) -> Result<T, Stopped> {
        tokio::select! {
            biased;
            () = self.interrupts.next() => {
                self.interrupted = true;
                Err(Stopped::Interrupted)
            }
            failure = self.shared.failed() => Err(Stopped::Failed(failure)),
            done = part => Ok(done),
        }
    }

    /// Waits until so many connections are where they are to be.
    ///
    /// # Errors
    /// As [`Stage::until`]; the words say how far it came.
    pub async fn until_live(&mut self, what: &'static str, wanted: u64) -> Result<(), Stopped> {
        self.progress.step(what, wanted);
        let shared = Arc::clone(&self.shared);
        let bar = self.progress.clone();
        let live = shared.until_live(wanted, |live| bar.at(live));
        match self.until(live).await {
            Err(Stopped::Failed(mut failure)) => {
                let so_far = format!("{} of {wanted} connections were up: ", shared.live.get());
                failure.message.insert_str(0, &so_far);
                Err(failure.into())
            }
            ended => ended,
        }
    }

    /// Gives what is on its way a while to come, unless something is wrong already; what goes wrong meanwhile counts too.
    pub async fn drain(&self, ended: Ended) -> Ended {
        if matches!(ended, Ended::Failed(_)) {
            return ended;
        }
        self.progress.step("waiting for the rest", 0);
        tokio::select! {
            biased;
            failure = self.shared.failed() => match ended {
                Ended::Complete => Ended::Failed(failure),
                other => other,
            },
            _ = timeout(DRAIN_WITHIN, self.shared.until_delivered()) => ended,
        }
    }

    /// The connection for calls of the bench's own.
    pub fn client(&self) -> Client {
        self.client.clone()
    }

    /// Where each stream ended, by the hub's own word; none where it has no word left.
    pub async fn last_seqs(&self) -> Vec<Option<u64>> {
        let mut all = vec![None; self.threads.len()];
        for (last, thread) in all.iter_mut().zip(self.threads.iter()) {
            let params = json!({ "thread": thread });
            let follow = self.client.call("thread.follow", &params);
            let Ok(Ok(Position { seq })) = timeout(CALL_WITHIN, follow).await else { break };
            *last = Some(seq);
            // The end of the connection unfollows too.
            let _ = timeout(CALL_WITHIN, self.client.call_raw("thread.unfollow", &params)).await;
        }
        all
    }

    /// Stops the workers and forgets the threads. What cannot be forgotten is told; a second Ctrl-C ends at once.
    pub async fn leave<T: Send + 'static>(self, crew: Crew<T>) -> Vec<T> {
        self.progress.clear();
        let Self { target, threads, client, json, mut interrupts, mut interrupted, .. } = self;
        let mut leaving = pin!(async {
            let results = crew.end().await;
            if let Err(left) = forget(&target.endpoint, client, &threads).await {
                out::note(&if json { left.to_json() } else { text::line(&left.message).into_owned() });
            }
            results
        });
        loop {
            tokio::select! {
                results = &mut leaving => return results,
                () = interrupts.next() => {
                    if interrupted {
                        std::process::exit(Exit::Interrupted as i32);
                    }
                    interrupted = true;
                }
            }
        }
    }
}

/// Publishes one event.
///
/// # Errors
/// As every call.
pub async fn publish(client: &Client, thread: &str, data: Value) -> Result<(), Failure> {
    let params = json!({ "thread": thread, "event": "bench", "data": data });
    client.call_raw("thread.publish", params).await?;
    Ok(())
}

/// Forgets the threads, over another connection where the first is gone.
///
/// # Errors
/// The first that could not be forgotten; those after it are not tried.
async fn forget(endpoint: &Endpoint, mut client: Client, threads: &[String]) -> Result<(), Failure> {
    for thread in threads {
        let params = json!({ "thread": thread });
        let mut forgotten = call(endpoint, &client, &params).await;
        if matches!(forgotten, Err(ClientError::Closed(_)))
            && let Ok((again, _events)) = Client::connect(endpoint).await
        {
            client = again;
            forgotten = call(endpoint, &client, &params).await;
        }
        match forgotten {
            Ok(()) => {}
            // It had not come to be.
            Err(ClientError::Rpc(error)) if error.word() == "no-thread" => {}
            Err(error) => {
                let threads =
                    if threads.len() == 1 { thread.clone() } else { format!("{thread} and others") };
                return Err(Failure::new(
                    Exit::Hub,
                    "left-behind",
                    format!("{threads} may be left at the hub: {error}"),
                ));
            }
        }
    }
    client.close().await;
    Ok(())
}

async fn call(endpoint: &Endpoint, client: &Client, params: &Value) -> Result<(), ClientError> {
    let forget = timeout(CALL_WITHIN, client.call_raw("thread.forget", params));
    let url = endpoint.address.to_string();
    let silent = |_| ClientError::Unreachable { url, why: "it does not answer".to_owned() };
    forget.await.map_err(silent)?.map(drop)
}
