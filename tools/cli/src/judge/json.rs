//! A judgement as JSON.

use loa_tablebase::Wdl;
use serde_json::{Map, Value as Json, json};

use super::FailedAt;
use super::game::{Games, PlayedOut};
use super::report::{Report, Source};
use super::tally::Tally;
use super::verdict::Verdict;
use crate::protocol::Remark;

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
        "option_warnings": report.remarks().iter().map(remark).collect::<Vec<_>>(),
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

fn remark(remark: &Remark) -> Json {
    json!({
        "name": remark.name,
        "value": remark.value,
        "message": remark.doubt.to_string(),
    })
}

fn tally(tally: &Tally) -> Map<String, Json> {
    let mut counts = Map::from_iter([("answers".to_owned(), tally.effects.moves.into())]);
    counts.extend(tally.effects.json());
    for (name, count) in [
        ("failures", tally.failures.into()),
        ("seconds", tally.time.as_secs_f64().into()),
        ("longest_seconds", tally.longest.as_secs_f64().into()),
    ] {
        counts.insert(name.to_owned(), count);
    }
    counts
}

fn named(what: &str, name: &impl ToString, counts: &Tally) -> Json {
    let mut row = Map::from_iter([(what.to_owned(), name.to_string().into())]);
    row.extend(tally(counts));
    row.into()
}

fn verdict(verdict: &Verdict<'_>) -> Json {
    let question = verdict.question;
    let best: Vec<String> = question.best().map(|m| m.played.to_string()).collect();
    json!({
        "position": question.position().to_string(),
        "category": question.probe().value.wdl().name(),
        "plies": question.probe().value.plies(),
        "effect": verdict.effect.name(),
        "plies_lost": verdict.effect.plies_lost(),
        "score": verdict.score.map(|score| score.to_string()),
        "move": verdict.chosen.played.to_string(),
        "move_category": verdict.chosen.value.wdl().name(),
        "move_plies": verdict.chosen.value.plies(),
        "best": best,
    })
}

fn games(games: &Games) -> Json {
    let score = |outcome: Wdl| {
        let score = games.score(outcome);
        json!({ "played": score.played, "succeeded": score.succeeded })
    };
    json!({
        "won": score(Wdl::Win),
        "drawn": score(Wdl::Draw),
        "plies_over_perfect": games.late(),
        "games": games.games.iter().map(game).collect::<Vec<_>>(),
    })
}

fn game(played: &PlayedOut) -> Json {
    let game = &played.game;
    json!({
        "position": game.start().to_string(),
        "category": played.value.wdl().name(),
        "plies": played.value.plies(),
        "moves": game.moves().iter().map(ToString::to_string).collect::<Vec<_>>(),
        "end": played.end.told(),
        "succeeded": played.end.is_success(),
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
