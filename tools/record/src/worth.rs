//! The worth of a position or a move.

use std::fmt;

use loa_solver::{Color, Move, Preset, Repetition, Value, Wdl};

use crate::text::within;

/// The basis of a worth: see docs/trust.md.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Basis {
    /// The game is over.
    Over,
    /// Coq, or a checker that is proved correct in Coq, accepts it: the distance of a table or of the
    /// start of 5x5, or the bound of a start's certificate.
    Verified,
    /// Tables contain the position. The distance is exact.
    Tables,
    /// Tables contained the start. Its value is recorded without them. The distance is exact.
    Solved,
    /// A certificate proves the result.
    Proof,
    /// A search has seen the result, or a move ends the game.
    Search,
    /// The engine estimates the chances.
    Estimate,
    /// Nothing is known yet.
    Unknown,
}

/// A condition of proved results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Proviso {
    /// A board that occurs again with the other side to move is another position, but ends games.
    #[cfg_attr(feature = "serde", serde(rename = "unless a board must occur twice"))]
    Boards,
}

impl Proviso {
    /// Returns the condition of every proof under the rules of `preset`.
    pub fn of(preset: Preset) -> Option<Proviso> {
        (preset.repetition == Repetition::BoardDraw).then_some(Proviso::Boards)
    }

    /// Returns the end of a sentence with this condition.
    pub fn ending(proviso: Option<Proviso>) -> &'static str {
        match proviso {
            Some(Proviso::Boards) => ", unless a board must occur twice",
            None => "",
        }
    }
}

/// The worth of a position for the side to move, or of a move for the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Worth {
    /// The result, if it is certain.
    pub category: Option<Wdl>,
    /// The plies to the end, if known.
    pub plies: Option<u32>,
    /// True if the plies are an upper bound on the distance.
    pub bound: bool,
    /// The engine's score of an estimate. 0 means equal chances.
    pub score: Option<i32>,
    /// True if the score is an estimate and the chances are about equal.
    pub level: bool,
    /// The basis.
    pub basis: Basis,
    /// The condition of the result, if games also end by repetition in a way that no proof and no
    /// table considers.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub proviso: Option<Proviso>,
}

/// The score up to which a position is about level. In the engine's games against itself the side
/// ahead scores 52 of 100 points below it, and 61 from 50 to 75 (`data/bench/estimates.py`).
const LEVEL: i32 = 50;

impl Worth {
    /// Nothing is known yet.
    pub const UNKNOWN: Worth = Worth {
        category: None,
        plies: None,
        bound: false,
        score: None,
        level: false,
        basis: Basis::Unknown,
        proviso: None,
    };

    /// Returns a certain result with its distance, if that is known.
    pub const fn certain(result: Wdl, plies: Option<u32>, basis: Basis) -> Worth {
        Worth { category: Some(result), plies, basis, ..Worth::UNKNOWN }
    }

    /// Returns an exact value.
    pub fn exact(value: Value, basis: Basis) -> Worth {
        Worth::certain(value.wdl(), value.plies().map(u32::from), basis)
    }

    /// Returns a certain result that is reached within some plies. The bound is the distance if it
    /// leaves no other.
    pub const fn within(result: Wdl, plies: u32, basis: Basis) -> Worth {
        Worth::certain(result, Some(plies), basis).bounded(true)
    }

    /// Returns the worth with plies that are a bound, unless they leave no other distance.
    const fn bounded(self, is_bound: bool) -> Worth {
        let is_distance = matches!((self.category, self.plies), (Some(result), Some(plies))
            if is_distance(result, plies));
        Worth { bound: is_bound && !is_distance, ..self }
    }

    /// Returns an estimate.
    pub const fn estimate(points: i32) -> Worth {
        let (score, level) = (Some(points), points.abs() <= LEVEL);
        Worth { score, level, basis: Basis::Estimate, ..Worth::UNKNOWN }
    }

    /// Returns a result of a search to `depth` plies. Beyond its depth, a search has seen only some
    /// ways to the end.
    #[must_use]
    pub fn seen_to(self, depth: u32) -> Worth {
        let is_deeper = self.plies.is_some_and(|plies| plies > depth);
        self.bounded(self.basis == Basis::Search && self.is_certain() && is_deeper)
    }

    /// Returns the worth of a move, given the worth of the position after it.
    #[must_use]
    pub fn before(self) -> Worth {
        let plies = self.plies.map(|plies| plies + 1);
        Worth { plies, ..self.to_other_side() }.bounded(self.bound)
    }

    /// Returns the same worth of `color`, as Black sees it.
    #[must_use]
    pub fn to_black(self, color: Color) -> Worth {
        if color == Color::Black { self } else { self.to_other_side() }
    }

    fn to_other_side(self) -> Worth {
        let (category, score) = (self.category.map(Wdl::for_mover), self.score.map(|it| -it));
        Worth { category, score, ..self }
    }

    /// Returns the worth in words, with its reason unless tables have it: `wins within 59: it is
    /// proved and verified`.
    pub fn sentence(&self) -> String {
        let why = match self.basis {
            Basis::Verified if self.bound => "it is proved and verified",
            Basis::Verified => "the start is solved and verified",
            Basis::Solved => "the start is solved",
            Basis::Proof => "it is proved",
            Basis::Search => "by the engine, searched to its end",
            _ => return self.to_string(),
        };
        format!("{self}: {why}{}", Proviso::ending(self.proviso))
    }

    /// `true` if the result is certain.
    pub const fn is_certain(&self) -> bool {
        self.category.is_some()
    }

