//! The file of a match: its games in SGF, from which an interrupted match continues.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Display;

use loa_engine::client::{Limit, Setup};
use loa_engine::{Failed, Fault};
use loa_judge::match_play::{Ending, Match, MatchGame, ScoreRule, TableEnd};
use loa_record::Game;
use loa_record::notation::{GameTree, Players, read, read_games};
use loa_record::text::{color_name, plies, printable};
use loa_solver::{Color, Move};
use serde::{Deserialize, Serialize};

use crate::failure::{Failure, failure};
use crate::text::joined;

/// Returns the fault of a failure. A fault that was read from a record has no kind any more.
fn fault_in_words(failed: &Failed) -> String {
    match &failed.fault {
        Fault::Own(fault) => fault.to_string(),
        _ => failed.to_string(),
    }
}

/// The end of a game that neither the rules nor a resignation show, as its record has it.
#[derive(Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
enum RecordedEnd {
    Tables { table: String, line: Vec<Move> },
    Agreed,
    TooLong,
    Time(Color),
    Failed(Color, String),
}

impl RecordedEnd {
    /// Returns the end with its reason in words. `None` if the moves or a resignation show it.
    fn of(ending: &Ending) -> Option<(RecordedEnd, String)> {
        Some(match ending {
            Ending::Tables(TableEnd { winner, line, table }) => {
                let verdict = winner.map_or("a draw".to_owned(), |winner| {
                    let (winner, plies) = (color_name(winner), plies(line.len() as u64));
                    format!("{winner} wins in {plies} with {}", joined(line, " "))
                });
                let (table, line) = (table.display().to_string(), line.clone());
                let reason = format!("decided by the table {table}: {verdict}");
                (RecordedEnd::Tables { table, line }, reason)
            }
            Ending::Agreed => {
                (RecordedEnd::Agreed, "a draw by the scores of both engines".to_owned())
            }
            &Ending::Time { color } => {
                (RecordedEnd::Time(color), format!("{}'s time ran out", color_name(color)))
            }
            Ending::TooLong => (RecordedEnd::TooLong, "a draw at the bound on plies".to_owned()),
            &Ending::Failed { color, ref failed } => {
                let fault = fault_in_words(failed);
                let reason = format!("{} failed: {fault}", color_name(color));
                (RecordedEnd::Failed(color, fault), reason)
            }
            _ => return None,
        })
    }

    /// Returns the end of a game. The line of a table must lead to the end of the game.
    fn ending(self, game: &Game) -> Option<Ending> {
        Some(match self {
            RecordedEnd::Tables { table, line } => {
                let mut won = game.clone();
                line.iter().try_for_each(|&played| won.play(played)).ok()?;
                let winner = if line.is_empty() { None } else { Some(won.end()?.winner?) };
                Ending::Tables(TableEnd { winner, line, table: table.into() })
            }
            RecordedEnd::Agreed => Ending::Agreed,
            RecordedEnd::TooLong => Ending::TooLong,
            RecordedEnd::Time(color) => Ending::Time { color },
            RecordedEnd::Failed(color, message) => {
                Ending::Failed { color, failed: Box::new(Fault::Own(message.into()).into()) }
            }
        })
    }
}

/// Returns the end of a game, as [`tree_of`] has written it.
fn ending(game: &Game, record: &GameTree) -> Option<Ending> {
    if let Some(end) = game.end() {
        return Some(Ending::Played(end));
    }
    let end: RecordedEnd = serde_json::from_str(&record.property(END)?).ok()?;
    end.ending(game)
}

/// Returns the tree of a game. The moves that a table would play are not among its moves.
fn tree_of(game: &MatchGame, engines: &[&str]) -> GameTree {
    let [black, white] = by_color(game, engines);
    let players = Players { black: black.to_owned(), white: white.to_owned() };
    let result = match game.ending.winner() {
        Some(Color::Black) => "B+",
        Some(Color::White) => "W+",
        None => "Draw",
    };
    let mut tree = GameTree::of(&game.game, &players);
    tree.set(0, "RO", &game.number.to_string());
    if let Some((end, reason)) = RecordedEnd::of(&game.ending) {
        let time = if matches!(end, RecordedEnd::Time(_)) { "T" } else { "" };
        tree.set(0, "RE", &format!("{result}{time}"));
        tree.set(0, "GC", &printable(&reason));
        tree.set(0, END, &serde_json::to_string(&end).unwrap_or_default());
    }
    tree
}

