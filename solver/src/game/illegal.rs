//! The reasons why a move is not legal.

use std::fmt;

use crate::game::board::Board;
use crate::game::line::Axis;
use crate::game::moves::Move;
use crate::game::position::{Color, Position};
use crate::game::rules::{NoMove, Rules};
use crate::game::square::Square;

/// A reason why the rules forbid a move in a position.
///
/// # Examples
/// ```
/// use loa_solver::{Illegality, Position, Rules};
///
/// let start: Position = "1xx1/o2o/o2o/1xx1 x".parse()?;
/// let error = Rules::default().parse_move(&start, "b1-b2").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "b1-b2 is not a legal move in 1xx1/o2o/o2o/1xx1 x: \
///      2 stones stand on file b, so b1 moves 2 squares along it, and b2 is 1 away"
/// );
/// # Ok::<(), loa_solver::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Illegality {
    /// A square that the board does not have.
    #[error("{square} is not on {board}")]
    OffBoard {
        /// The square.
        square: Square,
        /// The board.
        board: Board,
    },
    /// A move from an empty square.
    #[error("no stone stands on {from}")]
    NoStone {
        /// The square.
        from: Square,
    },
    /// A move of the other side's stone.
    #[error("the stone on {from} is {}, and {} is to move", turn.other().letter(), turn.letter())]
    OtherSide {
        /// The square of the stone.
        from: Square,
        /// The side to move.
        turn: Color,
    },
    /// A move that is not along a line.
    #[error("{from} and {to} do not lie on one rank, file or diagonal")]
    NoLine {
        /// The square of the stone.
        from: Square,
        /// The square that it would land on.
        to: Square,
    },
    /// A move by another distance than the stones on its line allow.
    #[error(
        "{} on {line}, so {from} moves {} along it, and {to} is {} away",
        stones_stand(*.stones), squares(*.stones), from.distance(*.to)
    )]
    Distance {
        /// The square of the stone.
        from: Square,
        /// The square that it would land on.
        to: Square,
        /// The line through both.
        line: LineName,
        /// Stones on the whole line.
        stones: u32,
    },
    /// A move over an enemy stone.
    #[error("the enemy on {by} is in the way: a stone passes over its own side alone")]
    Blocked {
        /// The square of the first enemy stone in the way.
        by: Square,
    },
    /// A move onto a stone of the mover's side.
    #[error("a stone of the same side stands on {to}")]
    OwnStone {
        /// The square.
        to: Square,
    },
    /// A capture that is written as a move to an empty square, or the reverse.
    #[error("{}: {meant} is the move", enemy_stands(*.meant))]
    Sign {
        /// The legal move between the two squares.
        meant: Move,
    },
    /// A capture of a side's last stone, which has already ended the game.
    #[error("the game is over: {} has a single stone", turn.other().letter())]
    LastStone {
        /// The side to move.
        turn: Color,
    },
    /// A pass by a side that can move.
    #[error("{} can move, and only a side that cannot may pass", turn.letter())]
    NeedlessPass {
        /// The side to move.
        turn: Color,
    },
    /// A pass under rules without passes.
    #[error("under {rules} a turn does not pass")]
    NoPass {
        /// The rules.
        rules: Rules,
    },
}

/// A line of a board, named for people: `rank 3`, `file b`, `diagonal a1-d4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineName {
    axis: Axis,
    first: Square,
    last: Square,
}

impl LineName {
    /// Returns the name of the line of an axis through a square of the board.
    pub fn of(axis: Axis, square: Square, board: Board) -> LineName {
        let line = axis.line(square) & board.mask();
        let ends = line
            .into_iter()
            .fold((square, square), |ends, square| (ends.0.min(square), ends.1.max(square)));
        LineName { axis, first: ends.0, last: ends.1 }
    }
}

impl fmt::Display for LineName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.axis {
            Axis::Rank => write!(f, "rank {}", self.first.rank() + 1),
            Axis::File => write!(f, "file {}", char::from(b'a' + self.first.file() as u8)),
            Axis::Rising => write!(f, "diagonal {}-{}", self.first, self.last),
            // From left to right, as for the other lines.
            Axis::Falling => write!(f, "diagonal {}-{}", self.last, self.first),
        }
    }
}

fn stones_stand(stones: u32) -> String {
    match stones {
        1 => "1 stone stands".to_owned(),
        _ => format!("{stones} stones stand"),
    }
}

fn squares(count: u32) -> String {
    match count {
        1 => "1 square".to_owned(),
        _ => format!("{count} squares"),
    }
}

fn enemy_stands(meant: Move) -> String {
    match meant {
        Move::Stone { to, capture: true, .. } => format!("an enemy stands on {to}"),
        Move::Stone { to, .. } => format!("no enemy stands on {to}"),
        Move::Pass => "no stone moves".to_owned(),
    }
}

impl Rules {
    /// Returns the reason why a move is not legal in `position`; `None` if it is legal.
    pub fn illegality(&self, position: &Position, played: Move) -> Option<Illegality> {
        let turn = position.turn();
        match played {
            Move::Pass if position.has_stone_move() => Some(Illegality::NeedlessPass { turn }),
            Move::Pass => {
                (self.no_move != NoMove::Pass).then_some(Illegality::NoPass { rules: *self })
            }
            Move::Stone { from, to, capture } => match illegal_squares(position, from, to) {
                None if capture != position.them().contains(to) => {
                    Some(Illegality::Sign { meant: Move::Stone { from, to, capture: !capture } })
                }
                None if position.captures_last_stone(played) => {
                    Some(Illegality::LastStone { turn })
                }
                why => why,
            },
        }
    }
}

