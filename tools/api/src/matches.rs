//! Matches of engines, as JSON, lines of text and SGF.

use std::collections::{BTreeMap, HashSet};
use std::fmt::{self, Display};

use loa_engine::Fault;
use loa_judge::match_play::{Elo, Ending, MatchGame, MatchResult, Sprt, SprtVerdict};
use loa_record::notation::{Players, Record, ScoreSheet, read_games};
use loa_record::text::{counted, printable};
use loa_record::{End, Game};
use loa_solver::{Board, Color, Position};
use serde::Serialize;

use crate::text::{joined, last_words};

/// The result of a match.
#[derive(Clone, Debug, Serialize)]
pub struct MatchReport {
    rules: &'static str,
    preset: &'static str,
    board: Option<Board>,
    commands: [String; 2],
    engines: [String; 2],
    /// The number of games that were requested.
    requested: usize,
    /// The number of openings found for the games.
    available: usize,
    games: usize,
    /// The number of games that differ in a move or in the opening.
    different: usize,
    /// The number of pairs that repeat an earlier pair. No other number of pairs includes them.
    repeats: u64,
    won: usize,
    drawn: usize,
    lost: usize,
    openings: u64,
    pairs: [u64; 5],
    score: Option<f64>,
    standard_error: Option<f64>,
    elo: Option<Elo>,
    sprt: Option<SprtFields>,
    endings: BTreeMap<&'static str, usize>,
    gave_up: bool,
    list: Vec<GameFields>,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct SprtFields {
    #[serde(flatten)]
    sprt: Sprt,
    ratio: f64,
    lower: f64,
    upper: f64,
    verdict: Option<SprtVerdict>,
}

#[derive(Clone, Debug, Serialize)]
struct GameFields {
    first: &'static str,
    winner: Option<&'static str>,
    ending: &'static str,
    failure: Option<String>,
    /// The last lines that a failed engine wrote to standard output and to standard error.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    said: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    complained: Vec<String>,
    plies: usize,
    opening_plies: usize,
    position: Position,
    /// The engine that failed, 1 or 2.
    #[serde(skip)]
    failed: usize,
}

impl MatchReport {
    /// Returns the report of a match between two engines from some openings, for `requested` games.
    /// If the engines' own names are equal, the report names them by their `commands`.
    pub fn new(
        result: &MatchResult,
        commands: [&str; 2],
        openings: &[Game],
        requested: usize,
        board: Option<Board>,
        sprt: Option<&Sprt>,
    ) -> MatchReport {
        let games = || result.games.iter();
        let preset = openings.first().map(Game::preset).unwrap_or_default();
        let different: HashSet<_> =
            games().map(|game| (game.game.start(), game.game.moves())).collect();
        let [won, drawn, lost] =
            [2, 1, 0].map(|points| games().filter(|game| game.half_points() == points).count());
        let mut endings = BTreeMap::new();
        for game in games() {
            *endings.entry(game.ending.kind()).or_default() += 1;
        }
        MatchReport {
            rules: preset.rules.id(),
            preset: preset.name,
            board,
            commands: commands.map(str::to_owned),
            engines: told_apart(&result.names, commands).map(str::to_owned),
            requested,
            available: openings.len(),
            games: result.games.len(),
            different: different.len(),
            repeats: result.repeats,
            won,
            drawn,
            lost,
            openings: result.pairs.pairs(),
            pairs: result.pairs.counts(),
            score: result.pairs.share(),
            standard_error: result.pairs.standard_error(),
            elo: result.pairs.elo(),
            sprt: sprt.map(|sprt| SprtFields::new(sprt, result)),
            endings,
            gave_up: result.gave_up,
            list: games().map(GameFields::from).collect(),
        }
    }

