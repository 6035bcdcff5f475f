//! Compares the proof checker's rules with the solver's.

use loa_checker::{Ids, Stones, ending};
use loa_solver::{Bitboard, Board, Color, Position, Rules, Value};
use loa_tests::random::Random;

/// Returns random positions of a board, from few stones to many.
fn positions(board: Board, seed: u64) -> impl Iterator<Item = Position> {
    let mut random = Random::new(seed);
    let mut next = move || random.next() >> 33;
    std::iter::repeat_with(move || {
        let (mut us, mut them) = (Bitboard::EMPTY, Bitboard::EMPTY);
        let one_in = 2 + next() % 7;
        for square in board.mask() {
            match (next() % one_in == 0, next() % 2) {
                (true, 0) => us |= square.into(),
                (true, _) => them |= square.into(),
                _ => {}
            }
        }
        Position::new(board, us, them, Color::Black).ok()
    })
    .flatten()
}

/// Converts a position: the checker numbers squares by `files x rank + file`, the solver by
/// `8 x rank + file`.
fn stones(board: &loa_checker::Board, position: &Position) -> Stones {
    let squeeze = |set: Bitboard| {
        let squares = set.into_iter();
        let numbers = squares.map(|square| board.files() * square.rank() + square.file());
        numbers.fold(0, |all, number| all | 1 << number)
    };
    Stones { us: squeeze(position.us()), them: squeeze(position.them()) }
}

#[test]
fn moves_and_endings_are_those_of_the_solver() {
    let mut seen = [0; 4];
    for board in Board::all() {
        let own = loa_checker::Board::new(board.files(), board.ranks()).unwrap();
        for position in positions(board, u64::from(board.squares())).take(150) {
            let stones = stones(&own, &position);
            let text = own.position_text(stones, loa_checker::Color::Black);
            assert_eq!(text, position.to_string());
            let end = ending(&own, stones);
            for rules in Rules::all() {
                let id = Ids::named(rules.id()).unwrap();
                let has = |ids: Ids| !ids.and(id).is_empty();
                let expected = match rules.termination(&position) {
                    None => (false, false, false),
                    Some((_, Value::Win(_))) => (true, false, true),
                    Some((_, Value::Draw)) => (true, false, false),
                    Some((_, Value::Loss(_))) => (true, true, false),
                };
                let found = (has(end.over), has(end.mover_wins), has(end.other_wins));
                assert_eq!(found, expected, "{position} under {rules}");
                seen[usize::from(found.0) + usize::from(found.1) + 2 * usize::from(found.2)] += 1;
            }
            let mut expected: Vec<String> = position.stone_moves().map(|m| m.to_string()).collect();
            let moves = own.stone_moves(stones);
            let mut found: Vec<String> =
                moves.map(|(played, _)| own.move_text(stones, played)).collect();
            expected.sort();
            found.sort();
            assert_eq!(found, expected, "{position}");
        }
    }
    assert!(seen.iter().all(|&count| count > 500), "{seen:?}");
}
