//! dialog-hub: one question, every screen, one answer.
//!
//! `ARCHITECTURE.md` has the map and follows one answer through it.

pub mod cli;
pub mod client;
pub mod config;
pub mod core;
pub mod error;
pub mod fanout;
pub mod hub;
pub mod server;
pub mod store;
pub mod wire;
