//! Talking to engines: starting a program, asking it for moves, and telling
//! what went wrong when it fails.

mod client;
mod codingame_client;
mod fault;
mod program;
mod uci_client;

pub(crate) use client::{Client, Limit, Protocol, Setup};
pub(crate) use fault::Failed;
