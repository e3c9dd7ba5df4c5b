//! Access over real sockets: Host, Origin and tokens in a query, on every route.

mod server_support;

use server_support::{Serving, serve, serve_with};

/// Every route and the web client, with a verb that it takes.
const ROUTES: [&str; 22] = [
    "GET /",
    "GET /t/a",
    "GET /index.html",
    "GET /nothing",
    "GET /healthz",
    "GET /readyz",
    "GET /metrics",
    "GET /api/openapi.json",
    "GET /api/asyncapi.json",
    "GET /api/ws",
    "GET /api/threads",
    "GET /api/threads/a",
    "GET /api/threads/a/events",
    "GET /api/threads/a/dialogs/dlg-1",
    "DELETE /api/threads/a/dialogs/dlg-1",
    "POST /api/threads/a/dialogs",
    "POST /api/threads/a/dialog",
    "POST /api/threads/a/dialog/lock",
    "POST /api/threads/a/stop",
    "POST /api/threads/a/publish",
    "POST /api/threads/a/prompt",
    "OPTIONS /api/threads",
];

async fn everywhere(serving: &Serving, headers: &str, status: u16, code: &str) {
    for route in ROUTES {
        let response = serving.request(&format!("{route} HTTP/1.1\r\n{headers}"), b"").await;
        assert_eq!(response.status, status, "{route} with {headers:?}: {response:?}");
        response.assert_problem(status, code);
    }
}

#[tokio::test]
async fn a_foreign_host_or_origin_is_refused_on_every_route() {
    let serving = serve().await;
    let own = serving.address;
    everywhere(&serving, "Host: attacker.test", 403, "forbidden").await;
    everywhere(&serving, "X-Nothing: 1", 403, "forbidden").await;
    everywhere(&serving, &format!("Host: {own}\r\nHost: {own}"), 403, "forbidden").await;
    everywhere(&serving, &format!("Host: {own}\r\nOrigin: https://evil.example"), 403, "forbidden").await;
    everywhere(&serving, &format!("Host: {own}\r\nOrigin: null"), 403, "forbidden").await;
}

#[tokio::test]
async fn the_own_origin_and_an_allowed_one_pass() {
    let serving =
        serve_with(|config| config.allow_origins.push("https://console.example".parse().unwrap())).await;
    let own = serving.address;
    for origin in [format!("http://{own}"), "https://console.example".into()] {
        let head = format!("GET /healthz HTTP/1.1\r\nHost: {own}\r\nOrigin: {origin}");
        assert_eq!(serving.request(&head, b"").await.status, 200, "{origin}");
    }
}

#[tokio::test]
async fn a_token_in_the_query_is_refused() {
    let serving = serve().await;
    for path in ["/healthz?token=x", "/api/threads?access_token=x", "/?a=1&bearer=x"] {
        serving.get(path).await.assert_problem(400, "bad-request");
    }
}
