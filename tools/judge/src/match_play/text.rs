//! Matches as lines of text and as SGF.

use std::collections::BTreeMap;

use loa_record::notation::{Players, escaped, to_sgf_with};
use loa_record::text::{counted, printable};
use loa_solver::Color;

use super::one_game::{Ending, MatchGame};
use super::run::MatchResult;
use super::score::Elo;
use super::sprt::{Sprt, SprtVerdict};

/// Failures that are listed one by one.
const FAILURES: usize = 4;

/// Returns the result of a match between engines of these names as lines of text.
pub fn match_lines(result: &MatchResult, names: [&str; 2], sprt: Option<&Sprt>) -> Vec<String> {
    let [first, second] = names.map(printable);
    let [won, drawn, lost] = result.won_drawn_lost();
    let games = result.games.len();
    let mut lines = vec![
        format!("1: {first}"),
        format!("2: {second}"),
        format!(
            "1 has won {won}, drawn {drawn} and lost {lost} of {}",
            counted(games as u64, "game")
        ),
    ];
    if let Some(share) = result.pairs.share() {
        let error = result.pairs.standard_error();
        let error = error.map_or(String::new(), |error| {
            format!(" +- {:.1}", 100.0 * MIDDLE * error)
        });
        let pairs = counted(result.pairs.pairs(), "opening");
        lines.push(format!(
            "score of 1: {:.1}{error} % in {pairs} played from both sides",
            100.0 * share
        ));
    }
    if let Some(elo) = result.pairs.elo() {
        lines.push(elo_line(&elo));
    }
    lines.extend(ending_line(result));
    if let Some(sprt) = sprt {
        lines.push(sprt_line(result, sprt));
    }
    lines.extend(failure_lines(result));
    lines
}

/// The width of the middle 95 % in standard errors.
const MIDDLE: f64 = 1.96;

fn elo_line(elo: &Elo) -> String {
    let text = |elo: f64| match elo.is_finite() {
        true => format!("{elo:+.0}"),
        false => if elo > 0.0 { "+infinite" } else { "-infinite" }.to_owned(),
    };
    format!(
        "Elo of 1 over 2: {}, from {} to {} in 95 of 100 matches",
        text(elo.value),
        text(elo.low),
        text(elo.high)
    )
}

/// Returns a line on the ways in which games have ended.
fn ending_line(result: &MatchResult) -> Option<String> {
    let kinds = result.endings();
    let parts = kinds.iter().map(|(kind, count)| {
        let how = match *kind {
            "rules" => "by the rules",
            "tables" => "by tables",
            "too-long" => "at the bound on plies",
            _ => "by a failure",
        };
        format!("{count} {how}")
    });
    let parts: Vec<String> = parts.collect();
    (!parts.is_empty()).then(|| format!("ended: {}", parts.join(", ")))
}

fn sprt_line(result: &MatchResult, sprt: &Sprt) -> String {
    let ratio = sprt.log_likelihood_ratio(&result.pairs);
    let (lower, upper) = sprt.bounds();
    let verdict = match result.verdict {
        Some(SprtVerdict::Stronger) => format!("1 is stronger by {} Elo", sprt.elo1),
        Some(SprtVerdict::NotStronger) => {
            format!("1 is not stronger by more than {} Elo", sprt.elo0)
        }
        None => "undecided".to_owned(),
    };
    format!(
        "SPRT of {} against {} Elo: {verdict}; ratio {ratio:.2} within {lower:.2} and {upper:.2}",
        sprt.elo1, sprt.elo0
    )
}

fn failure_lines(result: &MatchResult) -> Vec<String> {
    let failures = result.games.iter().filter_map(|game| match &game.ending {
        Ending::Failed { color, failed } => {
            let engine = if *color == game.first { 1 } else { 2 };
            let text = format!("  {engine} in {}: {failed}", game.game.position());
            Some(printable(&text))
        }
        _ => None,
    });
    let all: Vec<String> = failures.collect();
    if all.is_empty() {
        return all;
    }
    let more = all.len().saturating_sub(FAILURES);
    let mut lines = vec!["failures, each a loss:".to_owned()];
    lines.extend(all.into_iter().take(FAILURES));
    if more > 0 {
        lines.push(format!("  and {more} more"));
    }
    lines
}

/// Returns all games as SGF, one after the other.
pub fn match_sgf(result: &MatchResult, names: [&str; 2]) -> String {
    result
        .games
        .iter()
        .map(|game| game_sgf(game, names))
        .collect()
}

fn game_sgf(game: &MatchGame, [first, second]: [&str; 2]) -> String {
    let (black, white) = match game.first {
        Color::Black => (first, second),
        Color::White => (second, first),
    };
    let players = Players {
        black: black.to_owned(),
        white: white.to_owned(),
    };
    let result = match game.ending.winner() {
        Some(Color::Black) => "B+",
        Some(Color::White) => "W+",
        None => "Draw",
    };
    let why = match &game.ending {
        Ending::Played(_) => None,
        Ending::Tables { .. } => Some("decided by tables".to_owned()),
        Ending::TooLong => Some("a draw at the bound on plies".to_owned()),
        Ending::Failed { failed, .. } => Some(format!("an engine failed: {failed}")),
    };
    to_sgf_with(&game.game, &players, |number| match (&why, number) {
        (Some(why), 0) => format!("RE[{result}]GC[{}]", escaped(&printable(why))),
        _ => String::new(),
    })
}

impl MatchResult {
    /// Returns the games that the first engine has won, drawn and lost.
    pub fn won_drawn_lost(&self) -> [usize; 3] {
        [2, 1, 0].map(|half_points| {
            let games = self.games.iter();
            games
                .filter(|game| game.half_points() == half_points)
                .count()
        })
    }

    /// Returns the number of games by the kind of their end.
    pub fn endings(&self) -> BTreeMap<&'static str, usize> {
        let mut kinds = BTreeMap::new();
        for game in &self.games {
            *kinds.entry(game.ending.kind()).or_default() += 1;
        }
        kinds
    }
}
