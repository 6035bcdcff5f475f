//! Reviews of games on 8x8 by the engine.

use serde_json::Value as Json;

use loa_solver::{Position, Rules};
use loa_tests::plain::{Placement, PlainBoard};

/// Every row of the suite names its move's result, which other programs have found. `.ci/nightly`
/// proves all claims again.
#[cfg(unix)]
#[test]
fn reviews_mark_the_moves_that_lose_and_none_that_leave_a_proof_and_win() {
    let folder = tempfile::tempdir().unwrap();
    let server = crate::serve::serve_in(folder.path(), "");
    let suite = crate::suite::shipped("marks.csv");
    let rows: Vec<Vec<&str>> = suite.lines().skip(1).map(|row| row.split(',').collect()).collect();
    let of_result = |result: &str| rows.iter().filter(|row| row[2] == result).count();
    assert_eq!([of_result("win"), of_result("loss")], [60, 60]);
    let plain = PlainBoard::new(8, 8);
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for row in rows.iter().step_by(4) {
        let [position, played, result, plies] = row[..] else { panic!("{row:?}") };
        let game = format!("{position}\n{played}");
        let (_, body) =
            crate::serve::asked(&server.address, "POST /api/review?depth=4", game.as_bytes());
        let review: Json = serde_json::from_str(&body).unwrap();
        let judged = &review["moves"][0];
        let category = &judged["played"]["category"];
        let is_right = match result {
            "loss" => judged["mark"] == "??" && category == "loss",
            _ => judged["mark"].is_null() && category != "loss",
        };
        if !is_right {
            wrong.push(judged.to_string());
        }
        // A search without pruning or memory finds the short losses.
        if result == "loss" && plies.parse::<u32>().unwrap() <= 4 {
            let before: Position = position.parse().unwrap();
            let after =
                before.play_unchecked(Rules::default().parse_move(&before, played).unwrap());
            let stones = Placement { us: after.us().0, them: after.them().0 };
            assert_ne!(plain.winner_wins(stones, 3, 1), 0, "{game}");
            seen += 1;
        }
    }
    assert_eq!(wrong, [""; 0]);
    assert!(seen > 8, "{seen}");
}
