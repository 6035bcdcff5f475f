//! `loa pack`: tables written anew, in the format of this version or without distances.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use loa_record::text::{counted, printable};
use loa_solver::{Board, Rules};
use loa_tablebase::{Event, Header, Layout, Metric, Packing, Table, TableError, Watch, pack_with};

use super::selected::METRICS;
use super::table_files::all_tables;
use crate::common::{Common, named};
use crate::failure::{Failure, bail, failure};
use crate::output;
use crate::progress::{Display, unlocked};
use crate::size::size;
use loa_report::{PackReport, PackedTable, amount};

#[derive(clap::Args, Debug)]
pub(crate) struct PackArgs {
    /// Table files; all of the tables folder if none is named, or those of
    /// --rules and --board
    pub(crate) files: Vec<PathBuf>,
    /// Only the tables of this board and of its transpose
    #[arg(long, value_name = "FxR", conflicts_with = "files")]
    pub(crate) board: Option<Board>,
    /// Contents of the packed tables: exact distances, or wins, draws and losses
    /// alone
    #[arg(long, default_value = "distance", value_parser = named(METRICS))]
    pub(crate) metric: Metric,
    /// Folder for the packed tables, laid out as --tables is; without it they
    /// replace the old ones
    #[arg(long, value_name = "DIR")]
    pub(crate) to: Option<PathBuf>,
    /// Drop distances without asking
    #[arg(long)]
    pub(crate) yes: bool,
    /// Memory to use at most, such as 2GiB: if that is not enough, nothing is begun
    /// [default: all that is free]
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
    let how = Packing::new(args.metric).memory(args.memory);
    // All are opened before the first is written.
    let jobs = files(common, args)?
        .into_iter()
        .map(|file| job(file, args))
        .collect::<Result<Vec<Job>, TableError>>()?;
    if how.metric == Metric::Outcome {
        agree_to_losses(common, args, &jobs)?;
    }
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

/// Returns the files that are named, or else those of the selection.
fn files(common: &Common, args: &PackArgs) -> Result<Vec<PathBuf>, Failure> {
    if !args.files.is_empty() {
        return Ok(args.files.clone());
    }
    let rules = common.names_rules.then_some(common.rules.rules);
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

fn has_distances(file: &Path) -> bool {
    let table = Table::open(file);
    table.is_ok_and(|table| table.header().metric == Metric::Distance)
}

/// Makes sure that dropping distances is wanted, and of which tables.
fn agree_to_losses(common: &Common, args: &PackArgs, jobs: &[Job]) -> Result<(), Failure> {
    let losing: Vec<&Job> = jobs.iter().filter(|job| has_distances(&job.to)).collect();
    if losing.is_empty() {
        return Ok(());
    }
    let mut what = format!("this drops the distances of {} for good", counted_by_board(&losing));
    if let Some(folder) = &args.to {
        what = format!("{what}, in {}", folder.display());
    }
    let is_selected = !args.files.is_empty() || args.board.is_some() || common.names_rules;
    if !is_selected {
        bail!(Usage, "{what}: name the files, or a --board or --rules");
    }
    if args.yes {
        return Ok(());
    }
    let is_person = io::stdin().is_terminal() && io::stdout().is_terminal() && !common.json;
    if !is_person {
        bail!(Usage, "{what}: add --yes if that is wanted");
    }
    output::prompt(&format!("{}. Go on? [y/N] ", printable(&what)))?;
    let mut answer = String::new();
    io::stdin().read_line(&mut answer)?;
    match answer.trim() {
        "y" | "Y" | "yes" => Ok(()),
        _ => Err(failure!(Failed, "nothing was packed")),
    }
}

/// Returns a count of tables, such as "9 tables of 4x4 under mover-pass (0.1 MiB)".
fn counted_by_board(jobs: &[&Job]) -> String {
    let place = |job: &&Job| (job.header.rules, job.header.board);
    let mut places: Vec<(Rules, Board)> = Vec::new();
    for place in jobs.iter().map(place) {
        if !places.contains(&place) {
            places.push(place);
        }
    }
    let places = places.into_iter().map(|of| {
        let tables = jobs.iter().filter(|job| place(job) == of);
        let number = counted(tables.clone().count() as u64, "table");
        let bytes = amount(tables.map(|job| job.header.file_bytes).sum());
        format!("{number} of {} under {} ({bytes})", of.1, of.0)
    });
    places.collect::<Vec<_>>().join(", ")
}
