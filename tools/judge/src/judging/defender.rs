//! Games of the engine against the tables, from positions in which the engine is to move and wins
//! or draws.
//!
//! In a won position the tables resist as long as possible. In a drawn position they play the move
//! that keeps the draw and leaves the fewest replies that keep it too. The seed chooses among
//! equally good moves. A game ends when the engine has given its win or draw away: against this
//! defence it cannot recover it.
//!
//! If the player who repeats a position loses, a draw by the tables means that neither side can
//! force a win without a repetition. Such a draw counts as held until either side repeats a
//! position.

use std::cmp::Reverse;
use std::fmt;

use loa_engine::Failed;
use loa_record::random::Pcg64;
use loa_record::review::Blunder;
use loa_record::{Game, ends_by_repetition};
use loa_solver::{Move, Position, Repetition, Value, Wdl};
use loa_tablebase::{MoveValue, ProbeError, Tablebase};
use serde::{Deserialize, Serialize};

use super::error::JudgeError;
use super::pool::{EnginePool, FailedAt};
use super::question::Question;
use crate::crew::{CheckedEngine, EngineIdentity};

/// The tables' side of the games.
#[derive(Clone, Debug)]
pub struct Defender<'a> {
    /// The tables.
    pub tables: &'a Tablebase,
    /// The maximum number of plies of a game.
    pub most_plies: usize,
    /// The seed for the choice among equally good moves.
    pub seed: u64,
}

/// The result of a game for the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum GameResult {
    /// A win.
    Won {
        /// The number of plies by which the win came later than by best play, if known.
        late: Option<usize>,
    },
    /// A held draw: by the end of the game, by repetition, or until the maximum number of plies.
    Held,
    /// A win or a draw that a move gave away.
    ThrownAway(Blunder),
    /// A win that ended in a repetition.
    Repeated,
    /// A win that was kept but not reached within the maximum number of plies.
    TooLong,
}

/// A finished game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PlayedGame {
    /// The start.
    pub position: Position,
    /// The value of the start to the engine, which moves first.
    #[serde(flatten)]
    pub value: Value,
    /// The moves.
    pub moves: Vec<Move>,
    /// The result for the engine.
    pub result: GameResult,
}

/// The games of an engine.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct EngineGames {
    /// The games from won positions.
    pub won: GameCounts,
    /// The games from drawn positions.
    pub drawn: GameCounts,
    /// The total number of plies by which wins came late.
    pub plies_over_perfect: usize,
    /// The games, in the order of their starts.
    pub games: Vec<PlayedGame>,
    /// The failures, in the order of their starts.
    #[serde(skip)]
    pub failures: Vec<FailedAt>,
    /// True if the engine failed too often and was stopped.
    #[serde(skip)]
    pub gave_up: bool,
    /// The engine's own name and remarks.
    #[serde(skip)]
    pub engine: EngineIdentity,
}

/// Counts of the games from one kind of start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameCounts {
    /// The number of games.
    pub played: usize,
    /// The number of games in which the engine kept its win or draw to the end.
    pub succeeded: usize,
}

impl GameResult {
    /// `true` if the engine kept its win or draw to the end.
    pub const fn is_success(self) -> bool {
        matches!(self, GameResult::Won { .. } | GameResult::Held)
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameResult::Won { late: None } => f.write_str("won"),
            GameResult::Won { late: Some(late) } => write!(f, "won, {late} plies over perfect"),
            GameResult::Held => f.write_str("held"),
            GameResult::ThrownAway(blunder) => write!(f, "thrown away, {}", blunder.name()),
            GameResult::Repeated => f.write_str("ended by repetition"),
            GameResult::TooLong => f.write_str("not won within the bound on plies"),
        }
    }
}

impl EngineGames {
    fn add(&mut self, game: PlayedGame) {
        let is_won = game.value.wdl() == Wdl::Win;
        let counts = if is_won { &mut self.won } else { &mut self.drawn };
        counts.played += 1;
        counts.succeeded += usize::from(game.result.is_success());
        if let GameResult::Won { late } = game.result {
            self.plies_over_perfect += late.unwrap_or(0);
        }
        self.games.push(game);
    }
}

