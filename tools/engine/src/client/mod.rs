//! The asking side: external programs and their moves.

mod answer;
mod codingame;
mod command_line;
mod declared;
mod group;
mod log;
mod program;
mod setup;
mod uci;

pub use log::DialogueLog;
pub use setup::{Limit, Protocol, Setup};
pub use uci::{Clause, Trial, conformance};

use loa_solver::{Preset, Rules};

use self::codingame::CodinGame;
use self::uci::Uci;
use crate::engine::{Engine, EngineSource};
use crate::fault::Failed;

/// Starts a program for games under these rules, and waits until it is ready. Dropping the engine
/// ends the program and its process group.
///
/// # Errors
/// If the program cannot be started, does not become ready, or does not know the rules.
pub fn start(setup: &Setup, rules: Rules) -> Result<Box<dyn Engine + Send>, Failed> {
    Ok(match setup.protocol {
        Protocol::Uci => Box::new(Uci::start(setup, rules)?),
        Protocol::Codingame => Box::new(CodinGame::start(setup, rules)?),
    })
}

impl EngineSource for Setup {
    fn start(&self, preset: Preset) -> Result<Box<dyn Engine + '_>, Failed> {
        Ok(start(self, preset.rules)?)
    }
}
