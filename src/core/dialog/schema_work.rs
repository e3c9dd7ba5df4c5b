//! How much work a schema can ask for, estimated from its shape and from the size of a value.
//!
//! The validator follows references wherever they lead, so a small schema can multiply: by
//! naming the next step twice in a chain of steps, or by naming itself twice on each level of the
//! value. The estimates here are upper bounds that saturate. A schema which is past them is
//! refused when it is asked, a value when it is answered.
//!
//! What the bounds rest on: asking whether a value is good, the validator remembers what some
//! targets of references, one at least in each cycle, found of each array and object. Of others
//! it remembers nothing, so on its way from one of those to the next it may pass all targets of
//! the cycle once, and multiply at each. While it looks for a fault it remembers nothing at all.

use serde_json::Value;

use super::schema_graph::{Edge, Graph, Node, Place};

/// The most steps that one part of a value may take.
const MAX_STEPS_PER_PART: u64 = 100_000;
/// The most steps of a check. A step takes about 5 ns and at worst 50, where `unevaluated…`
/// keywords are nested.
const MAX_STEPS: u64 = 40_000_000;
/// The most steps of looking for a fault, which cost more: all the errors of all the alternatives
/// are put together. About 100 ns each.
const MAX_STEPS_OF_A_SEARCH: u64 = 1_000_000;
/// The most schemas that may be applied in a row, each by the one before, to one part of a value
/// and those it is in. It bounds the stack: each takes up to 500 bytes of it.
const MAX_ROW: u64 = 1_500;
/// The most of them for one part alone.
const MAX_ROW_PER_PART: u64 = 64;
/// Of how many pairs of arrays and objects in one array a comparison is a step. `uniqueItems`
/// hashes them, but to make their hashes collide is easy.
const PAIRS_PER_STEP: u64 = 4;
/// How many bytes of a compiled pattern, times bytes of text, are a step.
const PATTERN_BYTES_PER_STEP: u64 = 256;

/// What a schema can ask for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Work {
    /// For any one part of a value.
    cost: Cost,
    /// Steps of one schema of it for a part, at most.
    steps_of_one: u64,
    /// How many schemas are applied to one part in a row.
    row: u64,
    /// How often one part of a value may be looked at for each time that what it is in was.
    growth: u64,
    /// How many patterns it has, each counted once.
    patterns: u64,
}

/// What is done to one part of a value.
#[derive(Debug, Clone, Copy, Default)]
struct Cost {
    steps: u64,
    /// Patterns, for a text.
    patterns: u64,
    /// Comparisons of all items, for an array.
    uniques: u64,
}

impl Cost {
    fn both(self, other: Self, of: impl Fn(u64, u64) -> u64) -> Self {
        Self {
            steps: of(self.steps, other.steps),
            patterns: of(self.patterns, other.patterns),
            uniques: of(self.uniques, other.uniques),
        }
    }

    fn add(&mut self, other: Self) {
        *self = self.both(other, u64::saturating_add);
    }

    fn times(self, factor: u64) -> Self {
        self.both(self, |cost, _| cost.saturating_mul(factor))
    }
}

/// How large a value is.
#[derive(Default)]
pub(super) struct Size {
    /// How many parts it has on each level, from the whole on.
    levels: Vec<u64>,
    /// Bytes of text.
    text: u64,
    /// Pairs of arrays and objects that are items of one array.
    pairs: u64,
}

impl Work {
    /// # Errors
    /// In words, if it is more than may be asked for.
    pub fn of(graph: &Graph<'_>) -> Result<Self, String> {
        let shape = Shape::of(&graph.nodes);
        let counts = shape.counts()?;
        let factors = shape.factors();
        let patterns = graph.nodes.iter().map(|node| Count::of(node).cost.patterns).sum();
        let mut work = Self { cost: Cost::default(), steps_of_one: 0, row: 0, growth: 1, patterns };
        for (at, count) in counts.iter().enumerate() {
            let Some(count) = count else { continue };
            work.row = work.row.max(count.row);
            work.growth = work.growth.max(count.growth);
            work.steps_of_one = work.steps_of_one.max(count.cost.steps);
            // The whole, and what is counted for no other node.
            if at == 0 || shape.in_cycle(at) {
                work.cost.add(count.cost.times(factors[shape.cycles[at]]));
            }
        }
        if work.cost.steps > MAX_STEPS_PER_PART {
            return Err(format!("takes more than {MAX_STEPS_PER_PART} steps, with its references followed"));
        }
        if work.row > MAX_ROW_PER_PART {
            return Err(format!(
                "applies more than {MAX_ROW_PER_PART} schemas to the same part of a value in a row"
            ));
        }
        Ok(work)
    }

    /// How large all patterns are if each is that large.
    pub fn bytes_of_patterns(&self, pattern_bytes: u64) -> u64 {
        self.patterns.saturating_mul(pattern_bytes)
    }

