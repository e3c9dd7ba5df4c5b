//! What has not been proved to have reached its host, over all threads: as it is told, and as it is logged at the end.
//!
//! Counts alone, as of the last commit: who asks for them is not who may read the answers.

use std::sync::mpsc;
use std::time::Duration;

use super::writer::Writer;
use crate::core::id::ThreadId;
use crate::core::journal::Outstanding;

/// Threads that the log names at the end.
const MAX_LOGGED: usize = 100;
/// How long the log may take at the end: one that nobody reads holds nothing up.
const MAX_LOGGING: Duration = Duration::from_secs(1);

/// What is outstanding over all threads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutstandingThreads {
    /// Whether somebody can still receive something of it.
    pub is_receivable: bool,
    /// Each thread that has something, by name.
    pub threads: Vec<(ThreadId, Outstanding)>,
}

impl Writer {
    /// What is outstanding, as of the last commit.
    pub(super) fn outstanding(&self) -> OutstandingThreads {
        let rows = self.threads.rows().map(|row| (row.thread.clone(), row.journal.outstanding));
        let mut threads: Vec<_> = rows.filter(|(_, of)| *of != Outstanding::default()).collect();
        threads.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        OutstandingThreads {
            is_receivable: self.threads.rows().any(|row| row.journal.is_receivable),
            threads,
        }
    }

    /// Logs what is outstanding at the end of the hub.
    pub(super) fn log_outstanding(&self) {
        let OutstandingThreads { threads, .. } = self.outstanding();
        if threads.is_empty() {
            return;
        }
        let (logged, is_logged) = mpsc::sync_channel(1);
        let thread = std::thread::Builder::new().name("outstanding-log".to_owned()).spawn(move || {
            log(&threads);
            // Who waited may have given up.
            let _ = logged.send(());
        });
        if thread.is_ok() {
            // Late or not at all, the hub ends.
            let _ = is_logged.recv_timeout(MAX_LOGGING);
        }
    }
}

fn log(threads: &[(ThreadId, Outstanding)]) {
    for (thread, Outstanding { pending, unacked, debt }) in threads.iter().take(MAX_LOGGED) {
        tracing::warn!(%thread, pending, unacked, debt, "answers are outstanding at the end of the hub");
    }
    let more = threads.len().saturating_sub(MAX_LOGGED);
    if more > 0 {
        tracing::warn!(threads = more, "answers of more threads are outstanding at the end of the hub");
    }
}
