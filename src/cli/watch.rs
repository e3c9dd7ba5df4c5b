//! stub
use super::exit::{Exit, Failure};
use super::hub::{HubArgs, LabelArg, ThreadArg};
use clap::Args;
/// Answer
#[derive(Debug, Args)]
pub struct Watch {
    #[command(flatten)]
    pub thread: ThreadArg,
    #[command(flatten)]
    pub label: LabelArg,
}
impl Watch {
    pub(super) async fn run(self, _hub: &HubArgs) -> Result<Exit, Failure> {
        Ok(Exit::Done)
    }
}
