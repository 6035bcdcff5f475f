//! A review for people to read.

use loa_solver::Color;
use loa_tablebase::Outcome;

use super::judgement::{Judgement, Ply, Review};
use super::summary::Summary;
use crate::effect::{Blunder, Effect};
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
        if summary.effects.moves > 0 {
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
    let outcome = judgement.value.outcome();
    match judgement.effect {
        Effect::Best if outcome == Outcome::Loss => String::new(),
        Effect::Best => format!("keeps the {}", outcome.category()),
        Effect::Slower(_) => format!("keeps the win, {}: {best}", judgement.effect),
        Effect::Sooner(_) => format!("{}: {best}", judgement.effect),
        Effect::Blunder(_) => {
            format!("gives away the {}: {best}", judgement.best.value.category())
        }
    }
}

fn summary_line(summary: &Summary, plies: &[Ply], color: Color) -> String {
    let effects = &summary.effects;
    let mut parts = vec![format!("{} best", effects.best())];
    for (delay, name) in [(effects.slower, "slower"), (effects.sooner, "sooner")] {
        if delay.moves > 0 {
            parts.push(format!("{} {name} ({} plies)", delay.moves, delay.plies));
        }
    }
    for blunder in Blunder::ALL {
        let count = effects.blunders(blunder);
        if count > 0 {
            parts.push(format!("{count} {}", blunder.name()));
        }
    }
    let told = match effects.all_blunders() {
        0 => "threw nothing away".to_owned(),
        _ => thrown_away(plies, color),
    };
    format!(
        "{} {told}; {} of {} moves judged: {}",
        name(color),
        effects.moves,
        summary.moves,
        parts.join(", ")
    )
}

/// The moves that gave away value.
fn thrown_away(plies: &[Ply], color: Color) -> String {
    let blunders = plies.iter().filter(|ply| ply.color == color);
    let told: Vec<String> = blunders
        .filter_map(|ply| {
            let judgement = ply.judgement?;
            matches!(judgement.effect, Effect::Blunder(_)).then(|| {
                format!(
                    "a {} with {}. {} (a {})",
                    judgement.best.value.category(),
                    ply.number,
                    ply.played,
                    judgement.value.category()
                )
            })
        })
        .collect();
    format!("threw away {}", told.join(", "))
}
