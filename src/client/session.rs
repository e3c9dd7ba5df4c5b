//! Following one thread over as many connections as it takes.
//!
//! The rule of every reader: the next `seq` is applied, an older one dropped, a gap makes it follow again.
//! After a loss it comes back with `since`, after a wait with full jitter; where the hub says not to come back as
//! it is (a refused token, a close code from 4500) it ends with that error. [`Session::next`] is cancel safe.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;

use super::address::Endpoint;
use super::backoff::Backoff;
use super::connection::{Client, Events};
use super::error::{ClientError, Closed};
use super::frame::Incoming;

/// Updates that may wait for their reader; behind them the connection's own bound counts.
const MAX_WAITING_UPDATES: usize = 64;

/// What a session tells, in order.
#[derive(Debug)]
pub enum Update {
    /// The whole state: whatever was known before and is not in it is gone.
    Snapshot(Snapshot),
    /// The event behind the last one told.
    Event(StreamEvent),
    /// A notice to this connection alone, such as `dialog.refused`; it has no place in the stream.
    Notice(Incoming),
    /// The connection ended; the session comes back after `retry_in`.
    Lost { why: ClientError, retry_in: Duration },
}

/// A thread's whole state.
#[derive(Debug)]
pub struct Snapshot {
    /// The thread's present name.
    pub thread: String,
    /// The position that it stands for.
    pub epoch: String,
    /// The last event that is in it.
    pub seq: u64,
    /// The result of `thread.follow`, as it came.
    pub text: Box<RawValue>,
}

/// One event of a thread's stream.
#[derive(Debug)]
pub struct StreamEvent {
    /// Its place in the stream.
    pub seq: u64,
    /// Its type (`dialog.settled`, …).
    pub kind: String,
    /// The event, as it came.
    pub text: Box<RawValue>,
}

/// A thread being followed; dropping it ends the connection.
#[derive(Debug)]
pub struct Session {
    updates: mpsc::Receiver<Result<Update, ClientError>>,
    client: watch::Receiver<Option<Client>>,
    task: JoinHandle<()>,
}

impl Session {
    /// Connects and begins to follow; `label` is what others see as the one who answers.
    ///
    /// # Errors
    /// Where the first connection comes to nothing.
    pub async fn follow(endpoint: Endpoint, thread: &str, label: Option<&str>) -> Result<Self, ClientError> {
        let first = Client::connect(&endpoint).await?;
        let (told, updates) = mpsc::channel(MAX_WAITING_UPDATES);
        let (current, client) = watch::channel(None);
        let follower = Follower {
            endpoint,
            thread: thread.to_owned(),
            label: label.map(str::to_owned),
            since: None,
            backoff: Backoff::default(),
            told,
            current,
        };
        let task = tokio::spawn(follower.run(first));
        Ok(Self { updates, client, task })
    }

    /// The next update. Cancel safe.
    ///
    /// # Errors
    /// Once, as the last thing: why the session does not come back.
    pub async fn next(&mut self) -> Result<Update, ClientError> {
        self.updates.recv().await.unwrap_or_else(|| Err(ended()))
    }

    /// The connection of the moment, to answer with; `None` between two.
    #[must_use]
    pub fn client(&self) -> Option<Client> {
        self.client.borrow().clone()
    }

    /// Calls over as many connections as it takes until the hub replies, waiting for each as long as the session does:
    /// only for a call that may be made twice, such as an answer with an `answer_key`.
    ///
    /// # Errors
    /// What the hub refused, what could not be sent, or the end of the session.
    pub fn repeat(
        &self,
        method: &str,
        params: Box<RawValue>,
    ) -> impl Future<Output = Result<Box<RawValue>, ClientError>> + Send + use<> {
        let (mut current, method) = (self.client.clone(), method.to_owned());
        async move {
            loop {
                let client = match current.wait_for(Option::is_some).await {
                    Ok(client) => client.clone(),
                    Err(_) => return Err(ended()),
                };
                let Some(client) = client else { continue };
                match client.call_raw(&method, &params).await {
                    Err(ClientError::Closed(why)) if why.may_come_back() => {}
                    replied => return replied,
                }
                // This call may know of the end before the session does: wait until it is another connection.
                current.changed().await.map_err(|_| ended())?;
            }
        }
    }

    /// Ends the session in order: what was sent before is read by the hub.
    pub async fn close(self) {
        if let Some(client) = self.client() {
            client.close().await;
        }
    }
}

fn ended() -> ClientError {
    Closed::Lost { why: "the session has ended".to_owned() }.into()
}

impl Drop for Session {
    fn drop(&mut self) {
        self.task.abort();
    }
}

#[derive(Debug, Clone, Serialize)]
struct Since {
    epoch: String,
    seq: u64,
}

#[derive(Serialize)]
struct Follow<'a> {
    thread: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    since: Option<&'a Since>,
}

