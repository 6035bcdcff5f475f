//! Boards, stones and moves, written from `PROOF.md` alone.

use std::fmt;

/// The eight directions, as steps of file and rank; opposites are four apart.
const DIRECTIONS: [(i32, i32); 8] = [
    (1, 0),
    (0, 1),
    (1, 1),
    (1, -1),
    (-1, 0),
    (0, -1),
    (-1, -1),
    (-1, 1),
];

/// A board and what its moves depend on. Squares are numbered files x rank +
/// file from a1, and a set of squares is a number with a bit for each.
#[derive(Clone)]
pub struct Board {
    files: u32,
    ranks: u32,
    /// The squares of the lines through each square, by the first four
    /// directions.
    lines: Vec<[u64; 4]>,
    /// From each square, in each direction: the moves by 1, 2, .. squares.
    steps: Vec<[Vec<Step>; 8]>,
    /// For every symmetry, the power of three of each square's image.
    weights: Vec<Vec<u128>>,
    /// All squares but those of the first file, and but those of the last.
    not_first_file: u64,
    not_last_file: u64,
}

/// A move by some squares in some direction.
#[derive(Clone, Copy)]
struct Step {
    to: u32,
    between: u64,
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
    /// The stones of the other.
    pub them: u64,
}

impl Stones {
    /// Returns these stones with the other player to move.
    pub const fn turned(self) -> Stones {
        Stones {
            us: self.them,
            them: self.us,
        }
    }
}

/// The numbers of the squares of a set, ascending.
pub(crate) fn squares(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| set.trailing_zeros())?;
        set &= set - 1;
        Some(square)
    })
}

impl Board {
    /// A board of so many files and ranks; `None` unless both are 3 to 8.
    pub fn new(files: u32, ranks: u32) -> Option<Board> {
        if !(3..=8).contains(&files) || !(3..=8).contains(&ranks) {
            return None;
        }
        let number = |file: i32, rank: i32| {
            let on_board = (0..files as i32).contains(&file) && (0..ranks as i32).contains(&rank);
            on_board.then(|| files * rank as u32 + file as u32)
        };
        let (mut lines, mut steps) = (Vec::new(), Vec::new());
        for square in 0..files * ranks {
            let (file, rank) = ((square % files) as i32, (square / files) as i32);
            let rays = DIRECTIONS.map(|(right, up)| {
                let mut between = 0;
                let mut ray = Vec::new();
                for length in 1.. {
                    let Some(to) = number(file + length * right, rank + length * up) else {
                        break;
                    };
                    ray.push(Step { to, between });
                    between |= 1 << to;
                }
                ray
            });
            let squares_of = |ray: &Vec<Step>| ray.iter().fold(0, |all, step| all | 1 << step.to);
            lines.push([0, 1, 2, 3].map(|direction| {
                1 << square | squares_of(&rays[direction]) | squares_of(&rays[direction + 4])
            }));
            steps.push(rays);
        }
        let column = |file| (0..ranks).fold(0u64, |all, rank| all | 1u64 << (files * rank + file));
        Some(Board {
            files,
            ranks,
            lines,
            steps,
            weights: weights(files, ranks),
            not_first_file: !column(0),
            not_last_file: !column(files - 1),
        })
    }

    /// Files of the board.
    pub const fn files(&self) -> u32 {
        self.files
    }

    /// Ranks of the board.
    pub const fn ranks(&self) -> u32 {
        self.ranks
    }

    /// The set of all squares.
    pub const fn all_squares(&self) -> u64 {
        u64::MAX >> (64 - self.files * self.ranks)
    }

    /// Returns whether stones form one group; a single stone does.
    pub fn is_connected(&self, stones: u64) -> bool {
        let mut group = stones & stones.wrapping_neg();
        loop {
            let beside = (group & self.not_last_file) << 1 | (group & self.not_first_file) >> 1;
            let row = group | beside;
            let grown = (row | row << self.files | row >> self.files) & stones;
            if grown == group {
                return group == stones;
            }
            group = grown;
        }
    }

