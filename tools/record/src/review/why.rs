//! The reason why a move is a lapse: a sentence about the positions after it.
//!
//! Every sentence is computed from positions. The first of these facts is said:
//!
//! 1. The move loses by force: a table, a proof or a search has seen every way to the end, and the
//!    whole line has up to [`STEPS`] moves of the winner.
//! 2. A stone cannot move after the answer.
//! 3. The move or the answer takes stones out of the largest group of the mover.
//! 4. The mover has more groups, or the other side fewer, than after the best move.
//!
//! None of the facts 2 to 4 is true after the best move, and neither 2 nor 3 before the move. Under
//! misère, where it does no harm to be apart, only the first is looked for.

use std::fmt;

use loa_solver::{Axis, Bitboard, Color, Illegality, LineName, Move, Position, Rules, Square, Wdl};

use crate::text::{color_name, counted, listed};
use crate::worth::RatedMove;

/// The maximum number of moves of the winner in a sentence, and in the line of a lapse.
pub(super) const STEPS: usize = 3;

/// The reason why a move is a lapse.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Why {
    /// The move joins the other side's stones.
    Joins { played: Move, winner: Color },
    /// The winner's moves of a line that ends the game, and whether they join its stones.
    Forced { winner: Color, moves: Vec<Move>, joins: bool },
    /// The stone of a side that cannot move after a reply, with the obstacles on its lines.
    ShutIn { reply: Move, side: Color, stone: Square, obstacles: Vec<(Obstacle, Vec<LineName>)> },
    /// Stones that a move separates from their side's largest group.
    CutOff { by: Move, side: Color, stones: Bitboard },
    /// The number of groups of a side after the move, and after the best one.
    Groups { side: Color, now: usize, best: Move, then: usize },
}

/// The reason why a stone cannot move along a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Obstacle {
    /// An enemy stone is between it and its landing.
    Enemy,
    /// Another stone of its side stands on its landing.
    Own,
    /// Its landing is not on the board.
    Edge,
}

impl Why {
    /// Returns the reason why a move is worse than the best one; `None` if no fact says so.
    pub(super) fn of(
        rules: Rules,
        before: &Position,
        played: &RatedMove,
        best: &RatedMove,
    ) -> Option<Why> {
        let compared = Compared {
            rules,
            before: *before,
            played,
            after: before.play_unchecked(played.played),
            best: best.played,
            better: before.play_unchecked(best.played),
        };
        let forced = compared.forced();
        if rules.is_misere() {
            return forced;
        }
        forced
            .or_else(|| compared.shut_in())
            .or_else(|| compared.cut_off())
            .or_else(|| compared.groups())
    }
}

/// A move and the best one, with the positions after them.
struct Compared<'a> {
    rules: Rules,
    before: Position,
    played: &'a RatedMove,
    after: Position,
    best: Move,
    better: Position,
}

