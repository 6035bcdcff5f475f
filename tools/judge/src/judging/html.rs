//! Reports as pages.

use loa_record::review::Blunder;
use loa_solver::{Move, Position};
use loa_tablebase::Wdl;
use maud::{Markup, html};

use super::counts::Counts;
use super::defender::{Games, PlayedGame};
use super::judged_move::JudgedMove;
use super::pool::FailedAt;
use super::report::{GameCounts, Report};
use super::text::{effect_text, score_note};
use crate::page;

/// Failures and games that are shown one by one.
const SHOWN: usize = 50;

const STYLE: &str = "
body { font-family: sans-serif; color: #222; background: #fff; max-width: 62rem;
  margin: 2rem auto; padding: 0 1rem; line-height: 1.4; }
table { border-collapse: collapse; margin: 1rem 0; }
th, td { padding: .2rem .7rem; text-align: right; border-bottom: 1px solid #ddd; }
th:first-child, td:first-child { text-align: left; white-space: nowrap; }
pre { background: #f4f4f4; padding: .5rem; overflow-x: auto; white-space: pre-wrap; }
.case { border-top: 1px solid #ddd; padding: 1rem 0; }
.boards { display: flex; flex-wrap: wrap; gap: 1rem; }
figure { margin: 0; } figcaption { font-size: .9rem; margin-bottom: .3rem; }
.boards svg { max-width: 17rem; height: auto; }
.bad { color: #a02020; } .good { color: #206020; }
";

/// Returns a report as a page that needs no other file.
pub fn report_page(report: &Report<'_>) -> String {
    let judgement = &report.judgement;
    let body = html! {
        (summary(report))
        @if judgement.positions > 0 {
            h2 { "By distance" }
            (table("distance", judgement.by_band.iter(), &judgement.all))
            h2 { "By material" }
            (table("material", judgement.by_material.iter(), &judgement.all))
            h2 { "Worst moves" }
            @let worst = judgement.worst(report.worst);
            @if worst.is_empty() { p { "None: every move was as good as any." } }
            @for judged in worst { (case(judged)) }
        }
        @if let Some(games) = &report.games { (played(games)) }
        (failures(report))
    };
    let title = format!("{} judged by perfect play", report.engine());
    page::page(&title, STYLE, &body)
}

fn summary(report: &Report<'_>) -> Markup {
    let all = &report.judgement.all.effects;
    html! {
        p { (report.positions()) " under " (report.rules.rules) ", " (report.engine.limit) "." }
        @if let Some(percent) = all.kept_percent() {
            p {
                strong { (format!("{percent:.2} %")) } " of the answers keep the value ("
                (all.kept()) " of " (all.moves) "). Blunders: " (all.all_blunders())
                ". In won positions " (all.slower.plies) " plies were lost over " (all.slower.moves)
                " moves, in lost ones " (all.sooner.plies) " over " (all.sooner.moves) " moves."
            }
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

fn table<'t, K: ToString + 't>(
    what: &str,
    rows: impl Iterator<Item = (&'t K, &'t Counts)>,
    all: &Counts,
) -> Markup {
    html! {
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
    }
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
fn case(judged: &JudgedMove<'_>) -> Markup {
    let question = judged.question;
    let played = judged.chosen.played;
    let best: Vec<Move> = question.best().map(|m| m.played).collect();
    html! {
        div.case {
            p {
                code { (question.position()) } ", " (question.probe().value)
                (score_note(judged)) ": " (played) " " (effect_text(judged)) "."
            }
            div.boards {
                (board("played", question.position(), &[played]))
                (board("better", question.position(), &best))
            }
        }
    }
}

fn board(what: &str, position: &Position, marks: &[Move]) -> Markup {
    let moves: Vec<String> = marks.iter().map(Move::to_string).collect();
    html! {
        figure {
            figcaption { (what) ": " (moves.join(", ")) }
            (page::board(position, marks))
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
            p { code { (game.start()) } ", " (played.value) ": " (played.result) "." }
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
