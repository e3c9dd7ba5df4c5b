//! One who comes to follow, for the first time or back, and the desk that those of one worker share.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::cli::bench::desk;
use crate::cli::bench::latency::Latencies;
use crate::cli::bench::link::{Followed, Link, LinkError, Target};
use crate::cli::bench::shared::{Counter, Shared};
use crate::cli::bench::streams::Streams;
use crate::wire::event::kind;

/// How long one that was there before is turned away and tries again: its old connection may still take up a place.
const COMES_BACK_WITHIN: Duration = Duration::from_secs(30);
/// What it waits in between: this, and up to as long again.
const PAUSE_MS: u64 = 50;

/// What every worker gets.
#[derive(Debug, Clone)]
pub struct Share {
    pub target: Arc<Target>,
    pub shared: Arc<Shared>,
    pub threads: Arc<Vec<String>>,
    pub door: Arc<Door>,
}

/// What all who come and the main thread tell each other.
#[derive(Debug, Default)]
pub struct Door {
    /// Whether everybody was there before.
    pub returns: bool,
    /// Cancelled: everybody leaves.
    pub leave: CancellationToken,
    /// Those who left.
    pub left: Counter,
    /// Cancelled: everybody comes, at once.
    pub come: CancellationToken,
    /// When that was, in nanoseconds of the bench's clock.
    pub come_at_ns: AtomicU64,
    /// Those who came and follow.
    pub came: Counter,
    /// Of them, those who got what they had missed.
    pub recovered: Counter,
    /// Of them, those who got the snapshot alone.
    pub snapshots: Counter,
    /// Events that they had missed, and got.
    pub missed: Counter,
    /// Times that one was turned away and tried again.
    pub retries: Counter,
}

/// What those of one worker share.
pub type Desk = desk::Desk<Results>;

/// What is left of them.
#[derive(Debug, Default)]
pub struct Results {
    pub streams: Streams,
    /// From the word to come until it follows.
    pub live: Latencies,
}

impl Results {
    /// With so many places.
    pub fn new(places: usize) -> Self {
        Self { streams: Streams::new(places), ..Self::default() }
    }
}

/// Where one was when it left.
struct Position {
    epoch: String,
    seq: u64,
}

/// Comes, and follows until it is dropped. What goes wrong is the bench's trouble.
pub async fn run(share: &Share, desk: &Desk, place: usize) {
    match join(share, desk, place).await {
        Ok(never) => match never {},
        Err(error) => share.shared.fail(error),
    }
}

async fn join(share: &Share, desk: &Desk, place: usize) -> Result<Infallible, LinkError> {
    let position = if share.door.returns { Some(Box::pin(visit(share, desk, place)).await?) } else { None };
    share.door.come.cancelled().await;
    let mut link = Box::pin(come(share, desk, place, position.as_ref())).await?;
    drop(position);
    loop {
        let mut published = 0;
        link.read(&desk.buffer, |text| {
            let Some(event) = desk.scanner.event(text) else { return };
            desk.results.borrow_mut().streams.take(place, event.seq);
            published += u64::from(event.kind == kind::PUBLISHED.as_bytes());
        })
        .await?;
        share.shared.delivered.add(published);
    }
}

/// The first visit, few at a time; where it was when everybody left.
async fn visit(share: &Share, desk: &Desk, place: usize) -> Result<Position, LinkError> {
    let (mut link, followed) = {
        let _turn = desk.connecting.acquire().await;
        let mut link = Link::open(&share.target).await?;
        let followed = link.follow(&share.threads[0], None).await?;
        (link, followed)
    };
    desk.results.borrow_mut().streams.begin(place, 0, followed.seq);
    share.shared.live.add(1);
    // Nothing is published yet; reading answers the hub's pings.
    loop {
        tokio::select! {
            biased;
            () = share.door.leave.cancelled() => break,
            read = link.read(&desk.buffer, |_| ()) => read?,
        }
    }
    drop(link);
    share.door.left.add(1);
    Ok(Position { epoch: followed.epoch, seq: followed.seq })
}

/// Everybody at once.
async fn come(
    share: &Share,
    desk: &Desk,
    place: usize,
    position: Option<&Position>,
) -> Result<Link, LinkError> {
    let come_at_ns = share.door.come_at_ns.load(Ordering::Acquire);
    let waited_ns = || share.shared.now_ns().saturating_sub(come_at_ns);
    let (link, followed) = loop {
        match attempt(share, position).await {
            Ok(joined) => break joined,
            Err(error) if position.is_some() && error.is_transient() => {
                if u128::from(waited_ns()) > COMES_BACK_WITHIN.as_nanos() {
                    return Err(error);
                }
                share.door.retries.add(1);
                // Spread by place, so that they do not all come again in the same moment.
                sleep(Duration::from_millis(PAUSE_MS + place as u64 * 7 % PAUSE_MS)).await;
            }
            Err(error) => return Err(error),
        }
    };
    let results = &mut *desk.results.borrow_mut();
    results.live.record(waited_ns());
    if followed.recovered {
        share.door.recovered.add(1);
        share.door.missed.add(followed.missed.len() as u64);
        followed.missed.iter().for_each(|event| results.streams.take(place, event.seq));
    } else {
        share.door.snapshots.add(1);
        results.streams.begin(place, 0, followed.seq);
    }
    share.door.came.add(1);
    Ok(link)
}

async fn attempt(share: &Share, position: Option<&Position>) -> Result<(Link, Followed), LinkError> {
    let mut link = Link::open(&share.target).await?;
    let since = position.map(|position| (position.epoch.as_str(), position.seq));
    let followed = link.follow(&share.threads[0], since).await?;
    Ok((link, followed))
}