impl Compared<'_> {
    fn side(&self) -> Color {
        self.before.turn()
    }

    /// Returns the answer to the move with the position after it, in which the mover is to move.
    fn replied(&self) -> Option<(Move, Position)> {
        let reply = *self.played.line.get(1)?;
        Some((reply, self.after.play_unchecked(reply)))
    }

    fn forced(&self) -> Option<Why> {
        let RatedMove { worth, line, played, .. } = self.played;
        let is_whole = worth.plies == Some(line.len() as u32) && worth.proviso.is_none();
        if worth.category != Some(Wdl::Loss) || !is_whole {
            return None;
        }
        let end = line.iter().fold(self.before, |position, &made| position.play_unchecked(made));
        let winner = self.side().other();
        let (_, value) = self.rules.termination(&end)?;
        let result = if end.turn() == winner { Wdl::Win } else { Wdl::Loss };
        let joins = end.stones(winner).is_connected() && !self.rules.is_misere();
        let moves: Vec<Move> = line.iter().skip(1).step_by(2).copied().collect();
        match line.len() {
            _ if value.wdl() != result => None,
            1 => joins.then_some(Why::Joins { played: *played, winner }),
            // The winner makes the last move.
            plies if plies % 2 == 0 && moves.len() <= STEPS => {
                Some(Why::Forced { winner, moves, joins })
            }
            _ => None,
        }
    }

    fn shut_in(&self) -> Option<Why> {
        let (reply, now) = self.replied()?;
        let can_move = |position: &Position, from| {
            let mut made = position.stone_moves();
            made.any(|made| matches!(made, Move::Stone { from: left, .. } if left == from))
        };
        let better = self.better.passed();
        let is_shut_in = |&stone: &Square| {
            let was = moved_from(self.played.played, stone);
            let is_free =
                can_move(&self.before, was) && can_move(&better, moved_to(self.best, was));
            is_free && !can_move(&now, stone)
        };
        let is_over = self.rules.termination(&now).is_some();
        let stone = now.us().into_iter().filter(|_| !is_over).find(is_shut_in)?;
        let found = Axis::ALL.map(|axis| (axis, obstacles(self.rules, &now, stone, axis)));
        let with = |obstacle: Obstacle| {
            let lines = found.iter().filter(|(_, found)| found.contains(&obstacle));
            (obstacle, lines.map(|&(axis, _)| LineName::of(axis, stone, now.board())).collect())
        };
        let all = [Obstacle::Enemy, Obstacle::Own, Obstacle::Edge].map(with).into_iter();
        let obstacles = all.filter(|(_, lines): &(_, Vec<_>)| !lines.is_empty()).collect();
        Some(Why::ShutIn { reply, side: self.side(), stone, obstacles })
    }

    fn cut_off(&self) -> Option<Why> {
        let free = largest(self.better.them())?;
        let by_move = (self.played.played, self.before.us(), self.after.them());
        let by_reply = self.replied().map(|(reply, now)| (reply, self.after.them(), now.us()));
        [Some(by_move), by_reply].into_iter().flatten().find_map(|(by, before, now)| {
            let (group, rest) = (largest(before)?, largest(now)?);
            let stones = group & (now - rest);
            let are_few = (1..=STEPS as u32).contains(&stones.count());
            let is_cut = are_few && !(group & rest).is_empty() && (stones - free).is_empty();
            is_cut.then_some(Why::CutOff { by, side: self.side(), stones })
        })
    }

    fn groups(&self) -> Option<Why> {
        let groups = |stones: Bitboard| stones.groups().count();
        let of = |side, now, then| Why::Groups { side, now, best: self.best, then };
        let [now, then] = [&self.after, &self.better].map(|position| groups(position.them()));
        if now > then {
            return Some(of(self.side(), now, then));
        }
        let [now, then] = [&self.after, &self.better].map(|position| groups(position.us()));
        (now < then).then(|| of(self.side().other(), now, then))
    }
}

/// Returns the largest group; `None` if two groups are as large, or the set is empty.
fn largest(stones: Bitboard) -> Option<Bitboard> {
    let most = stones.groups().map(Bitboard::count).max()?;
    let mut largest = stones.groups().filter(|group| group.count() == most);
    largest.next().filter(|_| largest.next().is_none())
}

/// Returns the square before a move of the stone that is now on `square`.
fn moved_from(made: Move, square: Square) -> Square {
    match made {
        Move::Stone { from, to, .. } if to == square => from,
        _ => square,
    }
}

/// Returns the square after a move of the stone that was on `square`.
fn moved_to(made: Move, square: Square) -> Square {
    match made {
        Move::Stone { from, to, .. } if from == square => to,
        _ => square,
    }
}

