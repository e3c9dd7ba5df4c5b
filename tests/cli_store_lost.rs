//! `ask` at a hub that has lost its store: said once, waited for, and over when the hub is started again. How long it is
//! waited for is tested beside the code, with a clock turned by hand.

mod cli_support;

use cli_support::hub_process;
use cli_support::played_hub::PlayedHub;

/// Refusals before the store is back.
const REFUSALS: usize = 3;

#[tokio::test]
async fn it_is_said_once_however_often_the_hub_refuses() {
    let hub = PlayedHub::listen().await;
    let mut program = hub_process::program();
    program.args(["--url", &hub.url, "ask", "input", "Name?"]);
    let asking = tokio::task::spawn_blocking(move || program.output().expect("the program runs"));
    for refusal in 0..REFUSALS {
        let (mut played, ask) = hub.asked().await;
        if refusal == 0 {
            played.close(4011, "this node lost its store").await;
        } else {
            played.refuse(&ask, "store-failed").await;
        }
    }
    let (mut played, ask) = hub.asked().await;
    played.answer(&ask, None).await;
    let done = asking.await.expect("it ends");
    let err = String::from_utf8(done.stderr).expect("UTF-8");
    assert_eq!((done.status.code(), done.stdout.as_slice()), (Some(0), &b"ann\n"[..]), "{err}");
    assert_eq!(err.matches("lost its store").count(), 1, "{err}");
    assert_eq!(err.lines().count(), 2, "the news and the answer: {err}");
}

#[cfg(target_os = "linux")]
#[test]
fn the_card_is_answered_when_the_hub_is_started_again() {
    use rustix::process::{Resource, Rlimit, prlimit};

    let mut hub = cli_support::Hub::start();
    let stream = hub.follow("t");
    let asking = hub.begin(&["ask", "-t", "t", "input", "Name?"]);
    let id = stream.asked();
    // As a full disk: no file may grow.
    let full = Rlimit { current: Some(0), maximum: None };
    prlimit(Some(hub.pid()), Resource::Fsize, full).expect("the hub is ours");
    let refused = hub.begin(&["ask", "-t", "u", "input", "Age?"]);
    refused.note_with("lost its store");
    asking.note_with("lost its store");
    hub.kill_and_start_again();
    asking.note_with("still open");
    assert_eq!(hub.run(&["answer", "-t", "t", &id, "--value", "ann"]).status, 0);
    let done = asking.end();
    assert_eq!((done.status, done.out.as_str()), (0, "ann\n"), "{}", done.err);
}
