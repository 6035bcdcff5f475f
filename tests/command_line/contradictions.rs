//! Tables whose checksums are right but whose values are wrong: every command that notices reports
//! it, and none runs forever.

use std::path::Path;

use loa_solver::{Material, Numbering, Position, Rules};
use loa_tablebase::{Layout, TableSubject, Tablebase};

use loa_tests::crafted;

use crate::{loa, loa_reading};

const MATERIAL: Material = Material::new(2, 2);

/// Creates a folder with a table of 3x4 in which every position that the format allows to be lost
/// is lost in 4.
fn all_lost(folder: &Path, rules: Rules) -> Layout {
    let layout = Layout::new(folder);
    let board = "3x4".parse().unwrap();
    let wins_at_once = |position: &Position| {
        let mut after = position.stone_moves().map(|m| position.play_unchecked(m));
        !rules.is_misere() && after.any(|after| after.them().is_connected())
    };
    let lost = |position: &Position| (!wins_at_once(position)).then_some(4);
    let path = layout.table(TableSubject { rules, board, material: MATERIAL });
    crafted::write(&path, rules, (board, MATERIAL), lost);
    layout
}

#[test]
fn a_value_that_its_moves_contradict_is_an_error_and_a_line_of_them_ends() {
    let folder = tempfile::tempdir().unwrap();
    all_lost(folder.path(), Rules::default());
    loa(folder.path(), "check").ok();
    let position = "\"xo1/3/3/1ox x\"";
    for words in ["probe", "line", "probe --json", "line --json"] {
        let printed = loa(folder.path(), &format!("{words} {position}"));
        assert_eq!(printed.status, 4, "{words}: {}{}", printed.stdout, printed.stderr);
        let printed = printed.all();
        assert!(printed.contains("the table says loss in 4"), "{printed}");
        assert!(printed.contains("its moves make it a win in 5"), "{printed}");
        assert!(printed.contains("loa verify 3x4"), "{printed}");
    }
    // The value alone is the table's, as the help says.
    let value = loa(folder.path(), &format!("probe --value {position}")).ok();
    assert_eq!(value, "loses in 4\n");
    let printed = loa_reading(folder.path(), "probe --stdin", "xo1/3/3/1ox x\n");
    assert_eq!(printed.status, 4);
    assert!(printed.stdout.contains("\"status\":4"), "{}", printed.stdout);
}

#[test]
fn an_answer_does_not_depend_on_what_is_in_memory() {
    let board = "3x4".parse().unwrap();
    let index = Numbering::new(board).index(MATERIAL).unwrap();
    for rules in ["mover-pass", "draw-loss", "own-loss", "mover-pass-misere"] {
        let folder = tempfile::tempdir().unwrap();
        let rules: Rules = rules.parse().unwrap();
        let layout = all_lost(folder.path(), rules);
        let warm = Tablebase::open(layout.root(), rules);
        let mut answers = Vec::new();
        for at in 0..index.len() {
            let (us, them) = index.position(at);
            let turn = loa_solver::Color::Black;
            let position = Position::new(board, us, them, turn).unwrap();
            let cold = Tablebase::open(layout.root(), rules);
            let answer = cold.answer(&position).unwrap();
            warm.answer(&position).unwrap();
            answers.push((position, answer));
        }
        let positions: Vec<Position> = answers.iter().map(|(position, _)| *position).collect();
        let cold = Tablebase::open(layout.root(), rules);
        let together = cold.answers(&positions).into_iter().map(Result::unwrap);
        assert!(together.eq(answers.iter().map(|(_, answer)| *answer)));
        let probes = cold.probes(&positions).into_iter().zip(&positions);
        for (together, position) in probes {
            let alone = warm.probe(position);
            assert_eq!(format!("{together:?}"), format!("{alone:?}"), "{position}");
        }
        for (position, answer) in answers {
            assert_eq!(warm.answer(&position).unwrap(), answer, "{position}");
            let cached = warm.answer_if_cached(&position);
            assert_eq!(cached, Some(answer), "{position}");
        }
    }
}
