//! The values of one material, compared with those of their successors.

use loa_solver::cpu::dispatch;
use loa_solver::index::{Subsets, unrank_within};
use loa_solver::retrograde::Cell;
use loa_solver::{Bitboard, Color, Position, Symmetry, Value};
use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::watch::VerifyWatch;
use crate::values::codes::{Cells, Values};
use crate::values::successors::{Successors, WaitingBlock};

/// A value that its successors contradict.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{position} is stored as {stored}, its successors make it {implied}")]
pub struct Mismatch {
    /// The position.
    pub position: Position,
    /// Its value in the table.
    pub stored: Value,
    /// The value that its successors imply.
    pub implied: Value,
}

/// The values of one material, and those that they are compared with.
pub(crate) struct Comparison<'a, V = Values> {
    pub(crate) values: &'a V,
    pub(crate) successors: Successors<'a, V>,
}

/// Values that are read together, so that one need not wait for another.
const BATCH: usize = 64;

#[cfg_attr(
    not(feature = "build"),
    allow(dead_code, reason = "samples are for building")
)]
/// Values of a sample that have the other side's stones in common.
const SAMPLED_TOGETHER: u64 = 1 << 10;

impl<V: Cells> Comparison<'_, V> {
    /// Returns the first wrong value in the blocks of the waiting sides'
    /// representatives. Every position is an image of one of these.
    pub(crate) fn first_wrong(&self, watch: &dyn VerifyWatch) -> Option<Mismatch> {
        let twin = self.successors.twin.index();
        let waiting = (0..twin.blocks()).into_par_iter();
        let waiting_values = twin.block_len();
        let room = || {
            (
                WaitingBlock::new(&self.successors),
                Vec::with_capacity(BATCH),
            )
        };
        let wrong = waiting.map_init(room, |(block, batch), orbit| {
            if watch.interrupted() {
                return None;
            }
            block.set_waiting(orbit);
            let wrong = dispatch(
                #[inline(always)]
                || self.first_wrong_in(block, batch),
            );
            watch.compared(waiting_values);
            wrong
        });
        wrong.find_map_first(|wrong| wrong)
    }

    #[cfg_attr(
        not(feature = "build"),
        allow(dead_code, reason = "samples are for building")
    )]
    /// Returns the first wrong value of a sample of about so many, which a seed picks.
    pub(crate) fn first_wrong_of(&self, many: u64, seed: u64) -> Option<Mismatch> {
        let (index, twin) = (self.values.index(), self.successors.twin.index());
        let random = |number: u64| xxh3_64_with_seed(&number.to_le_bytes(), seed);
        let groups = (0..many.div_ceil(SAMPLED_TOGETHER)).into_par_iter();
        let wrong = groups.map_init(
            || WaitingBlock::new(&self.successors),
            |block, group| {
                let first = group * (1 + SAMPLED_TOGETHER);
                block.set_waiting(random(first) % twin.blocks());
                let them = block.waiting();
                let free = index.board().mask() - them;
                (1..=SAMPLED_TOGETHER).find_map(|number| {
                    let rank = random(first + number) % twin.block_len();
                    let us = Bitboard(unrank_within(rank, index.material().us(), free.0));
                    let stored = self.values.get(index.of(us, them));
                    self.compare(us, them, stored, block.implied(us))
                })
            },
        );
        wrong.find_map_first(|wrong| wrong)
    }

    #[inline(always)]
    fn first_wrong_in(
        &self,
        block: &mut WaitingBlock<'_, V>,
        batch: &mut Vec<(Bitboard, Cell)>,
    ) -> Option<Mismatch> {
        let (index, values) = (self.values.index(), self.values);
        let them = block.waiting();
        let free = index.board().mask() - them;
        let mut movers = Subsets::new(free.0, index.material().us()).map(Bitboard);
        loop {
            let movers = movers.by_ref().take(BATCH);
            batch.clear();
            for us in movers {
                batch.push((us, values.get(index.of(us, them))));
            }
            if batch.is_empty() {
                return None;
            }
            for &(us, stored) in &*batch {
                let wrong = self.compare(us, them, stored, block.implied(us));
                if wrong.is_some() {
                    return wrong;
                }
            }
        }
    }

    /// Returns the first value that differs from that of an equal position: where the
    /// leader is symmetric, several entries stand for one position, and
    /// [`Comparison::first_wrong`] compares one of them.
    pub(crate) fn first_unequal(&self) -> Option<Mismatch> {
        let (index, values) = (self.values.index(), self.values);
        let symmetries = Symmetry::all(index.board()).count() as u64;
        let symmetric = (0..index.blocks()).into_par_iter();
        let symmetric = symmetric.filter(|&orbit| index.weight(orbit) < symmetries);
        symmetric.find_map_first(|orbit| {
            let us = index.leaders().representative(orbit);
            index
                .followers(orbit)
                .zip(orbit * index.block_len()..)
                .find_map(|(them, at)| {
                    let stored = values.get(at);
                    let mut images = index.images(orbit, them);
                    images.find(|&image| values.get(image) != stored)?;
                    self.compare(us, them, stored, None)
                })
        })
    }

    /// The difference, if there is one. What is implied is worked out here where
    /// it is not given.
    #[inline(always)]
    fn compare(
        &self,
        us: Bitboard,
        them: Bitboard,
        stored: Cell,
        implied: Option<Cell>,
    ) -> Option<Mismatch> {
        if implied == Some(stored) {
            return None;
        }
        let position = Position::new(self.values.index().board(), us, them, Color::Black).ok()?;
        let implied = implied.map_or_else(|| self.successors.value(&position), Cell::value);
        let stored = stored.value();
        (stored != implied).then_some(Mismatch {
            position,
            stored,
            implied,
        })
    }
}

