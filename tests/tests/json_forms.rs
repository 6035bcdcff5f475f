//! The JSON of public types: what is written is read again.

use std::fmt::Debug;
use std::fs;
use std::time::Duration;

use loa_engine::client::{Limit, Protocol};
use loa_engine::protocol::command::{Clock, Go};
use loa_engine::protocol::reply::{Info, Score};
use loa_engine::{Effort, EngineMove, Estimator, GuideMove, Level};
use loa_judge::judging::{FailOn, GameResult};
use loa_judge::match_play::{Elo, PairCounts, ScoreRule, TimeControl, Tournament};
use loa_judge::search::{Found, Wanted};
use loa_judge::suite::{self, Theme, WrongClaim};
use loa_record::notation::read;
use loa_record::review::{Blunder, Effects, Lapse, Review, choices, review};
use loa_record::{Basis, Game, WrittenPosition};
use loa_solver::proof::{Question, RuleSet, SearchStage, Verdict};
use loa_solver::{
    Axis, Board, Color, Connection, Material, Move, NoMove, Position, Preset, Repetition, Rules,
    Square, Termination, Value, Wdl, WrittenMove,
};
use loa_tablebase::{Census, ErrorKind, Selection, Tablebase};
use loa_tests::folder::files;
use loa_tests::project;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Returns the JSON of a value, which is read back from it.
fn comes_back<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> String {
    let json = serde_json::to_string(value).unwrap();
    assert_eq!(serde_json::from_str::<T>(&json).unwrap(), *value);
    json
}

fn is_written_as<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: T, json: &str) {
    assert_eq!(comes_back(&value), json);
}

/// Public types that are compared by value and have no JSON that is read, with the reason.
const WITHOUT_JSON: [(&str, &str); 21] = [
    ("Band", "a key of counts, which reports write by its name"),
    ("Cell", "internal: the working form of a value"),
    ("Command", "has its line of the protocol"),
    ("CommandLine", "has its line of the protocol"),
    ("Doubt", "a sentence for people"),
    ("EmptyFolder", "has a sentence for people"),
    ("Header", "has its bytes in a table file"),
    ("Image", "internal: an answer by it says that it is mirrored"),
    ("Judgement", "written by its mark, effect and words"),
    ("Layout", "the folder of tables, which is a path"),
    ("Leader", "internal: a step of numbering"),
    ("LineName", "a part of an error"),
    ("MatchScore", "written in reports, with what follows from it"),
    ("Nearby", "has a sentence for people"),
    ("Pairing", "written in reports, with its score"),
    ("Article", "a text that the crate has"),
    ("Remark", "has a sentence for people"),
    ("Reply", "has its line of the protocol"),
    ("Stratum", "a key of counts, which reports write by its name"),
    ("TableEnd", "has its comment in SGF"),
    ("WorkDir", "internal: the folder of a solve"),
];

/// The crates for other programs whose types have JSON. The checker depends on nothing but what it
/// needs to check.
const CRATES: [&str; 5] = ["solver", "tablebase", "tools/record", "tools/engine", "tools/judge"];

/// Returns the public types in a file that derive `PartialEq` and cannot be read from JSON. Errors
/// do not count.
fn types_without_json(text: &str, code_of_crate: &str) -> Vec<String> {
    let (code, _) = text.split_once("#[cfg(test)]\nmod tests").unwrap_or((text, ""));
    let declarations = code.split("\n\n").filter_map(|block| {
        let words = ["\npub struct ", "\npub enum "];
        let (attributes, rest) = words.iter().find_map(|word| block.split_once(word))?;
        let name = rest.split(|c: char| !c.is_alphanumeric()).next()?;
        Some((attributes, name))
    });
    let lacks = |(attributes, name): &(&str, &str)| {
        let implemented = [format!("Deserialize<'de> for {name} "), format!("    {name} as ")];
        attributes.contains("PartialEq")
            && !attributes.contains("Error")
            && !attributes.contains("Deserialize")
            && !implemented.iter().any(|text| code_of_crate.contains(text))
    };
    declarations.filter(lacks).map(|(_, name)| name.to_owned()).collect()
}

