//! The one who publishes: on a connection of its own, as fast as events leave their windows, or one at a time.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_util::sync::CancellationToken;

use super::Air;
use crate::cli::bench::frame;
use crate::cli::bench::link::{Answered, Buffer, Link, LinkError, Target, answered};
use crate::cli::bench::shared::{Counter, Shared};

/// Publishes that may wait for their reply. Their replies fit into what the hub keeps for a connection, so it reads on and
/// writing never waits for reading.
const MAX_UNREPLIED: usize = 1_024;
/// Windows that are taken up at a time.
const MAX_TURNS: usize = 256;
/// How long the last replies are waited for.
const LAST_REPLIES_WITHIN: Duration = Duration::from_secs(5);

/// When the next event is sent.
#[derive(Debug, Clone, Copy)]
pub enum Pace {
    /// When one of the same thread has left its window of so many.
    Flood { window: u16 },
    /// When the one before has left, and not before this time is over; the threads take turns.
    Lone { every: Duration },
}

/// The publisher.
pub struct Publisher {
    link: Link,
    buffer: Buffer,
    shared: Arc<Shared>,
    threads: Arc<Vec<String>>,
    air: Arc<Air>,
    /// Events begun, by thread.
    begun: Vec<u64>,
    /// Events sent, over all threads.
    published: Arc<Counter>,
    unreplied: usize,
    payload_bytes: usize,
}

impl Publisher {
    /// Connects.
    ///
    /// # Errors
    /// As every connection.
    pub async fn open(
        target: &Target,
        shared: &Arc<Shared>,
        threads: &Arc<Vec<String>>,
        air: &Arc<Air>,
        payload_bytes: usize,
    ) -> Result<Self, LinkError> {
        Ok(Self {
            link: Link::open(target).await?,
            buffer: Buffer::default(),
            shared: Arc::clone(shared),
            begun: vec![0; threads.len()],
            threads: Arc::clone(threads),
            air: Arc::clone(air),
            published: Arc::default(),
            unreplied: 0,
            payload_bytes,
        })
    }

    /// How many events were sent.
    pub fn published(&self) -> Arc<Counter> {
        Arc::clone(&self.published)
    }

    /// Publishes until `enough`, then waits for the last replies. What goes wrong is the bench's trouble.
    pub async fn run(mut self, pace: Pace, left: mpsc::Receiver<u32>, enough: CancellationToken) {
        let published = match pace {
            Pace::Flood { window } => self.flood(window, left, &enough).await,
            Pace::Lone { every } => self.lone(every, left, &enough).await,
        };
        let last = match published {
            Ok(()) => timeout(LAST_REPLIES_WITHIN, self.until_replied(0)).await.unwrap_or(Ok(())),
            failed => failed,
        };
        if let Err(error) = last {
            self.shared.fail(error);
        }
    }

    async fn flood(
        &mut self,
        window: u16,
        mut left: mpsc::Receiver<u32>,
        enough: &CancellationToken,
    ) -> Result<(), LinkError> {
        // By turns, so that no thread waits until the first has filled its window.
        let threads = self.begun.len() as u32;
        let mut turns: VecDeque<u32> = (0..window).flat_map(|_| 0..threads).collect();
        let mut free = Vec::with_capacity(MAX_TURNS);
        while !enough.is_cancelled() {
            let now = turns.len().min(MAX_UNREPLIED - self.unreplied);
            self.send(turns.drain(..now)).await?;
            let may_send = self.unreplied < MAX_UNREPLIED;
            if may_send && !turns.is_empty() {
                continue;
            }
            tokio::select! {
                biased;
                () = enough.cancelled() => return Ok(()),
                n = left.recv_many(&mut free, MAX_TURNS), if may_send => {
                    if n == 0 {
                        return Ok(());
                    }
                    turns.extend(free.drain(..));
                }
                replied = Self::replies(&mut self.link, &self.buffer) => self.unreplied -= replied?,
            }
        }
        Ok(())
    }

