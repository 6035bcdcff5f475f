//! Tables verified one after another.

use std::collections::HashMap;

use loa_solver::index::position_count;
use loa_solver::{Board, Material, Numbering, Rules};

use super::blocks::Blocks;
use super::compare::{Comparison, Wins};
use super::error::VerifyError;
use super::memory::{Peak, depends_on, sample_bytes};
use super::proofs::Proofs;
use super::sample;
use super::watch::VerifyWatch;
use super::wins::restore;
use crate::format::header::Header;
use crate::format::table::Table;
use crate::source::embedded;
use crate::source::layout::Layout;
use crate::source::orientations;
use crate::values::memory::MemoryError;
use crate::values::restore::Restored;

/// A report of what was verified.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verified {
    /// The number of tables.
    pub tables: usize,
    /// The number of values that were compared.
    pub values: u64,
    /// True if the tables are those built into the program, for want of others.
    pub built_in: bool,
    /// The sample that was compared; `None` if all values were.
    pub sample: Option<Sampled>,
}

/// A report of a sample of the values of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Sampled {
    /// The number of values of the tables.
    pub of: u64,
    /// The number of blocks compared, with all values in each.
    pub blocks: u64,
    /// The seed that picked them.
    pub seed: u64,
}

/// Settings of a verification: which tables are proved from their own successors.
///
/// # Examples
///
/// The tables of 3x3, solved and then verified:
///
/// ```
/// use loa_tablebase::{Builder, Layout, Selection, Verifier};
///
/// let folder = tempfile::tempdir()?;
/// let (layout, rules, board) = (Layout::new(folder.path()), "mover-pass".parse()?, "3x3".parse()?);
/// Builder::new(layout.clone(), rules, board, Selection::Whole).run(&())?;
/// let verified = Verifier::new(layout, rules, board).run(&())?;
/// assert_eq!((verified.tables, verified.values), (1, 168));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Verifier {
    layout: Layout,
    rules: Rules,
    board: Board,
    only: Option<Material>,
    memory: Option<u64>,
    /// The number of values of a sample, and its seed.
    sample: Option<(u64, u64)>,
}

impl Verifier {
    /// Returns the settings of a verification of all tables of one board. Where the
    /// folder has none, those built into the program are verified.
    pub fn new(layout: Layout, rules: Rules, board: Board) -> Verifier {
        Verifier {
            layout,
            rules,
            board,
            only: None,
            memory: None,
            sample: None,
        }
    }

    /// Sets a material whose tables alone, and those of its twin, are verified.
    #[must_use]
    pub fn only(mut self, material: impl Into<Option<Material>>) -> Verifier {
        self.only = material.into();
        self
    }

    /// Sets how many bytes of memory may be used: all of the machine's by default.
    #[must_use]
    pub fn memory(mut self, bytes: impl Into<Option<u64>>) -> Verifier {
        self.memory = bytes.into();
        self
    }

    /// Sets that a sample is compared, of at least so many values in blocks that a seed
    /// picks, without tables in memory but those of fewer stones. A sample proves nothing
    /// for sure, and no record says that it did.
    #[must_use]
    pub fn sample(mut self, values: u64, seed: u64) -> Verifier {
        self.sample = Some((values, seed));
        self
    }

    /// Verifies the tables, on the threads of the current rayon pool.
    ///
    /// # Errors
    /// When memory does not suffice, before anything is read, or at the first wrong
    /// value, damage, or missing table.
    pub fn run(&self, watch: &dyn VerifyWatch) -> Result<Verified, VerifyError> {
        let (layout, rules) = (&self.layout, self.rules);
        let folder = layout.board(rules, self.board);
        // Tables are verified as those of the board that they were made for.
        let board = layout.orientation(rules, self.board);
        let tables = orientations::tables(layout, rules, board);
        let tables = tables.map_err(|error| VerifyError::Io {
            path: folder.clone(),
            error,
        })?;
        let wanted = |material: &Material| {
            let only = self.only.map(Material::family);
            only.is_none_or(|only| only == material.family())
        };
        let tables = tables.into_iter().map(|(material, _)| material);
        let mut materials: Vec<Material> = tables.filter(wanted).collect();
        let built_in = materials.is_empty();
        if built_in {
            materials.extend(embedded::materials(rules, board).filter(wanted));
            materials.sort_by_key(|&material| (material.stones(), material));
        }
        if materials.is_empty() {
            return Err(VerifyError::NoTables { path: folder });
        }
        let verified = match self.sample {
            Some(sample) => compare_sample(
                layout,
                (rules, board),
                &materials,
                self.memory,
                sample,
                watch,
            )?,
            None => prove(layout, rules, board, &materials, self.memory, watch)?,
        };
        Ok(Verified {
            built_in,
            ..verified
        })
    }
}

