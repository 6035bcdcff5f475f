//! Tests of certificates in Coq's form. Coq itself checks what they prove: see `tools/verified`.

use std::num::NonZeroUsize;

use super::draft::{Draft, shipped};
use loa_checker::{Certificate, CoqError, Part, check};

fn coq(bytes: Vec<u8>) -> Result<String, CoqError> {
    check(&Certificate::read(bytes).unwrap(), &|_| true).unwrap().coq()
}

fn has_lines(text: &str, expected: &[&str]) {
    for line in expected {
        assert!(text.lines().any(|found| found == *line), "{line} is not in:\n{text}");
    }
}

#[test]
fn a_start_under_all_normal_ids_is_a_theorem_about_them() {
    let text = coq(shipped("5x5")).unwrap();
    has_lines(
        &text,
        &[
            "(* certificate 5 5 x x 13 511 14680078 575008 *)",
            "Theorem black_wins_5x5 r : normal r -> Wins 5 5 r Black 13%nat (start 5 5).",
            "  apply (start_normal 5 5 Black 13%nat moves).",
        ],
    );
}

#[test]
fn other_ids_and_positions_are_named() {
    let mut draft = Draft::of(&shipped("5x5"));
    draft.header[16..18].copy_from_slice(&0x0082_u16.to_le_bytes());
    let text = coq(draft.bytes()).unwrap();
    has_lines(
        &text,
        &[
            "  {| both := Mover; without := Loss; misere := false |};",
            "  {| both := Own; without := Loss; misere := false |}].",
            "Theorem black_wins_5x5 r : In r ids -> Wins 5 5 r Black 13%nat (start 5 5).",
        ],
    );
    let text = coq(joined_at_once(5, 5)).unwrap();
    has_lines(
        &text,
        &[
            "Definition black : list square := [(0, 0); (2, 0)]%Z.",
            "Definition white : list square := [(1, 4); (3, 4)]%Z.",
            "Theorem black_wins_5x5 r : normal r -> Wins 5 5 r Black 1%nat (placed Black black white).",
            "Definition moves : list int := concat [].",
        ],
    );
}

#[test]
fn the_largest_board_fits() {
    let text = coq(joined_at_once(8, 8)).unwrap();
    let theorem =
        "Theorem black_wins_8x8 r : normal r -> Wins 8 8 r Black 1%nat (placed Black black white).";
    has_lines(&text, &[theorem, "Definition white : list square := [(1, 7); (6, 7)]%Z."]);
}

#[test]
fn a_part_is_a_theorem_about_the_turns_that_it_takes() {
    let proof = check(&Certificate::read(shipped("5x5")).unwrap(), &|_| true).unwrap();
    let parts = proof.split(NonZeroUsize::new(30).unwrap()).unwrap();
    let parts: Vec<_> = parts.into_iter().map(|bytes| Certificate::read(bytes).unwrap()).collect();
    let [first, last] =
        [0, 1].map(|at| Part::check(&parts[at], &|_| true).unwrap().coq(&parts).unwrap());
    has_lines(
        &first,
        &[
            "Definition taken : list (nat * Z * Z) := concat [].",
            "Definition lent : list (nat * Z * Z) := concat [lent0].",
            "Theorem part r : normal r -> won 5 5 r Black taken ->",
        ],
    );
    has_lines(
        &last,
        &[
            "Definition lent : list (nat * Z * Z) := concat [].",
            "  Wins 5 5 r Black 13%nat (start 5 5) /\\ won 5 5 r Black lent.",
        ],
    );
    let turns = |text: &str, name: &str| {
        let list = text.split_once(&format!("Definition {name}0 : list (nat * Z * Z) := [\n"));
        list.unwrap().1.split_once("].").unwrap().0.to_owned()
    };
    assert_eq!(turns(&first, "lent"), turns(&last, "taken"));
}

#[test]
fn too_many_plies_are_refused() {
    let mut draft = Draft::of(&shipped("5x5"));
    draft.header[40..44].copy_from_slice(&2001_u32.to_le_bytes());
    let error = coq(draft.bytes()).unwrap_err();
    assert!(matches!(error, CoqError::Plies(2001)), "{error}");
}

/// Returns a certificate without moves: a1-b2 connects the stones of Black.
fn joined_at_once(files: u8, ranks: u8) -> Vec<u8> {
    let top = u32::from(files) * (u32::from(ranks) - 1);
    let white = 1u64 << (top + 1) | 1u64 << (top + u32::from(files) - 2);
    Draft::claim(0x01ff, [files, ranks, 0, 0], [0b101, white], 1, &[]).bytes()
}
