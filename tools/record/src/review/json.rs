//! Reviews as JSON.

use loa_solver::{Color, Move};
use loa_tablebase::{Answer, ProbeError};
use serde_json::{Value as Json, json};

use super::choices::Choice;
use super::effect::Effect;
use super::game_review::{Ply, Review};
use super::resignation::Resignation;
use super::summary::Summary;
use crate::end::color_name;

/// Returns a move with its value to the side that makes it. `plies` is null for a
/// draw, and where tables have no distances.
pub fn move_json(played: Move, value: Answer) -> Json {
    let mut json = json!({
        "move": played.to_string(),
        "capture": played.is_capture(),
    });
    add_value(&mut json, value);
    json
}

/// Returns a [move with its value](move_json), and whether it ends the game by
/// repetition.
pub fn choice_json(choice: &Choice) -> Json {
    let mut json = move_json(choice.played, choice.value);
    json["repeats"] = choice.repeats.into();
    json
}

/// Returns every move, the resignation if there was one, and the moves of each side
/// in figures. `explain` words the reason for which positions are not covered.
pub fn history_json(review: &Review, explain: impl Fn(&ProbeError) -> String) -> Json {
    json!({
        "moves": review.plies.iter().map(ply_json).collect::<Vec<_>>(),
        "resignation": review.resignation.as_ref().map(resignation_json),
        "outside": review.outside.as_ref().map(explain),
        "summary": {
            "black": summary_json(&Summary::of(&review.plies, Color::Black)),
            "white": summary_json(&Summary::of(&review.plies, Color::White)),
        },
    })
}

/// Adds the fields of a value.
fn add_value(json: &mut Json, value: Answer) {
    if let (Json::Object(json), Json::Object(value)) = (json, json!(value)) {
        json.extend(value);
    }
}

fn ply_json(ply: &Ply) -> Json {
    let mut json = json!({
        "number": ply.number,
        "side": color_name(ply.color),
        "move": ply.played.to_string(),
        "position": ply.position.to_string(),
        "covered": ply.assessment.is_some(),
    });
    if let Some(assessment) = &ply.assessment {
        add_value(&mut json, assessment.value);
        json["effect"] = assessment.effect.name().into();
        json["plies_lost"] = assessment.effect.plies_lost().into();
        json["best"] = choice_json(&assessment.best);
    }
    json
}

fn resignation_json(resignation: &Resignation) -> Json {
    json!({
        "side": color_name(resignation.color),
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
        json.extend(summary.effects.to_json());
    }
    json
}
