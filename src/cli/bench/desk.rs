//! What the connections of one worker share while they run, and what is left of them. Never leaves its thread.

use std::cell::RefCell;

use tokio::sync::Semaphore;

use super::link::{Buffer, CONNECTING};
use super::said::Scanner;

/// The desk of one worker.
#[derive(Debug)]
pub struct Desk<R> {
    /// What is read, by one connection after the other.
    pub buffer: Buffer,
    /// Finds its way in it.
    pub scanner: Scanner,
    /// The handshakes at a time.
    pub connecting: Semaphore,
    /// What they find out.
    pub results: RefCell<R>,
}

impl<R> Desk<R> {
    /// A desk where nothing was found out yet.
    pub fn new(results: R) -> Self {
        Self {
            buffer: Buffer::default(),
            scanner: Scanner::default(),
            connecting: Semaphore::new(CONNECTING),
            results: RefCell::new(results),
        }
    }

    /// What is left, when its connections are gone.
    pub fn into_results(self) -> R {
        self.results.into_inner()
    }
}
