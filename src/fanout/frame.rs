//! The bytes of what is sent: WebSocket frames of a server (FIN, unmasked, never fragmented) and SSE blocks.
//!
//! Framing happens here alone. An [`EventFrame`] is made once for all followers of a thread.

use std::fmt::Write as _;
use std::sync::OnceLock;

use bytes::{BufMut, Bytes, BytesMut};
use zeroize::Zeroizing;

use crate::core::id::Epoch;
use crate::wire::close::CloseCode;
use crate::wire::event::Event;

const FIN_TEXT: u8 = 0x81;
const FIN_CLOSE: u8 = 0x88;

/// The longest header of an unmasked frame: two bytes and a length of 64 bits.
const MAX_HEADER_BYTES: usize = 10;

/// The longest payload of a control frame (RFC 6455, 5.5); two of it are the close code.
const MAX_CONTROL_PAYLOAD_BYTES: usize = 125;

/// One event as every follower gets it: the WebSocket frame at once, the SSE block when the first reader needs it.
#[derive(Debug)]
pub struct EventFrame {
    event: Event,
    frame: Bytes,
    block: OnceLock<Bytes>,
}

impl EventFrame {
    /// Frames an event.
    #[must_use]
    pub fn new(mut event: Event) -> Self {
        let frame = text_frame(&event.frame);
        // The event's text ends one byte before its JSON-RPC frame does. Pointing into the framed bytes keeps one copy alive, not three.
        let end = frame.len() - 1;
        if let Some(start) = end.checked_sub(event.text.len())
            && frame[start..end] == event.text
        {
            event.text = frame.slice(start..end);
            event.frame = frame.slice(frame.len() - event.frame.len()..);
        }
        Self { event, frame, block: OnceLock::new() }
    }

    /// The event itself.
    #[must_use]
    pub const fn event(&self) -> &Event {
        &self.event
    }

    /// The WebSocket frame.
    #[must_use]
    pub fn frame(&self) -> Bytes {
        self.frame.clone()
    }

    /// The SSE block.
    #[must_use]
    pub fn block(&self) -> Bytes {
        let Event { epoch, seq, kind, text, .. } = &self.event;
        self.block.get_or_init(|| sse_block(*epoch, *seq, kind, text)).clone()
    }
}

/// A text frame around a payload.
#[must_use]
pub(super) fn text_frame(payload: &[u8]) -> Bytes {
    let mut frame = BytesMut::with_capacity(MAX_HEADER_BYTES + payload.len());
    put_header(&mut frame, payload.len());
    frame.put_slice(payload);
    frame.freeze()
}

/// A text frame whose bytes are wiped when the last reference to them goes.
#[must_use]
pub(super) fn wiped_text_frame(payload: &[u8]) -> Bytes {
    // The capacity is exact, so that growing leaves no copy behind.
    let mut frame = Zeroizing::new(Vec::with_capacity(MAX_HEADER_BYTES + payload.len()));
    put_header(&mut *frame, payload.len());
    frame.extend_from_slice(payload);
    Bytes::from_owner(frame)
}

fn put_header(frame: &mut impl BufMut, payload_bytes: usize) {
    frame.put_u8(FIN_TEXT);
    // The casts are exact: each arm holds what its pattern matched, and no buffer is longer than 2^63 - 1.
    match payload_bytes {
        0..=125 => frame.put_u8(payload_bytes as u8),
        126..=0xffff => {
            frame.put_u8(126);
            frame.put_u16(payload_bytes as u16);
        }
        _ => {
            frame.put_u8(127);
            frame.put_u64(payload_bytes as u64);
        }
    }
}

/// A close frame; a reason that does not fit is cut off between two characters.
#[must_use]
pub(super) fn close_frame(code: CloseCode, reason: &str) -> Bytes {
    let reason = &reason[..reason.floor_char_boundary(MAX_CONTROL_PAYLOAD_BYTES - 2)];
    let mut frame = BytesMut::with_capacity(4 + reason.len());
    frame.put_u8(FIN_CLOSE);
    frame.put_u8(2 + reason.len() as u8); // at most 125, as the line above cuts it
    frame.put_u16(code.number());
    frame.put_slice(reason.as_bytes());
    frame.freeze()
}

/// An SSE block: where the reader is after it, what it is, and the JSON text, which is on one line.
#[must_use]
pub fn sse_block(epoch: Epoch, seq: u64, kind: &str, text: &[u8]) -> Bytes {
    let mut head = String::with_capacity(96);
    // Writing to a String does not fail.
    let _ = write!(head, "id: {epoch}:{seq}\nevent: {kind}\ndata: ");
    let mut block = BytesMut::with_capacity(head.len() + text.len() + 2);
    block.put_slice(head.as_bytes());
    block.put_slice(text);
    block.put_slice(b"\n\n");
    block.freeze()
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    fn event(data: &str) -> Event {
        let text = format!("{{\"type\":\"thread.published\",\"data\":\"{data}\"}}");
        let frame = format!("{{\"jsonrpc\":\"2.0\",\"method\":\"thread.published\",\"params\":{text}}}");
        Event {
            epoch: Epoch(Uuid::nil()),
            seq: 7,
            kind: "thread.published",
            text: text.into(),
            frame: frame.into(),
        }
    }

    #[test]
    fn the_length_takes_the_shortest_form() {
        for (payload, header) in [
            (0, &[0x81, 0][..]),
            (125, &[0x81, 125]),
            (126, &[0x81, 126, 0, 126]),
            (65_535, &[0x81, 126, 0xff, 0xff]),
            (65_536, &[0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]),
        ] {
            let frame = text_frame(&vec![b'x'; payload]);
            assert_eq!(&frame[..header.len()], header, "{payload}");
            assert_eq!(frame.len(), header.len() + payload);
            assert_eq!(wiped_text_frame(&vec![b'x'; payload]), frame);
        }
    }

    #[test]
    fn an_event_shares_one_copy_of_its_bytes() {
        let plain = event("ü");
        let framed = EventFrame::new(plain.clone());
        assert_eq!(framed.event(), &plain);
        assert_eq!(framed.frame(), text_frame(&plain.frame));
        let (whole, text) = (framed.frame().as_ptr_range(), framed.event().text.as_ptr_range());
        assert!(whole.start < text.start && text.end < whole.end, "the text points into the frame");
    }

    #[test]
    fn a_block_names_the_position_the_type_and_the_very_bytes() {
        let framed = EventFrame::new(event("a"));
        let want = "id: 00000000-0000-0000-0000-000000000000:7\nevent: thread.published\n\
                    data: {\"type\":\"thread.published\",\"data\":\"a\"}\n\n";
        assert_eq!(framed.block(), want);
        assert_eq!(framed.block().as_ptr(), framed.block().as_ptr(), "made once");
    }

    #[test]
    fn a_long_reason_is_cut_between_characters() {
        let frame = close_frame(CloseCode::TooSlow, &"ü".repeat(100));
        assert_eq!(&frame[..4], &[0x88, 124, 0x0f, 0xa8]);
        assert_eq!(std::str::from_utf8(&frame[4..]).map(str::len), Ok(122));
    }
}
