//! The division of a table's values into *units*, the smallest parts that are read: a run of ranks
//! of one leader or, if leaders have few values, all ranks of several leaders.

/// The division of a table into units.
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

/// A unit: the ranks `from..to` of the leaders `first..last`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unit {
    pub(crate) first: u64,
    pub(crate) last: u64,
    pub(crate) from: u64,
    pub(crate) to: u64,
}

impl Unit {
    pub(crate) const fn values(&self) -> usize {
        ((self.last - self.first) * (self.to - self.from)) as usize
    }
}

impl Units {
    /// Returns the division of `leaders` with `values` each into units of up to `most` values.
    pub(crate) const fn new(most: u64, leaders: u64, values: u64) -> Units {
        let shared = most / values;
        Units {
            leaders,
            values,
            pieces: values.div_ceil(most),
            shared: if shared == 0 { 1 } else { shared },
        }
    }

    /// Counts the units.
    pub(crate) const fn count(&self) -> u64 {
        self.leaders.div_ceil(self.shared) * self.pieces
    }

    /// Counts the leaders that share a unit: one if a leader has several units.
    #[cfg(feature = "build")]
    pub(crate) const fn leaders_together(&self) -> u64 {
        self.shared
    }

    /// Returns the units of a group of leaders that are packed together.
    #[cfg(feature = "build")]
    pub(crate) fn of_leaders(&self, together: u64) -> std::ops::Range<u64> {
        together * self.pieces..(together + 1) * self.pieces
    }

    /// Returns the leaders and ranks of a unit.
    pub(crate) fn unit(&self, number: u64) -> Unit {
        let (group, piece) = (number / self.pieces, number % self.pieces);
        Unit {
            first: group * self.shared,
            last: ((group + 1) * self.shared).min(self.leaders),
            from: piece * self.values / self.pieces,
            to: (piece + 1) * self.values / self.pieces,
        }
    }

    /// Returns the unit of an index, and the value's place within it.
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
        let tables = [(5, 3), (7, 1024), (2, 1025), (3, 3000), (40, 91), (1, 1)];
        for (most, (leaders, values)) in
            [16, 512, 1024].into_iter().flat_map(|most| tables.map(|table| (most, table)))
        {
            let units = Units::new(most, leaders, values);
            let mut index = 0;
            for number in 0..units.count() {
                let unit = units.unit(number);
                assert!((1..=most as usize).contains(&unit.values()));
                for place in 0..unit.values() {
                    assert_eq!(units.place(index), (number, place));
                    index += 1;
                }
            }
            assert_eq!(index, leaders * values);
        }
    }
}
