//! Tests that written games keep their meaning when read, and that records lose nothing.

#[cfg(feature = "random")]
mod fuzz;
mod records;

use loa_solver::{Bitboard, Board, Color, Position, Preset};
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::error::MOST_MOVES;
use super::{GameTree, Players, read, read_games};
use crate::game::Game;

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
        let sgf = GameTree::of(&game, &players).to_sgf();
        let record = read(&sgf).unwrap();
        prop_assert_eq!(&record.players, &players);
        let (replayed, stop) = record.replay(record.preset.unwrap());
        prop_assert_eq!(stop, None);
        prop_assert_eq!(&replayed, &game);
        prop_assert_eq!(&GameTree::of(&replayed, &players).to_sgf(), &sgf);
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
fn long_games_and_many_variations_are_read_within_bounds() {
    let long = format!("(;GM[9]{})", ";B[b1-b3];W[a2-a4]".repeat(MOST_MOVES / 2));
    assert_eq!(read(&long).unwrap().to_sgf().lines().count(), 1 + MOST_MOVES / 8);
    let deep = "(;B[b1-b3]".repeat(MOST_MOVES) + &")".repeat(MOST_MOVES);
    assert_eq!(read(&deep).unwrap().to_sgf().matches(";B[b1-b3]").count(), MOST_MOVES);
    let longer = read(&format!("(;{})", ";B[b1-b3]".repeat(MOST_MOVES + 1)));
    assert!(longer.unwrap_err().to_string().ends_with("more than 10000 moves"));

    let notices = |text: &str| read(text).unwrap().notices(Preset::default());
    assert_eq!(notices(&format!("(;GM[9]{})", "(;B[b1-b4])".repeat(500))).len(), 101);
    let moves: String = ('a'..='h')
        .flat_map(|file| (1..=8).map(move |rank| format!("(;B[{file}{rank}-a9])")))
        .collect();
    let notices = notices(&format!("(;GM[9](;B[b1-b3]){moves}{})", "(;W[a1-b9])".repeat(60)));
    assert_eq!(notices.len(), 101);
    assert_eq!(notices[100].to_string(), "variations after the first 100 are not read");
}
