//! A side's moves in figures.

use loa_solver::Color;
use loa_tablebase::Outcome;

use super::judgement::{Ply, Verdict};

/// How one side has played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Summary {
    pub(crate) moves: usize,
    /// Moves whose position the tables cover; those below are among them.
    pub(crate) judged: usize,
    /// Moves than which none was better.
    pub(crate) best: usize,
    /// Won positions that stayed won, but longer, and by how many plies.
    pub(crate) slower: usize,
    pub(crate) plies_slower: u32,
    /// Lost positions that were lost sooner, and by how many plies.
    pub(crate) sooner: usize,
    pub(crate) plies_sooner: u32,
    pub(crate) win_to_draw: usize,
    pub(crate) win_to_loss: usize,
    pub(crate) draw_to_loss: usize,
}

impl Summary {
    /// The figures of a side.
    pub(crate) fn of(plies: &[Ply], color: Color) -> Summary {
        let mut summary = Summary::default();
        for ply in plies.iter().filter(|ply| ply.color == color) {
            summary.moves += 1;
            let Some(judgement) = ply.judgement else {
                continue;
            };
            summary.judged += 1;
            match judgement.verdict {
                Verdict::Best => summary.best += 1,
                Verdict::Slower(plies) => {
                    summary.slower += 1;
                    summary.plies_slower += u32::from(plies);
                }
                Verdict::Sooner(plies) => {
                    summary.sooner += 1;
                    summary.plies_sooner += u32::from(plies);
                }
                Verdict::GaveAway { from, to } => match (from, to) {
                    (Outcome::Draw, _) => summary.draw_to_loss += 1,
                    (_, Outcome::Draw) => summary.win_to_draw += 1,
                    _ => summary.win_to_loss += 1,
                },
            }
        }
        summary
    }

    /// Moves that gave away value.
    pub(crate) fn blunders(&self) -> usize {
        self.win_to_draw + self.win_to_loss + self.draw_to_loss
    }
}
