//! A judgement as JSON.

use loa_tablebase::{Answer, Outcome};
use serde_json::{Map, Value as Json, json};

use super::FailedAt;
use super::game::{Game, Games};
use super::report::{Report, Source};
use super::tally::{Delay, Tally};
use super::verdict::{Blunder, Effect, Verdict};

/// All of it.
pub(crate) fn to_json(report: &Report<'_>) -> Json {
    let judgement = &report.judgement;
    let (board, seed, suite) = match &report.source {
        Source::Sample { board, seed, .. } => (Some(board.to_string()), Some(*seed), None),
        Source::Suite { file, .. } => (None, None, Some(file)),
    };
    let materials = judgement.by_material.iter();
    let reaches = judgement.by_reach.iter();
    let counts = report.failure_counts().into_iter();
    json!({
        "engine": report.setup.command,
        "name": report.name(),
        "protocol": report.protocol(),
        "limit": report.limit(),
        "rules": report.rules.rules.id(),
        "board": board,
        "seed": seed,
        "suite": suite,
        "positions": judgement.positions,
        "all": tally(&judgement.all),
        "by_material": materials.map(|(name, t)| named("material", name, t)).collect::<Vec<_>>(),
        "by_distance": reaches.map(|(name, t)| named("distance", name, t)).collect::<Vec<_>>(),
        "worst": judgement.worst(report.worst).into_iter().map(verdict).collect::<Vec<_>>(),
        "played_out": report.games.as_ref().map(games),
        "failures": {
            "counts": counts.map(|(kind, n)| (kind.to_owned(), n.into())).collect::<Map<_, _>>(),
            "each": report.failures().map(failure).collect::<Vec<_>>(),
        },
        "gave_up": report.gave_up(),
        "interrupted": report.interrupted,
        "seconds": report.elapsed.as_secs_f64(),
        "passed": report.reasons.is_empty(),
        "reasons": report.reasons,
    })
}

fn tally(tally: &Tally) -> Json {
    let delay = |delay: Delay| json!({ "moves": delay.moves, "plies": delay.plies });
    json!({
        "answers": tally.answered,
        "kept": tally.kept(),
        "kept_percent": tally.kept_percent(),
        "blunders": {
            "win_to_draw": tally.blunders(Blunder::WinToDraw),
            "win_to_loss": tally.blunders(Blunder::WinToLoss),
            "draw_to_loss": tally.blunders(Blunder::DrawToLoss),
        },
        "slower": delay(tally.slower),
        "sooner": delay(tally.sooner),
        "failures": tally.failures,
        "seconds": tally.time.as_secs_f64(),
        "longest_seconds": tally.longest.as_secs_f64(),
    })
}

fn named(what: &str, name: &impl ToString, counts: &Tally) -> Json {
    let mut row = Map::new();
    row.insert(what.to_owned(), name.to_string().into());
    if let Json::Object(counts) = tally(counts) {
        row.extend(counts);
    }
    row.into()
}

fn plies(value: Answer) -> Json {
    value.plies().map_or(Json::Null, Json::from)
}

fn verdict(verdict: &Verdict<'_>) -> Json {
    let question = verdict.question;
    let (effect, lost) = match verdict.effect {
        Effect::Best => ("best", None),
        Effect::Slower(plies) => ("slower", Some(plies)),
        Effect::Sooner(plies) => ("sooner", Some(plies)),
        Effect::Blunder(blunder) => (blunder.name(), None),
    };
    let best: Vec<String> = question.best().map(|m| m.played.to_string()).collect();
    json!({
        "position": question.position().to_string(),
        "category": question.probe().value.category(),
        "plies": plies(question.probe().value),
        "effect": effect,
        "plies_lost": lost,
        "move": verdict.chosen.played.to_string(),
        "move_category": verdict.chosen.value.category(),
        "move_plies": plies(verdict.chosen.value),
        "best": best,
    })
}

fn games(games: &Games) -> Json {
    let score = |outcome: Outcome| {
        let score = games.score(outcome);
        json!({ "played": score.played, "succeeded": score.succeeded })
    };
    json!({
        "won": score(Outcome::Win),
        "drawn": score(Outcome::Draw),
        "plies_over_perfect": games.late(),
        "games": games.games.iter().map(game).collect::<Vec<_>>(),
    })
}

fn game(game: &Game) -> Json {
    json!({
        "position": game.start.to_string(),
        "category": game.value.category(),
        "plies": plies(game.value),
        "moves": game.moves.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "end": game.end.told(),
        "succeeded": game.end.is_success(),
    })
}

fn failure(failure: &FailedAt) -> Json {
    let failed = &failure.failed;
    json!({
        "position": failure.position.to_string(),
        "kind": failed.fault.kind(),
        "message": failed.to_string(),
        "said": failed.words.output,
        "complained": failed.words.errors,
    })
}
