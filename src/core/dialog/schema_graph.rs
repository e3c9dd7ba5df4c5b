//! The subschemas of a schema, and which of them each one applies.
//!
//! Walks the keywords under which draft 2020-12 has schemas, and what references lead to, and
//! nothing else: a `$ref` in data (`default`, `const`, `enum`, `examples`) or as the name of a
//! property is no reference. A reference that leads out of the schema or nowhere is an error.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

/// Keywords whose value is a schema.
const ONE: [(&str, Place); 11] = [
    ("not", Place::Here),
    ("if", Place::Here),
    ("then", Place::Here),
    ("else", Place::Here),
    ("items", Place::Apart),
    ("contains", Place::Beside),
    ("additionalProperties", Place::Apart),
    ("propertyNames", Place::Beside),
    ("unevaluatedItems", Place::Apart),
    ("unevaluatedProperties", Place::Apart),
    ("contentSchema", Place::Nowhere),
];
/// Keywords whose value is an array of schemas.
const MANY: [(&str, Place); 4] =
    [("allOf", Place::Here), ("anyOf", Place::Here), ("oneOf", Place::Here), ("prefixItems", Place::Apart)];
/// Keywords whose value has schemas under names.
const NAMED: [(&str, Place); 6] = [
    ("properties", Place::Apart),
    ("patternProperties", Place::Beside),
    ("dependentSchemas", Place::Here),
    ("dependencies", Place::Here),
    ("$defs", Place::Nowhere),
    ("definitions", Place::Nowhere),
];

/// How deep in other schemas one with a reference may be. Compiling goes through a few references
/// in a row without returning, each from the depth it is at, so this bounds the stack.
const MAX_DEPTH_OF_REFERENCES: usize = 32;

/// Which part of the value a subschema is applied to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// The same part.
    Here,
    /// A part within it, to which nothing else of the same schema is applied that is `Apart`.
    Apart,
    /// A part within it, to which others of the same schema may be applied too.
    Beside,
    /// None: it is only referred to.
    Nowhere,
}

/// Which node is applied, as its position in the graph, and where.
pub(super) type Edge = (usize, Place);

/// One schema within the schema.
pub(super) struct Node<'a> {
    /// Its keywords; none for `true` and `false`.
    pub members: Option<&'a Map<String, Value>>,
    /// What it applies or holds.
    pub edges: Vec<Edge>,
    /// Whether a reference leads to it.
    pub is_target: bool,
    resource: usize,
    /// How many schemas it is in.
    depth: usize,
}

/// All of a schema; the first node is the whole.
pub(super) struct Graph<'a> {
    pub nodes: Vec<Node<'a>>,
    /// Where a value of the schema has its node, by address: the values do not move while the
    /// graph borrows them.
    known: BTreeMap<*const Value, usize>,
    resources: Vec<Resource<'a>>,
}

/// A schema with an identifier of its own, from which local references start.
struct Resource<'a> {
    root: &'a Value,
    anchors: BTreeMap<&'a str, usize>,
    dynamic_anchors: BTreeMap<&'a str, usize>,
}

impl<'a> Graph<'a> {
    /// # Errors
    /// In words, which reference does not lead to a place in the schema.
    pub fn of(schema: &'a Value) -> Result<Self, String> {
        let mut graph =
            Graph { nodes: Vec::new(), known: BTreeMap::new(), resources: vec![Resource::new(schema)] };
        graph.walk(schema, 0, 0);
        // A reference may lead to a place that no keyword makes a schema, which is walked then.
        let mut at = 0;
        while at < graph.nodes.len() {
            graph.refer(at)?;
            at += 1;
        }
        Ok(graph)
    }

