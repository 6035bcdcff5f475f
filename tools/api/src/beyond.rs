//! Answers about positions that no table covers. They come from a certificate, otherwise from the
//! engine.

use std::fmt;
use std::time::Duration;

use loa_engine::{Estimate, History, is_distance};
use loa_record::text::within;
use loa_record::{Game, move_number};
use loa_solver::{Move, Position, Preset, Wdl};
use serde::Serialize;

use crate::certificates::{Basis, Certified, Proved, Proviso, RankedMove};
use crate::estimates::{Worth, without_history};
use crate::failure::Failure;
use crate::library::Library;
use crate::request::PositionRequest;

/// A position that no table covers.
#[derive(Clone, Debug, Serialize)]
pub struct BeyondReply {
    position: Position,
    board: String,
    rules: &'static str,
    basis: Basis,
    /// The condition of all proved results.
    #[serde(skip_serializing_if = "Option::is_none")]
    proviso: Option<Proviso>,
    #[serde(flatten)]
    worth: Worth,
    /// The certificate that the moves come from.
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<String>,
    moves: Vec<BeyondMove>,
    /// The play that the certificate or the engine expects.
    line: Vec<Move>,
    #[serde(skip)]
    preset: Preset,
    /// The value in words.
    #[serde(skip)]
    words: String,
}

/// A move in a position that no table covers.
#[derive(Clone, Debug, Serialize)]
struct BeyondMove {
    r#move: Move,
    basis: Basis,
    #[serde(flatten)]
    worth: Worth,
    /// The depth of the engine's search in plies, including this move.
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    /// The result that a certificate proves, and the maximum number of plies until it.
    #[serde(skip)]
    bound: Option<(Wdl, u32)>,
    #[serde(skip)]
    words: String,
}

impl BeyondReply {
    /// Returns the answer of a certificate, or else of the engine, which thinks for `time`. `None`
    /// if the game is over.
    ///
    /// # Errors
    /// When the position cannot be read, or the engine does not fit in memory.
    pub fn find(
        question: &PositionRequest,
        library: &Library,
        time: Duration,
    ) -> Result<Option<BeyondReply>, Failure> {
        let (position, preset) = question.read()?;
        if let Some(reply) = BeyondReply::by_certificate(library, &position, preset) {
            return Ok(Some(reply));
        }
        let mut estimator = library.estimator(without_history(preset))?;
        let found = estimator.moves(&History::new(position), time);
        Ok(BeyondReply::by_engine(&position, preset, found))
    }

    /// Returns the answer of a certificate.
    pub fn by_certificate(
        library: &Library,
        position: &Position,
        preset: Preset,
    ) -> Option<BeyondReply> {
        let Certified { proof, view } = library.look_up_proof(position, preset).proved()?;
        let bound = view.proved(position, preset)?;
        let result = if position.turn() == view.winner() { Wdl::Win } else { Wdl::Loss };
        let known = Proved::of(position, preset)
            .filter(|known| known.basis != Basis::Verified || known.exact || proof.is_verified())
            .filter(|known| known.exact || known.plies <= bound.plies);
        let moves = view.moves(position, preset.rules).into_iter().map(
            |RankedMove { played, plies, .. }| {
                let is_distance = is_distance(result, plies);
                BeyondMove {
                    r#move: played,
                    basis: Basis::Proof,
                    worth: Worth::certain(result, plies, is_distance),
                    depth: None,
                    bound: Some((result, plies)),
                    words: format!("{} {} {plies}", result.verb(), within(is_distance)),
                }
            },
        );
        Some(BeyondReply {
            moves: moves.collect(),
            line: view.line(position, preset.rules),
            certificate: Some(proof.name.clone()),
            ..BeyondReply::known(position, preset, known.unwrap_or(bound))
        })
    }

