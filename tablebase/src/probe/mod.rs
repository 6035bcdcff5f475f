//! Answers: from a position to its value.
//!
//! [`tablebase`] opens tables as they are needed; [`resolve`] makes the value of a
//! position of the losses that tables store and a ply of search; [`session`] looks
//! these losses up, in memory or in a table. On top of them are [`moves`] and best
//! lines, and answers to many positions in a [`batch`].

pub(crate) mod answer;
pub(crate) mod batch;
pub(crate) mod error;
pub(crate) mod moves;
pub(crate) mod resolve;
pub(crate) mod session;
pub(crate) mod tablebase;