    /// Adds a schema and those in it; as deep as the JSON is, which is bounded.
    fn walk(&mut self, schema: &'a Value, resource: usize, depth: usize) -> usize {
        let address = std::ptr::from_ref(schema);
        if let Some(at) = self.known.get(&address) {
            return *at;
        }
        let at = self.nodes.len();
        self.known.insert(address, at);
        let members = schema.as_object();
        let mut node = Node { members, edges: Vec::new(), is_target: false, resource, depth };
        let Some(members) = members else {
            self.nodes.push(node);
            return at;
        };
        if members.contains_key("$id") && !std::ptr::eq(self.resources[resource].root, schema) {
            node.resource = self.resources.len();
            self.resources.push(Resource::new(schema));
        }
        let resource = node.resource;
        self.nodes.push(node);
        let text = |keyword: &str| members.get(keyword).and_then(Value::as_str);
        let found = &mut self.resources[resource];
        found.anchors.extend(text("$anchor").map(|name| (name, at)));
        found.dynamic_anchors.extend(text("$dynamicAnchor").map(|name| (name, at)));
        let edges = subschemas(members)
            .map(|(inner, place)| (self.walk(inner, resource, depth + 1), place))
            .collect();
        self.nodes[at].edges = edges;
        at
    }

    fn refer(&mut self, at: usize) -> Result<(), String> {
        let Some(members) = self.nodes[at].members else {
            return Ok(());
        };
        for keyword in ["$ref", "$dynamicRef"] {
            let Some(reference) = members.get(keyword).and_then(Value::as_str) else {
                continue;
            };
            let Some(fragment) = reference.strip_prefix('#') else {
                return Err(format!("{reference:?} refers to something outside of it"));
            };
            if self.nodes[at].depth > MAX_DEPTH_OF_REFERENCES {
                return Err(format!("has a reference more than {MAX_DEPTH_OF_REFERENCES} schemas deep"));
            }
            let mut targets = Vec::from_iter(self.target(self.nodes[at].resource, fragment));
            if targets.is_empty() {
                return Err(format!("{reference:?} refers to nothing in it"));
            }
            if keyword == "$dynamicRef" {
                // Which of them it is depends on the way there.
                let others = self.resources.iter();
                targets.extend(others.filter_map(|other| other.dynamic_anchors.get(fragment)));
                targets.sort_unstable();
                targets.dedup();
            }
            for target in targets {
                self.nodes[target].is_target = true;
                self.nodes[at].edges.push((target, Place::Here));
            }
        }
        Ok(())
    }

    fn target(&mut self, resource: usize, fragment: &str) -> Option<usize> {
        let fragment = unescape(fragment)?;
        let found = &self.resources[resource];
        if fragment.is_empty() || fragment.starts_with('/') {
            let schema = found.root.pointer(&fragment)?;
            return Some(self.walk(schema, resource, 0));
        }
        let anchor = found.anchors.get(&*fragment);
        anchor.or_else(|| found.dynamic_anchors.get(&*fragment)).copied()
    }
}

impl<'a> Resource<'a> {
    fn new(root: &'a Value) -> Self {
        Self { root, anchors: BTreeMap::new(), dynamic_anchors: BTreeMap::new() }
    }
}

/// Undoes the percent-escapes of a fragment.
fn unescape(fragment: &str) -> Option<String> {
    let mut parts = fragment.split('%');
    let mut bytes = parts.next()?.as_bytes().to_vec();
    for part in parts {
        bytes.push(u8::from_str_radix(part.get(..2)?, 16).ok()?);
        bytes.extend_from_slice(&part.as_bytes()[2..]);
    }
    String::from_utf8(bytes).ok()
}

fn subschemas(members: &Map<String, Value>) -> impl Iterator<Item = (&Value, Place)> {
    let one = ONE.iter().filter_map(|(keyword, place)| Some((members.get(*keyword)?, *place)));
    let many = MANY
        .iter()
        .filter_map(|(keyword, place)| Some((members.get(*keyword)?.as_array()?, *place)))
        .flat_map(|(list, place)| list.iter().map(move |inner| (inner, place)));
    let named = NAMED
        .iter()
        .filter_map(|(keyword, place)| Some((members.get(*keyword)?.as_object()?, *place)))
        .flat_map(|(map, place)| map.values().map(move |inner| (inner, place)));
    one.chain(many).chain(named)
}
