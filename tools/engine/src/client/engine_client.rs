//! A program that is asked for moves, by either protocol.

use loa_record::Game;

use super::codingame::CodinGame;
use super::setup::{Protocol, Setup};
use super::uci::Uci;
use crate::engine::{Engine, EngineMove, EngineSource};
use crate::fault::Failed;
use crate::remark::Remark;

/// A program that is asked for moves. Dropping it ends the program and all that it has
/// started.
#[derive(Debug)]
pub struct Client(Spoken);

/// The protocol that the program speaks.
#[derive(Debug)]
enum Spoken {
    Uci(Box<Uci>),
    CodinGame(Box<CodinGame>),
}

impl Client {
    /// Starts a program and waits until it is ready.
    ///
    /// # Errors
    /// When the program cannot be started or does not get ready.
    pub fn start(setup: &Setup) -> Result<Client, Failed> {
        let spoken = match setup.protocol {
            Protocol::Uci => Spoken::Uci(Box::new(Uci::start(setup)?)),
            Protocol::Codingame => Spoken::CodinGame(Box::new(CodinGame::start(setup)?)),
        };
        Ok(Client(spoken))
    }
}

impl EngineSource for Setup {
    fn start(&self) -> Result<Box<dyn Engine + '_>, Failed> {
        Ok(Box::new(Client::start(self)?))
    }
}

impl Engine for Client {
    fn name(&self) -> Option<&str> {
        match &self.0 {
            Spoken::Uci(engine) => engine.name(),
            Spoken::CodinGame(_) => None,
        }
    }

    fn remarks(&self) -> &[Remark] {
        match &self.0 {
            Spoken::Uci(engine) => engine.remarks(),
            Spoken::CodinGame(_) => &[],
        }
    }

    fn begin_game(&mut self) {
        match &mut self.0 {
            Spoken::Uci(engine) => engine.begin_game(),
            Spoken::CodinGame(engine) => engine.begin_game(),
        }
    }

    fn best_move(&mut self, game: &Game) -> Result<EngineMove, Failed> {
        match &mut self.0 {
            Spoken::Uci(engine) => engine.best_move(game),
            Spoken::CodinGame(engine) => Ok(EngineMove::new(engine.best_move(game)?)),
        }
    }

    fn quit(self: Box<Self>) {
        if let Spoken::Uci(engine) = self.0 {
            engine.quit();
        }
    }
}
