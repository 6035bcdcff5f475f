//! Blocks of a table that is not in memory, compared with their successors.
//!
//! The positions in which W waits have their quiet successors in the block of the twin's
//! table that W leads, and that block is read. Its losses are stored; its wins lead to
//! losses in the blocks of the table itself, a few in each. So all blocks of the table are
//! unpacked once, one after the other: the block led by M gives the values of M
//! to move against W, for all W of the sample, and the wins of each W to move against M.
//! Memory holds the picked blocks alone, and all values of the smaller family.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use loa_solver::retrograde::Cell;
use loa_solver::{Bitboard, Color, Material, Position};
use rayon::prelude::*;

use super::blocks::Blocks;
use super::compare::Mismatch;
use super::error::VerifyError;
use super::watch::VerifyWatch;
use super::wins::restore;
use crate::format::error::TableError;
use crate::values::codes::OutOfMemory;
use crate::values::loss_blocks::LossBlocks;
use crate::values::part::{Part, Picked};
use crate::values::restore::{RestoreError, Restored, is_open};
use crate::values::successors::Successors;
use crate::values::waiting::{Stored, waiting_block};

/// Stands for a position that the table does not store as lost.
const NOT_LOST: Cell = Cell::win(1);

/// The blocks of a sample.
struct Sample<'a> {
    restored: &'a Restored<'a>,
    source: LossBlocks,
    twin: LossBlocks,
    /// The twin's values in the blocks that are led by the waiting sides.
    after: Picked,
    /// By the same indices, the losses with the other side to move.
    stored: Picked,
}

/// Compares as many values of a material and returns how many they are, whole blocks, and
/// how many blocks. The smaller family must be right.
pub(super) fn examine(
    restored: &mut Restored<'_>,
    material: Material,
    (positions, seed): (u64, u64),
    watch: &dyn VerifyWatch,
) -> Result<(u64, u64), VerifyError> {
    let lower = [material, material.twin()].map(Material::captured);
    for lower in lower.into_iter().flatten() {
        restore(restored, lower)?;
    }
    restored.keep_only(|kept| lower.contains(&Some(kept)));
    let sample = Sample::new(restored, material, positions, seed)?;
    let wrong = sample.first_wrong(watch)?;
    if watch.interrupted() {
        return Err(VerifyError::Interrupted);
    }
    if let Some(mismatch) = wrong {
        let mismatch = Box::new(mismatch);
        return Err(VerifyError::Wrong { material, mismatch });
    }
    let blocks = sample.after.orbits().len() as u64;
    Ok((blocks * sample.after.block_len(), blocks))
}

