//! The reasons for which an engine fails.

use loa_record::text::counted;

use super::defender::{GameResult, Games};
use super::judgement::Judgement;

/// A kind of event that makes an engine fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FailOn {
    /// A move that gives a win or a draw away, or a game in which that happens.
    Blunder,
    /// An engine that hangs, dies or gives an answer that is not a move.
    Failure,
    /// A move that wins later than need be.
    Slower,
    /// A move that loses sooner than need be.
    Sooner,
}

/// Returns the reasons for which an engine fails, in words; none if it passes.
pub fn reasons(
    judgement: &Judgement<'_>,
    games: Option<&Games>,
    fail_on: &[FailOn],
) -> Vec<String> {
    let all = &judgement.all.effects;
    let results = || games.into_iter().flat_map(|games| &games.games).map(|game| game.result);
    let given_away = results().filter(|result| !result.is_success()).count();
    let late =
        results().filter(|result| matches!(result, GameResult::Won { late: Some(1..) })).count();
    let failures = judgement.failures.len() + games.map_or(0, |games| games.failures.len());
    let counts = [
        (FailOn::Blunder, all.all_blunders(), "blunder", ""),
        (FailOn::Blunder, given_away, "game", " given away"),
        (FailOn::Failure, failures, "failure", ""),
        (FailOn::Slower, all.slower.moves, "slower move", ""),
        (FailOn::Slower, late, "game", " won late"),
        (FailOn::Sooner, all.sooner.moves, "sooner move", ""),
    ]
    .into_iter()
    .filter(|(what, count, ..)| *count > 0 && fail_on.contains(what));
    counts.map(|(_, count, noun, rest)| format!("{}{rest}", counted(count as u64, noun))).collect()
}
