//! Estimates a position without a search.
//!
//! The features are those of the program MIA: M.H.M. Winands, H.J. van den Herik, J.W.H.M.
//! Uiterwijk, "An Evaluation Function for Lines of Action", Advances in Computer Games 10 (2003);
//! quads after the same authors' "The Quad Heuristic in Lines of Action", ICGA Journal 24 (2001).
//! The weights are our own: the best of several that played a few dozen games against each other.
//! Walls are counted as stones that cannot move.
//!
//! All counts are integers that no symmetry of the board changes, and the same for both sides.
//! Under misere rules, bringing stones together counts against a side. So, much more, does every
//! stone that it has lost.

use loa_solver::{Bitboard, Board, Move, Position, Rules};

use super::score::ESTIMATE;

/// Points for each square by which stones are nearer to their centre of mass, on average, relative
/// to the minimum for their number.
const CONCENTRATION: i32 = 300;
/// Points for each square of distance between stones and the edge, on average.
const CENTRALISATION: i32 = 25;
/// Points subtracted if all stones are in corners; in proportion if some are.
const CORNER: i32 = 25;
/// Points for each two by two square with three or four stones of a side, near its centre of mass:
/// such formations are hard to break.
const QUAD: i32 = 10;
/// Points for each neighbour that stones have, on average.
const CONNECTEDNESS: i32 = 12;
/// Points subtracted for each square of the rectangle around all stones.
const AREA: i32 = 2;
/// Points for each move. A capture counts twice, a move to the edge half.
const MOVE: i32 = 8;
/// Points subtracted for each stone that cannot move.
const BLOCKED: i32 = 15;
/// Points for the side to move.
const TEMPO: i32 = 12;
/// Points for each stone under misere rules: fewer stones are joined sooner.
const STONE: i32 = 400;
/// The divisor of the points for being together, which count against a side under misere rules.
const MISERE_DIVISOR: i32 = 10;

const NOT_FIRST_FILE: u64 = 0xfefe_fefe_fefe_fefe;
const FIRST_FILE: u64 = 0x0101_0101_0101_0101;

/// Evaluates positions of one board under one set of rules.
pub(super) struct Evaluator {
    misere: bool,
    /// Squares at least one, two and three steps from the edge.
    inner: [u64; 3],
    corners: u64,
    edge: u64,
}

impl Evaluator {
    pub(super) fn new(board: Board, rules: Rules) -> Evaluator {
        let (files, ranks) = (board.files(), board.ranks());
        let mut inner = [0; 3];
        for (steps, squares) in (1..).zip(&mut inner) {
            *squares =
                rectangle((steps, files as i32 - 1 - steps), (steps, ranks as i32 - 1 - steps));
        }
        let bottom = 1 | 1 << (files - 1);
        Evaluator {
            misere: rules.is_misere(),
            inner,
            corners: bottom | bottom << (8 * (ranks - 1)),
            edge: board.mask().0 & !inner[0],
        }
    }

    /// Points for the side to move.
    pub(super) fn evaluate(&self, position: &Position) -> i32 {
        let other = position.passed();
        let formation = self.formation(position.us().0) - self.formation(position.them().0);
        let mobility = self.mobility(position) - self.mobility(&other);
        let points = if self.misere {
            let material = position.material();
            mobility - formation / MISERE_DIVISOR
                + STONE * (material.us() as i32 - material.them() as i32)
        } else {
            mobility + formation
        };
        (points + TEMPO).clamp(1 - ESTIMATE, ESTIMATE - 1)
    }

    /// Returns points for stones that are close to one group.
    fn formation(&self, stones: u64) -> i32 {
        let number = stones.count_ones() as i32;
        let mass = Mass::of(stones);
        let inner: u32 = self.inner.iter().map(|&squares| (stones & squares).count_ones()).sum();
        let corners = (stones & self.corners).count_ones() as i32;
        let joined = 2 * pairs(stones) * CONNECTEDNESS;
        let average = joined + inner as i32 * CENTRALISATION - corners * CORNER;
        average / number - mass.spread() * CONCENTRATION / (number * number)
            + quads(mass.surroundings(), stones) * QUAD
            - mass.area * AREA
    }

