//! Finds references of a schema that lead out of it or nowhere.
//!
//! Walks the keywords under which draft 2020-12 has schemas, and nothing else: a `$ref` in data
//! (`default`, `const`, `enum`, `examples`) or as the name of a property is no reference.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

/// Keywords whose value is a schema.
const ONE: [&str; 11] = [
    "not",
    "if",
    "then",
    "else",
    "items",
    "contains",
    "additionalProperties",
    "propertyNames",
    "unevaluatedItems",
    "unevaluatedProperties",
    "contentSchema",
];
/// Keywords whose value is an array of schemas.
const MANY: [&str; 4] = ["allOf", "anyOf", "oneOf", "prefixItems"];
/// Keywords whose value has schemas under names.
const NAMED: [&str; 6] =
    ["properties", "patternProperties", "dependentSchemas", "$defs", "definitions", "dependencies"];

/// A schema with an identifier of its own, from which local references start, and what was found
/// in it.
struct Resource<'a> {
    root: &'a Value,
    anchors: BTreeSet<&'a str>,
    references: Vec<&'a str>,
}

/// Checks that every reference stays within the schema and leads somewhere.
///
/// # Errors
/// In words, which one does not.
pub(super) fn check(schema: &Value) -> Result<(), String> {
    let mut resources = vec![Resource::new(schema)];
    walk(schema, 0, &mut resources);
    for resource in &resources {
        for reference in &resource.references {
            let Some(fragment) = reference.strip_prefix('#') else {
                return Err(format!("{reference:?} refers to something outside of it"));
            };
            if !resource.has(fragment) {
                return Err(format!("{reference:?} refers to nothing in it"));
            }
        }
    }
    Ok(())
}

impl<'a> Resource<'a> {
    fn new(root: &'a Value) -> Self {
        Self { root, anchors: BTreeSet::new(), references: Vec::new() }
    }

    fn has(&self, fragment: &str) -> bool {
        if fragment.contains('%') {
            // Escaped: the compiler decodes it, and finds where it leads.
            return true;
        }
        if fragment.is_empty() || fragment.starts_with('/') {
            self.root.pointer(fragment).is_some()
        } else {
            self.anchors.contains(fragment)
        }
    }
}

fn walk<'a>(schema: &'a Value, resource: usize, resources: &mut Vec<Resource<'a>>) {
    let Value::Object(members) = schema else {
        return;
    };
    let mut resource = resource;
    if members.contains_key("$id") && !std::ptr::eq(resources[resource].root, schema) {
        resource = resources.len();
        resources.push(Resource::new(schema));
    }
    let text = |keyword: &str| members.get(keyword).and_then(Value::as_str);
    let found = &mut resources[resource];
    found.references.extend(["$ref", "$dynamicRef"].into_iter().filter_map(text));
    found.anchors.extend(["$anchor", "$dynamicAnchor"].into_iter().filter_map(text));
    for inner in subschemas(members) {
        walk(inner, resource, resources);
    }
}

fn subschemas(members: &Map<String, Value>) -> impl Iterator<Item = &Value> {
    let one = ONE.iter().filter_map(|keyword| members.get(*keyword));
    let many = MANY.iter().filter_map(|keyword| members.get(*keyword)?.as_array()).flatten();
    let named = NAMED.iter().filter_map(|keyword| members.get(*keyword)?.as_object()).flat_map(Map::values);
    one.chain(many).chain(named)
}
