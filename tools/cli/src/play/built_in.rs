//! The built-in engine as a player.

use std::sync::Arc;
use std::time::Duration;

use loa_engine::alpha_beta::{AlphaBeta, StopSign, Tables};
use loa_engine::protocol::command::Go;
use loa_engine::{History, LevelPlayer, Listener};
use loa_record::Game;
use loa_solver::Preset;
use loa_tablebase::Tablebase;

use super::opponent::{Chosen, Opponent, no_move};
use crate::failure::{Failure, Status};

/// Searches where the tables have no answer.
pub(super) struct BuiltIn {
    engine: AlphaBeta,
    go: Go,
    listener: Listener,
}

impl BuiltIn {
    pub(super) fn new(
        preset: Preset,
        tables: &Arc<Tablebase>,
        movetime: Duration,
        listener: Listener,
    ) -> Result<BuiltIn, Failure> {
        let tables = Tables::new(Arc::clone(tables), true);
        let engine = AlphaBeta::new(preset, Some(tables), AlphaBeta::DEFAULT_MEBIBYTES);
        let go = Go { movetime: Some(movetime), ..Go::default() };
        match engine {
            Ok(engine) => Ok(BuiltIn { engine, go, listener }),
            Err(error) => Err(Failure::new(Status::Failed, error)),
        }
    }
}

impl Opponent for BuiltIn {
    fn choose(&mut self, game: &Game) -> Result<Chosen, Failure> {
        let mut note = None;
        let never = StopSign::default();
        let thought = self.engine.think(&History::from(game), &self.go, &never, &mut |info| {
            self.listener.hear(&info);
            // Text is trouble with the tables.
            note = note.take().or(info.string);
        });
        let played = thought.best.ok_or_else(no_move)?;
        let score = Some(thought.score);
        Ok(Chosen { played, score, note })
    }
}

/// The engine at a level.
pub(super) struct AtLevel {
    pub(super) player: LevelPlayer,
    pub(super) movetime: Duration,
}

impl Opponent for AtLevel {
    fn choose(&mut self, game: &Game) -> Result<Chosen, Failure> {
        let played = self.player.choose(&History::from(game), self.movetime);
        Ok(Chosen::new(played.ok_or_else(no_move)?))
    }
}
