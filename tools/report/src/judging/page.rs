//! Reports as pages.

use loa_record::review::{Blunder, Delay};
use loa_record::text::counted;
use loa_solver::Move;
use loa_tablebase::Wdl;
use maud::{Markup, html};

use super::counts::Counts;
use super::defender::{Games, PlayedGame};
use super::judged_move::JudgedMove;
use super::pool::FailedAt;
use super::report::{GameCounts, Report};
use super::text::{effect_text, refutation_note, score_note};
use crate::drawing::Paint;
use crate::page::{self, REPORT_STYLE, captioned_board};

/// Failures and games that are shown one by one.
const SHOWN: usize = 50;

const STYLE: &str = "
pre { background: var(--soft); padding: .5rem; white-space: pre-wrap; }
.bar { display: flex; flex-wrap: wrap; gap: .2rem .7rem; align-items: center; margin: .2rem 0; }
.name { width: 6rem; } .figure { font-size: .9rem; }
.track { position: relative; flex: 1 1 12rem; max-width: 26rem; height: 1rem; background: var(--soft); }
.share { position: absolute; inset: 0 auto 0 0; background: var(--bar); }
.error { position: absolute; top: .4rem; height: .2rem; background: var(--text); }
";

/// Returns a report as a page that needs no other file.
pub fn report_page(report: &Report<'_>) -> String {
    let judgement = &report.judgement;
    let body = html! {
        (summary(report))
        @if judgement.positions > 0 {
            h2 { "Worst moves" }
            @let mut worst = report.worst_moves().peekable();
            @if worst.peek().is_none() { p { "None: every move was as good as any." } }
            @else { (legend()) }
            @for (judged, refutation) in worst { (case(judged, refutation)) }
        }
        (failures(report))
        @if let Some(games) = &report.games { (played(games)) }
        @if judgement.positions > 0 {
            @if !judgement.by_theme.is_empty() {
                h2 { "Value kept by theme" }
                (bars(judgement.by_theme.iter()))
            }
            h2 { "Value kept by distance" }
            (bars(judgement.by_band.iter()))
            h2 { "Value kept by material" }
            (bars(judgement.by_material.iter()))
            details {
                summary { "All figures" }
                (table("distance", judgement.by_band.iter(), &judgement.all))
                (table("material", judgement.by_material.iter(), &judgement.all))
                @if !judgement.by_theme.is_empty() {
                    (table("theme", judgement.by_theme.iter(), &judgement.all))
                }
            }
        }
    };
    let title = format!("{} judged by perfect play", report.engine());
    page::page(&title, &[REPORT_STYLE, STYLE].concat(), &body)
}

fn summary(report: &Report<'_>) -> Markup {
    let all = &report.judgement.all.effects;
    html! {
        p { (report.positions()) " under " (report.rules.rules) ", " (report.engine.limit) "." }
        @if let Some(percent) = all.kept_percent() {
            p {
                strong { (format!("{percent:.2} %")) } " of the answers keep the value ("
                (all.kept()) " of " (all.moves)
                "). Blunders: " (all.all_blunders()) ". Won positions: " (delay(all.slower))
                " lost; lost positions: " (delay(all.sooner)) "."
            }
        }
        @if let Some(late) = report.late().filter(|&late| late > 0) {
            p.bad { (late) " answers came after more than " (report.engine.limit) "." }
        }
        @for remark in report.remarks() { p.bad { "Perhaps not set: " (remark) "." } }
        @if report.reasons.is_empty() {
            p.good { "Passed." }
        } @else {
            p.bad { "Failed: " (report.reasons.join(", ")) "." }
        }
        @if report.interrupted { p.bad { "The judgement was interrupted." } }
    }
}

/// Returns, say, `5 plies over 2 moves`.
fn delay(delay: Delay) -> String {
    let plies = match delay.plies {
        1 => "1 ply".to_owned(),
        plies => format!("{plies} plies"),
    };
    format!("{plies} over {}", counted(delay.moves as u64, "move"))
}

fn table<'t, K: ToString + 't>(
    what: &str,
    rows: impl Iterator<Item = (&'t K, &'t Counts)>,
    all: &Counts,
) -> Markup {
    let table = html! {
        table {
            thead {
                tr {
                    th { (what) } th { "answers" } th { "kept %" }
                    @for blunder in Blunder::ALL { th { (blunder.name()) } }
                    th { "plies slower" } th { "plies sooner" } th { "failures" }
                }
            }
            tbody { @for (name, counts) in rows { (row(&name.to_string(), counts)) } }
            tfoot { (row("all", all)) }
        }
    };
    page::wide(&format!("all figures by {what}"), &table)
}

/// Returns the meaning of the drawings.
fn legend() -> Markup {
    html! {
        p.legend {
            "A board shows the position before the move. A red arrow is the engine's move, \
             green ones are the best moves; a frame marks a stone that is taken."
        }
    }
}

