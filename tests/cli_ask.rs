//! `ask` and `answer` through the program: what is printed, how they exit, what Ctrl-C and a restart do.

mod cli_support;

use cli_support::{Hub, read, run};
use rustix::process::Signal;

#[test]
fn the_answer_alone_is_printed() {
    let hub = Hub::start();
    for (ask, answer, printed) in [
        (&["select", "Pick", "a", "c c"][..], &["--value", "c c"][..], "c c\n"),
        (&["multiselect", "Pick", "a", "b"], &["--value", "b", "--value", "a"], "b\na\n"),
        (&["input", "Name?"], &["--value", ""], "\n"),
        (&["approval", "Deploy?"], &["--yes"], ""),
        (&["confirm", "Go?"], &["--yes"], ""),
        (
            &["x.pick", "Pick"],
            &["--json", r#"{"result":{"n":9007199254740993}}"#],
            "{\"n\":9007199254740993}\n",
        ),
    ] {
        let stream = hub.follow("t");
        let asking = hub.begin(&[&["ask", "-t", "t"], ask].concat());
        let id = stream.asked();
        let answered = hub.run(&[&["answer", "-t", "t", &id], answer].concat());
        assert_eq!(answered.status, 0, "{answered:?}");
        let done = asking.end();
        assert_eq!((done.status, done.out.as_str()), (0, printed), "{ask:?}: {}", done.err);
    }
}

#[test]
fn no_is_1_and_dismissed_is_5() {
    let hub = Hub::start();
    for (ask, answer, status) in [
        (&["confirm", "Go?"][..], "--no", 1),
        (&["approval", "Deploy?"], "--no", 1),
        (&["select", "Pick", "a"], "--cancel", 5),
    ] {
        let stream = hub.follow("t");
        let asking = hub.begin(&[&["ask", "-t", "t"], ask].concat());
        assert_eq!(hub.run(&["answer", "-t", "t", &stream.asked(), answer]).status, 0);
        let done = asking.end();
        assert_eq!((done.status, done.out.as_str()), (status, ""), "{done:?}");
    }
}

#[test]
fn a_secret_is_on_standard_output_alone() {
    let hub = Hub::start();
    let stream = hub.follow("t");
    let asking = hub.begin(&["ask", "-t", "t", "secret", "Key?"]);
    assert_eq!(hub.run(&["answer", "-t", "t", &stream.asked(), "--value", "hunter2"]).status, 0);
    let done = asking.end();
    assert_eq!((done.status, done.out.as_str()), (0, "hunter2\n"));
    assert!(!done.err.contains("hunter2"), "{}", done.err);
}

#[test]
fn a_card_outlives_the_hub_and_is_never_shown_twice() {
    let mut hub = Hub::start();
    let stream = hub.follow("t");
    let asking = hub.begin(&["ask", "-t", "t", "select", "Pick", "a", "b"]);
    let id = stream.asked();
    asking.note_with("waiting for a person");
    hub.kill_and_start_again();
    asking.note_with("still open");
    let row = read(hub.run(&["threads", "--json"]).out.trim());
    assert_eq!((row["thread"].as_str(), row["open"].as_u64()), (Some("t"), Some(1)), "{row}");
    assert_eq!(hub.run(&["answer", "-t", "t", &id, "--value", "b"]).status, 0);
    let done = asking.end();
    assert_eq!((done.status, done.out.as_str()), (0, "b\n"), "{}", done.err);
}

#[test]
fn ctrl_c_withdraws_the_dialog() {
    let hub = Hub::start();
    for signal in [Signal::INT, Signal::TERM] {
        let stream = hub.follow("t");
        let asking = hub.begin(&["ask", "-t", "t", "select", "Pick", "a"]);
        let id = stream.asked();
        asking.signal(signal);
        let done = asking.end();
        assert_eq!((done.status, done.out.as_str()), (130, ""), "{}", done.err);
        let settled = stream.next("dialog.settled");
        assert_eq!(
            (settled["id"].as_str(), settled["outcome"].as_str()),
            (Some(id.as_str()), Some("withdrawn"))
        );
    }
}

#[test]
fn ctrl_c_with_keep_leaves_it_open_and_prints_its_id() {
    let hub = Hub::start();
    let stream = hub.follow("t");
    let asking = hub.begin(&["ask", "-t", "t", "--keep", "select", "Pick", "a"]);
    let id = stream.asked();
    asking.signal(Signal::INT);
    let done = asking.end();
    assert_eq!((done.status, done.out), (130, format!("{id}\n")), "{}", done.err);
    assert_eq!(hub.run(&["answer", "-t", "t", &id, "--value", "a"]).status, 0, "it is still open");
}

#[test]
fn a_timeout_is_124_and_prints_a_default_only_where_it_is_to_be_used() {
    let hub = Hub::start();
    let ask =
        |rest: &[&str]| hub.run(&[&["ask", "-t", "t", "--timeout", "50ms", "--default", "b"], rest].concat());
    let done = ask(&["select", "Pick", "a", "b"]);
    assert_eq!((done.status, done.out.as_str()), (124, ""), "{}", done.err);
    let done = ask(&["--use-default", "select", "Pick", "a", "b"]);
    assert_eq!((done.status, done.out.as_str()), (0, "b\n"), "{}", done.err);
    let confirm = ["ask", "--timeout", "50ms", "--default", "true", "--use-default", "confirm", "Go?"];
    assert_eq!(hub.run(&confirm).status, 124, "a time-out is never a yes");
}

#[test]
fn json_is_the_result_on_one_line_and_errors_too() {
    let hub = Hub::start();
    let done = hub.run(&["ask", "--json", "--timeout", "50ms", "select", "Pick", "a"]);
    assert_eq!((done.status, done.out.lines().count(), done.err.as_str()), (124, 1, ""));
    assert_eq!(read(done.out.trim())["outcome"], "timed_out");
    let done = hub.run(&["ask", "--json", "select", "Pick"]);
    assert_eq!((done.status, done.out.as_str()), (2, ""));
    assert_eq!(read(done.err.trim())["code"], "bad-dialog");
}

#[test]
fn a_refused_answer_is_1_and_a_late_one_5_saying_who_won() {
    let hub = Hub::start();
    let stream = hub.follow("t");
    let _asking = hub.begin(&["ask", "-t", "t", "select", "Pick", "a", "b"]);
    let id = stream.asked();
    let done = hub.run(&["answer", "-t", "t", &id, "--value", "z"]);
    assert!(done.status == 1 && done.err.contains("not-offered"), "{done:?}");
    assert_eq!(hub.run(&["answer", "-t", "t", &id, "--value", "a", "--label", "laptop"]).status, 0);
    let done = hub.run(&["answer", "-t", "t", &id, "--value", "b"]);
    assert_eq!((done.status, done.err.as_str()), (5, "too late: answered by laptop\n"));
}

#[test]
fn without_a_hub_it_is_4_and_names_the_address() {
    for command in [
        &["ask", "confirm", "Go?"][..],
        &["answer", "dlg-1", "--yes"],
        &["follow"],
        &["watch"],
        &["threads"],
        &["stop"],
    ] {
        // Port 1 of loopback: reserved, and nothing of ours.
        let done = run(&[&["--url", "http://127.0.0.1:1"], command].concat());
        assert_eq!((done.status, done.out.as_str()), (4, ""), "{command:?}");
        assert!(done.err.contains("127.0.0.1:1") && done.err.contains("dialog-hub serve"), "{}", done.err);
    }
}

#[test]
fn usage_is_2_before_anything_is_connected() {
    for args in [
        &["ask", "-t", "bad thread", "confirm", "Go?"][..],
        &["ask", "no-such-kind", "T"],
        &["ask", "confirm", "T", "extra"],
        &["ask", "--min", "1", "confirm", "T"],
        &["ask", "--timeout", "soon", "confirm", "T"],
        &["answer", "dlg-1"],
        &["answer", "dlg-1", "--yes", "--no"],
        &["--url", "https://127.0.0.1", "threads"],
    ] {
        let done = run(args);
        assert_eq!((done.status, done.out.as_str()), (2, ""), "{args:?}: {}", done.err);
        assert!(!done.err.trim().is_empty());
    }
}
