//! JSON Schemas of dialogs and answers, which are read by hand and not by a derived type.

use schemars::{Schema, SchemaGenerator, json_schema};

pub(super) fn reference(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"$ref": "#/components/schemas/Dialog"})
}
pub(super) fn answer_reference(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"$ref": "#/components/schemas/Answer"})
}
pub(super) fn picked(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": ["string", "array", "null"], "items": {"type": "string"}})
}
