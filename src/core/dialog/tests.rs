//! What is refused when it is asked, and what is not.

use serde_json::{Value, json};

use super::{Dialog, DialogError};
use crate::core::json::Json;
use crate::core::limits::Limits;

pub(in crate::core) fn parse(source: Value) -> Result<Dialog, DialogError> {
    Dialog::parse(Json(source), &Limits::default())
}

/// `source` with a title, unless it has one.
fn titled(mut source: Value) -> Value {
    if source.get("title").is_none() {
        source["title"] = json!("Go on?");
    }
    source
}

fn bad_field(source: Value) -> String {
    match parse(source.clone()) {
        Err(DialogError::BadDialog { field, detail }) => {
            assert!(detail.len() > 5, "{source}: {detail:?}");
            field
        }
        other => panic!("{source}: {other:?}"),
    }
}

fn questions(questions: Value) -> Value {
    json!({"method": "questionnaire", "questions": questions})
}

#[test]
fn a_dialog_without_method_or_title_is_bad() {
    let cases = [
        (json!("confirm"), "dialog"),
        (json!({"title": "t"}), "method"),
        (json!({"title": "t", "method": 1}), "method"),
        (json!({"title": "t", "method": "shout"}), "method"),
        (json!({"title": "t", "method": "SELECT"}), "method"),
        (json!({"title": "t", "method": "x."}), "method"),
        (json!({"title": "t", "method": "x.a b"}), "method"),
        (json!({"title": "t", "method": "y.a"}), "method"),
        (json!({"method": "confirm"}), "title"),
        (json!({"method": "confirm", "title": null}), "title"),
        (json!({"method": "confirm", "title": ["t"]}), "title"),
        (json!({"method": "confirm", "title": "\u{a0}\n "}), "title"),
    ];
    for (source, field) in cases {
        assert_eq!(bad_field(source), field);
    }
}

#[test]
fn what_could_never_be_answered_or_drawn_is_bad_and_its_field_is_named() {
    let cases = [
        (json!({"method": "confirm", "message": 1}), "message"),
        (json!({"method": "confirm", "yes_label": []}), "yes_label"),
        (json!({"method": "select"}), "options"),
        (json!({"method": "select", "options": []}), "options"),
        (json!({"method": "select", "options": {"a": 1}}), "options"),
        (json!({"method": "select", "options": ["k", "l", "k"]}), "options.2"),
        (json!({"method": "select", "options": ["k", true]}), "options.1"),
        (json!({"method": "select", "options": [{"label": "K"}]}), "options.0.value"),
        (json!({"method": "select", "options": [{"value": 1}]}), "options.0.value"),
        (json!({"method": "select", "options": [{"value": "k", "label": 1}]}), "options.0.label"),
        (json!({"method": "select", "options": ["k"], "allow_other": "yes"}), "allow_other"),
        (json!({"method": "multiselect", "options": []}), "options"),
        (json!({"method": "multiselect", "options": ["k", {"value": "k"}]}), "options.1"),
        (json!({"method": "multiselect", "options": ["k", "l"], "min": 2, "max": 1}), "min"),
        (json!({"method": "multiselect", "options": ["k", "l"], "min": 3}), "min"),
        (json!({"method": "multiselect", "options": ["k"], "allow_other": true, "min": 3}), "min"),
        (json!({"method": "multiselect", "options": ["k"], "max": -1}), "max"),
        (json!({"method": "multiselect", "options": ["k"], "max": 1.5}), "max"),
        (json!({"method": "input", "max_length": "3"}), "max_length"),
        (json!({"method": "input", "pattern": "[a"}), "pattern"),
        (json!({"method": "input", "pattern": "(?=x)y"}), "pattern"),
        (json!({"method": "input", "pattern": "(?<=x)y"}), "pattern"),
        (json!({"method": "input", "pattern": r"(x)\1"}), "pattern"),
        (json!({"method": "input", "pattern": "((x{900}){900}){900}"}), "pattern"),
        (json!({"method": "editor", "max_length": -2}), "max_length"),
        (json!({"method": "editor", "prefill": 2}), "prefill"),
        (json!({"method": "secret", "default": "hunter2"}), "default"),
        (json!({"method": "approval", "choices": []}), "choices"),
        (json!({"method": "approval", "choices": ["once", "never"]}), "choices.1"),
        (json!({"method": "approval", "choices": ["once", "once"]}), "choices.1"),
        (json!({"method": "approval", "choices": "once"}), "choices"),
        (json!({"method": "approval", "editable": 1}), "editable"),
        (json!({"method": "form"}), "schema"),
        (json!({"method": "form", "schema": true}), "schema"),
        (json!({"method": "form", "schema": {"type": "thing"}}), "schema"),
        (json!({"method": "form", "schema": {"$ref": "https://example.org/s"}}), "schema"),
        (json!({"method": "x.tool", "result_schema": {"required": "a"}}), "result_schema"),
        (json!({"method": "x.tool", "result_schema": "string"}), "result_schema"),
    ];
    for (source, field) in cases {
        assert_eq!(bad_field(titled(source)), field);
    }
}

