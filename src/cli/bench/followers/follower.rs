//! One follower, and what those of one worker find out.

use std::cell::Cell;
use std::convert::Infallible;
use std::sync::Arc;

use super::Air;
use crate::cli::bench::desk;
use crate::cli::bench::flight::Expected;
use crate::cli::bench::latency::Latencies;
use crate::cli::bench::link::{Link, LinkError, Target};
use crate::cli::bench::shared::Shared;
use crate::cli::bench::streams::Streams;
use crate::wire::event::kind;

/// What every worker gets.
#[derive(Debug, Clone)]
pub struct Share {
    pub target: Arc<Target>,
    pub shared: Arc<Shared>,
    pub threads: Arc<Vec<String>>,
    pub air: Arc<Air>,
}

/// What those of one worker share.
pub type Desk = desk::Desk<Results>;

/// What is left of them.
#[derive(Debug, Default)]
pub struct Results {
    pub streams: Streams,
    pub latency: Latencies,
    pub last_follower: Latencies,
}

impl Results {
    /// With so many places.
    pub fn new(places: usize) -> Self {
        Self { streams: Streams::new(places), ..Self::default() }
    }
}

/// Follows until it is dropped. What goes wrong is the bench's trouble.
pub async fn run(share: &Share, desk: &Desk, place: usize, follower: usize) {
    match follow(share, desk, place, follower % share.threads.len()).await {
        Ok(never) => match never {},
        Err(error) => share.shared.fail(error),
    }
}

async fn follow(share: &Share, desk: &Desk, place: usize, thread: usize) -> Result<Infallible, LinkError> {
    // On the heap while it lasts: a follower that only reads is small.
    let mut link = Box::pin(begin(share, desk, place, thread)).await?;
    let (flight, left) = (&share.air.flights[thread], &share.air.left);
    // Exact: there are no more threads than a u32 counts.
    let of_thread = thread as u32;
    let expected = Cell::new(Expected::default());
    share.shared.live.add(1);
    loop {
        let (mut now_ns, mut events, mut bytes) = (None, 0, 0);
        let take = |text: &[u8]| {
            let Some(event) = desk.scanner.event(text) else { return };
            // One look at the clock for all that came with one read.
            let now_ns = *now_ns.get_or_insert_with(|| share.shared.now_ns());
            let results = &mut *desk.results.borrow_mut();
            results.streams.take(place, event.seq);
            if event.kind != kind::PUBLISHED.as_bytes() {
                return;
            }
            let Some(number) = desk.scanner.number(&event) else { return };
            events += 1;
            bytes += text.len() as u64;
            let mut next = expected.get();
            for gone in next.up_to(number) {
                let arrival = flight.arrived(gone, now_ns);
                let is_measured = gone == number && share.shared.is_measuring();
                if is_measured {
                    results.latency.record(arrival.ns);
                }
                if arrival.is_last {
                    if is_measured {
                        results.last_follower.record(arrival.ns);
                    }
                    // It has room for all that are in flight; nobody takes them any more once the publisher has stopped.
                    let _ = left.try_send(of_thread);
                }
            }
            expected.set(next);
        };
        link.read(&desk.buffer, take).await?;
        share.shared.delivered.add(events);
        share.shared.delivered_bytes.add(bytes);
    }
}

/// Connects and follows; few do so at a time.
async fn begin(share: &Share, desk: &Desk, place: usize, thread: usize) -> Result<Link, LinkError> {
    let _turn = desk.connecting.acquire().await;
    let mut link = Link::open(&share.target).await?;
    let followed = link.follow(&share.threads[thread], None).await?;
    desk.results.borrow_mut().streams.begin(place, thread, followed.seq);
    Ok(link)
}
