//! Random choices that come out the same everywhere for the same seed.
//!
//! [`Chance`] draws numbers, items and positions of Lines of Action. [`fuzz`]
//! feeds a test with inputs made from it.

mod draws;
pub mod fuzz;

pub use draws::Chance;
