//! `loa solve`: solves what is missing and stores it.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use loa_solver::Board;
use loa_tablebase::{BuildReport, Builder, Probe, ProbeError, Replaced, Selection, Tablebase};
use serde_json::{Value as Json, json};

use super::plan::same_board;
use super::{fit, probe};
use crate::args::{Common, Solve};
use crate::failure::{Failure, Status};
use crate::figures::{counted, duration, grouped};
use crate::output;
use crate::progress::{Shown, Watch, unproven};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

pub(super) fn run(common: &Common, solve: &Solve) -> Result<(), Failure> {
    // The first signal asks the passes to stop; should they not, the second
    // one ends the process, which costs no more than a kill would.
    let handler = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Relaxed) {
            leave();
        }
    });
    handler.map_err(|error| Failure::new(Status::Failed, error))?;
    let (board, rules) = (solve.selected.board, common.rules.rules);
    let layout = common.layout()?;
    let mut builder = Builder::new(layout.clone(), rules, board, solve.selected.selection());
    builder.memory = solve.memory;
    builder.verify_lower = solve.verify_lower;
    builder.metric = solve.metric.into();
    builder.checkpoint = Duration::from_secs(solve.checkpoint.into());
    if solve.fit {
        let fitting = fit::reduce(&mut builder)?;
        if !common.json {
            output::line(fitting)?;
        }
    }
    let log_every = Duration::from_secs(solve.log_every.into());
    let shown = Shown::on_stderr(common.quiet || common.json, log_every);
    let watch = Watch::new(&INTERRUPTED, shown);
    let report = builder.run(&watch);
    watch.finish();
    let report = report.map_err(|error| fit::failure("solve", &builder, error))?;
    let of = layout.orientation(rules, board);
    let start = start_value(&common.tablebase()?, board)?;
    if common.json {
        return output::json(&json!({
            "board": board.to_string(),
            "tables_of": of.to_string(),
            "rules": rules.id(),
            "pieces": pieces(&builder),
            "written": report.written,
            "skipped": report.skipped,
            "with_distances": report.have_more,
            "replaced": report.replaced.iter().map(replaced_json).collect::<Vec<_>>(),
            "restarted": report.restarted,
            "unproven": report.unproven.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "positions": report.positions,
            "bytes": report.bytes,
            "seconds": report.elapsed.as_secs_f64(),
            "start": start.map(|probe| json!({
                "position": probe.position.to_string(),
                "category": probe.value.wdl().name(),
                "plies": probe.value.plies(),
            })),
        }));
    }
    output::line(told(&report))?;
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
        Some(start) => output::line(format!(
            "the start of {board} under {rules} is a {} for {}{}",
            start.value,
            start.position.turn().letter(),
            probe::note(common, start.value)
        )),
        None => output::line(format!("these tables do not reach the start of {board}")),
    }
}

#[expect(
    clippy::exit,
    reason = "a second interruption ends the process at once"
)]
pub(super) fn leave() {
    std::process::exit(Status::Interrupted as i32);
}

/// The most stones of what is solved, if that is what it was selected by.
const fn pieces(builder: &Builder) -> Option<u32> {
    match builder.selection {
        Selection::Pieces(stones) => Some(stones),
        Selection::Whole | Selection::Material(_) => None,
    }
}

/// The value of the start position, if there are tables for it.
fn start_value(tables: &Tablebase, board: Board) -> Result<Option<Probe>, Failure> {
    match tables.probe(&board.start()) {
        Ok(probe) => Ok(Some(probe)),
        Err(
            ProbeError::Missing { .. } | ProbeError::Unfinished { .. } | ProbeError::Outside(_),
        ) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

fn told(report: &BuildReport) -> String {
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

/// A line on a table that was damaged.
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

/// A remark on tables that have distances where none are wanted.
fn spare(report: &BuildReport) -> String {
    match report.have_more {
        0 => String::new(),
        all if all == report.skipped => ", with distances".to_owned(),
        some => format!(", {some} of them with distances"),
    }
}