/// Returns the reason why no stone moves between two squares.
fn illegal_squares(position: &Position, from: Square, to: Square) -> Option<Illegality> {
    let (board, turn) = (position.board(), position.turn());
    let outside = [from, to].into_iter().find(|&square| !board.mask().contains(square));
    if let Some(square) = outside {
        return Some(Illegality::OffBoard { square, board });
    }
    match position.stone(from) {
        None => return Some(Illegality::NoStone { from }),
        Some(color) if color != turn => return Some(Illegality::OtherSide { from, turn }),
        Some(_) => {}
    }
    let common = |axis: &Axis| from != to && axis.line(from).contains(to);
    let Some(axis) = Axis::ALL.into_iter().find(common) else {
        return Some(Illegality::NoLine { from, to });
    };
    let line = axis.line(from) & board.mask();
    let stones = (line & (position.us() | position.them())).count();
    if stones != from.distance(to) {
        let line = LineName::of(axis, from, board);
        return Some(Illegality::Distance { from, to, line, stones });
    }
    let is_between = |square: &Square| (from.min(to)..from.max(to)).contains(square);
    let passed =
        (line & position.them()).into_iter().filter(is_between).filter(|&square| square != to);
    if let Some(by) = passed.min_by_key(|square| square.distance(from)) {
        return Some(Illegality::Blocked { by });
    }
    let is_own = position.us().contains(to);
    is_own.then_some(Illegality::OwnStone { to })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn why(rules: &str, position: &str, played: &str) -> String {
        let rules: Rules = rules.parse().unwrap();
        let position: Position = position.parse().unwrap();
        let error = rules.parse_move(&position, played).unwrap_err().to_string();
        error.split_once(": ").unwrap().1.to_owned()
    }

    #[test]
    fn every_reason_names_squares_and_numbers() {
        let start = "1xx1/o2o/o2o/1xx1 x";
        let stuck = "6ox/6oo/8/8/8/8/oo6/xo6 x";
        for (rules, position, played, expected) in [
            ("own-pass", start, "b1-b5", "b5 is not on 4x4"),
            ("own-pass", start, "a1-b2", "no stone stands on a1"),
            ("own-pass", start, "a2-b3", "the stone on a2 is o, and x is to move"),
            ("own-pass", start, "b1-c3", "b1 and c3 do not lie on one rank, file or diagonal"),
            ("own-pass", start, "b1-b1", "b1 and b1 do not lie on one rank, file or diagonal"),
            (
                "own-pass",
                start,
                "b1-b2",
                "2 stones stand on file b, so b1 moves 2 squares along it, and b2 is 1 away",
            ),
            (
                "own-pass",
                start,
                "b1-b4",
                "2 stones stand on file b, so b1 moves 2 squares along it, and b4 is 3 away",
            ),
            (
                "own-pass",
                "3x/o3/4/4 x",
                "d4-a1",
                "1 stone stands on diagonal a1-d4, so d4 moves 1 square along it, and a1 is 3 away",
            ),
            (
                "own-pass",
                "3x/o3/4/xo2 x",
                "a1-c1",
                "the enemy on b1 is in the way: a stone passes over its own side alone",
            ),
            ("own-pass", "3x/o3/4/x1x1 x", "a1-c1", "a stone of the same side stands on c1"),
            ("own-pass", "3x/4/4/x1o1 x", "a1xc1", "the game is over: o has a single stone"),
            ("own-pass", start, "pass", "x can move, and only a side that cannot may pass"),
            ("own-loss", stuck, "pass", "under own-loss a turn does not pass"),
        ] {
            assert_eq!(why(rules, position, played), expected, "{played}");
        }
    }

    /// Text is read as the move that it means; a program may still make the wrong move.
    #[test]
    fn a_move_that_is_wrong_about_a_capture_names_the_right_one() {
        let start: Position = "1xx1/o2o/o2o/1xx1 x".parse().unwrap();
        for (played, expected) in [
            ("b1-d3", "an enemy stands on d3: b1xd3 is the move"),
            ("b1-d1", "no enemy stands on d1: b1-d1 is the move"),
        ] {
            let right = Rules::default().parse_move(&start, played).unwrap();
            let Move::Stone { from, to, capture } = right else { panic!("{right}") };
            let wrong = Move::Stone { from, to, capture: !capture };
            let why = Rules::default().illegality(&start, wrong).unwrap();
            assert_eq!(why.to_string(), expected);
        }
    }

    /// The explanation agrees with the list of moves for every pair of squares of the frame, in
    /// varied positions.
    #[test]
    fn exactly_the_moves_that_are_not_listed_have_a_reason() {
        let frame = || (0..64).filter_map(Square::from_index);
        for text in [
            "1xx1/o2o/o2o/1xx1 x",
            "3x/oox1/2x1/1oxo o",
            "x1o2x/1oxo2/3x2/o2x2 x",
            "1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x",
            "xo6/oo6/8/8/8/8/6oo/6ox x",
            "xxx/1o1/ooo o",
            "3x/4/4/x1o1 x",
            "x3/4/4/oooo x",
        ] {
            let position: Position = text.parse().unwrap();
            for rules in Rules::all() {
                let legal = rules.moves(&position);
                let stones = frame().flat_map(|from| {
                    frame().flat_map(move |to| {
                        [false, true].map(|capture| Move::Stone { from, to, capture })
                    })
                });
                for played in stones.chain([Move::Pass]) {
                    let why = rules.illegality(&position, played);
                    assert_eq!(why.is_none(), legal.contains(&played), "{text} {played}");
                }
            }
        }
    }
}
