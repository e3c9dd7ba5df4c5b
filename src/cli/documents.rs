//! `openapi` and `asyncapi`: the documents of the wire, without a hub.

use super::exit::Failure;
use super::out;

pub(super) fn openapi() -> Result<(), Failure> {
    print(&crate::wire::openapi::document())
}

pub(super) fn asyncapi() -> Result<(), Failure> {
    print(&crate::wire::asyncapi::document())
}

fn print(document: &serde_json::Value) -> Result<(), Failure> {
    Ok(out::line(&format!("{document:#}"))?)
}
