//! Text of others, made safe for a terminal. Pure.
//!
//! A title or an answer may carry escape sequences that move the cursor, set the clipboard or hide what they say,
//! and bidirectional controls that show another order than is meant. Both are shown as escapes.

use std::borrow::Cow;
use std::fmt::Write;

/// A text on one line: line breaks are shown as escapes too.
#[must_use]
pub fn line(text: &str) -> Cow<'_, str> {
    escaped(text, |c| is_unsafe(c) || matches!(c, '\n' | '\t' | '\u{2028}' | '\u{2029}'))
}

/// A text that may have several lines.
#[must_use]
pub fn block(text: &str) -> Cow<'_, str> {
    escaped(text, is_unsafe)
}

/// The number with the right form of the noun.
#[must_use]
pub fn count<N: std::fmt::Display + PartialEq + From<u8>>(n: N, noun: &str) -> String {
    if n == N::from(1) { format!("1 {noun}") } else { format!("{n} {noun}s") }
}

fn is_unsafe(c: char) -> bool {
    let bidi =
        matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    bidi || (c.is_control() && c != '\n' && c != '\t')
}

fn escaped(text: &str, escape: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&escape) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            '\n' if escape(c) => out.push_str("\\n"),
            '\t' if escape(c) => out.push_str("\\t"),
            c if escape(c) => {
                let _ = write!(out, "\\u{{{:x}}}", u32::from(c)); // writing to a String cannot fail
            }
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_moves_the_cursor_or_turns_the_text_is_shown_as_an_escape() {
        for (text, one_line, several) in [
            ("plain Ü 漢 😀", "plain Ü 漢 😀", "plain Ü 漢 😀"),
            ("a\nb\tc", "a\\nb\\tc", "a\nb\tc"),
            ("\u{1b}[2Jgone", "\\u{1b}[2Jgone", "\\u{1b}[2Jgone"),
            ("bell\u{7}\r\0", "bell\\u{7}\\u{d}\\u{0}", "bell\\u{7}\\u{d}\\u{0}"),
            ("\u{7f}\u{9b}31m", "\\u{7f}\\u{9b}31m", "\\u{7f}\\u{9b}31m"),
            (
                "abc\u{202e}fed\u{2066}\u{200f}",
                "abc\\u{202e}fed\\u{2066}\\u{200f}",
                "abc\\u{202e}fed\\u{2066}\\u{200f}",
            ),
            ("a\u{2028}b", "a\\u{2028}b", "a\u{2028}b"),
        ] {
            assert_eq!((line(text).as_ref(), block(text).as_ref()), (one_line, several), "{text:?}");
        }
    }

    #[test]
    fn a_text_that_is_safe_is_not_copied() {
        assert!(matches!(line("safe"), Cow::Borrowed("safe")));
    }
}
