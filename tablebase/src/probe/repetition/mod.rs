//! Drawn positions, decided by the rule that a player who repeats a position loses.
//!
//! Tables know no history. They call a position drawn if neither side can force a win before a
//! position recurs. A forced win gets nearer with every move and repeats no position, so it remains
//! a win under the rule, and a side that leaves the drawn positions loses. The rest is a game on
//! the drawn positions.

mod paths;

use std::collections::HashMap;

use loa_solver::{Move, Position, Wdl};

use self::paths::Paths;
use super::error::ProbeError;
use super::tablebase::Tablebase;

/// The maximum number of drawn positions in a game, and of moves tried.
const MOST_POSITIONS: usize = 1 << 12;
const MOST_STEPS: u64 = 1 << 22;

/// The result of a drawn position if the player who repeats a position loses, without earlier
/// positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ByRepetition {
    /// The result for the side to move: a win or a loss.
    pub category: Wdl,
    /// A winning move; `None` if the side to move loses.
    #[cfg_attr(feature = "serde", serde(rename = "move"))]
    pub played: Option<Move>,
    /// The number of drawn positions that play can reach, including this position.
    pub positions: usize,
}

impl Tablebase {
    /// Returns who wins a drawn position if the player who repeats a position loses, without
    /// earlier positions. `None` if the position is not drawn, can end in a draw by another rule,
    /// or leads to too many positions.
    ///
    /// # Examples
    /// ```
    /// use loa_tablebase::{Tablebase, Wdl};
    ///
    /// let tablebase = Tablebase::embedded("own-loss".parse()?);
    /// let drawn = "1o1o/3x/2oo/xxx1 x".parse()?;
    /// let decided = tablebase.by_repetition(&drawn)?.expect("a drawn position");
    /// assert_eq!(decided.category == Wdl::Win, decided.played.is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`Tablebase::answer`].
    pub fn by_repetition(&self, position: &Position) -> Result<Option<ByRepetition>, ProbeError> {
        let Some((positions, successors)) = self.drawn_from(position)? else {
            return Ok(None);
        };
        let Some(winning) = Paths::new(&successors, MOST_STEPS).winning_move(0) else {
            return Ok(None);
        };
        let next = winning.map(|next| positions[next]);
        let mut moves = self.rules().moves(position).into_iter();
        Ok(Some(ByRepetition {
            category: if winning.is_some() { Wdl::Win } else { Wdl::Loss },
            played: moves.find(|&played| Some(position.play_unchecked(played)) == next),
            positions: positions.len(),
        }))
    }

    /// Returns the drawn positions that this one leads to through drawn positions, itself first,
    /// and the next positions of each.
    fn drawn_from(&self, position: &Position) -> Result<Option<DrawnPositions>, ProbeError> {
        let rules = self.rules();
        let is_over = |position: &Position| rules.termination(position).is_some();
        if is_over(position) || self.wdl(position)? != Wdl::Draw {
            return Ok(None);
        }
        let mut places = HashMap::from([(*position, 0)]);
        let (mut positions, mut successors) = (vec![*position], Vec::new());
        while let Some(from) = positions.get(successors.len()).copied() {
            let mut drawn = Vec::new();
            for played in rules.moves(&from) {
                let next = from.play_unchecked(played);
                if self.wdl(&next)? != Wdl::Draw {
                    continue;
                }
                if is_over(&next)
                    || positions.len() == MOST_POSITIONS && !places.contains_key(&next)
                {
                    return Ok(None);
                }
                drawn.push(*places.entry(next).or_insert_with(|| {
                    positions.push(next);
                    positions.len() - 1
                }));
            }
            successors.push(drawn);
        }
        Ok(Some((positions, successors)))
    }
}

/// Positions, and for each the indices of its successors.
type DrawnPositions = (Vec<Position>, Vec<Vec<usize>>);
