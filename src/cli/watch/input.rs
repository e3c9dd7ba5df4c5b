//! The lines that a person types, or a program pipes in, and what the terminal does meanwhile.
//!
//! On a terminal, what was typed before a card was shown is thrown away: nobody means to answer what he has not seen.
//! From a pipe nothing is thrown away; it is read only while a card is open to take it.

use std::io::{self, IsTerminal};

use rustix::termios::{self, LocalModes, OptionalActions, QueueSelector, Termios};
use tokio::io::{AsyncBufReadExt, BufReader, Lines, Stdin};

/// Standard input, line by line.
#[derive(Debug)]
pub struct Input {
    lines: Lines<BufReader<Stdin>>,
    terminal: bool,
    unseen: Option<Unseen>,
}

/// What is typed is not shown, until this is dropped.
#[derive(Debug)]
struct Unseen {
    before: Termios,
}

impl Input {
    /// Takes over standard input.
    pub fn open() -> Self {
        let lines = BufReader::new(tokio::io::stdin()).lines();
        Self { lines, terminal: io::stdin().is_terminal(), unseen: None }
    }

    /// Whether a person types.
    pub fn is_terminal(&self) -> bool {
        self.terminal
    }

    /// The next line; `None` at the end of the input. Cancel safe.
    ///
    /// # Errors
    /// Where it cannot be read, or is no UTF-8.
    pub async fn next(&mut self) -> io::Result<Option<String>> {
        self.lines.next_line().await
    }

    /// A card is shown: forget what was typed before, and show or hide what is typed from here on.
    pub fn begin(&mut self, secret: bool) {
        if !self.terminal {
            return;
        }
        // A terminal that does not do as it is told still works, but for this comfort.
        let _ = termios::tcflush(io::stdin(), QueueSelector::IFlush);
        self.unseen = if secret { Unseen::begin().ok() } else { None };
    }

    /// The secret was typed: show again what is typed.
    pub fn show(&mut self) {
        self.unseen = None;
    }
}

impl Unseen {
    fn begin() -> io::Result<Self> {
        let before = termios::tcgetattr(io::stdin())?;
        let mut unseen = before.clone();
        unseen.local_modes.remove(LocalModes::ECHO);
        termios::tcsetattr(io::stdin(), OptionalActions::Now, &unseen)?;
        Ok(Self { before })
    }
}

impl Drop for Unseen {
    fn drop(&mut self) {
        let _ = termios::tcsetattr(io::stdin(), OptionalActions::Now, &self.before); // nothing more can be done
    }
}
