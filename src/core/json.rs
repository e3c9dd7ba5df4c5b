//! The only shape in which free JSON of agents and people travels through the core.
//!
//! What is inside is carried as it came: integers of 64 bits exactly, members in their order.
//! Its depth and its strings were checked where it was read.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Free JSON of an agent or a person, carried as it came.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Json(pub Value);

impl From<Value> for Json {
    fn from(value: Value) -> Self {
        Self(value)
    }
}
