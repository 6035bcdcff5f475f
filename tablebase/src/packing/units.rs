//! How the values of a table are cut into *units*, the least that is read at
//! once: a run of ranks of one leader or, where leaders have few values, all
//! ranks of several.

/// The most values of a unit.
pub(crate) const MOST_VALUES: u64 = 1024;

/// The cut of a table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Units {
    leaders: u64,
    /// Values of a leader.
    values: u64,
    /// Units that share a leader, or one.
    pieces: u64,
    /// Leaders that share a unit, or one.
    shared: u64,
}

/// What belongs to a unit: ranks `from..to` of the leaders `first..last`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unit {
    pub(crate) first: u64,
    pub(crate) last: u64,
    pub(crate) from: u64,
    pub(crate) to: u64,
}

impl Unit {
    /// How many values it has.
    pub(crate) const fn values(&self) -> usize {
        ((self.last - self.first) * (self.to - self.from)) as usize
    }
}

impl Units {
    /// For so many leaders with so many values each.
    pub(crate) const fn new(leaders: u64, values: u64) -> Units {
        let shared = MOST_VALUES / values;
        Units {
            leaders,
            values,
            pieces: values.div_ceil(MOST_VALUES),
            shared: if shared == 0 { 1 } else { shared },
        }
    }

    /// How many there are.
    pub(crate) const fn count(&self) -> u64 {
        self.leaders.div_ceil(self.shared) * self.pieces
    }

    /// How many leaders belong together, sharing a unit, or one.
    pub(crate) const fn leaders_together(&self) -> u64 {
        self.shared
    }

    /// The units of leaders that belong together, by their number.
    pub(crate) fn of_leaders(&self, together: u64) -> std::ops::Range<u64> {
        together * self.pieces..(together + 1) * self.pieces
    }

    /// What belongs to a unit.
    pub(crate) fn unit(&self, number: u64) -> Unit {
        let (group, piece) = (number / self.pieces, number % self.pieces);
        Unit {
            first: group * self.shared,
            last: ((group + 1) * self.shared).min(self.leaders),
            from: piece * self.values / self.pieces,
            to: (piece + 1) * self.values / self.pieces,
        }
    }

    /// The unit of an index, and its place there.
    pub(crate) fn place(&self, index: u64) -> (u64, usize) {
        let (leader, rank) = (index / self.values, index % self.values);
        // The last piece that begins at or before the rank.
        let piece = ((rank + 1) * self.pieces - 1) / self.values;
        let number = leader / self.shared * self.pieces + piece;
        let unit = self.unit(number);
        let place = (leader - unit.first) * (unit.to - unit.from) + rank - unit.from;
        (number, place as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_index_has_its_place() {
        for (leaders, values) in [(5, 3), (7, 1024), (2, 1025), (3, 3000), (40, 91), (1, 1)] {
            let units = Units::new(leaders, values);
            let mut index = 0;
            for number in 0..units.count() {
                let unit = units.unit(number);
                assert!((1..=MOST_VALUES as usize).contains(&unit.values()));
                for place in 0..unit.values() {
                    assert_eq!(units.place(index), (number, place));
                    index += 1;
                }
            }
            assert_eq!(index, leaders * values);
        }
    }
}
