//! `stop`: end every open dialog of a thread and tell its host.

use clap::Args;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::client::Client;

use super::exit::Failure;
use super::target::{HubArgs, ThreadArg};
use super::{out, text};

/// Stop a thread: settle its open dialogs as aborted and ask its host to stop.
#[derive(Debug, Args)]
pub struct Stop {
    #[command(flatten)]
    pub thread: ThreadArg,
    /// Print the hub's result as JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Deserialize)]
struct Stopped {
    settled: Vec<String>,
    host: String,
}

impl Stop {
    pub(super) async fn run(self, hub: &HubArgs) -> Result<(), Failure> {
        let (client, _events) = Client::connect(&hub.endpoint()?).await?;
        let thread = &self.thread.thread;
        let result: Box<RawValue> =
            client.call_raw("thread.stop", serde_json::json!({ "thread": thread })).await?;
        if self.json {
            out::json(result.get())?;
        } else {
            let stopped: Stopped = serde_json::from_str(result.get()).map_err(|e| {
                crate::client::ClientError::BadReply(format!("the result of thread.stop: {e}"))
            })?;
            let host = match stopped.host.as_str() {
                "stopped" => "the host has stopped",
                _ => "no host was attached",
            };
            out::note(&format!("{thread}: {} aborted, {host}", text::count(stopped.settled.len(), "dialog")));
        }
        client.close().await;
        Ok(())
    }
}
