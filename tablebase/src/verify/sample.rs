//! Compares blocks of tables with their successors, which are looked up position by position, so that
//! no table is in memory.

use loa_solver::internal::Cell;
use loa_solver::retrograde::all_succeed;
use loa_solver::{Color, Material, Position, Stop};
use rayon::prelude::*;

use super::board_values::{BoardValues, agree};
use super::error::VerifyError;
use super::memory::block_bytes;
use super::verified::{Sampled, Verified};
use crate::event::Event;
use crate::format::error::TableError;
use crate::probe::error::ProbeError;
use crate::probe::tablebase::Tablebase;
use crate::values::codes::{CellSource, MemoryValues};
use crate::values::compare::{is_open, sample};
use crate::values::losses::LossBlocks;
use crate::values::memory::{check_memory, positions};
use crate::values::mismatch::Wrong;

/// The size of a sample, and the seed that picks it.
#[derive(Clone, Copy, Debug)]
pub(super) struct SampleChoice {
    pub(super) values: u64,
    pub(super) seed: u64,
}

/// Positions whose moves are looked up together, and the memory that this takes in bytes, about 100
/// MB on 8x8.
const TOGETHER: usize = 1 << 14;
const LOOKUP_BYTES: u64 = 128 << 20;

impl SampleChoice {
    /// Compares a sample of the values of a board's tables, divided among the tables.
    ///
    /// # Errors
    /// The first wrong value, damage, or too little memory.
    pub(super) fn compare(
        self,
        held: &mut BoardValues<'_>,
        tables: &Tablebase,
        materials: &[Material],
        memory: Option<u64>,
    ) -> Result<Verified, VerifyError> {
        let (board, control) = (held.board(), held.control);
        let needed = block_bytes(board, materials)
            .saturating_add(LOOKUP_BYTES + Tablebase::DEFAULT_CACHE_BYTES as u64);
        let fits = check_memory(needed, memory, &held.folder());
        all_succeed(held.exchange, fits.map_err(VerifyError::from))?;
        let of: u64 = materials.iter().map(|&material| positions(board, material)).sum();
        let share = |material| {
            let count = positions(board, material);
            let share = u128::from(self.values) * u128::from(count);
            share.div_ceil(u128::from(of)).min(count.into()) as u64
        };
        (control.watch)(Event::Comparing(materials.iter().map(|&material| share(material)).sum()));
        let mut verified = Verified { tables: materials.len(), ..Verified::default() };
        let mut blocks = 0;
        for &material in materials {
            let losses = held.open(material, material)?;
            let orbits = sample(&losses.index, share(material), self.seed);
            compare_blocks(held, &losses, tables, &orbits)?;
            let values = orbits.len() as u64 * losses.index.block_len();
            (control.watch)(Event::Verified { material, values });
            verified.values += values;
            blocks += orbits.len() as u64;
        }
        verified.sample = Some(Sampled { of, blocks, seed: self.seed });
        Ok(verified)
    }
}

/// Compares some blocks of a table. In each step every process takes a share of them.
fn compare_blocks(
    held: &mut BoardValues<'_>,
    losses: &LossBlocks,
    tables: &Tablebase,
    orbits: &[u64],
) -> Result<(), VerifyError> {
    let (control, block_len) = (held.control, losses.index.block_len());
    let processes = held.exchange.size();
    for orbits in orbits.chunks((TOGETHER / block_len as usize).max(1) * processes) {
        let share = held.exchange.share(orbits.len() as u64);
        let orbits_here = &orbits[share.start as usize..share.end as usize];
        let wrong = first_wrong(losses, tables, orbits_here, control.stop);
        let wrong = all_succeed(held.exchange, wrong)?;
        agree(held.exchange, &losses.index, wrong, control.stop.is_set())?;
        (control.watch)(Event::Compared(orbits.len() as u64 * block_len));
    }
    Ok(())
}

