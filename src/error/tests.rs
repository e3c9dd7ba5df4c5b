//! The table of codes, and what a problem says.

use serde_json::{Value, json};

use super::*;
use crate::core::error::Ended;

/// The contract's table (§7).
const TABLE: [(&str, &[u16], i32); 20] = [
    ("bad-json", &[400], -32700),
    ("bad-request", &[400], -32602),
    ("bad-dialog", &[400], -32602),
    ("no-route", &[404, 405], -32601),
    // The contract gives it no number: it cannot come up over JSON-RPC.
    ("unsupported-media-type", &[415], -32600),
    ("unauthorized", &[401], -32001),
    ("forbidden", &[403], -32003),
    ("not-open", &[404], -32004),
    ("no-thread", &[404], -32004),
    ("no-dialog", &[404], -32004),
    ("no-host", &[404], -32004),
    ("key-conflict", &[409], -32009),
    ("host-rejected", &[409], -32009),
    ("too-large", &[413], -32013),
    ("refused", &[422], -32022),
    ("limit", &[429], -32029),
    ("host-failed", &[502], -32052),
    ("draining", &[503], -32053),
    ("store-failed", &[503], -32053),
    // The contract is silent about a bug of the hub.
    ("internal", &[500], -32603),
];

fn problem(error: &ApiError) -> Value {
    serde_json::to_value(error.problem()).unwrap()
}

#[test]
fn the_codes_are_those_of_the_contract() {
    for (code, http, rpc) in TABLE {
        let rows: Vec<Code> = Code::ALL.into_iter().filter(|row| row.as_str() == code).collect();
        assert_eq!(rows.iter().map(|row| row.http()).collect::<Vec<_>>(), http, "{code}");
        assert!(rows.iter().all(|row| row.rpc() == rpc && !row.title().is_empty()), "{code}");
    }
    assert!(Code::ALL.iter().all(|code| TABLE.iter().any(|(row, ..)| *row == code.as_str())));
}

#[test]
fn a_problem_has_its_members_and_those_that_are_known() {
    let told = json!({"type": "/problems/bad-request", "title": "The request is not well formed", "status": 400,
        "code": "bad-request", "detail": "d", "field": "f"});
    assert_eq!(problem(&ApiError::bad_request("f", "d")), told);
}

#[test]
fn a_limit_always_says_when_to_come_back() {
    assert!(problem(&ApiError::new(Code::Limit, "d"))["retry_after_ms"].is_u64());
    let error = ApiError::from(Error::Limit { what: "256 open".into(), retry_after_ms: 7 });
    assert_eq!((&problem(&error)["retry_after_ms"], error.detail.as_str()), (&json!(7), "256 open"));
}

#[test]
fn what_won_is_said_where_it_is_known() {
    let unknown = problem(&Error::NotOpen(None).into());
    assert!(unknown.get("outcome").is_none() && unknown.get("by").is_none());
    let ended = Ended { outcome: Outcome::TimedOut, by: None, answer: None };
    let known = problem(&Error::NotOpen(Some(Box::new(ended))).into());
    assert_eq!((&known["outcome"], known.get("answer")), (&json!("timed_out"), None));
}

#[test]
fn sizes_of_a_dialog_are_too_large_and_the_rest_is_a_bad_dialog() {
    let field = || "options.1.value".to_owned();
    let large = ApiError::from(DialogError::TooLarge { field: field(), detail: "d".into() });
    assert_eq!((large.code, large.more.field), (Code::TooLarge, Some(field())));
    let bad = ApiError::from(Error::Dialog(DialogError::BadDialog { field: field(), detail: "d".into() }));
    assert_eq!((bad.code, bad.detail.as_str(), bad.more.field), (Code::BadDialog, "d", Some(field())));
}

#[test]
fn a_refusal_says_why_and_where() {
    let dialog = crate::core::dialog::Dialog::parse(
        Json(json!({"method": "select", "title": "t", "options": ["a"]})),
        &crate::core::limits::Limits::default(),
    );
    let refusal = dialog.unwrap().judge(&Json(json!({"value": "b"})), &Default::default()).unwrap_err();
    let told = problem(&Error::Refused(Box::new(refusal)).into());
    assert_eq!(
        (&told["status"], &told["code"], &told["reason"]),
        (&json!(422), &json!("refused"), &json!("not-offered"))
    );
    assert!(!told["detail"].as_str().unwrap().is_empty());
}
