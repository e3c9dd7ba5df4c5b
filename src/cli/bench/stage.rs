//! What every bench stands on: the hub that it was pointed at, threads of its own there, Ctrl-C, and leaving nothing behind.

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
use crate::cli::out;
use crate::cli::signal::Interrupts;
use crate::cli::target::HubArgs;
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
    interrupts: Interrupts,
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
        let name = format!("bench-{:.12}", uuid::Uuid::new_v4().simple());
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
            interrupts,
        })
    }

    /// Waits for a part, or for what ends the bench before.
    ///
    /// # Errors
    /// [`Stopped`], with the first trouble of any part.
    pub async fn until<T>(&mut self, part: impl Future<Output = T>) -> Result<T, Stopped> {
        tokio::select! {
            biased;
            () = self.interrupts.next() => Err(Stopped::Interrupted),
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
        let mut all = Vec::with_capacity(self.threads.len());
        for thread in self.threads.iter() {
            let params = json!({ "thread": thread });
            let follow = self.client.call("thread.follow", &params);
            let position: Option<Position> = timeout(CALL_WITHIN, follow).await.ok().and_then(Result::ok);
            let _ = timeout(CALL_WITHIN, self.client.call_raw("thread.unfollow", &params)).await;
            all.push(position.map(|position| position.seq));
        }
        all
    }

    /// Stops the workers and forgets the threads. What cannot be forgotten is told; a second Ctrl-C ends at once.
    pub async fn leave<T: Send + 'static>(self, crew: Crew<T>) -> Vec<T> {
        self.progress.step("leaving", 0);
        let Self { target, threads, client, mut interrupts, progress, .. } = self;
        let leaving = async {
            let results = crew.end().await;
            forget(&target.endpoint, client, &threads).await;
            results
        };
        tokio::select! {
            results = leaving => {
                progress.clear();
                results
            }
            () = interrupts.next() => std::process::exit(Exit::Interrupted as i32),
        }
    }
}

/// Publishes one event; its seq.
///
/// # Errors
/// As every call.
pub async fn publish(client: &Client, thread: &str, data: Value) -> Result<u64, Failure> {
    let params = json!({ "thread": thread, "event": "bench", "data": data });
    let position: Position = client.call("thread.publish", params).await?;
    Ok(position.seq)
}

/// Forgets the threads, over another connection where the first is gone.
async fn forget(endpoint: &Endpoint, mut client: Client, threads: &[String]) {
    for thread in threads {
        let params = json!({ "thread": thread });
        let mut forgotten = call(&client, &params).await;
        if matches!(forgotten, Err(ClientError::Closed(_)))
            && let Ok((again, _events)) = Client::connect(endpoint).await
        {
            client = again;
            forgotten = call(&client, &params).await;
        }
        match forgotten {
            Ok(()) => {}
            // It had not come to be.
            Err(ClientError::Rpc(error)) if error.word() == "no-thread" => {}
            Err(error) => {
                let threads =
                    if threads.len() == 1 { thread.clone() } else { format!("{thread} and others") };
                out::note(&format!("{threads} may be left at the hub: {error}"));
                return;
            }
        }
    }
    client.close().await;
}

async fn call(client: &Client, params: &Value) -> Result<(), ClientError> {
    let forget = timeout(CALL_WITHIN, client.call_raw("thread.forget", params));
    let silent = |_| ClientError::BadReply("no reply to thread.forget".to_owned());
    forget.await.map_err(silent)?.map(drop)
}
