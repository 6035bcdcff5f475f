//! Effects of moves on the value of a position, as seen by the side that moves.

use std::fmt;

use loa_solver::Wdl;

use crate::text::plies;
use crate::worth::Worth;

/// A move that gives a win or a draw away. Larger is worse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Blunder {
    /// A move from a won position to a draw.
    WinToDraw,
    /// A move from a drawn position to a loss.
    DrawToLoss,
    /// A move from a won position to a loss.
    WinToLoss,
}

impl Blunder {
    /// All blunders, in the order of tables and lists.
    pub const ALL: [Blunder; 3] = [Blunder::WinToDraw, Blunder::WinToLoss, Blunder::DrawToLoss];

    /// Returns `win-to-draw`, `win-to-loss` or `draw-to-loss`.
    pub const fn name(self) -> &'static str {
        match self {
            Blunder::WinToDraw => "win-to-draw",
            Blunder::WinToLoss => "win-to-loss",
            Blunder::DrawToLoss => "draw-to-loss",
        }
    }

    /// Returns the loss in words, such as `turned a win into a draw`.
    pub fn in_words(self) -> String {
        format!("turned a {}", self.name().replace("-to-", " into a "))
    }

    /// Returns the mark of the move: `??` if it loses, `?` if it draws.
    pub const fn lapse(self) -> Lapse {
        match self {
            Blunder::WinToDraw => Lapse::Mistake,
            Blunder::WinToLoss | Blunder::DrawToLoss => Lapse::Blunder,
        }
    }

    /// Returns the result that the move gives away.
    pub const fn given_away(self) -> Wdl {
        match self {
            Blunder::WinToDraw | Blunder::WinToLoss => Wdl::Win,
            Blunder::DrawToLoss => Wdl::Draw,
        }
    }

    /// Returns the blunder from `before` to `after`; `None` if the move is no blunder.
    pub const fn of(before: Wdl, after: Wdl) -> Option<Blunder> {
        match (before, after) {
            (Wdl::Win, Wdl::Draw) => Some(Blunder::WinToDraw),
            (Wdl::Win, Wdl::Loss) => Some(Blunder::WinToLoss),
            (Wdl::Draw, Wdl::Loss) => Some(Blunder::DrawToLoss),
            _ => None,
        }
    }
}

/// The mark of a move that gave something away. Larger is worse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Lapse {
    /// A doubtful move.
    #[cfg_attr(feature = "serde", serde(rename = "?!"))]
    Inaccuracy,
    /// A bad move.
    #[cfg_attr(feature = "serde", serde(rename = "?"))]
    Mistake,
    /// A very bad move.
    #[cfg_attr(feature = "serde", serde(rename = "??"))]
    Blunder,
}

impl Lapse {
    /// Returns `?!`, `?` or `??`.
    pub const fn sign(self) -> &'static str {
        ["?!", "?", "??"][self as usize]
    }
}

/// The effect of a move. JSON has its name as `effect`, and its plies as `plies_lost`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// No move is better.
    Best,
    /// A win this many plies later than by the best move.
    Slower(u16),
    /// A loss this many plies sooner than by the best move.
    Sooner(u16),
    /// A win or a draw given away.
    Blunder(Blunder),
}

impl Effect {
    /// Returns the effect of a move, given its value and that of the best move.
    pub fn of(value: impl Into<Worth>, best: impl Into<Worth>) -> Effect {
        let (value, best) = (value.into(), best.into());
        let results = best.category.zip(value.category);
        if let Some(blunder) = results.and_then(|(best, value)| Blunder::of(best, value)) {
            return Effect::Blunder(blunder);
        }
        match (best.category, best.plies, value.plies) {
            (Some(Wdl::Win), Some(best), Some(plies)) if plies > best => {
                Effect::Slower((plies - best) as u16)
            }
            (Some(Wdl::Loss), Some(best), Some(plies)) if plies < best => {
                Effect::Sooner((best - plies) as u16)
            }
            _ => Effect::Best,
        }
    }

    /// Returns the effect of resigning a position with this result.
    pub(super) fn of_resigning(given_up: Wdl) -> Effect {
        Blunder::of(given_up, Wdl::Loss).map_or(Effect::Best, Effect::Blunder)
    }

    /// Returns the blunder; `None` if the move gives nothing away.
    pub const fn blunder(self) -> Option<Blunder> {
        match self {
            Effect::Blunder(blunder) => Some(blunder),
            _ => None,
        }
    }

    /// Returns `best`, `slower`, `sooner` or the name of the blunder.
    pub const fn name(self) -> &'static str {
        match self {
            Effect::Best => "best",
            Effect::Slower(_) => "slower",
            Effect::Sooner(_) => "sooner",
            Effect::Blunder(blunder) => blunder.name(),
        }
    }

    /// Returns the plies by which a win comes later, or a loss sooner.
    pub const fn plies_lost(self) -> u16 {
        match self {
            Effect::Slower(plies) | Effect::Sooner(plies) => plies,
            Effect::Best | Effect::Blunder(_) => 0,
        }
    }

    /// Returns what the move lost, in words; `None` if it lost nothing.
    pub fn in_words(self) -> Option<String> {
        let (verb, when) = match self {
            Effect::Best => return None,
            Effect::Slower(_) => ("wins", "later"),
            Effect::Sooner(_) => ("loses", "sooner"),
            Effect::Blunder(blunder) => return Some(blunder.in_words()),
        };
        Some(format!("{verb} {} {when}", plies(self.plies_lost().into())))
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies_lost() {
            0 => f.write_str(self.name()),
            lost => write!(f, "{} {}", plies(lost.into()), self.name()),
        }
    }
}

