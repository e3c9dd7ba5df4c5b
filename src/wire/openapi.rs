//! The OpenAPI 3.1 document of HTTP (§7). What each path does is in [`paths`].

mod operation;
mod paths;
#[cfg(test)]
mod tests;

use serde_json::{Map, Value, json};

use super::schemas::{self, reference};
use super::{problem, silence};
use crate::core::id::MAX_THREAD_ID_CHARS;
use crate::core::limits::MAX_WAIT_MS;

/// The media type of `/metrics`.
pub const METRICS_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The document.
#[must_use]
pub fn document() -> Value {
    let schemas = schemas::all();
    let mut items = Map::new();
    for operation in paths::all(&schemas) {
        let (path, verb) = operation.place();
        items.entry(path).or_insert_with(|| json!({}))[verb] = operation.into_json();
    }
    let problem = json!({
        "description": "What was wrong (RFC 9457); `code` says it for programs, `detail` for people.",
        "content": { problem::MEDIA_TYPE: { "schema": reference("Problem") } },
    });
    json!({
        "openapi": "3.1.0",
        "info": { "title": "dialog-hub", "version": env!("CARGO_PKG_VERSION"), "description": silence::DECISIONS },
        "paths": items,
        "components": { "schemas": schemas, "parameters": parameters(), "responses": { "Problem": problem } },
    })
}

fn parameters() -> Value {
    let of = |place: &str, name: &str, says: &str, schema: Value| json!({ "name": name, "in": place, "required": place == "path", "description": says, "schema": schema });
    let behind_the_first = MAX_THREAD_ID_CHARS - 1;
    let pattern = format!("^[A-Za-z0-9_:@-][A-Za-z0-9._:@-]{{0,{behind_the_first}}}$");
    let thread = json!({ "type": "string", "pattern": pattern });
    let wait = json!({ "type": "integer", "minimum": 0, "maximum": MAX_WAIT_MS });
    let text = json!({ "type": "string" });
    json!({
        "t": of("path", "t", "The thread.", thread),
        "id": of("path", "id", "The dialog.", text.clone()),
        "wait_ms": of("query", "wait_ms", "How long to wait for the dialog's end; absent: not at all.", wait),
        "last_event_id":
            of("header", "Last-Event-ID", "`EPOCH:SEQ` of the last event that came; one that cannot be read is as none.", text),
    })
}
