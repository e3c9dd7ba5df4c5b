//! Every method's answers: what is good, what it is worth, and which rule a bad one breaks.

use serde_json::{Value, json};

use super::{Answer, Locks, Reason, Refusal, Verdict};
use crate::core::dialog::Dialog;
use crate::core::json::Json;

pub(super) fn dialog(source: Value) -> Dialog {
    let mut source = source;
    source["title"] = json!("t");
    Dialog::reload(Json(source)).unwrap()
}

pub(super) fn judge(dialog: &Dialog, payload: &Value) -> Result<Verdict, Refusal> {
    dialog.judge(&Json(payload.clone()), &Locks::default())
}

pub(super) fn answer(dialog: &Dialog, payload: &Value) -> Answer {
    match judge(dialog, payload) {
        Ok(Verdict::Answered(answer)) => answer,
        other => panic!("{payload}: {other:?}"),
    }
}

/// Good payloads with their values.
fn accepts(source: Value, cases: &[(Value, Value)]) {
    let dialog = dialog(source);
    for (payload, value) in cases {
        assert_eq!(answer(&dialog, payload).value().0, *value, "{payload}");
    }
}

/// Bad payloads with the rule and the field.
fn refuses(source: Value, cases: &[(Value, Reason, &str)]) {
    let dialog = dialog(source);
    for (payload, reason, field) in cases {
        let refusal = judge(&dialog, payload).unwrap_err();
        assert_eq!((refusal.reason, refusal.field.as_deref()), (*reason, Some(*field)), "{payload}");
        assert!(refusal.detail.len() > 5, "{payload}");
    }
}

#[test]
fn confirm_takes_a_bool_alone() {
    let confirm = json!({"method": "confirm"});
    accepts(
        confirm.clone(),
        &[
            (json!({"confirmed": true, "value": [0]}), json!(true)),
            (json!({"confirmed": false, "cancelled": false}), json!(false)),
        ],
    );
    let bad = [json!("true"), json!(1), json!(null), json!([])];
    refuses(confirm, &bad.map(|value| (json!({"confirmed": value}), Reason::Shape, "confirmed")));
}

#[test]
fn select_compares_exactly() {
    let select =
        json!({"method": "select", "options": ["naïve", "Go, now", {"value": "p", "label": "Prod"}, "👍🏽"]});
    accepts(
        select.clone(),
        &[
            (json!({"value": "Go, now", "other": null}), json!("Go, now")),
            (json!({"value": "naïve", "cancelled": false}), json!("naïve")),
            (json!({"value": "p", "confirmed": true}), json!("p")),
        ],
    );
    let unlisted = ["Prod", "P", " p", "p\n", "", "Go", "nai\u{308}ve", "👍"];
    refuses(select.clone(), &unlisted.map(|value| (json!({"value": value}), Reason::NotOffered, "value")));
    refuses(
        select,
        &[
            (json!({"value": 0}), Reason::Shape, "value"),
            (json!({"value": ["p"]}), Reason::Shape, "value"),
            (json!({"value": {"value": "p"}}), Reason::Shape, "value"),
            (json!({"value": null}), Reason::Shape, "value"),
            (json!({"values": ["p"]}), Reason::Shape, "value"),
            (json!({"other": "p"}), Reason::NotOffered, "other"),
            (json!({"value": "p", "other": "p"}), Reason::NotOffered, "other"),
        ],
    );
}

#[test]
fn what_was_typed_stays_apart_from_what_was_picked() {
    let select = json!({"method": "select", "options": ["k"], "allow_other": true});
    let typed = answer(&dialog(select.clone()), &json!({"value": null, "other": "k"}));
    assert_eq!((typed.fields().0, typed.value().0), (json!({"other": "k"}), json!("k")));
    accepts(select.clone(), &[(json!({"other": "  a, b "}), json!("  a, b "))]);
    refuses(
        select,
        &[
            (json!({"value": "a"}), Reason::NotOffered, "value"),
            (json!({"value": "a", "other": "b"}), Reason::NotOffered, "value"),
            (json!({"value": "k", "other": ""}), Reason::Count, "value"),
            (json!({"other": "\u{2003}\n"}), Reason::Blank, "other"),
            (json!({"other": 5}), Reason::Shape, "other"),
            (json!({"value": 5, "other": "a"}), Reason::Shape, "value"),
            (json!({"value": null, "other": null}), Reason::Shape, "value"),
        ],
    );
}

