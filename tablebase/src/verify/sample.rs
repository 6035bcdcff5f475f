//! Compares blocks of a table that is not in memory with their successors.
//!
//! The positions in which W waits have their quiet successors in the block of the twin's table that
//! W leads, so that block is read. Its losses are stored. Its wins lead to losses in the blocks of
//! the table itself, a few in each. So all blocks of the table are unpacked once, one after another:
//! the block led by M gives the values of M to move against W, for all W of the sample, and the wins
//! of each W to move against M.
//!
//! Every process walks over a share of the table, and compares a share of the picked blocks. The
//! memory of each contains all picked blocks and all values of the smaller family.

use std::sync::{Arc, Mutex, PoisonError};

use loa_solver::internal::Cell;
use loa_solver::retrograde::{Exchange, all_succeed};
use loa_solver::{Bitboard, Material, Rules};
use rayon::prelude::*;

use super::board_values::{BoardValues, agree, blocks_a_step};
use super::error::VerifyError;
use super::memory::{ValueMemory, block_bytes};
use super::verified::{Sampled, Verified};
use crate::event::{Control, Event};
use crate::values::codes::{CellSource, MemoryValues};
use crate::values::compare::{each_image, is_open, sample};
use crate::values::losses::LossBlocks;
use crate::values::memory::{check_memory, positions};
use crate::values::mismatch::Wrong;
use crate::values::part::{Picked, TablePart};
use crate::values::successors::Successors;
use crate::values::waiting::{Visited, waiting_block};

/// The code of a position that the table does not store as lost.
const NOT_LOST: Cell = Cell::win(1);

/// Cells that processes exchange together.
const TOGETHER: u64 = 1 << 16;

/// The size of a sample, and the seed that picks it.
#[derive(Clone, Copy, Debug)]
pub(super) struct SampleChoice {
    pub(super) values: u64,
    pub(super) seed: u64,
}

/// The blocks of a material that are compared.
struct SampledBlocks {
    rules: Rules,
    source: LossBlocks,
    twin: LossBlocks,
    /// The twin's values in the blocks led by the waiting sides.
    after: Picked,
    /// By the same indices, the losses with the other side to move.
    stored: Picked,
    /// All values after captures by the waiting sides, and by the other sides; `None` if they need
    /// no table.
    lower: [Option<Arc<MemoryValues>>; 2],
    /// The first wrong value of the waiting sides, and of the other sides.
    wrong: Mutex<[Option<Wrong>; 2]>,
}

impl SampleChoice {
    /// Compares a sample of the values of a board's tables, divided among the tables.
    ///
    /// # Errors
    /// The first wrong value, damage, or too little memory.
    pub(super) fn compare(
        self,
        held: &mut BoardValues<'_>,
        materials: &[Material],
        longest: impl Fn(Material) -> u16,
        memory: Option<u64>,
    ) -> Result<Verified, VerifyError> {
        let control = held.control;
        let board = held.board();
        // Blocks belong to waiting sides, which lead the twin's table.
        let count = |material: Material| positions(board, material.twin());
        let of: u64 = materials.iter().map(|&material| count(material)).sum();
        let share = |material| {
            let share = u128::from(self.values) * u128::from(count(material));
            share.div_ceil(u128::from(of)).min(count(material).into()) as u64
        };
        let values = ValueMemory { board, longest };
        let needed = materials.iter().map(|&material| values.of_sample(material, share(material)));
        let needed = needed.max().unwrap_or(0).saturating_add(block_bytes(board, materials));
        let fits = check_memory(needed, memory, &held.folder());
        all_succeed(held.exchange, fits.map_err(VerifyError::from))?;
        let sampled: u64 = materials.iter().map(|&material| share(material)).sum();
        (control.watch)(Event::Comparing(sampled.saturating_add(of)));
        let mut verified = Verified { tables: materials.len(), ..Verified::default() };
        let mut blocks = 0;
        for &material in materials {
            let values = share(material);
            let of_material = SampleChoice { values, ..self };
            let (compared, in_blocks) = of_material.examine(held, material)?;
            (control.watch)(Event::Verified { material, values: compared });
            verified.values += compared;
            blocks += in_blocks;
        }
        let seed = self.seed;
        verified.sample = Some(Sampled { of, blocks, seed });
        Ok(verified)
    }