impl Defender<'_> {
    /// Plays a game from each position.
    ///
    /// # Errors
    /// If a table is missing or damaged, or the tables are for other rules than a position.
    pub fn play(
        &self,
        pool: &EnginePool<'_>,
        starts: &[Question],
    ) -> Result<EngineGames, JudgeError> {
        for start in starts {
            JudgeError::check_tables(self.tables, start.probe().rules)?;
        }
        pool.control.begin("playing", starts.len() as u64);
        let worked = pool.run(starts, |engine, game, number| {
            let mut chance = Pcg64::of(self.seed, &[3, number as u64]);
            self.game(engine, game, starts[number].probe().value, &mut chance)
        });
        let mut games = EngineGames {
            gave_up: worked.gave_up,
            engine: worked.engine,
            ..EngineGames::default()
        };
        for (start, result) in starts.iter().zip(worked.results) {
            match result {
                Some(Ok(game)) => games.add(game?),
                Some(Err(failed)) => {
                    games.failures.push(FailedAt { position: *start.position(), failed })
                }
                None => {}
            }
        }
        Ok(games)
    }

    /// Plays one game. The inner error is the tables', the outer the engine's.
    fn game(
        &self,
        engine: &mut CheckedEngine<'_>,
        mut game: Game,
        value: Value,
        chance: &mut Pcg64,
    ) -> Result<Result<PlayedGame, JudgeError>, Failed> {
        loop {
            let played = engine.best_move(&game, None)?.played;
            let result = self.play_round(&mut game, value, played, chance);
            if let Some(result) = result.transpose() {
                let (position, moves) = (*game.start(), game.moves().to_vec());
                return Ok(result.map(|result| PlayedGame { position, value, moves, result }));
            }
        }
    }

    /// Plays the engine's move and the tables' reply. Returns the result if either ends the game.
    fn play_round(
        &self,
        game: &mut Game,
        value: Value,
        played: Move,
        chance: &mut Pcg64,
    ) -> Result<Option<GameResult>, JudgeError> {
        let probe = self.tables.probe(game.position())?;
        let known = probe.moves.iter().find(|known| known.played == played);
        let left = known.ok_or(JudgeError::NoMove)?.value.wdl();
        game.play(played).map_err(|_| JudgeError::NoMove)?;
        let thrown_away = Blunder::of(value.wdl(), left).map(GameResult::ThrownAway);
        let result = thrown_away.or_else(|| self.result(game, value));
        if result.is_some() {
            return Ok(result);
        }
        let reply = self.reply(game, chance)?;
        game.play(reply).map_err(|_| JudgeError::NoMove)?;
        Ok(self.result(game, value))
    }

    /// Returns the result of a game in which the engine has kept its win or draw; `None` if the
    /// game is not over.
    fn result(&self, game: &Game, value: Value) -> Option<GameResult> {
        let engine = game.start().turn();
        let is_won = value.wdl() == Wdl::Win;
        let plies = game.moves().len();
        match game.end() {
            Some(end) if is_won && end.winner == Some(engine) => Some(GameResult::Won {
                late: value.plies().map(|best| plies.saturating_sub(best.into())),
            }),
            // Only a repetition can end a win that was kept.
            Some(_) if is_won => Some(GameResult::Repeated),
            Some(_) => Some(GameResult::Held),
            None if plies < self.most_plies => None,
            None => Some(if is_won { GameResult::TooLong } else { GameResult::Held }),
        }
    }

    /// Returns the tables' move.
    fn reply(&self, game: &Game, chance: &mut Pcg64) -> Result<Move, JudgeError> {
        let probe = self.tables.probe(game.position())?;
        let draws = probe.value.wdl() == Wdl::Draw;
        let mut moves: Vec<&MoveValue> = probe.moves.iter().collect();
        moves.retain(|m| m.value.wdl() == probe.value.wdl());
        let repetition = game.preset().repetition;
        // In a draw, repetitions offer no resistance, or lose if the repeating player loses.
        let fresh = |m: &&&MoveValue| {
            let before = game.positions();
            !before.contains(&m.position) && !ends_by_repetition(repetition, before, &m.position)
        };
        if (draws || repetition == Repetition::Loss) && moves.iter().any(|m| fresh(&m)) {
            moves.retain(|m| fresh(&m));
        }
        let rated = moves.into_iter().map(|m| {
            let resistance = match draws {
                true => (Reverse(self.ways_to_hold(&m.position)?), None),
                false => (Reverse(0), Some(m.value)),
            };
            Ok((resistance, m.played))
        });
        let rated: Vec<_> = rated.collect::<Result<_, ProbeError>>()?;
        let most = rated.iter().map(|&(resistance, _)| resistance).max();
        let best = rated.into_iter().filter(|&(resistance, _)| Some(resistance) == most);
        let best: Vec<Move> = best.map(|(_, played)| played).collect();
        chance.pick(&best).copied().ok_or(JudgeError::NoMove)
    }

    /// Returns the number of moves that keep the draw in a drawn position; the maximum number if
    /// the game is over.
    fn ways_to_hold(&self, position: &Position) -> Result<u32, ProbeError> {
        let probe = self.tables.probe(position)?;
        let holding = probe.moves.iter().filter(|m| m.value.wdl() == Wdl::Draw);
        Ok(match probe.over {
            Some(_) => u32::MAX,
            None => holding.count() as u32,
        })
    }
}