impl<'a> Sample<'a> {
    fn new(
        restored: &'a Restored<'a>,
        material: Material,
        positions: u64,
        seed: u64,
    ) -> Result<Sample<'a>, VerifyError> {
        let source = open(restored, material)?;
        let twin = open(restored, material.twin())?;
        let orbits = Blocks::sample(&twin.index, positions, seed).into_orbits();
        let picked = |source: &LossBlocks| {
            let picked = Picked::new(&twin.index, source.table.header().longest, &orbits);
            picked.map_err(|OutOfMemory(bytes)| {
                let path = source.table.path().to_owned();
                VerifyError::from(TableError::OutOfMemory { path, bytes })
            })
        };
        let (after, stored) = (picked(&twin)?, picked(&source)?);
        Ok(Sample {
            restored,
            source,
            twin,
            after,
            stored,
        })
    }

    fn first_wrong(&self, watch: &dyn VerifyWatch) -> Result<Option<Mismatch>, VerifyError> {
        let orbits = self.after.orbits();
        self.twin.read(orbits, &|orbit, codes| {
            let first = orbit * self.after.block_len();
            for (at, &code) in (first..).zip(codes) {
                self.after.set(at, Cell::from_code(code));
            }
            Ok(())
        })?;
        let unequal = Mutex::new(None);
        let stop = AtomicBool::new(false);
        let all: Vec<u64> = (0..self.source.index.blocks()).collect();
        self.source.read(&all, &|orbit, codes| {
            if stop.load(Relaxed) || watch.interrupted() {
                stop.store(true, Relaxed);
                return Ok(());
            }
            if let Some(wrong) = self.derive(orbit, codes) {
                *unequal.lock().unwrap_or_else(PoisonError::into_inner) = Some(wrong);
                stop.store(true, Relaxed);
            }
            watch.compared(codes.len() as u64);
            Ok(())
        })?;
        let unequal = unequal.into_inner();
        let unequal = unequal.unwrap_or_else(PoisonError::into_inner);
        if unequal.is_some() || stop.into_inner() {
            return Ok(unequal);
        }
        for picked in [&self.after, &self.stored] {
            if let Some(at) = picked.complete_images() {
                let (them, us) = self.twin.index.position(at);
                let is_twin = std::ptr::eq(picked, &self.after);
                let (us, them) = if is_twin { (them, us) } else { (us, them) };
                let known = picked.get(at).unwrap_or(Cell::OPEN);
                return Ok(self.unequal(us, them, Cell::OPEN, known));
            }
        }
        let wrong = orbits.par_iter().map(|&orbit| self.compare(orbit, watch));
        Ok(wrong.find_map_first(|wrong| wrong))
    }

    /// Takes note of the losses of a block, and of the wins of the waiting side that lead to
    /// them. Returns an entry that differs from that of an equal position, or is too long.
    fn derive(&self, orbit: u64, codes: &[u16]) -> Option<Mismatch> {
        let header = self.source.table.header();
        let lower = self.lower(self.twin.index.material());
        let block = Part::Block {
            index: &self.source.index,
            orbit,
            codes,
            longest: header.longest,
        };
        let successors = Successors {
            rules: self.restored.rules(),
            index: &self.twin.index,
            twin: &block,
            lower: lower.as_ref(),
        };
        let (mut rank, mut unequal) = (0, None);
        let longest = self.twin.table.header().longest;
        let after = Part::Picked(&self.after);
        waiting_block(&successors).visit(orbit, Stored::All(&after), is_open, &mut |looked| {
            let code = codes[rank];
            rank += 1;
            let Some(known) = self.stored.get(looked.at) else {
                return true;
            };
            let stored = match Cell::from_code(code) {
                Cell::OPEN => NOT_LOST,
                cell => cell,
            };
            if known != Cell::OPEN && known != stored {
                unequal = self.unequal(looked.them, looked.us, known, stored);
            }
            self.stored.set(looked.at, stored);
            if is_open(looked.stored) && looked.implied.is_win() {
                if looked.implied.plies() > longest {
                    unequal = self.unequal(looked.us, looked.them, Cell::OPEN, looked.implied);
                } else {
                    self.after.set(looked.at, looked.implied);
                }
            }
            unequal.is_none()
        });
        unequal
    }

    /// Compares the positions in which an orbit's representative waits.
    fn compare(&self, orbit: u64, watch: &dyn VerifyWatch) -> Option<Mismatch> {
        if watch.interrupted() {
            return None;
        }
        let lower = self.lower(self.source.index.material());
        let after = Part::Picked(&self.after);
        let successors = Successors {
            rules: self.restored.rules(),
            index: &self.source.index,
            twin: &after,
            lower: lower.as_ref(),
        };
        let codes = self.stored.block(orbit);
        let mut wrong = None;
        waiting_block(&successors).visit(orbit, Stored::Block(&codes), |_| true, &mut |looked| {
            let is_right = match looked.stored {
                NOT_LOST => looked.implied.is_win() || is_open(looked.implied),
                stored => stored == looked.implied,
            };
            if !is_right {
                let stored = looked.stored;
                wrong = self.unequal(looked.us, looked.them, stored, looked.implied);
            }
            is_right
        });
        watch.compared(codes.len() as u64);
        wrong
    }

    /// Returns all values after captures by a side of the family, if they need a table.
    fn lower(&self, material: Material) -> Option<Part<'_>> {
        let lower = material.captured()?;
        Some(Part::All(self.restored.values(lower)))
    }

    fn unequal(&self, us: Bitboard, them: Bitboard, stored: Cell, is: Cell) -> Option<Mismatch> {
        let position = Position::new(self.twin.index.board(), us, them, Color::Black);
        let value = |cell| match cell {
            NOT_LOST => Cell::OPEN.value(),
            cell => cell.value(),
        };
        Some(Mismatch {
            position: position.ok()?,
            stored: value(stored),
            implied: is.value(),
        })
    }
}

