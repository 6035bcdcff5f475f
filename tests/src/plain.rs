//! The plain twin: the state of games, written only from the words of `docs/rules.md` and
//! `solver/PROOF.md`.
//!
//! Every short cut that decides whether a game is over, won immediately or won in a few plies is
//! compared with it. It shares no code with the project: squares are numbered from a1 along the
//! ranks, moves are walked square by square, and every move is tried. [`Awkward`] draws positions
//! on which short cuts fail.

use super::random::Random;

/// The rules ids, by their bits in a certificate.
pub const IDS: [&str; 15] = [
    "mover-pass",
    "mover-loss",
    "mover-draw",
    "draw-pass",
    "draw-loss",
    "draw-draw",
    "own-pass",
    "own-loss",
    "own-draw",
    "mover-pass-misere",
    "mover-loss-misere",
    "mover-draw-misere",
    "draw-pass-misere",
    "draw-loss-misere",
    "draw-draw-misere",
];

/// The sets of ids that games are examined under: each id, the nine normal ids, and some unusual
/// mixtures.
pub const SETS: [u16; 24] = [
    0x0001, 0x0002, 0x0004, 0x0008, 0x0010, 0x0020, 0x0040, 0x0080, 0x0100, 0x0200, 0x0400, 0x0800,
    0x1000, 0x2000, 0x4000, 0x01ff, 0x01c0, 0x7e00, 0x0092, 0x2400, 0x0280, 0x0441, 0x2090, 0x7fff,
];

/// The index of `normal` in [`SETS`].
pub const NORMAL: u32 = 15;

/// The stones of the side to move and of the other side, a bit for each square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Placement {
    /// The stones of the side to move.
    pub us: u64,
    /// The stones of the other side.
    pub them: u64,
}

/// The facts that decide the end of a game after a move.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// True if the stones of the side that has moved are one group.
    pub mover_connected: bool,
    /// True if the stones of the side to move are one group.
    pub other_connected: bool,
    /// True if the side to move can move a stone.
    pub other_can_move: bool,
    /// True if the side that has moved could move a stone, were it to move.
    pub mover_can_move: bool,
}

/// The end of a game after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The side that has moved wins.
    MoverWins,
    /// The side to move wins.
    OtherWins,
    /// The game is drawn.
    Draw,
}

/// Returns the end of a game under a rules id; `None` if it is not over.
pub fn end(id: &str, facts: Facts) -> Option<End> {
    let (connection, rest) = id.split_once('-').expect("two words at least");
    let (no_move, misere) = match rest.strip_suffix("-misere") {
        Some(no_move) => (no_move, true),
        None => (rest, false),
    };
    let by_connection = match (facts.mover_connected, facts.other_connected) {
        (false, false) => None,
        (true, true) if connection == "draw" => Some(End::Draw),
        (true, _) => Some(End::MoverWins),
        (false, true) if connection == "own" => None,
        (false, true) => Some(End::OtherWins),
    };
    match by_connection {
        Some(End::MoverWins) if misere => return Some(End::OtherWins),
        Some(End::OtherWins) if misere => return Some(End::MoverWins),
        Some(end) => return Some(end),
        None if facts.other_can_move => return None,
        None => {}
    }
    match no_move {
        "loss" => Some(End::MoverWins),
        "pass" if facts.mover_can_move => None,
        _ => Some(End::Draw),
    }
}

/// The standing of a position under [`SETS`], a bit for each set. A set in neither field has
/// failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// The sets whose ids all count as won by the winner.
    pub won: u32,
    /// The sets without an id under which the game is over and not won by the winner, and with an
    /// id under which it continues.
    pub open: u32,
}

/// Returns the standing of a position after a move of the winner, if `winner_moved`, or of the
/// loser.
fn standing(facts: Facts, winner_moved: bool) -> Standing {
    let good = if winner_moved { End::MoverWins } else { End::OtherWins };
    let mut standing = Standing::default();
    for (place, set) in SETS.into_iter().enumerate() {
        let ids = IDS.iter().enumerate().filter(|(bit, _)| set >> bit & 1 != 0);
        let ends: Vec<Option<End>> = ids.map(|(_, id)| end(id, facts)).collect();
        if ends.iter().all(|end| *end == Some(good)) {
            standing.won |= 1 << place;
        } else if ends.iter().all(|end| end.is_none_or(|end| end == good)) {
            standing.open |= 1 << place;
        }
    }
    standing
}