/// Returns the texts of the engines that play Black and White.
fn by_color<'a>(game: &MatchGame, of_engines: &[&'a str]) -> [&'a str; 2] {
    let [first, second] = game.engines.map(|engine| of_engines[engine]);
    match game.first {
        Color::Black => [first, second],
        Color::White => [second, first],
    }
}

/// Returns the engines' own names if all differ, otherwise the commands.
pub(super) fn told_apart<'a>(names: &'a [Option<String>], commands: &[&'a str]) -> Vec<&'a str> {
    let own: Option<Vec<&str>> = names.iter().map(Option::as_deref).collect();
    let differ = |own: &Vec<&str>| own.iter().collect::<HashSet<_>>().len() == commands.len();
    own.filter(differ).unwrap_or_else(|| commands.to_vec())
}

/// The properties of a game with the options of its match, its end as JSON, and the command lines of
/// its engines, if these differ from the names.
const OPTIONS: &str = "MATCH";
const END: &str = "END";
const COMMANDS: [&str; 2] = ["BENGINE", "WENGINE"];

/// The file of a match. Each game names its engines and options, so that only the same match
/// continues the file.
#[derive(Clone, Debug)]
pub(crate) struct MatchFile<'a> {
    commands: Vec<&'a str>,
    options: String,
}

/// Refuses a file of games because of the game at a place, from 1.
fn refused(place: usize, why: impl Display) -> Failure {
    failure!(Usage, "game {place} of the file {why}")
}

/// Refuses a file with a game that was played under other conditions than those of the match.
fn differs(place: usize, [then, now]: [String; 2]) -> Failure {
    refused(place, format_args!("was played {then}, and the match is {now}"))
}

impl<'a> MatchFile<'a> {
    /// Returns the file of a match. All engines have the limits of `setup`; without it each has its
    /// own limit.
    pub(crate) fn new(
        commands: &[&'a str],
        played: &Match<'_>,
        setup: Option<&Setup>,
    ) -> MatchFile<'a> {
        let limit = match (played.time_control, setup.map(|setup| setup.limit)) {
            (Some(control), _) => {
                let [time, more] = [control.time, control.increment].map(|it| it.as_secs_f64());
                Some(format!("--tc {time}+{more}"))
            }
            (None, Some(Limit::Time(time))) => Some(format!("--movetime {}", time.as_millis())),
            (None, Some(Limit::Depth(plies))) => Some(format!("--depth {plies}")),
            (None, Some(Limit::Nodes(nodes))) => Some(format!("--nodes {nodes}")),
            (None, other) => other.map(|other| format!("--limit {other:?}")),
        };
        let of_clocks = played.time_control.map(|control| control.grace);
        let grace = setup.map(|setup| setup.grace).or(of_clocks);
        let rule = |name, rule: Option<ScoreRule>| {
            rule.map(|ScoreRule { points, moves }| format!("--{name} {points},{moves}"))
        };
        let options = [
            limit,
            grace.map(|grace| format!("--grace {}", grace.as_millis())),
            Some(format!("--max-plies {}", played.most_plies)),
            rule("resign", played.resign),
            rule("draw", played.draw),
            played.tables.map(|_| "--end-by-tables".to_owned()),
        ];
        let options = joined(options.into_iter().flatten(), " ");
        MatchFile { commands: commands.to_vec(), options }
    }

    /// Returns a game as SGF. The engines have the names of the report.
    pub(crate) fn sgf(&self, game: &MatchGame, names: &[Option<String>]) -> String {
        let names = told_apart(names, &self.commands);
        let mut tree = tree_of(game, &names);
        tree.set(0, OPTIONS, &self.options);
        let pairs = by_color(game, &names).into_iter().zip(by_color(game, &self.commands));
        for (property, (name, command)) in COMMANDS.into_iter().zip(pairs) {
            if command != name {
                tree.set(0, property, command);
            }
        }
        tree.to_sgf()
    }

