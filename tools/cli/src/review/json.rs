//! A review for programs to read.

use loa_solver::Color;
use serde_json::{Value as Json, json};

use super::choices::Choice;
use super::judgement::{Ply, Review};
use super::resignation::Resignation;
use super::summary::Summary;
use crate::cmd::move_json;
use crate::effect::Effect;
use crate::record::name;

/// A move as `loa probe` has it, and whether it ends the game by repetition.
pub(crate) fn choice_json(choice: &Choice) -> Json {
    let mut json = move_json(choice.played, choice.value);
    json["repeats"] = choice.repeats.into();
    json
}

/// Every move, the resignation if there was one, and each side's moves in figures.
pub(crate) fn history_json(review: &Review) -> Json {
    json!({
        "moves": review.plies.iter().map(ply_json).collect::<Vec<_>>(),
        "resignation": review.resignation.as_ref().map(resignation_json),
        "outside": &review.outside,
        "summary": {
            "black": summary_json(&Summary::of(&review.plies, Color::Black)),
            "white": summary_json(&Summary::of(&review.plies, Color::White)),
        },
    })
}

fn ply_json(ply: &Ply) -> Json {
    let mut json = json!({
        "number": ply.number,
        "side": name(ply.color),
        "move": ply.played.to_string(),
        "position": ply.position.to_string(),
        "covered": ply.judgement.is_some(),
    });
    if let Some(judgement) = &ply.judgement {
        json["category"] = judgement.value.wdl().name().into();
        json["plies"] = judgement.value.plies().into();
        json["effect"] = judgement.effect.name().into();
        json["plies_lost"] = judgement.effect.plies_lost().into();
        json["best"] = choice_json(&judgement.best);
    }
    json
}

fn resignation_json(resignation: &Resignation) -> Json {
    json!({
        "side": name(resignation.color),
        "position": resignation.position.to_string(),
        "covered": resignation.effect.is_some(),
        "effect": resignation.effect.map(Effect::name),
        "best": resignation.best.as_ref().map(choice_json),
    })
}

fn summary_json(summary: &Summary) -> Json {
    let mut json = json!({
        "moves": summary.moves,
        "judged": summary.effects.moves,
    });
    if let Some(json) = json.as_object_mut() {
        json.extend(summary.effects.json());
    }
    json
}
