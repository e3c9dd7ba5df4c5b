//! `follow` and `watch` through the program: the stream over a restart, answers from a terminal.

mod cli_support;

use cli_support::Hub;
use rustix::process::Signal;

#[test]
fn follow_goes_on_over_a_restart_without_a_gap() {
    let mut hub = Hub::start();
    let stream = hub.follow("t");
    let first = hub.run(&["ask", "-t", "t", "--timeout", "1ms", "confirm", "before"]);
    assert_eq!(first.status, 124);
    hub.kill_and_start_again();
    let second = hub.run(&["ask", "-t", "t", "--timeout", "1ms", "confirm", "after"]);
    assert_eq!(second.status, 124);
    let mut seqs = Vec::new();
    while seqs.len() < 2 || seqs.iter().filter(|(kind, _)| kind == "dialog.settled").count() < 2 {
        let event = cli_support::read(&stream.0.line());
        seqs.push((
            event["type"].as_str().unwrap_or_default().to_owned(),
            event["seq"].as_u64().unwrap_or_default(),
        ));
    }
    let numbers: Vec<u64> = seqs.iter().map(|(_, seq)| *seq).collect();
    assert_eq!(numbers, (1..=numbers.len() as u64).collect::<Vec<_>>());
    stream.0.signal(Signal::INT);
    assert_eq!(stream.0.end().status, 0, "Ctrl-C is the way to end it");
}

#[test]
fn watch_answers_what_is_open_from_lines() {
    let hub = Hub::start();
    let stream = hub.follow("t");
    let first = hub.begin(&["ask", "-t", "t", "select", "Where?", "staging", "production"]);
    stream.asked();
    let second = hub.begin(&["ask", "-t", "t", "editor", "Notes?"]);
    stream.asked();
    let mut watching = hub.begin_typing(&["watch", "-t", "t", "--label", "ann"]);
    watching.line_with("Where?");
    watching.types("7");
    watching.line_with("type a number from 1 to 2");
    watching.types("2");
    watching.line_with("[1] answered by ann");
    watching.line_with("Notes?");
    for line in ["one", "two", "."] {
        watching.types(line);
    }
    watching.line_with("[2] answered by ann");
    assert_eq!(first.end().out, "production\n");
    assert_eq!(second.end().out, "one\ntwo\n");
    watching.signal(Signal::TERM);
    assert_eq!(watching.end().status, 0);
}

#[test]
fn a_card_that_is_answered_elsewhere_drops_out_of_the_prompt() {
    let hub = Hub::start();
    let stream = hub.follow("t");
    let _first = hub.begin(&["ask", "-t", "t", "confirm", "First?"]);
    let id = stream.asked();
    let second = hub.begin(&["ask", "-t", "t", "input", "Second?"]);
    stream.asked();
    let mut watching = hub.begin_typing(&["watch", "-t", "t"]);
    watching.line_with("First?");
    assert_eq!(hub.run(&["answer", "-t", "t", &id, "--no", "--label", "laptop"]).status, 0);
    watching.line_with("[1] answered by laptop");
    watching.line_with("Second?");
    watching.types("yes");
    assert_eq!(second.end().out, "yes\n", "the line belongs to the card that is shown");
}

#[test]
fn a_refused_answer_is_told_and_the_card_shown_again() {
    let hub = Hub::start();
    let stream = hub.follow("t");
    let asking = hub.begin(&["ask", "-t", "t", "input", "Code?", "--pattern", "^[0-9]+$"]);
    stream.asked();
    let mut watching = hub.begin_typing(&["watch", "-t", "t"]);
    watching.line_with("Code?");
    watching.types("abc");
    watching.line_with("refused");
    watching.line_with("Code?");
    watching.types("42");
    assert_eq!(asking.end().out, "42\n");
}

#[test]
fn an_answer_that_is_typed_while_the_hub_is_away_is_given_when_it_is_back() {
    let mut hub = Hub::start();
    let stream = hub.follow("t");
    let asking = hub.begin(&["ask", "-t", "t", "select", "Where?", "staging", "production"]);
    stream.asked();
    let mut watching = hub.begin_typing(&["watch", "-t", "t", "--label", "ann"]);
    watching.line_with("Where?");
    hub.kill();
    watching.note_with("coming back");
    watching.types("2");
    watching.line_with("it is sent when the hub is back");
    hub.start_again();
    watching.line_with("[1] answered by ann");
    assert_eq!(asking.end().out, "production\n");
}

#[test]
fn a_title_cannot_steer_the_terminal() {
    let hub = Hub::start();
    let stream = hub.follow("t");
    let _asking = hub.begin(&["ask", "-t", "t", "confirm", "\u{1b}[2Jgone\u{202e}"]);
    stream.asked();
    let watching = hub.begin_typing(&["watch", "-t", "t"]);
    assert_eq!(watching.line_with("confirm"), "[1] confirm: \\u{1b}[2Jgone\\u{202e}");
    let following = hub.begin(&["follow", "-t", "t"]);
    assert!(following.line_with("confirm").ends_with("confirm: \\u{1b}[2Jgone\\u{202e}"));
}
