//! What leaves the hub, and how much of it may wait: frames, the feed and the followers of a thread, the threads that
//! write to sockets, the queue of one connection.
//!
//! An event is framed once, put down once, and its bytes are shared by all followers. Nobody waits for a peer: a follower
//! that reads too slowly is closed alone, with a code that says to come back.

mod batch;
mod counts;
mod feed;
mod followers;
mod frame;
#[cfg(test)]
mod model;
mod outbox;
mod pump;
mod queue;

pub use counts::Counts;
pub use followers::Followers;
pub use frame::{EventFrame, sse_block};
pub use outbox::{Kind, Outbox, Pushed, Taken};
pub use pump::{Pump, Turn};
