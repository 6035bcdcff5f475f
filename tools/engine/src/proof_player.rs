//! An engine that plays by a certificate.

use std::sync::Arc;

use loa_record::Game;
use loa_solver::Position;
use loa_solver::proof::Guide;

use crate::engine::{Engine, EngineMove, EngineSource};
use crate::fault::{Failed, Fault};
use crate::protocol::reply::Score;

/// An engine that plays the winner's moves of a certificate, and knows no others.
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
///
/// use loa_engine::{Engine, ProofPlayer};
/// use loa_record::Game;
/// use loa_solver::Color;
/// use loa_solver::proof::{Guide, Prover, Question, RuleSet};
///
/// let start = "4x4".parse::<loa_solver::Board>()?.start();
/// let rules = RuleSet::NORMAL;
/// let mut prover = Prover::new(Question::new(start, rules, Color::Black), 1 << 20)?;
/// prover.search(u64::MAX, 1, &())?;
/// let guide = Guide::new(prover.certificate(&())?, rules).expect("the same rules");
/// let mut player = ProofPlayer::new(Arc::new(guide));
/// let answer = player.best_move(&Game::new(Default::default(), start))?;
/// assert_eq!(answer.score.map(|score| score.to_string()), Some("win".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ProofPlayer {
    guide: Arc<Guide>,
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
    pub fn new(guide: Arc<Guide>) -> ProofPlayer {
        ProofPlayer { guide }
    }

    /// The guide.
    pub fn guide(&self) -> &Guide {
        &self.guide
    }
}

impl Engine for ProofPlayer {
    fn best_move(&mut self, game: &Game) -> Result<EngineMove, Failed> {
        let position = *game.position();
        let answer = self.guide.answer(&position);
        match answer.map_err(|fault| Fault::Own(Box::new(fault)))? {
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