    async fn lone(
        &mut self,
        every: Duration,
        mut left: mpsc::Receiver<u32>,
        enough: &CancellationToken,
    ) -> Result<(), LinkError> {
        let threads = self.begun.len() as u32;
        let mut due = Instant::now();
        for turn in 0_u32.. {
            self.send([turn % threads].into_iter()).await?;
            // One that is late does not make those after it come closer together.
            due = (due + every).max(Instant::now());
            let mut has_left = false;
            loop {
                tokio::select! {
                    biased;
                    () = enough.cancelled() => return Ok(()),
                    gone = left.recv(), if !has_left => has_left = gone.is_some(),
                    () = sleep_until(due), if has_left => break,
                    // Reading answers the hub's pings, however long it takes.
                    replied = Self::replies(&mut self.link, &self.buffer) => self.unreplied -= replied?,
                }
            }
        }
        Ok(())
    }

    /// Sends the next event of each of these threads in one write.
    async fn send(&mut self, threads: impl Iterator<Item = u32>) -> Result<(), LinkError> {
        let (mut frames, mut sent) = (Vec::new(), 0);
        for thread in threads {
            let at = thread as usize;
            let n = self.begun[at];
            self.begun[at] += 1;
            let text = publish(&self.threads[at], n, self.payload_bytes);
            frame::put_text(&mut frames, text.as_bytes());
            let flight = &self.air.flights[at];
            self.shared.expected.add(flight.followers().into());
            flight.begin(n, self.shared.now_ns());
            sent += 1;
        }
        if sent > 0 {
            self.link.write(&frames).await?;
            self.unreplied += sent;
            self.published.add(sent as u64);
        }
        Ok(())
    }

    async fn until_replied(&mut self, rest: usize) -> Result<(), LinkError> {
        while self.unreplied > rest {
            self.unreplied -= Self::replies(&mut self.link, &self.buffer).await?;
        }
        Ok(())
    }

    /// How many replies came, at least one message being waited for. Cancel safe.
    async fn replies(link: &mut Link, buffer: &Buffer) -> Result<usize, LinkError> {
        let (mut replies, mut refused) = (0, None);
        let take = |text: &[u8]| {
            let Some(reply) = answered(text) else { return };
            replies += 1;
            if reply.error.is_some() {
                refused.get_or_insert(reply);
            }
        };
        link.read(buffer, take).await?;
        match refused {
            Some(refused) => Answered::read(refused, "thread.publish"),
            None => Ok(replies),
        }
    }
}

/// The call that publishes event `n`, filled up so that a follower reads about `payload_bytes`.
fn publish(thread: &str, n: u64, payload_bytes: usize) -> String {
    let fill = payload_bytes.saturating_sub(EVENT_BYTES + thread.len());
    format!(
        r#"{{"jsonrpc":"2.0","id":{n},"method":"thread.publish","params":{{"thread":"{thread}","event":"bench","data":{{"n":{n},"pad":"{:x<fill$}"}}}}}}"#,
        ""
    )
}

/// The text of an event without its fill and the name of its thread; its numbers taken as five digits each.
const EVENT_BYTES: usize = r#"{"type":"thread.published","thread":"","seq":00000,"at":1700000000000,"event":"bench","data":{"n":00000,"pad":""},"blocking":false}"#.len();

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::id::{Epoch, ThreadId};
    use crate::core::record::{Entry, Record};
    use crate::wire::event;

    #[test]
    fn a_follower_reads_as_many_bytes_as_were_asked_for() {
        let name = "bench-0123456789ab";
        let call: serde_json::Value = serde_json::from_str(&publish(name, 12_345, 300)).unwrap();
        let params = &call["params"];
        assert_eq!((params["thread"].as_str(), params["data"]["n"].as_u64()), (Some(name), Some(12_345)));
        let record = Record::Published { event: "bench".to_owned(), data: params["data"].clone().into() };
        let entry = Entry { pos: 1, seq: 12_346, at: 1_700_000_000_000, record };
        let told = event::encode(&ThreadId::parse(name).unwrap(), Epoch(uuid::Uuid::nil()), &entry).unwrap();
        assert_eq!(told.text.len(), 300);
    }

    #[test]
    fn the_smallest_event_has_no_fill() {
        assert!(publish("t", 0, 1).contains(r#""pad":"""#));
    }
}
