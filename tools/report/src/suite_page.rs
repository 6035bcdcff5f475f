//! A page of problems: the boards, and the solutions hidden until opened.

use loa_judge::suite::{Problem, Theme};
use loa_record::move_number;
use loa_record::text::counted;
use loa_solver::{Color, Move, Value};
use maud::{Markup, html};

use crate::page::{board, color_name, page};
use crate::text::joined;

/// Returns a page of problems. `lines` has best play for each, empty where it is not
/// known.
pub fn suite_page(problems: &[&Problem], lines: &[Vec<Move>]) -> String {
    let line_of = |number: usize| lines.get(number - 1).map_or(&[][..], Vec::as_slice);
    let body = html! {
        div.problems { @for (number, problem) in (1..).zip(problems) { (figure(number, problem, line_of(number))) } }
    };
    let count = counted(problems.len() as u64, "problem");
    let title = format!("Lines of Action: {count}");
    page(&title, &body)
}

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

fn figure(number: usize, problem: &Problem, line: &[Move]) -> Markup {
    let position = &problem.position;
    html! {
        figure id=(format!("problem-{number}")) {
            (board(position, &[]))
            figcaption {
                p { (number) ". " (problem_task(problem)) }
                details {
                    summary { "Solution" }
                    (board(position, &problem.good_moves))
                    @for words in problem_solution(problem, line) { p { (words) } }
                    p { code { (position) } }
                }
            }
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_shows_every_problem_and_its_solution() {
        let problems = [
            "o2o/x3/2o1/x1xo x; mover-pass; win in 15; a3-b4; only-win long-win",
            "1xx1/o2o/o2o/1xx1 o; mover-pass-misere; draw; a2-c2; only-draw",
        ]
        .map(|text| text.parse::<Problem>().unwrap());
        let line = vec![problems[0].good_moves[0]; 3];
        let page = suite_page(&[&problems[0], &problems[1]], &[line, Vec::new()]);
        let count = |name: &str| {
            let opened = page.matches(&format!("<{name} ")).count();
            opened + page.matches(&format!("<{name}>")).count()
        };
        assert_eq!((count("figure"), count("svg"), count("details")), (2, 4, 2));
        assert_eq!((count("script"), count("link"), count("img")), (0, 0, 0));
        // Arrows are in the solutions alone.
        assert_eq!(count("line"), 2);
        for part in page.split("</details>") {
            let (open, _) = part.split_once("<details>").unwrap_or((part, ""));
            assert!(!open.contains("<line "), "{open}");
        }
        for text in [
            "1. Black to move and win, under mover-pass",
            "2. White to move and draw",
            "win in 15: a3-b4",
            "Best play: 1. a3-b4 a3-b4 2. a3-b4</p>",
        ] {
            assert!(page.contains(text), "{text}");
        }
    }
}
