//! The memory for verifying, calculated before any is allocated.

use loa_solver::internal::choose;
use loa_solver::{Board, Family, Material, position_count};

use super::share::travelling_bytes;
use super::shares::FIND_BYTES;
use super::sweep::blocks_a_step;
use crate::values::memory::{numbering_bytes, value_bytes};

/// Bytes for each value of a thread's current block: its code while it is unpacked, and its values
/// after moves.
const BLOCK_BYTES: u64 = 8;

/// Returns the bytes of the current blocks of all threads.
pub(super) fn block_bytes(board: Board, materials: &[Material]) -> u64 {
    let block = materials.iter().map(|material| {
        let free = board.squares() - material.us();
        choose(free, material.them())
    });
    let of_thread = BLOCK_BYTES * block.max().unwrap_or(0);
    of_thread.saturating_mul(rayon::current_num_threads() as u64)
}

/// Returns the bytes at the peak of verifying families in this order, for each of several
/// processes: shares of all values in memory, and all values that captures lead to.
pub(super) fn bytes_of_each(
    board: Board,
    families: &[Family],
    longest: impl Fn(Material) -> u16,
    processes: u64,
) -> u64 {
    let values = |material: Material| {
        let positions = position_count(board, material).unwrap_or(0);
        value_bytes(positions, longest(material))
    };
    let (mut held, mut peak) = (Vec::new(), 0);
    for (at, family) in families.iter().enumerate() {
        let later = &families[at..];
        let is_needed = |&kept: &Material| {
            let mut later = later.iter();
            later.any(|&later| depends_on(later, kept))
        };
        let shares = |held: &[Material]| -> u64 {
            let shares = held.iter().map(|&held| values(held).div_ceil(processes));
            shares.sum()
        };
        held.retain(is_needed);
        let (mut gathered, mut restoring) = (0, 0);
        for material in family.materials() {
            let restored = material.captured().filter(|lower| !held.contains(lower));
            held.push(material);
            if let Some(restored) = restored {
                held.extend(with_lower(restored));
                held.sort();
                held.dedup();
                // The values after its own captures are gathered for a while.
                let lower = restored.captured().map_or(0, values);
                gathered = gathered.max(lower);
                restoring = restoring.max(shares(&held));
                held.retain(is_needed);
            }
        }
        held.sort();
        held.dedup();
        let taken = shares(&held).max(restoring);
        let swept: Vec<Material> = family.materials().collect();
        let lower = family.captures().map(values).sum();
        peak = peak.max(match processes {
            1 => taken,
            _ => taken
                .saturating_add(gathered.max(lower))
                .saturating_add(sent_bytes(board, &swept, processes)),
        });
    }
    let mut sides: Vec<u32> =
        families.iter().flat_map(|family| family.materials()).map(Material::us).collect();
    sides.sort_unstable();
    sides.dedup();
    let numbering = sides.into_iter().map(|us| numbering_bytes(board, Material::new(us, 2)));
    numbering.fold(peak, u64::saturating_add)
}

/// Returns the bytes at the peak of comparing a sample of a material's values: all values that
/// captures lead to, and the values of both sides in the blocks of the sample, of which each
/// process has a share.
pub(super) fn sample_bytes(
    board: Board,
    material: Material,
    positions: u64,
    longest: impl Fn(Material) -> u16 + Copy,
    processes: u64,
) -> u64 {
    let sides = [material, material.twin()];
    let lower: Vec<Material> = sides.into_iter().filter_map(Material::captured).collect();
    let captured = restored_bytes(board, &lower, longest, processes);
    let block = choose(board.squares() - material.them(), material.us());
    let all = position_count(board, material.twin()).unwrap_or(0);
    let sampled = positions.div_ceil(block).saturating_mul(block).min(all);
    let picked = sides.map(|side| value_bytes(sampled.div_ceil(processes), longest(side)));
    let numbering = sides.map(|side| numbering_bytes(board, side));
    // A place for every leader, and the leaders.
    let places = 16 * (all / block);
    let bytes = picked.into_iter().chain(numbering).chain([places]);
    bytes.fold(captured, u64::saturating_add)
}

/// Returns the bytes at the peak of restoring all values of some materials, for each of `processes`
/// processes.
fn restored_bytes(
    board: Board,
    restored: &[Material],
    longest: impl Fn(Material) -> u16,
    processes: u64,
) -> u64 {
    let values = |material: Material| {
        let positions = position_count(board, material).unwrap_or(0);
        value_bytes(positions, longest(material))
    };
    let mut held: Vec<Material> = restored.iter().copied().flat_map(with_lower).collect();
    held.sort();
    held.dedup();
    let shares = held.iter().map(|&held| values(held).div_ceil(processes));
    // The restored values, and those after their own captures, are gathered.
    let lower = restored.iter().filter_map(|restored| restored.captured());
    let gathered = restored.iter().copied().chain(lower).map(values);
    let numbering = held.iter().map(|&held| numbering_bytes(board, held));
    let all = shares.chain(numbering).fold(0, u64::saturating_add);
    match processes {
        1 => all,
        _ => gathered.fold(all, u64::saturating_add) + sent_bytes(board, &held, processes),
    }
}

/// Returns the bytes that each of several processes is sending to others.
fn sent_bytes(board: Board, swept: &[Material], processes: u64) -> u64 {
    let blocks = swept.iter().map(|material| {
        let block = choose(board.squares() - material.us(), material.them());
        block * blocks_a_step(block)
    });
    let finds = blocks.max().unwrap_or(0).saturating_mul(FIND_BYTES);
    finds.saturating_add(travelling_bytes(processes))
}

/// `true` if values of `kept` are successors of a family.
pub(super) fn depends_on(family: Family, kept: Material) -> bool {
    kept.family() == family || family.captures().any(|captured| captured == kept)
}

/// Returns a material, its twin, and the material after a capture.
fn with_lower(material: Material) -> impl Iterator<Item = Material> {
    let lower = material.captured();
    [material, material.twin()].into_iter().chain(lower)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_peak_is_what_the_largest_table_and_its_successors_take() {
        let board: Board = "5x5".parse().unwrap();
        let material = |us, them| Material::new(us, them);
        let count = |us, them| position_count(board, material(us, them)).unwrap();
        let numbering = |sides: &[u32]| -> u64 {
            let sides = sides.iter().map(|&side| material(side, 2));
            sides.map(|side| numbering_bytes(board, side)).sum()
        };
        let peak = |us, them, longest| {
            bytes_of_each(board, &[material(us, them).family()], |_| longest, 1)
        };
        // 2v2 has one table; its values are restored from themselves.
        assert_eq!(peak(2, 2, 40), count(2, 2) + numbering(&[2]));
        assert_eq!(peak(2, 2, 400), 2 * count(2, 2) + numbering(&[2]));
        // 3v2, 2v3 and 2v2 are needed.
        let held = count(3, 2) + count(2, 3) + count(2, 2);
        assert_eq!(peak(3, 2, 40), held + numbering(&[2, 3]));
    }
}
