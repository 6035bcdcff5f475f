//! A judgement as text.

use loa_tablebase::Wdl;

use super::report::{Report, Score};
use super::tally::Tally;
use super::verdict::Verdict;
use crate::effect::{Blunder, Effect};
use crate::failure::Failure;
use crate::output;
use crate::printable::printable;

/// Failures that are told one by one, and lines of what the engine said before
/// each; what it complained of is told as far as it is known.
const FAILURES: usize = 4;
const SAID: usize = 6;

/// Prints it.
pub(crate) fn print(report: &Report<'_>) -> Result<(), Failure> {
    let judgement = &report.judgement;
    output::line(format!(
        "{} under {}, {}",
        printable(&report.engine()),
        report.rules.rules,
        report.limit()
    ))?;
    output::line(printable(&report.positions()))?;
    if judgement.positions > 0 {
        output::line(summary(&judgement.all))?;
        output::line("")?;
        output::line(heading("material"))?;
        for (material, tally) in &judgement.by_material {
            output::line(row(&material.to_string(), tally))?;
        }
        output::line("")?;
        output::line(heading("distance"))?;
        for (reach, tally) in &judgement.by_reach {
            output::line(row(&reach.to_string(), tally))?;
        }
        output::line(row("all", &judgement.all))?;
    }
    let worst = judgement.worst(report.worst);
    if !worst.is_empty() {
        output::line("\nworst moves")?;
        for verdict in worst {
            output::line(format!("  {}", told(verdict)))?;
        }
    }
    print_games(report)?;
    print_failures(report)
}

/// What all answers come to.
fn summary(all: &Tally) -> String {
    let effects = &all.effects;
    let kept = match effects.kept_percent() {
        Some(percent) => format!(
            "value kept: {percent:.2} % ({} of {})",
            effects.kept(),
            effects.moves
        ),
        None => "value kept: no answer".to_owned(),
    };
    let blunders: Vec<String> = Blunder::ALL
        .iter()
        .map(|&blunder| format!("{} {}", effects.blunders(blunder), blunder.name()))
        .collect();
    let mut lines = vec![
        kept,
        format!(
            "blunders: {} ({})",
            effects.all_blunders(),
            blunders.join(", ")
        ),
        format!(
            "distance lost: {} plies slower in {} won positions, {} plies sooner in {} lost ones",
            effects.slower.plies, effects.slower.moves, effects.sooner.plies, effects.sooner.moves
        ),
    ];
    if effects.moves > 0 {
        let mean = all.time.as_secs_f64() / effects.moves as f64;
        lines.push(format!(
            "time a move: {:.1} ms on average, {:.1} ms at most",
            1e3 * mean,
            1e3 * all.longest.as_secs_f64()
        ));
    }
    lines.join("\n")
}

fn heading(what: &str) -> String {
    let [win_draw, win_loss, draw_loss] = Blunder::ALL.map(Blunder::name);
    format!(
        "{what:<16} {:>8} {:>8} {win_draw:>12} {win_loss:>12} {draw_loss:>12} {:>8} {:>8} {:>8}",
        "answers", "kept %", "slower", "sooner", "failures"
    )
}

fn row(name: &str, tally: &Tally) -> String {
    let effects = &tally.effects;
    let kept = effects
        .kept_percent()
        .map_or("-".to_owned(), |percent| format!("{percent:.2}"));
    let [win_draw, win_loss, draw_loss] = Blunder::ALL.map(|blunder| effects.blunders(blunder));
    format!(
        "{name:<16} {:>8} {kept:>8} {win_draw:>12} {win_loss:>12} {draw_loss:>12} {:>8} {:>8} {:>8}",
        effects.moves, effects.slower.plies, effects.sooner.plies, tally.failures
    )
}

/// A move, what it did and what was better.
fn told(verdict: &Verdict<'_>) -> String {
    let question = verdict.question;
    format!(
        "{}  {}{}; {} {}; better: {}",
        question.position(),
        question.probe().value,
        thought(verdict),
        verdict.chosen.played,
        did(verdict),
        better(verdict)
    )
}

/// What the engine took the position to be worth, if it told.
pub(super) fn thought(verdict: &Verdict<'_>) -> String {
    match verdict.score {
        Some(score) => format!(" (its score: {score})"),
        None => String::new(),
    }
}

/// What a move did, in words.
pub(super) fn did(verdict: &Verdict<'_>) -> String {
    match verdict.effect {
        Effect::Best => "is as good as any".to_owned(),
        slower @ Effect::Slower(_) => format!("wins {slower}"),
        sooner @ Effect::Sooner(_) => format!("loses {sooner}"),
        Effect::Blunder(_) => format!("leaves a {}", verdict.chosen.value),
    }
}

/// The moves that are as good as any.
pub(super) fn better(verdict: &Verdict<'_>) -> String {
    let moves: Vec<String> = verdict
        .question
        .best()
        .map(|m| m.played.to_string())
        .collect();
    moves.join(", ")
}

fn print_games(report: &Report<'_>) -> Result<(), Failure> {
    let Some(games) = &report.games else {
        return Ok(());
    };
    let (won, drawn) = (games.score(Wdl::Win), games.score(Wdl::Draw));
    output::line(format!(
        "\nplayed out: {} wins converted, {} plies over perfect; {} draws held",
        share(&won),
        games.late(),
        share(&drawn)
    ))?;
    for played in games.games.iter().filter(|game| !game.end.is_success()) {
        output::line(format!(
            "  {}  {}: {} at ply {}",
            played.game.start(),
            played.value,
            played.end.told(),
            played.game.moves().len()
        ))?;
    }
    Ok(())
}

fn share(score: &Score) -> String {
    format!("{} of {}", score.succeeded, score.played)
}

fn print_failures(report: &Report<'_>) -> Result<(), Failure> {
    let counts = report.failure_counts();
    if !counts.is_empty() {
        let counts: Vec<String> = counts
            .iter()
            .map(|(kind, n)| format!("{n} {kind}"))
            .collect();
        output::line(format!("\nfailures: {}", counts.join(", ")))?;
    }
    for failure in report.failures().take(FAILURES) {
        output::line(format!(
            "  {}: {}",
            failure.position,
            printable(&failure.failed.to_string())
        ))?;
        let words = &failure.failed.words;
        for line in words
            .output
            .iter()
            .skip(words.output.len().saturating_sub(SAID))
        {
            output::line(format!("    said: {}", printable(line)))?;
        }
        for line in &words.errors {
            output::line(format!("    complained: {}", printable(line)))?;
        }
    }
    let more = report.failures().skip(FAILURES).count();
    if more > 0 {
        output::line(format!("  and {more} more"))?;
    }
    if report.gave_up() {
        output::line("the engine was given up after these failures")?;
    }
    if report.interrupted {
        output::line("interrupted")?;
    }
    Ok(())
}
