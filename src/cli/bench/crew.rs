//! The worker threads of a bench: each runs its share of the connections on a runtime of its own.
//!
//! What a worker holds never leaves its thread, so it needs no locks: its connections share one read buffer.

use std::sync::Arc;

use futures::StreamExt;
use futures::stream::FuturesUnordered;
use tokio::sync::oneshot;

use super::shared::Shared;
use crate::cli::exit::{Exit, Failure};

/// Workers that are at it.
#[derive(Debug)]
pub struct Crew<T> {
    results: Vec<oneshot::Receiver<T>>,
    shared: Arc<Shared>,
}

impl<T: Send + 'static> Crew<T> {
    /// Starts so many; `work` is called on each thread with the worker's number and runs until it is through, or
    /// until `shared.stop`, whichever it heeds.
    ///
    /// # Errors
    /// The system gives no thread or runtime.
    pub fn start<F, W>(count: usize, shared: &Arc<Shared>, work: F) -> Result<Self, Failure>
    where
        F: Fn(usize) -> W + Send + Sync + 'static,
        W: Future<Output = T>,
    {
        let work = Arc::new(work);
        let mut crew = Self { results: Vec::with_capacity(count), shared: Arc::clone(shared) };
        for worker in 0..count {
            let (done, result) = oneshot::channel();
            let (work, idle, failing) = (Arc::clone(&work), Arc::clone(shared), Arc::clone(shared));
            let run = move || {
                let runtime = tokio::runtime::Builder::new_current_thread()
                    .enable_all()
                    .on_thread_park(move || idle.idle())
                    .build();
                match runtime {
                    // Whoever started it may have gone.
                    Ok(runtime) => drop(done.send(runtime.block_on(work(worker)))),
                    Err(error) => failing.fail(no_thread(&error)),
                }
            };
            let named = std::thread::Builder::new().name(format!("bench-{worker}"));
            named.spawn(run).map_err(|e| no_thread(&e))?;
            crew.results.push(result);
        }
        Ok(crew)
    }

    /// Stops them all; what each has.
    pub async fn end(self) -> Vec<T> {
        self.shared.stop.cancel();
        let mut all = Vec::with_capacity(self.results.len());
        for result in self.results {
            match result.await {
                Ok(result) => all.push(result),
                Err(_) => self.shared.fail(Failure::new(Exit::Hub, "bug", "a worker ended by a bug")),
            }
        }
        all
    }
}

/// Runs the connections of one worker until `shared.stop`, then drops them.
pub async fn run_until_stopped<C: Future<Output = ()>>(
    shared: &Shared,
    connections: impl Iterator<Item = C>,
) {
    let mut all: FuturesUnordered<C> = connections.collect();
    let through = async {
        while all.next().await.is_some() {}
        // Also where each one has ended, the worker stays until what it has is asked for.
        std::future::pending::<()>().await;
    };
    // The set yields by itself after each has had its turn; a second budget would only make it start over.
    shared.stop.run_until_cancelled(tokio::task::unconstrained(through)).await;
}

/// How many workers there are where nothing is said: half of the cores, for the hub needs the others.
#[must_use]
pub fn default_workers() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| (cores.get() / 2).max(1))
}

fn no_thread(error: &std::io::Error) -> Failure {
    Failure::new(Exit::Hub, "thread", format!("no thread for a worker: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn workers_keep_what_is_theirs_until_they_are_asked() {
        let shared = Arc::new(Shared::default());
        let within = Arc::clone(&shared);
        let crew = Crew::start(3, &shared, move |worker| {
            let shared = Arc::clone(&within);
            async move {
                // Not `Send`, as all that a worker holds may be.
                let seen = std::rc::Rc::new(std::cell::Cell::new(0));
                let connection = |n| {
                    let (seen, shared) = (std::rc::Rc::clone(&seen), Arc::clone(&shared));
                    async move {
                        seen.set(seen.get() + n);
                        shared.live.add(1);
                    }
                };
                run_until_stopped(&shared, (0..4).map(connection)).await;
                worker * 100 + seen.get()
            }
        })
        .unwrap();
        shared.until_live(12, |_| ()).await;
        assert_eq!(crew.end().await, [6, 106, 206]);
    }
}
