//! A plain alpha-beta engine, with and without tables.
//!
//! In a position that the tables cover, it plays their best move, which is perfect. Elsewhere it
//! spends a third of its time on proving a win. If it finds none, it searches, with the values that
//! tables have for positions below and estimates for all others.

mod budget;
mod engine;
mod evaluation;
mod ordering;
mod path;
mod proofs;
mod score;
mod search;
mod tables;
#[cfg(test)]
mod tests;
mod transpositions;

pub(crate) use budget::usual_time;
pub use engine::{AlphaBeta, Thought};
pub use tables::Tables;
