//! Boards, stones and moves, written from `PROOF.md` only.

use std::cmp::Ordering;
use std::fmt;

/// The eight directions, as steps of file and rank. Opposite directions are four apart.
const DIRECTIONS: [(i32, i32); 8] =
    [(1, 0), (0, 1), (1, 1), (1, -1), (-1, 0), (0, -1), (-1, -1), (-1, 1)];

/// A board with the tables that its moves need. Squares are numbered files x rank + file from a1,
/// and a set of squares is a number with a bit for each square.
#[derive(Clone)]
pub struct Board {
    files: u32,
    ranks: u32,
    /// The squares of the lines through each square, by the first four directions.
    lines: Vec<[u64; 4]>,
    /// From each square, on each of these lines, at each distance: the ways in both directions.
    ways: Vec<[[[Way; 2]; 8]; 4]>,
    /// The images of each square under all symmetries, as sets. A board with four symmetries has
    /// each image twice.
    images: Vec<[u64; 8]>,
    /// All squares except those of the first file, and all except those of the last.
    not_first_file: u64,
    not_last_file: u64,
}

/// The way from a square to another on a line.
#[derive(Clone, Copy, Default)]
struct Way {
    /// The square at its end as a set, which is empty off the board.
    end: u64,
    /// The squares between.
    passed: u64,
}

/// A legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// A stone moves from one square to another.
    Stone {
        /// The square it leaves.
        from: u32,
        /// The square where it lands.
        to: u32,
    },
    /// The turn passes.
    Pass,
}

/// The stones of two players; the first is the one to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stones {
    /// The stones of the player to move.
    pub us: u64,
    /// The stones of the other player.
    pub them: u64,
}

/// The groups from which a stone can join all stones into one group, each with the squares on or
/// next to every other group.
pub(crate) struct Joins {
    groups: [(u64, u64); MOST_GROUPS],
    count: usize,
    /// True if the stones are already one group.
    pub(crate) is_connected: bool,
}

/// The maximum number of groups on a board, by the number of stones without neighbours that fit.
const MOST_GROUPS: usize = 16;

impl Joins {
    fn add(&mut self, group: u64, squares: u64) {
        if squares != 0 {
            self.groups[self.count] = (group, squares);
            self.count += 1;
        }
    }

    /// Returns the squares where a landing stone can make one group of all stones.
    pub(crate) fn squares(&self) -> u64 {
        self.groups[..self.count].iter().fold(0, |all, (_, squares)| all | squares)
    }
}

/// The lines of some moves.
#[derive(Clone, Copy, Default)]
pub(crate) struct Threats {
    lines: [u64; MOST_THREATS],
    count: usize,
}

/// The maximum number of lines kept: a reply that touches all of these lines is rare.
const MOST_THREATS: usize = 8;

impl Threats {
    /// Returns the squares where a stone that comes from a square touches every line that it has
    /// not touched by leaving.
    pub(crate) fn answers(&self, from: u32) -> u64 {
        let lines = self.lines[..self.count].iter();
        lines.filter(|&line| line >> from & 1 == 0).fold(u64::MAX, |all, line| all & line)
    }
}

impl Stones {
    /// Returns these stones with the other player to move.
    pub const fn turned(self) -> Stones {
        Stones { us: self.them, them: self.us }
    }

    /// Returns the stones after a legal move; the other player is to move.
    pub(crate) const fn played(self, played: Move) -> Stones {
        match played {
            Move::Stone { from, to } => self.after(from, to),
            Move::Pass => self.turned(),
        }
    }

    /// Returns the stones after a move of a stone; the other player is to move.
    #[inline]
    pub(crate) const fn after(self, from: u32, to: u32) -> Stones {
        Stones { us: self.them & !(1 << to), them: self.us ^ 1 << from | 1 << to }
    }

    /// Compares two positions by the highest square on which they differ. An empty square is less
    /// than a stone of the side that is not to move, which is less than a stone of the side to
    /// move.
    pub(crate) fn compare(&self, other: &Stones) -> Ordering {
        let differ = (self.us ^ other.us) | (self.them ^ other.them);
        let highest = differ.checked_ilog2().unwrap_or(0);
        let digit = |stones: &Stones| 2 * (stones.us >> highest & 1) + (stones.them >> highest & 1);
        digit(self).cmp(&digit(other))
    }
}

/// Returns the stones of Black and of White.
pub(crate) const fn of_colors(to_move: Color, stones: Stones) -> (u64, u64) {
    match to_move {
        Color::Black => (stones.us, stones.them),
        Color::White => (stones.them, stones.us),
    }
}

/// Returns the numbers of the squares of a set, ascending.
pub(crate) fn squares(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| set.trailing_zeros())?;
        set &= set - 1;
        Some(square)
    })
}

