//! The memory for verifying, calculated before any is allocated.

use std::collections::BTreeSet;

use loa_solver::{Board, Family, Material};

use crate::values::memory::{
    block_len, blocks_of_threads, numbering_bytes, positions, total, value_bytes,
};

/// Returns the bytes of the current blocks of all threads.
pub(super) fn block_bytes(board: Board, materials: &[Material]) -> u64 {
    let blocks = materials.iter().map(|&material| block_len(board, material));
    blocks_of_threads(blocks.max().unwrap_or(0))
}

/// Returns the bytes at the peak of verifying families of a board in this order, given the longest
/// distance of each table.
pub(super) fn peak(board: Board, families: &[Family], longest: impl Fn(Material) -> u16) -> u64 {
    let values = |&held: &Material| value_bytes(positions(board, held), longest(held));
    let of_all = |held: &BTreeSet<Material>| total(held.iter().map(values));
    let (mut held, mut peak) = (BTreeSet::new(), 0);
    for (at, family) in families.iter().enumerate() {
        let later = &families[at..];
        let is_needed = |&kept: &Material| later.iter().any(|&later| depends_on(later, kept));
        held.retain(is_needed);
        for material in family.materials() {
            let restored = material.captured().filter(|lower| !held.contains(lower));
            held.insert(material);
            if let Some(restored) = restored {
                held.extend([restored, restored.twin()].into_iter().chain(restored.captured()));
                peak = peak.max(of_all(&held));
                held.retain(is_needed);
            }
        }
        peak = peak.max(of_all(&held));
    }
    let sides: BTreeSet<u32> =
        families.iter().flat_map(|family| family.materials()).map(Material::us).collect();
    let numbering = sides.into_iter().map(|us| numbering_bytes(board, Material::new(us, 2)));
    total([peak].into_iter().chain(numbering))
}

/// `true` if values of `kept` are successors of a family.
pub(super) fn depends_on(family: Family, kept: Material) -> bool {
    kept.family() == family || family.captures().any(|captured| captured == kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_peak_is_what_the_largest_table_and_its_successors_take() {
        let board: Board = "5x5".parse().unwrap();
        let material = |us, them| Material::new(us, them);
        let count = |us, them| positions(board, material(us, them));
        let numbering = |sides: &[u32]| -> u64 {
            let sides = sides.iter().map(|&side| material(side, 2));
            sides.map(|side| numbering_bytes(board, side)).sum()
        };
        let peak =
            |us, them, longest| super::peak(board, &[material(us, them).family()], |_| longest);
        // 2v2 has one table; its values are restored from themselves.
        assert_eq!(peak(2, 2, 40), count(2, 2) + numbering(&[2]));
        assert_eq!(peak(2, 2, 400), 2 * count(2, 2) + numbering(&[2]));
        // 3v2, 2v3 and 2v2 are needed.
        let held = count(3, 2) + count(2, 3) + count(2, 2);
        assert_eq!(peak(3, 2, 40), held + numbering(&[2, 3]));
    }
}
