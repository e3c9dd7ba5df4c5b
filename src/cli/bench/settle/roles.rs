//! Who takes part in `bench settle`: those who ask, those who answer, those who watch.

use std::sync::Arc;

use parking_lot::Mutex;
use serde::Deserialize;
use tokio_util::sync::CancellationToken;

use super::trips::Trips;
use crate::cli::bench::desk;
use crate::cli::bench::frame;
use crate::cli::bench::latency::Latencies;
use crate::cli::bench::link::{Answered, Link, LinkError, Target, answered, call};
use crate::cli::bench::shared::{Counter, Shared};
use crate::cli::bench::streams::Streams;
use crate::cli::exit::{Exit, Failure};
use crate::wire::event::kind;

/// What every worker gets.
#[derive(Debug, Clone)]
pub struct Share {
    pub target: Arc<Target>,
    pub shared: Arc<Shared>,
    pub threads: Arc<Vec<String>>,
    pub play: Arc<Play>,
}

/// What all who take part tell each other.
#[derive(Debug)]
pub struct Play {
    pub answerers: u32,
    pub trips: Mutex<Trips>,
    /// Cancelled: everybody is there, the asking begins.
    pub go: CancellationToken,
    /// Cancelled: nothing more is asked.
    pub enough: CancellationToken,
    /// Results that askers got.
    pub round_trips: Counter,
    /// Askers that have asked their last question and have its result.
    pub done: Counter,
}

/// One who takes part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Its number.
    Asker(u32),
    /// Its number; it answers the askers whose number falls to it.
    Answerer(u32),
    /// Its place at the desk.
    Watcher(usize),
}

/// What those of one worker share.
pub type Desk = desk::Desk<Results>;

/// What is left of them.
#[derive(Debug, Default)]
pub struct Results {
    pub streams: Streams,
    pub round_trip: Latencies,
    pub answer_to_result: Latencies,
    pub answer_to_last: Latencies,
}

impl Results {
    /// With places for so many who watch.
    pub fn new(watchers: usize) -> Self {
        Self { streams: Streams::new(watchers), ..Self::default() }
    }
}

/// The result of an ask.
#[derive(Deserialize)]
struct Ended {
    id: String,
    outcome: String,
}

/// A dialog that is shown.
#[derive(Deserialize)]
struct Shown<'a> {
    #[serde(borrow)]
    id: &'a str,
    #[serde(borrow)]
    params: Params<'a>,
}

#[derive(Deserialize)]
struct Params<'a> {
    #[serde(borrow)]
    dialog: Dialog<'a>,
}

#[derive(Deserialize)]
struct Dialog<'a> {
    #[serde(borrow)]
    title: &'a str,
}

/// Plays a role until it is dropped. What goes wrong is the bench's trouble.
pub async fn play(share: &Share, desk: &Desk, role: Role) {
    let played = match role {
        Role::Asker(number) => ask(share, desk, number).await,
        Role::Answerer(number) => answer(share, desk, number).await.map_err(Failure::from),
        Role::Watcher(place) => watch(share, desk, place).await.map_err(Failure::from),
    };
    if let Err(failure) = played {
        share.shared.fail(failure);
    }
}

async fn ask(share: &Share, desk: &Desk, asker: u32) -> Result<(), Failure> {
    let mut link = Box::pin(open(share, desk)).await?;
    share.shared.live.add(1);
    loop {
        // Reading answers the hub's pings.
        tokio::select! {
            biased;
            () = share.play.go.cancelled() => break,
            read = link.read(&desk.buffer, |_| ()) => read?,
        }
    }
    let mut number = 0;
    while !share.play.enough.is_cancelled() {
        number += 1;
        let asked_ns = share.shared.now_ns();
        link.write(&question(&share.threads[0], asker, number)).await?;
        let mut reply: Option<Answered> = None;
        while reply.is_none() {
            link.read(&desk.buffer, |text| {
                reply = reply.take().or_else(|| answered(text).filter(|reply| reply.id == Some(number)));
            })
            .await?;
        }
        let Some(reply) = reply else { continue };
        let ended: Ended = reply.read("dialog.ask")?;
        let now_ns = share.shared.now_ns();
        if ended.outcome != "answered" {
            let why = format!("a question ended as {} that the bench was about to answer", ended.outcome);
            return Err(Failure::new(Exit::Hub, "not-answered", why));
        }
        share.play.round_trips.add(1);
        let back_ns = share.play.trips.lock().asker_has(ended.id.as_bytes(), now_ns);
        if share.shared.is_measuring() {
            let results = &mut *desk.results.borrow_mut();
            results.round_trip.record(now_ns.saturating_sub(asked_ns));
            if let Some(back_ns) = back_ns {
                results.answer_to_result.record(back_ns);
            }
        }
    }
    share.play.done.add(1);
    Ok(())
}

