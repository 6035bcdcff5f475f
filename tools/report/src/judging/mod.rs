//! Reports as JSON.

use loa_engine::Remark;
use loa_solver::Move;
use loa_tablebase::Wdl;
use serde_json::{Map, Value as Json, json};

use super::counts::Counts;
use super::defender::{Games, PlayedGame};
use super::judged_move::JudgedMove;
use super::pool::FailedAt;
use super::report::{GameCounts, Report, Source};

/// Returns a report as JSON.
pub fn report_json(report: &Report<'_>) -> Json {
    let judgement = &report.judgement;
    let (board, seed, suite) = match &report.source {
        Source::Sample { board, seed, .. } => (Some(board.to_string()), Some(*seed), None),
        Source::Suite { file, .. } => (None, None, Some(file)),
        Source::Proof { board, seed, .. } => (Some(board.to_string()), Some(*seed), None),
    };
    let materials = judgement.by_material.iter();
    let bands = judgement.by_band.iter();
    let themes = judgement.by_theme.iter();
    let counts = report.failure_counts().into_iter();
    json!({
        "engine": report.engine.command,
        "name": report.name(),
        "protocol": report.engine.protocol,
        "limit": report.engine.limit,
        "option_warnings": report.remarks().iter().map(remark).collect::<Vec<_>>(),
        "rules": report.rules.rules.id(),
        "board": board,
        "seed": seed,
        "suite": suite,
        "positions": judgement.positions,
        "all": counts_json(&judgement.all),
        "by_material": materials.map(|(name, t)| named("material", name, t)).collect::<Vec<_>>(),
        "by_distance": bands.map(|(name, t)| named("distance", name, t)).collect::<Vec<_>>(),
        "by_theme": themes.map(|(name, t)| named("theme", name, t)).collect::<Vec<_>>(),
        "late": report.late(),
        "worst": report.worst_moves().map(judged).collect::<Vec<_>>(),
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

fn counts_json(counts: &Counts) -> Map<String, Json> {
    let mut json = Map::from_iter([("answers".to_owned(), counts.effects.moves.into())]);
    if let Json::Object(effects) = json!(counts.effects.counts()) {
        json.extend(effects);
    }
    for (name, count) in [
        ("failures", counts.failures.into()),
        ("seconds", counts.time.as_secs_f64().into()),
        ("longest_seconds", counts.longest.as_secs_f64().into()),
    ] {
        json.insert(name.to_owned(), count);
    }
    json
}

fn named(what: &str, name: &impl ToString, counts: &Counts) -> Json {
    let mut row = Map::from_iter([(what.to_owned(), name.to_string().into())]);
    row.extend(counts_json(counts));
    row.into()
}

fn judged((judged, refutation): (&JudgedMove<'_>, &[Move])) -> Json {
    let refutation: Vec<String> = refutation.iter().map(Move::to_string).collect();
    let question = judged.question;
    let best: Vec<String> = question.best().map(|m| m.played.to_string()).collect();
    json!({
        "position": question.position().to_string(),
        "category": question.probe().value.wdl().name(),
        "plies": question.probe().value.plies(),
        "effect": judged.effect.name(),
        "plies_lost": judged.effect.plies_lost(),
        "score": judged.score.map(|score| score.to_string()),
        "move": judged.chosen.played.to_string(),
        "move_category": judged.chosen.value.wdl().name(),
        "move_plies": judged.chosen.value.plies(),
        "best": best,
        "refutation": refutation,
    })
}

fn games(games: &Games) -> Json {
    let counts = |outcome: Wdl| {
        let counts = GameCounts::of(games, outcome);
        json!({ "played": counts.played, "succeeded": counts.succeeded })
    };
    json!({
        "won": counts(Wdl::Win),
        "drawn": counts(Wdl::Draw),
        "plies_over_perfect": games.late(),
        "games": games.games.iter().map(game).collect::<Vec<_>>(),
    })
}

fn game(played: &PlayedGame) -> Json {
    let game = &played.game;
    json!({
        "position": game.start().to_string(),
        "category": played.value.wdl().name(),
        "plies": played.value.plies(),
        "moves": game.moves().iter().map(ToString::to_string).collect::<Vec<_>>(),
        "end": played.result.to_string(),
        "succeeded": played.result.is_success(),
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
