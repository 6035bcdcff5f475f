//! Reports on engines as pages.

use loa_record::review::{Blunder, Delay};
use loa_record::text::{counted, plies};
use maud::{Markup, html};

use super::{AnswerCounts, EngineFailure, Group, JudgeReport, PlayedOut, PlayedOutGame, WorstMove};
use crate::drawing::{LOSS, WIN};
use crate::page::{self, captioned_board};
use crate::text::joined;

/// The maximum number of failures and games that are shown individually.
const SHOWN: usize = 50;

impl JudgeReport {
    /// Returns the report as a page that needs no other file.
    pub fn page(&self) -> String {
        let groups = [
            ("theme", &self.by_theme),
            ("distance", &self.by_distance),
            ("material", &self.by_material),
        ];
        let groups = || groups.iter().filter(|(_, groups)| !groups.is_empty());
        let body = html! {
            (summary(self))
            @if self.positions > 0 {
                h2 { "Worst moves" }
                @if self.worst.is_empty() { p { "None: every move was a best move." } }
                @else { (legend()) }
                @for worst in &self.worst { (case(worst)) }
            }
            (failures(self))
            @if let Some(games) = &self.played_out { (played(games)) }
            @if self.positions > 0 {
                @for (what, groups) in groups() { h2 { "Value kept by " (what) } (bars(groups)) }
                @if let Some(likeness) = &self.likeness {
                    h2 { "Plain players in the same positions" }
                    p { "The engine " (likeness) ", by the share of results kept." }
                    (table("baseline", &self.baselines, &self.all))
                }
                details {
                    summary { "All figures" }
                    @for (what, groups) in groups() { (table(what, groups, &self.all)) }
                }
            }
        };
        page::page(&format!("{} judged by perfect play", self.title()), &body)
    }
}

fn summary(report: &JudgeReport) -> Markup {
    let (all, effects) = (&report.all, &report.all.effects);
    html! {
        p { (report.asked) " under " (report.rules) ", " (report.limit) "." }
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
            p.bad { (late) " answers came after more than " (report.limit) "." }
        }
        @for warning in &report.option_warnings { p.bad { "Perhaps not set: " (warning) "." } }
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

fn table(what: &str, groups: &[Group], all: &AnswerCounts) -> Markup {
    let table = html! {
        table {
            thead {
                tr {
                    th { (what) } th { "answers" } th { "kept %" }
                    @for blunder in Blunder::ALL { th { (blunder.name()) } }
                    th { "plies slower" } th { "plies sooner" } th { "failures" }
                }
            }
            tbody { @for group in groups { (row(&group.of.1, &group.counts)) } }
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
fn bars(groups: &[Group]) -> Markup {
    let (perfect, others): (Vec<&Group>, Vec<&Group>) = groups.iter().partition(|group| {
        group.counts.effects.kept == group.counts.answers && group.counts.failures == 0
    });
    html! {
        @for Group { of, counts } in others {
            @let (kept, all) = (counts.effects.kept, counts.answers);
            @let (low, high) = interval(kept, all);
            @let share = 100.0 * kept as f64 / all.max(1) as f64;
            div.bar {
                span.name { (of.1) }
                span.track aria-hidden="true" {
                    span.share style=(format!("width:{share:.1}%")) {}
                    span.error style=(format!("left:{low:.1}%;width:{:.1}%", high - low)) {}
                }
                span.figure { (format!("{share:.1} % of {all}, {low:.0} to {high:.0}")) }
            }
        }
        @if !perfect.is_empty() {
            p { "All kept: " (joined(perfect.iter().map(|group| &group.of.1), ", ")) "." }
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

fn row(name: &str, counts: &AnswerCounts) -> Markup {
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
    html! {
        div.case {
            p { code { (worst.position) } ", " (worst.value.verdict()) (worst) "." }
            div.boards {
                (captioned_board("played", &worst.position, [worst.r#move], LOSS))
                (captioned_board("better", &worst.position, worst.best.iter().copied(), WIN))
            }
        }
    }
}

fn played(games: &PlayedOut) -> Markup {
    let (won, drawn) = (games.won, games.drawn);
    let lost = games.games.iter().filter(|game| !game.succeeded);
    html! {
        h2 { "Played out" }
        p {
            (won.succeeded) " of " (won.played) " wins converted, " (games.plies_over_perfect)
            " plies over perfect; " (drawn.succeeded) " of " (drawn.played) " draws held."
        }
        @for game in lost.take(SHOWN) { (unsuccessful(game)) }
    }
}

fn unsuccessful(game: &PlayedOutGame) -> Markup {
    html! {
        div.case {
            p { code { (game.position) } ", " (game.value.verdict()) ": " (game.end) "." }
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
            @if report.gave_up { p.bad { "The judge stopped after these failures." } }
            @for failure in failures.each.iter().take(SHOWN) { (failed(failure)) }
        }
    }
}

fn failed(failure: &EngineFailure) -> Markup {
    html! {
        div.case {
            p { code { (failure.position) } ": " (failure.message) }
            @for (stream, lines) in [("said", &failure.said), ("complained", &failure.complained)] {
                @if !lines.is_empty() {
                    p { (stream) ":" }
                    pre { @for line in lines { (line) "\n" } }
                }
            }
        }
    }
}
