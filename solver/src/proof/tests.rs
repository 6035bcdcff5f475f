//! Compares every short cut of a search with the plain definition, on difficult positions.

use std::sync::atomic::AtomicBool;

use super::game::{SearchGame, UNBOUNDED};
use super::goal::{ATTACKER, AttackerOutcome, DEFENDER, Goal, RuleSet};
use super::key::key_bits;
use super::search::{SearchTask, ThreadSearch};
use super::shared::SharedProgress;
use super::table::SearchTable;
use crate::game::board::Board;
use crate::game::position::Color;

#[path = "../../../tests/src/plain.rs"]
#[allow(dead_code, unreachable_pub, reason = "others use the rest")]
mod plain;
#[path = "../../../tests/src/random.rs"]
#[allow(unreachable_pub, reason = "others use it as well")]
mod random;

use self::plain::{Awkward, Facts, NORMAL, Placement, PlainBoard, SETS, Standing};

/// The numbers of comparisons.
#[derive(Debug, Default)]
struct Seen {
    positions: u64,
    shut_in: u64,
    both_connected: u64,
    at_once: u64,
    in_three: u64,
    lost_at_once: u64,
    defences: u64,
    safe_replies: u64,
    unsafe_replies: u64,
    /// Children and nodes that an expansion calls lost.
    lost: u64,
    /// Ends in time, and no end in time, in expansions within a number of plies.
    in_time: u64,
    too_late: u64,
    /// Games that are over because the side to move cannot move.
    stuck: u64,
}

fn count(seen: &mut u64, is_so: bool) {
    *seen += u64::from(is_so);
}

fn outcome(standing: Standing, place: u32) -> AttackerOutcome {
    match (standing.won >> place & 1, standing.open >> place & 1) {
        (1, _) => AttackerOutcome::Won,
        (_, 1) => AttackerOutcome::GoesOn,
        _ => AttackerOutcome::Failed,
    }
}

/// The games of one board under some sets, with the context of an expansion.
struct Games {
    plain: PlainBoard,
    games: Vec<SearchGame>,
    table: SearchTable,
    /// The games in which a win counts only within a number of plies.
    bounded: Vec<SearchGame>,
    bounded_table: SearchTable,
    shared: SharedProgress,
}

/// A position with a side to move, and the games that are asked about it.
struct Asked<'a> {
    games: &'a Games,
    stones: Placement,
    /// The sets, by their indices in [`SETS`].
    sets: u32,
    attacks: bool,
}

