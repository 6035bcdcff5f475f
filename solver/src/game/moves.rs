//! Moves of stones.
//!
//! A stone moves along a line by exactly one square for each stone on that line, of both colours and
//! including itself. It may pass over stones of its side but not over enemy stones, and
//! lands on an empty square or on an enemy stone.

use std::cmp::Ordering;
use std::fmt;

use crate::game::bitboard::Bitboard;
use crate::game::line::{LINES, STEPS};
use crate::game::position::Position;
use crate::game::square::{Square, write_ascii};

/// A move of a stone, or a pass.
///
/// `Display` writes `b1-d3`, `c3xa3` or `pass`. [`Rules::parse_move`](crate::Rules::parse_move)
/// reads these and other notations.
///
/// # Examples
/// ```
/// use loa_solver::{Move, Square};
///
/// let (from, to) = (Square::new(1, 0), Square::new(3, 2));
/// let played = Move::Stone { from, to, capture: true };
/// assert_eq!(played.to_string(), "b1xd3");
/// assert!(played.is_capture());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// The turn passes. Legal only if no stone can move, and only under rules that let the turn
    /// pass.
    Pass,
    /// A stone moves.
    Stone {
        /// The square that the stone leaves.
        from: Square,
        /// The square that the stone lands on.
        to: Square,
        /// True if the move captures an enemy stone on `to`.
        capture: bool,
    },
}

/// A move that is not legal in a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{played} is not a legal move in {position}")]
#[non_exhaustive]
pub struct IllegalMove {
    /// The move.
    pub played: Move,
    /// The position.
    pub position: Position,
}

impl Move {
    /// `true` if the move captures an enemy stone.
    pub const fn is_capture(self) -> bool {
        matches!(self, Move::Stone { capture: true, .. })
    }
}

/// Moves are ordered as their text. A pass, which is always the only move, is least.
impl Ord for Move {
    fn cmp(&self, other: &Move) -> Ordering {
        let key = |played: &Move| match *played {
            Move::Pass => None,
            Move::Stone { from, to, capture } => {
                let name = |square: Square| (square.file(), square.rank());
                Some((name(from), capture, name(to)))
            }
        };
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for Move {
    fn partial_cmp(&self, other: &Move) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Move::Stone { from, to, capture } = *self else {
            return f.write_str("pass");
        };
        let ([file, rank], [to_file, to_rank]) = (from.name(), to.name());
        let sign = if capture { b'x' } else { b'-' };
        write_ascii(f, &[file, rank, sign, to_file, to_rank])
    }
}

/// Returns the squares that the stone of `us` on `from` can move to, on the board with the squares
/// `mask`.
#[inline(always)]
pub(crate) fn targets(mask: u64, from: u32, us: u64, them: u64) -> u64 {
    let (below, above) = ((1 << from) - 1, !1 << from);
    let mut targets = 0;
    for (axis, &line) in LINES[from as usize].iter().enumerate() {
        let distance = STEPS[axis] * (line & (us | them)).count_ones();
        // A shift past the end of the frame gives no bit; one that leaves the line meets no bit of
        // it.
        let up = 1u64.checked_shl(from + distance).unwrap_or(0);
        let down = 1u64.checked_shl(from.wrapping_sub(distance)).unwrap_or(0);
        let enemies = line & them;
        let reached = up & up_to_lowest(enemies & above) | down & from_highest(enemies & below);
        targets |= reached & line;
    }
    targets & mask & !us
}

/// Returns the lowest bit of a set and all bits below it; all bits if the set is empty.
#[inline(always)]
fn up_to_lowest(set: u64) -> u64 {
    set ^ set.wrapping_sub(1)
}

/// Returns the highest bit of a set and all bits above it; all bits if the set is empty.
#[inline(always)]
fn from_highest(set: u64) -> u64 {
    (i64::MIN >> set.leading_zeros().min(63)) as u64
}

impl Position {
    /// Returns the squares that the stone of the side to move on `from` can move to.
    fn targets(&self, from: Square) -> Bitboard {
        let mask = self.board.mask().0;
        Bitboard(targets(mask, from.index(), self.us.0, self.them.0))
    }

    /// Returns every move of a stone of the side to move, in no particular order, even if the game
    /// is over.
    pub fn stone_moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.us.into_iter().flat_map(move |from| {
            self.targets(from).into_iter().map(move |to| Move::Stone {
                from,
                to,
                capture: self.them.contains(to),
            })
        })
    }

    /// `true` if a stone of the side to move can move.
    pub fn has_stone_move(&self) -> bool {
        self.us.into_iter().any(|from| !self.targets(from).is_empty())
    }

    /// `true` if a move captures the last stone of the other side. That stone has already ended the
    /// game, because it is connected, so no rules allow such a move.
    pub(crate) fn captures_last_stone(&self, played: Move) -> bool {
        played.is_capture() && self.them.count() == 1
    }

    /// Returns the position after a move.
    ///
    /// A pass is accepted if no stone can move; [`Rules::moves`](crate::Rules::moves) decides
    /// whether the turn then passes.
    ///
    /// # Errors
    /// If the move is not legal in the position.
    ///
    /// # Examples
    /// ```
    /// use loa_solver::{Position, Rules};
    ///
    /// let start: Position = "1xx1/o2o/o2o/1xx1 x".parse()?;
    /// let played = Rules::default().parse_move(&start, "b1xd3")?;
    /// let next = start.play(played)?;
    /// assert_eq!(next.to_string(), "1xx1/o2x/o2o/2x1 o");
    /// assert!(next.play(played).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(&self, played: Move) -> Result<Position, IllegalMove> {
        let is_legal = match played {
            Move::Pass => !self.has_stone_move(),
            Move::Stone { .. } => {
                let is_move = self.stone_moves().any(|legal| legal == played);
                is_move && !self.captures_last_stone(played)
            }
        };
        let illegal = IllegalMove { played, position: *self };
        is_legal.then(|| self.play_unchecked(played)).ok_or(illegal)
    }

    /// Returns the position after a move, which must be legal in this position. Any other move
    /// gives a position that no game reaches.
    #[must_use]
    pub fn play_unchecked(&self, played: Move) -> Position {
        let (mut us, mut them) = (self.us, self.them);
        if let Move::Stone { from, to, .. } = played {
            us = us.without(from).with(to);
            them = them.without(to);
        }
        Position { board: self.board, us: them, them: us, turn: self.turn.other() }
    }

    /// Returns the position with the other side to move.
    #[must_use]
    pub fn passed(&self) -> Position {
        self.play_unchecked(Move::Pass)
    }
}