#[test]
fn every_public_value_has_json_or_a_reason() {
    let mut found = Vec::new();
    for folder in CRATES {
        let sources = files(&project().join(folder).join("src"));
        let sources = sources.iter().filter(|path| path.extension().is_some_and(|e| e == "rs"));
        let texts: Vec<String> = sources.map(|path| fs::read_to_string(path).unwrap()).collect();
        let code = texts.concat();
        found.extend(texts.iter().flat_map(|text| types_without_json(text, &code)));
    }
    found.sort();
    let mut excused = WITHOUT_JSON.map(|(name, _)| name);
    excused.sort_unstable();
    assert_eq!(found, excused);
    let two = "#[derive(Clone, PartialEq)]\npub struct One;\n\n#[derive(PartialEq, Deserialize)]\npub enum Two {}";
    assert_eq!(types_without_json(&format!("//!\n\n{two}"), ""), ["One"]);
}

#[test]
fn answers_of_engines_come_back() {
    let played: Move = "b1-b3".parse::<WrittenMove>().unwrap().into();
    is_written_as(
        [Score::Estimate(-34), Score::Win(Some(5)), Score::Loss(None), Score::Draw],
        r#"[{"estimate":-34},{"win":5},{"loss":null},"draw"]"#,
    );
    is_written_as(
        EngineMove::new(played).with_score(Score::Draw),
        r#"{"played":"b1-b3","score":"draw"}"#,
    );
    is_written_as(GuideMove { played, plies: 3 }, r#"{"played":"b1-b3","plies":3}"#);
    let mut estimator = Estimator::new(Preset::default(), None).unwrap();
    let game = Game::new(Preset::default(), "start 5x5".parse().unwrap());
    let estimates = estimator.moves(&game, Duration::from_millis(5)).to_vec();
    assert!(comes_back(&estimates).contains(r#""basis":"estimate""#));
    comes_back(&Info { score: Some(Score::Draw), pv: vec!["pass".to_owned()], ..Info::default() });
    is_written_as([Lapse::Mistake, Lapse::Blunder], r#"["?","??"]"#);
}

#[test]
fn settings_of_engines_come_back() {
    let time = Duration::from_millis(1500);
    let clock = Clock { left: Some(time), increment: Duration::ZERO };
    comes_back(&Go { movetime: Some(time), white: clock, ..Go::default() });
    comes_back(&[Limit::Time(time), Limit::Depth(3), Limit::Nodes(9)]);
    comes_back(&[Effort::Time(time), Effort::Depth(3)]);
    is_written_as([Protocol::Uci, Protocol::Codingame], r#"["uci","codingame"]"#);
    is_written_as(Level::all().collect::<Vec<_>>(), "[0,1,2,3,4,5]");
    assert!(serde_json::from_str::<Level>("6").is_err());
    comes_back(&TimeControl::new(time, Duration::ZERO));
    is_written_as(ScoreRule { points: 900, moves: 4 }, r#"{"points":900,"moves":4}"#);
    is_written_as([Tournament::RoundRobin, Tournament::Gauntlet], r#"["round-robin","gauntlet"]"#);
    is_written_as([Wanted::Any, Wanted::OnlyMove], r#"["any","only-move"]"#);
    is_written_as([FailOn::Blunder, FailOn::Sooner], r#"["blunder","sooner"]"#);
    is_written_as([Selection::Whole, Selection::Stones(7)], r#"["whole",{"stones":7}]"#);
}

#[test]
fn results_of_judgements_and_matches_come_back() {
    let elo = |low, high| Elo { low, value: 3.5, high };
    is_written_as(elo(-1.0, 8.0), r#"{"low":-1.0,"value":3.5,"high":8.0}"#);
    is_written_as(elo(f64::NEG_INFINITY, f64::INFINITY), r#"{"low":null,"value":3.5,"high":null}"#);
    let mut pairs = PairCounts::default();
    pairs.add(3);
    is_written_as(pairs, "[0,0,0,1,0]");
    comes_back(&[GameResult::Won { late: Some(2) }, GameResult::Held]);
    comes_back(&GameResult::ThrownAway(Blunder::WinToLoss));
    let position = "start 4x4".parse().unwrap();
    comes_back(&Found { position, value: Value::Win(3) });
    let text = fs::read_to_string(project().join("data/suites/4x4-mover-pass.suite")).unwrap();
    let problems = suite::read("suite", &text).unwrap();
    comes_back(&problems);
    let good_moves = problems[0].problem.good_moves.clone();
    comes_back(&[WrongClaim::Missing(good_moves), WrongClaim::Theme(Theme::LongWin)]);
}

#[test]
fn what_a_person_writes_and_kinds_of_errors_come_back() {
    let link = r##""#/board?board=4x4&rules=soucie""##;
    let written: WrittenPosition = serde_json::from_str(link).unwrap();
    assert_eq!(written.preset.unwrap().name, "soucie");
    is_written_as([ErrorKind::Missing, ErrorKind::Outside], r#"["missing","outside"]"#);
}

#[test]
fn every_type_of_the_game_comes_back() {
    let position: Position = "1xx1/ox1o/o2o/2x1 o".parse().unwrap();
    let rules = Rules::default();
    let written: WrittenMove = "c3xa3".parse().unwrap();
    is_written_as(position.board(), r#""4x4""#);
    is_written_as(Material::new(3, 4).family(), r#""4v3""#);
    is_written_as(position.material(), r#""4v4""#);
    is_written_as(position, r#""1xx1/ox1o/o2o/2x1 o""#);
    for played in rules.moves(&position).into_iter().chain([Move::Pass]) {
        is_written_as(played, &format!("\"{played}\""));
    }
    is_written_as(written, r#""c3xa3""#);
    is_written_as(rules, r#""mover-pass""#);
    is_written_as(Square::new(1, 2), r#""b3""#);
    is_written_as(Value::Win(3), r#"{"category":"win","plies":3}"#);
    is_written_as(Value::Draw, r#"{"category":"draw","plies":null}"#);
    is_written_as([Wdl::Win, Wdl::Draw, Wdl::Loss], r#"["win","draw","loss"]"#);
    is_written_as([Color::Black, Color::White], r#"["black","white"]"#);
    is_written_as(Axis::ALL, r#"["rank","file","rising","falling"]"#);
    is_written_as([Connection::Mover, Connection::Own], r#"["mover","own"]"#);
    is_written_as([NoMove::Pass, NoMove::Loss], r#"["pass","loss"]"#);
    is_written_as([Repetition::BoardDraw, Repetition::Loss], r#"["board-draw","loss"]"#);
}

#[test]
fn a_question_and_its_verdict_come_back() {
    let start: Position = "start 4x4".parse().unwrap();
    let rules = RuleSet::from_bits(0b101).unwrap();
    let question = Question { within: Some(7), ..Question::new(start, rules, Color::White) };
    let ids = r#"["mover-pass","mover-draw"]"#;
    let json = format!(r#"{{"start":"{start}","rules":{ids},"winner":"white","within":7}}"#);
    is_written_as(question, &json);
    is_written_as([Verdict::Proved, Verdict::NotProved], r#"["proved","not-proved"]"#);
    is_written_as(SearchStage::ReadOut { positions: 3 }, r#"{"read-out":{"positions":3}}"#);
    assert!(serde_json::from_str::<RuleSet>("[]").is_err());
}

#[test]
fn an_end_of_a_game_has_its_name() {
    for over in [
        Termination::UsConnected,
        Termination::ThemConnected,
        Termination::BothConnected,
        Termination::NoMove,
        Termination::NeitherCanMove,
    ] {
        is_written_as(over, &format!("{:?}", over.name()));
    }
}

#[test]
fn every_preset_comes_back() {
    for preset in Preset::ALL {
        is_written_as(preset, &format!("{:?}", preset.name));
    }
    for rules in Rules::all() {
        is_written_as(rules.id().parse::<Preset>().unwrap(), &format!("{:?}", rules.id()));
        // Reading its name would give other rules.
        let unnamed = Preset { name: rules.id(), rules, repetition: Repetition::Loss };
        let refused = serde_json::to_string(&unnamed).unwrap_err().to_string();
        assert_eq!(refused, format!("'{}' does not name these rules", rules.id()));
    }
}

#[test]
fn nonsense_is_refused_with_the_reason() {
    fn refused<T: DeserializeOwned + Debug>(json: &str) -> String {
        serde_json::from_str::<T>(json).unwrap_err().to_string()
    }
    assert!(refused::<Position>(r#""4/4/4 q""#).starts_with("not a position"));
    assert!(refused::<Move>(r#""b1-""#).starts_with("'b1-' is not a move"));
    assert!(refused::<Board>("5").contains("expected a string"));
    assert!(refused::<Value>(r#"{"category":"draw","plies":2}"#).contains("has no plies"));
    assert!(refused::<Value>(r#"{"category":"win","plies":null}"#).contains("needs plies"));
    assert!(refused::<Preset>(r#""chess""#).starts_with("'chess' names no rules"));
}

#[test]
fn answers_have_the_fields_of_the_command_line() {
    let tables = Tablebase::embedded("mover-pass".parse().unwrap());
    let probe = tables.probe(&"4/4/3x/x1oo x".parse().unwrap()).unwrap();
    let json = comes_back(&probe);
    let begin = r#"{"position":"4/4/3x/x1oo x","board":"4x4","rules":"mover-pass","#;
    assert!(json.starts_with(begin), "{json}");
    let terminal = r#""category":"loss","plies":0,"over":"them-connected","moves":[]}"#;
    assert!(json.ends_with(terminal), "{json}");
    let start = "1xx1/o2o/o2o/1xx1 x".parse().unwrap();
    let best = tables.best_move(&start).unwrap().unwrap();
    let expected = r#"{"move":"b1-b3","capture":false,"category":"win","plies":3,"position":"1xx1/ox1o/o2o/2x1 o"}"#;
    assert_eq!(comes_back(&best), expected);
    comes_back(&tables.probe(&start).unwrap());
    let census = tables.census("4x4".parse().unwrap(), "2v2".parse().unwrap()).unwrap();
    let json = comes_back(&census);
    assert!(json.starts_with(r#"{"counts":[{"outcome":""#), "{json}");
}

#[test]
fn a_census_that_cannot_be_is_refused() {
    let refused = |rows: &str| {
        let census: Result<Census, _> = serde_json::from_str(rows);
        census.unwrap_err().to_string()
    };
    let unknown = r#"[{"outcome":"terminal-","plies":1,"count":1}]"#;
    assert_eq!(refused(unknown), "'terminal-' is not an outcome");
    let row = format!(r#"{{"outcome":"win","plies":1,"count":{}}}"#, u64::MAX);
    assert_eq!(refused(&format!("[{row},{row}]")), "its counts exceed 64 bits");
}

fn game() -> Game {
    read("start 4x4\nb1-d1 a2xc4").unwrap().replay("soucie".parse().unwrap()).0
}

#[test]
fn a_game_comes_back() {
    let mut game = game();
    game.resign(Color::Black).unwrap();
    let json = comes_back(&game);
    let end = r#""start":"1xx1/o2o/o2o/1xx1 x","moves":["b1-d1","a2xc4"],"conceded":["black","resignation"]}"#;
    assert!(json.ends_with(end), "{json}");
    assert!(comes_back(&game.end()).contains(r#"{"resignation":"black"}"#));
}

#[test]
fn an_illegal_move_of_a_game_is_refused() {
    let json = serde_json::to_string(&game()).unwrap().replace("a2xc4", "a2xb4");
    let refused = serde_json::from_str::<Game>(&json).unwrap_err().to_string();
    assert!(refused.starts_with("move 2, a2xb4: it is not a legal move in "), "{refused}");
}

#[test]
fn the_moves_of_a_review_come_back() {
    let game = game();
    let tables = Tablebase::embedded(game.preset().rules);
    let repetition = game.preset().repetition;
    let known = |positions: &[_]| choices(&tables, repetition, positions, Basis::Tables);
    let mut review = review(&game, known, ToString::to_string).unwrap();
    assert!(review.plies.iter().all(|ply| ply.effect.is_some()));
    assert_eq!(review.summary.black.judged, 1);
    let json = comes_back(&review);
    assert!(json.contains(r#""effect":"win-to-loss","plies_lost":0,"mark":"??""#), "{json}");
    (review.plies[0].effect, review.outside) = (None, Some("no table".to_owned()));
    comes_back(&review);
    comes_back(&serde_json::from_str::<Review>(&json).unwrap());
}

#[test]
fn counts_that_cannot_be_added_are_the_most() {
    let json = serde_json::to_string(&Effects::default()).unwrap();
    let many = json.replace(r#""kept":0"#, &format!(r#""kept":{}"#, usize::MAX));
    let many = many.replace(r#""win-to-draw":0"#, r#""win-to-draw":1"#);
    assert_eq!(serde_json::from_str::<Effects>(&many).unwrap().moves(), usize::MAX);
}
