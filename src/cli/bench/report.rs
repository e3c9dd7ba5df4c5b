//! How results are told: lines for a person, or one line of JSON whose names are stable and carry their units.

use serde::Serialize;

use super::Common;
use super::latency::Percentiles;
use super::sequence::Wrongs;
use super::stage::{Ended, Stage};
use crate::cli::exit::{Exit, Failure};
use crate::cli::{out, text};

/// What every result begins with.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Head {
    /// `followers`, `settle` or `join`.
    pub bench: &'static str,
    /// Whether it ran to its end; what is told of one that did not is what there was until then.
    pub complete: bool,
    pub url: String,
    pub hub_version: String,
    /// Threads of the bench that carry its connections.
    pub workers: usize,
    /// The hub's process, where it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server_pid: Option<u32>,
}

/// What was wrong with the streams, as it is told.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Checked {
    pub lost: u64,
    pub duplicate: u64,
    pub out_of_order: u64,
}

impl From<Wrongs> for Checked {
    fn from(Wrongs { lost, duplicate, out_of_order }: Wrongs) -> Self {
        Self { lost, duplicate, out_of_order }
    }
}

impl Head {
    /// Begins complete; [`tell`] says how it ended.
    #[must_use]
    pub fn new(bench: &'static str, stage: &Stage, common: &Common) -> Self {
        Self {
            bench,
            complete: true,
            url: stage.target.endpoint.address.to_string(),
            hub_version: stage.hub_version.clone(),
            workers: common.workers(),
            server_pid: stage.server.map(|server| server.pid),
        }
    }
}

/// A result.
pub trait Report: Serialize {
    /// Its head.
    fn head(&mut self) -> &mut Head;
    /// Names and what is told of each.
    fn lines(&self) -> Vec<(&'static str, String)>;
}

/// Prints what there is, and gives what the command ends with: a hub that lost, doubled or misplaced an event has failed.
///
/// # Errors
/// What ended the bench early, or what was wrong with the streams.
pub fn tell(report: Option<impl Report>, ended: Ended, wrongs: Wrongs, json: bool) -> Result<Exit, Failure> {
    if let Some(mut report) = report {
        report.head().complete = matches!(ended, Ended::Complete);
        if json {
            let told = serde_json::to_string(&report);
            out::line(&told.map_err(|e| Failure::new(Exit::Hub, "bug", e.to_string()))?)?;
        } else {
            for (name, told) in report.lines() {
                out::line(&format!("{name:<14}{}", text::line(&told)))?;
            }
        }
    }
    match ended {
        Ended::Interrupted => Ok(Exit::Interrupted),
        Ended::Failed(failure) => Err(failure),
        Ended::Complete if wrongs.is_none() => Ok(Exit::Done),
        Ended::Complete => {
            let Wrongs { lost, duplicate, out_of_order } = wrongs;
            let why = format!(
                "the hub broke its word: {lost} lost, {duplicate} twice, {out_of_order} out of order"
            );
            Err(Failure::new(Exit::Hub, "not-exact", why))
        }
    }
}

/// Percentiles on one line, in milliseconds.
#[must_use]
pub fn spread(percentiles: Option<Percentiles>) -> String {
    let Some(Percentiles { p50, p95, p99, max }) = percentiles else {
        return "nothing was measured".to_owned();
    };
    let ms = |us: f64| format!("{:.3} ms", us / 1e3);
    format!("p50 {}, p95 {}, p99 {}, max {}", ms(p50), ms(p95), ms(p99), ms(max))
}

/// What was wrong, on one line.
#[must_use]
pub fn checked(checked: Checked) -> String {
    let Checked { lost, duplicate, out_of_order } = checked;
    format!("{lost} lost, {duplicate} duplicate, {out_of_order} out of order")
}

/// A count with its thousands apart.
#[must_use]
pub fn count(n: f64) -> String {
    let digits = format!("{n:.0}");
    let mut shown = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            shown.push(',');
        }
        shown.push(digit);
    }
    shown
}

/// What a figure is, or that nobody could look.
#[must_use]
pub fn figure(figure: Option<f64>, unit: &str) -> String {
    figure.map_or_else(|| "unknown (--pid names the hub's process)".to_owned(), |f| format!("{f}{unit}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_readable() {
        assert_eq!([0.0, 999.4, 1_000.0, 1_234_567.0].map(count), ["0", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn percentiles_are_in_milliseconds() {
        let told = spread(Some(Percentiles { p50: 1.5, p95: 20.0, p99: 300.0, max: 4_000.0 }));
        assert_eq!(told, "p50 0.002 ms, p95 0.020 ms, p99 0.300 ms, max 4.000 ms");
    }
}
