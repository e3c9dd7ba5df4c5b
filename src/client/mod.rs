//! The Rust client of a hub: calls, the stream of a thread, and coming back after a loss.
//!
//! It knows the wire and nothing of the server. [`Client`] is one connection; [`Session`] follows one thread over
//! as many connections as it takes, without a gap or a repeat.
//!
//! ```no_run
//! use dialog_hub::client::{Address, Client, Endpoint};
//! use serde_json::{Value, json};
//!
//! # async fn example() -> Result<(), dialog_hub::client::ClientError> {
//! let hub = Endpoint { address: Address::parse("http://127.0.0.1:8787")?, token: None };
//! let (client, _events) = Client::connect(&hub).await?;
//! let dialog = json!({"method": "select", "title": "Where to?", "options": ["staging", "production"]});
//! let result: Value = client.call("dialog.ask", json!({"thread": "deploys", "dialog": dialog})).await?;
//! println!("{}", result["value"]);
//! # Ok(())
//! # }
//! ```

mod address;
mod backoff;
mod connection;
mod dial;
mod error;
mod frame;
mod session;

pub use address::{Address, Endpoint, Token};
pub use backoff::Backoff;
pub use connection::{Client, Events, Hello, MAX_CALLS, MAX_WAITING_EVENTS};
pub use error::{ClientError, Closed, RpcError};
pub use frame::{Incoming, read_json};
pub use session::{Session, Snapshot, StreamEvent, Update};