impl Board {
    /// Returns a board with these numbers of files and ranks; `None` unless both are 3 to 8.
    pub fn new(files: u32, ranks: u32) -> Option<Board> {
        if !(3..=8).contains(&files) || !(3..=8).contains(&ranks) {
            return None;
        }
        let number = |file: i32, rank: i32| {
            let on_board = (0..files as i32).contains(&file) && (0..ranks as i32).contains(&rank);
            on_board.then(|| files * rank as u32 + file as u32)
        };
        let squares = (files * ranks) as usize;
        let mut ways = vec![[[[Way::default(); 2]; 8]; 4]; squares];
        let mut lines = vec![[0; 4]; squares];
        for square in 0..squares {
            let (file, rank) = ((square as u32 % files) as i32, (square as u32 / files) as i32);
            for (direction, (right, up)) in DIRECTIONS.into_iter().enumerate() {
                let mut passed = 0;
                for distance in 1..8 {
                    let to = number(file + distance * right, rank + distance * up);
                    let Some(to) = to else { break };
                    let way = Way { end: 1 << to, passed };
                    ways[square][direction % 4][distance as usize][direction / 4] = way;
                    passed |= way.end;
                }
                lines[square][direction % 4] |= 1 << square | passed;
            }
        }
        let column = |file| (0..ranks).fold(0u64, |all, rank| all | 1u64 << (files * rank + file));
        Some(Board {
            files,
            ranks,
            lines,
            ways,
            images: images(files, ranks),
            not_first_file: !column(0),
            not_last_file: !column(files - 1),
        })
    }

    /// Returns the number of files.
    pub const fn files(&self) -> u32 {
        self.files
    }

    /// Returns the number of ranks.
    pub const fn ranks(&self) -> u32 {
        self.ranks
    }

    /// Returns the set of all squares.
    pub const fn all_squares(&self) -> u64 {
        u64::MAX >> (64 - self.files * self.ranks)
    }

    /// Returns the squares of a set and their neighbours, and perhaps squares above the last rank.
    #[inline]
    const fn with_neighbours(&self, set: u64) -> u64 {
        let row = set | (set & self.not_last_file) << 1 | (set & self.not_first_file) >> 1;
        row | row << self.files | row >> self.files
    }

    /// Removes the group of the lowest stone from a nonempty set and returns it.
    fn take_group(&self, stones: &mut u64) -> u64 {
        let mut group = *stones & stones.wrapping_neg();
        loop {
            let grown = self.with_neighbours(group) & *stones;
            if grown == group {
                *stones ^= group;
                return group;
            }
            group = grown;
        }
    }

    /// Returns whether stones form one group, as a single stone does.
    pub fn is_connected(&self, stones: u64) -> bool {
        let mut left = stones;
        left != 0 && self.take_group(&mut left) == stones
    }

    /// Returns the number of groups that stones form.
    pub fn group_count(&self, mut stones: u64) -> u32 {
        let mut count = 0;
        while stones != 0 {
            self.take_group(&mut stones);
            count += 1;
        }
        count
    }

    /// Returns how a move can join the stones of a set into one group.
    pub(crate) fn joins(&self, stones: u64) -> Joins {
        let mut joins = Joins { groups: [(0, 0); MOST_GROUPS], count: 0, is_connected: false };
        // The squares on or next to every group so far.
        let (mut all, mut left) = (self.all_squares(), stones);
        while left != 0 {
            let group = self.take_group(&mut left);
            let reached = self.with_neighbours(group);
            joins.is_connected = group == stones;
            let before = joins.count;
            joins.count = 0;
            for place in 0..before {
                let (other, squares) = joins.groups[place];
                joins.add(other, squares & reached);
            }
            joins.add(group, all);
            all &= reached;
            if joins.count == 0 {
                break;
            }
        }
        joins
    }

    /// Returns the squares that form the two ends of a move with this square, on the lines that
    /// have a square of `others`. A stone of the player to move stands on one end, and the other
    /// end may be landed on.
    #[inline]
    fn reached(&self, square: u32, others: u64, stones: Stones) -> u64 {
        let (place, all) = (square as usize, stones.us | stones.them);
        let mut reached = 0;
        for (line, ways) in self.lines[place].iter().zip(&self.ways[place]) {
            if line & others == 0 {
                continue;
            }
            // A stone cannot leave a line of eight stones, and distance 0 leads nowhere.
            for way in ways[(line & all).count_ones() as usize % 8] {
                reached |= if way.passed & stones.them == 0 { way.end } else { 0 };
            }
        }
        reached
    }

    /// Returns the squares that a stone of the player to move can land on.
    #[inline]
    pub(crate) fn targets(&self, stones: Stones, from: u32) -> u64 {
        self.reached(from, u64::MAX, stones) & !stones.us
    }

    /// Returns whether a move is one of a stone of the player to move.
    pub(crate) fn is_move(&self, stones: Stones, played: Move) -> bool {
        match played {
            Move::Stone { from, to } => {
                // A stone cannot land on a stone of the same side.
                let ends = self.reached(from, 1 << to, stones) & !stones.us;
                stones.us >> from & 1 != 0 && ends >> to & 1 != 0
            }
            Move::Pass => false,
        }
    }

