//! Matches of engines, as JSON, lines of text and SGF.

mod file;
mod text;

use std::collections::{BTreeMap, HashSet};

use loa_engine::Failed;
use loa_judge::match_play::{
    Ending, Match, MatchResult, MatchScore, Pairing, Sprt, SprtVerdict, TableEnd, Tournament,
};
use loa_record::Game;
use loa_record::text::path_text;
use loa_solver::{Board, Color, Position};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

use self::file::told_apart;
pub(crate) use self::file::{MatchFile, whole_games};

/// The result of a match.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct MatchReport {
    /// The rules id.
    rules: &'static str,
    /// The preset, or the rules id.
    preset: &'static str,
    /// The board of the start, if all games have the same.
    board: Option<Board>,
    /// The kind of tournament of more than two engines.
    #[serde(skip_serializing_if = "Option::is_none")]
    tournament: Option<Tournament>,
    /// The command lines of the engines.
    commands: Vec<String>,
    /// The names of the engines.
    engines: Vec<String>,
    /// Games that were requested for each pairing.
    requested: usize,
    /// Openings found for the games.
    available: usize,
    /// Games that were played.
    games: usize,
    /// Games that differ in a move or in the opening.
    different: usize,
    /// The score of the first engine against all others.
    #[serde(flatten)]
    score: MatchScore,
    /// The sequential test of two engines.
    sprt: Option<SprtFields>,
    /// Games, counted by their ends.
    endings: BTreeMap<&'static str, usize>,
    /// True if the match ended because engines failed too often.
    gave_up: bool,
    /// The engines of a tournament, the best first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    standings: Vec<Standing>,
    /// The pairings of a tournament.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pairings: Vec<Pairing>,
    /// The games.
    #[serde(rename = "list", serialize_with = "list")]
    #[schemars(with = "Vec<GameFields<'static>>")]
    result: MatchResult,
}

/// The score of an engine of a tournament against all others.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
struct Standing {
    /// The engine, from 1.
    engine: usize,
    /// Games that it played.
    games: usize,
    #[serde(flatten)]
    score: MatchScore,
}

/// A sequential test.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
struct SprtFields {
    #[serde(flatten)]
    sprt: Sprt,
    /// The logarithm of the likelihood ratio.
    ratio: f64,
    /// The ratio that decides that the first engine is not stronger.
    lower: f64,
    /// The ratio that decides that it is stronger.
    upper: f64,
    /// The verdict; null if the test has not ended.
    verdict: Option<SprtVerdict>,
}

/// A game of a match.
#[derive(Serialize, JsonSchema)]
struct GameFields<'a> {
    /// The engines, from 1.
    engines: [usize; 2],
    /// The side of the pairing's first engine.
    first: Color,
    /// The winner; null for a draw.
    winner: Option<Color>,
    /// The kind of the end, such as `rules` or `failure`.
    ending: &'static str,
    /// The table that ended the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<String>,
    /// The plies to the win by this table; null for a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    distance: Option<usize>,
    /// The failure of the loser.
    failure: Option<&'a Failed>,
    /// Moves, with those of the opening.
    plies: usize,
    /// Moves of the opening.
    opening_plies: usize,
    /// The last position.
    position: &'a Position,
}

fn list<S: Serializer>(result: &MatchResult, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(result.games.iter().map(|game| {
        let (table, failure) = match &game.ending {
            Ending::Tables(end) => (Some(end), None),
            Ending::Failed { failed, .. } => (None, Some(&**failed)),
            _ => (None, None),
        };
        GameFields {
            engines: game.engines.map(|engine| engine + 1),
            first: game.first,
            winner: game.ending.winner(),
            ending: game.ending.kind(),
            table: table.map(|end| path_text(&end.table)),
            distance: table.and_then(TableEnd::distance),
            failure,
            plies: game.game.moves().len(),
            opening_plies: game.opening_moves,
            position: game.game.position(),
        }
    }))
}

impl MatchReport {
    /// Returns the report of a match from some openings. If the engines' own names are not
    /// different, the report names them by their `commands`.
    pub(crate) fn new(
        result: MatchResult,
        played: &Match<'_>,
        commands: &[&str],
        openings: &[Game],
    ) -> MatchReport {
        let preset = openings.first().map(Game::preset).unwrap_or_default();
        let board = openings.first().map(|opening| opening.start().board());
        let games = result.games.iter();
        let different: HashSet<_> =
            games.clone().map(|game| (game.game.start(), game.game.moves())).collect();
        let mut endings = BTreeMap::new();
        for game in games {
            *endings.entry(game.ending.kind()).or_default() += 1;
        }
        let is_tournament = commands.len() > 2;
        MatchReport {
            rules: preset.rules.id(),
            preset: preset.name,
            board: board.filter(|&board| openings.iter().all(|it| it.start().board() == board)),
            tournament: is_tournament.then_some(played.tournament),
            commands: commands.iter().copied().map(str::to_owned).collect(),
            engines: told_apart(&result.names, commands).into_iter().map(str::to_owned).collect(),
            requested: played.most_games,
            available: openings.len(),
            games: result.games.len(),
            different: different.len(),
            score: result.total(0),
            sprt: played.sprt.map(|sprt| SprtFields::new(sprt, &result)),
            endings,
            gave_up: result.gave_up,
            standings: if is_tournament { standings(&result, commands.len()) } else { Vec::new() },
            pairings: if is_tournament { result.pairings.clone() } else { Vec::new() },
            result,
        }
    }
}

/// Returns the scores of all engines, the largest share of the points first.
fn standings(result: &MatchResult, engines: usize) -> Vec<Standing> {
    let standing = |engine| {
        let score = result.total(engine);
        Standing { engine: engine + 1, games: score.games(), score }
    };
    let mut standings: Vec<Standing> = (0..engines).map(standing).collect();
    let share = |it: &Standing| it.score.points() / it.games.max(1) as f64;
    standings.sort_by(|one, other| share(other).total_cmp(&share(one)));
    standings
}

impl SprtFields {
    fn new(sprt: Sprt, result: &MatchResult) -> SprtFields {
        let (lower, upper) = sprt.bounds();
        let ratio = sprt.log_likelihood_ratio(&result.total(0).pairs);
        SprtFields { sprt, ratio, lower, upper, verdict: result.verdict }
    }
}
