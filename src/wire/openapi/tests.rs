//! The document against the contract's table of calls.

use super::*;

/// The contract's table of calls, and the address of the WebSocket.
const CALLS: [(&str, &str); 23] = [
    ("post", "/api/threads/{t}/dialogs"),
    ("get", "/api/threads/{t}/dialogs/{id}"),
    ("delete", "/api/threads/{t}/dialogs/{id}"),
    ("post", "/api/threads/{t}/dialog"),
    ("post", "/api/threads/{t}/dialog/lock"),
    ("post", "/api/threads/{t}/stop"),
    ("post", "/api/threads/{t}/publish"),
    ("post", "/api/threads/{t}/prompt"),
    ("get", "/api/threads/{t}"),
    ("get", "/api/threads"),
    ("get", "/api/threads/{t}/events"),
    ("get", "/api/threads/{t}/journal"),
    ("post", "/api/threads/{t}/journal/ack"),
    ("get", "/api/outstanding"),
    ("get", "/healthz"),
    ("get", "/readyz"),
    ("get", "/metrics"),
    ("get", "/api/openapi.json"),
    ("get", "/api/asyncapi.json"),
    ("post", "/api/session"),
    ("delete", "/api/session"),
    ("get", "/api/ws"),
    // Beyond the contract: for addresses that name no thread.
    ("get", "/api/dialogs/{id}"),
];

#[test]
fn every_call_of_the_contract_is_listed_and_no_other() {
    let document = document();
    let paths = document["paths"].as_object().unwrap();
    for (verb, path) in CALLS {
        assert!(
            paths[path][verb]["responses"].as_object().is_some_and(|them| !them.is_empty()),
            "{verb} {path}"
        );
    }
    assert_eq!(paths.values().map(|item| item.as_object().unwrap().len()).sum::<usize>(), CALLS.len());
}

#[test]
fn the_parameters_of_a_path_are_declared() {
    for (path, item) in document()["paths"].as_object().unwrap() {
        for operation in item.as_object().unwrap().values() {
            for name in ["t", "id"] {
                let reference = json!({ "$ref": format!("#/components/parameters/{name}") });
                let declared = operation["parameters"].as_array().unwrap().contains(&reference);
                assert_eq!(declared, path.contains(&format!("{{{name}}}")), "{name} of {path}");
            }
        }
    }
}

#[test]
fn what_is_sent_is_what_is_listed() {
    let document = document();
    let of = |path: &str, verb: &str| document["paths"][path][verb].clone();
    assert!(of("/metrics", "get")["responses"]["200"]["content"].get(METRICS_TYPE).is_some());
    assert_eq!(of("/api/threads/{t}/stop", "post")["requestBody"]["required"], false);
    assert_eq!(of("/api/threads/{t}/publish", "post")["requestBody"]["required"], true);
    for (path, verb, status) in
        [("/api/threads/{t}/dialog", "post", "408"), ("/api/ws", "get", "426"), ("/healthz", "get", "500")]
    {
        assert!(of(path, verb)["responses"].get(status).is_some(), "{status} of {path}");
    }
}

#[test]
fn a_body_leaves_out_what_the_path_says() {
    let document = document();
    let schema = &document["paths"]["/api/threads/{t}/dialogs"]["post"]["requestBody"]["content"]["application/json"]
        ["schema"];
    assert_eq!(schema["required"], json!(["dialog"]));
    assert!(schema["properties"].get("thread").is_none() && schema["properties"].get("label").is_some());
}
