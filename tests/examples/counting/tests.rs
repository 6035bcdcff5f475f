//! Compares this solver with the figures of other programs:
//!
//!     cargo test --release -p loa-tests --features counting --example counting

use std::collections::BTreeMap;
use std::fs;

use crate::counting::{Board, CENSUS_HEADER, Rules, solve};
use loa_tests::project;

/// The lines of a census without their counts, and the counts.
type Counts = BTreeMap<String, u64>;

fn data(file: &str) -> String {
    let data = project().join("data");
    fs::read_to_string(data.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

fn counts(census: &str) -> Counts {
    let mut lines = census.lines().filter(|line| !line.starts_with('#'));
    assert_eq!(lines.next(), Some(CENSUS_HEADER));
    let mut counts = Counts::new();
    for line in lines {
        let (what, count) = line.rsplit_once(',').expect("a line with a count");
        let before = counts.insert(what.to_owned(), count.parse().expect("a count"));
        assert_eq!(before, None, "{line} is there twice");
    }
    counts
}

/// Returns field `n` of a line.
fn field(line: &str, n: usize) -> &str {
    line.split(',').nth(n).expect("a census has seven fields")
}

/// Returns the stones of both sides.
fn stones(line: &str) -> [u32; 2] {
    [2, 3].map(|n| field(line, n).parse().expect("a number of stones"))
}

fn solved(board: &str, rules: Rules, most_stones: Option<u32>) -> Counts {
    let board: Board = board.parse().expect("a board");
    let rows = solve(board, rules, most_stones, |_| {});
    let lines = rows.iter().map(|row| format!("{row}\n"));
    counts(&format!("{CENSUS_HEADER}\n{}", String::from_iter(lines)))
}

/// Expects exactly the lines of the reference, except those of lone stones, under all rules ids.
fn agrees_under_all_rules(board: &str) {
    let mut reference = counts(&data(&format!("reference/census-{board}.csv")));
    reference.retain(|line, _| stones(line).iter().all(|&stones| stones > 1));
    for rules in Rules::all() {
        let mut expected = reference.clone();
        expected.retain(|line, _| field(line, 1) == rules.to_string());
        assert!(!expected.is_empty(), "{board} {rules}");
        assert_eq!(solved(board, rules, None), expected, "{board} {rules}");
    }
}

#[test]
fn counting_3x3_agrees_with_a_naive_solver() {
    agrees_under_all_rules("3x3");
}

#[test]
fn counting_3x4_and_4x3_agrees_with_a_naive_solver() {
    agrees_under_all_rules("3x4");
    agrees_under_all_rules("4x3");
}

#[test]
fn counting_3x5_and_5x3_agrees_with_a_naive_solver() {
    agrees_under_all_rules("3x5");
    agrees_under_all_rules("5x3");
}

#[test]
fn counting_4x4_agrees_with_a_naive_solver() {
    agrees_under_all_rules("4x4");
}

fn agrees_on_5x5(most_stones: u32) {
    let mut reference = counts(&data("reference/census-5x5-small.csv"));
    reference.retain(|line, _| stones(line).iter().sum::<u32>() <= most_stones);
    let rules: Rules = "mover-pass".parse().expect("a rules id");
    assert_eq!(solved("5x5", rules, Some(most_stones)), reference);
}

#[test]
fn counting_5x5_to_six_stones_agrees_with_two_prototypes() {
    agrees_on_5x5(6);
}

#[test]
#[ignore = "takes minutes"]
fn counting_5x5_to_nine_stones_agrees_with_two_prototypes() {
    agrees_on_5x5(9);
}

/// The census of 5x5, stored because it takes a while.
const WHOLE_5X5: &str = "census/independent/5x5-mover-pass.csv";

#[test]
#[ignore = "takes half an hour of processor time and 2 GiB of memory"]
fn counting_the_whole_5x5_again_finds_what_is_kept() {
    let rules: Rules = "mover-pass".parse().expect("a rules id");
    assert_eq!(solved("5x5", rules, None), counts(&data(WHOLE_5X5)));
}
