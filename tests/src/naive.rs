//! The naive twin: a Lines of Action solver simple enough to be verified by reading.
//!
//! The real solver is compared with this one position by position, so the two share nothing: no
//! bitboards, no symmetry, no index, no unmoves, none of the project's code. Squares are numbered
//! `rank * files + file`, with rank 0 at the bottom. All placements are listed, moves are walked
//! square by square, and values come from sweeping over all undecided positions, ply by ply, until
//! a sweep changes nothing. That takes about 100 bytes for each position: it suits small boards or
//! few stones.

use NaiveOutcome::{Draw, Loss, Win};

const EMPTY: u8 = 0;
const US: u8 = 1;
const THEM: u8 = 2;

/// Steps of file and rank. A direction and its opposite are four apart.
#[rustfmt::skip]
const DIRECTIONS: [(i8, i8); 8] =
    [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// The result for the side to move under best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NaiveOutcome {
    /// The side to move has won or can force it.
    Win,
    /// Neither side can force a win. This includes endless play.
    Draw,
    /// The other side has won or can force it.
    Loss,
}

/// The value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NaiveValue {
    /// The result for the side to move. `Draw` also means not decided yet: a position that is still
    /// undecided at the end is drawn.
    pub outcome: NaiveOutcome,
    /// The distance of a win or loss in plies; 0 for draws and if the game is over.
    pub plies: u16,
    /// True if a connection has ended the game. A lack of legal moves does not count.
    pub finished: bool,
}

/// The parts of a rules id.
struct Rules<'a> {
    connection: &'a str,
    no_move: &'a str,
    misere: bool,
}

impl Rules<'_> {
    fn parse(id: &str) -> Option<Rules<'_>> {
        let normal = id.strip_suffix("-misere");
        let (connection, no_move) = normal.unwrap_or(id).split_once('-')?;
        let misere = normal.is_some();
        let known = ["mover", "draw", "own"].contains(&connection)
            && ["pass", "loss", "draw"].contains(&no_move)
            && !(misere && connection == "own");
        known.then_some(Rules { connection, no_move, misere })
    }

    /// Returns the result if connections have ended the game. `them` moved last: if both are
    /// connected, they win under `mover`, and `own` considers only them.
    fn connected(&self, us: bool, them: bool) -> Option<NaiveOutcome> {
        let us = us && self.connection != "own";
        match (us, them) {
            (false, false) => None,
            (true, true) if self.connection == "draw" => Some(Draw),
            // Otherwise one side has won: `them` if connected, reversed under misere.
            _ if them == self.misere => Some(Win),
            _ => Some(Loss),
        }
    }

    /// Returns the result if `us` cannot move; `None` if the turn passes.
    fn stuck(&self, other_can_move: bool) -> Option<NaiveOutcome> {
        match self.no_move {
            "loss" => Some(Loss),
            "pass" if other_can_move => None,
            _ => Some(Draw),
        }
    }
}

/// The bare board.
#[derive(Debug)]
struct Geometry {
    files: usize,
    ranks: usize,
}

