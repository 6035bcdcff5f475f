//! Tables verified one after another.

use std::collections::HashMap;

use loa_solver::index::position_count;
use loa_solver::{Board, Material, Numbering, Rules};

use super::compare::Claims;
use super::error::VerifyError;
use super::memory::{Peak, depends_on};
use super::proofs::Proofs;
use super::watch::VerifyWatch;
use crate::format::header::Header;
use crate::format::table::Table;
use crate::source::embedded;
use crate::source::layout::Layout;
use crate::source::orientations;
use crate::values::memory::MemoryError;
use crate::values::restore::Restored;

/// What was verified.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// Tables.
    pub tables: usize,
    /// Values.
    pub values: u64,
    /// Whether the tables are those built into the program, for want of others.
    pub built_in: bool,
}

/// Verifies the tables of one board, or those of one material alone, on the
/// threads of the current rayon pool, in as many bytes of memory as are allowed: all
/// of the machine's if not told. Where the folder has none, those built into the
/// program are verified.
///
/// # Errors
/// When memory does not suffice, before anything is read, or at the first wrong
/// value, damage, or missing table.
pub fn verify(
    layout: &Layout,
    rules: Rules,
    board: Board,
    only: Option<Material>,
    memory: Option<u64>,
    watch: &dyn VerifyWatch,
) -> Result<Verified, VerifyError> {
    let folder = || layout.board(rules, board).display().to_string();
    // Tables are verified as those of the board that they were made for.
    let board = layout.orientation(rules, board);
    let tables = orientations::tables(layout, rules, board);
    let tables = tables.map_err(|source| VerifyError::Io {
        folder: folder(),
        source,
    })?;
    let wanted = |material: &Material| only.is_none_or(|only| only.family() == material.family());
    let tables = tables.into_iter().map(|(material, _)| material);
    let mut materials: Vec<Material> = tables.filter(wanted).collect();
    let built_in = materials.is_empty();
    if built_in {
        materials.extend(embedded::materials(rules, board).filter(wanted));
        materials.sort_by_key(|&material| (material.stones(), material));
    }
    if materials.is_empty() {
        return Err(VerifyError::NoTables(folder()));
    }
    let verified = prove(layout, rules, board, &materials, memory, watch)?;
    Ok(Verified {
        built_in,
        ..verified
    })
}

/// Verifies some of a board's tables, smallest first, and takes note of them in the
/// record of the board's folder.
pub(crate) fn prove(
    layout: &Layout,
    rules: Rules,
    board: Board,
    materials: &[Material],
    memory: Option<u64>,
    watch: &dyn VerifyWatch,
) -> Result<Verified, VerifyError> {
    let tables = orientations::tables(layout, rules, board).unwrap_or_default();
    let headers = tables.into_iter().map(|(material, path)| {
        let table = Table::open(&path);
        let header = table.ok().map(|table| table.header().clone());
        (material, header)
    });
    let headers: HashMap<Material, Option<Header>> = headers.collect();
    let header = |material| headers.get(&material).and_then(Option::as_ref);
    let longest = |material| header(material).map_or(0, |header| header.longest);
    MemoryError::check(Peak::bytes(board, materials, longest), memory)?;
    let digest = |material| Some(header(material)?.digest);
    let tables = headers.keys().map(|&material| (material, digest(material)));
    let mut proofs = Proofs::of(&layout.board(rules, board), tables);
    let counts = materials
        .iter()
        .map(|&material| position_count(board, material).unwrap_or(0));
    watch.begun(counts.sum());
    let numbering = Numbering::new(board);
    let mut restored = Restored::new(layout, rules, &numbering);
    let mut verified = Verified::default();
    for (at, &material) in materials.iter().enumerate() {
        // Values are kept as long as they will be looked at.
        let later = &materials[at..];
        restored.keep_only(|kept| later.iter().any(|&later| depends_on(later, kept)));
        let values = examine(&mut restored, material, watch)?;
        watch.verified(material, values);
        verified.tables += 1;
        verified.values += values;
        let family = material.family();
        if family
            .materials()
            .all(|side| materials[..=at].contains(&side))
        {
            let tables = family
                .materials()
                .filter_map(|side| Some((side, digest(side)?)));
            proofs.add(family, &tables.collect::<Vec<_>>());
        }
    }
    Ok(verified)
}

/// Compares all values of a material, and returns how many there are.
fn examine(
    restored: &mut Restored<'_>,
    material: Material,
    watch: &dyn VerifyWatch,
) -> Result<u64, VerifyError> {
    let lower = material.captured();
    for needed in [material, material.twin()].into_iter().chain(lower) {
        restored.load(needed)?;
    }
    let claims = Claims {
        values: restored.values(material),
        successors: restored.successors(material),
    };
    match claims.first_wrong(watch).or_else(|| claims.first_unequal()) {
        Some(mismatch) => {
            let mismatch = Box::new(mismatch);
            Err(VerifyError::Wrong { material, mismatch })
        }
        None if watch.interrupted() => Err(VerifyError::Interrupted),
        None if !restored.is_counted_right(material) => Err(VerifyError::Census(material)),
        None => Ok(claims.values.index().len()),
    }
}
