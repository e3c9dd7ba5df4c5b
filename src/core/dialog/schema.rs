//! JSON Schemas (draft 2020-12) and patterns, compiled once.
//!
//! Nothing is fetched: only references within the schema are taken, and the library is built
//! without a way to the network or to files. Patterns run in an engine without backtracking, so
//! look-around and back-references do not compile. `format` is an annotation.

use std::fmt;

use jsonschema::{Draft, PatternOptions, Validator};
use serde_json::{Value, json};

use super::schema_graph::Graph;
use super::schema_work::{Size, Work};

/// How large one compiled pattern may be, in bytes: the first that all patterns of a schema fit in
/// is what each of them counts for.
///
/// A match is linear in the pattern and in the text. Measured in release, the worst that 8 KiB
/// hold (`[ab]*a[ab]{60}c`) took 0.7 s on 1 MiB of text. A whole check is held to about that, so
/// larger patterns match shorter texts only: of 32 KiB up to 300 KiB of text, of 128 KiB up to
/// 75 KiB, of 256 KiB up to 37 KiB. `^(\w+[ -]?){1,20}$` fits in 8 KiB, `^[^@\s]+@[^@\s]+$` in 32.
const PATTERN_BYTES: [usize; 4] = [8 << 10, 32 << 10, 128 << 10, 256 << 10];
/// How many bytes all the patterns of a schema may take when they are compiled. It bounds the time
/// of that: up to 35 ms for each MiB.
const MAX_BYTES_OF_ALL_PATTERNS: u64 = 16 << 20;
/// How much of a pattern's states a match may keep, in bytes.
const MAX_DFA_BYTES: usize = 1 << 20;
/// How much of the library's words is told, in characters.
const MAX_DETAIL_CHARS: usize = 300;

/// A compiled schema.
pub(in crate::core) struct Schema {
    validator: Validator,
    work: Work,
    /// How large its largest pattern is at most, compiled.
    pattern_bytes: u64,
}

/// What does not satisfy a schema.
#[derive(Debug)]
pub(in crate::core) struct SchemaFault {
    /// The JSON pointer of the part at fault; empty for the whole.
    pub pointer: String,
    /// Which rule it breaks, in words, without the part itself.
    pub detail: String,
}

impl Schema {
    /// Compiles a schema, as draft 2020-12 whatever it says of itself.
    ///
    /// # Errors
    /// In words, why it does not compile, or could take too long to check.
    pub fn compile(schema: &Value) -> Result<Self, String> {
        let work = Work::of(&Graph::of(schema)?)?;
        let mut schema = schema.clone();
        if let Value::Object(members) = &mut schema {
            members.remove("$schema");
        }
        let mut refused = "has too many patterns".to_owned();
        for limit in PATTERN_BYTES {
            let pattern_bytes = limit as u64;
            if work.bytes_of_patterns(pattern_bytes) > MAX_BYTES_OF_ALL_PATTERNS {
                break;
            }
            match build(&schema, limit) {
                Ok(validator) => {
                    return Ok(Self { validator, work, pattern_bytes });
                }
                Err(error) => refused = format!("does not compile: {}", shorten(error)),
            }
            if work.bytes_of_patterns(pattern_bytes) == 0 {
                break;
            }
        }
        Err(refused)
    }

    /// Checks a value.
    ///
    /// # Errors
    /// The first fault that is found. It is in the whole, wherever it is, if the value is too
    /// large to be checked or to look for the place.
    pub fn check(&self, value: &Value) -> Result<(), SchemaFault> {
        let of_the_whole = |detail: &str| SchemaFault { pointer: String::new(), detail: detail.to_owned() };
        let size = Size::of(value);
        if !self.work.can_check(&size, self.pattern_bytes) {
            return Err(of_the_whole("is too large to be checked against this schema"));
        }
        // Only this way of asking remembers what it has seen of a recursive schema, so a value is
        // judged in bounded time. Naming the fault is left to the values that have one.
        if self.validator.is_valid(value) {
            return Ok(());
        }
        if !self.work.can_search(&size, self.pattern_bytes) {
            return Err(of_the_whole(
                "does not satisfy the schema; where was not looked for, which could take too long",
            ));
        }
        self.validator.validate(value).map_err(|error| SchemaFault {
            pointer: error.instance_path().as_str().to_owned(),
            detail: shorten(error.masked().to_string()),
        })
    }
}

fn build(schema: &Value, pattern_bytes: usize) -> Result<Validator, String> {
    let patterns = PatternOptions::regex().size_limit(pattern_bytes).dfa_size_limit(MAX_DFA_BYTES);
    jsonschema::options()
        .with_draft(Draft::Draft202012)
        .should_validate_formats(false)
        .with_pattern_options(patterns)
        .build(schema)
        .map_err(|error| error.to_string())
}

impl fmt::Debug for Schema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Schema")
    }
}

/// A compiled pattern, which may match anywhere in a text. It means what it means in a schema,
/// so it is one.
#[derive(Debug)]
pub(in crate::core) struct Pattern(Schema);

impl Pattern {
    /// Compiles a pattern.
    ///
    /// # Errors
    /// In words, why it does not compile.
    pub fn compile(pattern: &str) -> Result<Self, String> {
        Schema::compile(&json!({"pattern": pattern})).map(Self).map_err(|_| {
            "does not compile, or is too large; there is no look-around and no back-reference".to_owned()
        })
    }

