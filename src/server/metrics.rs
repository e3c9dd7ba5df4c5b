//! What the server and the hub count, in the OpenMetrics text form. No ids, no texts of anybody.

use std::fmt;
use std::sync::Arc;

use http::StatusCode;
use prometheus_client::collector::Collector;
use prometheus_client::encoding::text::encode;
use prometheus_client::encoding::{DescriptorEncoder, EncodeLabelSet, EncodeMetric};
use prometheus_client::metrics::counter::{ConstCounter, Counter};
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::{ConstGauge, Gauge};
use prometheus_client::registry::Registry;

use crate::core::outcome::Outcome;
use crate::hub;

/// What the server counts of itself, and the registry of all there is to read.
#[derive(Debug)]
pub struct Metrics {
    registry: Registry,
    connections: Gauge,
    websockets: Gauge,
    refused: Counter,
    accept_failures: Counter,
    responses: Family<Status, Counter>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Status {
    status: u16,
}

/// One of what a gauge counts, for as long as it lives.
#[derive(Debug)]
pub struct Counted(Gauge);

impl Counted {
    fn one_more(gauge: &Gauge) -> Self {
        gauge.inc();
        Self(gauge.clone())
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.dec();
    }
}

impl Metrics {
    /// Nothing counted yet, beside what the hub has.
    #[must_use]
    pub fn new(hub: Arc<hub::Metrics>) -> Self {
        let mut registry = Registry::with_prefix("dialog_hub");
        let (connections, websockets) = (Gauge::default(), Gauge::default());
        let (refused, accept_failures, responses) =
            (Counter::default(), Counter::default(), Family::default());
        registry.register("connections", "Connections of all kinds", connections.clone());
        registry.register("websockets", "Connections that are WebSockets", websockets.clone());
        registry.register("connections_refused", "Connections past the cap", refused.clone());
        registry.register(
            "accept_failures",
            "Times that no connection could be taken, for want of files or memory",
            accept_failures.clone(),
        );
        registry.register("http_responses", "Responses by status", Family::clone(&responses));
        registry.register_collector(Box::new(OfHub(hub)));
        Self { registry, connections, websockets, refused, accept_failures, responses }
    }

    /// One more connection.
    #[must_use]
    pub fn connection(&self) -> Counted {
        Counted::one_more(&self.connections)
    }

    /// One more WebSocket.
    #[must_use]
    pub fn websocket(&self) -> Counted {
        Counted::one_more(&self.websockets)
    }

    /// A connection past the cap.
    pub fn connection_refused(&self) {
        self.refused.inc();
    }

    /// No connection could be taken.
    pub fn accept_failed(&self) {
        self.accept_failures.inc();
    }

    /// A response went out.
    pub fn responded(&self, status: StatusCode) {
        self.responses.get_or_create(&Status { status: status.as_u16() }).inc();
    }

    /// All of it as text.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        // Writing to a String cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}

/// The numbers of the hub, read when they are asked for.
#[derive(Debug)]
struct OfHub(Arc<hub::Metrics>);

impl Collector for OfHub {
    fn encode(&self, mut to: DescriptorEncoder) -> Result<(), fmt::Error> {
        let hub = &self.0;
        for (name, help, count) in [
            ("asks", "Dialogs that were shown", hub.asks.get()),
            ("answers", "Answers that came, good or not", hub.answers.get()),
            ("refusals", "Answers that were not good ones", hub.refusals.get()),
            ("events", "Events of all kinds", hub.events.get()),
            ("deliveries", "Events times the followers that they were queued for", hub.fanout.deliveries()),
            ("slow_closes", "Followers closed because they read too slowly", hub.fanout.slow_closes()),
            (
                "publishes_held_back",
                "Events refused while those before were on their way",
                hub.publishes_held_back.get(),
            ),
            ("inbox_full", "Calls that found the inbox full for too long", hub.inbox_full.get()),
            ("journal_recovered", "Answers of a journal that an ask was given", hub.journal_recovered.get()),
            ("journal_evicted", "Unproved answers that a full journal dropped", hub.journal_evicted.get()),
            ("inputs", "Inputs that were decided", hub.inputs.get()),
            ("commits", "Batches that were committed", hub.commits.get()),
            ("entries", "Entries that were committed", hub.entries.get()),
        ] {
            let metric = ConstCounter::new(count);
            metric.encode(to.encode_descriptor(name, help, None, metric.metric_type())?)?;
        }
        let commit_time = ConstCounter::new(hub.commit_time().as_secs_f64());
        commit_time.encode(to.encode_descriptor(
            "commit_seconds",
            "What all commits took together",
            None,
            commit_time.metric_type(),
        )?)?;
        for (name, help, gauge) in [
            ("batch_inputs", "Inputs in the newest batch", &hub.batch_inputs),
            ("inbox_inputs", "Inputs that wait", &hub.inbox_inputs),
            ("followers", "Follows, over all connections", &hub.followers),
            ("open_dialogs", "Open dialogs", &hub.open_dialogs),
            ("threads", "Threads that have events", &hub.threads),
            ("loaded_threads", "Threads in memory", &hub.loaded_threads),
            ("waiting_calls", "Calls that wait for a reply", &hub.waiting_calls),
            ("journal_pending", "Answers that wait to be delivered", &hub.journal_pending),
            ("journal_unacked", "Answers whose receipt is not proved", &hub.journal_unacked),
            (
                "journal_debt",
                "Unproved answers that were dropped and are not known to be told",
                &hub.journal_debt,
            ),
            ("journal_entries", "Entries of all journals", &hub.journal_entries),
            ("queue_bytes", "Bytes that wait in all outbound queues", &hub.queue_bytes),
        ] {
            let metric = ConstGauge::new(i64::try_from(gauge.get()).unwrap_or(i64::MAX));
            metric.encode(to.encode_descriptor(name, help, None, metric.metric_type())?)?;
        }
        let settles = ConstCounter::new(0_u64);
        let mut family =
            to.encode_descriptor("settles", "Dialogs that ended, by outcome", None, settles.metric_type())?;
        for outcome in Outcome::ALL {
            let labels = [("outcome", outcome.as_str())];
            ConstCounter::new(hub.settles(outcome).get()).encode(family.encode_family(&labels)?)?;
        }
        Ok(())
    }
}