    /// `true` if the plies are a bound by a proof, of which no search has seen the end.
    pub fn is_only_proved(&self) -> bool {
        self.is_certain() && (self.plies.is_none() || self.bound && self.basis != Basis::Search)
    }

    /// Returns a key that is greater for better moves.
    pub fn order(&self) -> (i8, i64) {
        let plies = i64::from(self.plies.unwrap_or(u32::MAX));
        match self.category {
            Some(Wdl::Win) => (1, -plies),
            Some(Wdl::Loss) => (-1, plies),
            Some(Wdl::Draw) | None => (0, self.score.unwrap_or_default().into()),
        }
    }

    /// Returns whether this is better than another worth in the same position.
    pub fn is_better_than(&self, other: &Worth) -> bool {
        self.order() > other.order()
    }
}

impl From<Value> for Worth {
    fn from(value: Value) -> Worth {
        Worth::exact(value, Basis::Tables)
    }
}

/// Returns whether a bound on the plies to the end, including a move of this result, leaves no other
/// distance: a winning move may end the game, and a losing move that does not end it has a reply.
pub const fn is_distance(result: Wdl, bound: u32) -> bool {
    bound <= if matches!(result, Wdl::Win) { 1 } else { 2 }
}

/// `wins in 5`, `wins within 13`, `draws`, or `+340` for an estimate.
impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.category, self.plies, self.score) {
            (Some(Wdl::Draw), ..) => f.write_str(Wdl::Draw.verb()),
            (Some(wdl), None, _) => f.write_str(wdl.verb()),
            (Some(wdl), Some(plies), _) => {
                write!(f, "{} {} {plies}", wdl.verb(), within(!self.bound))
            }
            (None, _, Some(score)) => write!(f, "{score:+}"),
            (None, _, None) => f.write_str("not known yet"),
        }
    }
}

/// A move and its worth for the side that makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RatedMove {
    /// The move.
    #[cfg_attr(feature = "serde", serde(rename = "move"))]
    pub played: Move,
    /// Its worth.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub worth: Worth,
    /// True if the move ends the game by repetition; absent otherwise.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "std::ops::Not::not"))]
    pub repeats: bool,
    /// The depth of the engine's search in plies, including the move; absent if another basis has
    /// the result.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_zero"))]
    pub depth: u32,
    /// The moves that are expected, beginning with this one.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub line: Vec<Move>,
}

#[cfg(feature = "serde")]
fn is_zero(depth: &u32) -> bool {
    *depth == 0
}

impl RatedMove {
    /// Returns a move whose worth needs no search.
    pub fn new(played: Move, worth: Worth) -> RatedMove {
        RatedMove { played, worth, repeats: false, depth: 0, line: vec![played] }
    }

    /// Returns a move whose result is proved, with its maximum number of plies.
    pub fn proved(played: Move, result: Wdl, plies: u32) -> RatedMove {
        RatedMove::new(played, Worth::within(result, plies, Basis::Proof))
    }

    /// Returns a move, given the worth of the position after it by a search to `depth - 1` plies, and
    /// the moves expected there.
    pub fn searched(played: Move, depth: u32, after: Worth, line: &[Move]) -> RatedMove {
        let line = std::iter::once(played).chain(line.iter().copied()).collect();
        RatedMove { depth, line, ..RatedMove::new(played, after.before()) }
    }

    /// Returns a move, given the best move after it.
    pub fn before(played: Move, answer: &RatedMove) -> RatedMove {
        let depth = if answer.depth == 0 { 0 } else { answer.depth + 1 };
        RatedMove::searched(played, depth, answer.worth, &answer.line)
    }

    /// Sorts moves, the best first. Equal moves keep their order.
    pub fn sort(all: &mut [RatedMove]) {
        all.sort_by_key(|rated| std::cmp::Reverse(rated.worth.order()));
    }

    /// Sets the results that are proved, and sorts the best moves first. A distance that a search
    /// has seen is kept.
    pub fn settle(all: &mut [RatedMove], proved: &[RatedMove]) {
        for known in proved {
            let of_move = all.iter_mut().find(|rated| rated.played == known.played);
            let is_open = |worth: &Worth| !worth.is_certain() || worth.is_only_proved();
            let Some(rated) = of_move.filter(|rated| is_open(&rated.worth)) else {
                continue;
            };
            let least = rated.worth.plies.into_iter().chain(known.worth.plies).min();
            let worth = Worth { plies: least, ..known.worth };
            *rated = RatedMove { depth: rated.depth, worth, ..known.clone() };
        }
        RatedMove::sort(all);
    }
}

/// `wins in 5`, `wins within 13`, `estimate +340 at depth 7`, or `estimate +34, about level, at
/// depth 7`.
impl fmt::Display for RatedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let worth = self.worth;
        if worth.score.is_none() {
            return worth.fmt(f);
        }
        let level = if worth.level { ", about level," } else { "" };
        write!(f, "estimate {worth}{level} at depth {}", self.depth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proofs_keep_shorter_bounds_and_moves_are_a_ply_deeper_than_their_answers() {
        let within = |plies| RatedMove::proved(Move::Pass, Wdl::Win, plies);
        for [rated, known] in [[27, 31], [31, 27]] {
            let mut all = [within(rated)];
            RatedMove::settle(&mut all, &[within(known)]);
            assert_eq!(all[0].worth, within(27).worth);
        }
        let deeper = |depth| RatedMove::before(Move::Pass, &RatedMove { depth, ..within(5) }).depth;
        assert_eq!([0, 5].map(deeper), [0, 6]);
    }
}
