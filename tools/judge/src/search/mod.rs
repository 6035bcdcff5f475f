//! Finds positions in tables: by result and distance, mutual zugzwangs, only moves, and samples.

mod found;

pub use found::{Found, Search, Wanted};
