//! The hub: one writer thread that orders, decides, commits and lets things happen, and the handles to it.
//!
//! Everything that changes a thread goes through one bounded inbox and comes out as one ordered list of effects:
//! durable before visible, an event before the replies that follow it. The handles hold no state of threads.

mod batch;
mod calls;
mod clock;
mod cold;
mod connection;
mod conns;
mod decide;
mod drain;
mod effects;
mod host_requests;
mod ids;
mod inbox;
mod journals;
mod keep;
mod later;
mod locate;
mod losses;
mod metrics;
mod outstanding;
mod receipt;
mod recovery;
mod rows;
mod state;
mod threads;
mod timers;
mod weight;
mod writer;

use std::sync::Arc;
use std::thread::JoinHandle;

use tokio::sync::{OwnedSemaphorePermit, oneshot};
use uuid::Uuid;

use crate::core::command::{Command, Since, Voice};
use crate::core::id::{CallId, DialogId, ThreadId};
use crate::core::limits::Limits;
use crate::error::{ApiError, Code};
use crate::fanout::{Outbox, Pump};
use crate::store::{Store, StoreError};
use crate::wire::journal::OutstandingList;
use crate::wire::place::Place;
use crate::wire::row::Row;
use calls::HttpReply;
pub use clock::{Clock, Manual};
pub use connection::Connection;
use inbox::{Call, Inbox, Input, NotTaken, ReplyTo};
pub use metrics::{Counter, Gauge, Metrics};
pub use receipt::{Receipt, Replied};
use state::Shared;
pub use state::State;
use writer::Writer;

/// A handle to the hub; cheap to clone. The writer thread ends with [`Hub::shutdown`], or with the last handle.
#[derive(Debug, Clone)]
pub struct Hub {
    inbox: Inbox,
    shared: Arc<Shared>,
}

impl Hub {
    /// Reads the rows of all threads and starts the writer thread.
    ///
    /// # Errors
    /// Where the store cannot be read, or no thread can be started.
    pub fn start(
        limits: Limits,
        mut store: Box<dyn Store>,
        clock: Clock,
        metrics: Arc<Metrics>,
    ) -> Result<(Self, JoinHandle<()>), StoreError> {
        let rows = store.rows()?;
        let (inbox, receiver) = Inbox::new(metrics.clone());
        let shared = Arc::new(Shared::new(metrics));
        let failed = |error: std::io::Error| StoreError::Failed(format!("no thread: {error}"));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().map_err(failed)?;
        let writer_shared = shared.clone();
        let of_pump = shared.clone();
        let pump = Pump::start(shared.metrics.fanout.clone(), move || of_pump.advance(State::StoreFailed));
        let pump = pump.map_err(failed)?;
        let (begun, has_begun) = std::sync::mpsc::sync_channel(1);
        let thread = std::thread::Builder::new().name("hub-writer".to_owned()).spawn(move || {
            let _guard = EndsVisibly(writer_shared.clone());
            let mut writer = Writer::new(limits, store, clock, writer_shared, rows, pump);
            let begin = writer.begin();
            let goes_on = begin.is_ok();
            // Who starts the hub waits for this.
            let _ = begun.send(begin);
            if goes_on {
                runtime.block_on(writer.run(receiver));
            }
        });
        let thread = thread.map_err(failed)?;
        let ended = |_| StoreError::Failed("the writer thread ended by a bug".to_owned());
        has_begun.recv().map_err(ended)??;
        Ok((Self { inbox, shared }, thread))
    }

    /// A new connection. Its outbox gets everything that the hub has to say to it.
    #[must_use]
    pub fn connect(&self, outbox: Arc<Outbox>) -> Connection {
        let conn = self.shared.fresh_conn();
        let connection =
            Connection::new(self.clone(), conn, format!("f-{}", Uuid::now_v7().simple()), outbox.clone());
        if self.inbox.send_now(Input::Connected { conn, outbox }).is_err() {
            connection.close_for_the_end();
        }
        connection
    }

    /// A call over HTTP. Dropped before it is done, it is broken off: nobody waits any more, and what was decided and
    /// not taken was not told.
    ///
    /// # Errors
    /// The core's refusal, `limit` where the hub has too much to do, `draining` or `store-failed`.
    pub async fn call(&self, thread: ThreadId, command: Command) -> Result<Replied, ApiError> {
        let id = self.shared.fresh_call();
        let (reply, result) = oneshot::channel();
        let call = Call { id, conn: None, thread, command, reply: ReplyTo::Http(reply) };
        self.send(Input::Call(Box::new(call))).await?;
        let receipt = Receipt::new(self.inbox.clone(), id);
        let reply = match result.await {
            Ok(Ok(HttpReply::HandOver(reply))) => return Ok(Replied { reply, receipt: Some(receipt) }),
            Ok(Ok(HttpReply::Plain(reply))) => Ok(Replied { reply, receipt: None }),
            Ok(Err(error)) => Err(error),
            Err(_) => Err(self.ended()),
        };
        receipt.release();
        reply
    }

