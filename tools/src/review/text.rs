//! A review for people to read.

use loa_solver::Color;
use loa_tablebase::Outcome;

use super::judgement::{Judgement, Ply, Review, Verdict};
use super::summary::Summary;
use crate::record::name;

/// A line for every move from the first that the tables cover, and one for each
/// side that has moves to judge.
pub(crate) fn history_lines(review: &Review) -> Vec<String> {
    let covered = review.plies.iter().position(|ply| ply.judgement.is_some());
    let before = covered.unwrap_or(review.plies.len());
    let mut lines = Vec::new();
    if before > 0 {
        lines.push(outside(review, before));
    }
    lines.extend(review.plies[before..].iter().map(ply_line));
    for color in [Color::Black, Color::White] {
        let summary = Summary::of(&review.plies, color);
        if summary.judged > 0 {
            lines.push(summary_line(&summary, &review.plies, color));
        }
    }
    lines
}

/// What to say of the moves before the first that is covered.
fn outside(review: &Review, before: usize) -> String {
    let moves = match before {
        1 => "move 1 is".to_owned(),
        _ => format!("moves 1 to {before} are"),
    };
    let why = match &review.outside {
        Some(why) => format!(": {why}"),
        None => String::new(),
    };
    format!("{moves} outside the tables{why}")
}

fn ply_line(ply: &Ply) -> String {
    let number = format!("{}.", ply.number);
    let side = ply.color.letter();
    let played = ply.played.to_string();
    let (value, remark) = match &ply.judgement {
        None => ("".to_owned(), "outside the tables".to_owned()),
        Some(judgement) => (judgement.value.to_string(), remark(judgement)),
    };
    let line = format!("{number:>4} {side} {played:<6} {value:<11} {remark}");
    line.trim_end().to_owned()
}

/// What a move has kept or cost, and what was better.
fn remark(judgement: &Judgement) -> String {
    let best = format!("{} {}", judgement.best.played, judgement.best.value);
    match (judgement.verdict, judgement.value.outcome()) {
        (Verdict::Best, Outcome::Loss) => String::new(),
        (Verdict::Best, outcome) => format!("keeps the {}", outcome.category()),
        (Verdict::Slower(plies), _) => format!("keeps the win, {plies} plies slower: {best}"),
        (Verdict::Sooner(plies), _) => format!("{plies} plies sooner: {best}"),
        (Verdict::GaveAway { from, .. }, _) => {
            format!("gives away the {}: {best}", from.category())
        }
    }
}

fn summary_line(summary: &Summary, plies: &[Ply], color: Color) -> String {
    let mut parts = vec![format!("{} best", summary.best)];
    for (count, what) in [
        (
            summary.slower,
            format!("won slower ({} plies)", summary.plies_slower),
        ),
        (
            summary.sooner,
            format!("lost sooner ({} plies)", summary.plies_sooner),
        ),
        (summary.win_to_draw, "gave away a win for a draw".to_owned()),
        (summary.win_to_loss, "gave away a win for a loss".to_owned()),
        (
            summary.draw_to_loss,
            "gave away a draw for a loss".to_owned(),
        ),
    ] {
        if count > 0 {
            parts.push(format!("{count} {what}"));
        }
    }
    let (judged, moves) = (summary.judged, summary.moves);
    let told = match summary.blunders() {
        0 => "threw nothing away".to_owned(),
        _ => thrown_away(plies, color),
    };
    format!(
        "{} {told}; {judged} of {moves} moves judged: {}",
        name(color),
        parts.join(", ")
    )
}

/// The moves that gave away value.
fn thrown_away(plies: &[Ply], color: Color) -> String {
    let blunders = plies.iter().filter(|ply| ply.color == color);
    let told: Vec<String> = blunders
        .filter_map(|ply| match ply.judgement?.verdict {
            Verdict::GaveAway { from, to } => Some(format!(
                "a {} with {}. {} (a {})",
                from.category(),
                ply.number,
                ply.played,
                to.category()
            )),
            _ => None,
        })
        .collect();
    format!("threw away {}", told.join(", "))
}
