//! Compares every short cut of a game with the plain definition, on difficult positions.

use super::*;

#[path = "../../../../tests/src/plain.rs"]
#[allow(dead_code, unreachable_pub, reason = "others use the rest")]
mod plain;
#[path = "../../../../tests/src/random.rs"]
#[allow(unreachable_pub, reason = "others use it as well")]
mod random;

use self::plain::{Awkward, NORMAL, Placement, PlainBoard, SETS, Standing};

/// The numbers of positions compared, by kind of difficulty.
#[derive(Debug, Default)]
struct Seen {
    positions: u64,
    shut_in: u64,
    both_connected: u64,
    lone: u64,
    /// Decided under some set.
    won_in_one: u64,
    won_in_three: u64,
    /// Open under some set, and not won as above.
    undecided: u64,
    /// Moves of the loser that were listed as a defence.
    defences: u64,
    /// Blocked by a capture that joined stones, which ends the game under only some ids.
    joined_and_shut_in: u64,
}

fn status(standing: Standing, place: u32) -> GameStatus {
    match (standing.won >> place & 1, standing.open >> place & 1) {
        (1, _) => GameStatus::Won,
        (_, 1) => GameStatus::Open,
        _ => GameStatus::Failed,
    }
}

/// Compares the answers of `games`, one for each of [`SETS`], about a position. Finding wins in
/// three plies takes longest, so it is compared for a part of the positions. The hints come from
/// other positions.
fn compare(
    games: &[Game],
    (board, stones): (&PlainBoard, Placement),
    asked: u32,
    in_three: bool,
    (hints, seen): (&mut Hints, &mut Seen),
) {
    let Placement { us, them } = stones;
    let stones_here = Stones { us, them };
    let facts = board.facts(stones);
    let [after_loser, after_winner] = [false, true].map(|moved| board.standing_of(facts, moved));
    let open = after_loser.open & asked;
    let at_once = if open == 0 { 0 } else { board.winner_wins(stones, 1, open) };
    let in_three = if in_three && open != at_once {
        Some(board.winner_wins(stones, 3, open & !at_once))
    } else {
        None
    };
    for (place, game) in (0..).zip(games).filter(|(place, _)| asked >> place & 1 != 0) {
        let has = |set: u32| set >> place & 1 != 0;
        let what = || {
            let text = game.board.position_text(stones_here, crate::board::Color::Black);
            format!("{text} under {}", game.ids)
        };
        assert_eq!(game.status(stones_here, false), status(after_loser, place), "{}", what());
        assert_eq!(game.status(stones_here, true), status(after_winner, place), "{}", what());
        let answered = has(after_loser.won | at_once);
        let joins = game.board.joins(us);
        let defence = game.status_of_defence(stones_here, &joins);
        assert_eq!(defence.is_none(), answered, "answered: {}", what());
        if has(open) {
            let found = game.wins_in_one(stones_here);
            assert_eq!(found, has(at_once), "a win in one move: {}", what());
        }
        if let (Some(in_three), true) = (in_three, has(open & !at_once)) {
            let found = game.wins_in_three(stones_here, hints);
            assert_eq!(found, has(in_three), "in three: {}", what());
        }
    }
    let count = |seen: &mut u64, is_so: bool| *seen += u64::from(is_so);
    count(&mut seen.positions, true);
    count(&mut seen.shut_in, !facts.other_can_move);
    count(&mut seen.both_connected, facts.mover_connected && facts.other_connected);
    count(&mut seen.lone, us.is_power_of_two() || them.is_power_of_two());
    count(&mut seen.won_in_one, at_once != 0);
    count(&mut seen.won_in_three, in_three.is_some_and(|won| won != 0));
    count(&mut seen.undecided, in_three.is_some_and(|won| won | at_once != open));
    let shut_in = facts.other_connected && !facts.mover_connected && !facts.other_can_move;
    count(&mut seen.joined_and_shut_in, shut_in);
}

/// Compares the loser's moves that neither lose nor let the winner win immediately.
fn compare_defences(
    games: &[Game],
    (board, stones): (&PlainBoard, Placement),
    asked: u32,
    seen: &mut Seen,
) {
    let asked = asked & board.standing(stones, true).open;
    if asked == 0 {
        return;
    }
    let plain = board.defences(stones, asked);
    let stones = Stones { us: stones.us, them: stones.them };
    for (place, game) in (0..).zip(games).filter(|(place, _)| asked >> place & 1 != 0) {
        let has = |set: u32| set >> place & 1 != 0;
        let expected = plain.iter().filter_map(|&(after, failed, open)| {
            let status = if has(failed) { GameStatus::Failed } else { GameStatus::Open };
            (has(failed | open)).then_some((after.us, after.them, status))
        });
        let mut found = Vec::new();
        game.any_defence(stones, &game.board.joins(stones.them), |played, status| {
            let after = stones.played(played);
            found.push((after.us, after.them, status));
            false
        });
        let sorted = |mut listed: Vec<(u64, u64, GameStatus)>| {
            listed.sort_unstable_by_key(|&(us, them, _)| (us, them));
            listed
        };
        seen.defences += found.len() as u64;
        assert_eq!(game.wins_next(stones), found.is_empty(), "{stones:?}");
        assert_eq!(sorted(found), sorted(expected.collect()), "{stones:?} under {}", game.ids);
    }
}

/// Compares positions of all boards.
fn compare_all(seed: u64, positions: usize) -> Seen {
    let (mut seen, mut awkward) = (Seen::default(), Awkward::new(seed));
    let boards = PlainBoard::all();
    for board in &boards {
        let own = Board::new(board.files as u32, board.ranks as u32).expect("a board");
        let ids = SETS.map(|set| Ids::from_bits(set).expect("a set of ids"));
        let games = ids.map(|ids| Game::new(&own, ids));
        let mut hints = Hints::default();
        for number in 0..positions.div_ceil(boards.len()) {
            let drawn = awkward.on(std::slice::from_ref(board));
            let asked = [NORMAL, awkward.below(SETS.len()) as u32, awkward.below(15) as u32];
            let asked = asked.into_iter().fold(0, |all, place| all | 1 << place);
            compare(&games, drawn, asked, number % 4 == 0, (&mut hints, &mut seen));
            if number % 16 == 0 {
                compare_defences(&games, drawn, asked, &mut seen);
            }
        }
    }
    seen
}

#[test]
fn short_cuts_say_what_the_plain_definition_says() {
    let seen = compare_all(1, 1_000_000);
    let awkward = [seen.shut_in, seen.both_connected, seen.lone, seen.joined_and_shut_in];
    let decided = [seen.won_in_one, seen.won_in_three, seen.undecided, seen.defences];
    assert!(seen.positions >= 1_000_000, "{seen:?}");
    assert!(awkward.into_iter().chain(decided).all(|count| count > 5_000), "{seen:?}");
}

/// `cargo test --lib -- --ignored short_cuts`
#[test]
#[ignore = "takes minutes"]
fn short_cuts_say_so_a_hundred_million_times() {
    compare_all(2, 100_000_000);
}
