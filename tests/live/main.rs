//! A real hub process, real sockets, real kills: what was acknowledged holds, and nobody keeps a dead card.
//!
//! `KILL9_ROUNDS=1000 HUB_BIN=target/release/dialog-hub cargo test --test live kill_9 -- --nocapture` is the
//! long run; `JOINERS=n` is the number of followers that join while dialogs open and settle.

mod dead_askers;
#[path = "../support/hub_process.rs"]
mod hub_process;
mod joiners;
mod kill9;
mod ledger;
mod load;
mod process;
#[path = "../support/rng.rs"]
mod rng;
