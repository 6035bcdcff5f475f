//! Verifies tables one family after another, by all processes in step. A single process is also the
//! first.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use loa_solver::retrograde::{Exchange, Local, all_succeed};
use loa_solver::{Board, Family, Material, Numbering, Rules, Stop};

use super::board_values::BoardValues;
use super::error::VerifyError;
use super::memory::{block_bytes, depends_on, peak};
use super::proofs::ProvedTables;
use super::sample::SampleChoice;
use super::verified::Verified;
use crate::event::{Control, Event, Watch};
use crate::format::error::TableError;
use crate::format::header::Header;
use crate::format::subject::TableSubject;
use crate::probe::tablebase::Tablebase;
use crate::source::embedded;
use crate::source::layout::Layout;
use crate::source::orientations;
use crate::values::memory::{check_memory, positions};

/// Settings of a verification: the tables to prove from their own successors.
///
/// # Examples
///
/// The tables of 3x3, solved and then verified:
///
/// ```
/// use loa_tablebase::{Builder, Selection, Verifier};
///
/// let folder = tempfile::tempdir()?;
/// let (rules, board) = ("mover-pass".parse()?, "3x3".parse()?);
/// Builder::new(folder.path(), rules, board, Selection::Whole).run()?;
/// let verified = Verifier::new(folder.path(), rules, board).run()?;
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
    sample: Option<SampleChoice>,
    embedded: bool,
    stop: Stop,
}

impl Verifier {
    /// Returns the settings for verifying all tables of one board in a folder: a path or a layout.
    pub fn new(layout: impl Into<Layout>, rules: Rules, board: Board) -> Verifier {
        Verifier {
            layout: layout.into(),
            rules,
            board,
            only: None,
            memory: None,
            sample: None,
            embedded: true,
            stop: Stop::default(),
        }
    }

    /// Restricts the verification to the tables of one material and its twin.
    #[must_use]
    pub fn only(mut self, material: impl Into<Option<Material>>) -> Verifier {
        self.only = material.into();
        self
    }

    /// Sets the memory limit in bytes. Default: all available memory.
    #[must_use]
    pub fn memory(mut self, bytes: impl Into<Option<u64>>) -> Verifier {
        self.memory = bytes.into();
        self
    }

    /// Compares a sample of at least `values` values, in blocks picked by a seed. No table is in
    /// memory as a whole. A sample proves nothing for certain and is not recorded.
    #[must_use]
    pub fn sample(mut self, values: u64, seed: u64) -> Verifier {
        self.sample = Some(SampleChoice { values, seed });
        self
    }

    /// Sets whether the built-in tables are verified if the folder has none. Default: yes.
    #[must_use]
    pub const fn embedded(mut self, embedded: bool) -> Verifier {
        self.embedded = embedded;
        self
    }

    /// Sets the signal to end the work. Default: never set.
    #[must_use]
    pub fn stop(mut self, stop: Stop) -> Verifier {
        self.stop = stop;
        self
    }

    /// Verifies the tables, on the threads of the current rayon pool.
    ///
    /// # Errors
    /// If memory does not suffice (before anything is read), or at the first wrong value, damage,
    /// or missing table.
    pub fn run(&self) -> Result<Verified, VerifyError> {
        self.run_with(&mut Local, &|_| {})
    }

