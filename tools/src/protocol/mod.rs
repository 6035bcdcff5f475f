//! What engines and those who ask them say to one another: a protocol of UCI's
//! shape, and CodinGame's for Lines of Action. `tools/PROTOCOL.md` describes
//! both.
//!
//! The words are shared by both sides: [`Command`] and [`Reply`] are the lines
//! to and from an engine, [`turn`] is what CodinGame's referee sends.

pub(crate) mod command;
pub(crate) mod turn;
pub(crate) mod words;

pub(crate) use command::{Clock, Command, CommandError, Go};
pub(crate) use words::{Info, Reply, ReplyError, Score};