impl Asked<'_> {
    fn side(&self) -> usize {
        if self.attacks { ATTACKER } else { DEFENDER }
    }

    /// Returns the stones in the search's order.
    fn of_search(&self, stones: Placement, attacks: bool) -> [u64; 2] {
        let [us, them] = [stones.us, stones.them].map(|set| self.games.plain.spread(set));
        if attacks { [us, them] } else { [them, us] }
    }

    /// Returns the games with their indices in [`SETS`].
    fn each(&self, sets: u32) -> impl Iterator<Item = (u32, &SearchGame)> {
        let games = (0..).zip(&self.games.games);
        games.filter(move |(place, _)| sets >> place & 1 != 0)
    }

    /// Returns the sets under which a connection after a move is the goal of the side that has
    /// moved, if `of_mover`, or of the other side.
    fn ends(&self, after: Placement, by_attacker: bool, of_mover: bool) -> u32 {
        let plain = &self.games.plain;
        let facts = Facts {
            mover_connected: plain.is_connected(after.them),
            other_connected: plain.is_connected(after.us),
            other_can_move: true,
            mover_can_move: true,
        };
        let standing = plain.standing_of(facts, by_attacker);
        let for_attacker = by_attacker == of_mover;
        self.sets & if for_attacker { standing.won } else { !(standing.won | standing.open) }
    }

    /// Returns the sets under which the side to move reaches its goal immediately by a connection.
    fn succeeds(&self, stones: Placement, attacks: bool) -> u32 {
        let moves = self.games.plain.stone_moves(stones);
        moves.fold(0, |all, (_, after)| all | self.ends(after, attacks, true))
    }

    fn text(&self, place: u32) -> String {
        let side = if self.attacks { "the attacker" } else { "the defender" };
        let (files, ranks) = (self.games.plain.files, self.games.plain.ranks);
        format!("{files}x{ranks} {:?} {:#x}, {side} to move", self.stones, SETS[place as usize])
    }

    /// Compares the outcomes after a move, and the goals that the side to move can reach
    /// immediately.
    fn compare_ends(&self, seen: &mut Seen) {
        let (plain, side) = (&self.games.plain, self.side());
        let stones = self.of_search(self.stones, self.attacks);
        let standing = plain.standing(self.stones, !self.attacks);
        let succeeds = self.succeeds(self.stones, self.attacks);
        for (place, game) in self.each(self.sets) {
            assert_eq!(
                game.outcome(stones, side ^ 1),
                outcome(standing, place),
                "{}",
                self.text(place)
            );
            let found = game.succeeds_anyhow(stones, side);
            assert_eq!(found, succeeds >> place & 1 != 0, "{}", self.text(place));
        }
        let open = standing.open & self.sets;
        self.compare_safe_replies(open & !succeeds, seen);
        self.compare_expansion(open & !succeeds, seen);
        self.compare_bounded(open, succeeds, seen);
        self.compare_stuck(standing, seen);
    }

    /// Compares the certain results of an expansion if a win counts only within one to three plies,
    /// under sets with open games. With more than one ply left an expansion expects a side that
    /// does not reach its goal immediately.
    fn compare_bounded(&self, open: u32, succeeds: u32, seen: &mut Seen) {
        let Games { plain, bounded, bounded_table, shared, .. } = self.games;
        let (stones, side) = (self.of_search(self.stones, self.attacks), self.side());
        let stopped = AtomicBool::new(false);
        for left in 1..=3 {
            let sets = if left == 1 { open } else { open & !succeeds };
            for (place, game) in (0..).zip(bounded).filter(|(place, _)| sets >> place & 1 != 0) {
                let node = game.node(stones, side, left);
                let mut search = ThreadSearch::new(
                    game,
                    SearchTask::new(bounded_table, shared, &|_| true),
                    &stopped,
                );
                search.expand(&node);
                let reaches = match search.children.as_slice() {
                    [] => false,
                    children if children.iter().any(|child| child.numbers.delta == 0) => true,
                    _ => continue,
                };
                let bit = 1 << place;
                let won = if self.attacks {
                    plain.winner_wins(self.stones, left, bit)
                } else {
                    plain.loser_loses(self.stones, left, bit)
                };
                let wins = self.attacks == reaches;
                assert_eq!(won == bit, wins, "{left} plies left: {}", self.text(place));
                count(if wins { &mut seen.in_time } else { &mut seen.too_late }, true);
            }
        }
    }

    /// Compares the expansion of a game that is over because the side to move cannot move.
    fn compare_stuck(&self, standing: Standing, seen: &mut Seen) {
        let Games { plain, table, shared, .. } = self.games;
        let over = self.sets & !standing.open;
        if over == 0 || plain.stone_moves(self.stones).next().is_some() {
            return;
        }
        let stopped = AtomicBool::new(false);
        for (place, game) in self.each(over) {
            let node = game.node(self.of_search(self.stones, self.attacks), self.side(), UNBOUNDED);
            let mut search =
                ThreadSearch::new(game, SearchTask::new(table, shared, &|_| true), &stopped);
            search.expand(&node);
            let reaches = search.children.iter().any(|child| child.numbers.delta == 0);
            let expected = outcome(standing, place) == Goal::end_for(self.side());
            assert_eq!(reaches, expected, "over: {}", self.text(place));
            seen.stuck += 1;
        }
    }

    /// Compares the replies to threats, under sets with open games in which the side to move does
    /// not reach its goal immediately.
    fn compare_safe_replies(&self, sets: u32, seen: &mut Seen) {
        let (plain, side) = (&self.games.plain, self.side());
        let stones = self.of_search(self.stones, self.attacks);
        let found: Vec<(u32, u32)> = self
            .each(sets)
            .filter_map(|(place, game)| Some((place, game.safe_replies_to_threats(stones, side)?)))
            .collect();
        if found.is_empty() {
            return;
        }
        let replies = plain.stone_moves(self.stones).map(|(_, after)| {
            self.ends(after, self.attacks, false) | self.succeeds(after, !self.attacks)
        });
        let replies: Vec<u32> = replies.collect();
        for (place, found) in found {
            let safe = replies.iter().filter(|lost| **lost >> place & 1 == 0).count();
            assert_eq!(found, safe as u32, "safe replies: {}", self.text(place));
            seen.safe_replies += safe as u64;
            seen.unsafe_replies += (replies.len() - safe) as u64;
        }
    }

    /// Compares the certain results of an expansion under such sets.
    fn compare_expansion(&self, sets: u32, seen: &mut Seen) {
        let Games { plain, table, shared, .. } = self.games;
        let stopped = AtomicBool::new(false);
        for (place, game) in self.each(sets) {
            let node = game.node(self.of_search(self.stones, self.attacks), self.side(), UNBOUNDED);
            let mut search =
                ThreadSearch::new(game, SearchTask::new(table, shared, &|_| true), &stopped);
            let known = search.expand(&node);
            let lost = search.children.iter().find(|child| child.numbers.delta == 0);
            let is_lost = search.children.is_empty();
            assert!(!is_lost || known.is_some(), "{}", self.text(place));
            let (bit, lost) = (1 << place, lost.map(|child| 1 + child.distance));
            // How many plies are claimed to suffice for one side or the other.
            let (plies, wins) = match (lost, known) {
                (Some(plies), _) => (plies, self.attacks),
                (None, Some(plies)) if is_lost => (1 + plies, !self.attacks),
                _ => continue,
            };
            let won = if self.attacks {
                plain.winner_wins(self.stones, plies.max(3), bit)
            } else {
                plain.loser_loses(self.stones, plies.max(2), bit)
            };
            assert_eq!(won == bit, wins, "within {plies} plies: {}", self.text(place));
            seen.lost += 1;
        }
    }

    /// Compares the defender's steps that neither lose immediately nor allow an immediate win.
    fn compare_defences(&self, open: u32, seen: &mut Seen) {
        let stones = self.of_search(self.stones, false);
        let plain = self.games.plain.defences(self.stones, open);
        for (place, game) in self.each(open) {
            let has = |set: u32| set >> place & 1 != 0;
            let expected = plain.iter().filter(|&&(_, _, open)| has(open));
            let mut expected: Vec<_> =
                expected.map(|&(after, ..)| self.of_search(after, true)).collect();
            let found = game.defences(stones);
            let has_failed = plain.iter().any(|&(_, failed, _)| has(failed));
            assert_eq!(found.is_none(), has_failed, "{}", self.text(place));
            let Some(found) = found else { continue };
            let mut found: Vec<_> =
                found.into_iter().map(|step| game.after(stones, DEFENDER, step)).collect();
            seen.defences += found.len() as u64;
            expected.sort_unstable();
            found.sort_unstable();
            assert_eq!(found, expected, "defences: {}", self.text(place));
        }
    }

    /// Compares wins that are found without a search.
    fn compare_wins(&self, in_three: bool, seen: &mut Seen) {
        let plain = &self.games.plain;
        let stones = self.of_search(self.stones, self.attacks);
        let open = plain.standing(self.stones, !self.attacks).open & self.sets;
        if open == 0 {
            return;
        }
        if !self.attacks {
            let lost = plain.loser_loses(self.stones, 2, open);
            for (place, game) in self.each(open) {
                let found = game.defences(stones).is_some_and(|defences| defences.is_empty());
                assert_eq!(found, lost >> place & 1 != 0, "lost: {}", self.text(place));
            }
            count(&mut seen.lost_at_once, lost != 0);
            if in_three {
                self.compare_defences(open, seen);
            }
            return;
        }
        let at_once = plain.winner_wins(self.stones, 1, open);
        for (place, game) in self.each(open) {
            let found = game.wins_in_one(stones);
            assert_eq!(found, at_once >> place & 1 != 0, "a win in one move: {}", self.text(place));
        }
        count(&mut seen.at_once, at_once != 0);
        if !in_three || at_once == open {
            return;
        }
        let won = plain.winner_wins(self.stones, 3, open & !at_once);
        for (place, game) in self.each(open & !at_once) {
            let found = game.wins_in_three(stones);
            assert_eq!(found, won >> place & 1 != 0, "in three: {}", self.text(place));
        }
        count(&mut seen.in_three, won != 0);
    }
}