impl Geometry {
    /// Returns the squares from `from`, excluding it, to the edge.
    fn ray(&self, from: usize, direction: usize) -> impl Iterator<Item = usize> + '_ {
        let (file_step, rank_step) = DIRECTIONS[direction % 8];
        let (mut file, mut rank) = ((from % self.files) as i8, (from / self.files) as i8);
        std::iter::from_fn(move || {
            (file, rank) = (file + file_step, rank + rank_step);
            let inside =
                (0..self.files as i8).contains(&file) && (0..self.ranks as i8).contains(&rank);
            inside.then(|| rank as usize * self.files + file as usize)
        })
    }

    fn connected(&self, cells: &[u8], side: u8) -> bool {
        let mut unseen = cells.to_vec();
        let mut open = Vec::from_iter(cells.iter().position(|&cell| cell == side));
        while let Some(square) = open.pop() {
            unseen[square] = EMPTY;
            let neighbours = (0..8).filter_map(|direction| self.ray(square, direction).next());
            open.extend(neighbours.filter(|&next| unseen[next] == side));
        }
        !unseen.contains(&side)
    }

    /// Returns the square where the stone on `from` lands; `None` if it cannot go that way.
    fn landing(&self, cells: &[u8], from: usize, direction: usize) -> Option<usize> {
        let is_stone = |square: &usize| cells[*square] != EMPTY;
        let ahead = self.ray(from, direction).filter(is_stone).count();
        let behind = self.ray(from, direction + 4).filter(is_stone).count();
        let mut way = self.ray(from, direction);
        let blocked = way.by_ref().take(ahead + behind).any(|square| cells[square] == THEM);
        way.next().filter(|&to| !blocked && cells[to] != US)
    }

    /// Returns the positions after each move, the other side to move.
    fn successors(&self, cells: &[u8]) -> Vec<Vec<u8>> {
        let stones = (0..cells.len()).filter(|&square| cells[square] == US);
        let tries = stones.flat_map(|from| (0..8).map(move |direction| (from, direction)));
        let moves = tries.filter_map(|(from, way)| Some((from, self.landing(cells, from, way)?)));
        let play = |(from, to)| {
            let mut after = cells.to_vec();
            (after[from], after[to]) = (EMPTY, US);
            turned(&after)
        };
        moves.map(play).collect()
    }
}

/// Returns the position with the other side to move.
fn turned(cells: &[u8]) -> Vec<u8> {
    let turn = |&cell: &u8| [EMPTY, THEM, US][usize::from(cell)];
    cells.iter().map(turn).collect()
}

/// Returns a position as a number for look-ups: a digit to base 4 for each square, of which 64 fit
/// exactly.
fn encode(cells: &[u8]) -> u128 {
    cells.iter().fold(0, |code, &cell| code * 4 + u128::from(cell))
}

fn decode(code: u128, squares: usize) -> Vec<u8> {
    let digit = |square| (code >> (2 * square) & 3) as u8;
    (0..squares).rev().map(digit).collect()
}

/// Returns the codes of all placements, ascending.
fn placements(squares: usize, a: usize, b: usize) -> Vec<u128> {
    let fits = |us, them| (us <= a && them <= b) || (us <= b && them <= a);
    let mut begun = vec![(0, 0, 0)];
    for _ in 0..squares {
        let longer = begun.iter().flat_map(|&(code, us, them)| {
            let code = code * 4;
            [(code, us, them), (code + 1, us + 1, them), (code + 2, us, them + 1)]
        });
        begun = longer.filter(|&(_, us, them)| fits(us, them)).collect();
    }
    let whole = begun.iter().filter(|&&(_, us, them)| us > 0 && them > 0);
    whole.map(|&(code, _, _)| code).collect()
}

/// The facts about a position that no rules id changes.
#[derive(Debug)]
struct Facts {
    /// The position's part of the list of successors.
    successors: std::ops::Range<usize>,
    can_move: bool,
    us_connected: bool,
    them_connected: bool,
    /// The position with the other side to move, after a pass.
    twin: [u32; 1],
}

/// All placements on one board up to some material, with their successors.
#[derive(Debug)]
pub struct NaiveBoard {
    geometry: Geometry,
    /// The codes of all positions, ascending. Elsewhere a position is its index in this list.
    codes: Vec<u128>,
    facts: Vec<Facts>,
    successors: Vec<u32>,
}

impl NaiveBoard {
    /// Lists all placements with 1 to `max_mover` stones on one side and 1 to `max_other` on the
    /// other. Either side may be to move, because turns alternate.
    pub fn new(files: usize, ranks: usize, max_mover: usize, max_other: usize) -> NaiveBoard {
        let codes = placements(files * ranks, max_mover, max_other);
        let mut board = NaiveBoard {
            geometry: Geometry { files, ranks },
            facts: Vec::with_capacity(codes.len()),
            successors: Vec::new(),
            codes,
        };
        for place in 0..board.codes.len() {
            let facts = board.look_at(&decode(board.codes[place], files * ranks));
            board.facts.push(facts);
        }
        board
    }