#[test]
fn multiselect_counts_what_was_typed_as_one() {
    let many = json!({"method": "multiselect", "options": ["a, b", "a", "b"], "allow_other": true, "min": 1, "max": 2});
    accepts(
        many.clone(),
        &[
            (json!({"values": ["b", "a"]}), json!(["b", "a"])),
            (json!({"values": ["a, b"], "other": "c, d"}), json!(["a, b", "c, d"])),
            (json!({"values": [], "other": "a"}), json!(["a"])),
        ],
    );
    refuses(
        many,
        &[
            (json!({"values": "a"}), Reason::Shape, "values"),
            (json!({"values": {"0": "a"}}), Reason::Shape, "values"),
            (json!({"values": ["a", null]}), Reason::Shape, "values"),
            (json!({"values": [["a"]]}), Reason::Shape, "values"),
            (json!({"values": ["zzz"], "other": 5}), Reason::Shape, "other"),
            (json!({"other": "a"}), Reason::Shape, "values"),
            (json!({"values": ["a", "a", "zzz"]}), Reason::NotOffered, "values"),
            (json!({"values": ["a", "a", "b"]}), Reason::Duplicate, "values"),
            (json!({"values": []}), Reason::Count, "values"),
            (json!({"values": ["a", "b"], "other": " "}), Reason::Count, "values"),
            (json!({"values": ["a"], "other": " "}), Reason::Blank, "other"),
        ],
    );
    let plain = json!({"method": "multiselect", "options": ["a", "b"]});
    accepts(plain.clone(), &[(json!({"values": []}), json!([]))]);
    refuses(plain, &[(json!({"values": ["a"], "other": "b"}), Reason::NotOffered, "other")]);
}

#[test]
fn texts_are_kept_as_they_are() {
    for method in ["input", "editor"] {
        let texts = ["", "  a ", "a\nb\0c", "\u{202e}abc𝒳"];
        let cases = texts.map(|text| (json!({"value": text, "other": 1}), json!(text)));
        accepts(json!({"method": method}), &cases);
        let bad = [json!(5), json!(true), json!(null), json!(["a"])];
        refuses(
            json!({"method": method}),
            &bad.map(|value| (json!({"value": value}), Reason::Shape, "value")),
        );
    }
}

#[test]
fn lengths_are_in_characters_and_go_before_the_pattern() {
    let input = json!({"method": "input", "max_length": 2, "pattern": "^[a-zé👍]*$"});
    accepts(input.clone(), &[(json!({"value": "👍👍"}), json!("👍👍")), (json!({"value": ""}), json!(""))]);
    refuses(
        input,
        &[
            (json!({"value": "👍👍👍"}), Reason::TooLong, "value"),
            (json!({"value": "ABC"}), Reason::TooLong, "value"),
            (json!({"value": "AB"}), Reason::Pattern, "value"),
            (json!({"value": "e\u{301}"}), Reason::Pattern, "value"),
        ],
    );
    refuses(
        json!({"method": "editor", "max_length": 0}),
        &[(json!({"value": "a"}), Reason::TooLong, "value")],
    );
}

#[test]
fn a_secret_is_no_answer_and_is_never_printed() {
    let secret = dialog(json!({"method": "secret"}));
    let Ok(Verdict::Secret(text)) = judge(&secret, &json!({"value": "hunter2"})) else {
        panic!("a text is a good secret");
    };
    assert_eq!(text.expose(), "hunter2");
    assert_eq!(format!("{text:?}"), "…");
    let Ok(Verdict::Secret(again)) = judge(&secret, &json!({"value": "hunter2"})) else {
        panic!("a text is a good secret");
    };
    assert_eq!(text.digest(b"salt"), again.digest(b"salt"));
    assert_ne!(text.digest(b"salt"), text.digest(b"other"));
    assert_ne!(text.digest(b"salth"), again.digest(b"salt"));
    assert!(matches!(judge(&secret, &json!({"value": ""})), Ok(Verdict::Secret(_))));
    assert_eq!(judge(&secret, &json!({"value": 5})).unwrap_err().reason, Reason::Shape);
}