/// Compares positions of all boards.
fn compare_all(seed: u64, positions: usize) -> Seen {
    let (mut seen, mut awkward) = (Seen::default(), Awkward::new(seed));
    let boards = PlainBoard::all();
    let each = positions.div_ceil(boards.len());
    for plain in boards {
        let board = Board::new(plain.files, plain.ranks).expect("a board");
        let sets = SETS.map(|set| RuleSet::from_bits(set).expect("a set of ids"));
        let games = sets.map(|set| SearchGame::new(board, set, false));
        let table =
            SearchTable::small(key_bits(board, false), 1 << 16).expect("memory for a small table");
        let bounded = Vec::from(sets.map(|set| SearchGame::new(board, set, true)));
        let bounded_table =
            SearchTable::small(key_bits(board, true), 1 << 16).expect("memory for a small table");
        let (games, shared) = (Vec::from(games), SharedProgress::new(Color::Black));
        let games = Games { plain, games, table, bounded, bounded_table, shared };
        for number in 0..each {
            let (_, stones) = awkward.on(std::slice::from_ref(&games.plain));
            let sets = [NORMAL, awkward.below(SETS.len()) as u32];
            let sets = sets.into_iter().fold(0, |all, place| all | 1 << place);
            let asked = Asked { games: &games, stones, sets, attacks: awkward.below(2) == 0 };
            asked.compare_ends(&mut seen);
            asked.compare_wins(number % 4 == 0, &mut seen);
            let facts = games.plain.facts(stones);
            count(&mut seen.positions, true);
            count(&mut seen.shut_in, !facts.other_can_move);
            count(&mut seen.both_connected, facts.mover_connected && facts.other_connected);
        }
    }
    seen
}

#[test]
fn short_cuts_say_what_the_plain_definition_says() {
    let seen = compare_all(1, 500_000);
    let awkward = [seen.shut_in, seen.both_connected, seen.safe_replies, seen.unsafe_replies];
    let decided = [seen.at_once, seen.in_three, seen.lost_at_once, seen.defences, seen.lost];
    let decided = decided.into_iter().chain([seen.in_time, seen.too_late, seen.stuck]);
    assert!(seen.positions >= 500_000, "{seen:?}");
    assert!(awkward.into_iter().chain(decided).all(|count| count > 1_000), "{seen:?}");
}

/// `cargo test --lib -- --ignored short_cuts`
#[test]
#[ignore = "takes minutes"]
fn short_cuts_say_so_a_hundred_million_times() {
    compare_all(2, 100_000_000);
}
