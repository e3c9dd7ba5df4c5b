//! `threads`: what is going on, one thread a line.

use clap::Args;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::client::Client;

use super::exit::Failure;
use super::target::HubArgs;
use super::{out, text};

/// List the threads of the hub: id, open dialogs, status.
#[derive(Debug, Args)]
pub struct Threads {
    /// Print one row of the hub a line, as JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Deserialize)]
struct List {
    threads: Vec<Box<RawValue>>,
}

#[derive(Deserialize)]
struct Row {
    thread: String,
    live: bool,
    busy: bool,
    open: u64,
}

impl Threads {
    pub(super) async fn run(self, hub: &HubArgs) -> Result<(), Failure> {
        let (client, _events) = Client::connect(&hub.endpoint()?).await?;
        let list: List = client.call("hub.follow", serde_json::json!({})).await?;
        for row in list.threads {
            if self.json {
                out::json(row.get())?;
                continue;
            }
            let row: Row = serde_json::from_str(row.get()).map_err(bad_row)?;
            out::line(&shown(&row))?;
        }
        client.close().await;
        Ok(())
    }
}

fn bad_row(error: serde_json::Error) -> Failure {
    crate::client::ClientError::BadReply(format!("a row of hub.follow: {error}")).into()
}

fn shown(row: &Row) -> String {
    let host = if row.live { "live" } else { "-" };
    let work = if row.busy { "busy" } else { "idle" };
    format!("{}\t{}\t{host} {work}", text::line(&row.thread), row.open)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_id_open_and_status() {
        let row = |live, busy| Row { thread: "t1".into(), live, busy, open: 2 };
        assert_eq!(shown(&row(true, true)), "t1\t2\tlive busy");
        assert_eq!(shown(&row(false, false)), "t1\t2\t- idle");
    }
}