    /// Reads the games of an interrupted match from its file, by their numbers. `names` are the
    /// names that the engines give themselves now.
    ///
    /// # Errors
    /// If a game differs from the game that the match has under its number: in its rules, opening,
    /// engines, options or result.
    pub(crate) fn earlier(
        &self,
        text: &str,
        openings: &[Game],
        pairings: &[[usize; 2]],
        names: &[Option<String>],
    ) -> Result<BTreeMap<usize, MatchGame>, Failure> {
        let mut games = BTreeMap::new();
        if text.trim().is_empty() {
            return Ok(games);
        }
        for (place, record) in (1..).zip(read_games(text)) {
            let unreadable =
                |why: &dyn Display| refused(place, format_args!("cannot be read: {why}"));
            let not_of_match =
                |why: &str| refused(place, format_args!("is no game of this match: {why}"));
            let record = record.map_err(|fault| unreadable(&fault))?;
            let number = record.property("RO").and_then(|text| text.parse::<usize>().ok());
            let number = number.filter(|&number| number > 0);
            let number = number.ok_or_else(|| not_of_match("its round (RO) is missing"))?;
            let pair = (number - 1) / 2;
            let opening = openings.get(pair / pairings.len().max(1));
            let opening = opening.ok_or_else(|| not_of_match("the match has fewer games"))?;
            let preset = opening.preset();
            let rules = record.preset.ok_or_else(|| not_of_match("its rules (RU) are missing"))?;
            if (rules.rules, rules.repetition) != (preset.rules, preset.repetition) {
                let both = [rules, preset].map(|it| format!("under {}", it.name));
                return Err(differs(place, both));
            }
            let (game, stop) = record.replay(preset);
            if let Some(stop) = stop {
                return Err(unreadable(&stop));
            }
            if game.start() != opening.start() || !game.moves().starts_with(opening.moves()) {
                return Err(not_of_match("it has another opening"));
            }
            let ending = ending(&game, &record)
                .ok_or_else(|| not_of_match("it does not say how it ended"))?;
            let engines = pairings[pair % pairings.len()];
            let game = MatchGame::new(number, engines, game, opening.moves().len(), ending);
            self.compare(place, &record, &game, names)?;
            if games.insert(number, game).is_some() {
                return Err(not_of_match("the file has another game of its number"));
            }
        }
        Ok(games)
    }

    /// Compares the conditions and the result of a game with those that the match would write.
    fn compare(
        &self,
        place: usize,
        record: &GameTree,
        game: &MatchGame,
        names: &[Option<String>],
    ) -> Result<(), Failure> {
        let expected = read(&self.sgf(game, names));
        let expected =
            expected.map_err(|fault| refused(place, format_args!("cannot be read: {fault}")))?;
        let both = [record, &expected];
        let text = |record: &GameTree, property| record.property(property).unwrap_or_default();
        let differ = |[then, now]: [String; 2], words: &dyn Fn(&str) -> String| match then == now {
            true => Ok(()),
            false => Err(differs(place, [then, now].map(|text| words(&printable(&text))))),
        };
        for (color, name, command) in [("Black", "PB", COMMANDS[0]), ("White", "PW", COMMANDS[1])] {
            let name = both.map(|record| text(record, name));
            let line = |record: &GameTree, name: &String| {
                record.property(command).unwrap_or_else(|| name.clone())
            };
            let with = |text: &str| format!("with '{text}' as {color}");
            differ([line(record, &name[0]), line(&expected, &name[1])], &with)?;
            differ(name, &with)?;
        }
        let [then, now] = both.map(|record| text(record, OPTIONS));
        differ([only_in(&then, &now), only_in(&now, &then)], &str::to_owned)?;
        match both.map(|record| printable(&text(record, "RE"))) {
            [found, right] if found != right => {
                let why =
                    format_args!("has the result '{found}', and its moves and end give '{right}'");
                Err(refused(place, why))
            }
            _ => Ok(()),
        }
    }
}

