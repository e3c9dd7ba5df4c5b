//! What a follower missed: the recent events of all threads in memory, and the store behind them.
//!
//! Both give the same bytes. The part in memory is bounded by bytes over all threads; what was published or read from the
//! store longest ago goes first, of each thread its oldest.
//! A gap is never bridged: either every event after the position is there, or nothing is.

#[cfg(test)]
mod tests;

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use bytes::Bytes;

use crate::core::command::Since;
use crate::core::id::Epoch;
use crate::core::thread::Thread;
use crate::fanout::EventFrame;
use crate::store::{Store, StoreError};
use crate::wire::event;

/// What the recent events of all threads take together.
pub(super) const MAX_RING_BYTES: usize = 64 << 20;
/// What an event takes beside its bytes: the places in two queues and the frame's own fields.
const EVENT_OVERHEAD_BYTES: usize = 256;
/// The shortest event there can be, in bytes of its text; more of them than fit are not even read.
const MIN_EVENT_BYTES: u64 = 64;
/// How many entries are read from the store at a time, so that a long absence is not read whole for nothing.
const PAGE_EVENTS: u64 = 128;

/// The recent events of all threads.
#[derive(Debug)]
pub(super) struct Ring {
    threads: HashMap<Epoch, VecDeque<Arc<EventFrame>>>,
    /// Their threads, an entry for each, in the order in which they came into memory.
    order: VecDeque<Epoch>,
    bytes: usize,
    max_bytes: usize,
}

impl Ring {
    pub fn new(max_bytes: usize) -> Self {
        Self { threads: HashMap::new(), order: VecDeque::new(), bytes: 0, max_bytes }
    }

    /// Keeps an event, the next one of its thread, and lets the oldest go.
    pub fn push(&mut self, event: Arc<EventFrame>) {
        let epoch = event.event().epoch;
        self.bytes += weight(&event);
        self.order.push_back(epoch);
        self.threads.entry(epoch).or_default().push_back(event);
        self.let_go();
    }

    /// Keeps what was read from the store up to the newest event of its thread, so that the next one who comes back
    /// finds it here: after a restart all of a thread's followers come at once.
    fn refill(&mut self, epoch: Epoch, events: Vec<Arc<EventFrame>>) {
        let kept = self.threads.remove(&epoch).unwrap_or_default();
        let kept_bytes: usize = kept.iter().map(|event| weight(event)).sum();
        self.bytes += events.iter().map(|event| weight(event)).sum::<usize>();
        self.bytes -= kept_bytes;
        // There are at least as many as before, as they reach further back to the same end.
        self.order.extend(std::iter::repeat_n(epoch, events.len().saturating_sub(kept.len())));
        self.threads.insert(epoch, events.into());
        self.let_go();
    }

    fn let_go(&mut self) {
        while self.bytes > self.max_bytes
            && let Some(oldest) = self.order.pop_front()
        {
            self.drop_oldest_of(oldest);
        }
    }

    fn drop_oldest_of(&mut self, epoch: Epoch) {
        let Some(events) = self.threads.get_mut(&epoch) else { return };
        if let Some(event) = events.pop_front() {
            self.bytes -= weight(&event);
        }
        if events.is_empty() {
            self.threads.remove(&epoch);
        }
    }

    /// Drops a thread's events.
    pub fn forget(&mut self, epoch: Epoch) {
        if let Some(events) = self.threads.remove(&epoch) {
            self.bytes -= events.iter().map(|event| weight(event)).sum::<usize>();
            self.order.retain(|other| *other != epoch);
        }
    }

    /// The texts of the events in `after < seq <= through`, if they are all here.
    fn texts(&self, epoch: Epoch, after: u64, through: u64) -> Option<Vec<Bytes>> {
        let events = self.threads.get(&epoch)?;
        let first = events.front()?.event().seq;
        // A thread's events are without a gap, so the places follow from the first one's seq.
        let start = usize::try_from((after + 1).checked_sub(first)?).ok()?;
        let end = usize::try_from((through + 1).checked_sub(first)?).ok()?;
        if start > end || end > events.len() {
            return None;
        }
        Some(events.range(start..end).map(|event| event.event().text.clone()).collect())
    }
}

fn weight(event: &EventFrame) -> usize {
    // The block shares nothing with the frame; it is counted whether or not it was made.
    2 * event.event().frame.len() + EVENT_OVERHEAD_BYTES
}

/// What a follower gets that comes back: every event after its position up to `through`, oldest first.
///
/// `None` where the position is not one of this stream, where not all is there any more, or where the texts
/// are larger than `max_bytes`. `through` is the thread's newest event.
///
/// # Errors
/// Those of the store.
pub(super) fn missed(
    ring: &mut Ring,
    store: &mut dyn Store,
    thread: &Thread,
    since: Since,
    through: u64,
    max_bytes: usize,
) -> Result<Option<Vec<Bytes>>, StoreError> {
    let epoch = thread.epoch();
    if since.epoch != Some(epoch) || since.seq > through {
        return Ok(None);
    }
    let fits = |texts: &[Bytes]| texts.iter().map(Bytes::len).sum::<usize>() <= max_bytes;
    let text = |event: &Arc<EventFrame>| event.event().text.clone();
    if since.seq == through {
        return Ok(Some(Vec::new()));
    }
    if let Some(texts) = ring.texts(epoch, since.seq, through) {
        return Ok(fits(&texts).then_some(texts));
    }
    if (through - since.seq).saturating_mul(MIN_EVENT_BYTES) > max_bytes as u64 {
        return Ok(None);
    }
    let mut read = Vec::new();
    let mut read_bytes = 0;
    let mut after = since.seq;
    while after < through {
        let page_end = through.min(after + PAGE_EVENTS);
        let page = store.told(epoch, after, page_end)?;
        for (entry, want) in page.iter().zip(after + 1..) {
            let Some(event) =
                event::encode(thread.name_at(entry.seq), epoch, entry).filter(|event| event.seq == want)
            else {
                return Ok(None);
            };
            read_bytes += event.text.len();
            read.push(Arc::new(EventFrame::new(event)));
        }
        if read.len() as u64 != page_end - since.seq || read_bytes > max_bytes {
            return Ok(None);
        }
        after = page_end;
    }
    let texts = read.iter().map(text).collect();
    ring.refill(epoch, read);
    Ok(Some(texts))
}
