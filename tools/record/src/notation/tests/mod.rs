//! Tests that written games keep their meaning when read, and that records lose nothing.

#[cfg(feature = "random")]
mod fuzz;

use loa_solver::{Bitboard, Board, Color, Position, Preset};
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::{GameTree, Players, decode, read, read_games, to_sgf};
use crate::game::Game;
use crate::game::tests::game_after;

/// Returns a game of moves chosen by numbers.
fn game(preset: Preset, start: Position, choices: &[usize], resigns: bool) -> Game {
    let mut game = Game::new(preset, start);
    for choice in choices {
        let legal = preset.rules.moves(game.position());
        if game.end().is_some() || legal.is_empty() {
            break;
        }
        game.play(legal[choice % legal.len()]).unwrap();
    }
    if resigns && game.end().is_none() {
        game.resign(game.position().turn()).unwrap();
    }
    game
}

fn presets() -> impl Strategy<Value = Preset> {
    let names = ["club", "tournament", "soucie", "openspiel", "misere", "own-draw"];
    select(names.to_vec()).prop_map(|name| name.parse().unwrap())
}

fn starts() -> impl Strategy<Value = Position> {
    (3usize..=8, 3usize..=8, 0..3, any::<u64>(), any::<u64>()).prop_filter_map(
        "a side without stones",
        |(files, ranks, kind, black, white)| {
            let board = Board::new(files, ranks).ok()?;
            match kind {
                0 => Some(board.start()),
                1 => Some(board.scrambled()),
                _ => {
                    let black = Bitboard(black) & board.mask();
                    let white = (Bitboard(white) & board.mask()) - black;
                    Position::new(board, white, black, Color::White).ok()
                }
            }
        },
    )
}

/// A node of a random tree, and the nodes after it.
#[derive(Clone, Debug)]
struct Branch {
    /// The number of the move among the legal moves.
    choice: Index,
    /// Properties, each with its values.
    others: Vec<(String, Vec<String>)>,
    comment: Option<String>,
    next: Vec<Branch>,
}

