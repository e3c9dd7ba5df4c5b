//! Schemas that would take hours or the stack, and ordinary ones that look like them.

use serde_json::{Map, Value, json};

use super::super::schema::{Pattern, Schema};

fn schema(schema: &Value) -> Schema {
    Schema::compile(schema).unwrap_or_else(|error| panic!("{error}"))
}

fn refusal(schema: &Value) -> String {
    Schema::compile(schema).expect_err("is refused")
}

fn pointer(of: &Value, value: &Value) -> Option<String> {
    schema(of).check(value).err().map(|fault| fault.pointer)
}

fn step(at: usize) -> Value {
    json!({"$ref": format!("#/$defs/s{at}")})
}

/// `steps` schemas, each made from the next, and the last of all.
fn chain(steps: usize, each: impl Fn(Value) -> Value, last: Value) -> Value {
    let mut defs = Map::from_iter((0..steps).map(|at| (format!("s{at}"), each(step(at + 1)))));
    defs.insert(format!("s{steps}"), last);
    json!({"$ref": "#/$defs/s0", "$defs": defs})
}

/// `{"a": {"a": … leaf}}`.
fn deep(levels: usize, leaf: Value) -> Value {
    (0..levels).fold(leaf, |inner, _| json!({"a": inner}))
}

#[test]
fn references_that_double_on_each_step_are_refused_when_asked() {
    let doubling: [fn(Value) -> Value; 5] = [
        |next| json!({"allOf": [next.clone(), next]}),
        |next| json!({"anyOf": [{"not": next.clone()}, next]}),
        |next| json!({"if": next.clone(), "then": next.clone(), "else": next}),
        |next| json!({"properties": {"a": {"oneOf": [next.clone(), next]}}}),
        |next| json!({"items": next.clone(), "contains": next}),
    ];
    for each in doubling {
        let laughs = chain(30, each, json!({"type": "string"}));
        assert!(refusal(&laughs).contains("steps"));
        let short = chain(3, each, json!({"type": "string"}));
        schema(&short);
        // The same, with a way back from the last to the first.
        let turning = chain(30, each, json!({"items": step(0)}));
        assert!(refusal(&turning).contains("steps"));
    }
}

#[test]
fn references_that_double_for_other_parts_of_the_value_compile() {
    let each = |next: Value| json!({"properties": {"a": next.clone(), "b": next}});
    let pairs = chain(30, each, json!({"type": "string"}));
    let value = deep(30, json!(1));
    assert_eq!(pointer(&pairs, &value), Some("/a".repeat(30)));
}

#[test]
fn references_without_a_way_into_the_value_are_refused_when_asked() {
    let turning = json!({"$ref": "#/$defs/a", "$defs": {"a": {"anyOf": [{"$ref": "#/$defs/b"}]}, "b": {"$ref": "#/$defs/a"}}});
    for of in [
        turning,
        json!({"$ref": "#"}),
        json!({"properties": {"a": {"not": {"$ref": "#/properties/a"}}}}),
        json!({"$dynamicAnchor": "here", "anyOf": [{"$dynamicRef": "#here"}]}),
    ] {
        assert!(refusal(&of).contains("itself"), "{of}");
    }
}

#[test]
fn what_would_take_the_stack_is_refused() {
    let row = chain(20_000, |next| next, json!({"type": "string"}));
    assert!(refusal(&row).contains("in a row"));
    let deep_reference = (0..100).fold(step(0), |inner, _| json!({"items": inner}));
    let far = json!({"items": deep_reference, "$defs": {"s0": true}});
    assert!(refusal(&far).contains("schemas deep"));
    // Each level of the value costs all of the row.
    let each_level = chain(30, |next| json!({"allOf": [next]}), json!({"properties": {"a": step(0)}}));
    let each_level = schema(&each_level);
    each_level.check(&deep(5, json!(1))).unwrap();
    let fault = each_level.check(&deep(120, json!(1))).unwrap_err();
    assert!(fault.detail.contains("too large"), "{}", fault.detail);
}

#[test]
fn the_deepest_that_are_taken_do_not_take_the_stack() {
    let items = |levels: usize, inner: Value| (0..levels).fold(inner, |s, _| json!({"items": s}));
    let far = chain(12, |next| items(30, next), items(120, json!(true)));
    schema(&far);
    // 21 in a row on each of 66 levels.
    let row = chain(
        9,
        |next| json!({"allOf": [true, next]}),
        json!({"properties": {"a": step(0)}, "type": "object"}),
    );
    let row = schema(&row);
    let fault = row.check(&deep(65, json!(1))).unwrap_err();
    assert_eq!(fault.pointer, "/a".repeat(65));
}

#[test]
fn unevaluated_in_each_other_is_refused_when_asked() {
    let nested = |levels: usize| {
        (0..levels).fold(
            json!({"properties": {"b": true}}),
            |inner, _| json!({"anyOf": [inner], "unevaluatedProperties": {"type": "integer"}}),
        )
    };
    assert!(refusal(&nested(40)).contains("steps"));
    assert_eq!(pointer(&nested(3), &json!({"a": "k"})).as_deref(), Some(""));
}

#[test]
fn a_schema_that_names_itself_twice_judges_deep_values_without_looking_for_the_place() {
    for keyword in ["allOf", "anyOf"] {
        for reference in ["$ref", "$dynamicRef"] {
            let twice = json!({
                "$dynamicAnchor": "whole",
                "type": "object",
                "properties": {"a": {keyword: [{reference: "#whole"}, {reference: "#whole"}]}},
            });
            let twice = schema(&twice);
            twice.check(&deep(100, json!({}))).unwrap();
            let fault = twice.check(&deep(100, json!(1))).unwrap_err();
            assert_eq!(fault.pointer, "");
            assert!(fault.detail.contains("not looked for"), "{}", fault.detail);
            let near = twice.check(&deep(4, json!(1))).unwrap_err();
            assert!(near.pointer.starts_with("/a"), "{}", near.pointer);
        }
    }
}

