//! The winner's moves according to a checked certificate.

use std::fmt;

use loa_checker::{ByteSource, Watch, check};
use loa_checker::{Certificate, CheckError, Color as Side, Ids, Move as Played, Proof, Stones};
use loa_solver::proof::RuleSet;
use loa_solver::{Bitboard, Board, Color, Move, Position, Rules};
use serde::{Deserialize, Serialize};

/// The winner's moves that a certificate proves.
///
/// The bound decreases along every line in which the winner follows the guide.
///
/// # Examples
/// ```
/// use loa_engine::Guide;
/// use loa_solver::proof::{Prover, Question, RuleSet, Verdict};
/// use loa_solver::{Color, Rules};
///
/// let start = "4x4".parse::<loa_solver::Board>()?.start();
/// let question = Question::new(start, RuleSet::NORMAL, Color::Black);
/// let mut prover = Prover::new(question, 1 << 20)?;
/// assert_eq!(prover.search(u64::MAX, 1, &|_| true)?, Verdict::Proved);
/// let guide = Guide::read(prover.certificate(&|_| true)?)?;
/// let guide = guide.under(Rules::default().into()).expect("a rules id that is proved");
/// let first = guide.answer(&start).expect("a position of the proof");
/// assert_eq!(first.plies, 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Guide {
    proof: Proof,
    board: Board,
    start: Position,
}

/// A move of the winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GuideMove {
    /// The move.
    pub played: Move,
    /// The winner wins within this number of plies, including this move.
    pub plies: u32,
}

impl fmt::Debug for Guide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Guide")
            .field("start", &self.start)
            .field("winner", &self.winner())
            .finish_non_exhaustive()
    }
}

const fn color(side: Side) -> Color {
    match side {
        Side::Black => Color::Black,
        Side::White => Color::White,
    }
}

impl Guide {
    /// Reads and checks a certificate.
    ///
    /// # Errors
    /// If the bytes are not a certificate, or prove nothing.
    pub fn read(source: impl ByteSource + 'static) -> Result<Guide, CheckError> {
        Guide::check(&Certificate::read(source)?, &|_| true)
    }

    /// Checks an open certificate.
    ///
    /// # Errors
    /// As for [`check`].
    pub fn check(certificate: &Certificate, watch: Watch<'_>) -> Result<Guide, CheckError> {
        let proof = check(certificate, watch)?;
        let claim = proof.claim();
        let [files, ranks] = [claim.board.files(), claim.board.ranks()].map(|count| count as usize);
        let board = Board::new(files, ranks).expect("both know the same boards");
        let start = position(board, claim.start(), color(claim.to_move));
        Ok(Guide { proof, board, start })
    }

    /// Returns the guide under these rules; it shares this guide's memory. `None` if the
    /// certificate does not prove the win under all of them.
    pub fn under(&self, rules: RuleSet) -> Option<Guide> {
        Some(Guide { proof: self.proof.under(Ids::from_bits(rules.bits())?)?, ..self.clone() })
    }

    /// Returns the proof.
    pub const fn proof(&self) -> &Proof {
        &self.proof
    }

    /// Returns the start position of the certificate, which is won.
    pub const fn start(&self) -> Position {
        self.start
    }

    /// Returns the rules ids under which the win is proved.
    pub fn rules(&self) -> RuleSet {
        RuleSet::from_bits(self.proof.claim().ids.bits()).expect("both know the same ids")
    }

    /// Returns the player who wins.
    pub fn winner(&self) -> Color {
        color(self.proof.claim().winner)
    }

    /// Returns the number of plies within which the winner wins from the start.
    pub fn plies(&self) -> u32 {
        self.proof.claim().plies
    }

    /// Returns the number of plies within which the winner wins, whichever side is to move; `None`
    /// if nothing is proved about the position.
    pub fn bound(&self, position: &Position) -> Option<u32> {
        if position.board() != self.board {
            return None;
        }
        if position.turn() == self.winner() {
            self.proof.bound_of_winner(self.stones(position))
        } else {
            self.proof.bound(self.stones(position))
        }
    }

    /// Returns the winner's move with the least bound, the first if several have it; `None` if the
    /// loser is to move, the game is over, or no move is proved to win.
    pub fn answer(&self, position: &Position) -> Option<GuideMove> {
        let answers = self.answers(position).into_iter();
        answers.min_by_key(|answer| answer.plies)
    }

    /// Returns every move of the winner that is proved to win; none if the loser is to move or the
    /// game is over.
    pub fn answers(&self, position: &Position) -> Vec<GuideMove> {
        if position.board() != self.board || position.turn() != self.winner() {
            return Vec::new();
        }
        let answers = self.proof.answers(self.stones(position)).into_iter().map(|answer| {
            GuideMove { played: self.played(position, answer.played), plies: answer.plies }
        });
        answers.collect()
    }

    /// Returns the play to the end under some rules in which the winner makes the first move with the
    /// lowest bound, and the loser the first with the highest; none if nothing is proved about the
    /// position.
    pub fn line(&self, rules: Rules, position: &Position) -> Vec<Move> {
        let mut position = *position;
        let next = move || {
            if rules.termination(&position).is_some() {
                return None;
            }
            let played = if position.turn() == self.winner() {
                self.answer(&position)?.played
            } else {
                let bound = |played| Some((self.bound(&position.play_unchecked(played))?, played));
                let replies = rules.moves(&position).into_iter().rev().filter_map(bound);
                replies.max_by_key(|&(bound, _)| bound)?.1
            };
            position = position.play_unchecked(played);
            Some(played)
        };
        std::iter::from_fn(next).collect()
    }

    /// Returns the positions after the certificate's moves, with the loser to move, and the maximum
    /// number of the loser's remaining turns.
    pub fn positions(&self) -> impl Iterator<Item = (Position, u32)> {
        let positions = self.proof.positions().into_iter();
        let loser = self.winner().other();
        positions.map(move |(stones, rank)| (position(self.board, stones, loser), rank))
    }

    fn stones(&self, position: &Position) -> Stones {
        let packed = |set: Bitboard| {
            let numbers = set.into_iter().map(|square| self.board.number(square));
            numbers.fold(0, |set, number| set | 1 << number)
        };
        Stones { us: packed(position.us()), them: packed(position.them()) }
    }

    fn played(&self, position: &Position, played: Played) -> Move {
        let Played::Stone { from, to } = played else {
            return Move::Pass;
        };
        let to = self.board.square(to);
        Move::Stone { from: self.board.square(from), to, capture: position.them().contains(to) }
    }
}

fn position(board: Board, stones: Stones, turn: Color) -> Position {
    let unpacked = |set: u64| {
        let numbers = (0..board.squares()).filter(|&number| set >> number & 1 != 0);
        numbers.map(|number| board.square(number)).collect()
    };
    let position = Position::new(board, unpacked(stones.us), unpacked(stones.them), turn);
    position.expect("the checker has stones of both sides on squares of the board")
}
