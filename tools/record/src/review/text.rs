//! Reviews as lines of text.

use loa_solver::{Color, Move, Wdl};

use super::effect::{Blunder, Effect};
use super::game_review::{Ply, Review};
use crate::numbering::move_number;
use crate::text::plies;
use crate::worth::RatedMove;

/// Returns a line for every move from the first that the tables cover, and a line for each side
/// with a covered move.
pub fn history_lines(review: &Review) -> Vec<String> {
    let covered = review.plies.iter().position(|ply| ply.effect.is_some());
    let before = covered.unwrap_or(review.plies.len());
    let mut lines = Vec::new();
    if before > 0 {
        lines.push(outside(before, review.outside.as_deref()));
    }
    for ply in &review.plies[before..] {
        lines.push(ply_line(ply));
        lines.extend(why_line(ply));
    }
    lines.extend(resignation_line(review));
    lines.extend([Color::Black, Color::White].iter().filter_map(|&it| summary_line(review, it)));
    lines
}

/// Returns a line on the moves before the first covered move.
fn outside(before: usize, why: Option<&str>) -> String {
    let moves = match before {
        1 => "move 1 is".to_owned(),
        _ => format!("moves 1 to {before} are"),
    };
    let why = why.map_or(String::new(), |why| format!(": {why}"));
    format!("{moves} outside the tables{why}")
}

fn ply_line(ply: &Ply) -> String {
    let (value, remark) = match (&ply.played, ply.effect) {
        (Some(played), Some(_)) => (played.worth.to_string(), remark_on(ply)),
        _ => (String::new(), "outside the tables".to_owned()),
    };
    line(ply.number, ply.color, &ply.made.to_string(), &value, &remark)
}

/// The maximum number of moves of a refutation in text.
const REFUTATION: usize = 3;

/// Returns a line on the reason of a mark; `None` if it has no reason.
fn why_line(ply: &Ply) -> Option<String> {
    ply.why.as_ref().map(|why| format!("         {why}"))
}

/// Returns the lines on the moves that certificates and the engine have judged:
/// `    4. x b1-b3  -81 ??; better: c1-c3, +14; now a4-c4 c1-c3`, or without a mark
/// `    4. x b6-d4  +49 left the proof: d1xa4 wins within 11`. The reason of a mark follows it.
pub fn estimate_lines(review: &Review) -> Vec<String> {
    let judged = review.plies.iter().filter(|ply| ply.effect.is_none());
    judged.flat_map(|ply| estimate_line(ply).into_iter().chain(why_line(ply))).collect()
}

fn estimate_line(ply: &Ply) -> Option<String> {
    let played = ply.played.as_ref()?;
    let worth = played.worth.to_string();
    let remark = match (ply.mark, &ply.best) {
        (Some(mark), Some(best)) => {
            let refutation = played.line.iter().skip(1).take(REFUTATION).map(Move::to_string);
            let refutation = refutation.collect::<Vec<_>>().join(" ");
            let now = if refutation.is_empty() { "" } else { "; now " };
            format!("{}; better: {}, {}{now}{refutation}", mark.sign(), best.played, best.worth)
        }
        _ => ply.words.clone().unwrap_or_default(),
    };
    let told = format!("{worth} {remark}");
    Some(line(ply.number, ply.color, &ply.made.to_string(), &told, ""))
}

/// Returns a line on the resignation; `None` if neither tables nor a certificate know the position.
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

/// Returns a remark on a move that tables cover: what it kept or lost, and a better move.
pub(super) fn remark_on(ply: &Ply) -> String {
    let result = ply.played.as_ref().and_then(|played| played.worth.category);
    let effect = result.zip(ply.effect);
    effect.map_or(String::new(), |(result, effect)| remark(result, effect, ply.best.as_ref()))
}

/// Returns what a move kept or lost, and a better move.
fn remark(result: Wdl, effect: Effect, best: Option<&RatedMove>) -> String {
    let best =
        best.map(|best| format!("; better: {} ({})", best.played, best.worth)).unwrap_or_default();
    match effect {
        Effect::Best if result == Wdl::Loss => String::new(),
        Effect::Best => effect.to_string(),
        Effect::Slower(_) | Effect::Sooner(_) => format!("{effect}{best}"),
        Effect::Blunder(blunder) => format!("gives away the {}{best}", blunder.given_away().name()),
    }
}

/// Returns a line on the moves of a side; `None` if the tables cover none of them.
fn summary_line(review: &Review, color: Color) -> Option<String> {
    let summary = match color {
        Color::Black => &review.summary.black,
        Color::White => &review.summary.white,
    };
    let effects = &summary.effects;
    let thrown_away = thrown_away(review, color);
    if summary.judged == 0 && thrown_away.is_empty() {
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
    let judged = match summary.judged {
        0 => String::new(),
        judged => format!("; {judged} of {} moves judged: {}", summary.moves, parts.join(", ")),
    };
    Some(format!("{} {summed_up}{judged}", color.name()))
}

/// Returns the wins and draws that a side gave away, with the moves.
fn thrown_away(review: &Review, color: Color) -> Vec<String> {
    let moves = review.plies.iter().filter(|ply| ply.color == color).filter_map(|ply| {
        let given_away = ply.effect?.blunder()?.given_away().name();
        let left = ply.played.as_ref()?.worth.category.map_or("", Wdl::name);
        let number = move_number(ply.number, color);
        Some(format!("a {given_away} with {number} {} (a {left})", ply.made))
    });
    let resigned = review.resignation.as_ref().filter(|resigned| resigned.color == color);
    let given_away = resigned.and_then(|resigned| resigned.effect?.blunder());
    let by_resigning = |lost: Blunder| format!("a {} by resigning", lost.given_away().name());
    moves.chain(given_away.map(by_resigning)).collect()
}