/// Returns the options of one list that the other lacks, or says that it lacks the other's. Lists
/// without a difference give the same text.
fn only_in(one: &str, other: &str) -> String {
    let rest = |one: &str, other: &str| {
        let [one, other] = [one, other].map(|it| it.trim_start_matches("--").split(" --"));
        let known: HashSet<&str> = other.collect();
        joined(one.filter(|option| !known.contains(option)), " --")
    };
    match (rest(one, other), rest(other, one)) {
        (own, foreign) if own.is_empty() && !foreign.is_empty() => format!("without --{foreign}"),
        (own, _) => format!("with --{own}"),
    }
}

/// Returns the length of the whole games at the beginning of a file of games. Less than everything
/// only if nothing follows them but a game without its end, as a loss of power or a copy leaves it.
pub(crate) fn whole_games(bytes: &[u8]) -> usize {
    let (mut whole, mut is_open, mut is_value, mut is_escaped) = (0, false, false, false);
    for (at, &byte) in bytes.iter().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if is_value => is_escaped = true,
            b'[' | b']' => is_value = byte == b'[',
            _ if is_value => {}
            // The reader says what is wrong with a game that begins within another.
            b'(' if is_open => return bytes.len(),
            b'(' => is_open = true,
            b')' => (whole, is_open) = (at + 1, false),
            b'\n' if !is_open && at == whole => whole = at + 1,
            _ => {}
        }
    }
    // After a loss of power, a part that was not written may read as zeros.
    let torn = bytes[whole..].split(|&byte| byte == 0).next().unwrap_or_default();
    let is_torn = match torn.trim_ascii() {
        [] => torn.len() < bytes.len() - whole,
        [b'('] | [b'(', b';', ..] => true,
        _ => false,
    };
    if is_torn { whole } else { bytes.len() }
}

#[cfg(test)]
mod tests {
    use loa_engine::protocol::reply::Score;
    use loa_engine::{Engine, EngineMove, EngineSource};
    use loa_judge::judging::JudgeError;
    use loa_judge::match_play::{MatchResult, Sprt, Tournament, random_openings};
    use loa_record::text::decoded;
    use loa_solver::Preset;

    use super::*;
    use crate::matches::MatchReport;

    fn first(game: &Game) -> Result<EngineMove, Failed> {
        Ok(EngineMove::new(game.legal_moves()[0]))
    }

    fn last(game: &Game) -> Result<EngineMove, Failed> {
        let played = game.legal_moves().pop().unwrap();
        Ok(EngineMove::new(played).with_score(Score::Estimate(-5)))
    }

    fn none(_: &Game) -> Result<EngineMove, Failed> {
        Err(Failed::from(Fault::Nonsense("no".to_owned())))
    }

    fn source(play: fn(&Game) -> Result<EngineMove, Failed>) -> impl EngineSource {
        move || Ok(Box::new(play) as Box<dyn Engine>)
    }

    /// Returns the games of a match as its file has them.
    fn file_of(kept: &MatchFile<'_>, result: &MatchResult) -> String {
        result.games.iter().map(|game| kept.sgf(game, &result.names)).collect()
    }

    #[test]
    fn every_game_is_in_the_sgf_and_says_why_it_was_lost() {
        let (first, none) = (source(first), source(none));
        let start = "2o1x/1x3/5/3o1/x1o1x x".parse().unwrap();
        let preset = Preset::default();
        let openings = [Game::new(preset, start)];
        let mut played = Match::new(&[&first, &none]);
        (played.most_games, played.sprt) = (400, Some(Sprt::new(0.0, 100.0)));
        let result = played.play(&openings).unwrap();
        let kept = MatchFile::new(&["a", "b"], &played, Some(&Setup::new("")));
        let (sgf, names) = (file_of(&kept, &result), result.names.clone());
        assert_eq!(sgf.matches("(;FF[4]").count(), 2);
        assert_eq!(sgf.matches("GC[White failed: nonsense").count(), 1);
        let earlier =
            |text: &str, openings: &[Game]| kept.earlier(text, openings, &[[0, 1]], &names);
        let games = earlier(&sgf, &openings).unwrap();
        let resumed = played.resume(&openings, |_| Ok::<_, JudgeError>(games), &|_, _| panic!());
        assert_eq!(file_of(&kept, &resumed.unwrap()), sgf);
        let twice = earlier(&format!("{sgf}{sgf}"), &openings).unwrap_err().text();
        assert!(twice.ends_with("the file has another game of its number"), "{twice}");
        let other = [Game::new(preset, "start 4x4".parse().unwrap())];
        let other = earlier(&sgf, &other).unwrap_err().text();
        assert!(other.ends_with("it has another opening"), "{other}");
        let text = MatchReport::new(result, &played, &["a", "b"], &openings).to_string();
        let expected = "1 has won 2, drawn 0 and lost 0 of 2 games";
        assert!(text.contains(expected) && text.contains("\n  2 in "), "{text}");
        let few = "1 opening played from both sides, 2 different games\n400 games were requested; \
                   only 1 opening could be found, and none is played twice";
        assert!(text.contains(few), "{text}");
    }

