//! Matches of engines, as JSON, lines of text and SGF.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::{self, Display};

use loa_engine::Fault;
use loa_judge::match_play::{
    Elo, Ending, Match, MatchGame, MatchResult, MatchScore, Pairing, Sprt, SprtVerdict, Tournament,
};
use loa_record::notation::{Players, Record, ScoreSheet, read_games};
use loa_record::text::{counted, printable};
use loa_record::{End, Game};
use loa_solver::{Board, Color, Position};
use serde::Serialize;

use crate::text::{failures, joined};

/// The result of a match.
#[derive(Clone, Debug, Serialize)]
pub struct MatchReport {
    rules: &'static str,
    preset: &'static str,
    board: Option<Board>,
    /// The kind of tournament of more than two engines.
    #[serde(skip_serializing_if = "Option::is_none")]
    tournament: Option<&'static str>,
    commands: Vec<String>,
    engines: Vec<String>,
    /// The number of games that were requested for each pairing.
    requested: usize,
    /// The number of openings found for the games.
    available: usize,
    games: usize,
    /// The number of games that differ in a move or in the opening.
    different: usize,
    /// The score of the first engine against all others.
    #[serde(flatten)]
    score: ScoreFields,
    sprt: Option<SprtFields>,
    endings: BTreeMap<&'static str, usize>,
    gave_up: bool,
    /// The engines of a tournament, the best first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    standings: Vec<StandingFields>,
    /// The pairings of a tournament.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pairings: Vec<PairingFields>,
    list: Vec<GameFields>,
}

/// The score of an engine.
#[derive(Clone, Copy, Debug, Serialize)]
struct ScoreFields {
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
}

/// The score of an engine of a tournament against all others.
#[derive(Clone, Copy, Debug, Serialize)]
struct StandingFields {
    /// The engine, from 1.
    engine: usize,
    games: usize,
    points: f64,
    #[serde(flatten)]
    score: ScoreFields,
}

/// The score of an engine of a tournament against another.
#[derive(Clone, Copy, Debug, Serialize)]
struct PairingFields {
    /// The engines, numbered from 1. The score belongs to the first engine of the two.
    engines: [usize; 2],
    #[serde(flatten)]
    score: ScoreFields,
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
    /// The engines of a game of a tournament, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    engines: Option<[usize; 2]>,
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
    /// The engine that failed, from 1.
    #[serde(skip)]
    failed: usize,
}

impl MatchReport {
    /// Returns the report of a match from some openings, for `requested` games of each pairing. If
    /// the engines' own names are not different, the report names them by their `commands`.
    pub fn new(
        result: &MatchResult,
        played: &Match<'_>,
        commands: &[&str],
        openings: &[Game],
        board: Option<Board>,
    ) -> MatchReport {
        let games = || result.games.iter();
        let preset = openings.first().map(Game::preset).unwrap_or_default();
        let different: HashSet<_> =
            games().map(|game| (game.game.start(), game.game.moves())).collect();
        let mut endings = BTreeMap::new();
        for game in games() {
            *endings.entry(game.ending.kind()).or_default() += 1;
        }
        let is_tournament = commands.len() > 2;
        let tournament = match played.tournament {
            Tournament::RoundRobin => "round robin",
            Tournament::Gauntlet => "gauntlet",
        };
        let pairings = result.pairings.iter().filter(|_| is_tournament);
        MatchReport {
            rules: preset.rules.id(),
            preset: preset.name,
            board,
            tournament: is_tournament.then_some(tournament),
            commands: commands.iter().copied().map(str::to_owned).collect(),
            engines: told_apart(&result.names, commands).into_iter().map(str::to_owned).collect(),
            requested: played.most_games,
            available: openings.len(),
            games: result.games.len(),
            different: different.len(),
            score: result.total(0).into(),
            sprt: played.sprt.as_ref().map(|sprt| SprtFields::new(sprt, result)),
            endings,
            gave_up: result.gave_up,
            standings: if is_tournament { standings(result, commands.len()) } else { Vec::new() },
            pairings: pairings.map(PairingFields::from).collect(),
            list: games().map(|game| GameFields::new(game, is_tournament)).collect(),
        }
    }

    /// Returns all games as SGF, one after the other.
    pub fn sgf(&self, result: &MatchResult) -> String {
        let engines: Vec<&str> = self.engines.iter().map(String::as_str).collect();
        result.games.iter().map(|game| game_sgf(game, &engines)).collect()
    }
}