#[test]
fn ordinary_recursive_schemas_name_the_place() {
    let list = json!({"type": "object", "required": ["value"], "properties": {
        "value": {"type": "integer"},
        "next": {"if": {"type": "null"}, "else": {"$ref": "#"}},
    }});
    let long = (0..60).fold(json!({}), |next, at| json!({"value": at, "next": next}));
    assert_eq!(pointer(&list, &long), Some("/next".repeat(60)));

    let tree = json!({"$ref": "#/$defs/tree", "$defs": {"tree": {"type": "object", "properties": {
        "name": {"type": "string"},
        "left": {"$ref": "#/$defs/tree"},
        "right": {"$ref": "#/$defs/tree"},
        "children": {"type": "array", "items": {"$ref": "#/$defs/tree"}},
    }, "unevaluatedProperties": false}}});
    let leaf = json!({"name": 1});
    let branch = (0..20).fold(leaf.clone(), |inner, _| json!({"left": {"name": "k"}, "right": inner}));
    let place = format!("{}/name", "/right".repeat(20));
    assert_eq!(pointer(&tree, &branch), Some(place));
    let wide = json!({"children": [{"children": [{"name": "k"}, leaf]}]});
    let place = "/children/0/children/1/name";
    assert_eq!(pointer(&tree, &wide).as_deref(), Some(place));

    let operation = |name: &str| {
        json!({"required": ["op"], "properties": {
            "op": {"const": name}, "left": {"$ref": "#"}, "right": {"$ref": "#"},
        }})
    };
    let expression = json!({
        "type": ["integer", "object"],
        "properties": {"left": {"$ref": "#"}},
        "oneOf": [{"type": "integer"}, operation("+"), operation("-"), operation("*")],
    });
    let sum = json!({"op": "+", "left": {"op": "*", "left": "k", "right": 2}, "right": 1});
    let fault = schema(&expression).check(&sum).unwrap_err();
    assert!(!fault.detail.contains("not looked for"), "{}", fault.detail);
    let groups = json!({"items": {"anyOf": [{"type": "integer"}, {"type": "null"}]}});
    let many = Value::from_iter((0..5_000).map(Value::from).chain([json!("k")]));
    assert_eq!(pointer(&groups, &many).as_deref(), Some("/5000"));
}

#[test]
fn items_whose_hashes_collide_are_compared_only_if_they_are_few() {
    // Arrays of nothing but arrays hash alike.
    let bit = |at: u32, bit: u32| if at >> bit & 1 == 0 { json!([]) } else { json!([[]]) };
    let alike = Value::from_iter((0..20_000).map(|at| Value::from_iter((0..15).map(|n| bit(at, n)))));
    let unique = json!({"uniqueItems": true});
    let fault = schema(&unique).check(&alike).unwrap_err();
    assert!(fault.detail.contains("too large"), "{}", fault.detail);
    let different = Value::from_iter((0..2_000).map(|at| json!({"id": at})));
    assert_eq!(pointer(&unique, &different), None);
}

#[test]
fn a_large_schema_times_a_large_value_is_refused() {
    let all = json!({"allOf": vec![json!({"items": {"type": "integer"}}); 3_000]});
    let all = schema(&all);
    all.check(&json!(vec![1; 1_000])).unwrap();
    let fault = all.check(&json!(vec![1; 100_000])).unwrap_err();
    assert!(fault.detail.contains("too large"), "{}", fault.detail);
    let countries = Vec::from_iter((0..300).map(|at| format!("country {at}")));
    let form = json!({"items": {"properties": {"country": {"enum": countries}}}});
    let rows = vec![json!({"country": "country 299"}); 1_000];
    assert_eq!(pointer(&form, &json!(rows)), None);
}

#[test]
fn a_long_text_meets_only_small_patterns() {
    let long = "ab".repeat(1 << 19);
    assert!(Pattern::compile("^(a|b)+$").unwrap().matches(&long));
    let states = Pattern::compile("[ab]*a[ab]{700}").unwrap();
    assert!(states.matches(&long[..8 << 10]));
    assert!(!states.matches(&long));
    assert!(Pattern::compile("[ab]*a[ab]{30000}c").is_err());
}

#[test]
fn ordinary_patterns_compile_and_match_what_is_drawn() {
    let drawn = "k".repeat(8 << 10);
    for pattern in [
        r"\w{1,200}",
        r"^\w{1,200}(-\w{1,200})*",
        r"^(\w{1,20}[ -]?){0,1000}",
        r"^[\w.+-]+@[\w-]+(\.[\w-]+)+$|^k",
        r"^(25[0-5]|1?\d?\d)(\.(25[0-5]|1?\d?\d)){3}$|k",
        r"^(\p{L}+ ?){1,3}",
        r"^\p{L}+$",
        r"^[^@\s]+$",
        r"^.{1,8192}$",
    ] {
        assert!(Pattern::compile(pattern).unwrap().matches(&drawn), "{pattern}");
    }
}

#[test]
fn many_patterns_are_refused_when_asked() {
    let patterns = |count: usize| {
        let named = (0..count).map(|at| (format!("^k{at}[a-z]+"), json!(true)));
        json!({"patternProperties": Map::from_iter(named)})
    };
    assert!(refusal(&patterns(5_000)).contains("patterns"));
    schema(&patterns(20));
}
