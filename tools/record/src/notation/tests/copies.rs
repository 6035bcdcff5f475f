//! Tests that games and their records come back whole after they are written.

use loa_solver::{Board, Color, Material, Position, Preset};

use super::support::{fuzz, of_parts};
use crate::game::Game;
use crate::notation::{GameTree, Players, read};
use crate::random::Pcg64;

/// Parts of names, which have no spaces.
const NAME: [&str; 12] = ["[", "]", "\\", ";", "(", ")", ":", "\"", "a", "B1", "é", "\u{1f600}"];
/// Parts of one line.
const LINE: [&str; 12] = ["[", "]", "(", ";", ":", "'", " ", "a", "b1-b3", "9.", "é", "\u{1f600}"];
/// Parts of values.
const VALUE: [&str; 12] = ["[", "]", "\\", ";", "(", ")", ":", "\n", " ", "a", "é", "\u{1f600}"];
/// Properties of nodes.
const PROPERTIES: [&str; 13] =
    ["XX", "ZZZ", "LB", "TM", "BL", "KO", "GB", "TE", "N", "EV", "DT", "RO", "AN"];

/// A node of a random tree, and the nodes after it.
struct Branch {
    /// Picks the move among the legal moves.
    choice: usize,
    /// Properties, each with its values.
    others: Vec<(&'static str, Vec<String>)>,
    comment: Option<String>,
    next: Vec<Branch>,
}

impl Branch {
    /// Returns a tree of at most this depth.
    fn random(chance: &mut Pcg64, depth: u64) -> Branch {
        let mut others: Vec<_> = (0..chance.below(3))
            .map(|_| {
                let values = (0..1 + chance.below(2)).map(|_| of_parts(chance, &VALUE, 13));
                let values = values.collect();
                (*chance.pick(&PROPERTIES).unwrap(), values)
            })
            .collect();
        // A node has each property at most once.
        others.sort();
        others.dedup_by(|one, other| one.0 == other.0);
        let next = if depth == 0 { 0 } else { chance.below(3) };
        Branch {
            choice: chance.below(1000) as usize,
            others,
            comment: (chance.below(2) == 0).then(|| of_parts(chance, &VALUE, 13)),
            next: (0..next).map(|_| Branch::random(chance, depth - 1)).collect(),
        }
    }

