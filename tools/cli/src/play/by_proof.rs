//! The winner of a certificate as a player.

use loa_engine::Guide;
use loa_record::Game;
use loa_solver::{Color, Position};

use super::built_in::BuiltIn;
use super::opponent::{Chosen, Opponent};
use crate::failure::{Failure, Status};

/// Plays the winner's moves of a certificate, and by the built-in engine in positions
/// of which the certificate proves nothing.
pub(super) struct ByProof {
    /// The name of the certificate.
    name: String,
    guide: Guide,
    elsewhere: BuiltIn,
    /// True if there has been a note on positions outside the proof.
    outside_noted: bool,
}

impl ByProof {
    /// Returns the player of `color` in a game from `start`.
    ///
    /// # Errors
    /// When the certificate does not prove that the player wins from there.
    pub(super) fn new(
        name: String,
        guide: Guide,
        (color, start): (Color, &Position),
        elsewhere: BuiltIn,
    ) -> Result<ByProof, Failure> {
        if guide.winner() != color || guide.bound(start).is_none() {
            let message = format!(
                "{name}: the certificate does not prove that {} wins from {start}: it proves that {} wins \
                 from {}",
                color.letter(),
                guide.winner().letter(),
                guide.start()
            );
            return Err(Failure::new(Status::Outside, message));
        }
        Ok(ByProof { name, guide, elsewhere, outside_noted: false })
    }
}

impl Opponent for ByProof {
    fn choose(&mut self, game: &Game) -> Result<Chosen, Failure> {
        if let Some(answer) = self.guide.answer(game.position()) {
            return Ok(Chosen::new(answer.played));
        }
        let chosen = self.elsewhere.choose(game)?;
        let is_noted = std::mem::replace(&mut self.outside_noted, true);
        let note = (!is_noted).then(|| {
            format!(
                "{} proves no win of the side to move here, and the built-in engine plays",
                self.name
            )
        });
        Ok(Chosen { note: note.or(chosen.note), ..chosen })
    }

    fn begin_game(&mut self) {
        self.outside_noted = false;
    }
}