    /// Verifies the tables as [`Verifier::run`] does, together with the processes of an exchange.
    /// All must call this with the same settings, and all return the same. Each has all values of
    /// the current tables in memory, and compares a share of them. The `watch` of the first process
    /// receives all events.
    ///
    /// # Errors
    /// As for [`Verifier::run`], if another process fails, and if the processes find different
    /// tables.
    pub fn run_with(
        &self,
        exchange: &mut dyn Exchange,
        watch: Watch<'_>,
    ) -> Result<Verified, VerifyError> {
        let (layout, rules) = (&self.layout, self.rules);
        let folder = layout.board(rules, self.board);
        // Tables are verified under the board that they were made for.
        let board = layout.orientation(rules, self.board);
        let headers = headers(layout, rules, board)
            .map_err(|error| TableError::io(&folder, error.kind().into()).into());
        let headers = all_succeed::<_, VerifyError>(exchange, headers)?;
        expect_same_tables(exchange, &folder, &headers)?;
        let wanted = |material: &Material| {
            let only = self.only.map(Material::family);
            only.is_none_or(|only| only == material.family())
        };
        let mut materials: Vec<Material> = headers.keys().copied().filter(wanted).collect();
        let built_in = self.embedded && materials.is_empty();
        if built_in {
            materials.extend(embedded::materials(rules, board).filter(wanted));
            materials.sort();
        }
        if materials.is_empty() {
            return Err(VerifyError::NoTables { path: folder });
        }
        let numbering = Numbering::new(board);
        let silent = |_: Event<'_>| {};
        let watch = if exchange.rank() == 0 { watch } else { &silent };
        let control = Control { stop: &self.stop, watch };
        let mut values = BoardValues::new(layout, rules, &numbering, exchange, control);
        let verified = match self.sample {
            Some(sample) => {
                let tables = Tablebase::options().source(layout.clone()).tablebase(rules);
                sample.compare(&mut values, &tables, &materials, self.memory)?
            }
            None => prove(&mut values, &materials, &headers, self.memory)?,
        };
        Ok(Verified { built_in, ..verified })
    }
}

/// Checks that all processes find the same tables.
fn expect_same_tables(
    exchange: &mut dyn Exchange,
    folder: &Path,
    headers: &Headers,
) -> Result<(), VerifyError> {
    let digest = |header: &Option<Header>| header.as_ref().map(|header| header.digest);
    let found = headers.iter().map(|(material, header)| (material, digest(header)));
    let found = format!("{:?}", found.collect::<Vec<_>>());
    let all = exchange.all_gather(found.as_bytes()).map_err(VerifyError::exchange)?;
    match all.iter().position(|found| *found != all[0]) {
        None => Ok(()),
        Some(rank) => Err(VerifyError::NotShared { path: folder.to_owned(), rank }),
    }
}

/// Verifies some of a board's tables, smallest first, and adds them to the record of the board's
/// folder.
fn prove(
    held: &mut BoardValues<'_>,
    materials: &[Material],
    headers: &Headers,
    memory: Option<u64>,
) -> Result<Verified, VerifyError> {
    let (board, control) = (held.board(), held.control);
    let mut families: Vec<Family> = materials.iter().map(|material| material.family()).collect();
    families.sort();
    families.dedup();
    let header = |material| headers.get(&material).and_then(Option::as_ref);
    let longest = |material| header(material).map_or(0, |header| header.longest);
    let peak = peak(board, &families, longest);
    let needed = peak.saturating_add(block_bytes(board, materials));
    let fits = check_memory(needed, memory, &held.folder());
    all_succeed(held.exchange, fits.map_err(VerifyError::from))?;
    let digest = |material| Some(header(material)?.digest);
    let tables = headers.keys().map(|&material| (material, digest(material)));
    let mut proofs = ProvedTables::of(&held.folder(), tables);
    let values = materials.iter().map(|&material| positions(board, material));
    (control.watch)(Event::Comparing(values.sum()));
    let mut verified = Verified::default();
    for (at, &family) in families.iter().enumerate() {
        // Values are kept while they are needed.
        let later = &families[at..];
        let is_needed = |kept| later.iter().any(|&later| depends_on(later, kept));
        held.keep_only(is_needed);
        held.examine(family, is_needed)?;
        let of_family = |material: &&Material| material.family() == family;
        for &material in materials.iter().filter(of_family) {
            let values = positions(board, material);
            verified.tables += 1;
            verified.values += values;
            (control.watch)(Event::Verified { material, values });
        }
        let tables = family.materials().filter_map(|side| Some((side, digest(side)?)));
        if held.exchange.rank() == 0 {
            proofs.add(family, &tables.collect::<Vec<_>>());
        }
    }
    Ok(verified)
}

/// The headers of a board's tables; `None` for a table that cannot be read.
type Headers = BTreeMap<Material, Option<Header>>;

fn headers(layout: &Layout, rules: Rules, board: Board) -> io::Result<Headers> {
    let materials = orientations::materials(layout, rules, board)?.into_iter();
    let headers = materials.map(|material| {
        let table = orientations::find(layout, TableSubject { rules, board, material });
        (material, table.ok().flatten().map(|table| table.header().clone()))
    });
    Ok(headers.collect())
}
