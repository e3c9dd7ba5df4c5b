//! How long ago something was, for a person. Pure but for [`now_ms`].

use std::time::{SystemTime, UNIX_EPOCH};

/// Milliseconds since the Unix epoch, as every time of the hub.
pub fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// `3m ago`; what a hub with another clock dates later than now is `0s ago`.
pub fn ago(at_ms: u64, now_ms: u64) -> String {
    let seconds = now_ms.saturating_sub(at_ms) / 1_000;
    let (n, unit) = match seconds {
        0..60 => (seconds, 's'),
        60..3_600 => (seconds / 60, 'm'),
        3_600..86_400 => (seconds / 3_600, 'h'),
        _ => (seconds / 86_400, 'd'),
    };
    format!("{n}{unit} ago")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_unit_is_enough() {
        for (seconds, shown) in [
            (0, "0s ago"),
            (59, "59s ago"),
            (60, "1m ago"),
            (3_599, "59m ago"),
            (3_600, "1h ago"),
            (86_399, "23h ago"),
            (86_400, "1d ago"),
            (864_000, "10d ago"),
        ] {
            assert_eq!(ago(5, 5 + seconds * 1_000), shown);
        }
        assert_eq!(ago(5_000, 0), "0s ago");
    }
}
