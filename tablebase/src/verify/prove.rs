//! Tables verified one after another.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use loa_solver::index::position_count;
use loa_solver::retrograde::{Exchange, Local, all_succeed};
use loa_solver::{Board, Family, Material, Numbering, Rules};

use super::blocks::Blocks;
use super::compare::{Comparison, Wins};
use super::error::VerifyError;
use super::memory::{Peak, block_bytes, bytes_of_each, depends_on};
use super::proofs::Proofs;
use super::report::Verified;
use super::sample::Sample;
use super::together::Together;
use super::watch::VerifyWatch;
use super::wins::restore;
use crate::crew::Crew;
use crate::format::header::Header;
use crate::format::table::Table;
use crate::source::embedded;
use crate::source::layout::Layout;
use crate::source::orientations;
use crate::values::memory::MemoryError;
use crate::values::restore::Restored;

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
    sample: Option<Sample>,
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

    /// Sets how many bytes of memory may be used: all that is available by default.
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
        self.sample = Some(Sample { values, seed });
        self
    }

    /// Verifies the tables, on the threads of the current rayon pool.
    ///
    /// # Errors
    /// When memory does not suffice, before anything is read, or at the first wrong
    /// value, damage, or missing table.
    pub fn run(&self, watch: &dyn VerifyWatch) -> Result<Verified, VerifyError> {
        self.run_together(&mut Local, watch)
    }

    /// Verifies the tables, as [`Verifier::run`] does, together with the processes of an
    /// exchange, all of which call this with the same settings and return the same. Each
    /// has its share of the values in memory. The `watch` of the first process receives all
    /// news.
    ///
    /// # Errors
    /// As for [`Verifier::run`], when another process fails, and when the processes find
    /// different tables.
    pub fn run_together(
        &self,
        exchange: &mut dyn Exchange,
        watch: &dyn VerifyWatch,
    ) -> Result<Verified, VerifyError> {
        let (layout, rules) = (&self.layout, self.rules);
        let folder = layout.board(rules, self.board);
        // Tables are verified as those of the board that they were made for.
        let board = layout.orientation(rules, self.board);
        let mut crew = Crew::new(exchange);
        let tables = orientations::tables(layout, rules, board);
        let tables = tables.map_err(|error| VerifyError::Io {
            path: folder.clone(),
            error,
        });
        let tables = all_succeed(crew.exchange(), tables)?;
        let wanted = |material: &Material| {
            let only = self.only.map(Material::family);
            only.is_none_or(|only| only == material.family())
        };
        let tables = tables.into_iter().map(|(material, _)| material);
        let mut materials: Vec<Material> = tables.filter(wanted).collect();
        let headers = headers(layout, rules, board);
        expect_same_tables(&mut crew, &folder, &headers)?;
        let built_in = materials.is_empty();
        if built_in {
            materials.extend(embedded::materials(rules, board).filter(wanted));
            materials.sort_by_key(|&material| (material.stones(), material));
        }
        if materials.is_empty() {
            return Err(VerifyError::NoTables { path: folder });
        }
        let verified = match self.sample {
            Some(sample) => {
                let longest = |material| longest(&headers, material);
                let numbering = Numbering::new(board);
                let mut together = Together::new(layout, rules, &numbering, &mut crew, watch);
                sample.compare(&mut together, &materials, longest, self.memory, watch)?
            }
            None if crew.size() == 1 => {
                prove(layout, rules, board, &materials, self.memory, watch)?
            }
            None => self.prove_together(board, &materials, headers, crew, watch)?,
        };
        Ok(Verified {
            built_in,
            ..verified
        })
    }

    /// Verifies tables as one of several processes.
    fn prove_together(
        &self,
        board: Board,
        materials: &[Material],
        headers: Headers,
        mut crew: Crew<'_>,
        watch: &dyn VerifyWatch,
    ) -> Result<Verified, VerifyError> {
        let (layout, rules) = (&self.layout, self.rules);
        let header = |material| headers.get(&material).and_then(Option::as_ref);
        let longest = |material| longest(&headers, material);
        let families = materials.iter().map(|material| material.family());
        let mut families: Vec<Family> = families.collect();
        families.sort_by_key(|family| (family.stones(), family.larger_first()));
        families.dedup();
        let values = bytes_of_each(board, &families, longest, crew.size() as u64);
        let needed = values.saturating_add(block_bytes(board, materials));
        let fits = MemoryError::check(needed, self.memory).map_err(VerifyError::from);
        all_succeed(crew.exchange(), fits)?;
        let digest = |material| Some(header(material)?.digest);
        let tables = headers.keys().map(|&material| (material, digest(material)));
        let mut proofs = Proofs::of(&layout.board(rules, board), tables);
        let is_first = crew.is_first();
        let count = |material| position_count(board, material).unwrap_or(0);
        let counts = families
            .iter()
            .flat_map(|family| family.materials())
            .map(count);
        watch.begun(counts.sum());
        let numbering = Numbering::new(board);
        let mut verified = Verified::default();
        let mut together = Together::new(layout, rules, &numbering, &mut crew, watch);
        for (at, &family) in families.iter().enumerate() {
            // Values stay as long as they are needed.
            let later = &families[at..];
            together.keep_only(|kept| {
                later
                    .iter()
                    .any(|later| depends_on(later.larger_first(), kept))
            });
            together.examine(family)?;
            for material in family.materials() {
                verified.tables += 1;
                verified.values += count(material);
                if is_first {
                    watch.verified(material, count(material));
                }
            }
            let tables = family
                .materials()
                .filter_map(|side| Some((side, digest(side)?)));
            if is_first {
                proofs.add(family, &tables.collect::<Vec<_>>());
            }
        }
        Ok(verified)
    }
}

/// Checks that all processes find the same tables.
fn expect_same_tables(
    crew: &mut Crew<'_>,
    folder: &Path,
    headers: &Headers,
) -> Result<(), VerifyError> {
    let digest = |header: &Option<Header>| header.as_ref().map(|header| header.digest);
    let found: BTreeMap<String, _> = headers
        .iter()
        .map(|(material, header)| (material.to_string(), digest(header)))
        .collect();
    let found = format!("{found:?}");
    let all = crew.exchange().all_gather(found.as_bytes());
    let all = all.map_err(VerifyError::exchange)?;
    match all.iter().position(|found| *found != all[0]) {
        None => Ok(()),
        Some(rank) => Err(VerifyError::NotShared {
            path: folder.to_owned(),
            rank,
        }),
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
    let longest = |material| longest(&headers, material);
    let values = Peak::bytes(board, materials, longest);
    let needed = values.saturating_add(block_bytes(board, materials));
    MemoryError::check(needed, memory)?;
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

/// The headers of a board's tables, where they can be read.
type Headers = HashMap<Material, Option<Header>>;

/// Returns the headers of a board's tables, where they can be read.
fn headers(layout: &Layout, rules: Rules, board: Board) -> Headers {
    let tables = orientations::tables(layout, rules, board).unwrap_or_default();
    let headers = tables.into_iter().map(|(material, path)| {
        let table = Table::open(&path);
        let header = table.ok().map(|table| table.header().clone());
        (material, header)
    });
    headers.collect()
}

/// Returns the longest distance of a table; 0 if it cannot be read.
fn longest(headers: &Headers, material: Material) -> u16 {
    let header = headers.get(&material).and_then(Option::as_ref);
    header.map_or(0, |header| header.longest)
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
