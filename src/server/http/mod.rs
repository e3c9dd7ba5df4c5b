//! The HTTP calls (§7): what is read from a request, the command that it makes, and its reply as a response.
//!
//! Nothing is decided here. Whatever is wrong with a request is told as a problem that names the place.

pub mod body;
pub mod call;
pub mod dialogs;
pub mod given;
pub mod journal;
pub mod service;
pub mod threads;
