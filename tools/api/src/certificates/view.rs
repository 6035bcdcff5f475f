//! Certificates that answer for images of their positions.
//!
//! The rules mention the side to move and the other side, but no colours and no directions. So a
//! win stays a win in the same number of plies if files and ranks are exchanged. It also stays a
//! win if both the stones and the turn change their colour; then the other colour wins. Exchanging
//! the stones but not the turn gives a different question, because the right to move first matters.

use loa_engine::{Guide, GuideMove};
use loa_record::{Basis, Proviso, RatedMove, Worth};
use loa_solver::{Board, Color, Move, Position, Preset, Wdl};

use super::image::Image;

/// A certificate's guide that answers for images of its positions.
#[derive(Clone, Debug)]
pub struct ProofView {
    /// The guide.
    pub guide: Guide,
    /// The image.
    pub image: Image,
}

impl ProofView {
    /// Returns whether the certificate is about the image of a board.
    pub fn is_of(&self, board: Board) -> bool {
        self.guide.start().board() == self.image.of_board(board)
    }

    /// Returns the player who wins.
    pub fn winner(&self) -> Color {
        self.image.of_color(self.guide.winner())
    }

    /// Returns the maximum number of plies to the win. `None` if the certificate proves nothing
    /// about the position.
    pub fn bound(&self, position: &Position) -> Option<u32> {
        self.guide.bound(&self.image.of(position))
    }

    /// Returns the winner's first move with the lowest bound.
    pub fn answer(&self, position: &Position) -> Option<GuideMove> {
        let answer = self.guide.answer(&self.image.of(position));
        answer.map(|answer| self.seen(answer))
    }

    /// Returns all proved winning moves of the winner.
    pub fn answers(&self, position: &Position) -> Vec<GuideMove> {
        let answers = self.guide.answers(&self.image.of(position)).into_iter();
        answers.map(|answer| self.seen(answer)).collect()
    }

    /// Returns the result that the certificate proves about a position.
    pub(crate) fn worth(&self, position: &Position, preset: Preset) -> Option<Worth> {
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
        let line = self.guide.line(preset.rules, &self.image.of(position)).into_iter();
        line.map(|played| self.image.of_move(played)).collect()
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
        let mut positions: Vec<Position> = guide.positions().map(|(position, _)| position).collect();
        let replies = positions.iter().flat_map(|position| {
            let after = |played| position.play_unchecked(played);
            rules.moves(position).into_iter().map(after)
        });
        let open = replies.filter(|position| rules.termination(position).is_none());
        positions = [start].into_iter().chain(open).chain(positions.iter().copied()).collect();
        for image in Image::ALL {
            let view = ProofView { guide: guide.clone(), image };
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
