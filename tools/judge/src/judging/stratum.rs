//! Kinds of positions, alike in material, result and distance.

use std::cmp::Reverse;
use std::fmt;

use loa_solver::{Material, Value, Wdl};
use serde::{Serialize, Serializer};

/// A result and a band of distances: 1-2, 3-4, 5-8, 9-16 plies and so on.
///
/// Bands are ordered for display: wins, draws, losses, with near ones first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Band {
    wdl: Reverse<Wdl>,
    /// The last distance; 0 for draws, which have none.
    last: u16,
}

/// A kind of positions: one material and one band.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stratum {
    /// The stones of the side to move. They come first, because samples depend on the order of strata.
    us: u32,
    /// The material, the side to move first.
    pub material: Material,
    /// The result and the band of distances.
    pub band: Band,
}

impl Band {
    /// Returns the band of a value.
    pub fn of(value: Value) -> Band {
        Band::new(value.wdl(), value.plies())
    }

    /// Returns the band of a result, at a distance if known.
    pub fn new(result: Wdl, plies: Option<u16>) -> Band {
        let last = plies.map_or(0, |plies| {
            let power = plies.max(2).checked_next_power_of_two();
            power.unwrap_or(u16::MAX)
        });
        Band { wdl: Reverse(result), last }
    }

    /// Returns the result.
    pub const fn wdl(self) -> Wdl {
        self.wdl.0
    }

    /// Returns whether a win needs some play: five plies or more, or an unknown number.
    pub const fn is_long(self) -> bool {
        self.last == 0 || self.last > 4
    }

    /// Returns the weight of such positions in a sample. Draws are the hardest to keep, and in a
    /// lost position only time can be lost.
    pub const fn weight(self) -> usize {
        match self.wdl() {
            Wdl::Draw => 4,
            Wdl::Win => 2,
            Wdl::Loss => 1,
        }
    }
}

impl Stratum {
    /// Returns the stratum of a material and a band.
    pub const fn new(material: Material, band: Band) -> Stratum {
        Stratum { us: material.us(), material, band }
    }

    /// Returns whether the positions are drawn.
    pub fn is_drawn(&self) -> bool {
        self.band.wdl() == Wdl::Draw
    }
}

impl Serialize for Band {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl fmt::Display for Band {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.wdl().name())?;
        match self.last {
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
        let name = |value: Value| Band::of(value).to_string();
        assert_eq!(name(Value::Win(1)), "win in 1-2");
        assert_eq!(name(Value::Win(3)), "win in 3-4");
        assert_eq!(name(Value::Loss(16)), "loss in 9-16");
        assert_eq!(name(Value::Win(85)), "win in 65-128");
        assert_eq!(name(Value::Draw), "draw");
    }
}
