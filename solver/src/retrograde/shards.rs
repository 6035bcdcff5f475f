//! A family's division into shards.

use std::ops::Range;

use crate::index::positions::Index;
use crate::retrograde::kernel::activity::Activity;
use crate::retrograde::kernel::cell::Stored;
use crate::retrograde::kernel::message::Message;
use crate::retrograde::kernel::state::PositionState;
use crate::retrograde::kernel::sweep::BlockArrays;
use crate::retrograde::stage::Stage;

/// A set of leaders of one side, whose values and states are kept together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Shard {
    /// The side whose squares lead: 0 for the family's material, 1 for its twin.
    pub(crate) side: usize,
    /// The shard's number among those of the side.
    pub(crate) number: u32,
}

/// Blocks of a shard that one stage works through at a time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct BlockRange {
    /// The stage.
    pub(crate) stage: Stage,
    /// The shard.
    pub(crate) shard: Shard,
    /// The blocks, numbered within the side.
    pub(crate) blocks: Range<u64>,
    /// The blocks among these that will be visited, in ascending order.
    pub(crate) visited: Vec<u64>,
}

impl BlockRange {
    /// Returns the values and states of every block that will be visited, given those of all
    /// `blocks`.
    pub(crate) fn arrays<'b, S: Stored>(
        &self,
        values: &'b mut [S],
        states: &'b mut [PositionState],
        activity: &'b Activity,
    ) -> impl Iterator<Item = BlockArrays<'b, S>> {
        let len = activity.block_len() as usize;
        let arrays = values.chunks_mut(len).zip(states.chunks_mut(len));
        let mut blocks = self.blocks.clone().zip(arrays);
        self.visited.iter().filter_map(move |&orbit| {
            let (_, (values, states)) = blocks.find(|&(block, _)| block == orbit)?;
            Some(BlockArrays { orbit, values, states, activity })
        })
    }
}

/// A family's division into shards. Each side has the same number of shards, and every shard is a
/// run of blocks.
///
/// The division does not change while the family is solved, even if the number of processes does.
#[derive(Clone, Debug)]
pub struct Shards {
    /// The numbering of each side.
    sides: Vec<Index>,
    per_side: u32,
}

impl Shards {
    /// The approximate maximum of positions in a shard, for a side with fewer than [`Shards::MOST`]
    /// shards.
    pub const POSITIONS: u64 = 1 << 22;

    /// The maximum number of shards that the size of a side alone gives.
    pub const MOST: u64 = 512;

    /// The minimum number of shards of each side for each of several processes, unless they became
    /// too small. More shards divide the work more evenly.
    const A_PROCESS: u64 = 16;

    /// The approximate minimum of positions in a shard, for several processes.
    const FEWEST_POSITIONS: u64 = 1 << 14;

    /// Divides a family by its size and for `processes` processes, given the numbering of each of
    /// its sides. A small family that one process solves gets one shard for each side.
    pub(crate) fn of_size(sides: Vec<Index>, processes: usize) -> Shards {
        let largest = sides.iter().map(Index::len).max().unwrap_or(0);
        let fewest = sides.iter().map(Index::blocks).min();
        let most = Shards::MOST.min(1 << fewest.unwrap_or(0).max(1).ilog2());
        let for_all = match processes {
            0 | 1 => 1,
            many => Shards::A_PROCESS.saturating_mul(many as u64),
        };
        let by_size = largest.div_ceil(Shards::POSITIONS);
        let wanted = by_size.max(for_all.min(largest / Shards::FEWEST_POSITIONS));
        let per_side = wanted.min(most).next_power_of_two();
        Shards::new(sides, per_side as u32)
    }

    /// Divides a family into `per_side` shards for each side, given the numbering of each side.
    ///
    /// # Panics
    /// If `per_side` is 0.
    pub(crate) fn new(sides: Vec<Index>, per_side: u32) -> Shards {
        assert!(per_side > 0, "a side has at least one shard");
        Shards { sides, per_side }
    }

    /// Returns the numbering of a side, whose material has the leader's stones first.
    pub(crate) fn index(&self, side: usize) -> &Index {
        &self.sides[side]
    }

    /// Counts the shards of each side.
    pub(crate) const fn per_side(&self) -> u32 {
        self.per_side
    }

    /// Returns all shards in the order of their numbers.
    pub(crate) fn all(&self) -> impl Iterator<Item = Shard> + use<> {
        let per_side = self.per_side;
        let sides = 0..self.sides.len();
        sides.flat_map(move |side| (0..per_side).map(move |number| Shard { side, number }))
    }

    /// Numbers a shard among all shards.
    pub(crate) fn number(&self, shard: Shard) -> usize {
        shard.side * self.per_side as usize + shard.number as usize
    }

    /// Returns the blocks of a shard, numbered within its side.
    pub(crate) fn blocks(&self, shard: Shard) -> Range<u64> {
        let count = u128::from(self.sides[shard.side].blocks());
        let first = |number: u32| (count * u128::from(number) / u128::from(self.per_side)) as u64;
        first(shard.number)..first(shard.number + 1)
    }

