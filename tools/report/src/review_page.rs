//! A reviewed game as a page: a chart of its values, its turning points drawn, and all its
//! moves.

use loa_engine::EstimatedMove;
use loa_record::notation::Players;
use loa_record::review::{Assessment, Chart, Ply, Review, remark_on, summary_lines};
use loa_record::{Game, color_name, move_number, rules_name};
use maud::{Markup, html};

use crate::drawing::{LOSS, WIN};
use crate::page::{captioned_board, page, wide};

/// The sides of a bar and of the chart.
const BAR: usize = 14;
const HALF: f64 = 70.0;
const EDGE: f64 = 18.0;

/// Returns a review as a page that needs no other file. `chart` has the values, and
/// `estimates` those moves that the engine guessed where no table reaches.
pub fn review_page(
    game: &Game,
    players: &Players,
    review: &Review,
    estimates: &[EstimatedMove],
    chart: &Chart,
) -> String {
    let board = game.start().board();
    let players = match (players.black.as_str(), players.white.as_str()) {
        ("", "") => "A game".to_owned(),
        (black, white) => format!("{} against {}", named(black), named(white)),
    };
    let turning: Vec<(&Ply, &Assessment)> = review.turning_points().collect();
    let body = html! {
        p { "From " code { (game.start()) } " under " (rules_name(game.preset())) "." }
        @for line in summary_lines(review) { p { (line) "." } }
        @if let Some(end) = game.end() { p { (end) "." } }
        @if !chart.is_empty() {
            h2 { "Values" }
            div.chart { (wide("the values of the game", &drawn(chart))) }
            p.legend {
                "Bars up: Black wins, the longer the nearer; bars down: White wins; none: a draw. "
                @if chart.bars.iter().any(|bar| bar.is_estimate) { "Pale bars are the engine's estimates. " }
                @if chart.bars.iter().any(|bar| bar.is_turning_point) {
                    "A question mark: the move gave a win or a draw away."
                }
            }
        }
        @if !turning.is_empty() {
            h2 { "Turning points" }
            @for (ply, assessment) in turning { (turning_point(ply, assessment)) }
        }
        h2 { "Moves" }
        (moves(review, estimates))
    };
    let title = format!("{players}: {board}, every move compared with the best");
    page(&title, &body)
}

fn named(player: &str) -> &str {
    match player {
        "" => "unknown",
        name => name,
    }
}

fn turning_point(ply: &Ply, assessment: &Assessment) -> Markup {
    let number = move_number(ply.number, ply.color);
    html! {
        div.case {
            p {
                strong { (number) " " (ply.played) } ", " (color_name(ply.color)) ": "
                (assessment.value.verdict()) ", " (remark_on(assessment)) ". " code { (ply.position) }
            }
            div.boards {
                (captioned_board("played", &ply.position, [ply.played], LOSS))
                (captioned_board("better", &ply.position, [assessment.best.played], WIN))
            }
        }
    }
}

/// Returns a table of all moves.
fn moves(review: &Review, estimates: &[EstimatedMove]) -> Markup {
    let table = html! {
        table.moves {
            thead { tr { th { "number" } th { "move" } th { "value" } th { "remark" } } }
            tbody {
                @for ply in &review.plies {
                    @let guessed = estimates.iter().find(|guessed| guessed.number == ply.number);
                    tr {
                        td { (move_number(ply.number, ply.color)) }
                        td { (ply.played) }
                        @match (&ply.assessment, guessed) {
                            (Some(assessment), _) => {
                                td { (assessment.value.verdict()) }
                                td.bad[assessment.effect.blunder().is_some()] { (remark_on(assessment)) }
                            }
                            (None, Some(guessed)) => {
                                td { (guessed.played) }
                                td.bad[guessed.gives_away()] {
                                    @if guessed.best.played != guessed.played.played {
                                        "the engine: " (guessed.best.played) " " (guessed.best)
                                    }
                                }
                            }
                            (None, None) => { td {} td { "outside the tables" } }
                        }
                    }
                }
            }
        }
    };
    wide("all moves with their values", &table)
}

/// Returns the chart as a drawing, whose figures stand in the table of moves.
fn drawn(chart: &Chart) -> Markup {
    let (width, height) = (chart.bars.len() * BAR, 2.0 * (HALF + EDGE));
    let middle = HALF + EDGE;
    html! {
        svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox=(format!("0 0 {width} {height}"))
            preserveAspectRatio="xMinYMid"
            style=(format!("min-width:{}px;max-width:{}px", width * 3 / 4, width * 2))
        {
            title { "The values of the game to Black" }
            line class="axis" x1="0" x2=(width) y1=(middle) y2=(middle) {}
            @for (ply, bar) in chart.bars.iter().enumerate() {
                @let (left, centre) = (ply * BAR, ply * BAR + BAR / 2);
                @let length = bar.height.unwrap_or(0.0) * HALF;
                rect class=(if bar.is_estimate { "guess" } else { "exact" })
                    x=(left + 1) y=(format!("{:.1}", middle - length.max(0.0)))
                    width=(BAR - 2) height=(format!("{:.1}", length.abs())) {}
                @if bar.is_turning_point { text class="turning" x=(centre) y=(EDGE - 4.0) { "?" } }
                @if ply % 10 == 1 { text class="label" x=(centre) y=(height - 4.0) { (chart.number(ply)) } }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use loa_record::notation::read;
    use loa_record::review::review;
    use loa_solver::Preset;
    use loa_tablebase::Tablebase;
    use roxmltree::Document;

    use super::*;

    #[test]
    fn a_page_has_the_chart_the_turning_points_and_every_move() {
        let record = read("start 4x4\n1. b1-d1 a2xc4").unwrap();
        let (game, stop) = record.replay(Preset::default());
        assert_eq!(stop, None);
        let review = review(&Tablebase::embedded(game.preset().rules), &game).unwrap();
        let chart = Chart::new(&review, game.start().turn());
        let players = Players { black: "<Anna>".to_owned(), white: String::new() };
        let page = review_page(&game, &players, &review, &[], &chart);
        assert!(page.contains("&lt;Anna&gt; against unknown: 4x4"));
        let count = |text: &str| page.matches(text).count();
        let blunders = review.turning_points().count();
        assert!(blunders > 0);
        assert_eq!(count("class=\"turning\""), blunders);
        assert_eq!(count("<figure>"), 2 * blunders);
        assert_eq!(count("<tr>"), 1 + game.moves().len());
        assert!(page.contains("<td>1.</td><td>b1-d1</td><td>loses in 4</td>"), "{page}");
        assert!(page.contains("<td>1...</td><td>a2xc4</td>"));
        for foreign in ["<script", "href", "src="] {
            assert!(!page.contains(foreign), "{foreign}");
        }
        for svg in page.split("<svg").skip(1) {
            let (svg, _) = svg.split_once("</svg>").unwrap();
            Document::parse(&format!("<svg{svg}</svg>")).unwrap();
        }
    }
}
