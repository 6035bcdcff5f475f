//! Compares with the naive solver, position by position.

use std::collections::HashMap;

use loa_solver::{Board, Color, Material, Numbering, Position, Rules, Value};
use loa_tests::naive::NaiveBoard;
use loa_tests::plain::PlainBoard;
use loa_tests::solved::{self, Solved};

use crate::census::{self, agree};

/// Compares every placement with up to `most` stones on each side (in either order), including lone
/// stones, under every rules id. `check` receives each solved board.
fn twin(board: &str, most: Material, check: impl Fn(&Solved)) {
    let board: Board = board.parse().expect("a board");
    let plain = PlainBoard::new(board.files() as usize, board.ranks() as usize);
    let naive = NaiveBoard::new(&plain, most.us(), most.them());
    let positions = naive.positions().iter().map(|&it| solved::position(&plain, it, Color::Black));
    let places = places(board, positions);
    let all = (2..=most.us()).flat_map(|us| (2..=most.them()).map(move |them| (us, them)));
    let mut families = Vec::from_iter(all.map(|(us, them)| Material::new(us, them).family()));
    families.sort();
    families.dedup();
    for rules in Rules::all() {
        let solved = Solved::new(board, rules, &families);
        let mut compared = 0;
        for (place, expected) in places.iter().zip(naive.solve(rules.id())) {
            compare(&solved, place, expected);
            compared += u64::from(place.1.is_some());
        }
        assert_eq!(compared, placements(&solved), "{board} {rules}");
        images(&solved);
        check(&solved);
    }
}

/// A position, and its number in its table. Lone stones have no table.
type Place = (Position, Option<u64>);

fn places(board: Board, positions: impl Iterator<Item = Position>) -> Vec<Place> {
    let numbering = Numbering::new(board);
    let mut indices = HashMap::new();
    let place = |position: Position| {
        let material = position.material();
        let has_table = material.us().min(material.them()) > 1;
        let index = has_table.then(|| {
            let index = indices.entry(material).or_insert_with(|| numbering.index(material));
            index.as_ref().expect("a table").of(position.us(), position.them())
        });
        (position, index)
    };
    positions.map(place).collect()
}

fn compare(solved: &Solved, (position, number): &Place, value: Value) {
    let rules = solved.rules;
    let settled = rules.value_without_table(position);
    if let Some(settled) = settled {
        assert_eq!(settled, value, "settled {position} {rules}");
    }
    match number {
        Some(number) => {
            let found = solved.cell(position.material(), *number);
            assert_eq!(found.value(), value, "{position} {rules}");
        }
        None => assert!(settled.is_some(), "a lone stone: {position} {rules}"),
    }
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
    for (&material, file) in &solved.values {
        let index = file.index();
        for entry in 0..index.len() {
            let (us, them) = index.position(entry);
            let met = index.of(us, them);
            for image in index.images(entry / index.block_len(), them).chain([met]) {
                assert_eq!(
                    solved.cell(material, image),
                    solved.cell(material, entry),
                    "{} and its image {} under {}",
                    solved.position(file, entry),
                    solved.position(file, image),
                    solved.rules
                );
            }
        }
    }
}

/// Compares all of a board, and its censuses with those of another program. `start` is the value of its
/// start under normal rules.
fn whole(name: &str, start: Value) {
    let reference = census::reference(name);
    let board: Board = name.parse().expect("a board");
    twin(name, board.start().material(), |solved| {
        agree(solved, &reference);
        let found = solved.value(&board.start());
        assert!(solved.rules.is_misere() || found == start, "{name} {}: {found}", solved.rules);
    });
}

#[test]
fn whole_boards_have_the_values_of_the_naive_solver() {
    std::thread::scope(|scope| {
        for (board, start) in [
            ("3x3", Value::Loss(2)),
            ("3x4", Value::Win(1)),
            ("4x3", Value::Win(1)),
            ("3x5", Value::Loss(4)),
            ("5x3", Value::Win(3)),
            ("4x4", Value::Win(3)),
        ] {
            scope.spawn(move || whole(board, start));
        }
    });
}

#[test]
fn twin_5x5_to_3v2() {
    twin("5x5", Material::new(3, 2), |_| {});
}

/// `cargo test --release -p loa-tests --test crates -- --ignored naive_twin`
#[test]
#[ignore = "takes minutes and a gigabyte"]
fn twin_5x5_to_3v3() {
    twin("5x5", Material::new(3, 3), |_| {});
}
