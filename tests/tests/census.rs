//! Compares the number of positions of each value with the counts of other programs. For whole boards
//! `naive_twin` does so.

use std::collections::{BTreeMap, BTreeSet};

use loa_solver::{Board, Material, Rules};
use loa_tests::solved::{Solved, families};
use loa_tests::{golden, project};

/// Counts by outcome and plies.
pub(crate) type Counts = BTreeMap<(String, u16), u64>;

/// Returns the counts of a reference file, without lone stones.
pub(crate) fn reference(name: &str) -> BTreeMap<(&'static str, Material), Counts> {
    let mut reference = BTreeMap::<_, Counts>::new();
    for row in golden::census(name) {
        assert!(name.starts_with(&row.board.to_string()), "{name}: {row:?}");
        if row.material.us() > 1 && row.material.them() > 1 {
            let counts = reference.entry((row.rules.id(), row.material));
            let key = (row.outcome, row.plies);
            let before = counts.or_default().insert(key, row.count);
            assert_eq!(before, None, "{name} has a line twice");
        }
    }
    reference
}

fn counts(solved: &Solved, material: Material) -> Counts {
    let census = solved.census(material);
    let rows = census.rows();
    rows.map(|(row, count)| ((row.name().to_owned(), row.plies), count)).collect()
}

/// Every solved material has exactly the rows of the reference, which has no other material under
/// these rules.
pub(crate) fn agree(solved: &Solved, reference: &BTreeMap<(&'static str, Material), Counts>) {
    let (board, rules) = (solved.board, solved.rules);
    let expected = reference.iter().filter(|((id, _), _)| *id == rules.id());
    let mut materials = BTreeSet::new();
    for (&(_, material), expected) in expected {
        let found = counts(solved, material);
        assert_eq!(&found, expected, "{board} {rules} {material}");
        materials.insert(material);
    }
    let solved = BTreeSet::from_iter(solved.values.keys().copied());
    assert_eq!(solved, materials, "{board} {rules}");
}

/// Ranks and files are equivalent. So the stored censuses of a board, of its transpose, and of both
/// by other programs all agree.
#[test]
fn a_board_and_its_transpose_have_the_same_census() {
    for (files, ranks) in [(3, 4), (3, 5), (3, 6), (3, 7), (3, 8), (4, 5)] {
        let both = [(files, ranks), (ranks, files)].map(|(files, ranks)| {
            let board = Board::new(files, ranks).expect("a board");
            golden::censuses_of(board, Rules::default())
        });
        let censuses: Vec<_> = both
            .iter()
            .flatten()
            .map(|(file, rows)| {
                let rows = rows.iter().map(|row| {
                    let key = (row.material, row.outcome.clone(), row.plies);
                    (key, row.count)
                });
                let whole =
                    rows.filter(|((material, ..), _)| material.us().min(material.them()) > 1);
                (file, whole.collect::<BTreeMap<_, _>>())
            })
            .collect();
        assert!(both.iter().all(|kept| !kept.is_empty()));
        for (file, census) in &censuses {
            assert!(!census.is_empty() && *census == censuses[0].1, "{file}");
        }
    }
}

/// The second solver, `tests/examples/counting`, shares neither code nor method with the first.
#[test]
fn both_solvers_count_the_same_on_the_whole_5x5() {
    let text =
        |file: &str| std::fs::read_to_string(project().join("data/census").join(file)).unwrap();
    let [real, other] = ["5x5-mover-pass.csv", "independent/5x5-mover-pass.csv"].map(text);
    assert!(real.contains("\n5x5,mover-pass,6,6,"));
    assert_eq!(real, other);
}

/// Solves all of 5x5 with up to `most` stones.
fn part_of_5x5(most: u32) {
    let mut reference = reference("5x5-small");
    reference.retain(|(_, material), _| material.stones() <= most);
    let board = Board::new(5, 5).expect("a board");
    let solved = Solved::new(board, Rules::default(), &families(board, most));
    agree(&solved, &reference);
}

#[test]
fn census_5x5_to_seven_stones() {
    part_of_5x5(7);
}

/// Takes a minute or two: `cargo test --release -p loa-tests --test crates -- --ignored census`
#[test]
#[ignore = "takes minutes"]
fn census_5x5_to_nine_stones() {
    part_of_5x5(9);
}
