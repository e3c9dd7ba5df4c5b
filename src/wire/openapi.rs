//! The OpenAPI 3.1 document of HTTP (§7).
use serde_json::{Value, json};
/// The document.
#[must_use]
pub fn document() -> Value {
    json!({"components":{"schemas":super::schemas::all()}})
}
