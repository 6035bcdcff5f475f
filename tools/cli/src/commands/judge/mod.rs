//! `loa judge`: an engine against the tables.

mod arguments;
mod entrant;
mod older;
mod questions;

use std::num::NonZeroUsize;
use std::time::Instant;

use loa_judge::StageWatch;
use loa_judge::judging::{
    Comparison, Defender, EnginePool, Games, Judgement, Question, Report, judge, reasons,
    refutations, report_json, report_lines, report_page,
};
use loa_tablebase::Tablebase;
use serde_json::Value as Json;

pub(crate) use self::arguments::JudgeArgs;
use self::arguments::{INTERRUPTED, fail_on};
use self::entrant::Entrant;
pub(super) use self::entrant::{dialogue_log, search_limit, usual_grace};
use self::older::{comparison_lines, read_older};
use self::questions::{questions, starts};
use crate::common::Common;
use crate::failure::{Failure, Status};
use crate::interruption::heed_signals;
use crate::output;
use crate::output_file::OutputFile;
use crate::progress::StageProgress;

pub(crate) fn run(common: &Common, args: &JudgeArgs) -> Result<(), Failure> {
    let began = Instant::now();
    let entrant = Entrant::of(common.rules.rules, args)?;
    let older = args.compare.as_deref().map(read_older).transpose()?;
    let page = args.html.as_deref().map(OutputFile::open).transpose()?;
    // The first signal ends the waiting, and the results so far are reported; the
    // second ends the process, and the engines with it.
    heed_signals(&INTERRUPTED)?;
    let tables = common.tablebase()?;
    let watch = StageProgress::new(&INTERRUPTED, common.quiet || common.json);
    let (questions, source) = questions(common, args, &entrant, &tables, &watch)?;
    if questions.is_empty() && (args.suite.is_some() || args.positions > 0) {
        let message = "there is no position to ask about: none in which any move is wrong";
        return Err(Failure::new(Status::Failed, message));
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
    watch.finish();
    let refutations = refutations(&tables, &judgement.worst(args.worst));
    let reasons = reasons(&judgement, games.as_ref(), &fail_on(&args.fail_on));
    let report = Report {
        engine: entrant.label(),
        rules: common.rules,
        source,
        judgement,
        games,
        worst: args.worst,
        refutations,
        reasons,
        interrupted: watch.interrupted(),
        elapsed: began.elapsed(),
    };
    if let Some(failed) = report.not_started() {
        return Err(Failure::new(Status::Failed, failed));
    }
    let printed = print(common, &report, older.as_ref());
    let written = page.map(|page| page.write(&report_page(&report)));
    printed?;
    written.transpose()?;
    trouble.map_or(Ok(()), Err)?;
    passed(&report)
}

fn print(common: &Common, report: &Report<'_>, older: Option<&Json>) -> Result<(), Failure> {
    let mut json = report_json(report);
    let comparison = older.and_then(|older| Comparison::of(older, &json));
    if common.json {
        json["compared"] = comparison.as_ref().map(Comparison::to_json).into();
        return output::json(&json);
    }
    let mut lines = report_lines(report);
    if let Some(older) = older {
        lines.extend(comparison_lines(older, &json, comparison));
    }
    lines.into_iter().try_for_each(output::answer)
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
fn passed(report: &Report<'_>) -> Result<(), Failure> {
    if report.interrupted {
        return Err(Failure::new(Status::Interrupted, "interrupted"));
    }
    if report.reasons.is_empty() {
        return Ok(());
    }
    let reasons = report.reasons.join(", ");
    Err(Failure::new(
        Status::Wrong,
        format!("the engine did not pass: {reasons}"),
    ))
}

pub(super) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}
