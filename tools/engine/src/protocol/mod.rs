//! The words of the protocols, shared by both sides.
//!
//! [`command`] has the lines to an engine and [`reply`] the lines from it, in the UCI-like
//! protocol. [`turn`] has the messages of CodinGame's referee.

pub mod command;
pub mod reply;
#[cfg(test)]
mod tests;
pub mod turn;