    /// Whether it is affordable to check a value of that size. `pattern_bytes` is the size of the
    /// largest pattern.
    pub fn can_check(&self, size: &Size, pattern_bytes: u64) -> bool {
        let row = self.row.saturating_mul(size.levels.len() as u64);
        row <= MAX_ROW && self.steps_for(size, pattern_bytes) <= MAX_STEPS
    }

    /// Whether it is affordable to look for the fault of a value of that size.
    pub fn can_search(&self, size: &Size, pattern_bytes: u64) -> bool {
        let mut often = 1_u64;
        let mut looks = 0_u64;
        for parts in &size.levels {
            looks = looks.saturating_add(parts.saturating_mul(often));
            often = often.saturating_mul(self.growth);
        }
        let rest = self.steps_beside(size, pattern_bytes).saturating_mul(often);
        looks.saturating_mul(self.steps_of_one) <= MAX_STEPS_OF_A_SEARCH && rest <= MAX_STEPS
    }

    fn steps_for(&self, size: &Size, pattern_bytes: u64) -> u64 {
        let steps = self.cost.steps.saturating_mul(size.parts());
        steps.saturating_add(self.steps_beside(size, pattern_bytes))
    }

    /// Steps of patterns and of `uniqueItems`.
    fn steps_beside(&self, size: &Size, pattern_bytes: u64) -> u64 {
        let matching = self.cost.patterns.saturating_mul(pattern_bytes).saturating_mul(size.text);
        let comparing = self.cost.uniques.saturating_mul(size.pairs);
        (matching / PATTERN_BYTES_PER_STEP).saturating_add(comparing / PAIRS_PER_STEP)
    }
}

impl Size {
    pub fn of(value: &Value) -> Self {
        let mut size = Self::default();
        size.add(value, 0);
        size
    }

    fn parts(&self) -> u64 {
        self.levels.iter().sum()
    }

    fn add(&mut self, value: &Value, level: usize) {
        if self.levels.len() == level {
            self.levels.push(0);
        }
        self.levels[level] += 1;
        match value {
            Value::String(text) => self.text += text.len() as u64,
            Value::Array(items) => {
                let nested = items.iter().filter(|item| item.is_array() || item.is_object());
                let nested = nested.count() as u64;
                self.pairs += nested * nested / 2;
                items.iter().for_each(|item| self.add(item, level + 1));
            }
            Value::Object(members) => {
                for (name, member) in members {
                    self.text += name.len() as u64;
                    self.add(member, level + 1);
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
}

/// The nodes that are ever applied, and which of them are in cycles.
struct Shape<'a> {
    nodes: &'a [Node<'a>],
    /// Each after those it leads to, except where that is a way back.
    applied: Vec<usize>,
    /// For each node the cycle it is in, as one of its nodes; alone, it is its own.
    cycles: Vec<usize>,
    /// How many nodes the cycle has.
    members: Vec<usize>,
}

impl<'a> Shape<'a> {
    fn of(nodes: &'a [Node<'a>]) -> Self {
        let applied = post_order(nodes.len(), &[0], |at| applied_by(&nodes[at]).map(|edge| edge.0));
        let mut back = vec![Vec::new(); nodes.len()];
        for &at in &applied {
            applied_by(&nodes[at]).for_each(|edge| back[edge.0].push(at));
        }
        // What leads to a node, of what no later node has taken, is led to by it as well.
        let mut cycles = vec![usize::MAX; nodes.len()];
        let mut members = vec![0; nodes.len()];
        for &first in applied.iter().rev() {
            let mut open = vec![first];
            while let Some(at) = open.pop() {
                if cycles[at] == usize::MAX {
                    cycles[at] = first;
                    members[first] += 1;
                    open.extend(&back[at]);
                }
            }
        }
        Self { nodes, applied, cycles, members }
    }

    fn in_cycle(&self, at: usize) -> bool {
        self.members[self.cycles[at]] > 1
    }

    /// Whether the edge from a node stays in its cycle.
    fn stays(&self, from: usize, edge: Edge) -> bool {
        self.cycles[from] == self.cycles[edge.0]
    }

    /// What each node asks for, with all that it applies; but not with what it shares a cycle with
    /// and applies to parts within, or there would be no end.
    fn counts(&self) -> Result<Vec<Option<Count>>, String> {
        let counted = |at: usize| {
            applied_by(&self.nodes[at]).filter(move |edge| edge.1 == Place::Here || !self.stays(at, *edge))
        };
        let order = post_order(self.nodes.len(), &self.applied, |at| counted(at).map(|edge| edge.0));
        let mut counts: Vec<Option<Count>> = vec![None; self.nodes.len()];
        for at in order {
            let mut count = Count::of(&self.nodes[at]);
            let mut apart = Cost::default();
            for edge in counted(at) {
                // What is applied comes before in the order, unless it leads back here.
                let Some(inner) = &counts[edge.0] else {
                    return Err("refers to itself for the very same part of a value".to_owned());
                };
                match edge.1 {
                    Place::Apart => apart = apart.both(inner.cost, u64::max),
                    Place::Beside | Place::Nowhere => count.cost.add(inner.cost),
                    Place::Here => count.add(inner, self.stays(at, edge)),
                }
            }
            count.cost.add(apart);
            let within =
                applied_by(&self.nodes[at]).filter(|edge| edge.1 != Place::Here && self.stays(at, *edge));
            count.close(&self.nodes[at], within.map(|edge| edge.1));
            counts[at] = Some(count);
        }
        Ok(counts)
    }

    /// For each cycle, how often it may come to one part of a value on the way through all of its
    /// targets, once each.
    fn factors(&self) -> Vec<u64> {
        // How many targets a node leads to for one part of a value, before any of them leads on.
        let mut onward = vec![0_u64; self.nodes.len()];
        let mut factors = vec![1_u64; self.nodes.len()];
        let mut applied = self.applied.clone();
        // A node that is no target comes after the one it is written in.
        applied.sort_unstable();
        for &at in applied.iter().rev() {
            let (mut sum, mut apart) = (0_u64, 0);
            for edge in applied_by(&self.nodes[at]).filter(|edge| self.stays(at, *edge)) {
                let is_target = self.nodes[edge.0].is_target;
                let inner = if is_target { 1 } else { onward[edge.0] };
                match edge.1 {
                    Place::Apart => apart = inner.max(apart),
                    _ => sum = sum.saturating_add(inner),
                }
            }
            onward[at] = sum.saturating_add(apart);
            if self.nodes[at].is_target {
                let factor = &mut factors[self.cycles[at]];
                *factor = factor.saturating_mul(onward[at].max(1));
            }
        }
        factors
    }
}

/// What is counted of one schema, with all that it applies.
#[derive(Clone, Copy)]
struct Count {
    cost: Cost,
    /// Steps to find out what it has evaluated, for an `unevaluated…` around it.
    marking: u64,
    row: u64,
    growth: u64,
}

impl Count {
    fn of(node: &Node<'_>) -> Self {
        let member = |keyword: &str| node.members.and_then(|members| members.get(keyword));
        let data = ["enum", "const", "required", "dependentRequired"];
        let data = data.into_iter().filter_map(member).map(|data| Size::of(data).parts());
        let named = member("patternProperties").and_then(Value::as_object);
        let named = named.map_or(0, |patterns| patterns.len() as u64);
        let cost = Cost {
            steps: 1 + data.sum::<u64>(),
            patterns: named + u64::from(member("pattern").is_some()),
            uniques: u64::from(member("uniqueItems").is_some()),
        };
        Self { cost, marking: 0, row: 1, growth: 0 }
    }

