//! An engine that plays by a certificate.

use loa_record::Game;
use loa_solver::Position;

use crate::engine::{Engine, EngineMove, EngineSource};
use crate::fault::{Failed, Fault};
use crate::guide::Guide;
use crate::protocol::reply::Score;

/// An engine that plays the winner's moves of a certificate, and knows no others.
///
/// # Examples
///
/// ```
/// use loa_engine::{Engine, Guide, ProofPlayer};
/// use loa_record::Game;
/// use loa_solver::Color;
/// use loa_solver::proof::{Prover, Question, RuleSet};
///
/// let start = "4x4".parse::<loa_solver::Board>()?.start();
/// let rules = RuleSet::NORMAL;
/// let mut prover = Prover::new(Question::new(start, rules, Color::Black), 1 << 20)?;
/// prover.search(u64::MAX, 1, &())?;
/// let guide = Guide::read(prover.certificate(&())?.into_bytes())?;
/// let mut player = ProofPlayer::new(guide);
/// let answer = player.best_move(&Game::new(Default::default(), start))?;
/// assert_eq!(answer.score.map(|score| score.to_string()), Some("win".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ProofPlayer {
    guide: Guide,
}

/// A position in which a certificate proves no move to win.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the certificate proves no win of the side to move in {position}")]
pub struct OutsideProof {
    /// The position.
    pub position: Position,
}

impl ProofPlayer {
    /// Returns a player by a guide.
    pub const fn new(guide: Guide) -> ProofPlayer {
        ProofPlayer { guide }
    }

    /// The guide.
    pub const fn guide(&self) -> &Guide {
        &self.guide
    }
}

impl Engine for ProofPlayer {
    fn best_move(&mut self, game: &Game) -> Result<EngineMove, Failed> {
        let position = *game.position();
        match self.guide.answer(&position) {
            // The plies are a bound, and no distance.
            Some(answer) => Ok(EngineMove::new(answer.played).with_score(Score::Win(None))),
            None => Err(Fault::Own(Box::new(OutsideProof { position })).into()),
        }
    }
}

impl EngineSource for ProofPlayer {
    fn start(&self) -> Result<Box<dyn Engine + '_>, Failed> {
        Ok(Box::new(self.clone()))
    }
}
