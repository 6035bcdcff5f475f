//! Games as SGF with their values.

use std::fmt::Write;

use loa_tablebase::{Answer, Wdl};

use super::effect::{Blunder, Effect};
use super::game_review::{Ply, Review};
use super::text::remark_on;
use crate::game::Game;
use crate::notation::{Players, escaped, to_sgf_with};

/// Returns a game as SGF with the values of its review: `GB`, `GW` or `DM` after each move
/// says whom the position is good for, `BM` marks a move that gave a win or a draw away, and
/// a comment has the value of the move and a better one.
pub fn annotated_sgf(game: &Game, players: &Players, review: &Review) -> String {
    to_sgf_with(game, players, |number| {
        let mut properties = String::new();
        if let Some(Some(value)) = review.values_to_black.get(number) {
            properties.push_str(good_for(*value));
        }
        if let Some(ply) = number.checked_sub(1).and_then(|at| review.plies.get(at)) {
            properties.push_str(&remarks(ply));
        }
        properties
    })
}

/// Returns the property that says whom a position of this value to Black is good for.
const fn good_for(value: Answer) -> &'static str {
    match value.wdl() {
        Wdl::Win => "GB[1]",
        Wdl::Draw => "DM[1]",
        Wdl::Loss => "GW[1]",
    }
}

/// Returns the properties that an assessment of a move has.
fn remarks(ply: &Ply) -> String {
    let Some(assessment) = &ply.assessment else {
        return String::new();
    };
    let mut properties = match assessment.effect {
        Effect::Blunder(Blunder::WinToLoss) => "BM[2]".to_owned(),
        Effect::Blunder(_) => "BM[1]".to_owned(),
        _ => String::new(),
    };
    let comment = match remark_on(assessment) {
        remark if remark.is_empty() => assessment.value.verdict(),
        remark => format!("{}, {remark}", assessment.value.verdict()),
    };
    let _ = write!(properties, "C[{}]", escaped(&comment));
    properties
}

#[cfg(test)]
mod tests {
    use loa_solver::Preset;
    use loa_tablebase::Tablebase;

    use super::*;
    use crate::notation::read;
    use crate::review::review;

    #[test]
    fn a_game_with_its_values_comes_back_as_it_was_played() {
        let record = read("start 4x4\n1. b1-d1 a2xc4").unwrap();
        let (game, stop) = record.replay(Preset::default());
        assert_eq!(stop, None);
        let tables = Tablebase::embedded(game.preset().rules);
        let review = review(&tables, &game).unwrap();
        let sgf = annotated_sgf(&game, &record.players, &review);
        assert!(
            sgf.contains(
                ";B[b1-d1]GW[1]BM[2]C[loses in 4, gives away the win; better: b1-b3 (wins in 3)]"
            ),
            "{sgf}"
        );
        let again = read(&sgf).unwrap();
        assert_eq!(again.replay(again.preset.unwrap()), (game, None));
    }
}
