//! Compares with the naive solver, position by position.

use loa_solver::{Board, Color, Material, Position, Rules, Value};
use loa_tests::naive::{NaiveBoard, NaivePosition};
use loa_tests::solved::{self, Solved, cell};

/// Compares every placement with up to `most` stones on each side (in either order), including lone
/// stones, under every rules id.
fn twin(board: &str, most: Material) {
    let board: Board = board.parse().expect("a board");
    let (files, ranks) = (board.files() as usize, board.ranks() as usize);
    let naive = NaiveBoard::new(files, ranks, most.us() as usize, most.them() as usize);
    let all = (2..=most.us()).flat_map(|us| (2..=most.them()).map(move |them| (us, them)));
    let mut families = Vec::from_iter(all.map(|(us, them)| Material::new(us, them).family()));
    families.sort_by_key(|family| (family.stones(), *family));
    families.dedup();
    for rules in Rules::all() {
        let solved = Solved::new(board, rules, &families);
        let mut compared = 0;
        for expected in naive.solve(rules.id()).iter() {
            let (position, value) = solved::naive(board, &expected, Color::Black);
            compare(&solved, &position, &expected, value);
            compared += u64::from(expected.us.len() > 1 && expected.them.len() > 1);
        }
        assert_eq!(compared, placements(&solved), "{board} {rules}");
        images(&solved);
    }
}

fn compare(solved: &Solved, position: &Position, expected: &NaivePosition, value: Value) {
    let rules = solved.rules;
    let finished = rules.connection_termination(position);
    assert_eq!(finished.is_some(), expected.finished, "{position} {rules}");
    let settled = rules.value_without_table(position);
    if let Some(settled) = settled {
        assert_eq!(settled, value, "settled {position} {rules}");
    }
    if expected.us.len() == 1 || expected.them.len() == 1 {
        assert!(settled.is_some(), "a lone stone: {position} {rules}");
        return;
    }
    let file = solved.file(position.material());
    let found = cell(file, file.index().of(position.us(), position.them()));
    assert_eq!(found.value(), value, "{position} {rules}");
}

/// Returns the number of placements that the solved values represent.
fn placements(solved: &Solved) -> u64 {
    let indices = solved.values.values().map(|file| file.index());
    let blocks = indices
        .flat_map(|index| (0..index.blocks()).map(|orbit| index.weight(orbit) * index.block_len()));
    blocks.sum()
}

/// Checks that entries for the same position have the same value: every position that the
/// comparison has not met is an image of one that it has.
fn images(solved: &Solved) {
    for file in solved.values.values() {
        let index = file.index();
        for entry in 0..index.len() {
            let (us, them) = index.position(entry);
            let met = index.of(us, them);
            for image in index.images(entry / index.block_len(), them).chain([met]) {
                assert_eq!(
                    cell(file, image),
                    cell(file, entry),
                    "{} and its image {} under {}",
                    solved.position(file, entry),
                    solved.position(file, image),
                    solved.rules
                );
            }
        }
    }
}

/// Returns the numbers of stones of the start position.
fn start(board: &str) -> Material {
    board.parse::<Board>().expect("a board").start().material()
}

#[test]
fn twin_3x3() {
    twin("3x3", start("3x3"));
}

#[test]
fn twin_3x4() {
    twin("3x4", start("3x4"));
}

#[test]
fn twin_4x3() {
    twin("4x3", start("4x3"));
}

#[test]
fn twin_3x5() {
    twin("3x5", start("3x5"));
}

#[test]
fn twin_5x3() {
    twin("5x3", start("5x3"));
}

#[test]
fn twin_4x4() {
    twin("4x4", start("4x4"));
}

#[test]
fn twin_5x5_to_3v2() {
    twin("5x5", Material::new(3, 2));
}

/// `cargo test --release -p loa-tests --test crates -- --ignored naive_twin`
#[test]
#[ignore = "takes minutes and a gigabyte"]
fn twin_5x5_to_3v3() {
    twin("5x5", Material::new(3, 3));
}