    /// Engines that play the first or the last of their moves, in a round robin.
    #[test]
    fn games_of_a_tournament_are_read_again_and_those_of_another_refused() {
        let (first, last) = (source(first), source(last));
        let start = "start 4x4".parse().unwrap();
        let openings = random_openings(Preset::default(), start, 2, 3, 1);
        let mut played = Match::new(&[&first, &last, &first, &last]);
        (played.most_games, played.most_plies) = (6, 60);
        let result = played.play(&openings).unwrap();
        let commands = ["a", "b", "c", "d"];
        let kept = MatchFile::new(&commands, &played, Some(&Setup::new("")));
        let (sgf, pairings) = (file_of(&kept, &result), Tournament::RoundRobin.pairings(4));
        let earlier = kept.earlier(&sgf, &openings, &pairings, &result.names).unwrap();
        assert_eq!(earlier.len(), 36);
        let again = played.resume(&openings, |_| Ok::<_, JudgeError>(earlier), &|_, _| panic!());
        let again = again.unwrap();
        assert_eq!(again.pairings, result.pairings);
        assert_eq!(file_of(&kept, &again), sgf);
        // The same files without the last engine, and as a gauntlet.
        for other in [Tournament::RoundRobin.pairings(5), Tournament::Gauntlet.pairings(4)] {
            let kept = MatchFile { commands: vec!["a", "b", "c", "d", "e"], ..kept.clone() };
            assert!(kept.earlier(&sgf, &openings, &other, &[const { None }; 5]).is_err());
        }
    }

    /// A match whose games end in most ways.
    fn endings() -> (Vec<Game>, MatchResult, MatchFile<'static>) {
        let (first, last, none) = (source(first), source(last), source(none));
        let openings = random_openings(Preset::default(), "start 5x5".parse().unwrap(), 2, 2, 1);
        let mut played = Match::new(&[&first, &last, &none, &first]);
        (played.most_games, played.most_plies) = (4, 20);
        played.resign = Some(ScoreRule { points: 5, moves: 6 });
        let result = played.play(&openings).unwrap();
        let commands = ["Renée's engine", "b [x\\] --y", "c", "d"];
        let kept = MatchFile::new(&commands, &played, Some(&Setup::new("")));
        (openings, result, kept)
    }

