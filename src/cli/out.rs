//! Standard output for results, standard error for notes: never a panic when a reader goes away.

use std::io::{self, IsTerminal, Write};

/// One line of a result. A closed pipe is an error that the command ends by, quietly.
///
/// # Errors
/// What the write said.
pub fn line(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.write_all(b"\n")?;
    out.flush()
}

/// One line of JSON: line breaks between its tokens become spaces (inside of texts JSON has none).
///
/// # Errors
/// What the write said.
pub fn json(text: &str) -> io::Result<()> {
    if text.contains(['\n', '\r']) { line(&text.replace(['\n', '\r'], " ")) } else { line(text) }
}

/// A note for the person at the terminal. Nobody may be there to read it.
pub fn note(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// An answer of a person: raw for a program, with what could steer the terminal shown as escapes on one.
///
/// # Errors
/// What the write said.
pub fn answer(text: &str) -> io::Result<()> {
    if io::stdout().is_terminal() { line(&super::text::block(text)) } else { line(text) }
}
