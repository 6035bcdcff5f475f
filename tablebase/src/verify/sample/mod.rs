//! Compares blocks of a table that is not in memory with their successors.
//!
//! The positions in which W waits have their quiet successors in the block of the twin's table that
//! W leads, so that block is read. Its losses are stored. Its wins lead to losses in the blocks of
//! the table itself, a few in each. So all blocks of the table are unpacked once, one after another
//! ([`walk`]): the block led by M gives the values of M to move against W, for all W of the sample,
//! and the wins of each W to move against M.
//!
//! Every process has a share of the picked blocks, walks over a share of the table, and sends its
//! finds to the process that has the block. The memory of each also contains all values of the
//! smaller family.

mod walk;

use std::sync::Arc;

use loa_solver::internal::Cell;
use loa_solver::retrograde::{Exchange, all_succeed};
use loa_solver::{Bitboard, Material, Rules, position_count};
use rayon::prelude::*;

use super::error::VerifyError;
use super::find::agree;
use super::memory::{block_bytes, sample_bytes};
use super::shares::Shares;
use super::verified::{Sampled, Verified};
use crate::event::{Control, Event};
use crate::values::codes::MemoryValues;
use crate::values::compare::is_open;
use crate::values::compare::sample;
use crate::values::losses::LossBlocks;
use crate::values::memory::check_memory;
use crate::values::mismatch::Wrong;
use crate::values::part::{Picked, TablePart};
use crate::values::successors::Successors;
use crate::values::waiting::{StoredCells, waiting_block};

/// The code of a position that the table does not store as lost.
const NOT_LOST: Cell = Cell::win(1);

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
}

impl SampleChoice {
    /// Compares a sample of the values of a board's tables, divided among the tables.
    ///
    /// # Errors
    /// The first wrong value, damage, or too little memory.
    pub(super) fn compare(
        self,
        shares: &mut Shares<'_>,
        materials: &[Material],
        longest: impl Fn(Material) -> u16 + Copy,
        memory: Option<u64>,
    ) -> Result<Verified, VerifyError> {
        let control = shares.control();
        let (board, processes) = (shares.board(), shares.exchange().size() as u64);
        // Blocks belong to waiting sides, which lead the twin's table.
        let count = |material: Material| position_count(board, material.twin()).unwrap_or(0);
        let of: u64 = materials.iter().map(|&material| count(material)).sum();
        let share = |material| {
            let share = u128::from(self.values) * u128::from(count(material));
            share.div_ceil(u128::from(of)).min(count(material).into()) as u64
        };
        let needed = materials
            .iter()
            .map(|&material| {
                let share = share(material);
                sample_bytes(board, material, share, longest, processes)
            })
            .max()
            .unwrap_or(0)
            .saturating_add(block_bytes(board, materials));
        let fits = check_memory(needed, memory, &shares.folder());
        all_succeed(shares.exchange(), fits.map_err(VerifyError::from))?;
        let sampled: u64 = materials.iter().map(|&material| share(material)).sum();
        (control.watch)(Event::Comparing(sampled.saturating_add(of)));
        let mut verified = Verified { tables: materials.len(), ..Verified::default() };
        let mut blocks = 0;
        for &material in materials {
            let values = share(material);
            let of_material = SampleChoice { values, ..self };
            let (compared, in_blocks) = of_material.examine(shares, material)?;
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
        shares: &mut Shares<'_>,
        material: Material,
    ) -> Result<(u64, u64), VerifyError> {
        let lower = [material.twin(), material].map(Material::captured);
        shares.keep_only(|kept| lower.contains(&Some(kept)));
        let control = shares.control();
        let values = |material: Option<Material>, shares: &mut Shares<'_>| {
            let values = material.map(|material| shares.whole(material));
            values.transpose()
        };
        let of_lower = [values(lower[0], shares)?, values(lower[1], shares)?];
        shares.keep_only(|kept| lower.contains(&Some(kept)));
        let sampled = SampledBlocks::new(shares, material, self, of_lower)?;
        sampled.find_wrong(shares.exchange(), control)?;
        let blocks = sampled.after.count();
        Ok((blocks * sampled.after.block_len(), blocks))
    }
}

impl SampledBlocks {
    fn new(
        shares: &mut Shares<'_>,
        material: Material,
        size: SampleChoice,
        lower: [Option<Arc<MemoryValues>>; 2],
    ) -> Result<SampledBlocks, VerifyError> {
        let source = shares.open(material, material)?;
        let twin = shares.open(material.twin(), material)?;
        let orbits = sample(&twin.index, size.values, size.seed);
        let held = shares.exchange().share(orbits.len() as u64);
        let picked = |source: &LossBlocks| {
            let longest = source.table.header().longest;
            let picked = Picked::new(&twin.index, longest, &orbits, held.clone());
            picked.map_err(|refused| VerifyError::from(refused.of(source.table.path())))
        };
        let after = picked(&twin).and_then(|after| Ok((after, picked(&source)?)));
        let (after, stored) = all_succeed(shares.exchange(), after)?;
        Ok(SampledBlocks { rules: shares.rules(), source, twin, after, stored, lower })
    }