    /// The replies to these calls of connections were written, which [`Outbox::written`] named, while the connection
    /// was open.
    pub fn written(&self, calls: Vec<CallId>) {
        // Bounded by the calls that were let in. Where the writer thread has ended, nobody asks any more.
        let _ = self.inbox.send_now(Input::Written { calls });
    }

    /// A new SSE stream of one thread. When it is there, its outbox begins with the `snapshot` block.
    ///
    /// # Errors
    /// `limit`, `draining` or `store-failed`.
    pub async fn follow_sse(
        &self,
        outbox: Arc<Outbox>,
        thread: ThreadId,
        since: Option<Since>,
        voice: Voice,
    ) -> Result<Connection, ApiError> {
        let connection = self.connect(outbox);
        let conn = connection.conn();
        let (ready, result) = oneshot::channel();
        let command = Command::Follow { conn, voice, since };
        let call = Call {
            id: self.shared.fresh_call(),
            conn: Some(conn),
            thread,
            command,
            reply: ReplyTo::Stream(ready),
        };
        self.send(Input::Call(Box::new(call))).await?;
        result.await.unwrap_or_else(|_| Err(self.ended()))?;
        Ok(connection)
    }

    /// The rows of all threads that have events, by name.
    ///
    /// # Errors
    /// `limit`, `draining` or `store-failed`.
    pub async fn threads(&self) -> Result<Vec<Row>, ApiError> {
        let (reply, result) = oneshot::channel();
        self.send(Input::Rows { reply }).await?;
        result.await.unwrap_or_else(|_| Err(self.ended()))
    }

    /// What has not been proved to have reached its host, by thread.
    ///
    /// # Errors
    /// `limit`, `draining` or `store-failed`.
    pub async fn outstanding(&self) -> Result<OutstandingList, ApiError> {
        let (reply, result) = oneshot::channel();
        self.send(Input::Outstanding { reply }).await?;
        result.await.unwrap_or_else(|_| Err(self.ended()))
    }

    /// The thread that a dialog was asked on, for as long as the ask is kept.
    ///
    /// # Errors
    /// `no-dialog`, `limit`, `draining` or `store-failed`.
    pub async fn locate(&self, id: DialogId) -> Result<Place, ApiError> {
        let (reply, result) = oneshot::channel();
        self.send(Input::Locate { id, reply }).await?;
        result.await.unwrap_or_else(|_| Err(self.ended()))
    }

    /// Whether calls are taken.
    #[must_use]
    pub fn state(&self) -> State {
        self.shared.state()
    }

    /// What the hub counts.
    #[must_use]
    pub fn metrics(&self) -> &Arc<Metrics> {
        &self.shared.metrics
    }

    /// Brings the gauges up to date that are not kept so all the time.
    pub async fn measure(&self) {
        let (done, measured) = oneshot::channel();
        if self.send(Input::Measure { done }).await.is_ok() {
            // Where the writer thread ended, the last values stand.
            let _ = measured.await;
        }
    }

    /// Takes no more calls, announces the restart, ends waits over HTTP with their dialogs open, and closes all
    /// connections with 1012, some at a time. Done when they are gone, or after 10 seconds.
    pub async fn drain(&self) {
        let (done, drained) = oneshot::channel();
        if self.inbox.send_now(Input::Drain { done }).is_ok() {
            // Where the writer thread ended there is nothing left to drain.
            let _ = drained.await;
        }
    }

    /// Ends the writer thread after the inputs that it has; join its handle to wait for it.
    pub fn shutdown(&self) {
        // Where the writer thread has ended already, all is well.
        let _ = self.inbox.send_now(Input::Shutdown);
    }

    async fn send(&self, input: Input) -> Result<(), ApiError> {
        self.send_in_turn(input, None).await
    }

    async fn send_in_turn(&self, input: Input, turn: Option<OwnedSemaphorePermit>) -> Result<(), ApiError> {
        if let Some(error) = self.shared.refusal() {
            return Err(error);
        }
        self.inbox.send_in_turn(input, turn).await.map_err(|not_taken| match not_taken {
            NotTaken::Full => inbox::no_room(),
            NotTaken::Ended => self.ended(),
        })
    }

    /// What a call is told whose hub has ended.
    fn ended(&self) -> ApiError {
        self.shared.refusal().unwrap_or_else(|| ApiError::new(Code::Draining, "the hub has ended"))
    }
}

/// Makes it visible that the writer thread has ended, also where it panicked.
struct EndsVisibly(Arc<Shared>);

impl Drop for EndsVisibly {
    fn drop(&mut self) {
        self.0.advance(if std::thread::panicking() { State::StoreFailed } else { State::Draining });
    }
}
