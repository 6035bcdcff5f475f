//! The comparison of one material's values with those of their successors.

use std::ops::Range;

use loa_solver::internal::{Cell, dispatch};
use loa_solver::{Index, Stop, Symmetry};
use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::codes::CellSource;
use super::linked_values::LinkedValues;
use super::mismatch::Wrong;
use super::waiting::{Visited, visited, waiting_block};

/// If wins have been derived, one block in this number is compared whole.
const COMPARED_WHOLE: u64 = 16;

impl<V: CellSource> LinkedValues<'_, V> {
    /// Returns the first value that its successors contradict, in the blocks of the representatives
    /// of some waiting sides. The blocks of all representatives contain an image of every position.
    pub(crate) fn first_wrong(&self, orbits: &[u64], stop: &Stop) -> Option<Wrong> {
        self.first_refused(orbits, stop, |_| any, agrees)
    }

    /// Returns the first position that `is_right` refuses. For a block, `wanted` returns which
    /// cells are compared with the values that their successors imply.
    fn first_refused(
        &self,
        orbits: &[u64],
        stop: &Stop,
        wanted: impl Fn(u64) -> fn(Cell) -> bool + Sync,
        is_right: impl Fn(&Visited) -> bool + Sync,
    ) -> Option<Wrong> {
        let wrong = orbits.par_iter().map_init(
            || waiting_block(self),
            |block, &orbit| {
                if stop.is_set() {
                    return None;
                }
                let mut wrong = None;
                block.visit(orbit, wanted(orbit), &mut |visited| {
                    if !is_right(&visited) {
                        wrong = Some(Wrong::new(visited.at, visited.stored, visited.implied));
                    }
                    wrong.is_none()
                });
                wrong
            },
        );
        wrong.find_map_first(|wrong| wrong)
    }
}

impl LinkedValues<'_> {
    /// Sets the wins of all positions with a move to a loss, in the blocks of some waiting sides, and
    /// returns the first win that is too long for these values. Draws and losses depend on wins that
    /// are not set yet.
    pub(crate) fn set_wins(&self, orbits: &[u64], stop: &Stop) -> Option<Wrong> {
        let is_right = |visited: &Visited| !is_missing(visited) || self.is_set(visited);
        self.first_refused(orbits, stop, |_| is_open, is_right)
    }

    /// Compares values as [`LinkedValues::first_wrong`] does, and sets missing wins. The twin's
    /// wins must all be set.
    pub(crate) fn set_wins_and_compare(&self, orbits: &[u64], stop: &Stop) -> Option<Wrong> {
        let is_right =
            |visited: &Visited| agrees(visited) || is_missing(visited) && self.is_set(visited);
        self.first_refused(orbits, stop, |_| any, is_right)
    }

    /// Compares values after the wins have been derived from the losses: losses and draws, and a
    /// part of the wins. The latter shows that no two positions have the same index.
    pub(crate) fn compare_derived(&self, orbits: &[u64], stop: &Stop) -> Option<Wrong> {
        let wanted = |orbit: u64| match orbit % COMPARED_WHOLE {
            0 => any,
            _ => is_not_won,
        };
        self.first_refused(orbits, stop, wanted, agrees)
    }

    /// Sets a missing win, if it fits.
    fn is_set(&self, visited: &Visited) -> bool {
        let fits = visited.implied.plies() <= self.values.longest();
        if fits {
            self.values.set(visited.at, visited.implied);
        }
        fits
    }
}

/// `true` if the stored value is the implied one.
fn agrees(visited: &Visited) -> bool {
    visited.stored == visited.implied
}

/// `true` if an implied win is missing.
fn is_missing(visited: &Visited) -> bool {
    is_open(visited.stored) && visited.implied.is_win()
}

fn any(_: Cell) -> bool {
    true
}

fn is_not_won(cell: Cell) -> bool {
    !cell.is_win() || cell.plies() == 0
}