fn open(restored: &Restored<'_>, material: Material) -> Result<LossBlocks, RestoreError> {
    let table = restored.table(material, material)?;
    let index = restored.numbering().index(material)?;
    Ok(LossBlocks::new(table, index)?)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use loa_solver::{Board, Numbering, Rules};

    use super::*;
    use crate::builder::selection::Selection;
    use crate::builder::settings::Builder;
    use crate::builder::writer::{COUNTED, Packer};
    use crate::format::form::Form;
    use crate::format::metric::Metric;
    use crate::format::table::Table;
    use crate::format::tally::Tally;
    use crate::source::layout::Layout;
    use crate::verify::prove::Verifier;

    fn solved(board: Board, rules: Rules) -> (tempfile::TempDir, Layout) {
        let folder = tempfile::tempdir().unwrap();
        let layout = Layout::new(folder.path());
        let builder = Builder::new(layout.clone(), rules, board, Selection::Whole);
        builder.run(&()).unwrap();
        (folder, layout)
    }

    #[test]
    fn samples_of_right_tables_are_right() {
        let board: Board = "4x3".parse().unwrap();
        for rules in Rules::all() {
            let (_folder, layout) = solved(board, rules);
            for values in [0, 1, 500, u64::MAX] {
                let verifier = Verifier::new(layout.clone(), rules, board).sample(values, values);
                let verified = verifier.run(&()).unwrap();
                let sample = verified.sample.unwrap();
                assert!(
                    verified.values >= values.min(sample.of) && sample.blocks > 0 || values == 0
                );
                assert_eq!(verified.values == sample.of, values == u64::MAX);
            }
            let whole = Verifier::new(layout, rules, board.transposed());
            let sample = whole.clone().sample(u64::MAX, 0).run(&()).unwrap();
            assert_eq!(sample.values, whole.run(&()).unwrap().values);
        }
    }

    /// One loss more, or less, or of another distance, also where the leader is symmetric.
    #[test]
    fn wrong_losses_are_found_in_their_blocks() {
        let (board, rules): (Board, Rules) = ("4x3".parse().unwrap(), Rules::default());
        let (_folder, layout) = solved(board, rules);
        let numbering = Numbering::new(board);
        for material in ["2v2", "2v3", "4v2"] {
            let material: Material = material.parse().unwrap();
            let path = layout.table(rules, board, material);
            let right = fs::read(&path).unwrap();
            let index = numbering.index(material).unwrap();
            let twin = numbering.index(material.twin()).unwrap();
            let losses = Table::open(&path).unwrap().losses(&index).unwrap();
            for at in (0..index.len()).step_by(1 + index.len() as usize / 40) {
                let (us, them) = index.position(at);
                let terminal = rules.connected_value(us.is_connected(), them.is_connected());
                if terminal.is_some() {
                    continue;
                }
                let is = losses.get(at);
                let wrong = if is == Cell::loss(4) {
                    Cell::OPEN
                } else {
                    Cell::loss(4)
                };
                losses.set(at, wrong);
                let packer = Packer {
                    rules,
                    metric: Metric::Distance,
                    form: Form::Probing,
                    codes: &losses,
                    tally: &Tally::of(&losses, rules).unwrap(),
                    counted: COUNTED,
                };
                packer.write(&path).unwrap();
                losses.set(at, is);
                if Table::open(&path).is_err() {
                    // The form has no loss where the mover can connect.
                    continue;
                }
                let block = twin.leaders().leader(them).orbit();
                let mut found = [0; 2];
                for seed in 0..8 {
                    let sampled = Blocks::sample(&twin, 100, seed).into_orbits();
                    let restored = &mut Restored::new(&layout, rules, &numbering);
                    let sample = examine(restored, material, (100, seed), &());
                    match sample {
                        Err(VerifyError::Wrong { .. }) => found[0] += 1,
                        Err(error) => panic!("{error}"),
                        Ok(_) => assert!(!sampled.contains(&block), "{material} {at} {seed}"),
                    }
                    found[1] += u32::from(sampled.contains(&block));
                }
                assert!(found[0] >= found[1]);
                let whole = Verifier::new(layout.clone(), rules, board).only(material);
                let sample = whole.clone().sample(u64::MAX, 0).run(&());
                for verified in [whole.run(&()), sample] {
                    assert!(matches!(verified, Err(VerifyError::Wrong { .. })), "{at}");
                }
            }
            fs::write(&path, right).unwrap();
        }
    }
}