/// Returns the first value in some blocks that differs from the value that its successors imply.
fn first_wrong(
    losses: &LossBlocks,
    tables: &Tablebase,
    orbits: &[u64],
    stop: &Stop,
) -> Result<Option<Wrong>, VerifyError> {
    let (index, longest) = (&losses.index, losses.table.header().longest);
    let blocks = orbits.par_iter().map(|&orbit| losses.run(orbit..orbit + 1));
    let blocks: Vec<MemoryValues> = blocks.collect::<Result<_, TableError>>()?;
    let mut stored = Vec::new();
    for (&orbit, block) in orbits.iter().zip(blocks) {
        let us = index.leaders().representative(orbit);
        let entries = (orbit * index.block_len()..).zip(index.followers(orbit));
        stored.extend(entries.map(|(at, them)| {
            let position = Position::new(index.board(), us, them, Color::Black);
            let position = position.expect("the index numbers positions of the board");
            (position, at, block.get(at))
        }));
    }
    for stored in stored.chunks(TOGETHER) {
        if stop.is_set() {
            break;
        }
        let positions: Vec<Position> = stored.iter().map(|&(position, ..)| position).collect();
        for (&(position, at, cell), probe) in stored.iter().zip(tables.probes(&positions)) {
            let wrong = match probe {
                Ok(probe) => {
                    let implied = Cell::from(probe.value);
                    // Draws and wins are not stored, but no win is longer than the header says.
                    let fits = implied.is_win() && implied.plies() <= longest;
                    let is_right = implied == cell || is_open(cell) && fits;
                    (!is_right).then(|| Wrong::new(at, cell, implied))
                }
                Err(ProbeError::Contradiction { stored, implied, .. }) => {
                    Some(Wrong::new(at, stored.into(), implied.into()))
                }
                Err(error) => return Err(table_error(error, position.material(), losses)),
            };
            if wrong.is_some() {
                return Ok(wrong);
            }
        }
    }
    Ok(None)
}

/// Returns the reason why the values of a material cannot be compared.
fn table_error(error: ProbeError, material: Material, losses: &LossBlocks) -> VerifyError {
    let error = match error {
        ProbeError::Table(error) => error,
        ProbeError::Missing { path, table, .. } | ProbeError::Unfinished { path, table } => {
            TableError::Missing { path, material, missing: table.material }
        }
        other => TableError::damaged(losses.table.path(), other),
    };
    error.into()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use loa_solver::retrograde::Local;
    use loa_solver::{Board, Numbering, Rules};

    use super::*;
    use crate::builder::plan::Selection;
    use crate::builder::tests::solved;
    use crate::builder::writer::{COUNTED, Packer};
    use crate::format::subject::TableSubject;
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
            let path = layout.table(TableSubject { rules, board, material });
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
                packer.write(&path, &mut Local).unwrap();
                losses.set(at, is);
                if Table::open(&path).is_err() {
                    // The format has no losses in which the mover can connect.
                    continue;
                }
                let whole = Verifier::new(layout.clone(), rules, board).only(material);
                let (block, mut found) = (at / index.block_len(), [0; 2]);
                for seed in 0..8 {
                    let of = twin.len() + if material == material.twin() { 0 } else { index.len() };
                    let sampled = sample(&index, (100 * index.len()).div_ceil(of), seed);
                    match whole.clone().sample(100, seed).run() {
                        Err(VerifyError::Wrong { .. }) => found[0] += 1,
                        Err(error) => panic!("{error}"),
                        Ok(_) => assert!(!sampled.contains(&block), "{material} {at} {seed}"),
                    }
                    found[1] += u32::from(sampled.contains(&block));
                }
                assert!(found[0] >= found[1]);
                let sample = whole.clone().sample(u64::MAX, 0).run();
                for verified in [whole.run(), sample] {
                    assert!(matches!(verified, Err(VerifyError::Wrong { .. })), "{at}");
                }
            }
            fs::write(&path, right).unwrap();
        }
    }
}