    /// Returns all games as SGF, one after the other.
    pub fn sgf(&self, result: &MatchResult) -> String {
        let engines = self.engines.each_ref().map(String::as_str);
        result.games.iter().map(|game| game_sgf(game, engines)).collect()
    }
}

/// Returns a game of a match as SGF. The engines have the names of the report.
pub fn match_game_sgf(
    game: &MatchGame,
    names: &[Option<String>; 2],
    commands: [&str; 2],
) -> String {
    game_sgf(game, told_apart(names, commands))
}

/// Returns the engines' own names if they differ, otherwise the commands.
fn told_apart<'a>(names: &'a [Option<String>; 2], commands: [&'a str; 2]) -> [&'a str; 2] {
    match names {
        [Some(first), Some(second)] if first != second => [first, second],
        _ => commands,
    }
}

impl SprtFields {
    fn new(sprt: &Sprt, result: &MatchResult) -> SprtFields {
        let (lower, upper) = sprt.bounds();
        SprtFields {
            sprt: *sprt,
            ratio: sprt.log_likelihood_ratio(&result.pairs),
            lower,
            upper,
            verdict: result.verdict,
        }
    }
}

impl From<&MatchGame> for GameFields {
    fn from(game: &MatchGame) -> GameFields {
        let (fault, failed) = match &game.ending {
            Ending::Failed { failed, color } => {
                (Some(failed), if *color == game.first { 1 } else { 2 })
            }
            _ => (None, 0),
        };
        let words = fault.map(|failed| failed.words.clone()).unwrap_or_default();
        GameFields {
            first: game.first.name(),
            winner: game.ending.winner().map(Color::name),
            ending: game.ending.kind(),
            failure: fault.map(ToString::to_string),
            said: words.output.into(),
            complained: words.errors.into(),
            plies: game.game.moves().len(),
            opening_plies: game.opening_moves,
            position: *game.game.position(),
            failed,
        }
    }
}

/// The maximum number of failures that are listed individually.
const FAILURES: usize = 4;

/// The width of the 95 % confidence interval in standard errors.
const MIDDLE: f64 = 1.96;

/// Writes the report as lines of text. They are safe for a terminal, even with arbitrary output of
/// the engines.
impl Display for MatchReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = self.engines.each_ref().map(|name| printable(name));
        let games = counted(self.games as u64, "game");
        write!(f, "1: {first}\n2: {second}\n1 has won {}, ", self.won)?;
        write!(f, "drawn {} and lost {} of {games}", self.drawn, self.lost)?;
        if let Some(share) = self.score {
            let error = self
                .standard_error
                .map_or(String::new(), |error| format!(" +- {:.1}", 100.0 * MIDDLE * error));
            let (share, pairs) = (100.0 * share, counted(self.openings, "opening"));
            let different = counted(self.different as u64, "different game");
            write!(f, "\nscore of 1: {share:.1}{error} % in {pairs} played from both sides")?;
            write!(f, ", {different}")?;
        }
        if 2 * self.available < self.requested {
            let (requested, found) = (self.requested, counted(self.available as u64, "opening"));
            write!(
                f,
                "\n{requested} games were requested; only {found} could be found, and none "
            )?;
            write!(f, "is played twice")?;
        }
        if self.repeats > 0 {
            let repeats = counted(self.repeats, "pair");
            write!(f, "\nleft out of the score, because they repeat earlier games: {repeats}")?;
        }
        if let Some(elo) = &self.elo {
            let [value, low, high] = [elo.value, elo.low, elo.high].map(elo_text);
            write!(f, "\nElo of 1 over 2: {value}, 95 % interval {low} to {high}")?;
        }
        if !self.endings.is_empty() {
            let parts = self.endings.iter().map(|(kind, count)| match *kind {
                "rules" => format!("{count} by the rules"),
                "tables" => format!("{count} by tables"),
                "too-long" => format!("{count} at the bound on plies"),
                "resignation" => format!("{count} by resignation"),
                "agreement" => format!("{count} drawn by scores"),
                "time" => format!("{count} on time"),
                _ => format!("{count} by a failure"),
            });
            write!(f, "\nended: {}", joined(parts, ", "))?;
        }
        if let Some(sprt) = &self.sprt {
            write!(f, "\n{sprt}")?;
        }
        let failed = || self.list.iter().filter(|game| game.failure.is_some());
        if failed().next().is_some() {
            write!(f, "\nfailures, each a loss:")?;
        }
        for game in failed().take(FAILURES) {
            let (failure, position) = (game.failure.as_deref().unwrap_or_default(), &game.position);
            let line = format!("  {} in {position}: {failure}", game.failed);
            write!(f, "\n{}", printable(&line))?;
            last_words(f, &game.said, &game.complained)?;
        }
        match failed().skip(FAILURES).count() {
            0 => Ok(()),
            more => write!(f, "\n  and {more} more"),
        }
    }
}

