//! Reports on engines as pages.

use loa_engine::LastWords;
use loa_judge::judging::{Counts, EngineGames, FailedAt, PlayedGame};
use loa_record::review::{Blunder, Delay};
use loa_record::text::{counted, plies};
use maud::{Markup, html};

use super::{JudgeReport, Rows, WorstMove, rows};
use crate::drawing::{LOSS, WIN};
use crate::page::{self, captioned_board};
use crate::text::joined;

/// The maximum number of failures and games that are shown individually.
const SHOWN: usize = 50;

impl JudgeReport {
    /// Returns the report as a page that needs no other file.
    pub(crate) fn page(&self) -> String {
        let (groups, positions) = (self.groups(), self.judgement.positions);
        let groups = || groups.iter().filter(|(_, groups)| !groups.is_empty());
        let all = &self.judgement.all;
        let baselines = self.baselines.iter().map(|(name, counts)| (name, counts));
        let body = html! {
            (summary(self))
            @if positions > 0 {
                h2 { "Worst moves" }
                @if self.worst.is_empty() { p { "None: every move was a best move." } }
                @else { (legend()) }
                @for worst in &self.worst { (case(worst)) }
            }
            (failures(self))
            @if let Some(games) = &self.played_out { (played(games)) }
            @if positions > 0 {
                @for (what, groups) in groups() { h2 { "Value kept by " (what) } (bars(groups)) }
                @if let Some(likeness) = &self.likeness {
                    h2 { "Plain players in the same positions" }
                    p { "The engine " (likeness) ", by the share of results kept." }
                    (table("baseline", &rows(baselines), all))
                }
                details {
                    summary { "All figures" }
                    @for (what, groups) in groups() { (table(what, groups, all)) }
                }
            }
        };
        page::page(&format!("{} judged by perfect play", self.title()), &body)
    }
}

fn summary(report: &JudgeReport) -> Markup {
    let (all, limit) = (&report.judgement.all, &report.engine.limit);
    let effects = &all.effects;
    html! {
        p { (report.asked()) " under " (report.rules) ", " (limit) "." }
        @if let Some(percent) = effects.kept_percent {
            p {
                strong { (format!("{percent:.2} %")) } " of the answers keep the value ("
                (effects.kept) " of " (all.answers)
                "). Blunders: " (effects.blunders.all())
                ". Won positions: " (delay(effects.slower))
                " lost; lost positions: " (delay(effects.sooner)) "."
            }
        }
        @if let Some(late) = report.late.filter(|&late| late > 0) {
            p.bad { (late) " answers came after more than " (limit) "." }
        }
        @for warning in &report.judgement.engine.remarks { p.bad { "Perhaps not set: " (warning) "." } }
        @if report.reasons.is_empty() {
            p.good { "Passed." }
        } @else {
            p.bad { "Failed: " (report.reasons.join(", ")) "." }
        }
        @if report.interrupted { p.bad { "The judgement was interrupted." } }
    }
}

/// Returns text such as `5 plies over 2 moves`.
fn delay(delay: Delay) -> String {
    format!("{} over {}", plies(delay.plies as u64), counted(delay.moves as u64, "move"))
}

fn table(what: &str, groups: &Rows<'_>, all: &Counts) -> Markup {
    let table = html! {
        table {
            thead {
                tr {
                    th { (what) } th { "answers" } th { "kept %" }
                    @for blunder in Blunder::ALL { th { (blunder.name()) } }
                    th { "plies slower" } th { "plies sooner" } th { "failures" }
                }
            }
            tbody { @for (name, counts) in groups { (row(name, counts)) } }
            tfoot { (row("all", all)) }
        }
    };
    page::wide(&format!("all figures by {what}"), &table)
}

/// Returns the legend of the drawings.
fn legend() -> Markup {
    html! {
        p.legend {
            "A board shows the position before the move. A red arrow is the engine's move, \
             green arrows are the best moves. A frame marks a captured stone."
        }
    }
}

/// Returns a bar for each row: the share of answers that keep the value, and its 95 % confidence
/// interval. Rows without findings share a line.
fn bars(groups: &Rows<'_>) -> Markup {
    let (perfect, others): (Rows<'_>, Rows<'_>) = groups
        .iter()
        .cloned()
        .partition(|(_, counts)| counts.effects.kept == counts.answers && counts.failures == 0);
    html! {
        @for (name, counts) in others {
            @let (kept, all) = (counts.effects.kept, counts.answers);
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
        @if !perfect.is_empty() {
            p { "All kept: " (joined(perfect.iter().map(|(name, _)| name), ", ")) "." }
        }
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
            td { (counts.answers) }
            td { @if let Some(percent) = effects.kept_percent { (format!("{percent:.2}")) } }
            @for count in effects.blunders.counts() { td { (count) } }
            td { (effects.slower.plies) }
            td { (effects.sooner.plies) }
            td { (counts.failures) }
        }
    }
}

/// Returns a drawing of a bad move beside the better moves.
fn case(worst: &WorstMove) -> Markup {
    let judged = &worst.judged;
    html! {
        div.case {
            p { code { (judged.position) } ", " (judged.value.verdict()) (worst) "." }
            div.boards {
                (captioned_board("played", &judged.position, [judged.played], LOSS))
                (captioned_board("better", &judged.position, judged.best.iter().copied(), WIN))
            }
        }
    }
}

fn played(games: &EngineGames) -> Markup {
    let (won, drawn) = (games.won, games.drawn);
    let lost = games.games.iter().filter(|game| !game.result.is_success());
    html! {
        h2 { "Played out" }
        p {
            (won.succeeded) " of " (won.played) " wins converted, " (games.plies_over_perfect)
            " plies over perfect; " (drawn.succeeded) " of " (drawn.played) " draws held."
        }
        @for game in lost.take(SHOWN) { (unsuccessful(game)) }
    }
}

fn unsuccessful(game: &PlayedGame) -> Markup {
    html! {
        div.case {
            p { code { (game.position) } ", " (game.value.verdict()) ": " (game.result) "." }
            p { (joined(&game.moves, " ")) }
            div.boards { (page::board(&game.position, &[])) }
        }
    }
}

fn failures(report: &JudgeReport) -> Markup {
    let failures = &report.failures;
    html! {
        @if !failures.each.is_empty() {
            h2 { "Failures" }
            ul { @for (kind, count) in &failures.counts { li { (count) " " (kind) } } }
            @if report.judgement.gave_up { p.bad { "The judge stopped after these failures." } }
            @for failure in failures.each.iter().take(SHOWN) { (failed(failure)) }
        }
    }
}

fn failed(FailedAt { position, failed, .. }: &FailedAt) -> Markup {
    let LastWords { output, errors } = &failed.words;
    html! {
        div.case {
            p { code { (position) } ": " (failed) }
            @for (stream, lines) in [("said", output), ("complained", errors)] {
                @if !lines.is_empty() {
                    p { (stream) ":" }
                    pre { @for line in lines { (line) "\n" } }
                }
            }
        }
    }
}
