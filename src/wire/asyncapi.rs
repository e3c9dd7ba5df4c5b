//! The AsyncAPI 3 document of the WebSocket (§6).
use serde_json::{Value, json};
/// The document.
#[must_use]
pub fn document() -> Value {
    json!({"components":{"schemas":super::schemas::all()}})
}
