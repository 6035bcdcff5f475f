//! The words of the protocols, shared by both sides.
//!
//! [`command`] is the lines to an engine and [`reply`] those from it, in the protocol
//! of UCI's shape; [`turn`] is what CodinGame's referee sends.

pub mod command;
#[cfg(test)]
mod fuzz;
pub mod reply;
pub mod turn;
