//! A review for people to read.

use loa_solver::Color;
use loa_tablebase::{Answer, Wdl};

use super::choices::Choice;
use super::judgement::{Ply, Review};
use super::resignation::Resignation;
use super::summary::Summary;
use crate::effect::{Blunder, Effect};
use crate::record::name;

/// A line for every move from the first that the tables cover, and one for each
/// side of which there is something to judge.
pub(crate) fn history_lines(review: &Review) -> Vec<String> {
    let covered = review.plies.iter().position(|ply| ply.judgement.is_some());
    let before = covered.unwrap_or(review.plies.len());
    let mut lines = Vec::new();
    if before > 0 {
        lines.push(outside(review, before));
    }
    lines.extend(review.plies[before..].iter().map(ply_line));
    lines.extend(resignation_line(review));
    for color in [Color::Black, Color::White] {
        lines.extend(summary_line(review, color));
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
    let (value, remark) = match &ply.judgement {
        None => ("".to_owned(), "outside the tables".to_owned()),
        Some(judgement) => {
            let remark = remark(judgement.value, judgement.effect, Some(&judgement.best));
            (judgement.value.to_string(), remark)
        }
    };
    line(
        ply.number,
        ply.color,
        &ply.played.to_string(),
        &value,
        &remark,
    )
}

/// The resignation, as far as there is something to say of it.
fn resignation_line(review: &Review) -> Option<String> {
    let resignation = review.resignation.as_ref()?;
    let remark = remark(
        Resignation::VALUE,
        resignation.effect?,
        resignation.best.as_ref(),
    );
    let (number, value) = (review.plies.len() + 1, Resignation::VALUE.to_string());
    Some(line(number, resignation.color, "resign", &value, &remark))
}

fn line(number: usize, color: Color, played: &str, value: &str, remark: &str) -> String {
    let number = format!("{number}.");
    let side = color.letter();
    let line = format!("{number:>4} {side} {played:<6} {value:<11} {remark}");
    line.trim_end().to_owned()
}

/// What was kept or lost, and what was better.
fn remark(value: Answer, effect: Effect, best: Option<&Choice>) -> String {
    let best = best.map(|best| format!(": {} {}", best.played, best.value));
    let best = best.unwrap_or_default();
    match effect {
        Effect::Best if value.wdl() == Wdl::Loss => String::new(),
        Effect::Best => format!("keeps the {}", value.wdl().name()),
        Effect::Slower(_) => format!("keeps the win, {effect}{best}"),
        Effect::Sooner(_) => format!("{effect}{best}"),
        Effect::Blunder(blunder) => {
            format!("gives away the {}{best}", blunder.given_away().name())
        }
    }
}

/// How a side has played; `None` if there is nothing to judge.
fn summary_line(review: &Review, color: Color) -> Option<String> {
    let summary = Summary::of(&review.plies, color);
    let effects = &summary.effects;
    let thrown_away = thrown_away(review, color);
    if effects.moves == 0 && thrown_away.is_empty() {
        return None;
    }
    let mut parts = vec![format!("{} best", effects.best())];
    for (delay, name) in [(effects.slower, "slower"), (effects.sooner, "sooner")] {
        if delay.moves > 0 {
            let plies = if delay.plies == 1 { "ply" } else { "plies" };
            parts.push(format!("{} {name} ({} {plies})", delay.moves, delay.plies));
        }
    }
    for blunder in Blunder::ALL {
        let count = effects.blunders(blunder);
        if count > 0 {
            parts.push(format!("{count} {}", blunder.name()));
        }
    }
    let told = match thrown_away.is_empty() {
        true => "threw nothing away".to_owned(),
        false => format!("threw away {}", thrown_away.join(", ")),
    };
    Some(format!(
        "{} {told}; {} of {} moves judged: {}",
        name(color),
        effects.moves,
        summary.moves,
        parts.join(", ")
    ))
}

/// What a side gave away, and by what.
fn thrown_away(review: &Review, color: Color) -> Vec<String> {
    let mut thrown_away = Vec::new();
    for ply in review.plies.iter().filter(|ply| ply.color == color) {
        let Some(judgement) = ply.judgement else {
            continue;
        };
        if let Effect::Blunder(blunder) = judgement.effect {
            thrown_away.push(format!(
                "a {} with {}. {} (a {})",
                blunder.given_away().name(),
                ply.number,
                ply.played,
                judgement.value.wdl().name()
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
