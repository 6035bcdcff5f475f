//! Matches as JSON.

use loa_record::color_name;
use serde_json::{Value as Json, json};

use super::one_game::{Ending, MatchGame};
use super::run::MatchResult;
use super::sprt::{Sprt, SprtVerdict};

/// Returns the result of a match between engines of these names as JSON.
pub fn match_json(result: &MatchResult, names: [&str; 2], sprt: Option<&Sprt>) -> Json {
    let [won, drawn, lost] = result.won_drawn_lost();
    // An infinite difference has no number in JSON, and is null.
    let elo = result
        .pairs
        .elo()
        .map(|elo| json!({ "low": elo.low, "value": elo.value, "high": elo.high }));
    json!({
        "engines": names,
        "games": result.games.len(),
        "won": won,
        "drawn": drawn,
        "lost": lost,
        "openings": result.pairs.pairs(),
        "pairs": result.pairs.counts(),
        "score": result.pairs.share(),
        "standard_error": result.pairs.standard_error(),
        "elo": elo,
        "sprt": sprt.map(|sprt| sprt_json(result, sprt)),
        "endings": result.endings(),
        "gave_up": result.gave_up,
        "list": result.games.iter().map(game_json).collect::<Vec<_>>(),
    })
}

fn sprt_json(result: &MatchResult, sprt: &Sprt) -> Json {
    let (lower, upper) = sprt.bounds();
    json!({
        "elo0": sprt.elo0,
        "elo1": sprt.elo1,
        "alpha": sprt.alpha,
        "beta": sprt.beta,
        "ratio": sprt.log_likelihood_ratio(&result.pairs),
        "lower": lower,
        "upper": upper,
        "verdict": result.verdict.map(|verdict| match verdict {
            SprtVerdict::Stronger => "stronger",
            SprtVerdict::NotStronger => "not-stronger",
        }),
    })
}

fn game_json(game: &MatchGame) -> Json {
    let failure = match &game.ending {
        Ending::Failed { failed, .. } => Some(failed.to_string()),
        _ => None,
    };
    json!({
        "first": color_name(game.first),
        "winner": game.ending.winner().map(color_name),
        "ending": game.ending.kind(),
        "failure": failure,
        "plies": game.game.moves().len(),
        "opening_plies": game.opening_moves,
        "position": game.game.position().to_string(),
    })
}
