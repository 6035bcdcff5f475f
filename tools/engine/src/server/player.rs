//! The engine behind a conversation: the one of this crate, or any other.

use std::collections::TryReserveError;

use loa_record::Game;
use loa_solver::{Move, Position, Preset, Stop};
use loa_tablebase::Layout;

use super::replies::ReplyWriter;
use super::settings::{EngineSettings, read_rules, rules_option};
use crate::alpha_beta::{AlphaBeta, usual_time};
use crate::engine::{Engine, play_on};
use crate::level::LevelPlayer;
use crate::listener::Listener;
use crate::protocol::command::Go;
use crate::protocol::reply::{Info, Reply, option};

/// A position, and the legal moves that were played from it. They may go on after the end of a game.
pub(super) struct PlayedMoves {
    pub(super) root: Position,
    pub(super) moves: Vec<Move>,
}

impl PlayedMoves {
    /// Returns the position after the moves.
    pub(super) fn position(&self) -> Position {
        self.moves.iter().fold(self.root, |position, &played| position.play_unchecked(played))
    }
}

/// An engine as a conversation needs it.
pub(super) trait Player {
    /// Returns what identifies the engine, such as its name.
    fn id(&self) -> Vec<(&'static str, String)>;

    /// Returns the options with their current values.
    fn options(&self) -> Vec<Reply>;

    /// Sets an option by its name.
    fn set(&mut self, name: &str, value: &str) -> Result<(), String>;

    /// Returns the rules.
    fn preset(&self) -> Preset;

    /// Announces that the next position belongs to another game.
    fn begin_game(&mut self) {}

    /// Returns a move, and reports meanwhile; `None` if it has none.
    fn choose(
        &mut self,
        game: &PlayedMoves,
        go: &Go,
        stop: &Stop,
        report: &mut dyn FnMut(Info),
    ) -> Option<Move>;
}

/// The engine of this crate.
pub(super) struct BuiltIn {
    settings: EngineSettings,
    engine: AlphaBeta,
    /// The player of a level, which moves instead of the engine.
    player: Option<LevelPlayer>,
}

impl BuiltIn {
    pub(super) fn new(settings: EngineSettings) -> Result<BuiltIn, TryReserveError> {
        Ok(BuiltIn { engine: settings.engine()?, player: settings.player()?, settings })
    }
}

impl Player for BuiltIn {
    fn id(&self) -> Vec<(&'static str, String)> {
        let name = format!("loa {}", env!("CARGO_PKG_VERSION"));
        vec![("name", name), ("author", "the loa project".to_owned())]
    }

    fn options(&self) -> Vec<Reply> {
        self.settings.options()
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let mut settings = self.settings.clone();
        settings.set(name, value)?;
        *self = BuiltIn::new(settings).map_err(|error| error.to_string())?;
        let names_folder = name.eq_ignore_ascii_case(option::TABLES) && !value.is_empty();
        // The option is set all the same: tables may come later.
        match names_folder.then(|| Layout::new(value).without_tables()).flatten() {
            Some(empty) => Err(empty.to_string()),
            None => Ok(()),
        }
    }

    fn preset(&self) -> Preset {
        self.settings.preset
    }

    fn choose(
        &mut self,
        played: &PlayedMoves,
        go: &Go,
        stop: &Stop,
        report: &mut dyn FnMut(Info),
    ) -> Option<Move> {
        let mut game = Game::new(self.settings.preset, played.root);
        played.moves.iter().for_each(|&next| play_on(&mut game, next));
        if let Some(player) = &mut self.player {
            if go.nodes.is_some() || go.depth.or(go.mate).is_some() {
                report(Info::string("go: a level has its own depth, and uses only times"));
            }
            return player.choose(&game, usual_time(go, game.position().turn()));
        }
        self.engine.think(&game, go, stop, report).best
    }
}

/// An engine of the caller.
pub(super) struct Custom<'e> {
    engine: &'e mut dyn Engine,
    preset: Preset,
}

impl Custom<'_> {
    /// Returns the player. It reports the findings of the engine's searches to `output`.
    pub(super) fn new<'e>(
        engine: &'e mut dyn Engine,
        preset: Preset,
        output: &ReplyWriter,
    ) -> Custom<'e> {
        let output = output.clone();
        engine.listen(Listener::new(move |info| {
            // A later reply finds the same failure, and ends the conversation.
            let _ = output.send(Reply::Info(info.clone()));
        }));
        Custom { engine, preset }
    }
}

impl Player for Custom<'_> {
    fn id(&self) -> Vec<(&'static str, String)> {
        vec![("name", self.engine.name().unwrap_or("an engine without a name").to_owned())]
    }

    fn options(&self) -> Vec<Reply> {
        let own = self.engine.options().into_iter();
        let own = own.map(|(name, kind)| Reply::Option { name, kind });
        [rules_option(self.preset, &self.engine.rules())].into_iter().chain(own).collect()
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        if !name.eq_ignore_ascii_case(option::RULES) {
            return self.engine.set_option(name, value);
        }
        let preset = read_rules(value)?;
        if !self.engine.rules().contains(&preset.rules) {
            return Err(format!("this engine does not know {value}"));
        }
        self.preset = preset;
        Ok(())
    }

    fn preset(&self) -> Preset {
        self.preset
    }

    fn begin_game(&mut self) {
        self.engine.begin_game();
    }

    fn choose(
        &mut self,
        played: &PlayedMoves,
        go: &Go,
        stop: &Stop,
        report: &mut dyn FnMut(Info),
    ) -> Option<Move> {
        let mut game = Game::new(self.preset, played.root);
        for &step in &played.moves {
            if let Err(refusal) = game.play(step) {
                report(Info::string(refusal));
                return None;
            }
        }
        if game.end().is_some() {
            return None;
        }
        match self.engine.best_move_within(&game, go, stop) {
            Ok(answer) => {
                if let Some(score) = answer.score {
                    report(Info { score: Some(score), ..Info::default() });
                }
                Some(answer.played)
            }
            Err(failed) => {
                report(Info::string(failed));
                None
            }
        }
    }
}