/// Returns the scores of all engines, the largest share of the points first.
fn standings(result: &MatchResult, engines: usize) -> Vec<StandingFields> {
    let standing = |engine| StandingFields::new(engine, &result.total(engine));
    let mut standings: Vec<StandingFields> = (0..engines).map(standing).collect();
    let share = |it: &StandingFields| it.points / it.games.max(1) as f64;
    standings.sort_by(|one, other| share(other).total_cmp(&share(one)));
    standings
}

/// Returns a game of a match as SGF. The engines have the names of the report.
pub fn match_game_sgf(game: &MatchGame, names: &[Option<String>], commands: &[&str]) -> String {
    game_sgf(game, &told_apart(names, commands))
}

/// Returns the engines' own names if all differ, otherwise the commands.
fn told_apart<'a>(names: &'a [Option<String>], commands: &[&'a str]) -> Vec<&'a str> {
    let own: Option<Vec<&str>> = names.iter().map(Option::as_deref).collect();
    let differ = |own: &Vec<&str>| own.iter().collect::<HashSet<_>>().len() == commands.len();
    own.filter(differ).unwrap_or_else(|| commands.to_vec())
}

impl From<MatchScore> for ScoreFields {
    fn from(score: MatchScore) -> ScoreFields {
        let MatchScore { won, drawn, lost, pairs, repeats, .. } = score;
        ScoreFields {
            repeats,
            won,
            drawn,
            lost,
            openings: pairs.pairs(),
            pairs: pairs.counts(),
            score: pairs.share(),
            standard_error: pairs.standard_error(),
            elo: pairs.elo(),
        }
    }
}

impl StandingFields {
    fn new(engine: usize, score: &MatchScore) -> StandingFields {
        let (games, points) = (score.games(), score.points());
        StandingFields { engine: engine + 1, games, points, score: (*score).into() }
    }
}

impl From<&Pairing> for PairingFields {
    fn from(pairing: &Pairing) -> PairingFields {
        let engines = pairing.engines.map(|engine| engine + 1);
        PairingFields { engines, score: pairing.score.into() }
    }
}

impl SprtFields {
    fn new(sprt: &Sprt, result: &MatchResult) -> SprtFields {
        let (lower, upper) = sprt.bounds();
        SprtFields {
            sprt: *sprt,
            ratio: sprt.log_likelihood_ratio(&result.total(0).pairs),
            lower,
            upper,
            verdict: result.verdict,
        }
    }
}

impl GameFields {
    fn new(game: &MatchGame, is_tournament: bool) -> GameFields {
        let engines = game.engines.map(|engine| engine + 1);
        let (fault, failed) = match &game.ending {
            Ending::Failed { failed, color } => {
                (Some(failed), engines[usize::from(*color != game.first)])
            }
            _ => (None, 0),
        };
        let words = fault.map(|failed| failed.words.clone()).unwrap_or_default();
        GameFields {
            engines: is_tournament.then_some(engines),
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

/// The width of the 95 % confidence interval in standard errors.
const MIDDLE: f64 = 1.96;

/// Writes the report as lines of text. They are safe for a terminal, even with arbitrary output of
/// the engines.
impl Display for MatchReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.tournament {
            Some(tournament) => self.write_tables(f, tournament)?,
            None => self.write_score(f)?,
        }
        if 2 * self.available < self.requested {
            let (requested, found) = (self.requested, counted(self.available as u64, "opening"));
            write!(
                f,
                "\n{requested} games were requested; only {found} could be found, and none "
            )?;
            write!(f, "is played twice")?;
        }
        let repeats = match self.pairings.is_empty() {
            true => self.score.repeats,
            false => self.pairings.iter().map(|pairing| pairing.score.repeats).sum(),
        };
        if repeats > 0 {
            let repeats = counted(repeats, "pair");
            write!(f, "\nleft out of the score, because they repeat earlier games: {repeats}")?;
        }
        if let Some(elo) = self.score.elo.as_ref().filter(|_| self.tournament.is_none()) {
            let [value, low, high] = [elo.value, elo.low, elo.high].map(elo_text);
            write!(f, "\nElo of 1 over 2: {value}, 95 % interval {low} to {high}")?;
        }
        self.write_endings(f)?;
        if let Some(sprt) = &self.sprt {
            write!(f, "\n{sprt}")?;
        }
        self.write_failures(f)
    }
}

impl MatchReport {
    /// Writes the score of a match between two engines.
    fn write_score(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, name) in (1..).zip(&self.engines) {
            writeln!(f, "{number}: {}", printable(name))?;
        }
        let ScoreFields { won, drawn, lost, .. } = self.score;
        let games = counted(self.games as u64, "game");
        write!(f, "1 has won {won}, drawn {drawn} and lost {lost} of {games}")?;
        if let Some(share) = self.score.percent() {
            let pairs = counted(self.score.openings, "opening");
            write!(f, "\nscore of 1: {share} % in {pairs} played from both sides")?;
            write!(f, ", {}", counted(self.different as u64, "different game"))?;
        }
        Ok(())
    }

    /// Writes the score of every engine of a tournament, and its points against each opponent.
    fn write_tables(&self, f: &mut fmt::Formatter<'_>, tournament: &str) -> fmt::Result {
        let engines = counted(self.engines.len() as u64, "engine");
        let pairings = counted(self.pairings.len() as u64, "pairing");
        let games = counted(self.games as u64, "game");
        let different = self.different;
        writeln!(f, "{tournament} of {engines}: {pairings}, {games}, {different} different\n")?;
        write!(f, "    points  games  score in %          Elo  95 % interval          engine")?;
        for standing in &self.standings {
            let StandingFields { engine, games, points, score } = standing;
            let [elo, interval] = match &score.elo {
                Some(elo) => {
                    let [value, low, high] = [elo.value, elo.low, elo.high].map(elo_text);
                    [value, format!("{low} to {high}")]
                }
                None => ["", ""].map(str::to_owned),
            };
            let share = score.percent().unwrap_or_default();
            write!(
                f,
                "\n{engine:>3} {points:>6.1} {games:>6}  {share:<13} {elo:>9}  {interval:<23}"
            )?;
            write!(f, "{}", printable(&self.engines[engine - 1]))?;
        }
        write!(f, "\n\npoints against")?;
        for StandingFields { engine, .. } in &self.standings {
            write!(f, " {engine:>6}")?;
        }
        for StandingFields { engine: row, .. } in &self.standings {
            write!(f, "\n{row:>3}           ")?;
            for StandingFields { engine: column, .. } in &self.standings {
                match self.points_against(*row, *column) {
                    Some(points) => write!(f, " {points:>6.1}")?,
                    None => write!(f, " {:>6}", "-")?,
                }
            }
        }
        writeln!(f)
    }

    /// Returns the points of an engine against another; `None` if they do not play each other.
    fn points_against(&self, engine: usize, opponent: usize) -> Option<f64> {
        self.pairings.iter().find_map(|PairingFields { engines, score }| {
            let ScoreFields { won, drawn, lost, .. } = *score;
            let wins = match *engines {
                [one, two] if one == engine && two == opponent => won,
                [one, two] if one == opponent && two == engine => lost,
                _ => return None,
            };
            Some(wins as f64 + 0.5 * drawn as f64)
        })
    }

    fn write_endings(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.endings.is_empty() {
            return Ok(());
        }
        let parts = self.endings.iter().map(|(kind, count)| match *kind {
            "rules" => format!("{count} by the rules"),
            "tables" => format!("{count} by tables"),
            "too-long" => format!("{count} at the bound on plies"),
            "resignation" => format!("{count} by resignation"),
            "agreement" => format!("{count} drawn by scores"),
            "time" => format!("{count} on time"),
            _ => format!("{count} by a failure"),
        });
        write!(f, "\nended: {}", joined(parts, ", "))
    }

    fn write_failures(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let failed = self.list.iter().filter_map(|game| {
            let failure = game.failure.as_ref()?;
            let line = format!("{} in {}: {failure}", game.failed, game.position);
            Some((line, &*game.said, &*game.complained))
        });
        if failed.clone().next().is_some() {
            write!(f, "\nfailures, each a loss:")?;
        }
        failures(f, failed)
    }
}

impl ScoreFields {
    /// Returns the share of the points and its error in percent.
    fn percent(&self) -> Option<String> {
        let error = self
            .standard_error
            .map_or(String::new(), |error| format!(" +- {:.1}", 100.0 * MIDDLE * error));
        self.score.map(|share| format!("{:.1}{error}", 100.0 * share))
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

fn game_sgf(game: &MatchGame, engines: &[&str]) -> String {
    let [first, second] = game.engines.map(|engine| engines[engine]);
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
/// If a game does not begin with the opening of its number, names an engine differently than an
/// earlier game, or does not say how it ended.
pub fn earlier_games(
    text: &str,
    openings: &[Game],
    pairings: &[[usize; 2]],
) -> Result<BTreeMap<usize, MatchGame>, OtherMatch> {
    let mut games = BTreeMap::new();
    let mut names: HashMap<usize, String> = HashMap::new();
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
        let pair = (number - 1) / 2;
        let opening = openings.get(pair / pairings.len().max(1));
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
        let engines = pairings[pair % pairings.len()];
        let game = MatchGame::new(number, engines, game, opening.moves().len(), ending);
        if !has_its_players(&game, &record.players, &mut names) {
            return Err(not_of_match("an engine has another name in earlier games"));
        }
        if games.insert(number, game).is_some() {
            return Err(not_of_match("the file has another game of its number"));
        }
    }
    Ok(games)
}

/// Returns false if a name in a record differs from the engine's name in earlier records.
fn has_its_players(
    game: &MatchGame,
    players: &Players,
    names: &mut HashMap<usize, String>,
) -> bool {
    let Players { black, white } = players;
    let in_order = match game.first {
        Color::Black => [black, white],
        Color::White => [white, black],
    };
    game.engines
        .into_iter()
        .zip(in_order)
        .all(|(engine, name)| names.entry(engine).or_insert_with(|| name.clone()) == name)
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
    use loa_judge::match_play::random_openings;

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
        let openings = [Game::new(preset, start)];
        let mut played = Match::new(&[&first, &none]);
        (played.most_games, played.sprt) = (400, Some(Sprt::new(0.0, 100.0)));
        let result = played.play(&openings).unwrap();
        let report = MatchReport::new(&result, &played, &["a", "b"], &openings, None);
        let sgf = report.sgf(&result);
        assert_eq!(sgf.matches("(;FF[4]").count(), 2);
        assert_eq!(sgf.matches("GC[an engine failed: nonsense").count(), 2);
        let earlier_games =
            |text: &str, openings: &[Game]| earlier_games(text, openings, &[[0, 1]]);
        let earlier = earlier_games(&sgf, &openings).unwrap();
        let resumed = played.resume(&openings, earlier, &|_, _| panic!("new")).unwrap();
        let again = MatchReport::new(&resumed, &played, &["a", "b"], &openings, None);
        assert_eq!(again.sgf(&result), sgf);
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

    /// Engines that play the first or the last of their moves, in a round robin.
    #[test]
    fn games_of_a_tournament_are_read_again_and_those_of_another_refused() {
        let first = |game: &Game| Ok(EngineMove::new(game.legal_moves()[0]));
        let last = |game: &Game| Ok(EngineMove::new(game.legal_moves().pop().unwrap()));
        let first = || Ok(Box::new(first) as Box<dyn Engine>);
        let last = || Ok(Box::new(last) as Box<dyn Engine>);
        let start = "start 4x4".parse().unwrap();
        let openings = random_openings(Default::default(), start, 2, 3, 1);
        let mut played = Match::new(&[&first, &last, &first, &last]);
        (played.most_games, played.most_plies) = (6, 60);
        let result = played.play(&openings).unwrap();
        let names = ["a", "b", "c", "d"];
        let report = MatchReport::new(&result, &played, &names, &openings, None);
        let (sgf, pairings) = (report.sgf(&result), Tournament::RoundRobin.pairings(4));
        let earlier = earlier_games(&sgf, &openings, &pairings).unwrap();
        assert_eq!(earlier.len(), 36);
        let again = played.resume(&openings, earlier, &|_, _| panic!("new")).unwrap();
        assert_eq!(again.pairings, result.pairings);
        let again = MatchReport::new(&again, &played, &names, &openings, None);
        assert_eq!((again.sgf(&result), again.to_string()), (sgf.clone(), report.to_string()));
        // The same files without the last engine, and as a gauntlet.
        for other in [Tournament::RoundRobin.pairings(5), Tournament::Gauntlet.pairings(4)] {
            let refused = earlier_games(&sgf, &openings, &other).unwrap_err();
            assert!(matches!(refused, OtherMatch::NotOfMatch { .. }), "{refused}");
        }
    }
}
