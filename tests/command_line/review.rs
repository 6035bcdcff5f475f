//! Reviews of games on 8x8 by the engine.

use serde_json::Value as Json;

use loa_solver::{Position, Rules};
use loa_tests::plain::{Placement, PlainBoard};

use crate::loa_reading;

/// A game of 8x8 between levels 3 and 4 of the engine, which White loses.
const LOST: &str = "start 8x8
    1. b1-h1 a6-c4 2. f1-f3 h6xf8 3. c1xc4 h5-f7 4. c8-c6 h2-f4 5. e8-b5 a3-c5 6. b8-b6 h4-d4
    7. d1xd4 h3xf3 8. h1-h3 f8-d6 9. h3xf3 h7-e7 10. e1-c1 f7-c7 11. c6-e4 d6xb6 12. c1xc5 e7xc5
    13. d4-e5 a2-a6 14. g1xc5 a6-c6 15. f3xc6 f4-f5 16. g8-e6 c7xe5 17. e4-b4 f5-h3 18. d8-d7";

/// Returns the marked moves of a review with their better moves.
fn marked(review: &Json) -> Vec<(u64, &str, &str)> {
    let moves = review["moves"].as_array().unwrap().iter();
    let marked = moves.filter(|judged| !judged["mark"].is_null());
    marked
        .map(|judged| {
            let mark = judged["mark"].as_str().unwrap();
            let better = judged["best"]["move"].as_str().unwrap();
            (judged["number"].as_u64().unwrap(), mark, better)
        })
        .collect()
}

#[test]
fn a_review_names_the_moves_that_lost_a_game_of_8x8() {
    let folder = tempfile::tempdir().unwrap();
    let review = loa_reading(folder.path(), "review - --json", LOST).json();
    let moves = review["moves"].as_array().unwrap();
    assert!(moves.len() == 35 && moves.iter().all(|judged| judged["best"].is_object()));
    let expected = [
        (1, "?!", "c8-c6"),
        (2, "?!", "h2-f2"),
        (3, "?", "c1xc4"),
        (4, "?", "a7-c5"),
        // White wins within 19 after it, far beyond the depth of the review.
        (25, "??", "d4-d6"),
        (28, "??", "f4-f6"),
    ];
    assert_eq!(marked(&review), expected);
    let left = &review["moves"][25];
    assert_eq!((&left["mark"], &left["lost"]), (&Json::Null, &Json::Null));
    assert_eq!(left["words"], "left the proof: f4-e3 wins within 19");
    // The reply refutes the move, and a search that is two plies deeper agrees.
    let lost = &review["moves"][27]["played"]["line"];
    assert_eq!((&lost[0], &lost[1]), (&"a6-c6".into(), &"f3xc6".into()));
    let before = review["moves"][27]["position"].as_str().unwrap();
    let deeper = format!("{before}\na6-c6");
    let deeper = loa_reading(folder.path(), "review - --json --depth 6", &deeper).json();
    assert_eq!(marked(&deeper)[0].1, "??");
}

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
