//! A real hub process, real sockets, real kills: what was acknowledged holds, and nobody keeps a dead card.
//!
//! `KILL9_ROUNDS=1000 cargo test --release --test live kill_9 -- --nocapture` is the long run,
//! `JOINERS=2000` the number of followers that join while dialogs open and settle.

mod joiners;
mod kill9;
mod ledger;
mod load;
mod process;
