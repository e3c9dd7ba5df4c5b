//! What a command line becomes on the wire.

use std::io::Write;

use serde_json::{Value, json};

use super::*;

fn built(method: &str, arguments: &[&str], spec: &Spec) -> Result<Value, Failure> {
    let arguments: Vec<String> = arguments.iter().map(|s| (*s).to_owned()).collect();
    let dialog = spec.dialog(&Method::parse(method).unwrap(), "T", &arguments)?;
    Ok(serde_json::to_value(dialog).unwrap())
}

fn file(text: &str) -> tempfile::NamedTempFile {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(text.as_bytes()).unwrap();
    file
}

#[test]
fn options_are_taken_as_they_are() {
    let spec = Spec { allow_other: true, ..Spec::default() };
    let expected =
        json!({"method": "select", "title": "T", "options": ["a", "c c", "k=v"], "allow_other": true});
    assert_eq!(built("select", &["a", "c c", "k=v"], &spec).unwrap(), expected);
    assert_eq!(
        built("select", &[], &Spec::default()).unwrap()["options"],
        json!([]),
        "the hub says what is wrong with it"
    );
}

#[test]
fn a_description_belongs_to_the_longest_option_that_fits() {
    let spec = Spec { description: vec!["a=b=why".into()], ..Spec::default() };
    let options = built("select", &["a", "a=b"], &spec).unwrap()["options"].clone();
    assert_eq!(options, json!(["a", {"value": "a=b", "description": "why"}]));
    assert!(built("select", &["x"], &spec).is_err());
}

#[test]
fn the_arguments_of_an_approval_are_its_choices() {
    let spec = Spec { action: Some(r#"{"n":9007199254740993}"#.into()), ..Spec::default() };
    let dialog = built("approval", &["once", "always", "deny"], &spec).unwrap();
    assert_eq!(dialog["choices"], json!(["once", "always", "deny"]));
    assert_eq!(dialog["action"]["n"], json!(9_007_199_254_740_993_u64));
    assert_eq!(built("approval", &[], &Spec::default()).unwrap().get("choices"), None);
}

#[test]
fn a_default_is_text_where_the_answer_is_text_and_json_elsewhere() {
    let spec = Spec { default: Some("1".into()), ..Spec::default() };
    assert_eq!(built("select", &["1"], &spec).unwrap()["default"], json!("1"));
    assert_eq!(built("multiselect", &["1"], &spec).unwrap()["default"], json!(1));
    let spec = Spec { default: Some("true".into()), ..Spec::default() };
    assert_eq!(built("confirm", &[], &spec).unwrap()["default"], json!(true));
    let spec = Spec { default: Some("yes".into()), ..Spec::default() };
    assert!(built("confirm", &[], &spec).is_err());
}

#[test]
fn a_form_and_a_questionnaire_read_a_file() {
    let schema = file(r#"{"type":"object"}"#);
    let path = schema.path().to_str().unwrap();
    assert_eq!(built("form", &[path], &Spec::default()).unwrap()["schema"], json!({"type": "object"}));
    let spec = Spec { schema: Some(path.into()), ..Spec::default() };
    assert_eq!(built("form", &[], &spec).unwrap()["schema"], json!({"type": "object"}));
    assert!(built("form", &[path], &spec).is_err(), "one file, not two");
    assert!(built("form", &[], &Spec::default()).is_err());

    let questions = file(r#"[{"id":"q","question":"Q?"}]"#);
    let dialog = built("questionnaire", &[questions.path().to_str().unwrap()], &Spec::default()).unwrap();
    assert_eq!(dialog["questions"], json!([{"id": "q", "question": "Q?"}]));
    let whole = file(r#"{"method":"questionnaire","title":"other","message":"M","questions":[]}"#);
    let dialog = built("questionnaire", &[whole.path().to_str().unwrap()], &Spec::default()).unwrap();
    assert_eq!(dialog, json!({"method": "questionnaire", "title": "T", "message": "M", "questions": []}));
}

#[test]
fn what_does_not_belong_to_the_method_is_a_usage_error() {
    let spec = Spec { min: Some(1), ..Spec::default() };
    assert!(built("select", &["a"], &spec).is_err());
    assert!(built("confirm", &["extra"], &Spec::default()).is_err());
    assert!(Method::parse("no-such-kind").is_err());
    assert!(Method::parse("x.").is_err());
    assert_eq!(
        built("x.pick", &[], &Spec { params: Some("[1]".into()), ..Spec::default() }).unwrap()["params"],
        json!([1])
    );
}
