//! A game of a match and its end.

use std::path::PathBuf;

use loa_engine::Failed;
use loa_record::review::is_outside;
use loa_record::{End, EndCause, Game, ends_by_repetition};
use loa_solver::{Color, Move, Repetition};
use loa_tablebase::{ProbeError, Tablebase, Wdl};

use super::adjudication::ScoreVerdict;

/// A game of a match.
#[derive(Debug)]
#[non_exhaustive]
pub struct MatchGame {
    /// The number of the game in its match, from 1. An odd number and the next are a pair of games
    /// of the same pairing with the same opening.
    pub number: usize,
    /// The moves, including those of the opening.
    pub game: Game,
    /// The number of moves in the opening.
    pub opening_moves: usize,
    /// The two engines of its pairing, by their indexes in the match.
    pub engines: [usize; 2],
    /// The colour of the pairing's first engine.
    pub first: Color,
    /// The end of the game.
    pub ending: Ending,
}

/// The end of a game of a match.
#[derive(Debug)]
#[non_exhaustive]
pub enum Ending {
    /// The rules ended the game, or an engine resigned by its scores.
    Played(End),
    /// A table contains the last position.
    Tables(TableEnd),
    /// A draw, because the game reached the maximum number of moves.
    TooLong,
    /// A draw by the scores of both engines.
    Agreed,
    /// A loss, because the time of a side ran out.
    Time {
        /// The side whose time ran out.
        color: Color,
    },
    /// A loss, because the engine to move failed.
    Failed {
        /// The side that failed.
        color: Color,
        /// The failure.
        failed: Box<Failed>,
    },
}

/// The value of the last position of a game in a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableEnd {
    /// The side that wins; `None` for a draw.
    pub winner: Option<Color>,
    /// Best play to the win, which was not played; empty for a draw.
    pub line: Vec<Move>,
    /// The path of the table, or the name of a built-in one.
    pub table: PathBuf,
}

impl TableEnd {
    /// Returns the plies to the win; `None` for a draw.
    pub fn distance(&self) -> Option<usize> {
        self.winner.map(|_| self.line.len())
    }
}

impl Ending {
    /// Returns the side that wins; `None` for a draw.
    pub fn winner(&self) -> Option<Color> {
        match self {
            Ending::Played(end) => end.winner,
            Ending::Tables(end) => end.winner,
            Ending::TooLong | Ending::Agreed => None,
            Ending::Time { color } | Ending::Failed { color, .. } => Some(color.other()),
        }
    }

    /// Returns `rules`, `resignation`, `tables`, `too-long`, `agreement`, `time` or `failure`.
    pub const fn kind(&self) -> &'static str {
        match self {
            Ending::Played(End { cause: EndCause::Resignation(_), .. }) => "resignation",
            Ending::Played(_) => "rules",
            Ending::Tables(_) => "tables",
            Ending::TooLong => "too-long",
            Ending::Agreed => "agreement",
            Ending::Time { .. } => "time",
            Ending::Failed { .. } => "failure",
        }
    }
}

impl MatchGame {
    /// Returns a game that a pairing played after an opening of this number of moves. The first
    /// engine is Black in games with an odd number.
    pub fn new(
        number: usize,
        engines: [usize; 2],
        game: Game,
        opening_moves: usize,
        ending: Ending,
    ) -> MatchGame {
        let first = if number.is_multiple_of(2) { Color::White } else { Color::Black };
        MatchGame { number, game, opening_moves, engines, first, ending }
    }

    /// Returns the half points of the pairing's first engine: 0, 1 or 2.
    pub fn half_points(&self) -> usize {
        match self.ending.winner() {
            Some(color) if color == self.first => 2,
            None => 1,
            Some(_) => 0,
        }
    }
}

/// Ends a game by the scores after its last move.
pub(super) fn decided(game: &mut Game, verdict: ScoreVerdict) -> Ending {
    let resigns = game.position().turn().other();
    match verdict {
        ScoreVerdict::Resigned if game.resign(resigns).is_ok() => {
            Ending::Played(End::resignation(resigns))
        }
        _ => Ending::Agreed,
    }
}

/// Returns what tables answer; `None` if they do not cover the question.
pub(super) fn if_covered<T>(answer: Result<T, ProbeError>) -> Result<Option<T>, ProbeError> {
    match answer {
        Err(error) if is_outside(&error) => Ok(None),
        answer => answer.map(Some),
    }
}

/// Returns the end that a table gives a game; `None` if it depends on the positions before.
pub(super) fn table_end(tables: &Tablebase, game: &Game) -> Result<Option<TableEnd>, ProbeError> {
    let position = game.position();
    // An answer alone may come from the rules or from a look at every move.
    let table = tables.table_path(position)?;
    let value = tables.answer(position)?;
    let winner = match value.wdl() {
        Wdl::Win => Some(position.turn()),
        Wdl::Draw => None,
        Wdl::Loss => Some(position.turn().other()),
    };
    let is_sure = match winner {
        Some(_) => repeats_nothing(game),
        None => game.preset().repetition != Repetition::Loss,
    };
    if !is_sure {
        return Ok(None);
    }
    let line = tables.line(position)?.into_iter().map(|best| best.played).collect();
    Ok(Some(TableEnd { winner, line, table }))
}

/// Returns whether the winner of a position in a table wins the game, too. Tables know no earlier
/// positions. Best play comes nearer to the win with every ply, so its positions all differ, but one
/// of them may have occurred before. A board may come back with the other side to move.
fn repeats_nothing(game: &Game) -> bool {
    let (repetition, positions) = (game.preset().repetition, game.positions());
    let stones = game.position().material().stones();
    let latest = positions.iter().rev().skip(1);
    let mut reachable = latest.take_while(|earlier| earlier.material().stones() == stones);
    repetition != Repetition::BoardDraw
        && !reachable.any(|position| ends_by_repetition(repetition, positions, position))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a game of four moves that comes back to its start.
    fn round_trip(start: &Game) -> Game {
        let next = |game: Game| {
            let legal = game.legal_moves();
            legal.into_iter().filter_map(move |played| {
                let mut after = game.clone();
                after.play(played).ok().map(|()| after)
            })
        };
        let mut after = next(start.clone()).flat_map(next).flat_map(next).flat_map(next);
        after.find(|game| game.position() == start.start()).unwrap()
    }

    #[test]
    fn a_table_ends_no_game_whose_end_depends_on_its_history() {
        for (preset, is_ended) in [("club", true), ("tournament", true), ("openspiel", false)] {
            let start = "start 4x4".parse().unwrap();
            let mut game = Game::new(preset.parse().unwrap(), start);
            let tables = Tablebase::embedded(game.preset().rules);
            let end = table_end(&tables, &game).unwrap();
            assert_eq!(end.is_some(), is_ended, "{preset}");
            assert_eq!(table_end(&tables, &round_trip(&game)).unwrap(), None, "{preset}");
            if let Some(TableEnd { winner, line, table }) = end {
                line.into_iter().for_each(|played| game.play(played).unwrap());
                assert_eq!(game.end().unwrap().winner, winner);
                assert!(table.starts_with(format!("built-in {}", tables.rules())), "{table:?}");
            }
        }
    }
}
