//! Proving finished tables from their own successors.
//!
//! Every value is compared with what the values of its successors imply, by
//! forward moves and the rules alone: nothing of the solving passes is used. (Wins
//! and draws are not in the files but restored from the losses; losses are
//! compared with what both make of them.) If all agree the tables are right: a win in 1 has a finished
//! position behind it, a win in d a loss in exactly d - 1, and so on by
//! induction; and a draw has no way to a loss for the opponent.

mod claims;
mod memory;

use std::collections::HashMap;
use std::io;

use loa_solver::{Board, Material, Numbering, Position, Rules, Value, position_count};

pub(crate) use self::claims::Claims;
use self::memory::Peak;
use crate::embedded;
use crate::header::Header;
use crate::layout::Layout;
use crate::proven::Proofs;
use crate::restore::{RestoreError, Restored};
use crate::space::MemoryError;
use crate::table::Table;
use crate::turned;

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

/// Why tables could not be verified, or are wrong.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// A value is wrong.
    #[error("{material}: {mismatch}")]
    Wrong {
        /// The table.
        material: Material,
        /// The first wrong value found.
        mismatch: Box<Mismatch>,
    },
    /// The values are right, and counted wrong.
    #[error("the census in the table for {0} is not that of its values")]
    Census(Material),
    /// The values cannot be read.
    #[error(transparent)]
    Restore(#[from] RestoreError),
    /// The watch has ended the work.
    #[error("interrupted")]
    Interrupted,
    /// There is no table to verify.
    #[error("no tables in {0}")]
    NoTables(String),
    /// The values do not fit the memory allowed.
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// The folder cannot be read.
    #[error("{folder}: {source}")]
    Io {
        /// The folder.
        folder: String,
        /// What the system says.
        source: io::Error,
    },
}

/// Whoever watches a verification.
pub trait VerifyWatch: Sync {
    /// Told at the beginning how many values there are in all.
    fn begun(&self, _values: u64) {}

    /// Told every now and then, from any thread, how many more values have been
    /// compared.
    fn compared(&self, _values: u64) {}

    /// Told of each table that has been verified, and its values.
    fn verified(&self, _material: Material, _values: u64) {}

    /// Asked often; true ends the work with [`VerifyError::Interrupted`].
    fn interrupted(&self) -> bool {
        false
    }
}

/// Nobody watches.
impl VerifyWatch for () {}

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
    let tables = turned::tables(layout, rules, board);
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
    let tables = turned::tables(layout, rules, board).unwrap_or_default();
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
        let family = [material, material.twin()];
        if family.iter().all(|side| materials[..=at].contains(side)) {
            let tables = family.map(|side| Some((side, digest(side)?)));
            proofs.add(material, &tables.into_iter().flatten().collect::<Vec<_>>());
        }
    }
    Ok(verified)
}

/// Whether values of `kept` are successors of a material or of its twin.
fn depends_on(material: Material, kept: Material) -> bool {
    let both = [material, material.twin()];
    both.contains(&kept) || both.map(Material::after_capture).contains(&Some(kept))
}

/// Compares all values of a material, and returns how many there are.
fn examine(
    restored: &mut Restored<'_>,
    material: Material,
    watch: &dyn VerifyWatch,
) -> Result<u64, VerifyError> {
    let lower = material.after_capture().filter(|after| after.us() > 1);
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
