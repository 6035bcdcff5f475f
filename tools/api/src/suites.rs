//! Suites of problems.

use std::fmt;
use std::path::PathBuf;

use loa_judge::suite::{Problem, Theme};
use loa_record::move_number;
use loa_record::text::{color_name, counted, path_text};
use loa_solver::{Color, Move, Value};
use serde::Serialize;

use crate::text::joined;

/// Returns the task of a problem, such as `White to move and win, under mover-pass`.
pub fn problem_task(problem: &Problem) -> String {
    let side = color_name(problem.position.turn());
    let task = match problem.value {
        Value::Draw => "to move and draw",
        _ => "to move and win",
    };
    format!("{side} {task}, under {}", problem.rules)
}

/// Returns the solution of a problem as lines: the good moves, and best play unless it is empty.
pub fn problem_solution(problem: &Problem, line: &[Move]) -> Vec<String> {
    let moves = joined(&problem.good_moves, ", ");
    let themes = joined(problem.themes.iter().copied().map(Theme::name), ", ");
    let mut lines = vec![format!("{}: {moves} ({themes})", problem.value)];
    if !line.is_empty() {
        lines.push(format!("Best play: {}", numbered(problem.position.turn(), line)));
    }
    lines
}

/// Returns moves with their numbers: `1. b1-b3 a2-a4 2. b4-b2`.
fn numbered(first: Color, line: &[Move]) -> String {
    let sides = [first, first.other()].into_iter().cycle();
    let words = (1..).zip(sides).zip(line).map(|((ply, color), played)| {
        if ply == 1 || color == Color::Black {
            format!("{} {played}", move_number(ply, color))
        } else {
            played.to_string()
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

/// The drawings written for a suite.
#[derive(Clone, Debug, Serialize)]
pub struct SuiteDrawings {
    /// The number of problems.
    pub problems: usize,
    /// The files.
    pub files: Vec<String>,
    /// The folder of the files.
    #[serde(skip)]
    pub folder: PathBuf,
}

impl fmt::Display for SuiteDrawings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {}", counted(self.problems as u64, "drawing"), path_text(&self.folder))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_has_its_task_and_its_solution_in_words() {
        let won: Problem =
            "o2o/x3/2o1/x1xo x; mover-pass; win in 15; a3-b4; only-win long-win".parse().unwrap();
        let drawn: Problem =
            "1xx1/o2o/o2o/1xx1 o; mover-pass-misere; draw; a2-c2; only-draw".parse().unwrap();
        assert_eq!(problem_task(&won), "Black to move and win, under mover-pass");
        assert_eq!(problem_task(&drawn), "White to move and draw, under mover-pass-misere");
        assert_eq!(problem_solution(&drawn, &[]), ["draw: a2-c2 (only-draw)"]);
        let line = vec![won.good_moves[0]; 3];
        let solution =
            ["win in 15: a3-b4 (only-win, long-win)", "Best play: 1. a3-b4 a3-b4 2. a3-b4"];
        assert_eq!(problem_solution(&won, &line), solution);
        let line = problem_solution(&drawn, &[drawn.good_moves[0]; 2]);
        assert_eq!(line[1], "Best play: 1... a2-c2 2. a2-c2");
    }
}
