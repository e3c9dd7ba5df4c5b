//! The results of calls.
