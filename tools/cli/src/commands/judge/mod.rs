//! `loa judge`: an engine against the tables.

mod arguments;
mod entrant;
mod questions;

use std::path::Path;
use std::time::Instant;

use loa_judge::StageWatch;
use loa_judge::judging::{Defender, EnginePool, Games, Judgement, Question, judge, reasons};
use loa_record::text;
use loa_report::judging::{Comparison, JudgeReport, OlderReport, not_started};
use loa_tablebase::Tablebase;

pub(crate) use self::arguments::JudgeArgs;
use self::entrant::Entrant;
pub(super) use self::entrant::{dialogue_log, search_limit, usual_grace};
use self::questions::{questions, starts};
use crate::common::{Common, cores};
use crate::failure::{Failure, Status, bail, failure};
use crate::interruption::heed_signals;
use crate::output;
use crate::output_file::OutputFile;
use crate::progress::StageProgress;

pub(crate) fn run(common: &Common, args: &JudgeArgs) -> Result<(), Failure> {
    let began = Instant::now();
    let entrant = Entrant::of(common.rules.rules, args)?;
    let older = args.compare.as_deref().map(older_report).transpose()?;
    let page = args.html.as_deref().map(OutputFile::open).transpose()?;
    // The first signal ends the waiting, and the results so far are reported; the
    // second ends the process, and the engines with it.
    heed_signals()?;
    let tables = common.tablebase()?;
    let watch = StageProgress::new(common.quiet || common.json);
    let (questions, source) = questions(common, args, &entrant, &tables, &watch)?;
    if questions.is_empty() && (args.suite.is_some() || args.positions > 0) {
        bail!(Failed, "there is no position to ask about: none in which any move is wrong");
    }
    let mut pool = EnginePool::new(entrant.source());
    pool.preset = common.rules;
    pool.workers = args.workers.map_or_else(cores, usize::from);
    pool.most_failures = args.max_failures.get();
    pool.watch = &watch;
    let judgement = judge(&pool, &questions);
    // The moves are reported even if the games fail.
    let (games, trouble) = match play_out(common, args, &pool, &tables, &judgement, &questions) {
        Ok(games) => (games, None),
        Err(failure) => (None, Some(failure)),
    };
    watch.display.finish();
    if let Some(failed) = not_started(&judgement, games.as_ref()) {
        return Err(Failure::new(Status::Failed, failed));
    }
    let both = (&judgement, games.as_ref());
    // With `never` none of them is.
    let fail_on: Option<Vec<_>> = args.fail_on.iter().copied().collect();
    let fail_on = fail_on.unwrap_or_default();
    let reasons = reasons(both.0, both.1, &fail_on);
    let mut report = JudgeReport::new(entrant.label(), &source, &tables, both, args.worst);
    report = report.concluded(reasons, began.elapsed());
    report.interrupted = watch.interrupted();
    report.compared = older.map(|older: OlderReport| Comparison::of(&older, &report));
    let printed = output::show(common, &report);
    let written = page.map(|page| page.write(&report.page()));
    printed?;
    written.transpose()?;
    trouble.map_or(Ok(()), Err)?;
    passed(&report)
}

/// Plays endings out, if they are wanted and the engine is fit for it.
fn play_out(
    common: &Common,
    args: &JudgeArgs,
    pool: &EnginePool<'_>,
    tables: &Tablebase,
    judgement: &Judgement<'_>,
    questions: &[Question],
) -> Result<Option<Games>, Failure> {
    if args.play == 0 || judgement.gave_up || pool.watch.interrupted() {
        return Ok(None);
    }
    let defender = Defender {
        tables,
        preset: common.rules,
        most_plies: args.max_plies.get(),
        seed: args.seed,
    };
    let starts = starts(common, args, tables, pool.watch, questions)?;
    Ok(Some(defender.play(pool, &starts)?))
}

/// Returns a failure if the engine has not passed.
fn passed(report: &JudgeReport) -> Result<(), Failure> {
    if report.interrupted {
        bail!(Interrupted, "interrupted");
    }
    if report.reasons.is_empty() {
        return Ok(());
    }
    let reasons = report.reasons.join(", ");
    Err(failure!(Wrong, "the engine did not pass: {reasons}"))
}

/// Reads a report that was printed with `--json`.
fn older_report(path: &Path) -> Result<OlderReport, Failure> {
    let bytes = text::read_file(path)?;
    serde_json::from_slice(&bytes)
        .map_err(|_| failure!(Usage, "{}: this is no report of: loa judge --json", path.display()))
}