/// Verifies some of a board's tables, smallest first, and notes them in the record of
/// the board's folder.
pub(crate) fn prove(
    layout: &Layout,
    rules: Rules,
    board: Board,
    materials: &[Material],
    memory: Option<u64>,
    watch: &dyn VerifyWatch,
) -> Result<Verified, VerifyError> {
    let headers = headers(layout, rules, board);
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
        // Values stay as long as they are needed.
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

/// Returns the headers of a board's tables, where they can be read.
fn headers(layout: &Layout, rules: Rules, board: Board) -> HashMap<Material, Option<Header>> {
    let tables = orientations::tables(layout, rules, board).unwrap_or_default();
    let headers = tables.into_iter().map(|(material, path)| {
        let table = Table::open(&path);
        let header = table.ok().map(|table| table.header().clone());
        (material, header)
    });
    headers.collect()
}

/// Compares a sample of the values of a board's tables: of each its share.
fn compare_sample(
    layout: &Layout,
    (rules, board): (Rules, Board),
    materials: &[Material],
    memory: Option<u64>,
    (values, seed): (u64, u64),
    watch: &dyn VerifyWatch,
) -> Result<Verified, VerifyError> {
    // Blocks are those of waiting sides, which lead the twin's table.
    let count = |material: Material| position_count(board, material.twin()).unwrap_or(0);
    let of: u64 = materials.iter().map(|&material| count(material)).sum();
    let share = |material| {
        let share = u128::from(values) * u128::from(count(material));
        share.div_ceil(u128::from(of)).min(count(material).into()) as u64
    };
    let headers = headers(layout, rules, board);
    let header = |material| headers.get(&material).and_then(Option::as_ref);
    let longest = |material| header(material).map_or(0, |header| header.longest);
    let needed = materials.iter().map(|&material| {
        let share = share(material);
        sample_bytes(board, material, share, longest)
    });
    MemoryError::check(needed.max().unwrap_or(0), memory)?;
    let shares = materials.iter().map(|&material| share(material));
    watch.begun(shares.sum::<u64>().saturating_add(of));
    let numbering = Numbering::new(board);
    let mut restored = Restored::new(layout, rules, &numbering);
    let mut verified = Verified {
        tables: materials.len(),
        ..Verified::default()
    };
    let mut blocks = 0;
    for &material in materials {
        let sample = (share(material), seed);
        let (compared, in_blocks) = sample::examine(&mut restored, material, sample, watch)?;
        watch.verified(material, compared);
        verified.values += compared;
        blocks += in_blocks;
    }
    verified.sample = Some(Sampled { of, blocks, seed });
    Ok(verified)
}

/// Compares all values of a material, and returns how many there are.
fn examine(
    restored: &mut Restored<'_>,
    material: Material,
    watch: &dyn VerifyWatch,
) -> Result<u64, VerifyError> {
    let lower = material.captured();
    restored.load_losses(material)?;
    for needed in lower.into_iter().chain([material.twin()]) {
        restore(restored, needed)?;
    }
    let (values, successors) = (restored.values(material), restored.successors(material));
    let comparison = Comparison { values, successors };
    let blocks = Blocks::all(comparison.successors.twin.index());
    let is_whole = restored.is_whole(material);
    let wins = match is_whole {
        true => Wins::Derived,
        false => Wins::Missing(values),
    };
    let mut wrong = comparison.first_wrong(blocks, wins, watch);
    if wrong.is_none() && watch.interrupted() {
        return Err(VerifyError::Interrupted);
    }
    if wrong.is_none() {
        if !is_whole {
            restored.complete(material);
        }
        let (values, successors) = (restored.values(material), restored.successors(material));
        wrong = Comparison { values, successors }.first_unequal();
    }
    match wrong {
        Some(mismatch) => {
            let mismatch = Box::new(mismatch);
            Err(VerifyError::Wrong { material, mismatch })
        }
        None if !restored.is_counted_right(material) => Err(VerifyError::Census(material)),
        None => Ok(restored.values(material).index().len()),
    }
}
