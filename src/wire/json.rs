//! Reading one JSON text from outside, whole. How strictly its values are read is [`Json`]'s to say.

use serde::Deserialize;

use crate::core::json::Json;
use crate::error::{ApiError, Code};

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
/// for a number that no double holds, and for more than [`crate::core::limits::MAX_JSON_DEPTH`] levels.
pub fn parse(text: &[u8]) -> Result<Json, BadJson> {
    let mut reader = serde_json::Deserializer::from_slice(text);
    // The depth is counted below, to the contract's number rather than the library's.
    reader.disable_recursion_limit();
    Json::deserialize(&mut reader)
        .and_then(|value| reader.end().map(|()| value))
        .map_err(|error| BadJson(error.to_string()))
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