    /// Returns the result of the engine's search, if it found one: its moves, best first. For a
    /// start whose winner is known, the proved value replaces the engine's estimate.
    fn by_engine(position: &Position, preset: Preset, found: &[Estimate]) -> Option<BeyondReply> {
        let best = found.first()?;
        let moves = found.iter().map(|estimate| BeyondMove {
            r#move: estimate.played,
            basis: Basis::Search,
            worth: estimate.into(),
            depth: Some(estimate.depth),
            bound: None,
            words: estimate.to_string(),
        });
        let how = if best.is_certain() { "searched to its end" } else { "not proved" };
        let reply = match Proved::of(position, preset) {
            Some(known) => BeyondReply::known(position, preset, known),
            None => BeyondReply {
                basis: Basis::Search,
                worth: best.into(),
                words: format!("{best}: by the engine, {how}"),
                ..BeyondReply::empty(position, preset)
            },
        };
        Some(BeyondReply { moves: moves.collect(), line: best.line.clone(), ..reply })
    }

    /// Returns the known value of a position, without moves.
    fn known(position: &Position, preset: Preset, known: Proved) -> BeyondReply {
        let result = if known.winner == position.turn().letter() { Wdl::Win } else { Wdl::Loss };
        let (plies, is_distance) = (known.plies, known.is_distance());
        let how = match known.basis {
            Basis::Verified if known.exact => "the start is solved and verified",
            Basis::Verified => "it is proved and verified",
            _ if known.exact => "the start is solved",
            _ => "it is proved",
        };
        let proviso = Proviso::ending(known.proviso);
        BeyondReply {
            basis: known.basis,
            proviso: known.proviso,
            worth: Worth::certain(result, plies, is_distance),
            words: format!("{} {} {plies}: {how}{proviso}", result.verb(), within(is_distance)),
            ..BeyondReply::empty(position, preset)
        }
    }

    fn empty(position: &Position, preset: Preset) -> BeyondReply {
        BeyondReply {
            position: *position,
            board: position.board().to_string(),
            rules: preset.rules.id(),
            basis: Basis::Search,
            proviso: None,
            worth: Worth::certain(Wdl::Draw, 0, true),
            certificate: None,
            moves: Vec::new(),
            line: Vec::new(),
            preset,
            words: String::new(),
        }
    }

    /// Returns the moves that a certificate proves to win or lose, and the maximum number of plies
    /// for each. Results with a proviso are left out.
    pub fn bounds(&self) -> impl Iterator<Item = (Move, Wdl, u32)> + '_ {
        let bounded =
            |known: &BeyondMove| known.bound.map(|(result, plies)| (known.r#move, result, plies));
        self.moves.iter().filter(|_| self.proviso.is_none()).filter_map(bounded)
    }

    /// Returns the source of the moves in words.
    fn source(&self) -> String {
        match &self.certificate {
            Some(name) => format!("by the certificate {name}, whose numbers are bounds:"),
            None => "by the engine:".to_owned(),
        }
    }

    /// Returns the text that `loa line` prints: one move per line, with the position after it.
    pub fn line(&self) -> String {
        let mut text = format!("{}  {}\nplay {}", self.position, self.words, self.source());
        let mut game = Game::new(self.preset, self.position);
        for (ply, &played) in (1..).zip(&self.line) {
            let number = move_number(ply, game.position().turn());
            if game.play(played).is_err() {
                break;
            }
            text += &format!("\n{number:>6} {:<6} {}", played.to_string(), game.position());
        }
        game.end().map_or(text.clone(), |end| format!("{text}\n{end}"))
    }
}

/// Writes the text that `loa probe` prints.
impl fmt::Display for BeyondReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (position, material) = (&self.position, self.position.material());
        writeln!(f, "{position}  {material} on {} under {}", self.board, self.rules)?;
        write!(f, "{}\nmoves {}", self.words, self.source())?;
        self.moves.iter().try_for_each(|BeyondMove { r#move, words, .. }| {
            write!(f, "\n  {:<6} {words}", r#move.to_string())
        })
    }
}
