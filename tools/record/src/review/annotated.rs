//! Games as SGF with their values.

use loa_solver::Wdl;

use super::effect::Lapse;
use super::game_review::{Ply, Review};
use super::text::remark_on;
use crate::notation::GameTree;

/// Properties that judge a position. A node has at most one of them.
const JUDGEMENTS: [&str; 4] = ["DM", "GB", "GW", "UC"];
/// Properties that judge a move. A node has at most one of them.
const MARKS: [&str; 4] = ["BM", "DO", "IT", "TE"];

/// Adds the values of a review to the tree of its game. After each move `GB`, `GW` or `DM` judges
/// the position, `BM` marks a move that gave a win or a draw away, and a comment states the value
/// of the move and a better one. Existing marks stay.
pub fn annotate(tree: &mut GameTree, review: &Review) {
    for (moves, worth) in review.values.iter().enumerate() {
        let fact = worth.filter(|worth| worth.proviso.is_none());
        if let Some(result) = fact.and_then(|worth| worth.category) {
            tree.mark(moves, &JUDGEMENTS, good_for(result), "1");
        }
    }
    for ply in &review.plies {
        add_remarks(tree, ply);
    }
}

/// Returns the property that judges a position with this result for Black.
const fn good_for(result: Wdl) -> &'static str {
    match result {
        Wdl::Win => "GB",
        Wdl::Draw => "DM",
        Wdl::Loss => "GW",
    }
}

/// Adds what tables say of a move.
fn add_remarks(tree: &mut GameTree, ply: &Ply) {
    let Some(played) = ply.played.as_ref().filter(|_| ply.effect.is_some()) else {
        return;
    };
    if let Some(mark) = ply.mark {
        let emphasis = if mark == Lapse::Blunder { "2" } else { "1" };
        tree.mark(ply.number, &MARKS, "BM", emphasis);
    }
    let comment = match remark_on(ply) {
        remark if remark.is_empty() => played.worth.to_string(),
        remark => format!("{}, {remark}", played.worth),
    };
    let why = ply.why.as_ref().map_or(String::new(), |why| format!("; {why}"));
    tree.note(ply.number, &format!("{comment}{why}"));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::read;
    use crate::review::game_review::tests::reviewed;

    #[test]
    fn a_game_with_its_values_comes_back_as_it_was_played() {
        let (record, game, review) = reviewed("start 4x4\n1. b1-d1 a2xc4");
        let mut tree = GameTree::of(&game, &record.players);
        annotate(&mut tree, &review);
        let sgf = tree.to_sgf();
        assert!(
            sgf.contains(
                ";B[b1-d1]GW[1]BM[2]C[loses in 4, gives away the win; better: b1-b3 (wins in 3); \
                 White now joins in 2 moves: a2-c2, a3xc1]"
            ),
            "{sgf}"
        );
        let again = read(&sgf).unwrap();
        assert_eq!(again.replay(again.preset.unwrap()), (game, None));
    }

    #[test]
    fn values_stand_beside_what_was_in_the_record_and_are_written_once() {
        let text = "(;GM[9]SZ[4]DT[2024-05-01]EV[Cup]RO[3];B[b1-d1]C[own]TE[1]\
                    (;W[a2-a4]C[second])(;W[d2-d4]C[mine]))";
        let annotated = |text: &str| {
            let (record, game, review) = reviewed(text);
            let mut tree = record.with(&game);
            annotate(&mut tree, &review);
            tree.to_sgf()
        };
        let sgf = annotated(text);
        for kept in ["DT[2024-05-01]EV[Cup]RO[3]", ";W[d2-d4]C[mine])", "TE[1]", "C[second\n"] {
            assert!(sgf.contains(kept), "{kept}: {sgf}");
        }
        assert!(sgf.contains("C[own\nloses in 4, gives away the win;"), "{sgf}");
        assert_eq!(sgf.matches("BM[").count(), 1, "{sgf}");
        assert_eq!(annotated(&sgf), sgf);
    }
}
