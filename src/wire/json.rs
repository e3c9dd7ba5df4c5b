//! Reading JSON from outside: strictly, and no deeper than the contract says.
//!
//! Beyond what JSON forbids, a key may not stand twice in one object: two readers of such a text would see two things.
//! The order of keys is kept. The depth is checked before a value is entered, so the stack is bounded by it.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::map::Entry;
use serde_json::{Map, Number, Value};

use crate::core::json::Json;
use crate::core::limits::MAX_JSON_DEPTH;
use crate::error::{ApiError, Code};

/// How much of a doubled key an error quotes, in characters.
const QUOTED_CHARS: usize = 64;

/// Why a text is no JSON that the hub takes.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BadJson(String);

impl From<BadJson> for ApiError {
    fn from(bad: BadJson) -> Self {
        Self::new(Code::BadJson, bad.0)
    }
}

/// Reads one JSON value, which is the whole text.
///
/// # Errors
/// [`BadJson`] for what is no JSON in UTF-8, for a key that stands twice in one object, for a lone surrogate,
/// for a number that no double holds, and for more than [`MAX_JSON_DEPTH`] levels.
pub fn parse(text: &[u8]) -> Result<Json, BadJson> {
    let mut reader = serde_json::Deserializer::from_slice(text);
    // The depth is counted below, to the contract's number rather than the library's.
    reader.disable_recursion_limit();
    Level(1)
        .deserialize(&mut reader)
        .and_then(|value| reader.end().map(|()| value.into()))
        .map_err(|error| BadJson(error.to_string()))
}

/// Reads a value at a depth; the outermost is 1.
#[derive(Clone, Copy)]
struct Level(usize);

impl<'de> DeserializeSeed<'de> for Level {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Value, D::Error> {
        if self.0 > MAX_JSON_DEPTH {
            return Err(D::Error::custom(format_args!("deeper than {MAX_JSON_DEPTH} levels")));
        }
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Level {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, it: bool) -> Result<Value, E> {
        Ok(Value::Bool(it))
    }

    fn visit_i64<E: Error>(self, it: i64) -> Result<Value, E> {
        Ok(Value::Number(it.into()))
    }

    fn visit_u64<E: Error>(self, it: u64) -> Result<Value, E> {
        Ok(Value::Number(it.into()))
    }

    fn visit_f64<E: Error>(self, it: f64) -> Result<Value, E> {
        Number::from_f64(it).map(Value::Number).ok_or_else(|| E::custom("a number that is too large"))
    }

    fn visit_str<E: Error>(self, it: &str) -> Result<Value, E> {
        Ok(Value::String(it.into()))
    }

    fn visit_string<E: Error>(self, it: String) -> Result<Value, E> {
        Ok(Value::String(it))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = from.next_element_seed(Self(self.0 + 1))? {
            items.push(item);
        }
        Ok(Value::Array(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<Value, A::Error> {
        let mut members = Map::new();
        while let Some(key) = from.next_key::<String>()? {
            match members.entry(key) {
                Entry::Vacant(free) => {
                    free.insert(from.next_value_seed(Self(self.0 + 1))?);
                }
                Entry::Occupied(taken) => {
                    let key: String = taken.key().chars().take(QUOTED_CHARS).collect();
                    return Err(A::Error::custom(format_args!("the key {key:?} stands twice in one object")));
                }
            }
        }
        Ok(Value::Object(members))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bad(text: &[u8]) -> String {
        parse(text).expect_err("bad JSON").to_string()
    }

    #[test]
    fn the_order_of_keys_and_integers_of_64_bits_are_kept() {
        let text =
            r#"{"b":[18446744073709551615,-9223372036854775808,0.1,-0.5],"a":{"z":null,"y":"\u0000é"}}"#;
        assert_eq!(crate::wire::text(&parse(text.as_bytes()).unwrap()), text);
    }

    #[test]
    fn a_depth_of_128_is_taken_and_129_is_not() {
        for (open, inner, close) in [("[", "", "]"), ("{\"a\":", "1", "}"), ("[", "1", "]")] {
            let deep = |n: usize| format!("{}{inner}{}", open.repeat(n), close.repeat(n));
            let levels = 128 - usize::from(!inner.is_empty());
            assert!(parse(deep(levels).as_bytes()).is_ok());
            assert!(bad(deep(levels + 1).as_bytes()).contains("deeper than 128"));
        }
        assert!(bad("[".repeat(1 << 20).as_bytes()).contains("deeper than 128"));
    }

    #[test]
    fn a_key_that_stands_twice_is_named() {
        assert!(bad(br#"{"a":{"id":1,"b":2,"id":3}}"#).contains(r#"the key "id" stands twice"#));
        assert!(
            bad(br#"{"a":1,"\u0061":2}"#).contains(r#"the key "a""#),
            "also where it is written otherwise"
        );
        let long = format!("{{{0}:1,{0}:2}}", format!("\"{}\"", "k".repeat(100_000)));
        assert!(bad(long.as_bytes()).len() < 200);
    }

    #[test]
    fn what_is_no_json_is_refused() {
        let texts: [&[u8]; 14] = [
            b"",
            b" ",
            b"nul",
            b"{",
            b"[1,]",
            b"{'a':1}",
            b"NaN",
            b"1e400",
            b"01",
            b"1 2",
            b"\xef\xbb\xbf{}",
            b"\"\xff\"",
            br#""\ud800""#,
            br#""\udc00x""#,
        ];
        for text in texts {
            assert!(parse(text).is_err(), "{}", String::from_utf8_lossy(text));
        }
    }

    #[test]
    fn no_key_has_a_meaning_of_its_own() {
        for key in ["$serde_json::private::RawValue", "$serde_json::private::Number"] {
            let text = format!(r#"{{"{key}":"[[[not json"}}"#);
            assert_eq!(crate::wire::text(&parse(text.as_bytes()).unwrap()), text);
        }
    }
}
