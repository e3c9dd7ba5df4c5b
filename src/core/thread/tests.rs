//! Facts about one thread.
