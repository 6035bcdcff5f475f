//! The words of the UCI-like protocol, shared by both sides.
//!
//! [`command`] has the lines to an engine and [`reply`] the lines from it.

pub mod command;
pub mod reply;
#[cfg(test)]
mod tests;
