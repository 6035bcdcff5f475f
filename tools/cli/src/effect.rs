//! What moves do to the value of a position, seen from the side that makes them.

use std::fmt;

use loa_tablebase::{Answer, Wdl};
use serde_json::{Map, Value as Json, json};

/// A move that gives the outcome away; the worse, the larger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Blunder {
    WinToDraw,
    DrawToLoss,
    WinToLoss,
}

impl Blunder {
    pub(crate) const ALL: [Blunder; 3] =
        [Blunder::WinToDraw, Blunder::WinToLoss, Blunder::DrawToLoss];

    /// `win-to-draw` and so on.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Blunder::WinToDraw => "win-to-draw",
            Blunder::WinToLoss => "win-to-loss",
            Blunder::DrawToLoss => "draw-to-loss",
        }
    }

    /// What it gives away.
    pub(crate) const fn given_away(self) -> Wdl {
        match self {
            Blunder::WinToDraw | Blunder::WinToLoss => Wdl::Win,
            Blunder::DrawToLoss => Wdl::Draw,
        }
    }

    /// Of an outcome and what a move leaves of it.
    pub(crate) const fn of(before: Wdl, after: Wdl) -> Option<Blunder> {
        match (before, after) {
            (Wdl::Win, Wdl::Draw) => Some(Blunder::WinToDraw),
            (Wdl::Win, Wdl::Loss) => Some(Blunder::WinToLoss),
            (Wdl::Draw, Wdl::Loss) => Some(Blunder::DrawToLoss),
            _ => None,
        }
    }
}

/// What a move did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// It is as good as any, as far as the tables tell.
    Best,
    /// It wins, so many plies later than need be.
    Slower(u16),
    /// It loses, so many plies sooner than need be.
    Sooner(u16),
    Blunder(Blunder),
}

impl Effect {
    /// Of a move's value and that of the best.
    pub(crate) fn of(value: Answer, best: Answer) -> Effect {
        if let Some(blunder) = Blunder::of(best.wdl(), value.wdl()) {
            return Effect::Blunder(blunder);
        }
        match (best.wdl(), best.plies(), value.plies()) {
            (Wdl::Win, Some(best), Some(plies)) if plies > best => Effect::Slower(plies - best),
            (Wdl::Loss, Some(best), Some(plies)) if plies < best => Effect::Sooner(best - plies),
            _ => Effect::Best,
        }
    }

    /// `best`, `slower`, `sooner` or the name of a blunder.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Effect::Best => "best",
            Effect::Slower(_) => "slower",
            Effect::Sooner(_) => "sooner",
            Effect::Blunder(blunder) => blunder.name(),
        }
    }

    /// How much later a win comes, or how much sooner a loss.
    pub(crate) const fn plies_lost(self) -> u16 {
        match self {
            Effect::Slower(plies) | Effect::Sooner(plies) => plies,
            Effect::Best | Effect::Blunder(_) => 0,
        }
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies_lost() {
            0 => f.write_str(self.name()),
            1 => write!(f, "1 ply {}", self.name()),
            plies => write!(f, "{plies} plies {}", self.name()),
        }
    }
}

/// How often moves had which effect.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Effects {
    pub(crate) moves: usize,
    pub(crate) slower: Delay,
    pub(crate) sooner: Delay,
    blunders: [usize; 3],
}

/// Moves that lose time, and how much together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Delay {
    pub(crate) moves: usize,
    pub(crate) plies: usize,
}

impl Effects {
    pub(crate) fn add(&mut self, effect: Effect) {
        self.moves += 1;
        match effect {
            Effect::Best => {}
            Effect::Slower(plies) => self.slower.add(plies),
            Effect::Sooner(plies) => self.sooner.add(plies),
            Effect::Blunder(blunder) => self.blunders[blunder as usize] += 1,
        }
    }

    pub(crate) const fn blunders(&self, blunder: Blunder) -> usize {
        self.blunders[blunder as usize]
    }

    pub(crate) fn all_blunders(&self) -> usize {
        self.blunders.iter().sum()
    }

    /// Moves that keep the outcome.
    pub(crate) fn kept(&self) -> usize {
        self.moves - self.all_blunders()
    }

    /// The share of moves that keep the outcome, rounded to hundredths of a per cent,
    /// of which only all of them make 100; `None` where there is no move.
    pub(crate) fn kept_percent(&self) -> Option<f64> {
        let (kept, moves) = (self.kept() as f64, self.moves as f64);
        let hundredths = (1e4 * kept / moves).round();
        let most = if self.kept() == self.moves {
            1e4
        } else {
            9999.0
        };
        (self.moves > 0).then(|| hundredths.min(most) / 100.0)
    }

    /// Moves that are as good as any.
    pub(crate) fn best(&self) -> usize {
        self.kept() - self.slower.moves - self.sooner.moves
    }

    /// The counts, but for that of all moves.
    pub(crate) fn json(&self) -> Map<String, Json> {
        let blunders = Blunder::ALL.map(|blunder| {
            let count = self.blunders(blunder);
            (blunder.name().to_owned(), count.into())
        });
        let delay = |delay: Delay| json!({ "moves": delay.moves, "plies": delay.plies });
        let counts = [
            ("kept", self.kept().into()),
            ("kept_percent", self.kept_percent().into()),
            ("best", self.best().into()),
            ("slower", delay(self.slower)),
            ("sooner", delay(self.sooner)),
            ("blunders", Json::Object(Map::from_iter(blunders))),
        ];
        counts
            .map(|(name, count)| (name.to_owned(), count))
            .into_iter()
            .collect()
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
    fn an_effect_tells_what_was_lost() {
        let exact = |value: Value| Answer::Exact(value);
        let effect = |value, best| Effect::of(exact(value), exact(best));
        for (value, best, expected) in [
            (Value::Win(3), Value::Win(3), "best"),
            (Value::Win(9), Value::Win(3), "6 plies slower"),
            (Value::Loss(2), Value::Loss(3), "1 ply sooner"),
            (Value::Draw, Value::Draw, "best"),
            (Value::Draw, Value::Win(1), "win-to-draw"),
            (Value::Loss(2), Value::Win(1), "win-to-loss"),
            (Value::Loss(2), Value::Draw, "draw-to-loss"),
        ] {
            assert_eq!(effect(value, best).to_string(), expected);
        }
        let somehow = Answer::Wdl(Wdl::Win);
        assert_eq!(Effect::of(somehow, exact(Value::Win(3))), Effect::Best);
    }

    #[test]
    fn counts_add_up() {
        let mut effects = Effects::default();
        assert_eq!(effects.kept_percent(), None);
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
        assert_eq!(effects.kept_percent(), Some(83.33));
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
            assert_eq!(effects.kept_percent(), Some(percent), "{kept} of {moves}");
        }
        let expected = json!({
            "kept": 5,
            "kept_percent": 83.33,
            "best": 2,
            "slower": { "moves": 2, "plies": 5 },
            "sooner": { "moves": 1, "plies": 4 },
            "blunders": { "win-to-draw": 0, "win-to-loss": 0, "draw-to-loss": 1 },
        });
        assert_eq!(Json::Object(effects.json()), expected);
    }
}
