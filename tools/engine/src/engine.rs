//! Engines, in this program or outside it.

use std::fmt;

use loa_record::Game;
use loa_solver::{Move, Preset, Rules, Stop};
use serde::{Deserialize, Serialize};

use crate::fault::{Failed, Fault};
use crate::listener::Listener;
use crate::protocol::command::Go;
use crate::protocol::reply::Score;
use crate::remark::Remark;

/// An engine that returns moves, in this program or outside it.
///
/// A closure that takes a game and returns a move is an engine.
///
/// # Examples
///
/// ```
/// use loa_engine::{Engine, EngineMove, Failed};
/// use loa_record::Game;
///
/// fn first_move(game: &Game) -> Result<EngineMove, Failed> {
///     let moves = game.preset().rules.moves(game.position());
///     Ok(EngineMove::new(moves[0]))
/// }
///
/// let mut engine: Box<dyn Engine> = Box::new(first_move);
/// let game = Game::new(Default::default(), "1xx1/o2o/o2o/1xx1 x".parse()?);
/// assert_eq!(engine.best_move(&game)?.played.to_string(), "b1-b3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Engine {
    /// Returns the engine's name; `None` if it has not given one.
    fn name(&self) -> Option<&str> {
        None
    }

    /// Returns the engine's author; `None` if it has not named one.
    fn author(&self) -> Option<&str> {
        None
    }

    /// Returns doubts about options that were set.
    fn remarks(&self) -> &[Remark] {
        &[]
    }

    /// Returns the rules under which the engine plays, all unless it says otherwise.
    fn rules(&self) -> Vec<Rules> {
        Rules::all().collect()
    }

    /// Returns the options, each with its kind, such as `("Hash", "spin default 16 min 1 max 64")`.
    fn options(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    /// Sets an option. The case of its name does not matter.
    ///
    /// # Errors
    /// The reason, in words, if the engine has no such option or does not accept the value.
    fn set_option(&mut self, _: &str, _: &str) -> Result<(), String> {
        Err("there is no such option".to_owned())
    }

    /// Prepares for games under these rules.
    ///
    /// # Errors
    /// The reason, in words, if the engine cannot play them.
    fn prepare(&mut self, _: Preset) -> Result<(), String> {
        Ok(())
    }

    /// Passes the findings of all later searches to a listener, while the engine searches.
    fn listen(&mut self, _: Listener) {}

    /// Announces that the next position belongs to another game.
    fn begin_game(&mut self) {}

    /// Returns a move for the side to move, in a game that is not over.
    ///
    /// # Errors
    /// If the engine gives no legal move in time. Drop the engine after a fault that does not
    /// [leave it usable](crate::Fault::leaves_it_usable).
    fn best_move(&mut self, game: &Game) -> Result<EngineMove, Failed>;

    /// Returns a move as [`Engine::best_move`] does, within the limits of a `go` command and until
    /// the signal is set. An engine without this method uses neither.
    ///
    /// # Errors
    /// As for [`Engine::best_move`].
    fn best_move_within(&mut self, game: &Game, _: &Go, _: &Stop) -> Result<EngineMove, Failed> {
        self.best_move(game)
    }

    /// Returns a note on the last move for people, once; `None` if the engine has none.
    fn take_note(&mut self) -> Option<String> {
        None
    }

    /// Ends the engine in an orderly way. Dropping it also ends it.
    fn quit(self: Box<Self>) {}
}

/// A move of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct EngineMove {
    /// The move.
    pub played: Move,
    /// The engine's own score of the position; `None` if it gave none.
    pub score: Option<Score>,
}

impl EngineMove {
    /// Returns a move without a score.
    pub const fn new(played: Move) -> EngineMove {
        let score = None;
        EngineMove { played, score }
    }

    /// Returns a move without a score, or the fault of an engine that has found none.
    ///
    /// # Errors
    /// If no move is given.
    pub fn found(played: Option<Move>) -> Result<EngineMove, Failed> {
        played.map(EngineMove::new).ok_or_else(|| Fault::Own("it has found no move".into()).into())
    }

    /// Returns the move with a score of the position before it.
    pub const fn with_score(self, score: Score) -> EngineMove {
        let score = Some(score);
        EngineMove { score, ..self }
    }
}

/// Starts engines, from any thread.
///
/// A closure that returns boxed engines is a source, and so is a [`Setup`](crate::client::Setup).
pub trait EngineSource: Sync {
    /// Starts an engine for games under these rules, and waits until it is ready.
    ///
    /// # Errors
    /// If the engine does not become ready, or does not know the rules.
    fn start(&self, preset: Preset) -> Result<Box<dyn Engine + '_>, Failed>;
}

/// Plays a legal move even after an end of the game, such as a repetition. Then another game begins
/// after the move.
pub(crate) fn play_on(game: &mut Game, played: Move) {
    if game.play(played).is_err() {
        *game = Game::new(game.preset(), game.position().play_unchecked(played));
    }
}

/// Refuses a game under other rules than those of an engine.
pub(crate) fn check_rules(own: Preset, game: &Game) -> Result<(), Failed> {
    let rules = game.preset().rules.id();
    match own.rules == game.preset().rules {
        true => Ok(()),
        false => Err(Fault::Rules { rules, offered: own.rules.id().to_owned() }.into()),
    }
}

impl fmt::Debug for dyn EngineSource + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("EngineSource")
    }
}

impl<F: Fn() -> Result<Box<dyn Engine>, Failed> + Sync> EngineSource for F {
    fn start(&self, _: Preset) -> Result<Box<dyn Engine + '_>, Failed> {
        self()
    }
}

impl<F: FnMut(&Game) -> Result<EngineMove, Failed>> Engine for F {
    fn best_move(&mut self, game: &Game) -> Result<EngineMove, Failed> {
        self(game)
    }
}
