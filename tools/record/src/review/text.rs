//! Reviews as lines of text.

use loa_solver::{Color, Wdl};
use loa_tablebase::ProbeError;

use super::choices::Choice;
use super::effect::{Blunder, Effect};
use super::game_review::{Assessment, Ply, Review, Summary};
use crate::numbering::move_number;
use crate::text::plies;

/// Returns a line for every move from the first that the tables cover, and a line for each side
/// with a covered move. `explain` words the reason why the moves before are not covered.
pub fn history_lines(review: &Review, explain: impl Fn(&ProbeError) -> String) -> Vec<String> {
    let covered = review.plies.iter().position(|ply| ply.assessment.is_some());
    let before = covered.unwrap_or(review.plies.len());
    let mut lines = Vec::new();
    if before > 0 {
        lines.push(outside(before, review.outside.as_ref().map(explain)));
    }
    lines.extend(review.plies[before..].iter().map(ply_line));
    lines.extend(resignation_line(review));
    lines.extend(summary_lines(review));
    lines
}

/// Returns a line for each side with a covered move: the results it gave away, and a summary of its
/// moves.
fn summary_lines(review: &Review) -> Vec<String> {
    let sides = [Color::Black, Color::White].into_iter();
    sides.filter_map(|color| summary_line(review, color)).collect()
}

/// Returns a line on the moves before the first covered move.
fn outside(before: usize, why: Option<String>) -> String {
    let moves = match before {
        1 => "move 1 is".to_owned(),
        _ => format!("moves 1 to {before} are"),
    };
    let why = why.map_or(String::new(), |why| format!(": {why}"));
    format!("{moves} outside the tables{why}")
}

fn ply_line(ply: &Ply) -> String {
    let (value, remark) = match &ply.assessment {
        None => ("".to_owned(), "outside the tables".to_owned()),
        Some(assessment) => (assessment.value.verdict(), remark_on(assessment)),
    };
    line(ply.number, ply.color, &ply.played.to_string(), &value, &remark)
}

/// Returns a line on the resignation; `None` if the tables do not cover it.
fn resignation_line(review: &Review) -> Option<String> {
    let resignation = review.resignation.as_ref()?;
    let remark = remark(Wdl::Loss, resignation.effect?, resignation.best.as_ref());
    let (number, value) = (review.plies.len() + 1, Wdl::Loss.verb());
    Some(line(number, resignation.color, "resign", value, &remark))
}

fn line(number: usize, color: Color, played: &str, value: &str, remark: &str) -> String {
    let number = move_number(number, color);
    let side = color.letter();
    let line = format!("{number:>6} {side} {played:<6} {value:<12} {remark}");
    line.trim_end().to_owned()
}

/// Returns a remark on a move: what it kept or lost, and a better move.
pub(super) fn remark_on(assessment: &Assessment) -> String {
    remark(assessment.value.wdl(), assessment.effect, Some(&assessment.best))
}

/// Returns what a move kept or lost, and a better move.
fn remark(result: Wdl, effect: Effect, best: Option<&Choice>) -> String {
    let best = best
        .map(|best| format!("; better: {} ({})", best.played, best.value.verdict()))
        .unwrap_or_default();
    match effect {
        Effect::Best if result == Wdl::Loss => String::new(),
        Effect::Best => effect.to_string(),
        Effect::Slower(_) | Effect::Sooner(_) => format!("{effect}{best}"),
        Effect::Blunder(blunder) => {
            format!("gives away the {}{best}", blunder.given_away().name())
        }
    }
}

/// Returns a line on the moves of a side; `None` if the tables cover none of them.
fn summary_line(review: &Review, color: Color) -> Option<String> {
    let summary = Summary::of(&review.plies, color);
    let effects = &summary.effects;
    let thrown_away = thrown_away(review, color);
    if effects.moves == 0 && thrown_away.is_empty() {
        return None;
    }
    let mut parts = vec![format!("{} best", effects.best)];
    for (delay, name) in [(effects.slower, "slower"), (effects.sooner, "sooner")] {
        if delay.moves > 0 {
            parts.push(format!("{} {name} ({})", delay.moves, plies(delay.plies as u64)));
        }
    }
    for (blunder, count) in Blunder::ALL.into_iter().zip(effects.blunders.counts()) {
        if count > 0 {
            parts.push(format!("{count} {}", blunder.name()));
        }
    }
    let summed_up = if thrown_away.is_empty() {
        "threw nothing away".to_owned()
    } else {
        format!("threw away {}", thrown_away.join(", "))
    };
    Some(format!(
        "{} {summed_up}; {} of {} moves judged: {}",
        color.name(),
        effects.moves,
        summary.moves,
        parts.join(", ")
    ))
}

/// Returns the wins and draws that a side gave away, with the moves.
fn thrown_away(review: &Review, color: Color) -> Vec<String> {
    let mut thrown_away = Vec::new();
    for (ply, assessment) in review.turning_points() {
        if ply.color == color {
            thrown_away.push(format!(
                "a {} with {} {} (a {})",
                assessment.best.value.wdl().name(),
                move_number(ply.number, ply.color),
                ply.played,
                assessment.value.wdl().name()
            ));
        }
    }
    let resignation = review.resignation.as_ref();
    let resignation = resignation.filter(|resignation| resignation.color == color);
    if let Some(Effect::Blunder(blunder)) = resignation.and_then(|given_up| given_up.effect) {
        let what = blunder.given_away().name();
        thrown_away.push(format!("a {what} by resigning"));
    }
    thrown_away
}
