//! WebSocket frames as the bench reads and writes them. Pure.
//!
//! Nothing is copied: a frame that is read borrows from the buffer. A hub sends whole, unmasked frames; anything else is an error
//! that ends the bench, for a generator that guesses measures nothing.

const FIN: u8 = 0x80;
const MASKED: u8 = 0x80;
const RESERVED: u8 = 0x70;
const TEXT: u8 = 0x1;
const CLOSE: u8 = 0x8;
const PING: u8 = 0x9;
const PONG: u8 = 0xa;

/// The longest payload of a control frame (RFC 6455, 5.5).
const MAX_CONTROL_BYTES: usize = 125;
/// The largest frame that is taken: more than a snapshot with every default bound used up.
pub const MAX_FRAME_BYTES: usize = 512 << 20;
/// What stands for the code of a close frame without one (RFC 6455, 7.1.5).
const NO_CODE: u16 = 1005;

/// One whole frame of the hub.
#[derive(Debug, PartialEq, Eq)]
pub enum Frame<'a> {
    /// A message.
    Text(&'a [u8]),
    /// To be answered with a pong of the same payload.
    Ping(&'a [u8]),
    /// Of no use.
    Pong,
    /// The end, with the hub's code and words.
    Close { code: u16, reason: &'a [u8] },
}

/// What no hub sends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadFrame {
    /// A server does not mask.
    #[error("a masked frame")]
    Masked,
    /// A piece of a message, or one with an extension's bit, which was not agreed on.
    #[error("a frame that is not whole and plain")]
    NotWhole,
    /// Binary, a long control frame, or what has no meaning.
    #[error("a frame of the kind {0:#x}")]
    Kind(u8),
    /// Over [`MAX_FRAME_BYTES`].
    #[error("a frame of {0} bytes")]
    TooLarge(u64),
}

/// The first frame and how many bytes it takes; none where it is not all there yet.
///
/// # Errors
/// Where it can be seen that it is no frame of a hub.
pub fn first(bytes: &[u8]) -> Result<Option<(Frame<'_>, usize)>, BadFrame> {
    let [head, length, rest @ ..] = bytes else { return Ok(None) };
    if length & MASKED != 0 {
        return Err(BadFrame::Masked);
    }
    if head & FIN == 0 || head & RESERVED != 0 {
        return Err(BadFrame::NotWhole);
    }
    let (payload_at, length) = match length & !MASKED {
        126 => match rest.first_chunk() {
            Some(length) => (4, u64::from(u16::from_be_bytes(*length))),
            None => return Ok(None),
        },
        127 => match rest.first_chunk() {
            Some(length) => (10, u64::from_be_bytes(*length)),
            None => return Ok(None),
        },
        short => (2, u64::from(short)),
    };
    let length =
        usize::try_from(length).ok().filter(|n| *n <= MAX_FRAME_BYTES).ok_or(BadFrame::TooLarge(length))?;
    let kind = head & 0x0f;
    if kind != TEXT && (length > MAX_CONTROL_BYTES || ![CLOSE, PING, PONG].contains(&kind)) {
        return Err(BadFrame::Kind(kind));
    }
    let Some(payload) = bytes.get(payload_at..payload_at + length) else { return Ok(None) };
    let frame = match kind {
        TEXT => Frame::Text(payload),
        PING => Frame::Ping(payload),
        PONG => Frame::Pong,
        _ => match payload.split_first_chunk() {
            Some((code, reason)) => Frame::Close { code: u16::from_be_bytes(*code), reason },
            None => Frame::Close { code: NO_CODE, reason: &[] },
        },
    };
    Ok(Some((frame, payload_at + length)))
}

/// Adds the frame of a message to what is to be written.
pub fn put_text(out: &mut Vec<u8>, text: &[u8]) {
    put(out, TEXT, text);
}

/// The frame that answers a ping.
pub fn pong(payload: &[u8]) -> Vec<u8> {
    let mut frame = Vec::with_capacity(6 + payload.len());
    put(&mut frame, PONG, payload);
    frame
}

/// A client masks. A mask of zeros leaves the payload as it is; that it can be guessed matters where a stranger chooses
/// the payload and a proxy reads along, and here nobody else chooses it.
fn put(out: &mut Vec<u8>, kind: u8, payload: &[u8]) {
    out.push(FIN | kind);
    // The casts are exact: each arm holds what its pattern matched, and no buffer is longer than 2^63 - 1.
    match payload.len() {
        length @ 0..=125 => out.push(MASKED | length as u8),
        length @ 126..=0xffff => {
            out.push(MASKED | 126);
            out.extend_from_slice(&(length as u16).to_be_bytes());
        }
        length => {
            out.push(MASKED | 127);
            out.extend_from_slice(&(length as u64).to_be_bytes());
        }
    }
    out.extend_from_slice(&[0; 4]);
    out.extend_from_slice(payload);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn server_text(length: usize) -> Vec<u8> {
        let mut frame = Vec::new();
        put_text(&mut frame, &vec![b'x'; length]);
        let mask_at = frame.len() - length - 4;
        frame.drain(mask_at..mask_at + 4);
        frame[1] &= !MASKED;
        frame
    }

    #[test]
    fn frames_of_every_length_are_read_and_pieces_wait() {
        for length in [0, 1, 125, 126, 65_535, 65_536] {
            let mut bytes = server_text(length);
            let whole = bytes.len();
            for cut in [0, 1, 2, 3, 9, whole - 1].into_iter().filter(|cut| *cut < whole) {
                assert_eq!(first(&bytes[..cut]), Ok(None), "{cut} of {length}");
            }
            bytes.extend_from_slice(b"more");
            assert_eq!(first(&bytes), Ok(Some((Frame::Text(&vec![b'x'; length]), whole))), "{length}");
        }
    }

    #[test]
    fn control_frames_are_told_apart() {
        assert_eq!(first(&[0x89, 1, b'p']), Ok(Some((Frame::Ping(b"p"), 3))));
        assert_eq!(first(&[0x8a, 0]), Ok(Some((Frame::Pong, 2))));
        let slow = [0x88, 4, 0x0f, 0xa8, b'n', b'o'];
        assert_eq!(first(&slow), Ok(Some((Frame::Close { code: 4008, reason: b"no" }, 6))));
        assert_eq!(first(&[0x88, 0]), Ok(Some((Frame::Close { code: 1005, reason: b"" }, 2))));
    }

    #[test]
    fn what_no_hub_sends_is_an_error() {
        for (bytes, error) in [
            (&[0x81, 0x80, 0, 0, 0, 0][..], BadFrame::Masked),
            (&[0x01, 1, b'a'], BadFrame::NotWhole),
            (&[0xc1, 1, b'a'], BadFrame::NotWhole),
            (&[0x82, 1, b'a'], BadFrame::Kind(2)),
            (&[0x80, 1, b'a'], BadFrame::Kind(0)),
            (&[0x89, 126, 0, 126], BadFrame::Kind(9)),
            (&[0x81, 127, 0xff, 0, 0, 0, 0, 0, 0, 0], BadFrame::TooLarge(0xff << 56)),
        ] {
            assert_eq!(first(bytes), Err(error), "{bytes:x?}");
        }
    }

    #[test]
    fn what_is_written_is_masked_with_zeros() {
        assert_eq!(pong(b"p"), [0x8a, 0x81, 0, 0, 0, 0, b'p']);
        let mut out = Vec::new();
        put_text(&mut out, b"hi");
        assert_eq!(out, [0x81, 0x82, 0, 0, 0, 0, b'h', b'i']);
    }
}