/// Returns the obstacles of a stone that cannot move along an axis; none if it stands on the only
/// square of its line.
fn obstacles(rules: Rules, position: &Position, from: Square, axis: Axis) -> Vec<Obstacle> {
    let line = axis.line(from) & position.board().mask();
    let stones = (line & (position.us() | position.them())).count();
    let landings = line.into_iter().filter(|to| to.distance(from) == stones);
    let of = |to| {
        let capture = position.them().contains(to);
        match rules.illegality(position, Move::Stone { from, to, capture }) {
            Some(Illegality::OwnStone { .. }) => Obstacle::Own,
            _ => Obstacle::Enemy,
        }
    };
    match landings.map(of).collect::<Vec<_>>() {
        found if !found.is_empty() => found,
        _ if line.count() > 1 => vec![Obstacle::Edge],
        none => none,
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::Joins { played, winner } => {
                write!(f, "{played} joins {}'s stones", color_name(*winner))
            }
            Why::Forced { winner, moves, joins } => {
                let verb = if *joins { "joins" } else { "wins" };
                let count = counted(moves.len() as u64, "move");
                let moves: Vec<String> = moves.iter().map(Move::to_string).collect();
                write!(f, "{} now {verb} in {count}: {}", color_name(*winner), moves.join(", "))
            }
            Why::ShutIn { reply, side, stone, obstacles } => {
                let along = |(obstacle, lines): &(Obstacle, Vec<LineName>)| {
                    let what = match obstacle {
                        Obstacle::Enemy => format!("{} is in the way", color_name(side.other())),
                        Obstacle::Own => format!("{} stands on its landing", color_name(*side)),
                        Obstacle::Edge => "its landing is off the board".to_owned(),
                    };
                    format!("{what} along {}", listed(lines, "and"))
                };
                let obstacles: Vec<String> = obstacles.iter().map(along).collect();
                let obstacles = obstacles.join("; ");
                write!(f, "{stone} can no longer move after {reply}: {obstacles}")
            }
            Why::CutOff { by, side, stones } => {
                let stones = listed(*stones, "and");
                write!(f, "{by} cuts {stones} off from {}'s largest group", color_name(*side))
            }
            Why::Groups { side, now, best, then } => {
                let count = counted(*now as u64, "group");
                write!(f, "{}'s stones are in {count} now, {then} after {best}", color_name(*side))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet, VecDeque};

    use loa_solver::{Board, Material, Preset};
    use loa_tablebase::Tablebase;

    use super::*;
    use crate::game::Game;
    use crate::random::Pcg64;
    use crate::review::game_review::tests::by_tables;
    use crate::worth::{Basis, Worth};

    /// A position: stones by file and rank, counted from 0.
    struct Plain {
        size: (i32, i32),
        stones: HashMap<(i32, i32), char>,
    }

    const AXES: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

    impl Plain {
        fn read(position: &Position) -> Plain {
            let board = position.board();
            let place = |square: Square| (square.file() as i32, square.rank() as i32);
            let stone = |square| Some((place(square), position.stone(square)?.letter()));
            let stones = board.mask().into_iter().filter_map(stone).collect();
            let size = (board.files() as i32, board.ranks() as i32);
            Plain { size, stones }
        }

        /// Returns the groups of a side, by a flood from stone to stone.
        fn groups(&self, side: char) -> Vec<HashSet<(i32, i32)>> {
            let of_side = self.stones.iter().filter(|&(_, &stone)| stone == side);
            let mut left: HashSet<(i32, i32)> = of_side.map(|(&square, _)| square).collect();
            let mut groups = Vec::new();
            while let Some(&first) = left.iter().next() {
                let mut group = HashSet::new();
                let mut open = VecDeque::from([first]);
                left.remove(&first);
                while let Some((file, rank)) = open.pop_front() {
                    group.insert((file, rank));
                    for (f, r) in (-1..=1).flat_map(|f| (-1..=1).map(move |r| (f, r))) {
                        let beside = (file + f, rank + r);
                        if left.remove(&beside) {
                            open.push_back(beside);
                        }
                    }
                }
                groups.push(group);
            }
            groups
        }

        /// Returns the only largest group of a side.
        fn largest(&self, side: char) -> Option<HashSet<(i32, i32)>> {
            let mut groups = self.groups(side);
            groups.sort_by_key(HashSet::len);
            let last = groups.pop()?;
            (groups.last().is_none_or(|next| next.len() < last.len())).then_some(last)
        }

        fn is_on(&self, (file, rank): (i32, i32)) -> bool {
            (0..self.size.0).contains(&file) && (0..self.size.1).contains(&rank)
        }

        /// Returns the obstacles of a stone along an axis, walked square by square; `None` if the stone
        /// can move along it.
        fn obstacles(&self, from: (i32, i32), (f, r): (i32, i32)) -> Option<Vec<Obstacle>> {
            let side = self.stones[&from];
            let at = |steps: i32| (from.0 + steps * f, from.1 + steps * r);
            let line: Vec<i32> = (-8..=8).filter(|&steps| self.is_on(at(steps))).collect();
            let far =
                line.iter().filter(|&&steps| self.stones.contains_key(&at(steps))).count() as i32;
            let mut found = Vec::new();
            for direction in [-1, 1] {
                let landing = at(direction * far);
                let mut passed = (1..far).map(|steps| self.stones.get(&at(direction * steps)));
                if !self.is_on(landing) {
                    continue;
                }
                if passed.any(|stone| stone.is_some_and(|&stone| stone != side)) {
                    found.push(Obstacle::Enemy);
                } else if self.stones.get(&landing) == Some(&side) {
                    found.push(Obstacle::Own);
                } else {
                    return None;
                }
            }
            if found.is_empty() && line.len() > 1 {
                found.push(Obstacle::Edge);
            }
            Some(found)
        }

        fn is_shut_in(&self, from: (i32, i32)) -> bool {
            AXES.iter().all(|&axis| self.obstacles(from, axis).is_some())
        }
    }

    fn ends(made: Move) -> [(i32, i32); 2] {
        let Move::Stone { from, to, .. } = made else { panic!("{made}") };
        [from, to].map(|square| (square.file() as i32, square.rank() as i32))
    }

    fn square((file, rank): (i32, i32)) -> Square {
        Square::new(file as u32, rank as u32)
    }

    /// Returns what plain positions say of a move and an answer, compared with the best move.
    fn plain(before: &Position, line: [Move; 2], best: Move) -> Option<Why> {
        let (after, better) = (before.play_unchecked(line[0]), before.play_unchecked(best));
        let replied = after.play_unchecked(line[1]);
        let [was, now, then, replied] = [before, &after, &better, &replied].map(Plain::read);
        let side = before.turn();
        let [mine, theirs] = [side, side.other()].map(Color::letter);
        let is_over = [mine, theirs].iter().any(|&side| replied.groups(side).len() < 2);
        let mut stones: Vec<(i32, i32)> = replied.groups(mine).into_iter().flatten().collect();
        stones.sort_by_key(|&(file, rank)| (rank, file));
        for stone in stones.into_iter().filter(|_| !is_over) {
            let origin = if ends(line[0])[1] == stone { ends(line[0])[0] } else { stone };
            let other = if ends(best)[0] == origin { ends(best)[1] } else { origin };
            if !replied.is_shut_in(stone) || was.is_shut_in(origin) || then.is_shut_in(other) {
                continue;
            }
            let found = AXES.map(|axis| replied.obstacles(stone, axis).unwrap());
            let with = |obstacle: Obstacle| {
                let axes =
                    Axis::ALL.iter().zip(&found).filter(|(_, found)| found.contains(&obstacle));
                let lines =
                    axes.map(|(&axis, _)| LineName::of(axis, square(stone), before.board()));
                (obstacle, lines.collect())
            };
            let all = [Obstacle::Enemy, Obstacle::Own, Obstacle::Edge].map(with).into_iter();
            let obstacles = all.filter(|(_, lines): &(_, Vec<_>)| !lines.is_empty()).collect();
            return Some(Why::ShutIn { reply: line[1], side, stone: square(stone), obstacles });
        }
        for (by, before, after) in [(line[0], &was, &now), (line[1], &now, &replied)] {
            let all = [before, after, &then].map(|plain| plain.largest(mine));
            let [Some(group), Some(rest), Some(free)] = all else { continue };
            let mut cut = group.clone();
            cut.retain(|at| after.stones.get(at) == Some(&mine) && !rest.contains(at));
            let is_cut = (1..=STEPS).contains(&cut.len()) && !group.is_disjoint(&rest);
            if is_cut && cut.is_subset(&free) {
                let stones = cut.into_iter().map(square).collect();
                return Some(Why::CutOff { by, side, stones });
            }
        }
        for (side, is_worse) in [(side, usize::gt as fn(&_, &_) -> _), (side.other(), usize::lt)] {
            let [now, then] = [&now, &then].map(|plain| plain.groups(side.letter()).len());
            if is_worse(&now, &then) {
                return Some(Why::Groups { side, now, best, then });
            }
        }
        None
    }

    #[test]
    fn sentences_agree_with_plain_positions() {
        let rules = Rules::default();
        let mut chance = Pcg64::of(11, &[]);
        let mut seen = [0; 4];
        for board in ["3x3", "4x4", "5x4", "6x6", "7x5", "8x8"] {
            let board: Board = board.parse().unwrap();
            for _ in 0..1000 {
                let [us, them] =
                    [(); 2].map(|()| 2 + chance.below(u64::from(board.squares()) / 5) as u32);
                let material: Material = format!("{us}v{them}").parse().unwrap();
                let before = chance.placement(board, material).unwrap();
                let moves = rules.moves(&before);
                let all = [chance.pick(&moves), chance.pick(&moves)].map(Option::<&_>::copied);
                let [Some(played @ Move::Stone { .. }), Some(best)] = all else { continue };
                let replies = rules.moves(&before.play_unchecked(played));
                let Some(&reply @ Move::Stone { .. }) = chance.pick(&replies) else { continue };
                let estimate = Worth::estimate(0);
                let line = vec![played, reply];
                let rated = RatedMove { line, ..RatedMove::new(played, estimate) };
                let found = Why::of(rules, &before, &rated, &RatedMove::new(best, estimate));
                assert_eq!(
                    found,
                    plain(&before, [played, reply], best),
                    "{before} {played} {reply} {best}"
                );
                let kind = match found {
                    Some(Why::ShutIn { .. }) => 0,
                    Some(Why::CutOff { .. }) => 1,
                    Some(_) => 2,
                    None => 3,
                };
                seen[kind] += 1;
            }
        }
        assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
    }

    #[test]
    fn each_fact_has_its_words() {
        let rules = Rules::default();
        let said = |position: &str, line: &str, best: &str, worth: Worth| {
            let before: Position = position.parse().unwrap();
            let mut now = before;
            let mut next = |text: &str| {
                let made = rules.parse_move(&now, text).unwrap();
                now = now.play_unchecked(made);
                made
            };
            let line: Vec<Move> = line.split(' ').map(&mut next).collect();
            let best = RatedMove::new(rules.parse_move(&before, best).unwrap(), Worth::estimate(0));
            let played = RatedMove { line: line.clone(), ..RatedMove::new(line[0], worth) };
            Why::of(rules, &before, &played, &best).map(|why| why.to_string())
        };
        let lost = |plies| Worth::certain(Wdl::Loss, Some(plies), Basis::Search);
        let even = Worth::estimate(0);
        for (position, line, best, worth, expected) in [
            ("4/o2x/4/x1oo x", "a1xa3", "d3xd1", lost(1), "a1xa3 joins White's stones"),
            (
                "1xx1/o2o/o2o/1xx1 x",
                "b1-d1 a2-c2 b4-d4 a3xc1",
                "b1-b3",
                lost(4),
                "White now joins in 2 moves: a2-c2, a3xc1",
            ),
            (
                "3ox/o1xo1/3xo/o2x1 o",
                "a3-b2 d1-b1",
                "e2-c4",
                even,
                "d3 can no longer move after d1-b1: Black is in the way along rank 3; its landing is off \
                 the board along file d, diagonal b1-e4 and diagonal c4-e2",
            ),
            (
                "x3x/oo2x/1x3/xoo2 x",
                "b2-d4 c1xe3",
                "b2-a2",
                even,
                "a4 can no longer move after c1xe3: White is in the way along file a and diagonal a4-d1; \
                 Black stands on its landing along rank 4",
            ),
            (
                "4o/1x1xo/3o1/xoo2 o",
                "d2-e2 b3-a2",
                "e3-e1",
                even,
                "d2-e2 cuts b1 and c1 off from White's largest group",
            ),
            (
                "3o1/2oox/1o1x1/5 o",
                "d3-c4 e3xc3",
                "d3-a3",
                even,
                "e3xc3 cuts b2 off from White's largest group",
            ),
            (
                "1x3/x4/5/o2oo x",
                "b4-c4 e1-d2",
                "a3-b3",
                even,
                "Black's stones are in 2 groups now, 1 after a3-b3",
            ),
        ] {
            assert_eq!(said(position, line, best, worth).as_deref(), Some(expected));
        }
    }

    /// Every forced line is legal, ends with stones that are joined, and has the winner's moves.
    #[test]
    fn forced_lines_of_tables_end_with_joined_stones() {
        let preset = Preset::default();
        let tables = Tablebase::embedded(preset.rules);
        let board: Board = "4x4".parse().unwrap();
        let mut chance = Pcg64::of(12, &[]);
        let mut counts = [0; STEPS + 1];
        for _ in 0..400 {
            let before = chance.placement(board, "4v4".parse().unwrap()).unwrap();
            for made in preset.rules.moves(&before) {
                let mut game = Game::new(preset, before);
                let is_open = game.end().is_none() && game.play(made).is_ok();
                let plies = if is_open { by_tables(&tables, &game).plies } else { Vec::new() };
                let Some(ply) = plies.into_iter().find(|ply| ply.mark.is_some()) else { continue };
                let (played, best) = (ply.played.unwrap(), ply.best.unwrap());
                let why = Why::of(preset.rules, &before, &played, &best);
                assert_eq!(why.as_ref().map(Why::to_string), ply.why);
                // The winner makes the last move.
                let is_near = |plies| plies % 2 == 0 && plies <= 2 * STEPS as u32;
                let is_near = played.worth.plies.is_some_and(is_near);
                let Some(Why::Forced { winner, moves, joins: true }) = why else {
                    let is_lost = played.worth.category == Some(Wdl::Loss);
                    assert!(!is_lost || !is_near, "{before} {made}");
                    continue;
                };
                assert!(is_near && moves.len() as u32 * 2 == played.worth.plies.unwrap());
                assert_eq!(winner, before.turn().other());
                played.line[1..].iter().for_each(|&next| game.play(next).unwrap());
                assert!(moves.iter().eq(game.moves().iter().skip(1).step_by(2)));
                assert_eq!(game.end().and_then(|end| end.winner), Some(winner));
                assert_eq!(Plain::read(game.position()).groups(winner.letter()).len(), 1);
                counts[moves.len()] += 1;
            }
        }
        assert!(counts[1..].iter().all(|&count| count > 20), "{counts:?}");
    }
}
