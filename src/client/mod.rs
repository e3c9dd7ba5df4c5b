//! The Rust client of a hub: calls, the stream of a thread, and coming back after a loss.
//!
//! It knows the wire and nothing of the server. [`Client`] is one connection; [`Session`] follows one thread over
//! as many connections as it takes, without a gap or a repeat.
//!
//! ```no_run
//! use dialog_hub::client::{Address, Ask, Client, Endpoint};
//! use serde_json::json;
//!
//! # async fn example() -> Result<(), dialog_hub::client::ClientError> {
//! let hub = Endpoint { address: Address::parse("http://127.0.0.1:8787")?, token: None };
//! let (client, _events) = Client::connect(&hub).await?;
//! let dialog = json!({"method": "select", "title": "Where to?", "options": ["staging", "production"]});
//! let result = client.ask(&Ask::new("deploys", dialog)).await?;
//! println!("{}", result.value);
//! # Ok(())
//! # }
//! ```

mod address;
mod ask;
mod backoff;
mod connection;
mod dial;
mod error;
mod frame;
mod get;
mod journal;
mod session;

pub use address::{Address, Endpoint, Token};
pub use ask::{Ask, AskResult};
pub use backoff::Backoff;
pub use connection::{Client, Events, Hello, MAX_CALLS, MAX_WAITING_EVENTS};
pub(crate) use dial::declined;
pub use error::{ClientError, Closed, RpcError};
pub use frame::{Incoming, read_json};
pub use journal::{ACK_WITHIN, Journal, JournalContent, JournalEntry, outstanding};
pub use session::{Session, Snapshot, StreamEvent, Update};