fn elo_text(elo: f64) -> String {
    match elo {
        f64::INFINITY => "+infinite".to_owned(),
        f64::NEG_INFINITY => "-infinite".to_owned(),
        // Avoids a negative zero.
        _ => format!("{:+.0}", elo.round() + 0.0),
    }
}

impl Display for SprtFields {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SprtFields { sprt: Sprt { elo0, elo1, .. }, ratio, lower, upper, .. } = self;
        write!(f, "SPRT of {elo1} against {elo0} Elo: ")?;
        match self.verdict {
            Some(SprtVerdict::Stronger) => write!(f, "1 is stronger by {elo1} Elo")?,
            Some(SprtVerdict::NotStronger) => {
                write!(f, "1 is not stronger by more than {elo0} Elo")?
            }
            None => write!(f, "undecided")?,
        }
        write!(f, "; ratio {ratio:.2} within {lower:.2} and {upper:.2}")
    }
}

/// The reasons for the end of a game, as comments on the game.
const BY_TABLES: &str = "decided by tables";
const BY_SCORES: &str = "a draw by the scores of both engines";
const ON_TIME: &str = "the time ran out";
const AT_BOUND: &str = "a draw at the bound on plies";
const BY_FAILURE: &str = "an engine failed: ";

fn game_sgf(game: &MatchGame, [first, second]: [&str; 2]) -> String {
    let (black, white) = match game.first {
        Color::Black => (first, second),
        Color::White => (second, first),
    };
    let players = Players { black: black.to_owned(), white: white.to_owned() };
    let result = match game.ending.winner() {
        Some(Color::Black) => "B+",
        Some(Color::White) => "W+",
        None => "Draw",
    };
    let why = match &game.ending {
        Ending::Tables { .. } => Some(BY_TABLES.to_owned()),
        Ending::Agreed => Some(BY_SCORES.to_owned()),
        Ending::Time { .. } => Some(ON_TIME.to_owned()),
        Ending::TooLong => Some(AT_BOUND.to_owned()),
        Ending::Failed { failed, .. } => Some(format!("{BY_FAILURE}{failed}")),
        _ => None,
    };
    let mut sheet = ScoreSheet::new(&game.game, &players);
    sheet.set(0, "RO", &game.number.to_string());
    if let Some(why) = why {
        let time = if matches!(game.ending, Ending::Time { .. }) { "T" } else { "" };
        sheet.set(0, "RE", &format!("{result}{time}"));
        sheet.set(0, "GC", &printable(&why));
    }
    sheet.to_sgf()
}

/// The reason why a file of games does not belong to a match.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OtherMatch {
    /// A game cannot be read.
    #[error("game {place} of the file cannot be read: {why}")]
    Unreadable {
        /// The place of the game in the file, from 1.
        place: usize,
        /// The reason.
        why: String,
    },
    /// A game has no number in the match, no known end, or the number of another game.
    #[error("game {place} of the file is no game of this match: {why}")]
    NotOfMatch {
        /// The place of the game in the file, from 1.
        place: usize,
        /// The reason.
        why: &'static str,
    },
}

/// Reads the games of an interrupted match from its file, by their numbers.
///
/// # Errors
/// If a game does not begin with the opening of its number, or does not say how it ended.
pub fn earlier_games(
    text: &str,
    openings: &[Game],
) -> Result<BTreeMap<usize, MatchGame>, OtherMatch> {
    let mut games = BTreeMap::new();
    if text.trim().is_empty() {
        return Ok(games);
    }
    for (place, record) in (1..).zip(read_games(text)) {
        let unreadable = |why: String| OtherMatch::Unreadable { place, why };
        let not_of_match = |why| OtherMatch::NotOfMatch { place, why };
        let record = record.map_err(|fault| unreadable(fault.to_string()))?;
        let number = record.property("RO").and_then(|text| text.parse::<usize>().ok());
        let number = number.filter(|&number| number > 0);
        let number = number.ok_or_else(|| not_of_match("its round (RO) is missing"))?;
        let opening = openings.get((number - 1) / 2);
        let opening = opening.ok_or_else(|| not_of_match("the match has fewer games"))?;
        let (game, stop) = record.replay(opening.preset());
        if let Some(stop) = stop {
            return Err(unreadable(stop.to_string()));
        }
        if game.start() != opening.start() || !game.moves().starts_with(opening.moves()) {
            return Err(not_of_match("it has another opening"));
        }
        let (game, ending) =
            ended(game, &record).ok_or_else(|| not_of_match("it does not say how it ended"))?;
        let game = MatchGame::new(number, game, opening.moves().len(), ending);
        if games.insert(number, game).is_some() {
            return Err(not_of_match("the file has another game of its number"));
        }
    }
    Ok(games)
}

