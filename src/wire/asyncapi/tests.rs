//! The document against the contract's names, and against what is read.

use super::*;

#[test]
fn every_method_and_event_is_named() {
    let names: Vec<String> = document()["components"]["messages"]
        .as_object()
        .unwrap()
        .values()
        .map(|message| message["name"].as_str().unwrap().to_owned())
        .collect();
    let words = "client.identify thread.follow thread.unfollow hub.follow dialog.answer dialog.lock dialog.typing thread.stop \
        thread.prompt host.attach host.detach dialog.ask dialog.withdraw dialog.get thread.publish thread.reset thread.move \
        thread.forget run.begin run.end journal.ack journal.list host.stop host.prompt journal.deliver dialog.asked \
        host.detached hub.hello hub.thread hub.draining dialog.refused dialog.confirm dialog.select dialog.multiselect \
        dialog.input dialog.editor dialog.secret dialog.questionnaire dialog.approval dialog.form x.NAME dialog.locked \
        dialog.deadline dialog.settled thread.status thread.published thread.moved";
    for word in words.split_whitespace() {
        assert!(names.iter().any(|name| name == word), "{word}");
    }
}

#[test]
fn what_is_read_is_what_is_listed() {
    let limits = crate::core::limits::Limits::default();
    let read = |method: &str| crate::wire::call::parse(method, crate::core::json::Json(json!({})), &limits);
    let unknown =
        |method: &str| matches!(read(method), Err(error) if error.code == crate::error::Code::NoRoute);
    assert!(REQUESTS.iter().all(|(method, ..)| !unknown(method)));
}
