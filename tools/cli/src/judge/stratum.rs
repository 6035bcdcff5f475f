//! Kinds of positions, alike in material, outcome and distance.

use std::fmt;

use loa_solver::Material;
use loa_tablebase::{Answer, Wdl};

/// Distances that are counted together: 1-2, 3-4, 5-8, 9-16 plies and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Band {
    /// The last of them; 0 where there is no distance: draws, and tables that
    /// tell none.
    last: u16,
}

/// An outcome and a band of distances, ordered for people: wins, draws, losses,
/// the near ones first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Reach {
    order: u8,
    band: Band,
}

/// Positions of one material and reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Stratum {
    pub(crate) material: Material,
    pub(crate) reach: Reach,
}

impl Reach {
    pub(crate) fn of(value: Answer) -> Reach {
        Reach::new(value.wdl(), value.plies())
    }

    pub(crate) fn new(outcome: Wdl, plies: Option<u16>) -> Reach {
        let last = plies.map_or(0, |plies| {
            let power = plies.max(2).checked_next_power_of_two();
            power.unwrap_or(u16::MAX)
        });
        let order = match outcome {
            Wdl::Win => 0,
            Wdl::Draw => 1,
            Wdl::Loss => 2,
        };
        Reach {
            order,
            band: Band { last },
        }
    }

    pub(crate) const fn wdl(self) -> Wdl {
        match self.order {
            0 => Wdl::Win,
            1 => Wdl::Draw,
            _ => Wdl::Loss,
        }
    }

    /// Whether a win of this reach takes some playing: five plies or more, or who
    /// knows how many.
    pub(crate) const fn is_long(self) -> bool {
        self.band.last == 0 || self.band.last > 4
    }

    /// How many positions of such a stratum a sample has beside others: draws are
    /// the hardest to keep; in a lost position there is nothing to keep but time.
    pub(crate) const fn weight(self) -> usize {
        match self.wdl() {
            Wdl::Draw => 4,
            Wdl::Win => 2,
            Wdl::Loss => 1,
        }
    }
}

impl Stratum {
    pub(crate) fn is_drawn(&self) -> bool {
        self.reach.wdl() == Wdl::Draw
    }
}

impl fmt::Display for Reach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.wdl().name())?;
        match self.band.last {
            0 => Ok(()),
            2 => f.write_str(" in 1-2"),
            last => write!(f, " in {}-{last}", last / 2 + 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use loa_solver::Value;

    use super::*;

    #[test]
    fn bands_are_named_by_their_ends() {
        let name = |value: Value| Reach::of(value.into()).to_string();
        assert_eq!(name(Value::Win(1)), "win in 1-2");
        assert_eq!(name(Value::Win(3)), "win in 3-4");
        assert_eq!(name(Value::Loss(16)), "loss in 9-16");
        assert_eq!(name(Value::Win(85)), "win in 65-128");
        assert_eq!(name(Value::Draw), "draw");
        assert_eq!(Reach::of(Answer::Wdl(Wdl::Loss)).to_string(), "loss");
    }
}
