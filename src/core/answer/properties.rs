//! What holds of every method, and of any JSON.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::tests::{answer, dialog, judge};
use super::{Answer, Reason, Verdict};
use crate::core::dialog::Dialog;
use crate::core::json::Json;

/// One dialog of each method.
fn every() -> Vec<Dialog> {
    [
        json!({"method": "confirm"}),
        json!({"method": "select", "options": ["k", "l"], "allow_other": true}),
        json!({"method": "multiselect", "options": ["k", "l"], "allow_other": true}),
        json!({"method": "input", "max_length": 2}),
        json!({"method": "editor"}),
        json!({"method": "secret"}),
        json!({"method": "questionnaire", "questions": [
            {"id": "k", "question": "?", "required": false},
            {"id": "l", "question": "?", "options": ["k", "l"], "multi_select": true, "allow_other": true, "required": false}]}),
        json!({"method": "approval", "editable": true}),
        json!({"method": "form", "schema": {"properties": {"k": {"type": "string"}}}}),
        json!({"method": "x.tool"}),
    ]
    .map(dialog)
    .into()
}

#[test]
fn what_is_no_object_or_lacks_the_field_is_a_shape_for_every_method() {
    for dialog in every() {
        for payload in [
            json!(null),
            json!("k"),
            json!(1),
            json!(true),
            json!([{"value": "k"}]),
            json!({}),
            json!({"zzz": 1}),
        ] {
            assert_eq!(
                judge(&dialog, &payload).unwrap_err().reason,
                Reason::Shape,
                "{} {payload}",
                dialog.method()
            );
        }
    }
}

#[test]
fn only_true_dismisses_and_it_dismisses_everything() {
    for dialog in every() {
        let payload = json!({"cancelled": true, "value": 5, "values": 5, "answers": 5});
        assert!(matches!(judge(&dialog, &payload), Ok(Verdict::Cancelled)), "{}", dialog.method());
        for no in [json!(false), json!("true"), json!(1), json!(null), json!([true])] {
            let refusal = judge(&dialog, &json!({"cancelled": no})).unwrap_err();
            assert_eq!(refusal.reason, Reason::Shape, "{} {no}", dialog.method());
        }
    }
}

/// JSON that often has the fields of an answer.
fn payloads() -> impl Strategy<Value = Value> {
    let word = || prop_oneof!["k", "l", "once", "deny", " ", ".{0,4}"];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        word().prop_map(Value::from),
    ];
    let name = prop_oneof![
        prop::sample::select(vec![
            "confirmed",
            "value",
            "values",
            "other",
            "answers",
            "id",
            "choice",
            "reason",
            "input",
            "content",
            "result"
        ])
        .prop_map(str::to_owned),
        word(),
    ];
    leaf.prop_recursive(4, 32, 5, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((name.clone(), inner), 0..6)
                .prop_map(|fields| fields.into_iter().collect()),
        ]
    })
}

proptest! {
    #[test]
    fn an_accepted_answer_is_accepted_again_and_equal(payload in payloads()) {
        for dialog in every() {
            if let Ok(Verdict::Answered(first)) = judge(&dialog, &payload) {
                prop_assert_eq!(&answer(&dialog, &first.fields().0), &first);
                let stored = serde_json::to_string(&first).unwrap();
                prop_assert_eq!(serde_json::from_str::<Answer>(&stored).unwrap(), first);
            }
        }
    }

    #[test]
    fn any_json_is_a_dialog_or_an_error(source in payloads(), method in 0_usize..10) {
        let mut source = source;
        if let Value::Object(fields) = &mut source {
            fields.insert("method".into(), every()[method].method().as_str().into());
            fields.insert("title".into(), "t".into());
        }
        if let Ok(dialog) = Dialog::reload(Json(source.clone())) {
            prop_assert_eq!(dialog.source(), &Json(source));
        }
    }
}