/// The squares from a square to the edge.
#[derive(Clone, Copy, Debug, Default)]
struct Ray {
    squares: [u8; 7],
    length: usize,
}

/// A board.
#[derive(Debug)]
pub struct PlainBoard {
    /// The number of files.
    pub files: usize,
    /// The number of ranks.
    pub ranks: usize,
    /// The rays by square and direction. Opposite directions are four apart.
    rays: Vec<[Ray; 8]>,
    /// The standings by all facts, and by the side that has moved.
    standings: Vec<[Standing; 2]>,
}

#[rustfmt::skip]
const DIRECTIONS: [(i32, i32); 8] =
    [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

impl PlainBoard {
    /// Returns the board with these numbers of files and ranks.
    pub fn new(files: usize, ranks: usize) -> PlainBoard {
        let ray = |square: usize, (right, up): (i32, i32)| {
            let mut ray = Ray::default();
            let (mut file, mut rank) = ((square % files) as i32, (square / files) as i32);
            loop {
                (file, rank) = (file + right, rank + up);
                if !(0..files as i32).contains(&file) || !(0..ranks as i32).contains(&rank) {
                    return ray;
                }
                ray.squares[ray.length] = (rank as usize * files + file as usize) as u8;
                ray.length += 1;
            }
        };
        let rays = (0..files * ranks).map(|square| DIRECTIONS.map(|step| ray(square, step)));
        let standings = (0..16).map(|bits| {
            let facts = Facts {
                mover_connected: bits & 1 != 0,
                other_connected: bits & 2 != 0,
                other_can_move: bits & 4 != 0,
                mover_can_move: bits & 8 != 0,
            };
            [false, true].map(|winner_moved| standing(facts, winner_moved))
        });
        PlainBoard { files, ranks, rays: rays.collect(), standings: standings.collect() }
    }

    /// Returns all boards.
    pub fn all() -> Vec<PlainBoard> {
        let sizes = (3..=8).flat_map(|files| (3..=8).map(move |ranks| (files, ranks)));
        sizes.map(|(files, ranks)| PlainBoard::new(files, ranks)).collect()
    }

    /// Returns the number of squares.
    pub fn squares(&self) -> usize {
        self.files * self.ranks
    }

    /// Returns the set with each square numbered as on a board of eight files.
    pub fn spread(&self, set: u64) -> u64 {
        let row = |rank| set >> (self.files * rank) & ((1 << self.files) - 1);
        (0..self.ranks).fold(0, |all, rank| all | row(rank) << (8 * rank))
    }

    /// Returns the squares next to those of a set.
    fn beside(&self, set: u64) -> u64 {
        let near = |square: usize| {
            let rays = self.rays[square].iter().filter(|ray| ray.length > 0);
            rays.fold(0, |all, ray| all | 1 << ray.squares[0])
        };
        squares(set).fold(0, |all, square| all | near(square)) & !set
    }

    /// Returns whether stones are one group.
    pub fn is_connected(&self, stones: u64) -> bool {
        let Some(first) = squares(stones).next() else {
            return false;
        };
        let (mut unseen, mut open) = (stones ^ 1 << first, 1 << first);
        while let Some(square) = squares(open).next() {
            open ^= 1 << square;
            for ray in self.rays[square].iter().filter(|ray| ray.length > 0) {
                let next = 1 << ray.squares[0];
                open |= next & unseen;
                unseen &= !next;
            }
        }
        unseen == 0
    }

    /// Returns the square where the stone on `from` lands; `None` if it cannot go that way.
    fn landing(&self, stones: Placement, from: usize, direction: usize) -> Option<usize> {
        let Placement { us, them } = stones;
        let on = |ray: &Ray| {
            let squares = ray.squares[..ray.length].iter();
            squares.filter(|&&square| (us | them) >> square & 1 != 0).count()
        };
        let (ahead, behind) = (&self.rays[from][direction], &self.rays[from][(direction + 4) % 8]);
        let distance = 1 + on(ahead) + on(behind);
        if distance > ahead.length {
            return None;
        }
        let passed = &ahead.squares[..distance - 1];
        let to = ahead.squares[distance - 1];
        let blocked = passed.iter().any(|&square| them >> square & 1 != 0) || us >> to & 1 != 0;
        (!blocked).then_some(to.into())
    }

    /// Returns for each move of a stone the squares that it leaves and lands on, and the stones
    /// after it, the other side to move.
    pub fn stone_moves(
        &self,
        stones: Placement,
    ) -> impl Iterator<Item = ((usize, usize), Placement)> {
        squares(stones.us).flat_map(move |from| {
            (0..8).filter_map(move |direction| {
                let to = self.landing(stones, from, direction)?;
                let us = stones.us ^ 1 << from | 1 << to;
                Some(((from, to), Placement { us: stones.them & !(1 << to), them: us }))
            })
        })
    }

    /// Returns whether the side to move can move a stone.
    pub fn can_move(&self, stones: Placement) -> bool {
        self.stone_moves(stones).next().is_some()
    }

    /// Returns the stones after each move of an open position: after a pass if no stone can move.
    fn after_moves(&self, stones: Placement) -> Vec<Placement> {
        let mut all: Vec<Placement> = self.stone_moves(stones).map(|(_, after)| after).collect();
        if all.is_empty() {
            all.push(turned(stones));
        }
        all
    }

    /// Returns the facts that decide the end of the game after the last move.
    pub fn facts(&self, stones: Placement) -> Facts {
        let other_can_move = self.can_move(stones);
        Facts {
            mover_connected: self.is_connected(stones.them),
            other_connected: self.is_connected(stones.us),
            other_can_move,
            mover_can_move: other_can_move || self.can_move(turned(stones)),
        }
    }

    /// Returns the standing of a position after the last move: the winner's, if `winner_moved`, or
    /// the loser's.
    pub fn standing(&self, stones: Placement, winner_moved: bool) -> Standing {
        self.standing_of(self.facts(stones), winner_moved)
    }

    /// Returns the standing of a position with these facts.
    pub fn standing_of(&self, facts: Facts, winner_moved: bool) -> Standing {
        let bits = [
            facts.mover_connected,
            facts.other_connected,
            facts.other_can_move,
            facts.mover_can_move,
        ];
        let bits = (0..).zip(bits).fold(0, |all, (bit, fact)| all | usize::from(fact) << bit);
        self.standings[bits][usize::from(winner_moved)]
    }

    /// Returns the sets among `asked` under which the winner, who is to move, wins within this
    /// number of plies. The position must be open under all sets of `asked`.
    pub fn winner_wins(&self, stones: Placement, plies: u32, asked: u32) -> u32 {
        let mut won = 0;
        for after in self.after_moves(stones) {
            let standing = self.standing(after, true);
            won |= standing.won & asked;
            let open = standing.open & asked & !won;
            if plies > 2 && open != 0 {
                won |= self.loser_loses(after, plies - 1, open);
            }
            if won == asked {
                break;
            }
        }
        won
    }

    /// Returns the positions after the moves of the loser, who is to move. Each has the sets among
    /// `asked` under which the winner has failed, and the sets under which the game is not over and
    /// the winner cannot win immediately.
    pub fn defences(&self, stones: Placement, asked: u32) -> Vec<(Placement, u32, u32)> {
        let replies = self.after_moves(stones).into_iter().map(|reply| {
            let standing = self.standing(reply, false);
            let open = standing.open & asked;
            let failed = asked & !(standing.won | standing.open);
            (reply, failed, open & !self.winner_wins(reply, 1, open))
        });
        replies.collect()
    }

    /// Returns the same if the loser is to move.
    pub fn loser_loses(&self, stones: Placement, plies: u32, asked: u32) -> u32 {
        let mut left = asked;
        for reply in self.after_moves(stones) {
            let standing = self.standing(reply, false);
            let open = standing.open & left;
            left &= standing.won;
            if plies > 1 && open != 0 {
                left |= self.winner_wins(reply, plies - 1, open);
            }
            if left == 0 {
                break;
            }
        }
        left
    }
}

/// Returns the position with the other side to move.
pub fn turned(stones: Placement) -> Placement {
    Placement { us: stones.them, them: stones.us }
}

/// Returns the squares of a set, ascending.
fn squares(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(square)
    })
}

