//! The values of one material, compared with those of their successors.

use loa_solver::internal::Cell;
use loa_solver::{Color, Position};
use rayon::prelude::*;

use super::blocks::Blocks;
use crate::event::{Control, Event};
use crate::values::codes::{Cells, Values};
use crate::values::mismatch::Mismatch;
use crate::values::restore::each_image;
use crate::values::successors::Successors;
use crate::values::waiting::{Stored, Visited, waiting_block};

/// The values of one material, and those that they are compared with.
pub(crate) struct Comparison<'a, V = Values> {
    pub(crate) values: &'a V,
    pub(crate) successors: Successors<'a, V>,
}

/// The wins among values that are compared.
#[derive(Clone, Copy)]
pub(crate) enum Wins<'a> {
    /// Are compared like everything else.
    Stored,
    /// Have been derived from the losses as they are. Losses and draws are compared, and
    /// a part of the wins, which shows that no two positions have one index.
    Derived,
    /// Are missing, while all of the twin's are there: they are set in these values.
    Missing(&'a Values),
}

/// One block of so many is compared whole where wins have been derived.
const COMPARED_WHOLE: u64 = 16;

impl<V: Cells> Comparison<'_, V> {
    /// Returns the first wrong value in the blocks of some waiting sides'
    /// representatives. Every position is an image of one in the blocks of all.
    pub(crate) fn first_wrong(
        &self,
        blocks: Blocks,
        wins: Wins<'_>,
        control: Control<'_>,
    ) -> Option<Mismatch> {
        let block_len = self.successors.twin.index().block_len();
        let wrong = blocks.orbits().map_init(
            || waiting_block(&self.successors),
            |block, orbit| {
                if control.stop.is_set() {
                    return None;
                }
                let wanted = match wins {
                    Wins::Derived if orbit % COMPARED_WHOLE > 0 => is_not_won,
                    _ => any,
                };
                let mut wrong = None;
                block.visit(orbit, Stored::All(self.values), wanted, &mut |looked| {
                    if !is_set(&looked, wins) {
                        wrong = self.mismatch(looked);
                    }
                    wrong.is_none()
                });
                (control.watch)(Event::Compared(block_len));
                wrong
            },
        );
        wrong.find_map_first(|wrong| wrong)
    }

    /// Returns the first value that differs from that of an equal position: where the
    /// leader is symmetric, several entries stand for one position, and
    /// [`Comparison::first_wrong`] compares one of them.
    pub(crate) fn first_unequal(&self) -> Option<Mismatch> {
        let (index, twin) = (self.values.index(), self.successors.twin.index());
        let all = |_| true;
        each_image(index, twin, 0..index.blocks(), all, |at, met| {
            let stored = self.values.get(at);
            if self.values.get(met) == stored {
                return None;
            }
            let (us, them) = index.position(at);
            let position = Position::new(index.board(), us, them, Color::Black).ok()?;
            self.mismatch(Visited {
                us,
                them,
                at,
                stored,
                implied: Cell::from(self.successors.value(&position)),
                ended: false,
            })
        })
    }

    fn mismatch(&self, looked: Visited) -> Option<Mismatch> {
        Mismatch::of(self.values.index().board(), looked)
    }
}

/// Sets a win that is missing.
fn is_set(looked: &Visited, wins: Wins<'_>) -> bool {
    let Wins::Missing(values) = wins else {
        return false;
    };
    let implied = looked.implied;
    let is_missing = looked.stored == Cell::OPEN && implied.is_win();
    let is_set = is_missing && implied.plies() <= values.longest();
    if is_set {
        values.set(looked.at, implied);
    }
    is_set
}

fn any(_: Cell) -> bool {
    true
}

fn is_not_won(cell: Cell) -> bool {
    !cell.is_win() || cell.plies() == 0
}

#[cfg(test)]
mod tests {
    use loa_solver::{Board, Material, Numbering, Rules, Stop};

    use super::*;
    use crate::builder::plan::Selection;
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
        builder.run().unwrap();
        let numbering = Numbering::new(board);
        let mut restored = Restored::new(&layout, rules, &numbering);
        let tables = layout.tables(rules, board).unwrap();
        let materials: Vec<Material> = tables.into_iter().map(|(material, _)| material).collect();
        for &material in &materials {
            restored.load(material).unwrap();
        }
        test(materials, restored);
    }

    /// Returns the same values in two bytes each.
    fn wide(values: &Values) -> Values {
        let wide = Values::open(values.index().clone(), 400).unwrap();
        (0..values.index().len()).for_each(|at| wide.set(at, values.get(at)));
        wide
    }

    fn compare(rules: Rules, board: Board, materials: &[Material], restored: &Restored<'_>) {
        for &material in materials {
            let (values, narrow) = (restored.values(material), restored.successors(material));
            let (twin, lower) = (wide(narrow.twin), narrow.lower.map(wide));
            let wide = Successors {
                twin: &twin,
                lower: lower.as_ref(),
                ..narrow
            };
            let twin = twin.index();
            // Cells that differ from all that may be implied.
            let unlike = Values::open(values.index().clone(), u16::MAX).unwrap();
            (0..values.index().len()).for_each(|at| unlike.set(at, Cell::from_code(u16::MAX)));
            let mut blocks = [waiting_block(&narrow), waiting_block(&wide)];
            for orbit in (0..twin.blocks()).step_by(1 + twin.blocks() as usize / 300) {
                let block = &mut blocks[orbit as usize % 2];
                let mut movers = twin.followers(orbit);
                block.visit(orbit, Stored::All(&unlike), any, &mut |looked| {
                    let Visited { us, them, at, .. } = looked;
                    assert_eq!(Some(us), movers.next());
                    assert_eq!(them, twin.leaders().representative(orbit));
                    assert_eq!(at, values.index().of(us, them));
                    let position = Position::new(board, us, them, Color::Black).unwrap();
                    let slowly = narrow.value(&position);
                    assert_eq!(looked.implied.value(), slowly, "{rules} {position}");
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
        let control = Control {
            stop: &Stop::default(),
            watch: &|_| {},
        };
        let wrong = [0, 1, 2, 3, 4, 9].map(Cell::from_code);
        let board = "3x3".parse().unwrap();
        with_solved(Rules::default(), board, 5, |materials, restored| {
            for material in materials {
                let (values, successors) =
                    (restored.values(material), restored.successors(material));
                let comparison = Comparison { values, successors };
                for at in 0..values.index().len() {
                    let right = values.get(at);
                    for wrong in wrong {
                        values.set(at, wrong);
                        let wins = [Wins::Stored, Wins::Derived];
                        let found = wins.map(|wins| {
                            let blocks = Blocks::all(comparison.successors.twin.index());
                            let found = comparison.first_wrong(blocks, wins, control);
                            found.or_else(|| comparison.first_unequal()).is_some()
                        });
                        assert_eq!(found[0], wrong != right, "{material} {at} {wrong:?}");
                        // Other wins cannot be there where wins are derived.
                        if is_not_won(wrong) {
                            assert_eq!(found[1], wrong != right, "{material} {at} {wrong:?}");
                        }
                    }
                    values.set(at, right);
                }
            }
        });
    }
}