#[cfg(test)]
mod tests {
    use loa_solver::{Board, Material, Numbering, Rules};

    use super::*;
    use crate::builder::selection::Selection;
    use crate::builder::settings::Builder;
    use crate::source::layout::Layout;
    use crate::values::restore::Restored;

    /// Hands over all values of a board's tables with at most so many stones.
    fn with_solved(
        rules: Rules,
        board: Board,
        stones: u32,
        test: impl FnOnce(Vec<Material>, Restored<'_>),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let layout = Layout::new(folder.path());
        let selection = Selection::Stones(stones);
        let builder = Builder::new(layout.clone(), rules, board, selection);
        builder.run(&()).unwrap();
        let numbering = Numbering::new(board);
        let mut restored = Restored::new(&layout, rules, &numbering);
        let tables = layout.tables(rules, board).unwrap();
        let materials: Vec<Material> = tables.into_iter().map(|(material, _)| material).collect();
        for &material in &materials {
            restored.load(material).unwrap();
        }
        test(materials, restored);
    }

    fn comparison<'a>(restored: &'a Restored<'_>, material: Material) -> Comparison<'a> {
        Comparison {
            values: restored.values(material),
            successors: restored.successors(material),
        }
    }

    fn compare(rules: Rules, board: Board, materials: &[Material], restored: &Restored<'_>) {
        for &material in materials {
            let successors = restored.successors(material);
            let mut block = WaitingBlock::new(&successors);
            let twin = successors.twin.index();
            for orbit in (0..twin.blocks()).step_by(1 + twin.blocks() as usize / 300) {
                block.set_waiting(orbit);
                let them = block.waiting();
                for us in twin.followers(orbit) {
                    let position = Position::new(board, us, them, Color::Black).unwrap();
                    let slowly = successors.value(&position);
                    assert_eq!(block.cell(us).value(), slowly, "{rules} {position}");
                    let implied = block.implied(us);
                    let can_move = position.has_stone_move();
                    let ended = rules.connection_termination(&position).is_some();
                    assert_eq!(implied.is_some(), can_move || ended, "{rules} {position}");
                    let at = restored.values(material).index().of(us, them);
                    assert_eq!(
                        restored.values(material).get(at).value(),
                        slowly,
                        "{position}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_fast_way_agrees_with_the_slow_one() {
        for (board, stones) in [("4x3", 7), ("3x3", 6), ("6x5", 4), ("8x8", 4)] {
            let board: Board = board.parse().unwrap();
            let rules: Vec<_> = Rules::all().collect();
            let rules = if board.squares() < 20 {
                &rules[..]
            } else {
                &rules[..1]
            };
            for &rules in rules {
                with_solved(rules, board, stones, |materials, restored| {
                    compare(rules, board, &materials, &restored);
                });
            }
        }
    }

    /// Symmetric leaders included: whichever of several equal entries is wrong.
    #[test]
    fn every_wrong_value_is_found() {
        let rules = Rules::default();
        let wrong = [0, 1, 2, 3, 4, 9].map(Cell::from_code);
        with_solved(
            rules,
            "3x3".parse().unwrap(),
            5,
            |materials, mut restored| {
                for material in materials {
                    for at in 0..restored.values(material).index().len() {
                        let right = restored.values(material).get(at);
                        for wrong in wrong {
                            restored.plant(material, at, wrong);
                            let comparison = comparison(&restored, material);
                            let found = comparison
                                .first_wrong(&())
                                .or_else(|| comparison.first_unequal());
                            assert_eq!(
                                found.is_none(),
                                wrong == right,
                                "{material} {at} {wrong:?}"
                            );
                        }
                        restored.plant(material, at, right);
                    }
                }
            },
        );
    }
}
