//! The winner's moves according to a checked certificate.

use std::fmt;

use loa_checker::{ByteSource, Watch, check};
use loa_checker::{Certificate, CheckError, Color as Side, Ids, Move as Played, Proof, Stones};
use loa_record::{Basis, Proviso, RatedMove, Worth};
use loa_solver::proof::RuleSet;
use loa_solver::{Bitboard, Board, Color, Move, Position, Preset, Wdl};
use serde::{Deserialize, Serialize};

use crate::image::Image;

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
    /// The start position of the certificate.
    start: Position,
    /// The image by which the certificate answers.
    image: Image,
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
            .field("start", &self.start())
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
        Ok(Guide { proof, start, image: Image::default() })
    }

    /// Returns the guide under these rules; it shares this guide's memory. `None` if the
    /// certificate does not prove the win under all of them.
    pub fn under(&self, rules: RuleSet) -> Option<Guide> {
        Some(Guide { proof: self.proof.under(Ids::from_bits(rules.bits())?)?, ..self.clone() })
    }

    /// Returns the guide that answers for the images of the certificate's positions. It shares this
    /// guide's memory.
    #[must_use]
    pub fn seen_as(&self, image: Image) -> Guide {
        Guide { image, ..self.clone() }
    }

    /// Returns the image of the certificate's positions for which the guide answers.
    pub const fn image(&self) -> Image {
        self.image
    }

    /// Returns the proof.
    pub const fn proof(&self) -> &Proof {
        &self.proof
    }

    /// Returns the start position, which is won.
    pub fn start(&self) -> Position {
        self.image.of(&self.start)
    }

    /// Returns the rules ids under which the win is proved.
    pub fn rules(&self) -> RuleSet {
        RuleSet::from_bits(self.proof.claim().ids.bits()).expect("both know the same ids")
    }

    /// Returns the player who wins.
    pub fn winner(&self) -> Color {
        self.image.of_color(color(self.proof.claim().winner))
    }

    /// Returns the number of plies within which the winner wins from the start.
    pub fn plies(&self) -> u32 {
        self.proof.claim().plies
    }

    /// Returns the number of plies within which the winner wins, whichever side is to move; `None`
    /// if nothing is proved about the position.
    pub fn bound(&self, position: &Position) -> Option<u32> {
        let stones = self.stones(position)?;
        if position.turn() == self.winner() {
            self.proof.bound_of_winner(stones)
        } else {
            self.proof.bound(stones)
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
        let stones = self.stones(position).filter(|_| position.turn() == self.winner());
        let answers = stones.map_or(Vec::new(), |stones| self.proof.answers(stones)).into_iter();
        let seen = answers.map(|answer| {
            let played = self.played(position, answer.played);
            GuideMove { played, plies: answer.plies }
        });
        seen.collect()
    }

    /// Returns the result that the certificate proves about a position.
    pub fn worth(&self, position: &Position, preset: Preset) -> Option<Worth> {
        let plies = self.bound(position)?;
        // The bound of a loss counts the winner's reply, even if no move leaves one.
        let first = self.moves(position, preset).first().and_then(|first| first.worth.plies);
        let plies = first.filter(|&plies| plies < 2).unwrap_or(plies);
        Some(self.proved(position, plies, preset))
    }

    /// Returns the worth of the side to move, which wins or loses within some plies.
    fn proved(&self, position: &Position, plies: u32, preset: Preset) -> Worth {
        let result = if position.turn() == self.winner() { Wdl::Win } else { Wdl::Loss };
        let proviso = Proviso::of(preset);
        Worth { proviso, ..Worth::within(result, plies, Basis::Proof) }
    }

    /// If the winner is to move, returns the proved winning moves, lowest bound first. Otherwise
    /// returns every reply of the loser, highest bound first, with the winner's answer in its line.
    /// Returns none if nothing is proved about the position or the game is over.
    pub fn moves(&self, position: &Position, preset: Preset) -> Vec<RatedMove> {
        if self.bound(position).is_none() || preset.rules.termination(position).is_some() {
            return Vec::new();
        }
        let rated = |played, plies, answer: Option<Move>| RatedMove {
            line: [Some(played), answer].into_iter().flatten().collect(),
            ..RatedMove::new(played, self.proved(position, plies, preset))
        };
        let mut moves: Vec<RatedMove> = if position.turn() == self.winner() {
            let answers = self.answers(position).into_iter();
            answers.map(|GuideMove { played, plies }| rated(played, plies, None)).collect()
        } else {
            let replies = preset.rules.moves(position).into_iter().map(|played| {
                let answer = self.answer(&position.play_unchecked(played));
                let plies = 1 + answer.map_or(0, |answer| answer.plies);
                rated(played, plies, answer.map(|answer| answer.played))
            });
            replies.collect()
        };
        RatedMove::sort(&mut moves);
        moves
    }

    /// Returns the play to the end in which both sides make the first of their listed moves.
    pub fn line(&self, position: &Position, preset: Preset) -> Vec<Move> {
        let mut position = *position;
        let next = move || {
            let played = self.moves(&position, preset).first()?.played;
            position = position.play_unchecked(played);
            Some(played)
        };
        std::iter::from_fn(next).collect()
    }

    /// Returns the positions after the certificate's moves, with the loser to move, and the maximum
    /// number of the loser's remaining turns.
    pub fn positions(&self) -> impl Iterator<Item = (Position, u32)> {
        let positions = self.proof.positions().into_iter();
        let (board, loser) = (self.start.board(), color(self.proof.claim().winner.other()));
        let seen = move |stones| self.image.of(&position(board, stones, loser));
        positions.map(move |(stones, rank)| (seen(stones), rank))
    }

    /// Returns the stones of a position as the certificate has them; `None` for another board.
    fn stones(&self, position: &Position) -> Option<Stones> {
        let seen = self.image.of(position);
        let board = self.start.board();
        let packed = |set: Bitboard| {
            let numbers = set.into_iter().map(|square| board.number(square));
            numbers.fold(0, |set, number| set | 1 << number)
        };
        let stones = || Stones { us: packed(seen.us()), them: packed(seen.them()) };
        (seen.board() == board).then(stones)
    }

    fn played(&self, position: &Position, played: Played) -> Move {
        let Played::Stone { from, to } = played else {
            return Move::Pass;
        };
        let [from, to] =
            [from, to].map(|number| self.image.of_square(self.start.board().square(number)));
        Move::Stone { from, to, capture: position.them().contains(to) }
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

#[cfg(test)]
mod tests {
    use loa_solver::Rules;
    use loa_solver::proof::{Prover, Question, RuleSet, Verdict};
    use loa_tablebase::Tablebase;

    use super::*;

    /// Compares all claims of a 4x4 certificate about images with the tables.
    #[test]
    fn bounds_of_images_are_those_of_the_positions_and_tables_agree() {
        let rules = Rules::default();
        let start = "4x4".parse::<Board>().unwrap().start();
        let question = Question::new(start, RuleSet::one(rules), Color::Black);
        let mut prover = Prover::new(question, 1 << 20).unwrap();
        assert_eq!(prover.search(u64::MAX, 1, &|_| true).unwrap(), Verdict::Proved);
        let certificate = prover.certificate(&|_| true).unwrap();
        let guide = Guide::read(certificate).unwrap();
        let tables = Tablebase::embedded(rules);
        let mut positions: Vec<Position> =
            guide.positions().map(|(position, _)| position).collect();
        let replies = positions.iter().flat_map(|position| {
            let after = |played| position.play_unchecked(played);
            rules.moves(position).into_iter().map(after)
        });
        let open = replies.filter(|position| rules.termination(position).is_none());
        positions = [start].into_iter().chain(open).chain(positions.iter().copied()).collect();
        for image in Image::ALL {
            let view = guide.seen_as(image);
            for position in &positions {
                let seen = image.of(position);
                assert_eq!(image.of(&seen), *position);
                let bound = view.bound(&seen).unwrap();
                assert_eq!(Some(bound), guide.bound(position));
                let value = tables.answer(&seen).unwrap();
                let wins = seen.turn() == view.winner();
                assert_eq!(value.wdl() == Wdl::Win, wins, "{seen}");
                assert!(u32::from(value.plies().unwrap()) <= bound);
                let answers = view.answers(&seen);
                assert_eq!(answers.is_empty(), !wins);
                for answer in &answers {
                    let legal = rules.moves(&seen);
                    assert!(legal.contains(&answer.played), "{seen} {}", answer.played);
                    let after = tables.answer(&seen.play_unchecked(answer.played)).unwrap();
                    assert_eq!(after.wdl(), Wdl::Loss, "{seen} {}", answer.played);
                }
                let best = answers.iter().min_by_key(|answer| answer.plies);
                let least = view.answer(&seen).map(|answer| answer.plies);
                assert_eq!(best.map(|best| best.plies), least);
            }
        }
    }
}