/// Returns the first value in some blocks that differs from that of an equal position. If the
/// leader is symmetric, several entries represent one position, and a
/// [comparison](Comparison::first_wrong) visits only one of them.
pub(crate) fn first_unequal(
    values: &impl CellSource,
    twin: &Index,
    blocks: Range<u64>,
) -> Option<Wrong> {
    each_image(
        values.index(),
        twin,
        blocks,
        |_| true,
        |at, met| {
            let (stored, right) = (values.get(at), values.get(met));
            (stored != right).then(|| Wrong::new(at, stored, right))
        },
    )
}

/// Returns the orbits of blocks of a table that together have at least this number of positions: as
/// few blocks as possible, picked by a seed, ascending. If the table is smaller, returns all
/// orbits.
pub(crate) fn sample(index: &Index, positions: u64, seed: u64) -> Vec<u64> {
    let count = positions.div_ceil(index.block_len()) as usize;
    let mut orbits: Vec<u64> = (0..index.blocks()).collect();
    if count < orbits.len() {
        let key = |orbit: &u64| (xxh3_64_with_seed(&orbit.to_le_bytes(), seed), *orbit);
        orbits.select_nth_unstable_by_key(count, key);
        orbits.truncate(count);
        orbits.sort_unstable();
    }
    orbits
}

/// `true` if neither a win nor a loss is known.
pub(crate) fn is_open(cell: Cell) -> bool {
    cell == Cell::OPEN
}

