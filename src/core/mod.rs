//! What a command means, who wins, what is owed to whom: pure, synchronous, deterministic.
//!
//! Nothing in here may do I/O, read a clock, take a lock, draw a random number or keep a static.
//! Time and fresh ids are parameters; the same input gives the same output.

pub mod answer;
pub mod command;
pub mod dialog;
pub mod effect;
pub mod error;
pub mod id;
pub mod journal;
pub mod json;
pub mod limits;
pub mod outcome;
pub mod record;
pub mod thread;
