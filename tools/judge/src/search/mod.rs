//! Finds positions in tables: by result and distance, mutual zugzwangs, only moves, samples, and
//! positions with different values under two rules.

mod comparison;
mod found;
mod walk;

pub use comparison::{ComparedPosition, MaterialComparison, compare_rules};
pub use found::{Found, Search, Wanted};