    /// Compares at least this many values of a material, in whole blocks. Returns how many values
    /// and blocks it compared. The smaller family must be right.
    fn examine(
        self,
        held: &mut BoardValues<'_>,
        material: Material,
    ) -> Result<(u64, u64), VerifyError> {
        let lower = [material.twin(), material].map(Material::captured);
        held.keep_only(|kept| lower.contains(&Some(kept)));
        let values = |material: Option<Material>, held: &mut BoardValues<'_>| {
            let values = material.map(|material| held.whole(material));
            values.transpose()
        };
        let of_lower = [values(lower[0], held)?, values(lower[1], held)?];
        held.keep_only(|kept| lower.contains(&Some(kept)));
        let source = held.open(material, material)?;
        let twin = held.open(material.twin(), material)?;
        let orbits = sample(&twin.index, self.values, self.seed);
        let picked = |source: &LossBlocks| {
            let picked = Picked::new(&twin.index, source.table.header().longest, &orbits);
            picked.map_err(|refused| VerifyError::from(refused.of(source.table.path())))
        };
        let picked = picked(&twin).and_then(|after| Ok((after, picked(&source)?)));
        let (after, stored) = all_succeed(held.exchange, picked)?;
        let (rules, lower, wrong) = (held.rules, of_lower, Mutex::default());
        let sampled = SampledBlocks { rules, source, twin, after, stored, lower, wrong };
        sampled.find_wrong(held.exchange, held.control)?;
        Ok((sampled.after.len(), orbits.len() as u64))
    }
}

impl SampledBlocks {
    /// # Errors
    /// The first wrong value, or damage.
    fn find_wrong(
        &self,
        exchange: &mut dyn Exchange,
        control: Control<'_>,
    ) -> Result<(), VerifyError> {
        let share = exchange.share(self.after.orbits.len() as u64);
        let orbits = &self.after.orbits[share.start as usize..share.end as usize];
        let read = self.twin.read(orbits, &|orbit, codes| {
            let place = self.after.place(orbit * codes.len() as u64);
            self.after.values.put(place.expect("the block is picked"), codes);
            Ok(())
        });
        all_succeed(exchange, read.map_err(VerifyError::from))?;
        self.merge(exchange, &self.after, |place, cell| self.after.values.set(place, cell))?;
        self.walk(exchange, control)?;
        self.merge(exchange, &self.after, |place, cell| self.after.values.set(place, cell))?;
        self.merge(exchange, &self.stored, |place, cell| self.note_stored(place, cell))?;
        self.agree(exchange, control)?;
        self.complete(&self.after, |at, right, stored| self.note(0, Wrong::new(at, stored, right)));
        self.complete(&self.stored, |at, right, stored| {
            let (them, us) = self.twin.index.position(at);
            self.note(1, self.difference(us, them, stored, right));
        });
        self.agree(exchange, control)?;
        let compared = exchange.size() as u64 * self.twin.index.block_len();
        orbits.par_iter().for_each(|&orbit| {
            if !control.stop.is_set() {
                self.compare(orbit);
                (control.watch)(Event::Compared(compared));
            }
        });
        self.agree(exchange, control)
    }

    /// Remembers a wrong value of a waiting side (0) or of the other side (1).
    fn note(&self, side: usize, found: Wrong) {
        let first = &mut self.wrong.lock().unwrap_or_else(PoisonError::into_inner)[side];
        *first = Wrong::first(*first, Some(found));
    }

    /// Agrees with the other processes on whether to continue.
    fn agree(&self, exchange: &mut dyn Exchange, control: Control<'_>) -> Result<(), VerifyError> {
        let [waiting, moving] = *self.wrong.lock().unwrap_or_else(PoisonError::into_inner);
        let found = |wrong: Option<Wrong>| wrong.map(|wrong| (0, wrong));
        agree(exchange, &self.twin.index, found(waiting), false)?;
        agree(exchange, &self.source.index, found(moving), control.stop.is_set())
    }

    /// Passes the cells that any process has to `take`, by place.
    fn merge(
        &self,
        exchange: &mut dyn Exchange,
        picked: &Picked,
        take: impl Fn(u64, Cell),
    ) -> Result<(), VerifyError> {
        if exchange.size() == 1 {
            return Ok(());
        }
        for first in (0..picked.len()).step_by(TOGETHER as usize) {
            let places = first..picked.len().min(first + TOGETHER);
            let code = |place| picked.values.get(place).code().into();
            let mut codes: Vec<u64> = places.clone().map(code).collect();
            exchange.max(&mut codes).map_err(VerifyError::exchange)?;
            for (place, code) in places.zip(codes) {
                take(place, Cell::from_code(code as u16));
            }
        }
        Ok(())
    }

