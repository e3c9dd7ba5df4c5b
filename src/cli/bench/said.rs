//! What a frame of the hub says, found by searching instead of by parsing: this runs once for every delivery. Pure.
//!
//! Sound only on threads of the bench's own, where no text carries the markers that are searched for: all that is published
//! and asked there is the bench's. What is rare (snapshots, replies) is parsed instead.

use memchr::memmem::Finder;

/// Finds its way in frames; made once per worker.
#[derive(Debug)]
pub struct Scanner {
    kind: Finder<'static>,
    seq: Finder<'static>,
    number: Finder<'static>,
    id: Finder<'static>,
}

/// One event.
#[derive(Debug, PartialEq, Eq)]
pub struct Event<'a> {
    /// Its `type`.
    pub kind: &'a [u8],
    pub seq: u64,
    /// What stands behind the seq.
    rest: &'a [u8],
}

impl Default for Scanner {
    fn default() -> Self {
        Self {
            kind: Finder::new(br#""type":""#),
            seq: Finder::new(br#""seq":"#),
            number: Finder::new(br#""data":{"n":"#),
            id: Finder::new(br#""id":""#),
        }
    }
}

impl Scanner {
    /// The event in a frame; none in a reply or a notice.
    #[must_use]
    pub fn event<'a>(&self, frame: &'a [u8]) -> Option<Event<'a>> {
        let kind = text(after(&self.kind, frame)?);
        let behind = after(&self.seq, frame)?;
        let (seq, rest) = integer(behind)?;
        Some(Event { kind, seq, rest })
    }

    /// The number that the bench gave an event that it published.
    #[must_use]
    pub fn number(&self, event: &Event<'_>) -> Option<u64> {
        integer(after(&self.number, event.rest)?).map(|(number, _)| number)
    }

    /// The dialog that an event speaks of.
    #[must_use]
    pub fn dialog<'a>(&self, event: &Event<'a>) -> Option<&'a [u8]> {
        after(&self.id, event.rest).map(text)
    }
}

fn after<'a>(marker: &Finder<'_>, bytes: &'a [u8]) -> Option<&'a [u8]> {
    let at = marker.find(bytes)?;
    Some(&bytes[at + marker.needle().len()..])
}

/// Up to the quote; none of the texts that are looked for has an escape.
fn text(bytes: &[u8]) -> &[u8] {
    &bytes[..memchr::memchr(b'"', bytes).unwrap_or(bytes.len())]
}

fn integer(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let digits = bytes.iter().take_while(|b| b.is_ascii_digit()).count();
    let (number, rest) = bytes.split_at(digits);
    Some((std::str::from_utf8(number).ok()?.parse().ok()?, rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::id::{Epoch, ThreadId};
    use crate::core::json::Json;
    use crate::core::record::{Entry, Record};
    use crate::wire::event;

    #[test]
    fn a_published_event_of_the_hub_is_read() {
        let thread = ThreadId::parse("bench-1").unwrap();
        let data: Json = serde_json::from_str(r#"{"n":17,"pad":"xx"}"#).unwrap();
        let record = Record::Published { event: "bench".to_owned(), data };
        let told = event::encode(&thread, Epoch(uuid::Uuid::nil()), &Entry { pos: 9, seq: 7, at: 1, record })
            .unwrap();
        let scanner = Scanner::default();
        let event = scanner.event(&told.frame).unwrap();
        assert_eq!((event.kind, event.seq), (event::kind::PUBLISHED.as_bytes(), 7));
        assert_eq!(scanner.number(&event), Some(17));
    }

    #[test]
    fn a_settle_names_its_dialog() {
        let scanner = Scanner::default();
        let frame = br#"{"jsonrpc":"2.0","method":"dialog.settled","params":{"type":"dialog.settled","thread":"t","seq":3,"at":1,"id":"dlg-9","method":"confirm"}}"#;
        let event = scanner.event(frame).unwrap();
        assert_eq!((event.kind, event.seq), (&b"dialog.settled"[..], 3));
        assert_eq!(scanner.dialog(&event), Some(&b"dlg-9"[..]));
        assert_eq!(scanner.number(&event), None);
    }

    #[test]
    fn replies_and_notices_are_no_events() {
        let scanner = Scanner::default();
        for frame in [
            r#"{"jsonrpc":"2.0","id":1,"result":{"seq":4}}"#,
            r#"{"jsonrpc":"2.0","method":"hub.draining","params":{"retry_after_ms":5}}"#,
            r#"{"type":"x","seq":"4"}"#,
            "",
        ] {
            assert_eq!(scanner.event(frame.as_bytes()), None, "{frame}");
        }
    }
}
