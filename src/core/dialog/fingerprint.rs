//! The fingerprint: what makes two dialogs the same question.
//!
//! SHA-256 over the known fields in canonical JSON (RFC 8785). Which fields are known, and what is
//! collapsed in them, is decided where they are read. RFC 8785 writes numbers as doubles, so
//! integers beyond 2^53 that round to the same double have the same form.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use thiserror::Error;

/// 64 lower-case hex digits.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub struct Fingerprint(String);

/// A text that is no fingerprint.
#[derive(Debug, Error)]
#[error("a fingerprint is 64 lower-case hex digits")]
pub struct NoFingerprint;

impl Fingerprint {
    /// Of the canonical forms of a dialog's known fields.
    pub(super) fn of(known: &Map<String, Value>) -> Self {
        // Only a number that is not finite has no canonical form, and JSON has none.
        let canonical = serde_json_canonicalizer::to_vec(known).expect("finite numbers");
        Self(format!("{:x}", HexDigest(&Sha256::digest(canonical))))
    }

    /// The digits.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<String> for Fingerprint {
    type Error = NoFingerprint;

    fn try_from(text: String) -> Result<Self, NoFingerprint> {
        let hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
        if text.len() == 64 && text.bytes().all(hex) { Ok(Self(text)) } else { Err(NoFingerprint) }
    }
}

/// Bytes as lower-case hex digits.
struct HexDigest<'a>(&'a [u8]);

impl fmt::LowerHex for HexDigest<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use sha2::{Digest, Sha256};

    use super::super::tests::parse;
    use super::{Fingerprint, HexDigest};

    fn of(source: Value) -> Fingerprint {
        parse(source).unwrap().fingerprint().clone()
    }

    fn sha(canonical: &str) -> String {
        format!("{:x}", HexDigest(&Sha256::digest(canonical)))
    }

    fn base() -> Value {
        json!({"method": "select", "title": "Which port?", "message": "For the *proxy*.", "header": "Port",
               "options": [{"value": "a", "label": "Alpha one", "description": "old"}, {"value": "b", "label": "Beta"}]})
    }

    fn base_with(path: &str, value: Value) -> Value {
        let mut source = base();
        let (parent, name) = path.rsplit_once('/').unwrap();
        match source.pointer_mut(parent).unwrap() {
            Value::Array(members) => members[name.parse::<usize>().unwrap()] = value,
            parent => parent[name] = value,
        }
        source
    }

    #[test]
    fn it_is_the_digest_of_the_known_fields_in_canonical_json() {
        let cases = [
            (
                json!({"title": "\u{a0}Ship \n it?\t", "message": " ", "method": "confirm", "yes_label": " Go  now", "other": 1, "options": ["k"]}),
                r#"{"method":"confirm","title":"Ship it?","yes_label":"Go now"}"#,
            ),
            (
                json!({"method": "approval", "title": "Run ß?", "action": {"z": [1.0, "  k  l "], "é": {"k": null, "a": true}}, "choices": ["deny", "once"]}),
                r#"{"action":{"z":[1,"  k  l "],"é":{"a":true,"k":null}},"choices":["deny","once"],"method":"approval","title":"Run ß?"}"#,
            ),
            (
                json!({"method": "select", "title": "t", "options": ["a  b", {"value": " c ", "description": " d\ne ", "label": null, "x": 1}], "allow_other": false}),
                r#"{"allow_other":false,"method":"select","options":[{"label":"a b","value":"a  b"},{"description":"d e","label":"c","value":" c "}],"title":"t"}"#,
            ),
            (
                json!({"method": "questionnaire", "title": "t", "questions": [{"id": " p", "question": " P ? ", "options": [], "header": "", "required": true, "x": 1}]}),
                r#"{"method":"questionnaire","questions":[{"id":" p","question":"P ?","required":true}],"title":"t"}"#,
            ),
            (
                json!({"method": "input", "title": "t", "placeholder": " a  b ", "pattern": "a  b", "max_length": 4, "default": "a  b", "prefill": "no"}),
                r#"{"default":"a  b","max_length":4,"method":"input","pattern":"a  b","placeholder":"a b","title":"t"}"#,
            ),
            (
                json!({"method": "editor", "title": "t", "prefill": "", "language": "md", "params": 1}),
                r#"{"language":"md","method":"editor","title":"t"}"#,
            ),
            (
                json!({"method": "x.tool", "title": "t", "params": {"b": 1e21, "a": null}, "result_schema": null}),
                r#"{"method":"x.tool","params":{"a":null,"b":1e+21},"title":"t"}"#,
            ),
        ];
        for (source, canonical) in cases {
            assert_eq!(of(source).as_str(), sha(canonical), "{canonical}");
        }
    }

    #[test]
    fn white_space_and_form_say_nothing() {
        let same = [
            base_with("/title", json!("  Which\n port? ")),
            base_with("/message", json!("For\tthe\u{2003}*proxy*.\n")),
            base_with("/header", json!(" Port")),
            base_with("/options/0/label", json!("Alpha   one")),
            base_with("/options/1/description", json!(" \n")),
            base_with("/default", Value::Null),
            base_with("/unheard", json!(5)),
        ];
        for source in same {
            assert_eq!(of(source.clone()), of(base()), "{source}");
        }
        let bare = json!({"method": "select", "title": "t", "options": ["k", "l"]});
        let long = json!({"options": [{"label": "k", "value": "k"}, {"value": "l"}], "title": "t", "method": "select"});
        assert_eq!(of(bare), of(long));
    }

    #[test]
    fn everything_that_a_person_reads_counts() {
        let near = [
            base_with("/title", json!("which port?")),
            base_with("/title", json!("Which port")),
            base_with("/title", json!("Whichport?")),
            base_with("/message", json!("For the proxy.")),
            base_with("/message", Value::Null),
            base_with("/header", json!("port")),
            base_with("/header", Value::Null),
            base_with("/options/0/value", json!("a ")),
            base_with("/options/0/label", json!("Alpha")),
            base_with("/options/0/description", json!("older")),
            base_with("/options/0/description", Value::Null),
            base_with("/options/1/description", json!("old")),
            base_with("/options/1", json!("b")),
            base_with("/method", json!("multiselect")),
            base_with("/allow_other", json!(true)),
            base_with("/default", json!("a")),
        ];
        let mut all: Vec<_> = near.into_iter().chain([base()]).map(of).collect();
        let mut turned = base();
        turned["options"].as_array_mut().unwrap().reverse();
        all.push(of(turned));
        let count = all.len();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), count);
    }

    #[test]
    fn only_64_lower_case_hex_digits_are_read() {
        let good = json!(of(base()));
        assert_eq!(serde_json::from_value::<Fingerprint>(good.clone()).unwrap(), of(base()));
        let good = good.as_str().unwrap();
        for bad in [&good[1..], &"A".repeat(64), &format!("{good}0"), ""] {
            assert!(serde_json::from_value::<Fingerprint>(json!(bad)).is_err(), "{bad}");
        }
    }
}