#[test]
fn approval_takes_a_choice_and_edits_where_it_may() {
    let editable = json!({"method": "approval", "choices": ["always", "deny"], "editable": true});
    accepts(
        editable.clone(),
        &[
            (json!({"choice": "always", "reason": null, "input": null}), json!({"choice": "always"})),
            (json!({"choice": "deny", "reason": "no, sir"}), json!({"choice": "deny", "reason": "no, sir"})),
            (
                json!({"choice": "always", "input": [0, null]}),
                json!({"choice": "always", "input": [0, null]}),
            ),
        ],
    );
    refuses(
        editable,
        &[
            (json!({"choice": "once"}), Reason::NotOffered, "choice"),
            (json!({"choice": "Deny"}), Reason::NotOffered, "choice"),
            (json!({"choice": true}), Reason::Shape, "choice"),
            (json!({"choice": "once", "reason": 5}), Reason::Shape, "reason"),
            (json!({"value": "deny"}), Reason::Shape, "choice"),
        ],
    );
    let plain = json!({"method": "approval"});
    accepts(
        plain.clone(),
        &[
            (json!({"choice": "once"}), json!({"choice": "once"})),
            (json!({"choice": "deny"}), json!({"choice": "deny"})),
        ],
    );
    refuses(
        plain,
        &[
            (json!({"choice": "session"}), Reason::NotOffered, "choice"),
            (json!({"choice": "once", "input": {}}), Reason::Shape, "input"),
            (json!({"choice": "session", "input": {}}), Reason::NotOffered, "choice"),
        ],
    );
}

#[test]
fn form_takes_an_object_that_satisfies_its_schema() {
    let schema = json!({"required": ["n"], "properties": {"n": {"type": "string"}, "big": {"type": "integer", "minimum": 0}, "l": {"items": {"type": "string"}}}});
    let form = json!({"method": "form", "schema": schema});
    let exact = json!({"n": "", "big": 18_446_744_073_709_551_615_u64, "free": 1.25, "l": ["k"]});
    accepts(form.clone(), &[(json!({"content": exact}), exact.clone())]);
    let bad = [json!([]), json!("{}"), json!(null), json!(1)];
    refuses(form.clone(), &bad.map(|content| (json!({"content": content}), Reason::Shape, "content")));
    let dialog = dialog(form);
    for (content, pointer) in [
        (json!({}), ""),
        (json!({"n": 1}), "/n"),
        (json!({"n": "", "big": -1}), "/big"),
        (json!({"n": "", "l": ["k", 5]}), "/l/1"),
    ] {
        let refusal = judge(&dialog, &json!({"content": content})).unwrap_err();
        assert_eq!(
            (refusal.reason, refusal.pointer.as_deref()),
            (Reason::Schema, Some(pointer)),
            "{content}"
        );
    }
}

#[test]
fn a_custom_result_is_any_json() {
    let results = [json!(5), json!(null), json!(false), json!({"a": [1, {"b": "c"}]})];
    accepts(json!({"method": "x.tool"}), &results.map(|result| (json!({"result": result}), result)));
    let strict =
        json!({"method": "x.tool", "result_schema": {"pattern": "^#[0-9a-f]{3}$", "type": "string"}});
    accepts(strict.clone(), &[(json!({"result": "#0f0"}), json!("#0f0"))]);
    refuses(
        strict,
        &[
            (json!({"result": "red"}), Reason::Schema, "result"),
            (json!({"result": null}), Reason::Schema, "result"),
            (json!({"value": "#0f0"}), Reason::Shape, "result"),
        ],
    );
}
