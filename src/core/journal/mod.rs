//! The journal of a thread: its validated answers, and whether their hosts have proved that they read them (§9).
//!
//! It is a part of the folded state: it changes by the entries of the log alone. Nothing is merged, guessed or
//! suppressed in it; a correlation only ever gets weaker. It knows no connection and no clock.

mod entry;
mod told;

pub use entry::{Correlation, Current, Delivery, JournalEntry, Retired};
pub use told::{Class, Content, Deliver, Listed, Listing, Loss, LossReason, Outstanding, Rank, Summary};
