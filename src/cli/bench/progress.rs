//! How far a bench is, for a person at a terminal: on standard error, and only where that is one.

use std::borrow::Cow;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use tokio::time::Instant;

/// How often the bar moves.
const TICK: Duration = Duration::from_millis(100);

/// A bar, or nothing. Clones share it.
#[derive(Debug, Clone)]
pub struct Progress(ProgressBar);

impl Progress {
    /// Draws nothing where `quiet`, or where standard error is no terminal.
    #[must_use]
    pub fn new(quiet: bool) -> Self {
        let target = if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let bar = ProgressBar::with_draw_target(None, target);
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} {wide_bar} {pos}/{len}") {
            bar.set_style(style);
        }
        Self(bar)
    }

    /// A new step begins, which goes up to `length`.
    pub fn step(&self, what: impl Into<Cow<'static, str>>, length: u64) {
        self.0.reset();
        self.0.set_length(length);
        self.0.set_message(what);
        self.0.enable_steady_tick(TICK);
    }

    /// How far the step is.
    pub fn at(&self, position: u64) {
        self.0.set_position(position);
    }

    /// A step that is over when the time is.
    pub async fn for_seconds(&self, what: impl Into<Cow<'static, str>>, seconds: u32) {
        self.step(what, seconds.into());
        let begun = Instant::now();
        let end = begun + Duration::from_secs(seconds.into());
        while Instant::now() < end {
            self.at(begun.elapsed().as_secs());
            tokio::time::sleep_until((Instant::now() + TICK).min(end)).await;
        }
    }

    /// Leaves no trace on the terminal.
    pub fn clear(&self) {
        self.0.finish_and_clear();
    }
}
