//! Certificates as they answer for positions that are images of their own.
//!
//! The rules know the side to move and the other side, no colours and no directions. So a
//! win stays one, in as many plies, where files and ranks are exchanged, and where the
//! stones and the turn both go to the other colour: then the other colour wins. To exchange
//! the stones and leave the turn as it is would be another question, for to move first
//! matters.

use loa_engine::{Guide, GuideMove};
use loa_solver::{Board, Color, Move, Position, Square};

/// A way in which a position is the image of one that a certificate is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Image {
    /// True if files and ranks are exchanged.
    pub transposed: bool,
    /// True if the colours of the stones and of the side to move are exchanged.
    pub colors_exchanged: bool,
}

impl Image {
    /// All images, the position itself first.
    pub const ALL: [Image; 4] = [
        Image { transposed: false, colors_exchanged: false },
        Image { transposed: true, colors_exchanged: false },
        Image { transposed: false, colors_exchanged: true },
        Image { transposed: true, colors_exchanged: true },
    ];

    /// Returns the image of a board.
    pub fn of_board(self, board: Board) -> Board {
        if self.transposed { board.transposed() } else { board }
    }

    /// Returns the image of a position, whose image is that position again.
    pub(crate) fn of(self, position: &Position) -> Position {
        let position = if self.transposed { position.transposed() } else { *position };
        if !self.colors_exchanged {
            return position;
        }
        let (us, them, turn) = (position.us(), position.them(), position.turn().other());
        let exchanged = Position::new(position.board(), us, them, turn);
        exchanged.expect("the same squares")
    }

    fn of_move(self, played: Move) -> Move {
        let Move::Stone { from, to, capture } = played else {
            return played;
        };
        let image = |square: Square| {
            if self.transposed { Square::new(square.rank(), square.file()) } else { square }
        };
        Move::Stone { from: image(from), to: image(to), capture }
    }
}

/// A certificate's guide, asked about images of its positions.
#[derive(Clone, Copy, Debug)]
pub struct ProofView<'a> {
    /// The guide.
    pub guide: &'a Guide,
    /// The image.
    pub image: Image,
}

impl ProofView<'_> {
    /// Returns whether the certificate is of the image of a board.
    pub fn is_of(&self, board: Board) -> bool {
        self.guide.start().board() == self.image.of_board(board)
    }

    /// Returns the player who wins.
    pub fn winner(&self) -> Color {
        if self.image.colors_exchanged { self.guide.winner().other() } else { self.guide.winner() }
    }

    /// Returns the plies after which the winner has won at the latest; `None` if the
    /// certificate proves nothing of the position.
    pub fn bound(&self, position: &Position) -> Option<u32> {
        self.guide.bound(&self.image.of(position))
    }

    /// Returns the winner's move with the least bound, the first of several.
    pub fn answer(&self, position: &Position) -> Option<GuideMove> {
        let answer = self.guide.answer(&self.image.of(position));
        answer.map(|answer| self.seen(answer))
    }

    /// Returns every move of the winner that is proved to win.
    pub fn answers(&self, position: &Position) -> Vec<GuideMove> {
        let answers = self.guide.answers(&self.image.of(position)).into_iter();
        answers.map(|answer| self.seen(answer)).collect()
    }

    fn seen(&self, mut answer: GuideMove) -> GuideMove {
        answer.played = self.image.of_move(answer.played);
        answer
    }
}

#[cfg(test)]
mod tests {
    use loa_solver::Rules;
    use loa_solver::proof::{Prover, Question, RuleSet, Verdict};
    use loa_tablebase::{Tablebase, Wdl};

    use super::*;

    /// A certificate of 4x4, and what tables say of everything that it claims of images.
    #[test]
    fn bounds_of_images_are_those_of_the_positions_and_tables_agree() {
        let rules = Rules::default();
        let start = "4x4".parse::<Board>().unwrap().start();
        let question = Question::new(start, RuleSet::one(rules), Color::Black);
        let mut prover = Prover::new(question, 1 << 20).unwrap();
        assert_eq!(prover.search(u64::MAX, 1, &()).unwrap(), Verdict::Proved);
        let certificate = prover.certificate(&()).unwrap();
        let guide = Guide::read(certificate.into_bytes()).unwrap();
        let tables = Tablebase::embedded(rules);
        let mut positions = guide.turns();
        positions.extend(guide.positions().map(|(position, _)| position));
        for image in Image::ALL {
            let view = ProofView { guide: &guide, image };
            assert!(view.is_of(start.board()));
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
