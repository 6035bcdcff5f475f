//! The engine that is part of this program, as a player.

use std::sync::Arc;
use std::time::Duration;

use loa_solver::Preset;
use loa_tablebase::Tablebase;

use super::opponent::{Chosen, Opponent, no_move};
use crate::engine::{Engine, Game, StopSign, Tables};
use crate::failure::{Failure, Status};
use crate::protocol::Go;
use crate::record;

/// Searches where the tables have no answer.
pub(super) struct BuiltIn {
    engine: Engine,
    go: Go,
}

impl BuiltIn {
    pub(super) fn new(
        preset: Preset,
        tables: &Arc<Tablebase>,
        movetime: Duration,
    ) -> Result<BuiltIn, Failure> {
        let tables = Tables::new(Arc::clone(tables), true);
        let engine = Engine::new(preset, Some(tables), Engine::DEFAULT_MEBIBYTES);
        let go = Go {
            movetime: Some(movetime),
            ..Go::default()
        };
        match engine {
            Ok(engine) => Ok(BuiltIn { engine, go }),
            Err(error) => Err(Failure::new(Status::Failed, error)),
        }
    }
}

impl Opponent for BuiltIn {
    fn choose(&mut self, game: &record::Game) -> Result<Chosen, Failure> {
        let mut note = None;
        let game = Game::of(game.positions().to_vec());
        let nobody_stops_it = StopSign::default();
        let thought = self
            .engine
            .think(&game, &self.go, &nobody_stops_it, &mut |info| {
                // What is told in words is trouble with the tables.
                note = note.take().or(info.string);
            });
        let played = thought.best.ok_or_else(no_move)?;
        Ok(Chosen { played, note })
    }
}
