//! A review for programs to read.

use loa_solver::Color;
use serde_json::{Value as Json, json};

use super::choices::Choice;
use super::judgement::{Ply, Review, Verdict};
use super::summary::Summary;
use crate::record::name;

/// A move with its value to the side that makes it, as `loa probe` has it.
pub(crate) fn choice_json(choice: &Choice) -> Json {
    json!({
        "move": choice.played.to_string(),
        "capture": choice.played.is_capture(),
        "category": choice.value.category(),
        "plies": choice.value.plies(),
        "repeats": choice.repeats,
    })
}

/// Every move, and each side in figures.
pub(crate) fn history_json(review: &Review) -> Json {
    json!({
        "moves": review.plies.iter().map(ply_json).collect::<Vec<_>>(),
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
        let (verdict, plies_lost) = verdict(judgement.verdict);
        json["category"] = judgement.value.category().into();
        json["plies"] = judgement.value.plies().into();
        json["verdict"] = verdict.into();
        json["plies_lost"] = plies_lost.into();
        json["best"] = choice_json(&judgement.best);
    }
    json
}

/// `best`, `slower`, `sooner`, `win-to-draw`, `win-to-loss` or `draw-to-loss`, and
/// the plies of the middle two.
fn verdict(verdict: Verdict) -> (String, u16) {
    match verdict {
        Verdict::Best => ("best".to_owned(), 0),
        Verdict::Slower(plies) => ("slower".to_owned(), plies),
        Verdict::Sooner(plies) => ("sooner".to_owned(), plies),
        Verdict::GaveAway { from, to } => (format!("{}-to-{}", from.category(), to.category()), 0),
    }
}

fn summary_json(summary: &Summary) -> Json {
    json!({
        "moves": summary.moves,
        "judged": summary.judged,
        "best": summary.best,
        "slower": summary.slower,
        "plies_slower": summary.plies_slower,
        "sooner": summary.sooner,
        "plies_sooner": summary.plies_sooner,
        "win_to_draw": summary.win_to_draw,
        "win_to_loss": summary.win_to_loss,
        "draw_to_loss": summary.draw_to_loss,
    })
}