    /// Whether it matches somewhere in `text`. A text that is too long for a pattern so large does
    /// not.
    pub fn matches(&self, text: &str) -> bool {
        let Self(schema) = self;
        let text = Value::from(text);
        let affordable = schema.work.can_check(&Size::of(&text), schema.pattern_bytes);
        affordable && schema.validator.is_valid(&text)
    }
}

/// Cuts long words of the library, which may quote large parts of a schema.
fn shorten(words: String) -> String {
    match words.char_indices().nth(MAX_DETAIL_CHARS) {
        Some((end, _)) => format!("{}…", &words[..end]),
        None => words,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{MAX_DETAIL_CHARS, Pattern, Schema};

    fn pointer(schema: Value, value: Value) -> Option<String> {
        let schema = Schema::compile(&schema).unwrap();
        schema.check(&value).err().map(|fault| fault.pointer)
    }

    #[test]
    fn references_that_lead_out_or_nowhere_do_not_compile() {
        let remote = [
            "http://127.0.0.1:9/s",
            "//127.0.0.1:9/s",
            "file:///etc/hosts",
            "other.json",
            "other.json#/a",
            "urn:example:s",
            "#/$defs/none",
            "#none",
            "#/%24defs/none",
        ];
        for reference in remote {
            for schema in [
                json!({"$ref": reference}),
                json!({"$dynamicRef": reference}),
                json!({"properties": {"a": {"items": {"$ref": reference}}}}),
                json!({"anyOf": [true, {"not": {"$ref": reference}}]}),
                json!({"allOf": [{"$id": "http://example.org/in", "$ref": reference}]}),
            ] {
                assert!(Schema::compile(&schema).is_err(), "{schema}");
            }
        }
        let unused = json!({"$defs": {"unused": {"$ref": "http://example.org/s"}}});
        assert!(Schema::compile(&unused).is_err());
    }

    #[test]
    fn local_references_and_data_that_looks_like_one_compile() {
        let schemas = [
            json!({"items": {"$ref": "#"}}),
            json!({"$ref": "#/$defs/a", "$defs": {"a": {"type": "integer"}}}),
            json!({"$ref": "#/%24defs/a", "$defs": {"a": {"type": "integer"}}}),
            json!({"$ref": "#here", "$defs": {"a": {"$anchor": "here"}}}),
            json!({"$dynamicRef": "#here", "$defs": {"a": {"$dynamicAnchor": "here"}}}),
            json!({"$id": "http://example.org/s", "$ref": "#/$defs/a", "$defs": {"a": {}}}),
            json!({"$ref": "#/$defs/a", "$defs": {"a": {"$id": "a", "$ref": "#/$defs/b", "$defs": {"b": {}}}}}),
            json!({"properties": {"$ref": {"type": "string"}}}),
            json!({"default": {"$ref": "http://127.0.0.1:9/"}}),
            json!({"const": {"$ref": "x"}, "enum": [{"$ref": "y"}], "examples": [{"$ref": "z"}]}),
        ];
        for schema in schemas {
            Schema::compile(&schema).unwrap_or_else(|error| panic!("{schema}: {error}"));
        }
    }

    #[test]
    fn it_is_2020_12_whatever_it_says_of_itself() {
        for says in ["http://json-schema.org/draft-07/schema#", "http://127.0.0.1:9/s", "nothing"] {
            // `prefixItems` is new in 2020-12.
            let schema = json!({"$schema": says, "prefixItems": [{"type": "integer"}]});
            assert_eq!(pointer(schema, json!(["k"])).as_deref(), Some("/0"), "{says}");
        }
    }

    #[test]
    fn a_fault_has_a_pointer_and_never_the_value() {
        let schema =
            json!({"required": ["n"], "properties": {"a/b": {"items": {"type": "integer"}}, "n": {}}});
        assert_eq!(pointer(schema.clone(), json!({"n": 1})), None);
        assert_eq!(pointer(schema.clone(), json!({})).as_deref(), Some(""));
        assert_eq!(pointer(schema, json!({"n": 1, "a/b": [1, "k"]})).as_deref(), Some("/a~1b/1"));
        let strict = Schema::compile(&json!({"enum": ["k".repeat(9000)]})).unwrap();
        let detail = strict.check(&json!("private words")).unwrap_err().detail;
        assert!(!detail.contains("private") && detail.chars().count() <= MAX_DETAIL_CHARS + 1);
    }

    #[test]
    fn a_format_is_an_annotation() {
        let schema = json!({"items": {"format": "email"}, "format": "unheard-of"});
        assert_eq!(pointer(schema, json!(["nobody"])), None);
    }

    #[test]
    fn a_pattern_matches_anywhere_and_its_anchors_are_the_very_ends() {
        let cases = [
            ("k+|z$", "akb", true),
            ("k+|z$", "az", true),
            ("k+|z$", "az\n", false),
            ("^k", "ak", false),
            ("^k$", "k\n", false),
            (r"^\d{4}$", "2024", true),
            (r"^[\w-]+\/$", "a-b/", true),
            ("", "anything", true),
            ("^(k+)+$", "kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk!", false),
        ];
        for (pattern, text, matches) in cases {
            assert_eq!(Pattern::compile(pattern).unwrap().matches(text), matches, "{pattern} {text:?}");
        }
    }

    #[test]
    fn look_around_in_a_schema_does_not_compile() {
        for pattern in ["^(?!k)", "(?=k)", "(?<!k)l", r"(k)\1", "("] {
            assert!(Schema::compile(&json!({"pattern": pattern})).is_err(), "{pattern}");
            assert!(Schema::compile(&json!({"patternProperties": {pattern: {}}})).is_err(), "{pattern}");
        }
    }
}