    /// All moves of stones of the player to move, with the stones afterwards:
    /// the other player is to move then.
    pub fn stone_moves(&self, stones: Stones) -> impl Iterator<Item = (Move, Stones)> + '_ {
        let all = stones.us | stones.them;
        squares(stones.us).flat_map(move |from| {
            (0..8).filter_map(move |direction| {
                let line = self.lines[from as usize][direction % 4];
                let count = (line & all).count_ones() as usize;
                let step = self.steps[from as usize][direction].get(count - 1)?;
                let landing = 1 << step.to;
                if landing & stones.us != 0 || step.between & stones.them != 0 {
                    return None;
                }
                let after = Stones {
                    us: stones.them & !landing,
                    them: stones.us ^ 1 << from | landing,
                };
                let to = step.to;
                Some((Move::Stone { from, to }, after))
            })
        })
    }

    /// Returns whether the player to move can move a stone.
    pub fn can_move(&self, stones: Stones) -> bool {
        self.stone_moves(stones).next().is_some()
    }

    /// The key of a position with the loser to move: the least over the
    /// symmetries.
    pub fn canonical_key(&self, stones: Stones) -> u128 {
        let images = self.weights.iter().map(|weights| {
            let sum = |set| {
                squares(set)
                    .map(|square| weights[square as usize])
                    .sum::<u128>()
            };
            sum(stones.us) + 2 * sum(stones.them)
        });
        images.min().unwrap_or(0)
    }

    /// The stones of a key, the loser to move; `None` if it has none for one of
    /// the players, or is too large.
    pub fn stones(&self, mut key: u128) -> Option<Stones> {
        let mut stones = Stones { us: 0, them: 0 };
        for square in 0..self.files * self.ranks {
            match key % 3 {
                1 => stones.us |= 1 << square,
                2 => stones.them |= 1 << square,
                _ => {}
            }
            key /= 3;
        }
        (key == 0 && stones.us != 0 && stones.them != 0).then_some(stones)
    }

    /// Reads a move such as `b1-d3`, `c3xa3`, `c3a3` or `pass`, without asking
    /// whether it is legal.
    pub fn read_move(&self, text: &str) -> Option<Move> {
        if text == "pass" {
            return Some(Move::Pass);
        }
        let characters: Vec<char> = text.chars().filter(|c| !"-x:".contains(*c)).collect();
        let &[from_file, from_rank, to_file, to_rank] = characters.as_slice() else {
            return None;
        };
        let square = |file: char, rank: char| {
            let file = u32::from(file).checked_sub(u32::from('a'))?;
            let rank = rank.to_digit(10)?.checked_sub(1)?;
            (file < self.files && rank < self.ranks).then_some(self.files * rank + file)
        };
        let from = square(from_file, from_rank)?;
        let to = square(to_file, to_rank)?;
        Some(Move::Stone { from, to })
    }

    /// The text of a move made from these stones.
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

    /// The text of a position: ranks from the top and the side to move.
    pub fn position_text(&self, stones: Stones, to_move: Color) -> String {
        let (black, white) = match to_move {
            Color::Black => (stones.us, stones.them),
            Color::White => (stones.them, stones.us),
        };
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
    /// The other player.
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

/// The powers of three of every square's image under each symmetry.
fn weights(files: u32, ranks: u32) -> Vec<Vec<u128>> {
    let mut all = Vec::new();
    for turned in [false, true] {
        if turned && files != ranks {
            continue;
        }
        for (reverse_files, reverse_ranks) in
            [(false, false), (false, true), (true, false), (true, true)]
        {
            let weight = |square: u32| {
                let (mut file, mut rank) = (square % files, square / files);
                if turned {
                    (file, rank) = (rank, file);
                }
                if reverse_files {
                    file = files - 1 - file;
                }
                if reverse_ranks {
                    rank = ranks - 1 - rank;
                }
                3u128.pow(files * rank + file)
            };
            all.push((0..files * ranks).map(weight).collect());
        }
    }
    all
}
