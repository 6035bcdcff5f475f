//! Reports as lines of text.

use loa_record::review::{Blunder, Effect};
use loa_record::text::{counted, printable};
use loa_solver::Move;
use loa_tablebase::Wdl;

use super::counts::Counts;
use super::defender::Games;
use super::judged_move::JudgedMove;
use super::report::{GameCounts, Report};

/// Failures that are listed one by one, and lines of the engine's output before each;
/// of its standard error all lines that are known.
const FAILURES: usize = 4;
const SAID: usize = 6;

/// Returns a report as lines of text, fit for a terminal whatever the engine's output.
pub fn report_lines(report: &Report<'_>) -> Vec<String> {
    let judgement = &report.judgement;
    let mut lines = vec![
        format!(
            "{} under {}, {}",
            printable(&report.engine()),
            report.rules.rules,
            report.engine.limit
        ),
        printable(&report.positions()),
    ];
    if judgement.positions > 0 {
        lines.extend(summary(&judgement.all));
        lines.extend(late_line(report));
        lines.extend([String::new(), heading("material")]);
        let by_material = judgement.by_material.iter();
        lines.extend(by_material.map(|(material, counts)| row(&material.to_string(), counts)));
        lines.extend([String::new(), heading("distance")]);
        let by_band = judgement.by_band.iter();
        lines.extend(by_band.map(|(band, counts)| row(&band.to_string(), counts)));
        lines.push(row("all", &judgement.all));
        if !judgement.by_theme.is_empty() {
            lines.extend([String::new(), heading("theme")]);
            let by_theme = judgement.by_theme.iter();
            lines.extend(by_theme.map(|(theme, counts)| row(theme.name(), counts)));
        }
    }
    let worst = report.worst_moves();
    let worst = worst.map(|(judged, refutation)| format!("  {}", move_line(judged, refutation)));
    let worst: Vec<String> = worst.collect();
    if !worst.is_empty() {
        lines.extend([String::new(), "worst moves".to_owned()]);
        lines.extend(worst);
    }
    lines.extend(report.games.iter().flat_map(game_lines));
    lines.extend(failure_lines(report));
    lines
}

/// Returns all answers in figures.
fn summary(all: &Counts) -> Vec<String> {
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
    lines
}

fn heading(what: &str) -> String {
    let [win_draw, win_loss, draw_loss] = Blunder::ALL.map(Blunder::name);
    format!(
        "{what:<16} {:>8} {:>8} {win_draw:>12} {win_loss:>12} {draw_loss:>12} {:>8} {:>8} {:>8}",
        "answers", "kept %", "slower", "sooner", "failures"
    )
}

fn row(name: &str, counts: &Counts) -> String {
    let effects = &counts.effects;
    let kept = effects
        .kept_percent()
        .map_or("-".to_owned(), |percent| format!("{percent:.2}"));
    let [win_draw, win_loss, draw_loss] = Blunder::ALL.map(|blunder| effects.blunders(blunder));
    format!(
        "{name:<16} {:>8} {kept:>8} {win_draw:>12} {win_loss:>12} {draw_loss:>12} {:>8} {:>8} {:>8}",
        effects.moves, effects.slower.plies, effects.sooner.plies, counts.failures
    )
}

/// Returns a line on answers that came late, if any did.
fn late_line(report: &Report<'_>) -> Option<String> {
    let late = report.late().filter(|&late| late > 0)?;
    let answers = counted(late as u64, "answer");
    Some(format!(
        "late: {answers} after more than {}",
        report.engine.limit
    ))
}

/// Returns a line on a move, its effect, its refutation and better moves.
fn move_line(judged: &JudgedMove<'_>, refutation: &[Move]) -> String {
    let question = judged.question;
    format!(
        "{}  {}{}; {} {}{}; better: {}",
        question.position(),
        question.probe().value.verdict(),
        score_note(judged),
        judged.chosen.played,
        effect_text(judged),
        refutation_note(refutation),
        better(judged)
    )
}

/// Returns the refutation of a move in words, if there is one.
pub(super) fn refutation_note(refutation: &[Move]) -> String {
    let moves: Vec<String> = refutation.iter().map(Move::to_string).collect();
    match moves.is_empty() {
        true => String::new(),
        false => format!(" after {}", moves.join(" ")),
    }
}

/// Returns the engine's own score of the position, if it gave one.
pub(super) fn score_note(judged: &JudgedMove<'_>) -> String {
    match judged.score {
        Some(score) => format!(" (its score: {score})"),
        None => String::new(),
    }
}

/// Returns the effect of a move, in words.
pub(super) fn effect_text(judged: &JudgedMove<'_>) -> String {
    match judged.effect {
        Effect::Best => "is as good as any".to_owned(),
        slower @ Effect::Slower(_) => format!("wins {slower}"),
        sooner @ Effect::Sooner(_) => format!("loses {sooner}"),
        Effect::Blunder(_) => judged.chosen.value.verdict(),
    }
}

/// Returns the best moves.
fn better(judged: &JudgedMove<'_>) -> String {
    let moves: Vec<String> = judged
        .question
        .best()
        .map(|m| m.played.to_string())
        .collect();
    moves.join(", ")
}

fn game_lines(games: &Games) -> Vec<String> {
    let share = |result| {
        let counts = GameCounts::of(games, result);
        format!("{} of {}", counts.succeeded, counts.played)
    };
    let summary = format!(
        "played out: {} wins converted, {} plies over perfect; {} draws held",
        share(Wdl::Win),
        games.late(),
        share(Wdl::Draw)
    );
    let lost = games.games.iter().filter(|game| !game.result.is_success());
    let lost = lost.map(|played| {
        format!(
            "  {}  {}: {} at ply {}",
            played.game.start(),
            played.value.verdict(),
            played.result,
            played.game.moves().len()
        )
    });
    [String::new(), summary].into_iter().chain(lost).collect()
}

fn failure_lines(report: &Report<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    let counts = report.failure_counts();
    if !counts.is_empty() {
        let counts = counts.iter().map(|(kind, n)| format!("{n} {kind}"));
        let counts = counts.collect::<Vec<_>>().join(", ");
        lines.extend([String::new(), format!("failures: {counts}")]);
    }
    for failure in report.failures().take(FAILURES) {
        let fault = printable(&failure.failed.to_string());
        lines.push(format!("  {}: {fault}", failure.position));
        let words = &failure.failed.words;
        let earlier = words.output.len().saturating_sub(SAID);
        let said = words.output.iter().skip(earlier);
        lines.extend(said.map(|line| format!("    said: {}", printable(line))));
        let errors = words.errors.iter();
        lines.extend(errors.map(|line| format!("    complained: {}", printable(line))));
    }
    let more = report.failures().skip(FAILURES).count();
    if more > 0 {
        lines.push(format!("  and {more} more"));
    }
    if report.gave_up() {
        lines.push("the engine was given up after these failures".to_owned());
    }
    if report.interrupted {
        lines.push("interrupted".to_owned());
    }
    lines
}
