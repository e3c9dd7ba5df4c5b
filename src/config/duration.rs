//! Durations as people write them: `500ms`, `5s`, `5m`, `8h`; a bare number is seconds.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::core::limits::MAX_DURATION_MS;

/// A duration in whole milliseconds, up to [`MAX_DURATION_MS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Millis(u64);

/// Why a text is no duration.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no duration: write 500ms, 5s, 5m or 8h (a bare number is seconds)")]
pub struct BadDuration(String);

/// Units, the longest first, so that a duration is shown in the largest that divides it.
const UNITS: [(&str, u64); 4] = [("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1)];

impl Millis {
    /// So many milliseconds; more than [`MAX_DURATION_MS`] is taken as that.
    #[must_use]
    pub const fn new(ms: u64) -> Self {
        Self(if ms < MAX_DURATION_MS { ms } else { MAX_DURATION_MS })
    }

    /// The number of milliseconds.
    #[must_use]
    pub const fn get(self) -> u64 {
        self.0
    }
}

impl From<Millis> for Duration {
    fn from(ms: Millis) -> Self {
        Self::from_millis(ms.0)
    }
}

impl FromStr for Millis {
    type Err = BadDuration;
    fn from_str(text: &str) -> Result<Self, BadDuration> {
        let bad = || BadDuration(text.to_owned());
        let text = text.trim();
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let (number, unit) = text.split_at(digits);
        let number: u64 = number.parse().map_err(|_| bad())?;
        let unit = if unit.is_empty() { "s" } else { unit };
        let (_, in_ms) = UNITS.into_iter().find(|(name, _)| *name == unit).ok_or_else(bad)?;
        let ms = number.checked_mul(in_ms).filter(|ms| *ms <= MAX_DURATION_MS).ok_or_else(bad)?;
        Ok(Self(ms))
    }
}

impl fmt::Display for Millis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match UNITS.into_iter().find(|(_, in_ms)| self.0 != 0 && self.0.is_multiple_of(*in_ms)) {
            Some((name, in_ms)) => write!(f, "{}{name}", self.0 / in_ms),
            None => f.write_str("0s"),
        }
    }
}

impl Serialize for Millis {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Millis {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged, expecting = "a duration: a text such as \"5s\", or whole seconds")]
        enum Written {
            Seconds(u64),
            Text(String),
        }
        let text = match Written::deserialize(deserializer)? {
            Written::Seconds(seconds) => seconds.to_string(),
            Written::Text(text) => text,
        };
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_read_and_shown() {
        for (text, ms, shown) in [
            ("500ms", 500, "500ms"),
            ("5s", 5_000, "5s"),
            ("90s", 90_000, "90s"),
            ("5m", 300_000, "5m"),
            ("8h", 28_800_000, "8h"),
            ("25", 25_000, "25s"),
            ("0", 0, "0s"),
            ("60", 60_000, "1m"),
        ] {
            let read: Millis = text.parse().unwrap();
            assert_eq!((read.get(), read.to_string().as_str()), (ms, shown), "{text}");
        }
    }

    #[test]
    fn what_is_no_duration_is_refused() {
        for text in
            ["", "soon", "5 s", "-1", "1.5s", "5d", "ms", "99999999999999999999h", "18446744073709551615"]
        {
            assert!(text.parse::<Millis>().is_err(), "{text}");
        }
    }
}