/// Returns a bar for each row: the share of answers that keep the value, and the interval
/// that holds it in 95 of 100 samples. Rows without findings share a line.
fn bars<'t, K: ToString + 't>(rows: impl Iterator<Item = (&'t K, &'t Counts)>) -> Markup {
    let rows: Vec<(String, &Counts)> = rows
        .map(|(name, counts)| (name.to_string(), counts))
        .collect();
    let (perfect, others): (Vec<_>, Vec<_>) = rows.into_iter().partition(|(_, counts)| {
        counts.effects.kept() == counts.effects.moves && counts.failures == 0
    });
    let perfect: Vec<String> = perfect.into_iter().map(|(name, _)| name).collect();
    html! {
        @for (name, counts) in others {
            @let (kept, all) = (counts.effects.kept(), counts.effects.moves);
            @let (low, high) = interval(kept, all);
            @let share = 100.0 * kept as f64 / all.max(1) as f64;
            div.bar {
                span.name { (name) }
                span.track aria-hidden="true" {
                    span.share style=(format!("width:{share:.1}%")) {}
                    span.error style=(format!("left:{low:.1}%;width:{:.1}%", high - low)) {}
                }
                span.figure { (format!("{share:.1} % of {all}, {low:.0} to {high:.0}")) }
            }
        }
        @if !perfect.is_empty() { p { "All kept: " (perfect.join(", ")) "." } }
    }
}

/// Returns Wilson's interval for a share, in percent.
fn interval(kept: usize, all: usize) -> (f64, f64) {
    if all == 0 {
        return (0.0, 100.0);
    }
    let (n, share, z) = (all as f64, kept as f64 / all as f64, 1.96);
    let middle = share + z * z / (2.0 * n);
    let spread = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    let scale = 100.0 / (1.0 + z * z / n);
    ((middle - spread) * scale, (middle + spread) * scale)
}

fn row(name: &str, counts: &Counts) -> Markup {
    let effects = &counts.effects;
    html! {
        tr {
            td { (name) }
            td { (effects.moves) }
            td { @if let Some(percent) = effects.kept_percent() { (format!("{percent:.2}")) } }
            @for blunder in Blunder::ALL { td { (effects.blunders(blunder)) } }
            td { (effects.slower.plies) }
            td { (effects.sooner.plies) }
            td { (counts.failures) }
        }
    }
}

/// Returns a bad move beside better moves.
fn case(judged: &JudgedMove<'_>, refutation: &[Move]) -> Markup {
    let question = judged.question;
    let played = judged.chosen.played;
    let best: Vec<Move> = question.best().map(|m| m.played).collect();
    html! {
        div.case {
            p {
                code { (question.position()) } ", " (question.probe().value.verdict())
                (score_note(judged)) ": " (played) " " (effect_text(judged))
                (refutation_note(refutation)) "."
            }
            div.boards {
                (captioned_board("played", question.position(), &[played], Paint::Bad))
                (captioned_board("better", question.position(), &best, Paint::Good))
            }
        }
    }
}

fn played(games: &Games) -> Markup {
    let (won, drawn) = (
        GameCounts::of(games, Wdl::Win),
        GameCounts::of(games, Wdl::Draw),
    );
    let lost = games.games.iter().filter(|game| !game.result.is_success());
    html! {
        h2 { "Played out" }
        p {
            (won.succeeded) " of " (won.played) " wins converted, " (games.late())
            " plies over perfect; " (drawn.succeeded) " of " (drawn.played) " draws held."
        }
        @for game in lost.take(SHOWN) { (unsuccessful(game)) }
    }
}

fn unsuccessful(played: &PlayedGame) -> Markup {
    let game = &played.game;
    let moves: Vec<String> = game.moves().iter().map(Move::to_string).collect();
    html! {
        div.case {
            p { code { (game.start()) } ", " (played.value.verdict()) ": " (played.result) "." }
            p { (moves.join(" ")) }
            div.boards { (page::board(game.start(), &[])) }
        }
    }
}

fn failures(report: &Report<'_>) -> Markup {
    html! {
        @if report.failures().next().is_some() {
            h2 { "Failures" }
            ul { @for (kind, count) in report.failure_counts() { li { (count) " " (kind) } } }
            @if report.gave_up() { p.bad { "The engine was given up after these." } }
            @for failure in report.failures().take(SHOWN) { (failed(failure)) }
        }
    }
}

fn failed(failure: &FailedAt) -> Markup {
    let words = &failure.failed.words;
    html! {
        div.case {
            p { code { (failure.position) } ": " (failure.failed) }
            @for (stream, lines) in [("said", &words.output), ("complained", &words.errors)] {
                @if !lines.is_empty() {
                    p { (stream) ":" }
                    pre { @for line in lines { (line) "\n" } }
                }
            }
        }
    }
}