#[test]
fn a_bad_question_is_named_with_its_path() {
    let cases = [
        (json!(null), "questions"),
        (json!([]), "questions"),
        (json!({"id": "p"}), "questions"),
        (json!(["p"]), "questions.0"),
        (json!([{"question": "P?"}]), "questions.0.id"),
        (json!([{"id": "", "question": "P?"}]), "questions.0.id"),
        (json!([{"id": "p"}]), "questions.0.question"),
        (json!([{"id": "p", "question": " "}]), "questions.0.question"),
        (json!([{"id": "p", "question": "P?"}, {"id": "p", "question": "Q?"}]), "questions.1.id"),
        (json!([{"id": "p", "question": "P?", "options": ["k", "k"]}]), "questions.0.options.1"),
        (json!([{"id": "p", "question": "P?", "required": "no"}]), "questions.0.required"),
    ];
    for (list, field) in cases {
        assert_eq!(bad_field(titled(questions(list))), field);
    }
}

#[test]
fn a_default_that_is_no_good_answer_is_bad() {
    let cases = [
        json!({"method": "confirm", "default": "no"}),
        json!({"method": "select", "options": ["k"], "default": "l"}),
        json!({"method": "select", "options": ["k"], "allow_other": true, "default": " "}),
        json!({"method": "multiselect", "options": ["k", "l"], "default": "k"}),
        json!({"method": "multiselect", "options": ["k", "l"], "default": ["k", "k"]}),
        json!({"method": "multiselect", "options": ["k", "l"], "max": 1, "default": ["k", "l"]}),
        json!({"method": "multiselect", "options": ["k"], "allow_other": true, "default": ["x", "k"]}),
        json!({"method": "input", "max_length": 1, "default": "ab"}),
        json!({"method": "input", "default": 7}),
        json!({"method": "questionnaire", "questions": [{"id": "p", "question": "P?"}], "default": []}),
        json!({"method": "approval", "default": "deny"}),
        json!({"method": "approval", "default": {"choice": "always"}}),
        json!({"method": "approval", "default": {"cancelled": true}}),
        json!({"method": "form", "schema": {"required": ["n"]}, "default": {}}),
        json!({"method": "x.tool", "result_schema": {"type": "integer"}, "default": "1"}),
    ];
    for source in cases {
        match parse(titled(source.clone())) {
            Err(DialogError::BadDialog { field, detail }) => {
                assert_eq!(field, "default", "{source}");
                assert!(detail.contains("default"), "{source}: {detail}");
            }
            other => panic!("{source}: {other:?}"),
        }
    }
}

#[test]
fn a_good_default_is_kept_as_asked() {
    let cases = [
        json!({"method": "confirm", "default": false}),
        json!({"method": "select", "options": ["k"], "default": "k"}),
        json!({"method": "select", "options": ["k"], "allow_other": true, "default": "typed"}),
        json!({"method": "multiselect", "options": ["k", "l"], "default": ["l", "k"]}),
        json!({"method": "multiselect", "options": ["k"], "allow_other": true, "default": ["k", "x"]}),
        json!({"method": "editor", "default": ""}),
        json!({"method": "questionnaire", "default": [{"id": "p", "other": "own"}],
               "questions": [{"id": "p", "question": "P?", "options": ["k"], "allow_other": true}]}),
        json!({"method": "approval", "default": {"choice": "once", "reason": "fine"}}),
        json!({"method": "form", "schema": {"required": ["n"]}, "default": {"n": 1}}),
        json!({"method": "x.tool", "default": [1, 2]}),
    ];
    for source in cases {
        let default = source["default"].clone();
        let dialog = parse(titled(source)).unwrap();
        assert_eq!(dialog.default_value(), Some(&Json(default)));
    }
}

