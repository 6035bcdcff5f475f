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

use self::codingame::CodinGame;
use self::uci::Uci;
use crate::engine::{Engine, EngineSource};
use crate::fault::Failed;

/// Starts a program and waits until it is ready. Dropping the engine ends the program and all
/// that it has started.
///
/// # Errors
/// When the program cannot be started or does not get ready.
pub fn start(setup: &Setup) -> Result<Box<dyn Engine + Send>, Failed> {
    Ok(match setup.protocol {
        Protocol::Uci => Box::new(Uci::start(setup)?),
        Protocol::Codingame => Box::new(CodinGame::start(setup)?),
    })
}

impl EngineSource for Setup {
    fn start(&self) -> Result<Box<dyn Engine + '_>, Failed> {
        Ok(start(self)?)
    }
}
