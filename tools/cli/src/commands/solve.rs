//! `loa solve`: solves what is missing and stores it.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use loa_record::text::{counted, grouped};
use loa_solver::{Board, Stop};
use loa_tablebase::{BuildReport, Builder, Probe, ProbeError, Replaced, Selection, Tablebase};
use serde_json::{Value as Json, json};

use super::fit;
use super::metric::MetricArgument;
use super::plan::same_board;
use super::selected::Selected;
use crate::answers::note_on_draw;
use crate::common::Common;
use crate::failure::Failure;
use crate::interruption::heed_signals;
use crate::output;
use crate::processes::Processes;
use crate::progress::{Display, SolveProgress, unproven};
use crate::size::size;
use loa_reply::duration;

#[derive(clap::Args, Debug)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) selected: Selected,
    /// Solve only the largest part, by stones, that fits memory and disk
    #[arg(long, conflicts_with = "material")]
    pub(crate) fit: bool,
    /// Memory to use at most, such as 2GiB [default: all that is free]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) memory: Option<u64>,
    /// First verify the tables that are there and built on, as verify does; of an
    /// earlier run use only these and the family that was interrupted
    #[arg(long)]
    pub(crate) verify_lower: bool,
    /// Contents of the tables: exact distances, or wins, draws and losses alone
    #[arg(long, value_enum, default_value_t = MetricArgument::Distance)]
    pub(crate) metric: MetricArgument,
    /// Seconds between two checkpoints: the work that a kill may cost. Checkpoints are
    /// further apart where writing them takes more than a quarter of the time. With
    /// 'never' a kill costs the family in hand, and less disk is needed
    #[arg(long, value_name = "SECONDS", default_value = "20", value_parser = interval)]
    pub(crate) checkpoint: Duration,
    /// Seconds between two lines of progress where there is no terminal
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    pub(crate) log_every: u32,
}

/// Reads the time between two checkpoints.
fn interval(text: &str) -> Result<Duration, String> {
    match text.parse() {
        _ if text == "never" => Ok(Duration::MAX),
        Ok(seconds) => Ok(Duration::from_secs(u32::into(seconds))),
        Err(error) => Err(format!("{error}; give seconds or 'never'")),
    }
}

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

pub(crate) fn run(
    common: &Common,
    solve: &SolveArgs,
    processes: &mut Processes,
) -> Result<(), Failure> {
    // The first signal stops the sweeps; should they go on, the second ends the
    // process, which costs no more than a kill would.
    heed_signals(&INTERRUPTED)?;
    let (board, rules) = (solve.selected.board, common.rules.rules);
    let layout = common.layout()?;
    processes.expect_shared(layout.root())?;
    let builder = |selection| {
        Builder::new(layout.clone(), rules, board, selection)
            .memory(solve.memory)
            .verify_lower(solve.verify_lower)
            .metric(solve.metric.into())
            .checkpoint(solve.checkpoint)
            .stop(Stop::when(|| INTERRUPTED.load(Relaxed)))
    };
    let mut selection = solve.selected.selection();
    if solve.fit && processes.is_first() {
        let (fitting, sentence) = fit::reduced(&builder(selection), selection)?;
        selection = fitting;
        if !common.json {
            output::line(sentence)?;
        }
    }
    let builder = builder(selection);
    let log_every = Duration::from_secs(solve.log_every.into());
    let display = Display::on_stderr(common.quiet || common.json, log_every);
    let progress = SolveProgress::new(&builder, display);
    let report = builder.run_with(processes.exchange(), &|event| progress.note(&event));
    progress.finish();
    let report = report.map_err(|error| {
        let options = fit::options(solve.memory, solve.metric.into());
        fit::failure("solve", &builder, &options, error)
    })?;
    let sent = processes.sent()?;
    if !processes.is_first() {
        return Ok(());
    }
    let of = layout.orientation(rules, board);
    let start = start_value(&common.tablebase()?, board)?;
    if common.json {
        return output::json(&json!({
            "board": board.to_string(),
            "tables_of": of.to_string(),
            "rules": rules.id(),
            "pieces": pieces(selection),
            "written": report.written,
            "skipped": report.skipped,
            "with_distances": report.have_more,
            "replaced": report.replaced.iter().map(replaced_json).collect::<Vec<_>>(),
            "restarted": report.restarted,
            "unproven": report.unproven.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "positions": report.positions,
            "bytes": report.bytes,
            "seconds": report.elapsed.as_secs_f64(),
            "processes": processes.count(),
            "sent": sent,
            "start": start.map(|probe| json!({
                "position": probe.position.to_string(),
                "category": probe.value.wdl().name(),
                "plies": probe.value.plies(),
            })),
        }));
    }
    output::line(summary(&report))?;
    if of != board {
        output::line(same_board(board, of))?;
    }
    if !report.unproven.is_empty() {
        output::line(unproven(&builder, &report.unproven))?;
    }
    if report.restarted > 0 {
        let families = match report.restarted {
            1 => "1 family was".to_owned(),
            restarted => format!("{restarted} families were"),
        };
        output::line(format!(
            "{families} begun again: the work files were not to be trusted"
        ))?;
    }
    for replaced in &report.replaced {
        output::line(made_again(replaced))?;
    }
    match start {
        Some(start) => output::answer(format!(
            "the start of {board} under {rules}: {} {}{}",
            start.position.turn().letter(),
            start.value.verdict(),
            note_on_draw(common.rules, start.value)
        )),
        None => output::line(format!("these tables do not reach the start of {board}")),
    }
}