/// For every wanted entry of a symmetric leader in some blocks, calls a function with this entry
/// and the entry of its position that a walk over waiting sides visits, until the function returns
/// `Some`. All other entries are the only entries of their positions.
pub(crate) fn each_image<T: Send>(
    index: &Index,
    twin: &Index,
    blocks: impl IntoParallelIterator<Item = u64>,
    is_wanted: impl Fn(u64) -> bool + Sync,
    look: impl Fn(u64, u64) -> Option<T> + Sync,
) -> Option<T> {
    let symmetries = Symmetry::all(index.board()).count() as u64;
    let symmetric = blocks.into_par_iter().filter(|&orbit| index.weight(orbit) < symmetries);
    symmetric.find_map_first(|orbit| {
        let us = index.leaders().representative(orbit);
        dispatch!({
            let entries = index.followers(orbit).zip(orbit * index.block_len()..);
            let mut wanted = entries.filter(|&(_, at)| is_wanted(at));
            wanted.find_map(|(them, at)| look(at, visited(index, twin, us, them)))
        })
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use loa_solver::{Board, Color, Material, Numbering, Position, Rules};

    use super::*;
    use crate::builder::plan::Selection;
    use crate::builder::tests::solved;
    use crate::probe::tablebase::Tablebase;
    use crate::values::codes::MemoryValues;

    /// All values of the tables of a board.
    struct Solved {
        rules: Rules,
        values: BTreeMap<Material, MemoryValues>,
    }

    impl Solved {
        fn new(rules: Rules, board: Board, stones: u32) -> Solved {
            let (folder, _) = solved(board, rules, Selection::Stones(stones));
            let tables = Tablebase::open(folder.path(), rules);
            let all = tables.materials(board).unwrap().into_iter();
            let values = all
                .map(|material| {
                    let values = tables.table_values(board, material, u64::MAX, &Stop::default());
                    (material, values.unwrap().0)
                })
                .collect();
            Solved { rules, values }
        }

        fn linked<'a>(&'a self, material: Material, values: &'a MemoryValues) -> LinkedValues<'a> {
            LinkedValues {
                rules: self.rules,
                values,
                twin: &self.values[&material.twin()],
                lower: material.captured().and_then(|lower| self.values.get(&lower)),
            }
        }
    }

    /// Returns the same values, two bytes each.
    fn wide(values: &MemoryValues) -> MemoryValues {
        let wide = MemoryValues::open(values.index().clone(), 400, values.blocks()).unwrap();
        (0..values.index().len()).for_each(|at| wide.set(at, values.get(at)));
        wide
    }

    fn compare(board: Board, solved: &Solved) {
        let rules = solved.rules;
        for (&material, values) in &solved.values {
            // Cells that differ from every possible implied value.
            let (index, blocks) = (values.index().clone(), values.blocks());
            let unlike = MemoryValues::open(index, u16::MAX, blocks).unwrap();
            let narrow = solved.linked(material, &unlike);
            let (twin, lower) = (wide(narrow.twin), narrow.lower.map(wide));
            let wide = LinkedValues { twin: &twin, lower: lower.as_ref(), ..narrow };
            let twin = twin.index();
            (0..values.index().len()).for_each(|at| unlike.set(at, Cell::from_code(u16::MAX)));
            let mut blocks = [waiting_block(&narrow), waiting_block(&wide)];
            for orbit in (0..twin.blocks()).step_by(1 + twin.blocks() as usize / 300) {
                let block = &mut blocks[orbit as usize % 2];
                let them = twin.leaders().representative(orbit);
                let mut movers = twin.followers(orbit);
                block.visit(orbit, any, &mut |visited| {
                    let (us, at) = (movers.next().unwrap(), visited.at);
                    assert_eq!(at, values.index().of(us, them));
                    let position = Position::new(board, us, them, Color::Black).unwrap();
                    let slowly = narrow.implied(&position);
                    assert_eq!(visited.implied.value(), slowly, "{rules} {position}");
                    assert_eq!(values.get(at).value(), slowly, "{rules} {position}");
                    true
                });
                assert_eq!(movers.next(), None);
            }
        }
    }

    #[test]
    fn the_fast_way_agrees_with_the_slow_one() {
        for (board, stones) in [("4x3", 7), ("3x3", 6), ("6x5", 4), ("8x8", 4)] {
            let board: Board = board.parse().unwrap();
            let rules: Vec<_> = Rules::all().collect();
            let rules = if board.squares() < 20 { &rules[..] } else { &rules[..1] };
            for &rules in rules {
                compare(board, &Solved::new(rules, board, stones));
            }
        }
    }

    /// Includes symmetric leaders, with each of several equal entries wrong in turn.
    #[test]
    fn every_wrong_value_is_found() {
        let stop = Stop::default();
        let wrong = [0, 1, 2, 3, 4, 9].map(Cell::from_code);
        let board = "3x3".parse().unwrap();
        let solved = Solved::new(Rules::default(), board, 5);
        for (&material, values) in &solved.values {
            let linked = solved.linked(material, values);
            let twin = linked.twin.index();
            let all: Vec<u64> = (0..twin.blocks()).collect();
            for at in 0..values.index().len() {
                let right = values.get(at);
                for wrong in wrong {
                    values.set(at, wrong);
                    let unequal = || first_unequal(values, twin, 0..values.index().blocks());
                    let stored = linked.first_wrong(&all, &stop).or_else(unequal);
                    let derived = linked.compare_derived(&all, &stop).or_else(unequal);
                    assert_eq!(stored.is_some(), wrong != right, "{material} {at} {wrong:?}");
                    // Wrong wins are impossible if wins are derived.
                    if is_not_won(wrong) {
                        assert_eq!(derived.is_some(), wrong != right, "{material} {at} {wrong:?}");
                    }
                }
                values.set(at, right);
            }
        }
    }

    #[test]
    fn a_sample_is_of_distinct_blocks() {
        let numbering = Numbering::new(Board::new(4, 4).unwrap());
        let index = numbering.index("3v2".parse().unwrap()).unwrap();
        let all = (0..index.blocks()).collect::<Vec<_>>();
        for positions in [0, 1, index.block_len(), 1000, index.len(), u64::MAX] {
            let sample = super::sample(&index, positions, 7);
            assert!(sample.is_sorted_by(|a, b| a < b));
            let count = sample.len() as u64 * index.block_len();
            assert!(count >= positions.min(index.len()));
            assert!(count < positions.saturating_add(index.block_len()));
            assert_eq!(sample == all, positions > index.len() - index.block_len());
        }
        let seeds = [7, 8].map(|seed| super::sample(&index, 1000, seed));
        assert_ne!(seeds[0], seeds[1]);
    }
}