#[derive(Deserialize)]
struct Followed {
    thread: String,
    epoch: String,
    seq: u64,
    #[serde(default)]
    recovered: bool,
    #[serde(default)]
    missed: Vec<Box<RawValue>>,
}

#[derive(Deserialize)]
struct Head {
    #[serde(rename = "type")]
    kind: String,
    seq: u64,
}

#[derive(Deserialize)]
struct Moved {
    to: Option<String>,
}

/// Why a connection was left.
enum Left {
    /// It ended, or a call on it failed.
    By(ClientError),
    /// Nobody reads the updates any more.
    Unread,
}

impl<E: Into<ClientError>> From<E> for Left {
    fn from(error: E) -> Self {
        Self::By(error.into())
    }
}

struct Follower {
    endpoint: Endpoint,
    thread: String,
    label: Option<String>,
    since: Option<Since>,
    backoff: Backoff,
    told: mpsc::Sender<Result<Update, ClientError>>,
    current: watch::Sender<Option<Client>>,
}

impl Follower {
    async fn run(mut self, first: (Client, Events)) {
        let mut connection = Ok(first);
        loop {
            let left = match connection {
                Ok((client, events)) => self.over(client, events).await,
                Err(error) => Left::By(error),
            };
            self.current.send_replace(None);
            let Left::By(why) = left else { return };
            if !why.is_transient() {
                let _ = self.told.send(Err(why)).await; // nobody may be there to hear it
                return;
            }
            let asked_ms = match &why {
                ClientError::Closed(closed) => closed.retry_after_ms(),
                _ => None,
            };
            let retry_in = self.backoff.draw(asked_ms);
            if self.tell(Update::Lost { why, retry_in }).await.is_err() {
                return;
            }
            tokio::time::sleep(retry_in).await;
            connection = Client::connect(&self.endpoint).await;
        }
    }

    /// Follows over one connection until it is left.
    async fn over(&mut self, client: Client, mut events: Events) -> Left {
        match self.read(&client, &mut events).await {
            Ok(never) => match never {},
            Err(left) => left,
        }
    }

    async fn read(&mut self, client: &Client, events: &mut Events) -> Result<std::convert::Infallible, Left> {
        if let Some(label) = &self.label {
            client.call_raw("client.identify", serde_json::json!({ "label": label })).await?;
        }
        self.catch_up(client).await?;
        self.backoff.reset();
        loop {
            let incoming = events.next().await?;
            let Ok(head) = incoming.read::<Head>() else {
                self.tell(Update::Notice(incoming)).await?;
                continue;
            };
            let last = self.since.as_ref().map_or(0, |since| since.seq);
            if head.seq <= last {
                continue;
            }
            if head.seq > last + 1 {
                self.catch_up(client).await?;
                continue;
            }
            let moved = (head.kind == "thread.moved").then(|| incoming.read::<Moved>().ok()).flatten();
            self.apply(head, incoming.params).await?;
            match moved {
                Some(Moved { to: Some(to) }) => self.thread = to,
                Some(Moved { to: None }) => {
                    // Forgotten: the hub has unfollowed; the name may come to be again, under a new epoch.
                    self.since = None;
                    self.catch_up(client).await?;
                }
                None => {}
            }
        }
    }

    /// Follows, or follows again, and tells what was missed.
    async fn catch_up(&mut self, client: &Client) -> Result<(), Left> {
        let params = Follow { thread: &self.thread, since: self.since.as_ref() };
        let text = client.call_raw("thread.follow", params).await?;
        let followed: Followed = serde_json::from_str(text.get())
            .map_err(|e| ClientError::BadReply(format!("the result of thread.follow: {e}")))?;
        self.current.send_replace(Some(client.clone()));
        if followed.recovered {
            for event in followed.missed {
                let head: Head = serde_json::from_str(event.get())
                    .map_err(|e| ClientError::BadReply(format!("an event that was missed: {e}")))?;
                if self.since.as_ref().is_none_or(|since| head.seq > since.seq) {
                    self.apply(head, event).await?;
                }
            }
            self.since = Some(Since { epoch: followed.epoch, seq: followed.seq });
            return Ok(());
        }
        self.since = Some(Since { epoch: followed.epoch.clone(), seq: followed.seq });
        let Followed { thread, epoch, seq, .. } = followed;
        self.tell(Update::Snapshot(Snapshot { thread, epoch, seq, text })).await
    }

    async fn apply(&mut self, head: Head, text: Box<RawValue>) -> Result<(), Left> {
        if let Some(since) = &mut self.since {
            since.seq = head.seq;
        }
        self.tell(Update::Event(StreamEvent { seq: head.seq, kind: head.kind, text })).await
    }

    async fn tell(&self, update: Update) -> Result<(), Left> {
        self.told.send(Ok(update)).await.map_err(|_| Left::Unread)
    }
}

#[cfg(test)]
mod tests;
