//! Levels of the built-in engine, from one that a child beats to its full strength.

use std::collections::TryReserveError;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use loa_record::Game;
use loa_record::random::Pcg64;
use loa_solver::{Move, Preset, Stop};
use serde::{Deserialize, Serialize};

use crate::alpha_beta::{Tables, usual_time};
use crate::engine::{Engine, EngineMove, check_rules};
use crate::estimates::Estimator;
use crate::fault::Failed;
use crate::protocol::command::Go;

/// A level of play, 0 to 5. `data/bench/levels.md` has the strength of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u8")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Level(u8);

/// The limits of the levels below the highest, which is limited only by the time for a move.
const LIMITS: [LevelLimits; 5] = [
    LevelLimits { depth: 1, slips: 80 },
    LevelLimits { depth: 2, slips: 60 },
    LevelLimits { depth: 2, slips: 25 },
    LevelLimits { depth: 2, slips: 0 },
    LevelLimits { depth: 4, slips: 0 },
];

struct LevelLimits {
    /// The number of plies searched after every move, including the move.
    depth: u32,
    /// The percentage of moves that are played at random.
    slips: u64,
}

/// The maximum random error of an estimate in points, so that games differ.
const NOISE: u64 = 30;

impl Level {
    /// The level without limits.
    pub const HIGHEST: Level = Level(LIMITS.len() as u8);

    /// Returns all levels, the weakest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (0..=Level::HIGHEST.0).map(Level)
    }
}

/// Text that is not a level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a level: expected 0 to {highest}", highest = Level::HIGHEST)]
pub struct LevelError(String);

impl TryFrom<u8> for Level {
    type Error = LevelError;

    fn try_from(number: u8) -> Result<Level, LevelError> {
        Level::all().nth(number.into()).ok_or_else(|| LevelError(number.to_string()))
    }
}

impl FromStr for Level {
    type Err = LevelError;

    fn from_str(text: &str) -> Result<Level, LevelError> {
        let number = text.parse::<u8>().ok();
        let level = number.and_then(|number| Level::try_from(number).ok());
        level.ok_or_else(|| LevelError(text.to_owned()))
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The built-in engine at a level.
///
/// # Examples
///
/// ```
/// use std::time::Duration;
///
/// use loa_engine::LevelPlayer;
/// use loa_record::Game;
/// use loa_record::random::Pcg64;
/// use loa_solver::Preset;
///
/// let chance = Pcg64::of(7, &[]);
/// let mut player = LevelPlayer::new("3".parse()?, Preset::default(), None, chance)?;
/// let game = Game::new(Preset::default(), "x2x/4/o3/3o x".parse()?);
/// let played = player.choose(&game, Duration::from_millis(100)).unwrap();
/// assert!(game.legal_moves().contains(&played));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct LevelPlayer {
    level: Level,
    preset: Preset,
    estimator: Estimator,
    chance: Pcg64,
}

impl LevelPlayer {
    /// Returns a player. The highest level looks into the tables, if any are given.
    ///
    /// # Errors
    /// If the memory is not available.
    pub fn new(
        level: Level,
        preset: Preset,
        tables: Option<Tables>,
        chance: Pcg64,
    ) -> Result<LevelPlayer, TryReserveError> {
        let tables = tables.filter(|_| level == Level::HIGHEST);
        Ok(LevelPlayer { level, preset, estimator: Estimator::new(preset, tables)?, chance })
    }

    /// Returns a move, for which the highest level takes about this time; `None` if the game is
    /// over.
    pub fn choose(&mut self, game: &Game, time: Duration) -> Option<Move> {
        let Some(limits) = LIMITS.get(usize::from(self.level.0)) else {
            return self.estimator.best(game, time).map(|best| best.played);
        };
        if self.preset.rules.termination(game.position()).is_some() {
            return None;
        }
        if self.chance.below(100) < limits.slips {
            let moves = self.preset.rules.moves(game.position());
            return self.chance.pick(&moves).copied();
        }
        let all = self.estimator.at_depth(game, limits.depth, None);
        let rated = all.iter().map(|rated| {
            let noise = self.chance.below(2 * NOISE + 1) as i64 - NOISE as i64;
            let (result, points) = rated.worth.order();
            let noise = if rated.worth.is_certain() { 0 } else { noise };
            ((result, points + noise), rated.played)
        });
        rated.max_by_key(|&(order, _)| order).map(|(_, played)| played)
    }
}

/// Thinks for a second if nothing limits it.
impl Engine for LevelPlayer {
    fn best_move(&mut self, game: &Game) -> Result<EngineMove, Failed> {
        self.best_move_within(game, &Go::default(), &Stop::default())
    }

    fn best_move_within(&mut self, game: &Game, go: &Go, _: &Stop) -> Result<EngineMove, Failed> {
        check_rules(self.preset, game)?;
        let time = usual_time(go, game.position().turn());
        EngineMove::found(self.choose(game, time))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_plays_and_the_third_sees_a_win() {
        let game = Game::new(Preset::default(), "x2x/4/o3/3o x".parse().unwrap());
        for number in 0..=5 {
            let level: Level = number.to_string().parse().unwrap();
            let chance = Pcg64::of(number, &[]);
            let mut player = LevelPlayer::new(level, Preset::default(), None, chance).unwrap();
            let played = player.choose(&game, Duration::from_millis(50)).unwrap();
            let after = game.position().play_unchecked(played);
            let is_won = after.them().is_connected();
            assert!(is_won || number < 3, "level {number}: {played}");
        }
        let mut player =
            LevelPlayer::new(Level::HIGHEST, Preset::default(), None, Pcg64::of(1, &[])).unwrap();
        let go = Go { movetime: Some(Duration::from_millis(50)), ..Go::default() };
        let found = player.best_move_within(&game, &go, &Stop::default()).unwrap();
        assert!(game.position().play_unchecked(found.played).them().is_connected());
        let other = Game::new("misere".parse().unwrap(), *game.position());
        let refused = player.best_move(&other).unwrap_err().to_string();
        assert!(refused.starts_with("does not know the rules mover-pass-misere"), "{refused}");
        assert!("-1".parse::<Level>().is_err() && "6".parse::<Level>().is_err());
    }
}
