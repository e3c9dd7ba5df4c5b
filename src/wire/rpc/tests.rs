//! Frames: which are taken, as what, and what the others are told.

use serde_json::json;

use super::*;

fn refused(frame: &str) -> (i64, Value) {
    let Incoming::Bad { reply } = read(frame) else { panic!("taken: {frame}") };
    let reply: Value = serde_json::from_str(&reply).unwrap();
    assert_eq!(reply["jsonrpc"], "2.0");
    assert_eq!(reply["error"]["message"], reply["error"]["data"]["detail"]);
    (reply["error"]["code"].as_i64().unwrap(), reply["id"].clone())
}

#[test]
fn what_is_no_json_has_no_id() {
    for frame in ["", "{", "hello", "\0\u{1}", r#"{"a":1e999}"#, r#"{"jsonrpc":"2.0","id":1,"method":"m""#] {
        assert_eq!(refused(frame), (-32700, Value::Null), "{frame}");
    }
    let deep = format!(r#"{{"jsonrpc":"2.0","id":"dlg-1","result":{}{}}}"#, "[".repeat(128), "]".repeat(128));
    assert_eq!(refused(&deep), (-32700, Value::Null));
}

#[test]
fn what_is_no_message_is_an_invalid_request() {
    for frame in [
        "[]",
        r#"[{"jsonrpc":"2.0","id":1,"method":"m"}]"#,
        "null",
        "42",
        r#""x""#,
        "{}",
        r#"{"jsonrpc":"2.0"}"#,
        r#"{"id":"dlg-1","result":5}"#,
        r#"{"jsonrpc":"2.0","id":"srq-1","error":null}"#,
        r#"{"jsonrpc":"2.0","id":null,"method":"m"}"#,
        r#"{"jsonrpc":"2.0","id":1.5,"method":"m"}"#,
        r#"{"jsonrpc":"2.0","id":[],"method":5}"#,
        r#"{"jsonrpc":"2.0","id":true,"method":"m"}"#,
    ] {
        assert_eq!(refused(frame), (-32600, Value::Null), "{frame}");
    }
}

#[test]
fn a_bad_call_is_told_under_its_id() {
    for (frame, id) in [
        (r#"{"id":1,"method":"m"}"#, json!(1)),
        (r#"{"jsonrpc":"1.0","id":"a","method":"m"}"#, json!("a")),
        (r#"{"jsonrpc":"2.0","id":-1,"method":5}"#, json!(-1)),
        (r#"{"jsonrpc":"2.0","id":"dlg-1","method":"m"}"#, json!("dlg-1")),
        (r#"{"jsonrpc":"2.0","id":"sec-","method":"m"}"#, json!("sec-")),
        (r#"{"jsonrpc":"2.0","id":"srq-x","method":"m"}"#, json!("srq-x")),
    ] {
        assert_eq!(refused(frame), (-32600, id), "{frame}");
    }
}

#[test]
fn ids_come_back_as_they_came() {
    for id in ["\"a\"", "\"1\"", "0", "-7", "9007199254740991", "18446744073709551615", "\"ключ\""] {
        let frame = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"m","params":{{"a":1}}}}"#);
        let Incoming::Request { id: read, method, params } = read(&frame) else { panic!("{frame}") };
        assert_eq!((method.as_str(), params.0), ("m", json!({"a": 1})));
        assert_eq!(result_frame(&read, "{}"), format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#));
    }
}

#[test]
fn a_call_without_an_id_is_a_notification() {
    let Incoming::Notification { method, params } = read(r#"{"jsonrpc":"2.0","method":"m"}"#) else {
        panic!()
    };
    assert_eq!((method.as_str(), params.0), ("m", Value::Null));
}

#[test]
fn a_response_to_a_dialog_is_an_answer_or_says_that_it_cannot_be_shown() {
    let Incoming::Answer { id, payload } =
        read(r#"{"jsonrpc":"2.0","id":"sec-1","result":{"value":"a"},"error":null}"#)
    else {
        panic!()
    };
    assert_eq!((id.as_str(), payload.json().0.clone()), ("sec-1", json!({"value": "a"})));
    for (error, words) in [
        (r#"{"code":1,"message":"no x"}"#, "no x"),
        ("{}", "error"),
        (r#"{"message":7}"#, "error"),
        ("5", "error"),
    ] {
        let frame = format!(r#"{{"jsonrpc":"2.0","id":"dlg-1","result":{{}},"error":{error}}}"#);
        let Incoming::CannotShow { id, message } = read(&frame) else { panic!("{frame}") };
        assert_eq!((id.as_str(), message.as_str()), ("dlg-1", words));
    }
}

#[test]
fn a_hosts_reply_may_name_a_run_or_say_why_not() {
    let reply = |body: &str| match read(&format!(r#"{{"jsonrpc":"2.0","id":"srq-12",{body}}}"#)) {
        Incoming::HostReply { request: HostRequestId(12), reply } => reply,
        other => panic!("{other:?}"),
    };
    assert_eq!(reply(r#""result":{"run":3}"#), HostReply::Done { run: Some(3) });
    for none in [r#""result":null"#, r#""result":{}"#, r#""result":{"run":"3"}"#, r#""result":[1]"#] {
        assert_eq!(reply(none), HostReply::Done { run: None });
    }
    assert_eq!(reply(r#""error":{"message":"busy"}"#), HostReply::Error { message: "busy".into() });
}

#[test]
fn a_response_to_nothing_is_ignored() {
    for id in ["42", "null", "1.5", "[\"x\"]", "{}", "\"\"", "\"x\"", "\"srq-nope\"", "\"srq-\"", "true"] {
        for body in [r#""result":{}"#, r#""error":{}"#] {
            let frame = format!(r#"{{"jsonrpc":"2.0","id":{id},{body}}}"#);
            assert!(matches!(read(&frame), Incoming::Ignored), "{frame}");
        }
    }
}

#[test]
fn an_error_carries_the_problem() {
    let frame = error_frame(Some(&RequestId::Signed(-1)), &ApiError::bad_request("since.seq", "no \"seq\""));
    let problem = r#"{"type":"/problems/bad-request","title":"The request is not well formed","status":400,"code":"bad-request","detail":"no \"seq\"","field":"since.seq"}"#;
    let told = format!(
        r#"{{"jsonrpc":"2.0","id":-1,"error":{{"code":-32602,"message":"no \"seq\"","data":{problem}}}}}"#
    );
    assert_eq!(frame, told);
}
