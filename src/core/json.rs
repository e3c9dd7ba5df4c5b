//! The only shape in which free JSON of agents and people travels through the core.
//!
//! What is inside is carried as it came: integers of 64 bits exactly, members in their order.
//! It is read strictly, from a client and from the log alike: a key that stands twice in one object is
//! refused (two readers of such a text would see two things), and so is what is nested deeper than the
//! contract says; the depth is checked before a value is entered, so the stack is bounded by it. Every key
//! is a plain key: the names that serialisation libraries keep for themselves mean nothing here.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::map::Entry;
use serde_json::{Map, Number, Value};

use super::limits::MAX_JSON_DEPTH;

/// How much of a doubled key an error quotes, in characters.
const QUOTED_CHARS: usize = 64;

/// Free JSON of an agent or a person, carried as it came.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(transparent)]
pub struct Json(pub Value);

impl From<Value> for Json {
    fn from(value: Value) -> Self {
        Self(value)
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Level(1).deserialize(from).map(Self)
    }
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

    #[test]
    fn a_key_that_a_library_keeps_for_itself_is_a_plain_key() {
        for key in ["$serde_json::private::RawValue", "$serde_json::private::Number"] {
            let text = format!(r#"{{"{key}":"[1]"}}"#);
            let read: Json = serde_json::from_str(&text).unwrap();
            assert_eq!(read.0[key], "[1]");
            let again: Json = serde_json::from_value(read.0.clone()).unwrap();
            assert_eq!(again, read);
            assert_eq!(serde_json::to_string(&read).unwrap(), text);
        }
    }

    #[test]
    fn a_doubled_key_is_refused_wherever_it_stands() {
        assert!(serde_json::from_str::<Json>(r#"[{"a":1,"a":1}]"#).is_err());
        assert!(serde_json::from_str::<Json>(r#"[{"a":1},{"a":1}]"#).is_ok());
    }
}
