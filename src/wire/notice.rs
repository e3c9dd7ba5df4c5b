//! What the hub says to one connection alone, and what it asks of a host (§6).