    /// Notes the table's values of the sample's positions, and the wins of the waiting sides.
    ///
    /// # Errors
    /// Damage, or an interruption.
    fn walk(&self, exchange: &mut dyn Exchange, control: Control<'_>) -> Result<(), VerifyError> {
        let (blocks, block_len) = (self.source.index.blocks(), self.source.index.block_len());
        // Leaders that are unpacked together are visited together.
        let together = self.source.table.header().division().leaders_together();
        let groups = blocks.div_ceil(together);
        let step = blocks_a_step(block_len).div_ceil(together).min(groups / 8 + 1);
        let (share, processes) = (exchange.share(groups), exchange.size() as u64);
        for first in (0..groups.div_ceil(processes)).step_by(step as usize) {
            let from = (share.start + first).min(share.end);
            let end = blocks.min((from + step).min(share.end) * together);
            let orbits: Vec<u64> = (from * together..end).collect();
            let read = self.source.read(&orbits, &|orbit, codes| {
                if !control.stop.is_set() {
                    self.meet(orbit, codes);
                    (control.watch)(Event::Compared(processes * block_len));
                }
                Ok(())
            });
            all_succeed(exchange, read.map_err(VerifyError::from))?;
            agree(exchange, &self.source.index, None, control.stop.is_set())?;
        }
        Ok(())
    }

    /// Notes the positions in which the leader of an orbit waits and a side of the sample moves, and
    /// those in which the leader moves.
    fn meet(&self, orbit: u64, codes: &[u16]) {
        let block = TablePart::Block {
            index: &self.source.index,
            orbit,
            codes,
            longest: self.source.table.header().longest,
        };
        let lower = self.lower[0].as_deref().map(TablePart::all);
        let successors = Successors {
            rules: self.rules,
            index: &self.twin.index,
            twin: &block,
            lower: lower.as_ref(),
        };
        let (after, mut codes) = (TablePart::Picked(&self.after), codes.iter());
        waiting_block(&successors).visit(orbit, Some(&after), is_open, &mut |visited| {
            let code = codes.next();
            let Some((place, &code)) = self.after.place(visited.at).zip(code) else {
                return true;
            };
            let cell = Cell::from_code(code);
            self.note_stored(place, if is_open(cell) { NOT_LOST } else { cell });
            if is_open(visited.stored) && !visited.ended && visited.implied.is_win() {
                if visited.implied.plies() <= self.after.values.longest() {
                    self.after.values.set(place, visited.implied);
                } else {
                    self.note(0, Wrong::new(visited.at, Cell::OPEN, visited.implied));
                }
            }
            true
        });
    }

    /// Notes the table's value of a position of the sample, which may have several entries.
    fn note_stored(&self, place: u64, cell: Cell) {
        let known = self.stored.values.get(place);
        if known != Cell::OPEN && known != cell {
            let (them, us) = self.twin.index.position(self.stored.at(place));
            self.note(1, self.difference(us, them, known.min(cell), known.max(cell)));
        }
        self.stored.values.set(place, cell);
    }

    /// Copies cells to the open entries of equal positions, if leaders are symmetric. Passes entries
    /// that differ from the compared entry of their position to `unequal`, by index.
    fn complete(&self, picked: &Picked, unequal: impl Fn(u64, Cell, Cell) + Sync) {
        let (index, orbits) = (&self.twin.index, picked.orbits.par_iter().copied());
        each_image(
            index,
            &self.source.index,
            orbits,
            |_| true,
            |at, met| {
                let place = picked.place(at)?;
                let (stored, right) =
                    (picked.values.get(place), picked.values.get(picked.place(met)?));
                if is_open(stored) {
                    picked.values.set(place, right);
                } else if stored != right {
                    unequal(at, right, stored);
                }
                None::<()>
            },
        );
    }