    #[test]
    fn a_file_that_is_cut_anywhere_keeps_its_whole_games() {
        let (openings, result, kept) = endings();
        let kinds: HashSet<_> = result.games.iter().map(|game| game.ending.kind()).collect();
        assert!(
            ["failure", "resignation", "too-long"].iter().all(|it| kinds.contains(it)),
            "{kinds:?}"
        );
        let pairings = Tournament::RoundRobin.pairings(4);
        let sgf = file_of(&kept, &result);
        let ends: Vec<usize> = sgf.match_indices("(;FF[4]").map(|(at, _)| at).skip(1).collect();
        let bytes = sgf.as_bytes();
        for cut in 0..=bytes.len() {
            let whole = whole_games(&bytes[..cut]);
            // The last line end may be missing.
            let games = ends.iter().filter(|&&end| end <= cut + 1).count();
            let games = games + usize::from(cut + 1 >= bytes.len());
            assert_eq!(
                bytes[..whole].windows(7).filter(|it| it == b"(;FF[4]").count(),
                games,
                "{cut}"
            );
            assert_eq!(whole_games(&[&bytes[..cut], &[0; 9]].concat()), whole, "{cut}");
            assert!(games == 0 || whole + 1 >= ends.get(games - 1).copied().unwrap_or(bytes.len()));
        }
        for cut in [1, 60, ends[0] - 1, ends[2] + 90, bytes.len() - 37] {
            let text = decoded(bytes[..whole_games(&bytes[..cut])].to_vec());
            let earlier = kept.earlier(&text, &openings, &pairings, &result.names).unwrap();
            assert_eq!(earlier.len(), text.matches("(;FF[4]").count());
            // The same damage before another game is an error.
            let damaged = [&bytes[..cut], &bytes[ends[5]..ends[6]]].concat();
            assert_eq!(whole_games(&damaged), damaged.len());
            // The reader skips a parenthesis alone.
            if cut > 1 && cut + 1 != ends[0] {
                let read = kept.earlier(&decoded(damaged), &openings, &pairings, &result.names);
                assert!(read.is_err(), "{cut}");
            }
        }
        for other in ["notes", "(draft", "(;FF[4])\nnotes", "\u{feff}(;", " \n"] {
            assert_eq!(whole_games(other.as_bytes()), other.len(), "{other}");
        }
    }

    #[test]
    fn engines_with_equal_commands_and_other_names_are_others() {
        let (openings, result, kept) = endings();
        let names = |second: &str| ["1", second, "3", "4"].map(|name| Some(name.to_owned()));
        let sgf: String =
            result.games.iter().map(|game| kept.sgf(game, &names("one 1.0"))).collect();
        let earlier = |names: &[Option<String>]| {
            kept.earlier(&sgf, &openings, &Tournament::RoundRobin.pairings(4), names)
        };
        assert_eq!(earlier(&names("one 1.0")).unwrap().len(), 24);
        let said = earlier(&names("one 1.1")).unwrap_err().text();
        assert!(
            said.ends_with("with 'one 1.0' as White, and the match is with 'one 1.1' as White")
        );
    }

    #[test]
    fn the_end_by_a_table_is_read_again() {
        let game = Game::new(Preset::default(), "start 4x4".parse().unwrap());
        let won = read("start 4x4\nc1-c3 a2xc4 b1xd3").unwrap().replay(Preset::default()).0;
        let table = "/a b: c/mover-pass/4x4/4v4.loa".into();
        let won = TableEnd { winner: Some(Color::Black), line: won.moves().to_vec(), table };
        let drawn = TableEnd { winner: None, line: Vec::new(), table: "built-in x/y".into() };
        let kept = MatchFile { commands: vec!["a", "b"], options: "--end-by-tables".to_owned() };
        let names = [None, None];
        for (end, reason) in [
            (
                won,
                "the table /a b: c/mover-pass/4x4/4v4.loa: Black wins in 3 plies with c1-c3 a2xc4 b1xd3]",
            ),
            (drawn, "the table built-in x/y: a draw]"),
        ] {
            let played = MatchGame::new(1, [0, 1], game.clone(), 0, Ending::Tables(end.clone()));
            let sgf = kept.sgf(&played, &names);
            assert!(sgf.contains(&format!("GC[decided by {reason}")), "{sgf}");
            let earlier =
                |sgf: &str| kept.earlier(sgf, std::slice::from_ref(&game), &[[0, 1]], &names);
            let again = earlier(&sgf).unwrap().remove(&1).unwrap();
            assert_eq!(again.game, game);
            let Ending::Tables(again) = again.ending else { panic!("{:?}", again.ending) };
            assert_eq!(again, end);
            for (from, to) in [(r#""c1-c3","#, ""), ("RE[B+]", "RE[W+]"), ("RE[Draw]", "RE[B+]")] {
                let other = sgf.replace(from, to);
                assert_eq!(earlier(&other).is_err(), other != sgf, "{other}");
            }
        }
    }
}