    /// Returns points for the moves of the side to move.
    fn mobility(&self, position: &Position) -> i32 {
        let (mut halves, mut movable) = (0, Bitboard::EMPTY);
        position.stone_moves().for_each(|played| {
            if let Move::Stone { from, to, capture } = played {
                let weight = if self.edge >> to.index() & 1 == 0 { 2 } else { 1 };
                halves += if capture { 2 * weight } else { weight };
                movable |= from.into();
            }
        });
        let blocked = (position.us() - movable).count() as i32;
        halves * MOVE / 2 - blocked * BLOCKED
    }
}

/// The centre and extent of one side's stones.
struct Mass {
    stones: u64,
    number: i32,
    /// The sums of all files and ranks, which are `number` times the centre of mass.
    sums: (i32, i32),
    /// The area of the smallest rectangle around all stones.
    area: i32,
}

impl Mass {
    fn of(stones: u64) -> Mass {
        let (mut sums, mut low, mut high) = ((0, 0), (7, 7), (0, 0));
        for (file, rank) in squares(stones) {
            sums = (sums.0 + file, sums.1 + rank);
            low = (low.0.min(file), low.1.min(rank));
            high = (high.0.max(file), high.1.max(rank));
        }
        Mass {
            stones,
            number: stones.count_ones() as i32,
            sums,
            area: (high.0 - low.0 + 1) * (high.1 - low.1 + 1),
        }
    }

    /// Returns the distances of all stones from the centre of mass, in king's steps, less the
    /// minimum for their number. The result is multiplied by `number`, so that it is an integer.
    fn spread(&self) -> i32 {
        let number = self.number;
        let away = |(file, rank): (i32, i32)| {
            let (dx, dy) = (number * file - self.sums.0, number * rank - self.sums.1);
            dx.abs().max(dy.abs())
        };
        let total: i32 = squares(self.stones).map(away).sum();
        (total - number * least_distances(number)).max(0)
    }

    /// Returns the lower left squares of the quads whose centres are within two squares of the
    /// centre of mass.
    fn surroundings(&self) -> u64 {
        let number = self.number;
        // A quad that begins on file f is centred on f + 1/2: between
        // (2 sum - 5 number) / 2 number and (2 sum + 3 number) / 2 number.
        let span = |sum: i32| {
            let low = -(5 * number - 2 * sum).div_euclid(2 * number);
            let high = (2 * sum + 3 * number).div_euclid(2 * number);
            (low.max(0), high.min(7))
        };
        rectangle(span(self.sums.0), span(self.sums.1))
    }
}

/// Returns the file and rank of each square of a set.
fn squares(set: u64) -> impl Iterator<Item = (i32, i32)> {
    let squares = Bitboard(set).into_iter();
    squares.map(|square| (square.file() as i32, square.rank() as i32))
}

/// Returns the minimum sum of the distances of this number of stones from a square: one stone on
/// it, eight round it, sixteen round these.
const fn least_distances(number: i32) -> i32 {
    let (mut total, mut left, mut ring) = (0, number - 1, 1);
    while left > 0 {
        let here = if left < 8 * ring { left } else { 8 * ring };
        total += here * ring;
        left -= here;
        ring += 1;
    }
    total
}

/// Returns the squares on these files and ranks, including both ends.
const fn rectangle(files: (i32, i32), ranks: (i32, i32)) -> u64 {
    if files.0 > files.1 || ranks.0 > ranks.1 {
        return 0;
    }
    let row = 0xff_u64 >> (7 - (files.1 - files.0)) << files.0;
    let column = u64::MAX >> (8 * (7 - (ranks.1 - ranks.0))) << (8 * ranks.0);
    (row * FIRST_FILE) & column
}

/// Returns the number of pairs of neighbours among the stones.
const fn pairs(stones: u64) -> i32 {
    let right = stones & NOT_FIRST_FILE;
    let across = stones << 1 & right;
    let up = stones << 8 & stones;
    let rising = stones << 9 & right;
    let falling = stones >> 7 & right;
    (across.count_ones() + up.count_ones() + rising.count_ones() + falling.count_ones()) as i32
}