    fn look_at(&mut self, cells: &[u8]) -> Facts {
        let start = self.successors.len();
        let after = self.geometry.successors(cells);
        // A capture of the last stone leads to no listed position. None is needed: a lone stone is
        // connected, so unless its owner is to move the game is over under every rules id.
        let places = after.iter().filter_map(|next| self.find(next));
        let places = Vec::from_iter(places);
        self.successors.extend(places);
        Facts {
            successors: start..self.successors.len(),
            can_move: !after.is_empty(),
            us_connected: self.geometry.connected(cells, US),
            them_connected: self.geometry.connected(cells, THEM),
            twin: [self.find(&turned(cells)).unwrap_or_default()],
        }
    }

    fn find(&self, cells: &[u8]) -> Option<u32> {
        let place = self.codes.binary_search(&encode(cells)).ok()?;
        Some(place as u32)
    }

    /// Returns the positions after all moves, or else after the pass.
    fn continuations(&self, place: usize) -> &[u32] {
        let facts = &self.facts[place];
        if facts.can_move { &self.successors[facts.successors.clone()] } else { &facts.twin }
    }

    /// Returns all positions: the squares of the side to move and of the other side, ascending.
    pub fn positions(&self) -> impl Iterator<Item = [Vec<u8>; 2]> + '_ {
        let squares = self.geometry.files * self.geometry.ranks;
        self.codes.iter().map(move |&code| {
            let cells = decode(code, squares);
            [US, THEM].map(|side| {
                let squares = (0..).zip(&cells).filter(|&(_, &cell)| cell == side);
                squares.map(|(square, _)| square).collect()
            })
        })
    }

    /// Solves the board under one of the fifteen rules ids; panics for other ids. Returns the values in
    /// the order of [`NaiveBoard::positions`].
    pub fn solve(&self, rules: &str) -> Vec<NaiveValue> {
        let rules = Rules::parse(rules).unwrap_or_else(|| panic!("not a rules id: {rules}"));
        let (mut values, mut undecided) = self.begin(&rules);
        for ply in 1.. {
            let before = undecided.len();
            undecided.retain(|&place| !self.decide(&mut values, place, ply));
            if undecided.len() == before {
                break;
            }
        }
        values
    }

    /// Returns the values of finished positions, and the places of the others.
    fn begin(&self, rules: &Rules) -> (Vec<NaiveValue>, Vec<usize>) {
        let (mut values, mut undecided) = (Vec::new(), Vec::new());
        for (place, facts) in self.facts.iter().enumerate() {
            let other_can_move = self.facts[facts.twin[0] as usize].can_move;
            let connected = rules.connected(facts.us_connected, facts.them_connected);
            let stuck = (!facts.can_move).then(|| rules.stuck(other_can_move)).flatten();
            let result = connected.or(stuck);
            if result.is_none() {
                undecided.push(place);
            }
            values.push(NaiveValue {
                outcome: result.unwrap_or(Draw),
                plies: 0,
                finished: connected.is_some(),
            });
        }
        (values, undecided)
    }

    /// Decides a position that is won or lost in exactly `ply`. Only values below `ply` count, so
    /// the order within a sweep does not matter and distances are exact.
    fn decide(&self, values: &mut [NaiveValue], place: usize, ply: u16) -> bool {
        let known = |next: u32, outcome| {
            let value = values[next as usize];
            value.outcome == outcome && value.plies < ply
        };
        let nexts = self.continuations(place);
        let won = nexts.iter().any(|&next| known(next, Loss));
        let lost = !won && nexts.iter().all(|&next| known(next, Win));
        if won || lost {
            values[place] =
                NaiveValue { outcome: if won { Win } else { Loss }, plies: ply, finished: false };
        }
        won || lost
    }
}
