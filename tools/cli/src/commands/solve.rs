//! `loa solve`: solves and stores missing tables.

use std::time::Duration;

use loa_judge::search::Found;
use loa_record::review::is_outside;
use loa_tablebase::{Builder, Probe, Selection};

use super::selected::{self, Selected};
use crate::common::Common;
use crate::failure::Failure;
use crate::interruption::{heed_signals, interruption};
use crate::output;
use crate::processes::Processes;
use crate::progress::{Display, SolveProgress, unproven};
use crate::size::size;
use loa_api::SolveReport;

#[derive(clap::Args, Debug)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) selected: Selected,
    /// Solve only the largest part, by number of stones, that fits memory and disk
    #[arg(long, conflicts_with = "material")]
    pub(crate) fit: bool,
    /// Memory limit, such as 2GiB [default: all free memory]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) memory: Option<u64>,
    /// First verify the existing tables that this run builds on, as verify does; from an earlier
    /// run, use only these and the interrupted family
    #[arg(long)]
    pub(crate) verify_lower: bool,
    /// Seconds between two checkpoints: the work that a kill may cost. Checkpoints are further
    /// apart if writing them takes more than a quarter of the time. With 'never' a kill costs the
    /// current family, and less disk is needed
    #[arg(long, value_name = "SECONDS", default_value = "20", value_parser = interval)]
    pub(crate) checkpoint: Duration,
    /// Seconds between progress lines when output is not a terminal
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    pub(crate) log_every: u32,
}

/// Parses the time between two checkpoints.
fn interval(text: &str) -> Result<Duration, String> {
    match text.parse() {
        _ if text == "never" => Ok(Duration::MAX),
        Ok(seconds) => Ok(Duration::from_secs(u32::into(seconds))),
        Err(_) => Err("expected seconds or 'never'".to_owned()),
    }
}

pub(crate) fn run(
    common: &Common,
    solve: &SolveArgs,
    processes: &mut Processes,
) -> Result<(), Failure> {
    // The first signal stops the sweeps. If they continue, the second signal ends the process, at
    // the cost of a kill.
    heed_signals()?;
    let (board, rules) = (solve.selected.board, common.rules.rules);
    let layout = common.layout()?;
    processes.expect_shared(layout.root())?;
    let builder = |selection| {
        Builder::new(layout.clone(), rules, board, selection)
            .memory(solve.memory)
            .verify_lower(solve.verify_lower)
            .checkpoint(solve.checkpoint)
            .stop(interruption())
    };
    let mut selection = solve.selected.selection();
    if solve.fit && processes.is_first() {
        let (fitting, sentence) = selected::reduced(&builder(selection), selection)?;
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
    progress.display.finish();
    let report = report.map_err(|error| {
        let options = selected::options(solve.memory);
        selected::failure("solve", &builder, &options, error)
    })?;
    let sent = processes.sent()?;
    if !processes.is_first() {
        return Ok(());
    }
    let start = match common.library()?.tables.of(rules).probe(&board.start()) {
        Err(error) if is_outside(&error) => None,
        probe => Some(probe?),
    };
    let solved = SolveReport {
        board,
        tables_of: layout.orientation(rules, board),
        rules,
        pieces: match selection {
            Selection::Stones(stones) => Some(stones),
            Selection::Whole | Selection::Material(_) => None,
        },
        processes: processes.count(),
        sent,
        start: start.map(|Probe { position, value, .. }| Found { position, value }),
        remark: (!report.unproven.is_empty()).then(|| unproven(&builder, &report.unproven)),
        preset: common.rules,
        report,
    };
    common.show(&solved)
}