/// Returns the number of two by two squares with their lower left corners in `corners` and at least
/// three of the stones.
const fn quads(corners: u64, stones: u64) -> i32 {
    let (low, above) = (stones, stones >> 8);
    let (right, above_right) = ((stones & NOT_FIRST_FILE) >> 1, (stones & NOT_FIRST_FILE) >> 9);
    let (one_low, both_low) = (low ^ right, low & right);
    let (one_above, both_above) = (above ^ above_right, above & above_right);
    let three = both_low & (one_above | both_above) | both_above & one_low;
    (three & corners).count_ones() as i32
}

#[cfg(test)]
mod tests {
    use loa_solver::{Color, Symmetry};

    use super::*;

    /// Returns positions of every board, with stones placed by a linear congruence.
    fn positions() -> impl Iterator<Item = Position> {
        Board::all().flat_map(|board| {
            let mut state = u64::from(board.squares());
            (0..20).filter_map(move |_| {
                let mut sides = [Bitboard::EMPTY; 2];
                for side in &mut sides {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    *side = Bitboard((state ^ state >> 31) & (state >> 13)) & board.mask();
                }
                Position::new(board, sides[0], sides[1] - sides[0], Color::Black).ok()
            })
        })
    }

    #[test]
    fn neither_the_boards_symmetries_nor_colours_matter() {
        let mut number = 0;
        for position in positions() {
            let board = position.board();
            for rules in ["mover-pass", "own-loss", "mover-pass-misere"] {
                let evaluation = Evaluator::new(board, rules.parse().unwrap());
                let points = evaluation.evaluate(&position);
                for symmetry in Symmetry::all(board) {
                    let image = |squares| symmetry.apply(board, squares);
                    let (us, them) = (image(position.us()), image(position.them()));
                    for turn in [Color::Black, Color::White] {
                        let image = Position::new(board, us, them, turn).unwrap();
                        assert_eq!(evaluation.evaluate(&image), points, "{position} {image}");
                    }
                }
                let other = evaluation.evaluate(&position.passed());
                assert_eq!(points - TEMPO, TEMPO - other, "{position}");
            }
            number += 1;
        }
        assert!(number > 500, "{number} positions");
    }

    #[test]
    fn together_is_good_and_under_misere_bad() {
        let near: Position = "8/8/2xx1x2/2xx4/8/o6o/8/o5oo x".parse().unwrap();
        let points = |position: &Position, rules: &str| {
            let evaluation = Evaluator::new(position.board(), rules.parse().unwrap());
            evaluation.evaluate(position)
        };
        assert!(points(&near, "mover-pass") > 200);
        // Moves count the same under both rules, which leaves the points for being together.
        let together = |position: &Position| {
            points(position, "mover-pass") - points(position, "mover-pass-misere")
        };
        assert!(together(&near) > 200, "{}", together(&near));
        assert!(together(&near.passed()) < -200);
        let fewer: Position = "8/8/2xx1x2/2xx4/8/o6o/8/o5o1 x".parse().unwrap();
        let gained = |rules| points(&fewer, rules) - points(&near, rules);
        assert!(gained("mover-pass-misere") > gained("mover-pass") + STONE / 2);
    }

    #[test]
    fn parts_are_what_counting_by_hand_gives() {
        let stones = 0b0000_0111 | 0b0000_0101 << 8 | 1 << 63;
        assert_eq!(pairs(stones), 6);
        assert_eq!(pairs(1 << 7 | 1 << 8), 0, "not round the edge");
        assert_eq!(quads(u64::MAX, stones), 2);
        assert_eq!(quads(u64::MAX, stones | 1 << 9), 2);
        assert_eq!(quads(!1, stones), 1);
        assert_eq!((least_distances(1), least_distances(9), least_distances(12)), (0, 8, 14));
        assert_eq!(rectangle((1, 2), (0, 1)), 0b110 | 0b110 << 8);
        assert_eq!(rectangle((0, 7), (0, 7)), u64::MAX);
        let mass = Mass::of(0b11);
        assert_eq!((mass.sums, mass.area), ((1, 0), 2));
        // Half a square from each, but two stones need at least one square.
        assert_eq!(mass.spread(), 0);
        // Quads with centres on -1.5 .. 2.5 and -2 .. 2.
        assert_eq!(mass.surroundings(), rectangle((0, 2), (0, 1)));
    }
}
