//! The side that asks: programs started beside this one, and their moves.

mod answer;
mod codingame;
mod command_line;
mod declared;
mod group;
mod log;
mod program;
mod setup;
mod strays;
mod uci;

pub use log::DialogueLog;
pub use setup::{Limit, Protocol, Setup};