async fn answer(share: &Share, desk: &Desk, answerer: u32) -> Result<(), LinkError> {
    let mut link = Box::pin(open(share, desk)).await?;
    let thread = &share.threads[0];
    link.follow(thread, None).await?;
    share.shared.live.add(1);
    let mut calls = 0;
    loop {
        let (mut mine, mut refused) = (Vec::new(), None);
        link.read(&desk.buffer, |text| {
            if let Some(shown) = shown(text) {
                if asker_in(shown.params.dialog.title).is_some_and(|n| n % share.play.answerers == answerer) {
                    mine.push(shown.id.to_owned());
                }
            } else if let Some(reply) = answered(text).filter(|reply| reply.error.is_some()) {
                refused = Some(reply);
            }
        })
        .await?;
        if let Some(refused) = refused {
            refused.read::<serde_json::Value>("dialog.answer")?;
        }
        if mine.is_empty() {
            continue;
        }
        let mut frames = Vec::new();
        for id in &mine {
            calls += 1;
            let text = format!(
                r#"{{"jsonrpc":"2.0","id":{calls},"method":"dialog.answer","params":{{"thread":"{thread}","id":"{id}","confirmed":true}}}}"#
            );
            frame::put_text(&mut frames, text.as_bytes());
        }
        {
            let (mut trips, now_ns) = (share.play.trips.lock(), share.shared.now_ns());
            mine.iter().for_each(|id| trips.answered(id.as_bytes(), now_ns));
        }
        link.write(&frames).await?;
    }
}

async fn watch(share: &Share, desk: &Desk, place: usize) -> Result<(), LinkError> {
    let mut link = Box::pin(open(share, desk)).await?;
    let followed = link.follow(&share.threads[0], None).await?;
    desk.results.borrow_mut().streams.begin(place, 0, followed.seq);
    share.shared.live.add(1);
    loop {
        let (mut now_ns, mut events, mut bytes) = (None, 0, 0);
        link.read(&desk.buffer, |text| {
            let Some(event) = desk.scanner.event(text) else { return };
            // One look at the clock for all that came with one read.
            let now_ns = *now_ns.get_or_insert_with(|| share.shared.now_ns());
            events += 1;
            bytes += text.len() as u64;
            let results = &mut *desk.results.borrow_mut();
            results.streams.take(place, event.seq);
            if event.kind != kind::SETTLED.as_bytes() {
                return;
            }
            let Some(dialog) = desk.scanner.dialog(&event) else { return };
            let last = share.play.trips.lock().watcher_has(dialog, now_ns);
            if let Some(took_ns) = last.filter(|_| share.shared.is_measuring()) {
                results.answer_to_last.record(took_ns);
            }
        })
        .await?;
        share.shared.delivered.add(events);
        share.shared.delivered_bytes.add(bytes);
    }
}

/// Connects; few do so at a time.
async fn open(share: &Share, desk: &Desk) -> Result<Link, LinkError> {
    let _turn = desk.connecting.acquire().await;
    Link::open(&share.target).await
}

/// The frame that asks. Who asks stands in the title, which is all that an answerer sees of it.
fn question(thread: &str, asker: u32, number: u64) -> Vec<u8> {
    let dialog = serde_json::json!({ "method": "confirm", "title": format!("bench {asker} {number}") });
    call(number, "dialog.ask", &serde_json::json!({ "thread": thread, "dialog": dialog }))
}

fn asker_in(title: &str) -> Option<u32> {
    title.strip_prefix("bench ")?.split(' ').next()?.parse().ok()
}

fn shown(text: &[u8]) -> Option<Shown<'_>> {
    // Most of what comes is something else.
    memchr::memmem::find(text, kind::REQUESTED.as_bytes())?;
    serde_json::from_slice(text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_says_who_asks() {
        let frame = question("t", 17, 4);
        let begins = frame.iter().position(|b| *b == b'{').unwrap();
        let call: serde_json::Value = serde_json::from_slice(&frame[begins..]).unwrap();
        let title = call["params"]["dialog"]["title"].as_str().unwrap();
        assert_eq!(asker_in(title), Some(17));
        assert_eq!(asker_in("Deploy?"), None);
    }

    #[test]
    fn a_dialog_that_is_shown_is_told_from_its_end() {
        let asked = br#"{"jsonrpc":"2.0","id":"dlg-1","method":"dialog.confirm","params":{"type":"dialog.requested","id":"dlg-1","dialog":{"method":"confirm","title":"bench 3 1"}}}"#;
        let shown_dialog = shown(asked).unwrap();
        assert_eq!((shown_dialog.id, shown_dialog.params.dialog.title), ("dlg-1", "bench 3 1"));
        let settled =
            br#"{"jsonrpc":"2.0","method":"dialog.settled","params":{"type":"dialog.settled","id":"dlg-1"}}"#;
        assert!(shown(settled).is_none());
    }
}
