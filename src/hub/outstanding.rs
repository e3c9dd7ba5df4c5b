//! What has not been proved to have reached its host, over all threads: as it is told, and as it is logged at the end.
//!
//! Counts alone: who asks for them, or reads logs, is not who may read answers.

use std::sync::mpsc;
use std::time::Duration;

use super::writer::Writer;
use crate::wire::journal::{OutstandingList, OutstandingRow};

/// Threads that the log names at the end.
const MAX_LOGGED: usize = 100;
/// How long the log may take at the end: one that nobody reads holds nothing up.
const MAX_LOGGING: Duration = Duration::from_secs(1);

impl Writer {
    /// What each thread has outstanding, by name; of threads in memory as it is now.
    pub(super) fn outstanding(&self) -> OutstandingList {
        let outstanding = self.threads.journals().any(|(_, journal)| journal.is_receivable);
        let journals = self.threads.journals();
        let mut threads: Vec<_> = journals
            .filter_map(|(thread, journal)| OutstandingRow::of(thread, journal.outstanding))
            .collect();
        threads.sort_unstable_by(|a, b| a.thread.cmp(&b.thread));
        OutstandingList { outstanding, threads }
    }

    /// Logs what is outstanding at the end of the hub.
    pub(super) fn log_outstanding(&self) {
        let OutstandingList { threads, .. } = self.outstanding();
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

fn log(rows: &[OutstandingRow]) {
    for OutstandingRow { thread, pending, unacked, debt } in rows.iter().take(MAX_LOGGED) {
        tracing::warn!(%thread, pending, unacked, debt, "answers are outstanding at the end of the hub");
    }
    let more = rows.len().saturating_sub(MAX_LOGGED);
    if more > 0 {
        tracing::warn!(threads = more, "answers of more threads are outstanding at the end of the hub");
    }
}
