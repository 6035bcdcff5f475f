//! What engines and those who ask them say to one another: a protocol of UCI's
//! shape, and CodinGame's for Lines of Action. `tools/PROTOCOL.md` describes
//! both.
//!
//! The words are shared by both sides: [`command`] and [`words`] are the lines
//! to and from an engine, [`turn`] is what CodinGame's referee sends.

pub(crate) mod codingame;
pub(crate) mod command;
mod listen;
pub(crate) mod turn;
pub(crate) mod uci;
pub(crate) mod words;

pub(crate) use command::Go;
pub(crate) use words::{Info, Score};
