//! Proves finished tables from their own successors.
//!
//! Every value is compared with the value that its successors imply, using only forward moves and
//! the rules, not retrograde analysis. (Wins are not in the files but derived from the losses that
//! moves lead to. Losses and draws are compared with the values that all successors imply.) If all
//! agree, the tables are right: a win in 1 leads to a terminal position, a win in d to a loss in
//! exactly d - 1, and so on by induction; and a draw leads to no loss for the opponent.

pub(crate) mod board_values;
pub(crate) mod error;
mod memory;
pub(crate) mod proofs;
mod sample;
pub(crate) mod verified;
pub(crate) mod verifier;