/// Returns a game and its end, as [`game_sgf`] has written it.
fn ended(mut game: Game, record: &Record) -> Option<(Game, Ending)> {
    if let Some(end) = game.end() {
        return Some((game, Ending::Played(end)));
    }
    let (winner, loser) = match record.result.as_deref()?.get(..2)? {
        "B+" => (Some(Color::Black), Color::White),
        "W+" => (Some(Color::White), Color::Black),
        _ => (None, game.position().turn()),
    };
    let why = record.property("GC").unwrap_or_default();
    let ending = match why.as_str() {
        BY_TABLES => Ending::Tables { winner },
        BY_SCORES => Ending::Agreed,
        AT_BOUND => Ending::TooLong,
        ON_TIME => Ending::Time { color: loser },
        _ => match why.strip_prefix(BY_FAILURE) {
            Some(fault) => {
                let failed = Box::new(Fault::Own(fault.to_owned().into()).into());
                Ending::Failed { color: loser, failed }
            }
            None => {
                winner?;
                game.resign(loser).ok()?;
                Ending::Played(End::resignation(loser))
            }
        },
    };
    Some((game, ending))
}

#[cfg(test)]
mod tests {
    use loa_engine::{Engine, EngineMove, Failed};
    use loa_judge::match_play::Match;

    use super::*;

    #[test]
    fn every_game_is_in_the_sgf_and_says_why_it_was_lost() {
        let first = |game: &Game| {
            let moves = game.preset().rules.moves(game.position());
            Ok(EngineMove::new(moves[0]))
        };
        let none = |_: &Game| Err(Failed::from(Fault::Nonsense("no".to_owned())));
        let first = || Ok(Box::new(first) as Box<dyn Engine>);
        let none = || Ok(Box::new(none) as Box<dyn Engine>);
        let start = "2o1x/1x3/5/3o1/x1o1x x".parse().unwrap();
        let preset = loa_solver::Preset::default();
        let sprt = Sprt::new(0.0, 100.0);
        let openings = [Game::new(preset, start)];
        let result = Match::new([&first, &none]).play(&openings).unwrap();
        let report = MatchReport::new(&result, ["a", "b"], &openings, 400, None, Some(&sprt));
        let sgf = report.sgf(&result);
        assert_eq!(sgf.matches("(;FF[4]").count(), 2);
        assert_eq!(sgf.matches("GC[an engine failed: nonsense").count(), 2);
        let earlier = earlier_games(&sgf, &openings).unwrap();
        let again = Match::new([&none, &none]).resume(&openings, earlier, &|_, _| panic!("new"));
        assert_eq!(
            MatchReport::new(&again.unwrap(), ["a", "b"], &openings, 400, None, None).sgf(&result),
            sgf
        );
        let twice = earlier_games(&format!("{sgf}{sgf}"), &openings).unwrap_err().to_string();
        assert!(twice.ends_with("the file has another game of its number"), "{twice}");
        let other = [Game::new(preset, "start 4x4".parse().unwrap())];
        let other = earlier_games(&sgf, &other).unwrap_err().to_string();
        assert!(other.ends_with("it has another opening"), "{other}");
        let text = report.to_string();
        let expected = "1 has won 2, drawn 0 and lost 0 of 2 games";
        assert!(text.contains(expected) && text.contains("\n  2 in "), "{text}");
        let few = "1 opening played from both sides, 2 different games\n400 games were requested; \
                   only 1 opening could be found, and none is played twice";
        assert!(text.contains(few), "{text}");
    }
}
