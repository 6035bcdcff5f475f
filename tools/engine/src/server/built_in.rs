//! The engine of this crate with its settings.

use std::collections::TryReserveError;

use loa_record::Game;
use loa_solver::{Preset, Stop};
use loa_tablebase::Layout;

use super::settings::EngineSettings;
use crate::alpha_beta::AlphaBeta;
use crate::engine::{Engine, EngineMove};
use crate::fault::Failed;
use crate::level::LevelPlayer;
use crate::listener::Listener;
use crate::protocol::command::{Go, USUAL};
use crate::protocol::reply::{Info, option};

/// The engine of this crate, or its player of a level.
pub(super) struct BuiltIn {
    settings: EngineSettings,
    engine: AlphaBeta,
    /// The player of a level, which moves instead of the engine.
    player: Option<LevelPlayer>,
    listener: Listener,
}

impl BuiltIn {
    pub(super) fn new(settings: EngineSettings) -> Result<BuiltIn, TryReserveError> {
        let (engine, player) = (settings.engine()?, settings.player()?);
        Ok(BuiltIn { settings, engine, player, listener: Listener::default() })
    }

    /// Begins anew with other settings.
    fn renew(&mut self, settings: EngineSettings) -> Result<(), String> {
        let new = BuiltIn::new(settings).map_err(|error| error.to_string())?;
        *self = BuiltIn { listener: self.listener.clone(), ..new };
        Ok(())
    }
}

impl Engine for BuiltIn {
    fn name(&self) -> Option<&str> {
        self.engine.name()
    }

    fn author(&self) -> Option<&str> {
        Some("the loa project")
    }

    fn options(&self) -> Vec<(String, String)> {
        self.settings.options()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        let mut settings = self.settings.clone();
        settings.set(name, value)?;
        self.renew(settings)?;
        let names_folder = name.eq_ignore_ascii_case(option::TABLES) && !value.is_empty();
        // The option is set all the same: tables may come later.
        match names_folder.then(|| Layout::new(value).without_tables()).flatten() {
            Some(empty) => Err(empty.to_string()),
            None => Ok(()),
        }
    }

    fn prepare(&mut self, preset: Preset) -> Result<(), String> {
        self.renew(EngineSettings { preset, ..self.settings.clone() })
    }

    fn listen(&mut self, listener: Listener) {
        self.listener = listener;
    }

    fn best_move(&mut self, game: &Game) -> Result<EngineMove, Failed> {
        let go = Go { movetime: Some(USUAL), ..Go::default() };
        self.best_move_within(game, &go, &Stop::default())
    }

    fn best_move_within(
        &mut self,
        game: &Game,
        go: &Go,
        stop: &Stop,
    ) -> Result<EngineMove, Failed> {
        let listener = &self.listener;
        if let Some(player) = &mut self.player {
            if go.nodes.is_some() || go.depth.or(go.mate).is_some() {
                let words = "go: a level has its own depth, and uses only times";
                listener.hear(&Info::string(words));
            }
            return player.best_move_within(game, go, stop);
        }
        let thought = self.engine.think(game, go, stop, &mut |info| listener.hear(&info));
        EngineMove::found(thought.best)
    }
}
