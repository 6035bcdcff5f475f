//! `loa pack`: rewrites tables of an older format in the current format.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use loa_solver::Board;
use loa_tablebase::{Event, Header, Layout, Packing, Table, TableError, Watch, pack_with};

use super::table_files::all_tables;
use crate::common::Common;
use crate::failure::{Failure, bail};
use crate::output;
use crate::paths::named_path;
use crate::progress::{Display, unlocked};
use crate::size::size;
use loa_api::{PackReport, PackedTable};

#[derive(clap::Args, Debug)]
pub(crate) struct PackArgs {
    /// Table files [default: all in the tables folder, or those of --rules and --board]
    #[arg(value_parser = named_path())]
    pub(crate) files: Vec<PathBuf>,
    /// Only the tables of this board and its transpose
    #[arg(long, value_name = "FxR", conflicts_with = "files")]
    pub(crate) board: Option<Board>,
    /// Folder for the packed tables, laid out like --tables; without this option they replace the
    /// old tables
    #[arg(long, value_name = "DIR", value_parser = named_path())]
    pub(crate) to: Option<PathBuf>,
    /// Memory limit, such as 2GiB; a limit that is too small fails before any work [default: all
    /// free memory]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) memory: Option<u64>,
}

/// A table to pack.
struct Job {
    header: Header,
    from: PathBuf,
    to: PathBuf,
}

impl Job {
    fn pack(&self, how: &Packing, watch: Watch<'_>) -> Result<Header, Failure> {
        if let Some(folder) = self.to.parent() {
            std::fs::create_dir_all(folder)?;
        }
        Ok(pack_with(&self.from, &self.to, how, watch)?)
    }
}

pub(crate) fn run(common: &Common, args: &PackArgs) -> Result<(), Failure> {
    let how = Packing::default().memory(args.memory);
    // All tables are opened before the first is written.
    let jobs = files(common, args)?
        .into_iter()
        .map(|file| job(file, args))
        .collect::<Result<Vec<Job>, TableError>>()?;
    for job in &jobs {
        how.check_memory(&job.header, &job.from)?;
    }
    let mut packed = Vec::new();
    let is_told = AtomicBool::new(false);
    let watch = |event: Event<'_>| {
        if let Event::Unlocked(folder) = event
            && !is_told.swap(true, Relaxed)
        {
            Display::Nothing.warn(&unlocked(folder));
        }
    };
    for job in &jobs {
        let table = PackedTable::new(&job.to, &job.header, &job.pack(&how, &watch)?);
        if !common.json {
            output::line(&table)?;
        }
        packed.push(table);
    }
    if common.json { output::json(&PackReport { tables: packed }) } else { Ok(()) }
}

/// Returns the named files, or the files of the selection if none is named.
fn files(common: &Common, args: &PackArgs) -> Result<Vec<PathBuf>, Failure> {
    if !args.files.is_empty() {
        return Ok(args.files.clone());
    }
    let rules = common.named_rules();
    let mut files = all_tables(common)?;
    files.retain(|file| {
        Layout::named(file).is_some_and(|(of_rules, board, _)| {
            rules.is_none_or(|rules| rules == of_rules)
                && args.board.is_none_or(|named| [named, named.transposed()].contains(&board))
        })
    });
    if files.is_empty() {
        let root = common.layout()?.root().display().to_string();
        bail!(Missing, "no such tables in {root}");
    }
    Ok(files)
}

fn job(from: PathBuf, args: &PackArgs) -> Result<Job, TableError> {
    let header = Table::open(&from)?.header().clone();
    let to = match &args.to {
        Some(folder) => Layout::new(folder).table(header.rules, header.board, header.material),
        None => from.clone(),
    };
    Ok(Job { header, from, to })
}
