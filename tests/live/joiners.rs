//! Followers that join at random moments while dialogs open and settle.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use dialog_hub::client::{Client, Events};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::ledger::Followed;
use crate::process::Hub;
use crate::rng::Rng;

/// What one follower got.
struct View {
    first: u64,
    cards: Vec<String>,
    texts: Vec<String>,
}

/// Follows, and reads until the mark.
async fn read(client: Client, mut events: Events) -> View {
    let followed: Followed =
        client.call("thread.follow", json!({"thread": "t"})).await.expect("a hub that is up");
    let id_of = |card: &Value| card["id"].as_str().unwrap_or_default().to_owned();
    let mut view =
        View { first: followed.seq + 1, cards: followed.open.iter().map(id_of).collect(), texts: Vec::new() };
    loop {
        let incoming = events.next().await.expect("a follower that reads is not cut off");
        let event: Value = incoming.read().expect("JSON");
        if !event["seq"].is_u64() {
            continue;
        }
        view.texts.push(incoming.params.get().to_owned());
        match event["type"].as_str() {
            Some("dialog.requested") => view.cards.push(id_of(&event)),
            Some("dialog.settled") => view.cards.retain(|id| *id != id_of(&event)),
            Some("thread.published") => return view,
            _ => {}
        }
    }
}

async fn traffic(client: Client, over: Arc<AtomicBool>) {
    let mut rng = Rng(7);
    while !over.load(Ordering::Relaxed) {
        let mut ids = Vec::new();
        for _ in 0..=rng.below(3) {
            let ask = json!({"thread": "t", "wait_ms": 0, "dialog": {"method": "confirm", "title": "Go?"}});
            let shown: Value = client.call("dialog.ask", ask).await.expect("a hub that is up");
            ids.push(shown["id"].clone());
        }
        while !ids.is_empty() {
            let id = ids.swap_remove(rng.below(ids.len()));
            let answer = json!({"thread": "t", "id": id, "confirmed": true});
            client.call::<Value>("dialog.answer", answer).await.expect("it is open");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_joins_whenever_sees_every_card_once_and_no_dead_one() {
    let followers: usize = std::env::var("JOINERS").ok().and_then(|n| n.parse().ok()).unwrap_or(2_000);
    let hub = Arc::new(Hub::start(true).await);
    let (asker, _) = hub.connect().await;
    let over = Arc::new(AtomicBool::new(false));
    let busy = tokio::spawn(traffic(asker.clone(), Arc::clone(&over)));
    let mut rng = Rng(11);
    let mut views = JoinSet::new();
    let (joined, mut count) = tokio::sync::mpsc::unbounded_channel();
    for _ in 0..followers {
        let (hub, joined) = (Arc::clone(&hub), joined.clone());
        let delay = Duration::from_micros(rng.below(3_000_000) as u64);
        views.spawn(async move {
            tokio::time::sleep(delay).await;
            let (client, events) = hub.connect().await;
            joined.send(()).expect("the test counts");
            read(client, events).await
        });
    }
    for _ in 0..followers {
        count.recv().await.expect("every follower joins");
    }
    over.store(true, Ordering::Relaxed);
    busy.await.expect("the traffic does not panic");
    let ask = json!({"thread": "t", "wait_ms": 0, "dialog": {"method": "confirm", "title": "The last"}});
    let left: Value = asker.call("dialog.ask", ask).await.expect("a hub that is up");
    // A follower that has only just connected may follow behind this: it then sees the mark of the next round.
    let mark = json!({"thread": "t", "event": "mark", "data": null});
    let marks = tokio::spawn(async move {
        loop {
            asker.call::<Value>("thread.publish", mark.clone()).await.expect("a hub that is up");
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    });
    let mut seen: Vec<View> = Vec::new();
    while let Some(view) = views.join_next().await {
        seen.push(view.expect("a follower does not panic"));
    }
    marks.abort();
    let longest = seen.iter().max_by_key(|view| view.texts.len()).expect("somebody joined");
    for view in &seen {
        assert_eq!(view.cards, [left["id"].as_str().unwrap_or_default()], "exactly the cards that are open");
        let Some(from) = view.first.checked_sub(longest.first) else { continue };
        let same = longest.texts.iter().skip(usize::try_from(from).expect("small")).zip(&view.texts);
        assert!(same.clone().all(|(a, b)| a == b), "identical bytes from seq {} on", view.first);
    }
    println!("{} followers, the longest stream has {} events", seen.len(), longest.texts.len());
}
