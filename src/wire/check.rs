//! The bounds of members that every method shares: texts, durations, keys, positions.
//!
//! Each check takes the member's name, and the error names it.

use serde_json::Value;
use uuid::Uuid;

use crate::core::command::Since;
use crate::core::id::{Epoch, JournalToken};
use crate::core::json::Json;
use crate::core::limits::{Limits, MAX_ACK_TOKENS, MAX_ANSWER_KEY_CHARS, MAX_DURATION_MS, MAX_WAIT_MS};
use crate::error::{ApiError, Code};

use super::params::Position;

/// A text of bounded size.
pub(super) fn text(field: &str, it: Option<String>, limits: &Limits) -> Result<Option<String>, ApiError> {
    let most = limits.max_text_bytes;
    match &it {
        Some(text) if text.len() > most => {
            Err(ApiError::new(Code::TooLarge, format!("`{field}` has more than {most} bytes")).at(field))
        }
        _ => Ok(it),
    }
}

/// A text of bounded size that is not empty.
pub(super) fn name(field: &str, it: Option<String>, limits: &Limits) -> Result<Option<String>, ApiError> {
    match &it {
        Some(text) if text.is_empty() => Err(ApiError::bad_request(field, format!("`{field}` is empty"))),
        _ => text(field, it, limits),
    }
}

/// How long a call waits.
pub(super) fn wait_ms(it: Option<u64>) -> Result<Option<u64>, ApiError> {
    at_most("wait_ms", it, MAX_WAIT_MS)
}

/// How long something lasts.
pub(super) fn duration_ms(field: &str, it: Option<u64>) -> Result<Option<u64>, ApiError> {
    at_most(field, it, MAX_DURATION_MS)
}

fn at_most(field: &str, it: Option<u64>, most: u64) -> Result<Option<u64>, ApiError> {
    match it {
        Some(ms) if ms > most => Err(ApiError::bad_request(field, format!("`{field}` is more than {most}"))),
        _ => Ok(it),
    }
}

/// A key that makes repeating an answer safe.
pub(super) fn answer_key(it: Option<String>) -> Result<Option<String>, ApiError> {
    match it.as_ref().map(|key| key.chars().count()) {
        Some(chars) if chars == 0 || chars > MAX_ANSWER_KEY_CHARS => Err(ApiError::bad_request(
            "answer_key",
            format!("`answer_key` has 1 to {MAX_ANSWER_KEY_CHARS} characters"),
        )),
        _ => Ok(it),
    }
}

/// The same, out of an answer's fields.
pub(super) fn answer_key_of(payload: &Json) -> Result<Option<String>, ApiError> {
    match payload.0.get("answer_key") {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(key)) => answer_key(Some(key.clone())),
        Some(_) => Err(ApiError::bad_request("answer_key", "`answer_key` has to be a text")),
    }
}

/// The tokens of an ack.
pub(super) fn tokens(it: Vec<String>, limits: &Limits) -> Result<Vec<JournalToken>, ApiError> {
    if it.len() > MAX_ACK_TOKENS {
        let detail = format!("`tokens` has more than {MAX_ACK_TOKENS} members");
        return Err(ApiError::new(Code::TooLarge, detail).at("tokens"));
    }
    let token = |(place, token)| {
        text(&format!("tokens[{place}]"), Some(token), limits)
            .map(|token| JournalToken::named(&token.unwrap_or_default()))
    };
    it.into_iter().enumerate().map(token).collect()
}

/// A position to come back to. An epoch that is not written as the hub writes them names no stream.
pub(super) fn since(it: Option<Position>) -> Option<Since> {
    it.map(|position| Since { epoch: epoch(&position.epoch), seq: position.seq })
}

/// The position in a `Last-Event-ID`, `EPOCH:SEQ`; one that cannot be read is as none.
#[must_use]
pub fn last_event_id(header: &str) -> Option<Since> {
    let (before, seq) = header.rsplit_once(':')?;
    let digits = !seq.is_empty() && seq.bytes().all(|byte| byte.is_ascii_digit());
    Some(Since { epoch: Some(epoch(before)?), seq: seq.parse().ok().filter(|_| digits)? })
}

fn epoch(text: &str) -> Option<Epoch> {
    Uuid::try_parse(text).ok().map(Epoch).filter(|epoch| epoch.to_string() == text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const EPOCH: &str = "01890a5d-ac96-774b-bcce-b302099a8057";

    #[test]
    fn a_last_event_id_is_read_or_as_none() {
        let since = last_event_id(&format!("{EPOCH}:7")).unwrap();
        assert_eq!((since.epoch.unwrap().to_string().as_str(), since.seq), (EPOCH, 7));
        for odd in [
            "",
            ":",
            "garbage",
            "x:y",
            "🙂:1",
            EPOCH,
            &format!("{EPOCH}:"),
            &format!("{EPOCH}:+1"),
            &format!("{EPOCH}:-1"),
            &format!("{EPOCH}:7:7"),
            &format!("{}:7", EPOCH.replace('-', "")),
            &format!("{}:7", EPOCH.to_uppercase()),
        ] {
            assert_eq!(last_event_id(odd), None, "{odd}");
        }
    }

    #[test]
    fn an_unknown_epoch_is_no_error_and_no_stream() {
        for text in ["x", "", "01890A5D-AC96-774B-BCCE-B302099A8057", "01890a5dac96774bbcceb302099a8057"] {
            let since = since(Some(Position { epoch: text.into(), seq: 1 })).unwrap();
            assert_eq!(since, Since { epoch: None, seq: 1 });
        }
    }

    #[test]
    fn sizes_are_inclusive() {
        let limits = Limits::default();
        let of = |n: usize| Some("é".repeat(n / 2));
        assert!(text("key", of(8_192), &limits).is_ok());
        let error = text("key", of(8_194), &limits).unwrap_err();
        assert_eq!((error.code, error.more.field.as_deref()), (Code::TooLarge, Some("key")));
        assert!(
            answer_key(Some("é".repeat(64))).is_ok()
                && answer_key(Some("é".repeat(65))).is_err()
                && answer_key(Some(String::new())).is_err()
        );
        assert!(wait_ms(Some(300_000)).is_ok() && wait_ms(Some(300_001)).is_err());
    }
}