    /// Compares the positions in which an orbit's representative waits.
    fn compare(&self, orbit: u64) {
        let after = TablePart::Picked(&self.after);
        let lower = self.lower[1].as_deref().map(TablePart::all);
        let successors = Successors {
            rules: self.rules,
            index: &self.source.index,
            twin: &after,
            lower: lower.as_ref(),
        };
        let mut at = orbit * self.twin.index.block_len()..;
        waiting_block(&successors).visit(orbit, None, |_| true, &mut |visited| {
            let Visited { us, them, implied, .. } = visited;
            let place = at.next().and_then(|at| self.stored.place(at));
            let stored = place.map_or(Cell::OPEN, |place| self.stored.values.get(place));
            let is_right = match stored {
                NOT_LOST => implied.is_win() || is_open(implied),
                stored => stored == implied,
            };
            if !is_right {
                self.note(1, self.difference(us, them, stored, implied));
            }
            true
        });
    }

    /// Returns the difference between the stored and the implied value of a position.
    fn difference(&self, us: Bitboard, them: Bitboard, stored: Cell, implied: Cell) -> Wrong {
        let cell = |cell| if cell == NOT_LOST { Cell::OPEN } else { cell };
        Wrong::new(self.source.index.of(us, them), cell(stored), cell(implied))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use loa_solver::retrograde::Local;
    use loa_solver::{Board, Numbering, Rules, Stop};

    use super::*;
    use crate::builder::plan::Selection;
    use crate::builder::tests::solved;
    use crate::builder::writer::{COUNTED, Packer};
    use crate::format::table::Table;
    use crate::format::tally::Tally;
    use crate::verify::verifier::Verifier;

    #[test]
    fn samples_of_right_tables_are_right() {
        let board: Board = "4x3".parse().unwrap();
        for rules in Rules::all() {
            let (_folder, layout) = solved(board, rules, Selection::Whole);
            for values in [0, 1, 500, u64::MAX] {
                let verifier = Verifier::new(layout.clone(), rules, board).sample(values, values);
                let verified = verifier.run().unwrap();
                let sample = verified.sample.unwrap();
                assert!(
                    verified.values >= values.min(sample.of) && sample.blocks > 0 || values == 0
                );
                assert_eq!(verified.values == sample.of, values == u64::MAX);
            }
            let whole = Verifier::new(layout, rules, board.transposed());
            let sample = whole.clone().sample(u64::MAX, 0).run().unwrap();
            assert_eq!(sample.values, whole.run().unwrap().values);
        }
    }

    /// A loss too many, a loss too few, or a loss with another distance, also with a symmetric
    /// leader.
    #[test]
    fn wrong_losses_are_found_in_their_blocks() {
        let (board, rules): (Board, Rules) = ("4x3".parse().unwrap(), Rules::default());
        let (_folder, layout) = solved(board, rules, Selection::Whole);
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
                let wrong = if is == Cell::loss(4) { Cell::OPEN } else { Cell::loss(4) };
                losses.set(at, wrong);
                let packer = Packer {
                    rules,
                    codes: &losses,
                    tally: &Tally::of(&losses, rules, &mut Local).unwrap(),
                    counted: COUNTED,
                };
                packer.write(&path, &path, &mut Local).unwrap();
                losses.set(at, is);
                if Table::open(&path).is_err() {
                    // The format has no losses in which the mover can connect.
                    continue;
                }
                let block = twin.leaders().leader(them).orbit;
                let mut found = [0; 2];
                for seed in 0..8 {
                    let sampled = sample(&twin, 100, seed);
                    let (mut alone, values) = (Local, 100);
                    let control = Control { stop: &Stop::default(), watch: &|_| {} };
                    let held =
                        &mut BoardValues::new(&layout, rules, &numbering, &mut alone, control);
                    match (SampleChoice { values, seed }).examine(held, material) {
                        Err(VerifyError::Wrong { .. }) => found[0] += 1,
                        Err(error) => panic!("{error}"),
                        Ok(_) => assert!(!sampled.contains(&block), "{material} {at} {seed}"),
                    }
                    found[1] += u32::from(sampled.contains(&block));
                }
                assert!(found[0] >= found[1]);
                let whole = Verifier::new(layout.clone(), rules, board).only(material);
                let sample = whole.clone().sample(u64::MAX, 0).run();
                for verified in [whole.run(), sample] {
                    assert!(matches!(verified, Err(VerifyError::Wrong { .. })), "{at}");
                }
            }
            fs::write(&path, right).unwrap();
        }
    }
}
