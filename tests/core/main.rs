//! The pure core through its public door: facts, the whole table, a naive model, a simulated crash.

mod facts;
mod handing;
mod hosts;
mod journal;
mod journal_bounds;
mod journal_model;
mod journal_rules;
mod journal_support;
mod model;
#[path = "../support/rng.rs"]
mod rng;
mod simulation;
mod table;
mod world;