#[test]
fn good_dialogs_are_taken_as_they_are() {
    let cases = [
        json!({"method": "confirm", "header": "chip", "yes_label": "Oui", "no_label": "Non", "later": [0]}),
        json!({"method": "confirm", "message": null, "header": null, "default": null}),
        json!({"method": "confirm", "title": "שלום 你好 👍🏽"}),
        json!({"method": "select", "allow_other": true}),
        json!({"method": "select", "options": ["k", "K", " k", "k "]}),
        json!({"method": "multiselect", "options": ["k", "l"], "min": 2, "max": 2}),
        json!({"method": "multiselect", "options": ["k"], "allow_other": true, "min": 2}),
        json!({"method": "input", "placeholder": "p", "pattern": "^k|l$", "max_length": 9}),
        json!({"method": "editor", "prefill": "k\nl", "language": "rust"}),
        json!({"method": "secret", "placeholder": "key", "default": null}),
        json!({"method": "approval", "action": {"cmd": null}, "choices": ["deny", "session"], "editable": true}),
        json!({"method": "form", "schema": {"$ref": "#/$defs/k", "$defs": {"k": {}}}}),
        json!({"method": "x.my-tool_2", "params": [1.5, null], "result_schema": false}),
        questions(json!([{"id": "p", "question": "P?", "header": "h", "options": [], "multi_select": true},
                         {"id": "P", "question": "P?", "required": false}])),
    ];
    for source in cases {
        let source = titled(source);
        let dialog = parse(source.clone()).unwrap_or_else(|error| panic!("{source}: {error}"));
        assert_eq!(dialog.source(), &Json(source.clone()));
        assert_eq!(source["method"], dialog.method().as_str());
        assert_eq!(source["title"], dialog.title());
    }
}

#[test]
fn sizes_are_inclusive_and_over_them_is_too_large() {
    let limits = Limits { max_text_bytes: 12, max_options: 2, max_questions: 2, ..Limits::default() };
    let long = "é".repeat(6) + "!";
    let with = |text: &str| {
        let question = json!({"id": "p", "question": text, "options": [text]});
        [
            (json!({"method": "confirm", "title": text}), "title"),
            (json!({"method": "confirm", "message": text}), "message"),
            (json!({"method": "confirm", "header": text}), "header"),
            (json!({"method": "confirm", "no_label": text}), "no_label"),
            (json!({"method": "secret", "placeholder": text}), "placeholder"),
            (json!({"method": "select", "options": ["k", text]}), "options.1"),
            (json!({"method": "select", "options": [{"value": text}]}), "options.0.value"),
            (json!({"method": "select", "options": [{"value": "k", "label": text}]}), "options.0.label"),
            (
                json!({"method": "select", "options": [{"value": "k", "description": text}]}),
                "options.0.description",
            ),
            (questions(json!([question])), "questions.0.question"),
        ]
    };
    for (source, _) in with(&long[..12]) {
        let source = Json(titled(source));
        Dialog::parse(source.clone(), &limits).unwrap_or_else(|error| panic!("{source:?}: {error}"));
    }
    let mut over = with(&long).to_vec();
    let question = |id: &str| json!({"id": id, "question": "?"});
    over.push((json!({"method": "select", "options": ["k", "l", "m"]}), "options"));
    over.push((questions(json!([question("p"), question("q"), question("r")])), "questions"));
    for (source, named) in over {
        let source = Json(titled(source));
        match Dialog::parse(source.clone(), &limits) {
            Err(DialogError::TooLarge { field, .. }) => assert_eq!(field, named),
            other => panic!("{source:?}: {other:?}"),
        }
        Dialog::reload(source).expect("a log is read whatever the limits are now");
    }
    let free = json!({"method": "editor", "title": "t", "prefill": long, "language": long});
    assert!(Dialog::parse(Json(free), &limits).is_ok());
    let labelled = json!({"method": "select", "title": "t", "options": [{"value": long, "label": "k"}]});
    assert!(Dialog::parse(Json(labelled), &limits).is_ok(), "a value with a label is not drawn");
}

#[test]
fn only_a_confirm_is_false_where_nobody_answered() {
    let confirm = parse(json!({"method": "confirm", "title": "t"})).unwrap();
    assert_eq!(confirm.empty_value(), Json(json!(false)));
    let secret = parse(json!({"method": "secret", "title": "t"})).unwrap();
    assert_eq!(secret.empty_value(), Json(Value::Null));
    assert!(secret.is_secret() && !confirm.is_secret());
}
