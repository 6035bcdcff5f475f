//! Positions found in tables: by result and distance, mutual zugzwangs, only moves,
//! samples, and positions that two rules value differently.

mod comparison;
mod found;
mod walk;

pub use comparison::{ComparedPosition, MaterialComparison, compare_rules};
pub use found::{Found, LongestFirst, Search, Wanted};
