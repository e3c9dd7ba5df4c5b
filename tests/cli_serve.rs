//! `serve` and the commands beside it through the program: how it starts, ends, and says what is wrong.

mod cli_support;

use cli_support::{Hub, run};
use rustix::process::Signal;

#[test]
fn a_signal_drains_it_and_it_exits_with_0() {
    for signal in [Signal::TERM, Signal::INT] {
        let hub = Hub::start();
        let done = hub.end_by(signal);
        assert_eq!(done.status, 0, "{}", done.err);
    }
}

#[test]
fn it_says_where_the_data_is_and_that_nobody_signs_in() {
    let hub = Hub::start();
    let data = hub.data().to_owned();
    let done = hub.end_by(Signal::TERM);
    assert!(done.err.contains(&data) && done.err.contains("no sign-in"), "{}", done.err);
}

#[test]
fn what_keeps_it_from_starting_is_one_line() {
    let hub = Hub::start();
    let taken = hub.url().trim_start_matches("http://");
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), "max-opne = 5\n").unwrap();
    let file = file.path().to_str().unwrap();
    for (args, says) in [
        (&["--ephemeral", "--listen", taken][..], taken),
        (&["--data", hub.data(), "--listen", "127.0.0.1:0"], "another dialog-hub is using"),
        (&["--data", "/dev/null/x", "--listen", "127.0.0.1:0"], "/dev/null/x"),
        (&["--ephemeral", "--listen", "0.0.0.0:0"], "loopback"),
        (&["--ephemeral", "--log", "a=b=c"], "log"),
        (&["--ephemeral", "--public-host", "a/b"], "public-host"),
        (&["--config", file], "max-opne"),
    ] {
        let done = run(&[&["serve", "--no-auth"], args].concat());
        assert_eq!((done.status, done.out.as_str()), (1, ""), "{args:?}: {}", done.err);
        assert!(done.err.contains(says), "{args:?}: {}", done.err);
        assert_eq!(done.err.lines().count(), 1, "{args:?}: {}", done.err);
    }
    assert_eq!(run(&["serve", "--max-open", "0"]).status, 2);
}

#[test]
fn a_start_that_is_refused_leaves_no_folder_behind() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    for refused in [&["--listen", "0.0.0.0:0"][..], &["--no-auth=false", "--listen", "127.0.0.1:0"]] {
        let done = run(&[&["serve", "--data", data.to_str().unwrap()], refused].concat());
        assert_eq!((done.status, done.err.lines().count()), (1, 1), "{}", done.err);
        assert!(done.err.contains("loopback") && done.err.contains(refused[0]), "{}", done.err);
        assert!(!data.exists(), "{refused:?}");
    }
}

#[test]
fn stop_settles_what_is_open_and_threads_shows_it() {
    let hub = Hub::start();
    let stream = hub.follow("t");
    let asking = hub.begin(&["ask", "-t", "t", "confirm", "Go?"]);
    stream.asked();
    assert_eq!(hub.run(&["threads"]).out, "t\t1\t- busy\n");
    assert_eq!(hub.run(&["stop", "-t", "t"]).status, 0);
    let done = asking.end();
    assert!(done.status == 5 && done.err.contains("aborted"), "{done:?}");
    assert_eq!(hub.run(&["threads"]).out, "t\t0\t- idle\n");
}

#[test]
fn what_needs_no_hub_runs_without_one() {
    let shown = run(&["config", "show", "--max-open", "3"]);
    assert_eq!(shown.status, 0);
    for line in ["listen = 127.0.0.1:8787 (default)", "max-open = 3 (flag)"] {
        assert!(shown.out.lines().any(|shown| shown == line), "{line}: {}", shown.out);
    }
    for document in ["openapi", "asyncapi"] {
        let done = run(&[document]);
        assert!(done.status == 0 && cli_support::read(&done.out).get(document).is_some());
    }
    assert!(run(&["completions", "bash"]).out.contains("_dialog"));
}