/// Positions on which short cuts fail: blocked stones, both sides connected or one move away from
/// it, captures that join, lone stones, full boards.
#[derive(Debug)]
pub struct Awkward {
    random: Random,
}

impl Awkward {
    /// Returns the positions for a seed.
    pub fn new(seed: u64) -> Awkward {
        let mut random = Random::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        random.next();
        Awkward { random }
    }

    /// Returns a number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.random.below(limit)
    }

    /// Returns the next position, on one of these boards.
    pub fn on<'a>(&mut self, boards: &'a [PlainBoard]) -> (&'a PlainBoard, Placement) {
        let board = &boards[self.below(boards.len())];
        loop {
            let (first, second) = self.draw(board);
            let second = second & !first;
            if first != 0 && second != 0 {
                let stones = Placement { us: first, them: second };
                return (board, if self.below(2) == 0 { stones } else { turned(stones) });
            }
        }
    }

    fn draw(&mut self, board: &PlainBoard) -> (u64, u64) {
        match self.below(6) {
            0 => (self.scattered(board), self.scattered(board)),
            1 => (self.group(board), self.group(board)),
            2 => {
                // A capture in the gap joins.
                let group = self.group(board);
                let gap = self.one_of(group);
                (group ^ gap, gap | self.scattered(board))
            }
            3 => {
                // One move away from one group.
                let group = self.group(board);
                let first = group ^ self.one_of(group) | self.square(board);
                let is_group = self.below(2) == 0;
                (first, if is_group { self.group(board) } else { self.scattered(board) })
            }
            4 => {
                let corner = self.corner(board);
                let (mut near, few) = (board.beside(corner), self.scattered(board));
                if self.below(4) == 0 {
                    near ^= self.one_of(near);
                }
                let first = corner | if self.below(2) == 0 { 0 } else { few & !near };
                (first, near | self.scattered(board))
            }
            _ => {
                let count = 1 + self.below(6);
                let empty = self.some(count, board);
                let full = u64::MAX >> (64 - board.squares()) & !empty;
                (full & self.random.next(), full)
            }
        }
    }

    /// Returns a number of stones, usually small.
    fn count(&mut self, board: &PlainBoard) -> usize {
        let most = if self.below(8) == 0 { board.squares() / 2 } else { 6 };
        let most = 1 + self.below(most);
        1 + self.below(most)
    }

    fn square(&mut self, board: &PlainBoard) -> u64 {
        1 << self.below(board.squares())
    }

    fn corner(&mut self, board: &PlainBoard) -> u64 {
        let (last, top) = (board.files - 1, board.files * (board.ranks - 1));
        let corners = [0, last, top, top + last];
        1 << corners[self.below(4)]
    }

    /// Returns one square of a nonempty set.
    fn one_of(&mut self, set: u64) -> u64 {
        let place = self.below(set.count_ones() as usize);
        squares(set).nth(place).map_or(0, |square| 1 << square)
    }

    /// Returns up to `count` squares.
    fn some(&mut self, count: usize, board: &PlainBoard) -> u64 {
        (0..count).fold(0, |all, _| all | self.square(board))
    }

    fn scattered(&mut self, board: &PlainBoard) -> u64 {
        let count = self.count(board);
        self.some(count, board)
    }

    /// Returns stones that form one group.
    fn group(&mut self, board: &PlainBoard) -> u64 {
        let mut group = self.square(board);
        let more = self.count(board);
        for _ in 0..more {
            group |= self.one_of(board.beside(group));
        }
        group
    }
}
