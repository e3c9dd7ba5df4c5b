//! What lines of a person become on the wire.

use serde_json::json;

use super::*;

fn prompt(mut dialog: Value) -> Prompt {
    dialog["title"] = "T".into();
    Prompt::new(serde_json::from_value(dialog).unwrap())
}

fn fed(dialog: Value, lines: &[&str]) -> Step {
    let mut prompt = prompt(dialog);
    let (last, first) = lines.split_last().unwrap();
    for line in first {
        assert!(matches!(prompt.feed(line), Step::More(_)), "{line:?}");
    }
    prompt.feed(last)
}

#[test]
fn lines_become_the_answer_of_the_method() {
    let select =
        || json!({"method": "select", "options": ["a", {"value": "b", "label": "Bee"}], "allow_other": true});
    let multi = || json!({"method": "multiselect", "options": ["a", "b", "c"], "allow_other": true});
    let questions = json!([
        {"id": "q1", "question": "One?", "options": ["x", "y"]},
        {"id": "q2", "question": "Two?", "required": false},
        {"id": "q3", "question": "Three?", "options": ["x", "y"], "multi_select": true},
        {"id": "q4", "question": "Four?", "options": ["x"], "allow_other": true}
    ]);
    for (dialog, lines, answer) in [
        (json!({"method": "confirm"}), &["Yes"][..], json!({"confirmed": true})),
        (json!({"method": "confirm"}), &["n"], json!({"confirmed": false})),
        (select(), &["2"], json!({"value": "b"})),
        (select(), &["Bee"], json!({"value": "b"})),
        (select(), &["a"], json!({"value": "a"})),
        (select(), &["zzz"], json!({"other": "zzz"})),
        (select(), &["=2"], json!({"other": "2"})),
        (multi(), &["3, 1"], json!({"values": ["c", "a"]})),
        (multi(), &[""], json!({"values": []})),
        (multi(), &["1 =more of it"], json!({"values": ["a"], "other": "more of it"})),
        (json!({"method": "input"}), &["some text"], json!({"value": "some text"})),
        (json!({"method": "input"}), &["="], json!({"value": ""})),
        (json!({"method": "input"}), &["=/quit"], json!({"value": "/quit"})),
        (json!({"method": "secret"}), &["=s3"], json!({"value": "=s3"})),
        (json!({"method": "editor"}), &["one", "", "=.", "."], json!({"value": "one\n\n."})),
        (json!({"method": "editor", "prefill": "as it was"}), &["."], json!({"value": "as it was"})),
        (json!({"method": "approval"}), &["1"], json!({"choice": "once"})),
        (
            json!({"method": "approval"}),
            &["deny not today"],
            json!({"choice": "deny", "reason": "not today"}),
        ),
        (json!({"method": "approval", "choices": ["session", "deny"]}), &["1"], json!({"choice": "session"})),
        (json!({"method": "form"}), &[r#"{"n":1}"#], json!({"content": {"n": 1}})),
        (json!({"method": "x.pick"}), &["[2]"], json!({"result": [2]})),
        (
            json!({"method": "questionnaire", "questions": questions}),
            &["1", "", "1 2", "mine"],
            json!({"answers": [{"id": "q1", "value": "x"}, {"id": "q3", "value": ["x", "y"]}, {"id": "q4", "other": "mine"}]}),
        ),
    ] {
        assert_eq!(fed(dialog.clone(), lines), Step::Answer(answer.to_string()), "{dialog} {lines:?}");
    }
}

#[test]
fn null_is_as_if_absent() {
    let question =
        json!({"id": "q", "question": "Q?", "options": null, "multi_select": null, "required": null});
    let dialog =
        json!({"method": "questionnaire", "options": null, "allow_other": null, "questions": [question]});
    let answer = json!({"answers": [{"id": "q", "value": "v"}]}).to_string();
    assert_eq!(fed(dialog.clone(), &["v"]), Step::Answer(answer));
    assert!(matches!(prompt(dialog).feed(""), Step::Again(_)), "it is required");
}

#[test]
fn what_is_no_answer_is_asked_again() {
    for (dialog, line) in [
        (json!({"method": "confirm"}), ""),
        (json!({"method": "confirm"}), "maybe"),
        (json!({"method": "select", "options": ["a"]}), "2"),
        (json!({"method": "select", "options": ["a"]}), "0"),
        (json!({"method": "select", "options": ["a"]}), ""),
        (json!({"method": "multiselect", "options": ["a"]}), "1 7"),
        (json!({"method": "input"}), ""),
        (json!({"method": "approval"}), "session"),
        (json!({"method": "form"}), "nonsense"),
        (json!({"method": "questionnaire", "questions": [{"id": "q", "question": "Q?"}]}), ""),
    ] {
        assert!(matches!(prompt(dialog.clone()).feed(line), Step::Again(_)), "{dialog} {line:?}");
    }
}

#[test]
fn only_a_secret_is_typed_unseen() {
    assert!(prompt(json!({"method": "secret"})).is_secret());
    assert!(!prompt(json!({"method": "input"})).is_secret());
}

#[test]
fn json_is_sent_with_its_numbers_as_they_were_typed() {
    let answer = r#"{"result":{"n":1.50}}"#.to_owned();
    assert_eq!(fed(json!({"method": "x.pick"}), &[r#" {"n":1.50} "#]), Step::Answer(answer));
}