    /// Adds what it applies to the same part.
    fn add(&mut self, inner: &Self, same_cycle: bool) {
        self.cost.add(inner.cost);
        self.marking = self.marking.saturating_add(inner.marking);
        self.row = self.row.max(inner.row.saturating_add(1));
        if same_cycle {
            self.growth = self.growth.saturating_add(inner.growth);
        }
    }

    /// Ends the count, all that is applied having been added. `back` is how it applies what it
    /// shares a cycle with to parts within.
    fn close(&mut self, node: &Node<'_>, back: impl Iterator<Item = Place>) {
        let (apart, beside): (Vec<_>, Vec<_>) = back.partition(|place| *place == Place::Apart);
        let again = beside.len() as u64 + u64::from(!apart.is_empty());
        self.growth = self.growth.saturating_add(again);
        // What is evaluated is found out by applying all of it once more, on each level.
        self.marking = self.marking.saturating_add(self.cost.steps);
        for keyword in ["unevaluatedProperties", "unevaluatedItems"] {
            if node.members.is_some_and(|members| members.contains_key(keyword)) {
                self.cost.steps = self.cost.steps.saturating_add(self.marking);
            }
        }
    }
}

/// What a node applies, and does not only hold.
fn applied_by(node: &Node<'_>) -> impl Iterator<Item = Edge> {
    let edges = node.edges.iter().copied();
    edges.filter(|edge| edge.1 != Place::Nowhere)
}

/// The nodes that are reached, each after those it leads to except where that is a way back.
/// Not by recursion: a chain of references may be as long as the schema.
fn post_order<I: Iterator<Item = usize>>(
    nodes: usize,
    starts: &[usize],
    edges: impl Fn(usize) -> I,
) -> Vec<usize> {
    let mut seen = vec![false; nodes];
    let mut order = Vec::new();
    for &start in starts {
        let mut path = Vec::new();
        if !std::mem::replace(&mut seen[start], true) {
            path.push((start, edges(start)));
        }
        while let Some((at, open)) = path.last_mut() {
            match open.find(|next| !std::mem::replace(&mut seen[*next], true)) {
                Some(next) => path.push((next, edges(next))),
                None => {
                    order.push(*at);
                    path.pop();
                }
            }
        }
    }
    order
}

#[cfg(test)]
mod tests;