    /// Returns all moves of stones of the player to move, by the squares that they leave and then
    /// by those that they land on. Each comes with the stones after it, the other player to move.
    pub fn stone_moves(&self, stones: Stones) -> impl Iterator<Item = (Move, Stones)> + '_ {
        squares(stones.us).flat_map(move |from| {
            let played = move |to| (Move::Stone { from, to }, stones.after(from, to));
            squares(self.targets(stones, from)).map(played)
        })
    }

    /// Returns whether `accepts` returns true for a move that lands next to every group except the
    /// moving stone's own. `joins` belongs to the stones of the player to move.
    #[inline]
    pub(crate) fn any_move_to_joins(
        &self,
        stones: Stones,
        joins: &Joins,
        mut accepts: impl FnMut(u32, u32) -> bool,
    ) -> bool {
        for &(group, joining) in &joins.groups[..joins.count] {
            let joining = joining & !stones.us;
            // A move can be found from either end; fewer squares take less time.
            let is_forward = group.count_ones() < joining.count_ones();
            let (near, far) = if is_forward { (group, joining) } else { (joining, group) };
            for square in squares(near) {
                let reached = self.reached(square, far, stones);
                for other in squares(reached & far) {
                    let (from, to) = if is_forward { (square, other) } else { (other, square) };
                    if accepts(from, to) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Returns the lines of some moves that join the stones of the player to move into one group
    /// and capture nothing. `joins` belongs to these stones.
    pub(crate) fn threats(&self, stones: Stones, joins: &Joins) -> Threats {
        let mut threats = Threats::default();
        self.any_move_to_joins(stones, joins, |from, to| {
            let is_quiet = stones.them >> to & 1 == 0;
            if is_quiet && self.is_connected(stones.after(from, to).them) {
                let mut lines = self.lines[from as usize].into_iter();
                threats.lines[threats.count] = lines.find(|line| line >> to & 1 != 0).unwrap_or(0);
                threats.count += 1;
            }
            threats.count == MOST_THREATS
        });
        threats
    }

    /// Returns whether the player to move can move a stone.
    pub fn can_move(&self, stones: Stones) -> bool {
        squares(stones.us).any(|from| self.targets(stones, from) != 0)
    }

    /// Returns the image that represents all mirror images and turns of a position: the image with
    /// the least key, where the side to move is the winner of `PROOF.md`.
    pub fn canonical(&self, stones: Stones) -> Stones {
        let images = |set| {
            let mut all = [0; 8];
            for square in squares(set) {
                for (image, of_square) in all.iter_mut().zip(self.images[square as usize]) {
                    *image |= of_square;
                }
            }
            all
        };
        let images = images(stones.us).into_iter().zip(images(stones.them));
        let images = images.map(|(us, them)| Stones { us, them });
        images.min_by(Stones::compare).unwrap_or(stones)
    }

    /// Returns the text of a move from these stones.
    pub fn move_text(&self, stones: Stones, played: Move) -> String {
        let Move::Stone { from, to } = played else {
            return "pass".to_owned();
        };
        let square = |square: u32| {
            let file = char::from(b'a' + (square % self.files) as u8);
            format!("{file}{}", square / self.files + 1)
        };
        let kind = if stones.them >> to & 1 != 0 { 'x' } else { '-' };
        format!("{}{kind}{}", square(from), square(to))
    }

    /// Returns the text of a position: ranks from the top and the side to move.
    pub fn position_text(&self, stones: Stones, to_move: Color) -> String {
        let (black, white) = of_colors(to_move, stones);
        let mut text = String::new();
        for rank in (0..self.ranks).rev() {
            let mut empty = 0;
            for file in 0..self.files {
                let square = self.files * rank + file;
                let stone = match (black >> square & 1, white >> square & 1) {
                    (1, _) => 'x',
                    (_, 1) => 'o',
                    _ => {
                        empty += 1;
                        continue;
                    }
                };
                push_count(&mut text, &mut empty);
                text.push(stone);
            }
            push_count(&mut text, &mut empty);
            if rank > 0 {
                text.push('/');
            }
        }
        format!("{text} {to_move}")
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.files, self.ranks)
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self})")
    }
}

/// A player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Color {
    /// `x`, who moves first in a game.
    Black,
    /// `o`.
    White,
}

impl Color {
    /// Returns the other player.
    pub const fn other(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::Black => "x",
            Color::White => "o",
        })
    }
}

fn push_count(text: &mut String, empty: &mut u32) {
    if *empty > 0 {
        text.push_str(&empty.to_string());
        *empty = 0;
    }
}

/// Returns the images of every square under all symmetries, as sets.
fn images(files: u32, ranks: u32) -> Vec<[u64; 8]> {
    let image = |square: u32, symmetry: u32| {
        let (mut file, mut rank) = (square % files, square / files);
        if symmetry & 4 != 0 && files == ranks {
            (file, rank) = (rank, file);
        }
        if symmetry & 2 != 0 {
            file = files - 1 - file;
        }
        if symmetry & 1 != 0 {
            rank = ranks - 1 - rank;
        }
        1 << (files * rank + file)
    };
    let images = |square| std::array::from_fn(|symmetry| image(square, symmetry as u32));
    (0..files * ranks).map(images).collect()
}