/// The numbers of moves with each effect.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Effects {
    /// The number of moves that keep the win or the draw.
    pub kept: usize,
    /// Their percentage, rounded to hundredths; null if no move was made. It is 100 only if all
    /// moves keep the result.
    pub kept_percent: Option<f64>,
    /// The number of moves that are as good as the best.
    pub best: usize,
    /// Wins that come later than necessary.
    pub slower: Delay,
    /// Losses that come sooner than necessary.
    pub sooner: Delay,
    /// Wins and draws given away.
    pub blunders: Blunders,
}

/// Moves that lose plies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Delay {
    /// The number of moves.
    pub moves: usize,
    /// The total number of plies lost.
    pub plies: usize,
}

/// The numbers of moves that give a win or a draw away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Blunders {
    /// Moves from a won position to a draw.
    pub win_to_draw: usize,
    /// Moves from a won position to a loss.
    pub win_to_loss: usize,
    /// Moves from a drawn position to a loss.
    pub draw_to_loss: usize,
}

impl Effects {
    /// Returns the number of moves.
    pub fn moves(&self) -> usize {
        self.blunders.counts().into_iter().fold(self.kept, usize::saturating_add)
    }

    /// Counts one more move.
    pub fn add(&mut self, effect: Effect) {
        let moves = self.moves() + 1;
        let blunders = &mut self.blunders;
        match effect {
            Effect::Best => self.best += 1,
            Effect::Slower(plies) => self.slower.add(plies),
            Effect::Sooner(plies) => self.sooner.add(plies),
            Effect::Blunder(Blunder::WinToDraw) => blunders.win_to_draw += 1,
            Effect::Blunder(Blunder::WinToLoss) => blunders.win_to_loss += 1,
            Effect::Blunder(Blunder::DrawToLoss) => blunders.draw_to_loss += 1,
        }
        self.kept = moves - blunders.all();
        let hundredths = (1e4 * self.kept as f64 / moves as f64).round();
        let most = if self.kept == moves { 1e4 } else { 9999.0 };
        self.kept_percent = Some(hundredths.min(most) / 100.0);
    }
}

impl Blunders {
    /// Returns the counts in the order of [`Blunder::ALL`].
    pub const fn counts(&self) -> [usize; 3] {
        [self.win_to_draw, self.win_to_loss, self.draw_to_loss]
    }

    /// Returns the number of blunders of all kinds.
    pub fn all(&self) -> usize {
        self.counts().iter().sum()
    }
}

impl Delay {
    fn add(&mut self, plies: u16) {
        self.moves += 1;
        self.plies += usize::from(plies);
    }
}

#[cfg(test)]
mod tests {
    use loa_solver::Value;

    use super::*;

    #[test]
    fn an_effect_says_what_a_move_lost() {
        for (value, best, expected) in [
            (Value::Win(3), Value::Win(3), "best"),
            (Value::Win(9), Value::Win(3), "6 plies slower"),
            (Value::Loss(2), Value::Loss(3), "1 ply sooner"),
            (Value::Draw, Value::Draw, "best"),
            (Value::Draw, Value::Win(1), "win-to-draw"),
            (Value::Loss(2), Value::Win(1), "win-to-loss"),
            (Value::Loss(2), Value::Draw, "draw-to-loss"),
        ] {
            assert_eq!(Effect::of(value, best).to_string(), expected);
        }
    }

    #[test]
    fn counts_add_up() {
        let mut effects = Effects::default();
        assert_eq!(effects.kept_percent, None);
        for effect in [
            Effect::Best,
            Effect::Slower(2),
            Effect::Slower(3),
            Effect::Sooner(4),
            Effect::Blunder(Blunder::DrawToLoss),
            Effect::Best,
        ] {
            effects.add(effect);
        }
        assert_eq!(effects.kept_percent, Some(83.33));
        for (kept, moves, percent) in [
            (6, 14, 42.86),
            (2, 3, 66.67),
            (14, 34, 41.18),
            (99_999, 100_000, 99.99),
            (100_000, 100_000, 100.0),
            (0, 7, 0.0),
        ] {
            let mut effects = Effects::default();
            (0..kept).for_each(|_| effects.add(Effect::Best));
            (kept..moves).for_each(|_| effects.add(Effect::Blunder(Blunder::WinToLoss)));
            assert_eq!(effects.kept_percent, Some(percent), "{kept} of {moves}");
        }
        assert_eq!((effects.kept, effects.best), (5, 2));
        assert_eq!((effects.slower.moves, effects.slower.plies), (2, 5));
    }
}
