//! A proof of finished tables from their own successors.
//!
//! Every value is compared with what the values of its successors imply, by forward
//! moves and the rules alone: nothing of retrograde analysis is used. (Wins are not in the
//! files but derived from the losses that moves lead to; losses and draws are compared
//! with what all successors make of them.) If all agree the tables are right: a win in 1 leads to a
//! terminal position, a win in d to a loss in exactly d - 1, and so on by induction;
//! and a draw has no way to a loss for the opponent.

pub(crate) mod error;
mod find;
mod memory;
pub(crate) mod proofs;
mod sample;
mod share;
pub(crate) mod shares;
mod sweep;
pub(crate) mod verified;
pub(crate) mod verifier;