/// Returns the most stones of the selection, if it is one by stones.
const fn pieces(selection: Selection) -> Option<u32> {
    match selection {
        Selection::Stones(stones) => Some(stones),
        Selection::Whole | Selection::Material(_) => None,
    }
}

/// Returns the value of the start position, if there are tables for it.
fn start_value(tables: &Tablebase, board: Board) -> Result<Option<Probe>, Failure> {
    match tables.probe(&board.start()) {
        Ok(probe) => Ok(Some(probe)),
        Err(
            ProbeError::Missing { .. } | ProbeError::Unfinished { .. } | ProbeError::Outside(_),
        ) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn summary(report: &BuildReport) -> String {
    let took = duration(report.elapsed.as_secs_f64());
    let tables = |number: usize| counted(number as u64, "table");
    let written = || {
        let (tables, positions) = (tables(report.written), grouped(report.positions));
        format!("{tables}, {positions} positions, {took}")
    };
    match (report.written, report.skipped) {
        (0, 1) => format!("nothing to do: the table is there{}", spare(report)),
        (0, skipped) => {
            let (tables, spare) = (tables(skipped), spare(report));
            format!("nothing to do: all {tables} are there{spare}")
        }
        (_, 0) => written(),
        (_, 1) => format!("{}; 1 table was there{}", written(), spare(report)),
        (_, skipped) => {
            let (tables, spare) = (tables(skipped), spare(report));
            format!("{}; {tables} were there{spare}", written())
        }
    }
}

/// Returns a line on a table that was damaged.
fn made_again(replaced: &Replaced) -> String {
    let file = replaced.path.display();
    let aside = replaced.aside.as_ref();
    let aside = aside.map(|aside| format!("; the old file is now {}", aside.display()));
    format!("made {file} again{}", aside.unwrap_or_default())
}

fn replaced_json(replaced: &Replaced) -> Json {
    json!({
        "file": replaced.path.to_string_lossy(),
        "reason": replaced.reason,
        "aside": replaced.aside.as_ref().map(|aside| aside.to_string_lossy()),
    })
}

/// Returns a remark on tables that have distances where none are wanted.
fn spare(report: &BuildReport) -> String {
    match report.have_more {
        0 => String::new(),
        all if all == report.skipped => ", with distances".to_owned(),
        some => format!(", {some} of them with distances"),
    }
}
