//! dialog-hub: one question, every screen, one answer.
//!
//! Arrows point down only: `cli → server → hub → store → core`, `server → fanout`, all of them `→ wire → core`.

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
