//! What has not been proved to have reached its host, as it is logged at the end of the hub.
//!
//! Counts alone, as of the last commit: who reads logs is not who may read answers.

use std::sync::mpsc;
use std::time::Duration;

use super::writer::Writer;
use crate::core::id::ThreadId;
use crate::core::journal::Outstanding;

/// Threads that the log names at the end.
const MAX_LOGGED: usize = 100;
/// How long the log may take at the end: one that nobody reads holds nothing up.
const MAX_LOGGING: Duration = Duration::from_secs(1);

impl Writer {
    /// Logs what is outstanding at the end of the hub.
    pub(super) fn log_outstanding(&self) {
        let rows = self.threads.rows().map(|row| (row.thread.clone(), row.journal.outstanding));
        let mut threads: Vec<_> = rows.filter(|(_, of)| *of != Outstanding::default()).collect();
        threads.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
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