    /// Counts the blocks of a shard.
    pub(crate) fn block_count(&self, shard: Shard) -> u64 {
        let blocks = self.blocks(shard);
        blocks.end - blocks.start
    }

    /// Returns the shard of a block of a side.
    pub(crate) fn of_block(&self, side: usize, block: u64) -> Shard {
        let count = u128::from(self.sides[side].blocks());
        // The last shard that begins at or before the block.
        let number = ((u128::from(block) + 1) * u128::from(self.per_side) - 1) / count;
        Shard { side, number: number as u32 }
    }

    /// Returns the places of a shard in the array of its side.
    pub(crate) fn places(&self, shard: Shard) -> Range<u64> {
        let (blocks, len) = (self.blocks(shard), self.sides[shard.side].block_len());
        blocks.start * len..blocks.end * len
    }

    /// Counts the positions of a shard.
    pub(crate) fn weight(&self, shard: Shard) -> u64 {
        let places = self.places(shard);
        places.end - places.start
    }

    /// Returns the destination of a message; `None` if it is for another family.
    pub(crate) fn destination(&self, message: &Message) -> Option<Shard> {
        let material = message.material();
        let side = self.sides.iter().position(|index| index.material() == material)?;
        let number = message.shard();
        let fits = message.positions() == self.sides[side].len() && number < self.per_side;
        fits.then_some(Shard { side, number })
    }

    /// Returns the first place of every shard of a side.
    pub(crate) fn first_places(&self, side: usize) -> Vec<u64> {
        let shards = (0..self.per_side).map(|number| Shard { side, number });
        shards.map(|shard| self.places(shard).start).collect()
    }

    /// Distributes the shards to `size` processes by their positions, and returns the rank of the
    /// owner of each.
    pub(crate) fn owners(&self, size: usize) -> Vec<usize> {
        let weight = |shard| self.weight(shard);
        let mut heaviest_first: Vec<Shard> = self.all().collect();
        heaviest_first.sort_by_key(|&shard| std::cmp::Reverse(weight(shard)));
        let (mut loads, mut owners) = (vec![0; size], vec![0; heaviest_first.len()]);
        for shard in heaviest_first {
            let least = (0..size).min_by_key(|&rank| loads[rank]).unwrap_or(0);
            owners[self.number(shard)] = least;
            loads[least] += weight(shard);
        }
        owners
    }

    /// Returns the shards that one of `size` processes owns, in the order of their numbers, except
    /// empty ones.
    pub(crate) fn owned_by(&self, rank: usize, size: usize) -> Vec<Shard> {
        let is_own = |&(shard, owner): &(Shard, usize)| owner == rank && self.weight(shard) > 0;
        let owners = self.all().zip(self.owners(size));
        owners.filter(is_own).map(|(shard, _)| shard).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::material::Material;
    use crate::index::numbering::Numbering;

    #[test]
    fn every_process_has_shards_of_a_small_family() {
        let numbering = Numbering::new("5x5".parse().unwrap());
        let index = |us, them| numbering.index(Material::new(us, them)).unwrap();
        let sides = vec![index(4, 3), index(3, 4)];
        assert_eq!(Shards::of_size(sides.clone(), 1).per_side(), 1);
        for processes in 2..=6 {
            let shards = Shards::of_size(sides.clone(), processes);
            let mut loads = vec![0; processes];
            for (shard, owner) in shards.all().zip(shards.owners(processes)) {
                loads[owner] += shards.weight(shard);
            }
            let fair = loads.iter().sum::<u64>() / processes as u64;
            assert!(loads.iter().all(|&load| load < fair * 5 / 4), "{loads:?}");
        }
    }

    #[test]
    fn shards_divide_every_side_and_are_dealt_fairly() {
        let numbering = Numbering::new("4x4".parse().unwrap());
        let index = |us, them| numbering.index(Material::new(us, them)).unwrap();
        for (sides, per_side) in [(vec![index(4, 3), index(3, 4)], 8), (vec![index(3, 3)], 128)] {
            let shards = Shards::new(sides.clone(), per_side);
            for (side, index) in sides.iter().enumerate() {
                let mut next = 0;
                for shard in shards.all().filter(|shard| shard.side == side) {
                    let places = shards.places(shard);
                    assert_eq!(places.start, next);
                    for block in shards.blocks(shard) {
                        assert_eq!(shards.of_block(side, block), shard);
                    }
                    next = places.end;
                }
                assert_eq!(next, index.len());
            }
            for size in 1..5 {
                let mut loads = vec![0; size];
                for (shard, owner) in shards.all().zip(shards.owners(size)) {
                    loads[owner] += shards.places(shard).count() as u64;
                }
                let fair = sides.iter().map(Index::len).sum::<u64>() / size as u64;
                assert!(loads.iter().all(|load| load.abs_diff(fair) < fair / 3), "{loads:?}");
            }
        }
    }
}
