//! Comparing the values of one table with those of its positions' successors.

use loa_solver::retrograde::Cell;
use loa_solver::{Color, Index, Position, Rules, Subsets, Value};
use rayon::prelude::*;

use super::Mismatch;
use super::around::Around;
use crate::table::Decoded;

/// A table unpacked, with its numbering.
pub(super) struct Numbered {
    pub(super) index: Index,
    pub(super) values: Decoded,
}

/// What the values of one material are compared with.
pub(super) struct Tables<'a> {
    pub(super) rules: Rules,
    pub(super) table: &'a Numbered,
    /// After a quiet move or a pass.
    pub(super) twin: &'a Numbered,
    /// After a capture; `None` if it leaves a lone stone, which needs no table.
    pub(super) lower: Option<&'a Numbered>,
}

/// Values that are read together, so that one need not wait for another.
const BATCH: usize = 64;

impl Tables<'_> {
    /// The first wrong value around the waiting sides' representatives. Every
    /// position is an image of one of these.
    pub(super) fn first_wrong(&self) -> Option<Mismatch> {
        let waiting = (0..self.twin.index.blocks()).into_par_iter();
        let room = || (Around::new(self), Vec::with_capacity(BATCH));
        let wrong = waiting.map_init(room, |(around, batch), orbit| {
            around.set_waiting(orbit);
            self.first_wrong_around(around, batch)
        });
        wrong.find_map_first(|wrong| wrong)
    }

    fn first_wrong_around(
        &self,
        around: &mut Around<'_>,
        batch: &mut Vec<(u64, Cell)>,
    ) -> Option<Mismatch> {
        let Numbered { index, values } = self.table;
        let them = around.waiting();
        let mut movers = Subsets::new(index.board().mask() & !them, index.material().us());
        loop {
            let movers = movers.by_ref().take(BATCH);
            batch.clear();
            batch.extend(movers.map(|us| (us, values.get(index.of(us, them)))));
            if batch.is_empty() {
                return None;
            }
            let wrong = batch
                .iter()
                .find_map(|&(us, stored)| self.compare(us, them, stored, around.implied(us)));
            if wrong.is_some() {
                return wrong;
            }
        }
    }

    /// The first value that differs from that of an equal position: where the
    /// leader is symmetric, several entries stand for one position, and
    /// [`Tables::first_wrong`] looks at one of them.
    pub(super) fn first_unequal(&self) -> Option<Mismatch> {
        let Numbered { index, values } = self.table;
        let symmetric = (0..index.blocks()).into_par_iter().filter(|&orbit| {
            let us = index.leaders().representative(orbit);
            index.leaders().leader(us).is_symmetric()
        });
        symmetric.find_map_first(|orbit| {
            let us = index.leaders().representative(orbit);
            let followers = Subsets::new(index.board().mask() & !us, index.material().them());
            followers
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
    #[inline]
    fn compare(&self, us: u64, them: u64, stored: Cell, implied: Option<Cell>) -> Option<Mismatch> {
        if implied == Some(stored) {
            return None;
        }
        let position = Position::new(self.table.index.board(), us, them, Color::Black).ok()?;
        let implied = implied.map_or_else(|| self.implied(&position), Cell::value);
        let stored = stored.value();
        (stored != implied).then_some(Mismatch {
            position,
            stored,
            implied,
        })
    }

    /// What the successors of a position make it, move by move. [`Around`] tells
    /// the same faster, except where no stone can move.
    fn implied(&self, position: &Position) -> Value {
        if let Some((_, value)) = self.rules.outcome(position) {
            return value;
        }
        let after_stones = position
            .stone_moves()
            .map(|m| self.stored(&position.after(m)).before());
        let best = after_stones.reduce(Value::better);
        // Only a passing side is not finished and yet has no stone to move.
        best.unwrap_or_else(|| self.stored(&position.passed()).before())
    }

    /// The value of a successor. A lone stone has no table.
    pub(super) fn stored(&self, position: &Position) -> Value {
        let quiet = position.material() == self.twin.index.material();
        let table = if quiet { Some(self.twin) } else { self.lower };
        let Some(table) = table else {
            let settled = self.rules.settled_value(position);
            return settled.expect("a lone stone is connected");
        };
        let place = table.index.of(position.us(), position.them());
        table.values.get(place).value()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use loa_solver::{Board, Material, Numbering};

    use super::super::Examiner;
    use super::*;
    use crate::build::Builder;
    use crate::layout::Layout;
    use crate::plan::Selection;

    /// All tables of a board with at most so many stones, unpacked.
    fn solved(rules: Rules, board: Board, stones: u32) -> HashMap<Material, Numbered> {
        let folder = tempfile::tempdir().unwrap();
        let layout = Layout::new(folder.path());
        let selection = Selection::Pieces(stones);
        let builder = Builder::new(layout.clone(), rules, board, selection);
        builder.run(&()).unwrap();
        let mut examiner = Examiner {
            layout: &layout,
            rules,
            numbering: Numbering::new(board),
            tables: HashMap::new(),
        };
        for (material, _) in layout.tables(rules, board).unwrap() {
            examiner.load(material, material).unwrap();
        }
        examiner.tables
    }

    fn around(rules: Rules, all: &HashMap<Material, Numbered>, material: Material) -> Tables<'_> {
        Tables {
            rules,
            table: &all[&material],
            twin: &all[&material.twin()],
            lower: material.after_capture().and_then(|lower| all.get(&lower)),
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
                let all = solved(rules, board, stones);
                for &material in all.keys() {
                    let tables = around(rules, &all, material);
                    let mut around = Around::new(&tables);
                    let twin = &tables.twin.index;
                    for orbit in (0..twin.blocks()).step_by(1 + twin.blocks() as usize / 300) {
                        around.set_waiting(orbit);
                        let them = around.waiting();
                        for us in Subsets::new(board.mask() & !them, material.us()) {
                            let position = Position::new(board, us, them, Color::Black).unwrap();
                            let implied = around.implied(us);
                            let can_move = position.has_stone_move();
                            let ended = rules.connection_outcome(&position).is_some();
                            assert_eq!(implied.is_some(), can_move || ended, "{rules} {position}");
                            if let Some(implied) = implied {
                                let slowly = tables.implied(&position);
                                assert_eq!(implied.value(), slowly, "{rules} {position}");
                            }
                        }
                    }
                }
            }
        }
    }

    /// Symmetric leaders included: whichever of several equal entries is wrong.
    #[test]
    fn every_wrong_value_is_found() {
        let rules = Rules::default();
        let mut all = solved(rules, "3x3".parse().unwrap(), 5);
        let materials: Vec<Material> = all.keys().copied().collect();
        for material in materials {
            for index in 0..all[&material].index.len() {
                let right = all[&material].values.get(index);
                for wrong in [0, 1, 2, 3, 4, 9].map(Cell::from_code) {
                    all.get_mut(&material).unwrap().values.set(index, wrong);
                    let tables = around(rules, &all, material);
                    let found = tables.first_wrong().or_else(|| tables.first_unequal());
                    assert_eq!(
                        found.is_none(),
                        wrong == right,
                        "{material} {index} {wrong:?}"
                    );
                }
                all.get_mut(&material).unwrap().values.set(index, right);
            }
        }
    }
}