    /// # Errors
    /// The first wrong value, or damage.
    fn find_wrong(
        &self,
        exchange: &mut dyn Exchange,
        control: Control<'_>,
    ) -> Result<(), VerifyError> {
        let read = self.twin.read(self.after.orbits(), &|orbit, codes| {
            self.after.put(orbit, codes);
            Ok(())
        });
        all_succeed(exchange, read.map_err(VerifyError::from))?;
        self.walk(exchange, control)?;
        let (waiting, moving) = (&self.twin.index, &self.source.index);
        agree(exchange, waiting, self.unequal_waiting(), control.stop.is_set())?;
        agree(exchange, moving, self.unequal_moving(), control.stop.is_set())?;
        let wrong = self.compare_all(control, exchange.size() as u64);
        agree(exchange, moving, wrong, control.stop.is_set())
    }

    /// Completes the values of waiting sides. Returns one that differs from an equal position's.
    fn unequal_waiting(&self) -> Option<Wrong> {
        let at = self.after.complete_images()?;
        Some(Wrong::new(at, Cell::OPEN, self.after.get_at(at).unwrap_or(Cell::OPEN)))
    }

    /// Completes the stored values. Returns one that differs from an equal position's.
    fn unequal_moving(&self) -> Option<Wrong> {
        let at = self.stored.complete_images()?;
        let (them, us) = self.twin.index.position(at);
        let stored = self.stored.get_at(at).unwrap_or(Cell::OPEN);
        Some(self.difference(us, them, Cell::OPEN, stored))
    }

    fn compare_all(&self, control: Control<'_>, processes: u64) -> Option<Wrong> {
        let compare = |&orbit: &u64| {
            if control.stop.is_set() {
                return None;
            }
            let wrong = self.compare(orbit);
            (control.watch)(Event::Compared(processes * self.after.block_len()));
            wrong
        };
        self.after.orbits().par_iter().filter_map(compare).min()
    }

    /// Compares the positions in which an orbit's representative waits.
    fn compare(&self, orbit: u64) -> Option<Wrong> {
        let after = TablePart::Picked(&self.after);
        let lower = self.lower[1].as_deref().map(TablePart::All);
        let successors = Successors {
            rules: self.rules,
            index: &self.source.index,
            twin: &after,
            lower: lower.as_ref(),
        };
        let codes = self.stored.block(orbit);
        let mut wrong = None;
        waiting_block(&successors).visit(
            orbit,
            StoredCells::Block(&codes),
            |_| true,
            &mut |visited| {
                let is_right = match visited.stored {
                    NOT_LOST => visited.implied.is_win() || is_open(visited.implied),
                    stored => stored == visited.implied,
                };
                if !is_right {
                    let found =
                        self.difference(visited.us, visited.them, visited.stored, visited.implied);
                    wrong = Wrong::first(wrong, Some(found));
                }
                true
            },
        );
        wrong
    }

    /// Returns the difference between the stored and the implied value of a position.
    fn difference(&self, us: Bitboard, them: Bitboard, stored: Cell, implied: Cell) -> Wrong {
        let cell = |cell| match cell {
            NOT_LOST => Cell::OPEN,
            cell => cell,
        };
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
    use crate::builder::settings::Builder;
    use crate::builder::writer::{COUNTED, Packer};
    use crate::format::table::Table;
    use crate::format::tally::Tally;
    use crate::source::layout::Layout;
    use crate::verify::verifier::Verifier;

    fn solved(board: Board, rules: Rules) -> (tempfile::TempDir, Layout) {
        let folder = tempfile::tempdir().unwrap();
        let layout = Layout::new(folder.path());
        let builder = Builder::new(layout.clone(), rules, board, Selection::Whole);
        builder.run().unwrap();
        (folder, layout)
    }

    #[test]
    fn samples_of_right_tables_are_right() {
        let board: Board = "4x3".parse().unwrap();
        for rules in Rules::all() {
            let (_folder, layout) = solved(board, rules);
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
                let wrong = if is == Cell::loss(4) { Cell::OPEN } else { Cell::loss(4) };
                losses.set(at, wrong);
                let packer = Packer {
                    rules,
                    codes: &losses,
                    tally: &Tally::of(&losses, rules).unwrap(),
                    counted: COUNTED,
                };
                packer.write(&path, &path, &mut Local).unwrap();
                losses.set(at, is);
                if Table::open(&path).is_err() {
                    // The format has no losses in which the mover can connect.
                    continue;
                }
                let block = twin.leaders().leader(them).orbit();
                let mut found = [0; 2];
                for seed in 0..8 {
                    let sampled = sample(&twin, 100, seed);
                    let (mut alone, values) = (Local, 100);
                    let control = Control { stop: &Stop::default(), watch: &|_| {} };
                    let shares = &mut Shares::new(&layout, rules, &numbering, &mut alone, control);
                    match (SampleChoice { values, seed }).examine(shares, material) {
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