/// Returns texts for values, including brackets and line breaks.
fn texts() -> impl Strategy<Value = String> {
    prop_oneof!["[\\PC]{0,12}", "[a-c\\[\\]\\\\;()\n]{0,12}"]
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

fn branches() -> impl Strategy<Value = Branch> {
    let names = ["XX", "ZZZ", "LB", "TM", "BL", "KO", "GB", "TE", "N", "EV", "DT", "RO", "AN"];
    let other =
        (select(names.to_vec()).prop_map(str::to_owned), prop::collection::vec(texts(), 1..3));
    let others = prop::collection::vec(other, 0..3);
    let leaf = (any::<Index>(), others, prop::option::of(texts()));
    let leaf = leaf.prop_map(|(choice, mut others, comment)| {
        // A node has each property at most once.
        others.sort();
        others.dedup_by(|one, other| one.0 == other.0);
        Branch { choice, others, comment, next: Vec::new() }
    });
    let leaf = leaf.boxed();
    leaf.clone().prop_recursive(12, 60, 3, move |inner| {
        (leaf.clone(), prop::collection::vec(inner, 0..3))
            .prop_map(|(branch, next)| Branch { next, ..branch })
    })
}

/// Writes a tree in the style of another program.
fn written(branch: &Branch, game: &Game, is_root: bool, sgf: &mut String) {
    let mut game = game.clone();
    sgf.push(';');
    if is_root {
        sgf.push_str("GM[9]SZ[5]FF[3]RE[?]PB[Zoë]");
    } else {
        let legal = game.preset().rules.moves(game.position());
        let turn = game.position().turn();
        if game.end().is_some() || legal.is_empty() {
            sgf.push_str("C[it is over]");
            return;
        }
        let played = *branch.choice.get(&legal);
        let side = if turn == Color::Black { 'B' } else { 'W' };
        sgf.push_str(&format!("{side}[{played}]"));
        game.play(played).unwrap();
    }
    for (name, values) in &branch.others {
        sgf.push_str(name);
        values.iter().for_each(|value| sgf.push_str(&format!("[{}]", escaped(value))));
    }
    if let Some(comment) = &branch.comment {
        sgf.push_str(&format!("C[{}]", escaped(comment)));
    }
    for next in &branch.next {
        let is_only = branch.next.len() == 1;
        sgf.push_str(if is_only { "" } else { " (" });
        written(next, &game, false, sgf);
        sgf.push_str(if is_only { "" } else { ")\n" });
    }
}

/// Returns everything that a record says, line by line.
fn content(text: &str) -> Vec<String> {
    let lines = read(text).unwrap().into_lines().map(|line| {
        let line = line.unwrap();
        assert_eq!(line.replay(Preset::default()).1, None, "{text}");
        format!("{} {:?} {:?}", line.start, line.lines(Preset::default()).0, line.players)
    });
    lines.collect()
}

fn first_game(text: &str) -> (GameTree, Game) {
    let record = read(text).unwrap();
    let (game, stop) = record.replay(record.preset.unwrap_or_default());
    assert_eq!(stop, None, "{text}");
    (record, game)
}

proptest! {
    #[test]
    fn games_come_back(
        preset in presets(),
        start in starts(),
        choices in prop::collection::vec(0usize..1000, 0..40),
        resigns: bool,
        black in "[^\\p{C}\\p{Z}]{0,12}",
    ) {
        let game = game(preset, start, &choices, resigns);
        let players = Players { black, white: "w [\\".to_owned() };
        let sgf = to_sgf(&game, &players);
        let record = read(&sgf).unwrap();
        prop_assert_eq!(&record.players, &players);
        let (replayed, stop) = record.replay(record.preset.unwrap());
        prop_assert_eq!(stop, None);
        prop_assert_eq!(&replayed, &game);
        prop_assert_eq!(&to_sgf(&replayed, &players), &sgf);
        prop_assert_eq!(record.with(&game).to_sgf(), sgf);
        let mut list = start.to_string();
        for (number, played) in game.moves().iter().enumerate() {
            list.push_str(&format!("\n{}. {played}", number + 1));
        }
        let (replayed, stop) = read(&list).unwrap().replay(preset);
        prop_assert_eq!(stop, None);
        prop_assert_eq!(replayed.positions(), game.positions());
    }

    #[test]
    fn a_copy_has_all_that_was_in_the_record(tree in branches()) {
        let start = Board::new(5, 5).unwrap().start();
        let mut text = "(".to_owned();
        written(&tree, &Game::new(Preset::default(), start), true, &mut text);
        text.push(')');
        let (record, game) = first_game(&text);
        let copy = record.with(&game).to_sgf();
        prop_assert_eq!(content(&copy), content(&text), "{}\n{}", text, copy);
        let (record, game) = first_game(&copy);
        prop_assert_eq!(&record.with(&game).to_sgf(), &copy);
        // As separate lines, merged again.
        let lines: Vec<GameTree> = read(&copy).unwrap().into_lines().map(Result::unwrap).collect();
        let trees = lines.iter().map(|line| line.with(&line.replay(Preset::default()).0));
        let mut together = content(&GameTree::joined(trees).unwrap().to_sgf());
        let mut apart = content(&copy);
        together.sort();
        apart.sort();
        apart.dedup();
        // Equal moves in the same place have become one move.
        prop_assert!(together.len() <= apart.len());
    }

    #[test]
    fn a_copy_of_a_list_has_its_tags_and_remarks(
        choices in prop::collection::vec(0usize..1000, 1..20),
        tags in prop::collection::vec(("[A-Z][a-z]{0,8}", "[^\\p{C}\"\\\\]{0,12}"), 0..5),
        remarks in prop::collection::vec(("[^\\p{C}{}]{1,20}", any::<Index>()), 0..4),
    ) {
        let start = Board::new(6, 4).unwrap().start();
        let game = game(Preset::default(), start, &choices, false);
        let mut parts: Vec<String> = game.moves().iter().map(ToString::to_string).collect();
        for (remark, place) in &remarks {
            let at = place.index(parts.len() + 1);
            parts.insert(at, format!("{{{remark}}}"));
        }
        let known = ["Black", "White", "Variant", "Rules", "Fen", "Setup", "Result"];
        let tags: Vec<_> =
            tags.into_iter().filter(|(name, _)| !known.contains(&&**name)).collect();
        let lines = tags.iter().map(|(name, value)| format!("[{name} \"{value}\"]\n"));
        let text = format!("{}[FEN \"{start}\"]\n{}", lines.collect::<String>(), parts.join(" "));
        let (record, replayed) = first_game(&text);
        prop_assert_eq!(&replayed, &game);
        let sgf = record.with(&replayed).to_sgf();
        let (copy, again) = first_game(&sgf);
        prop_assert_eq!(&again, &game);
        let notes = |tree: &GameTree| tree.lines(Preset::default()).0.swap_remove(0).notes;
        prop_assert_eq!(notes(&copy), notes(&record));
        for (_, value) in &tags {
            prop_assert!(sgf.contains(&escaped(value)), "{value:?}\n{}", sgf);
        }
    }
}

/// Reads any text and writes what was found in it.
fn any_text(text: &str) {
    let games = read_games(text);
    let number = games.number();
    assert!(number > 0, "{text:?}");
    let mut read = 0;
    for record in games {
        read += 1;
        if let Ok(record) = record {
            record.notices(Preset::default());
            let (game, _) = record.replay(Preset::default());
            record.with(&game).to_sgf();
        }
    }
    assert_eq!(read, number, "{text:?}");
}

#[test]
fn a_list_may_quote_sgf_and_sgf_may_follow_other_text() {
    let list = [
        "{(;}b1-b3",
        "[Event \"(;\"]\nb1-b3",
        "# (;\nb1-b3",
        "start 8x8\nb1-b3 {(;GM[9];B[c1-c3])}",
        "1. b1-b3 {see (;)}",
    ];
    let sgf = [
        "(;GM[9];B[b1-b3])",
        "From: anna\n\n[loa] our game {1}\n(;B[b1-b3])",
        "[loa] our game\n( ;GM[9]\n(;B[b1-b3]))",
        "# 1\n(;B[b1-b3])",
        "http://a/b (;B[b1-b3])",
    ];
    for text in list.iter().chain(&sgf) {
        let (_, game) = first_game(text);
        assert_eq!(game.moves().iter().map(ToString::to_string).collect::<Vec<_>>(), ["b1-b3"]);
    }
}

#[test]
fn a_tag_without_a_property_is_kept_as_it_was_written() {
    let tag = r#"[Mode "a \"b\" \\ c"]"#;
    let (record, _) = first_game(&format!("{tag}\n\n1. b1-b3 *"));
    assert_eq!(record.property("GC").as_deref(), Some(tag));
}

#[test]
fn a_game_is_written_as_others_write_it() {
    let mut game = game_after("club", "start 5x4", "b1-b3");
    game.resign(Color::White).unwrap();
    let players = Players { black: "me]".to_owned(), white: String::new() };
    let sgf = to_sgf(&game, &players);
    assert!(sgf.starts_with("(;FF[4]GM[9]CA[UTF-8]AP[loa:"), "{sgf}");
    assert!(sgf.contains("]SZ[5:4]RU[club]SU[Standard]PB[me\\]]RE[B+Resign]\n;B[b1-b3]"), "{sgf}");
    assert!(sgf.ends_with(";W[resign])\n"), "{sgf}");
}

#[test]
fn a_copy_has_the_moves_that_were_played_after_the_record_or_taken_back() {
    let text = "(;GM[9]SZ[4]RE[?]C[a];B[b1-b3]C[b](;W[a2-a4]C[c];C[d])(;W[d2-b2]C[e]))";
    let copy = |moves: &str, resigns: bool| {
        let mut game = game_after("club", "start 4x4", moves);
        if resigns {
            game.resign(Color::Black).unwrap();
        }
        let sgf = read(text).unwrap().with(&game).to_sgf();
        let (_, again) = first_game(&sgf);
        assert_eq!((again.moves(), again.conceded()), (game.moves(), game.conceded()), "{sgf}");
        sgf.split_once("RU[club]").unwrap().1.replace('\n', "")
    };
    let all = "(;W[a2-a4]C[c];C[d])(;W[d2-b2]C[e]))";
    assert_eq!(copy("b1-b3 a2-a4", false), format!(";B[b1-b3]C[b]{all}"));
    assert_eq!(
        copy("b1-b3 a2-a4 b4-b2", false),
        "RE[B+];B[b1-b3]C[b](;W[a2-a4]C[c];C[d];B[b4-b2])(;W[d2-b2]C[e]))"
    );
    assert_eq!(copy("b1-b3", false), ";B[b1-b3]C[b](;)(;W[d2-b2]C[e]))");
    assert_eq!(copy("", true), "RE[W+Resign](;B[resign])(;B[b1-b3]C[b]".to_owned() + all + ")");
    assert_eq!(copy("b1-b3 d2-d4", false), ";B[b1-b3]C[b](;W[d2-d4])".to_owned() + all);
}

#[test]
fn a_copy_names_the_rules_of_its_game() {
    for (named, rules, written) in [
        ("", "club", "RU[club]"),
        ("", "soucie", "RU[soucie]"),
        ("RU[Misere]", "misere", "RU[Misere]"),
        ("RU[club]", "openspiel", "RU[openspiel]"),
        ("RU[olympiad]", "club", "RU[olympiad]"),
        ("RU[olympiad]", "tournament", "RU[tournament]"),
    ] {
        let preset: Preset = rules.parse().unwrap();
        let record = read(&format!("(;GM[9]{named};B[b1-b3])")).unwrap();
        let sgf = record.with(&record.replay(preset).0).to_sgf();
        assert!(sgf.contains(written), "{named} under {rules}: {sgf}");
        assert_eq!(read(&sgf).unwrap().preset.unwrap_or_default(), preset);
    }
}

#[test]
fn records_in_other_encodings_are_written_in_utf_8() {
    let bytes = b"(;GM[9]FF[4]CA[ISO-8859-1]SZ[4]PB[Ren\xe9e]PW[J\xfcrg];B[b1-b3])";
    let (record, game) = first_game(&decode(bytes.to_vec()));
    assert_eq!((record.players.black.as_str(), record.players.white.as_str()), ("Renée", "Jürg"));
    let sgf = record.with(&game).to_sgf();
    assert!(sgf.contains("CA[UTF-8]") && sgf.contains("PB[Renée]PW[Jürg]"), "{sgf}");
    assert_eq!(read(&decode(sgf.clone().into())).unwrap().players, record.players);
}

fn notices(text: &str) -> Vec<String> {
    let notices = read(text).unwrap().notices(Preset::default());
    notices.iter().map(ToString::to_string).collect()
}

/// Returns the games of a text: the start, the moves and the result, or the error.
fn games(text: &str) -> Vec<String> {
    let games = read_games(text).map(|record| match record {
        Ok(record) => {
            let (game, stop) = record.replay(record.preset.unwrap_or_default());
            let moves: Vec<String> = game.moves().iter().map(ToString::to_string).collect();
            let start = game.start().to_string();
            let start = start.split('/').next().unwrap();
            let result = record.result.unwrap_or_default();
            let stop = stop.map_or(String::new(), |stop| format!(" !{}", stop.text));
            format!("{start} {} {result}{stop}", moves.join(" "))
        }
        Err(error) => error.to_string(),
    });
    games.collect()
}

#[test]
fn a_result_or_tags_end_a_game_of_a_list() {
    let two = ["1xxxxxx1 b1-b3 h7-f7 1-0", "1xxxxxx1 g8-g6 a2-c2 0-1"];
    for text in [
        "1. b1-b3 h7-f7 1-0\n1. g8-g6 a2-c2 0-1",
        "[White \"Ana\"]\n1. b1-b3 h7-f7 1-0\n\n[White \"Cy\"]\n1. g8-g6 a2-c2 0-1\n",
        "b1-b3,h7-f7 1-0 {good}\n# a remark\nstart 8x8\ng8-g6,a2-c2 0-1",
        "[Event \"\"] b1-b3 h7-f7 1-0 g8-g6 a2-c2 0-1",
        "\u{feff}1. b1-b3 h7-f7 1-0\n\u{feff}1. g8-g6 a2-c2\u{feff} 0-1",
        "b1-b3 h7-f7 1-0\n.xxxxxx.\no......o\no......o\no......o\no......o\no......o\no......o\n.xxxxxx. x\ng8-g6 a2-c2 0-1",
    ] {
        assert_eq!(games(text), two, "{text}");
    }
    assert_eq!(
        games("start 4x4\nb1-b3\n[White \"x\"]\n[FEN \"3/x1o/xo1 x\"]\nstart 5x5\n1/2-1/2"),
        [
            "1xx1 b1-b3 ",
            "line 5, character 1: \"1xxx1/o3o/o3o/o3o/1xxx1 x\" is not the start that the tag FEN names"
        ]
    );
    assert_eq!(games("b1-b3 1–0 b1-b3 1/2–1/2"), ["1xxxxxx1 b1-b3 1–0", "1xxxxxx1 b1-b3 1/2–1/2"]);
    // A game that cannot be read does not affect the others.
    let found = games("b1-b3 nonsense 1-0\ng8-g6 1-0 [Bad tag]\n[White \"Cy\"] b1-b3");
    assert!(found[0].contains("nonsense") && found[2].contains("a tag such as"), "{found:?}");
    assert_eq!((&*found[1], &*found[3]), ("1xxxxxx1 g8-g6 1-0", "1xxxxxx1 b1-b3 "), "{found:?}");
}

#[test]
fn every_game_of_a_collection_is_read() {
    let one = "(;GM[9]SZ[4];B[b1-b3])";
    let found = "1xx1 b1-b3 ";
    for (text, expected) in [
        (format!("{one}{one}\n{one}"), vec![found, found, found]),
        (format!("mail (from me)\n{one} and\n {one}"), vec![found, found]),
        (format!("{one}(;GM[9]SZ[4];B[b1-b4]){one}"), vec![found, "1xx1   !b1-b4", found]),
        (format!("{one}(;GM[9]C[a (;GM[9\\] ]SZ[4]){one}"), vec![found, "1xx1  ", found]),
    ] {
        assert_eq!(games(&text), expected, "{text}");
    }
    for bad in ["(;GM[1])", "(;GM[9];B[b1-q3])", "(;GM[9];B b1)", "(;GM[9]SZ[4];B[b1-b3]", "(;)"] {
        let read = games(&format!("{one}\n{bad}\n{one}"));
        assert_eq!((read.len(), &*read[0], &*read[2]), (3, found, found), "{bad}: {read:?}");
    }
}

#[test]
fn a_move_ends_at_a_separator_and_what_is_left_over_is_an_error() {
    let moves = "1xxxxxx1 b1-b3 h7-f7 g8-g6 ";
    for text in [
        "b1-b3,h7-f7,g8-g6",
        "b1-b3;h7-f7; g8-g6",
        "b1-b3→h7-f7 → g8-g6",
        "b1-b3->h7-f7 -> g8-g6",
        "b1-b3{one}h7-f7{two}g8-g6",
        "1.b1-b3! h7-f7!? 2.g8-g6# # the end",
    ] {
        assert_eq!(games(text), [moves], "{text}");
    }
    for (text, place) in [
        ("b1-b3|h7-f7", "line 1, character 6 is '|'"),
        ("b1-b3\n 2. h7-f7..g8-g6", "line 2, character 10 is '.'"),
        ("b1-b3(h7-f7)", "line 1, character 6 is '('"),
        ("b1-b3]", "line 1, character 6 is ']'"),
        ("b1-b33", "line 1, character 6 is '3'"),
        ("b1-b3 and", "line 1, character 7: \"and\" is not a move"),
    ] {
        let error = games(text).swap_remove(0);
        assert!(error.starts_with(place), "{text}: {error}");
    }
    assert!(games("(;GM[9];B[b1-b3,h7-f7])")[0].contains("is not a move such as e1-e3"));
}

#[test]
fn tags_start_the_game() {
    for (tags, start) in [
        ("[SetUp \"1\"][FEN \"1xx1/o2o/o2o/1xx1 x\"]", "1xx1"),
        ("[fen \"1ox1/4/4/4 o\"]", "1ox1"),
        ("[Variant \"Scrambled Eggs\"]", "1oxoxox1"),
        ("[Variant \"scrambled\"]\nstart 4x4", "1ox1"),
        ("[Variant \"Lines of Action\"]\nstart 4x4", "1xx1"),
        ("[Variant \"tournament\"]", "1xxxxxx1"),
        ("[White \"\\\"A\\\\\"]\nscrambled 3x3", "1o1"),
    ] {
        let record = read(tags).unwrap();
        assert!(record.start.to_string().starts_with(start), "{tags}: {}", record.start);
        assert_eq!(record.notices(Preset::default()), [], "{tags}");
    }
    assert_eq!(read("[Variant \"misere\"]").unwrap().preset, Some("misere".parse().unwrap()));
    assert_eq!(read("[Rules \"Soucie\"]").unwrap().preset, Some("soucie".parse().unwrap()));
    assert_eq!(read("[White \"\\\"A\\\\\"] *").unwrap().players.white, "\"A\\");
    let error = read("[FEN \"1LL1/4/4/4 x\"]").unwrap_err().to_string();
    assert!(error.starts_with("line 1, character 7: the tag FEN: not a position"), "{error}");
}

#[test]
fn what_could_change_the_game_and_is_not_used_is_named_once() {
    let cases = [
        ("[SetUp \"1\"] b1-b3", vec!["line 1, character 9: SetUp is not used: \"1\""]),
        ("[Variant \"Hex\"] b1-b3", vec!["line 1, character 11: Variant is not used: \"Hex\""]),
        (
            "[Variant \"Scrambled\"][FEN \"1xx1/o2o/o2o/1xx1 x\"]",
            vec!["line 1, character 11: Variant is not used: \"Scrambled\""],
        ),
        ("[Board \"5x5\"] b1-b3", vec!["line 1, character 9: Board is not used: \"5x5\""]),
        ("[Old \"start 4x4\"] b1-b3", vec!["line 1, character 7: Old is not used: \"start 4x4\""]),
        ("[Rules \"mine\"] *", vec!["line 1, character 9: \"mine\" names no rules that are known"]),
        (
            "(;GM[9]RU[olympiad])",
            vec!["line 1, character 11: \"olympiad\" names no rules that are known"],
        ),
        (
            "(;GM[9]FEN[1xx1/o2o/o2o/1xx1 x])",
            vec!["line 1, character 12: FEN is not used: \"1xx1/o2o/o2o/1xx1 x\""],
        ),
        (
            "(;GM[9];B[b1-b3]SZ[4];W[h7-f7]PL[W])",
            vec![
                "line 1, character 20: SZ is not used: \"4\"",
                "line 1, character 34: PL is not used: \"W\"",
            ],
        ),
        ("(;GM[9];B[b1-b3]PL[W])", vec![]),
        (
            "(;GM[9]P0[id \"a\"];P0[2 edit];P0[3 start];P0[4 Move b 1 b 3])",
            vec!["line 1, character 22: P0 is not used: \"2 edit\""],
        ),
        (
            "b1xb3 a2-c2",
            vec![
                "line 1, character 1: \"b1xb3\" takes nothing; does the game begin from another start?",
            ],
        ),
        (
            "b1:b3 h7:f7 g8-g6",
            vec![
                "line 1, character 1: \"b1:b3\", as 1 move later, takes nothing; does the game begin from another start?",
            ],
        ),
        ("b1-b3 1-0\nb1-b3 1-0 b1-b3", vec!["this is game 1 of 3"]),
        ("(;GM[9])(;GM[9])", vec!["this is game 1 of 2"]),
        (
            "(;GM[9](;B[b1-b3])(;B[b1-b4](;W[a2-c2])(;W[a3-c3]))(;B[b1:b3]))",
            vec![
                "line 1, character 56: \"b1:b3\" takes nothing; does the game begin from another start?",
                "a variation ends early: move 1, \"b1-b4\" at line 1, character 23, cannot be played: it is not a legal move in 1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x: 2 stones stand on file b, so b1 moves 2 squares along it, and b4 is 3 away",
            ],
        ),
        (
            "(;GM[9](;B[b1-b3])(;B[b1-q3]))",
            vec![
                "a variation is left out: line 1, character 23: \"b1-q3\" is not a move such as e1-e3, pass or resign",
            ],
        ),
        (
            "(;GM[9](;B[b1-b3])(;B[g1-g3];1))",
            vec![
                "the rest of the game is left out: line 1, character 30 is '1': expected a property, ; to begin a node, ( or )",
            ],
        ),
        ("(;GM[9]HA[2]IP[end]AS[x];B[b1-b3])", vec![]),
        // A word without a known meaning at each door.
        (
            "(;GM[9]XX[a]SETUP[4]XX[b];B[b1-b3]YY[c])",
            vec!["not known, so kept without use: XX, SETUP, YY"],
        ),
        (
            "[Bord \"4\"][White \"A\"][WhiteElo \"1\"] *",
            vec!["not known, so kept without use: Bord"],
        ),
        ("(;P0[3 AcceptDraw])", vec!["line 1, character 6: P0 is not used: \"3 AcceptDraw\""]),
    ];
    for (text, expected) in cases {
        assert_eq!(notices(text), expected, "{text}");
    }
}

/// The board, a property, a tag and the end of the moves may each claim a result.
#[test]
fn results_that_contradict_each_other_are_one_notice() {
    let connected = ";B[b1-b3];W[a2-a4];B[b4-b2]";
    let list = "start 4x4\nb1-b3 a2-a4 b4-b2";
    let (ends, asks) = ("black wins: black is connected", "; other rules, or another start?");
    let otherwise = |said: &str| format!("{ends}; the record says otherwise: {said}{asks}");
    let names = "[White \"A\"]\n[Black \"B\"]\n";
    for (text, expected) in [
        (format!("(;SZ[4]RE[W+]{connected})"), otherwise("\"W+\" in RE")),
        (format!("(;SZ[4]RE[0]{connected})"), otherwise("\"0\" in RE")),
        (format!("(;SZ[4]{connected}RE[Draw])"), otherwise("\"Draw\" in RE")),
        (format!("(;SZ[4]RE[B+]{connected};RE[W+T])"), otherwise("\"B+\" in RE, \"W+T\" in RE")),
        (
            "(;SZ[4]RE[B+];B[resign])".to_owned(),
            format!("white wins: black resigns; the record says otherwise: \"B+\" in RE{asks}"),
        ),
        (format!("{list} 1/2-1/2"), otherwise("\"1/2-1/2\" in the end of the moves")),
        (
            format!("[Result \"1-0\"]\n{list} 0-1"),
            otherwise("\"0-1\" in the end of the moves, \"1-0\" in the tag Result"),
        ),
        (
            "[Result \"1-0\"]\nb1-b3 0–1".to_owned(),
            format!(
                "\"0–1\" in the end of the moves; the record says otherwise: \
                 \"1-0\" in the tag Result{asks}"
            ),
        ),
        (format!("{names}{list} 1-0"), otherwise("\"1-0\" in the end of the moves")),
        (
            "[Result \"Anna\"]\nb1-b3 0-1".to_owned(),
            "line 1, character 10: Result is not used: \"Anna\"".to_owned(),
        ),
    ] {
        assert_eq!(notices(&text), [expected], "{text}");
    }
    for text in [
        format!("(;SZ[4]RE[B+R]{connected})"),
        format!("(;SZ[4]RE[?]{connected})"),
        "(;SZ[4]RE[W+Time];B[b1-b3])".to_owned(),
        format!("{list} 1-0"),
        format!("{list} 0-1"),
        format!("{names}{list} 0-1"),
        format!("{names}[Site \"www.littlegolem.net\"]\n{list} 1-0"),
        format!("[Result \"1-0\"]\n{list} *"),
        "[Result \"*\"]\nb1-b3 1-0".to_owned(),
    ] {
        assert_eq!(notices(&text), [""; 0], "{text}");
    }
}

#[test]
fn a_list_whose_other_side_begins_is_refused_with_the_cure() {
    let start = "1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1";
    let (_, stop) = read("1. a2-c2 b1-b3").unwrap().replay(Preset::default());
    let stop = stop.unwrap();
    let cure = format!("; if o moves first, say so in a first line: {start} o");
    assert!(stop.to_string().ends_with(&cure), "{stop}");
    assert!(stop.reason().ends_with(&cure) && stop.reason().starts_with("the stone on a2 is o"));
    let (game, stop) = read(&format!("{start} o\na2-c2 b1-b3")).unwrap().replay(Preset::default());
    assert_eq!((game.moves().len(), stop), (2, None));
    for text in ["b1-b3 b3-b1", "(;GM[9]PL[B];B[a2-c2])", "c2-c3"] {
        let (_, stop) = read(text).unwrap().replay(Preset::default());
        assert!(!stop.unwrap().to_string().contains("moves first"), "{text}");
    }
}

#[test]
fn files_of_other_kinds_are_named() {
    for (bytes, kind) in [
        (&b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03"[..], "a compressed file"),
        (b"PK\x03\x04\x14\x00", "a compressed file"),
        (b"BZh91AY&SY", "a compressed file"),
        (b"\xfd7zXZ\x00\x00", "a compressed file"),
        (b"(\xb5/\xfd\x04\x00", "a compressed file"),
        (b"{\\rtf1\\ansi b1-b3\\par}", "a document"),
        (b"%PDF-1.7\n", "a document"),
        (b"\xef\xbb\xbf<!DOCTYPE html>\n<p>b1-b3", "a web page"),
        (b" <HTML><body>", "a web page"),
    ] {
        let error = read(&decode(bytes.to_vec())).unwrap_err().to_string();
        assert!(error.starts_with(&format!("it is {kind}")), "{error}");
    }
    assert!(read("<html>(;GM[9];B[b1-b3])</html>").is_ok());
}

#[test]
fn an_empty_record_is_refused() {
    for text in ["", " \n", "\u{feff}", "# a remark", "{a remark}", "(;)", "( ; (;) )"] {
        let error = read(text).unwrap_err();
        assert!(error.to_string().contains("no game found"), "{text:?}: {error}");
        assert!(read_games(text).all(|game| game.is_err()), "{text:?}");
    }
}

#[test]
fn many_variations_are_checked_within_bounds() {
    let text = format!("(;GM[9]{})", "(;B[b1-b4])".repeat(500));
    assert_eq!(notices(&text).len(), 101);
    let moves: String = ('a'..='h')
        .flat_map(|file| (1..=8).map(move |rank| format!("(;B[{file}{rank}-a9])")))
        .collect();
    let text = format!("(;GM[9](;B[b1-b3]){}{})", moves, "(;W[a1-b9])".repeat(60));
    let notices = notices(&text);
    assert_eq!(notices.len(), 101);
    assert_eq!(notices[100], "variations after the first 100 are not read");
}
