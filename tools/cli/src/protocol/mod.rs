//! What engines and those who ask them say to one another: a protocol of UCI's
//! shape, and CodinGame's for Lines of Action. `tools/PROTOCOL.md` describes
//! both.
//!
//! The words are shared by both sides: [`command`] and [`words`] are the lines
//! to and from an engine, [`turn`] is what CodinGame's referee sends. [`uci`] and
//! [`codingame`] answer as an engine; a [`Client`] starts one, asks it for moves,
//! and tells what went wrong when it fails.

mod client;
pub(crate) mod codingame;
mod codingame_client;
pub(crate) mod command;
mod command_line;
mod fault;
#[cfg(test)]
mod fuzz;
mod group;
mod listen;
mod option;
mod program;
mod strays;
pub(crate) mod turn;
pub(crate) mod uci;
mod uci_client;
pub(crate) mod words;

pub(crate) use client::{Answer, Client, Limit, Protocol, Setup};
pub(crate) use command::Go;
pub(crate) use fault::{Failed, Fault};
pub(crate) use option::Remark;
pub(crate) use words::{Info, Score};