    /// Writes the tree in the style of another program.
    fn write(&self, game: &Game, is_root: bool, sgf: &mut String) {
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
            let played = legal[self.choice % legal.len()];
            let side = if turn == Color::Black { 'B' } else { 'W' };
            sgf.push_str(&format!("{side}[{played}]"));
            game.play(played).unwrap();
        }
        for (name, values) in &self.others {
            sgf.push_str(name);
            values.iter().for_each(|value| sgf.push_str(&format!("[{}]", escaped(value))));
        }
        if let Some(comment) = &self.comment {
            sgf.push_str(&format!("C[{}]", escaped(comment)));
        }
        for next in &self.next {
            let is_only = self.next.len() == 1;
            sgf.push_str(if is_only { "" } else { " (" });
            next.write(&game, false, sgf);
            sgf.push_str(if is_only { "" } else { ")\n" });
        }
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

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

/// Returns a game of fewer than `most` random moves.
fn played(chance: &mut Pcg64, preset: Preset, start: Position, most: u64) -> Game {
    let mut game = Game::new(preset, start);
    for _ in 0..chance.below(most) {
        let Some(&played) = chance.pick(&game.legal_moves()) else { break };
        game.play(played).unwrap();
    }
    game
}

/// Returns a game of random moves under random rules. It may end with a resignation.
pub(super) fn random_game(chance: &mut Pcg64) -> Game {
    let (preset, start) = (*chance.pick(&Preset::ALL).unwrap(), start(chance));
    let mut game = played(chance, preset, start, 40);
    if chance.below(2) == 0 && game.end().is_none() {
        game.resign(game.position().turn()).unwrap();
    }
    game
}

/// Returns a start or a random position of a random board.
fn start(chance: &mut Pcg64) -> Position {
    loop {
        let [files, ranks] = [(); 2].map(|()| 3 + chance.below(6) as usize);
        let board = Board::new(files, ranks).unwrap();
        let [us, them] = [(); 2].map(|()| 1 + chance.below(12) as u32);
        let start = match chance.below(3) {
            0 => Some(board.start()),
            1 => Some(board.scrambled()),
            _ => chance.placement(board, Material::new(us, them)),
        };
        if let Some(start) = start {
            return start;
        }
    }
}

#[test]
fn games_come_back() {
    fuzz(|chance| {
        let game = random_game(chance);
        let black = of_parts(chance, &NAME, 13);
        let players = Players { black, white: "w [\\".to_owned() };
        let sgf = GameTree::of(&game, &players).to_sgf();
        let record = read(&sgf).unwrap();
        assert_eq!(record.players, players);
        let (replayed, stop) = record.replay(record.preset.unwrap());
        assert_eq!(stop, None);
        assert_eq!(replayed, game);
        assert_eq!(GameTree::of(&replayed, &players).to_sgf(), sgf);
        assert_eq!(record.with(&game).to_sgf(), sgf);
        let mut list = game.start().to_string();
        for (number, played) in game.moves().iter().enumerate() {
            list.push_str(&format!("\n{}. {played}", number + 1));
        }
        let (replayed, stop) = read(&list).unwrap().replay(game.preset());
        assert_eq!(stop, None);
        assert_eq!(replayed.positions(), game.positions());
    });
}

#[test]
fn a_copy_has_all_that_was_in_the_record() {
    fuzz(|chance| {
        let start = Board::new(5, 5).unwrap().start();
        let mut text = "(".to_owned();
        Branch::random(chance, 12).write(&Game::new(Preset::default(), start), true, &mut text);
        text.push(')');
        let (record, game) = first_game(&text);
        let copy = record.with(&game).to_sgf();
        assert_eq!(content(&copy), content(&text), "{text}\n{copy}");
        let (record, game) = first_game(&copy);
        assert_eq!(record.with(&game).to_sgf(), copy);
        // As separate lines, merged again.
        let lines: Vec<GameTree> = read(&copy).unwrap().into_lines().map(Result::unwrap).collect();
        let trees = lines.iter().map(|line| line.with(&line.replay(Preset::default()).0));
        let mut together = content(&GameTree::joined(trees).unwrap().to_sgf());
        let mut apart = content(&copy);
        together.sort();
        apart.sort();
        apart.dedup();
        // Equal moves in the same place have become one move.
        assert!(together.len() <= apart.len());
    });
}

#[test]
fn a_copy_of_a_list_has_its_tags_and_remarks() {
    fuzz(|chance| {
        let start = Board::new(6, 4).unwrap().start();
        let game = played(chance, Preset::default(), start, 20);
        let mut parts: Vec<String> = game.moves().iter().map(ToString::to_string).collect();
        for _ in 0..chance.below(4) {
            let at = chance.below(parts.len() as u64 + 1) as usize;
            let remark = chance.pick(&[LINE, NAME]).unwrap();
            parts.insert(at, format!("{{a{}}}", of_parts(chance, remark, 20)));
        }
        let tags = ["Event", "Site", "Xyz", "Q"].map(|name| (name, of_parts(chance, &LINE, 13)));
        let lines = tags.iter().map(|(name, value)| format!("[{name} \"{value}\"]\n"));
        let text = format!("{}[FEN \"{start}\"]\n{}", lines.collect::<String>(), parts.join(" "));
        let (record, replayed) = first_game(&text);
        assert_eq!(replayed, game);
        let sgf = record.with(&replayed).to_sgf();
        let (copy, again) = first_game(&sgf);
        assert_eq!(again, game);
        let notes = |tree: &GameTree| tree.lines(Preset::default()).0.swap_remove(0).notes;
        assert_eq!(notes(&copy), notes(&record));
        for (_, value) in &tags {
            assert!(sgf.contains(&escaped(value)), "{value:?}\n{sgf}");
        }
    });
}
