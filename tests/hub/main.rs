//! The hub as its handles show it: the writer thread, a store in memory, outboxes that are read by the test.

mod rig;

mod bounds;
mod going_away;
mod journal;
mod journals;
mod order;
mod recovery;
mod restart;
mod threads;
