//! A page of problems: the boards, and the solutions for whoever opens them.

use loa_solver::{Color, Value};

use super::problem::Problem;
use crate::draw::board_svg;

const STYLE: &str = "\
:root { color-scheme: light dark; font-family: sans-serif }
main { display: flex; flex-wrap: wrap; gap: 2rem }
figure { margin: 0; max-width: 24rem }
svg { max-width: 100%; height: auto }
summary { cursor: pointer }";

/// A page of its own, without scripts, that shows these problems.
pub(crate) fn page(problems: &[&Problem]) -> String {
    let title = format!("Lines of Action: {} problems", problems.len());
    let figures: String = (1..)
        .zip(problems)
        .map(|(number, problem)| figure(number, problem))
        .collect();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <title>{title}</title>\n<style>\n{STYLE}\n</style>\n</head>\n<body>\n<h1>{title}</h1>\n\
         <main>\n{figures}</main>\n</body>\n</html>\n"
    )
}

fn figure(number: usize, problem: &Problem) -> String {
    let position = &problem.position;
    let side = match position.turn() {
        Color::Black => "Black",
        Color::White => "White",
    };
    let task = match problem.value {
        Value::Draw => "to move and draw",
        _ => "to move and win",
    };
    let moves: Vec<String> = problem.good_moves.iter().map(ToString::to_string).collect();
    let themes: Vec<&str> = problem.themes.iter().map(|theme| theme.name()).collect();
    format!(
        "<figure id=\"problem-{number}\">\n{}\n<figcaption>\n<p>{number}. {side} {task}, under {}</p>\n\
         <details>\n<summary>Solution</summary>\n<p>{}: {} ({})</p>\n{}\n<p><code>{position}</code></p>\n\
         </details>\n</figcaption>\n</figure>\n",
        board_svg(position, &[]),
        problem.rules,
        problem.value,
        moves.join(", "),
        themes.join(", "),
        board_svg(position, &problem.good_moves)
    )
}

#[cfg(test)]
mod tests {
    use roxmltree::{Document, ParsingOptions};

    use super::*;

    #[test]
    fn a_page_shows_every_problem_and_its_solution() {
        let problems = [
            "o2o/x3/2o1/x1xo x; mover-pass; win in 15; a3-b4; only-win long-win",
            "1xx1/o2o/o2o/1xx1 o; mover-pass-misere; draw; a2-c2; only-draw",
        ];
        let problems = problems.map(|text| text.parse::<Problem>().unwrap());
        let page = page(&[&problems[0], &problems[1]]);
        let options = ParsingOptions {
            allow_dtd: true,
            ..ParsingOptions::default()
        };
        let document = Document::parse_with_options(&page, options).unwrap();
        let count = |name: &str| {
            document
                .descendants()
                .filter(|node| node.tag_name().name() == name)
                .count()
        };
        assert_eq!((count("figure"), count("svg"), count("details")), (2, 4, 2));
        assert_eq!((count("script"), count("link"), count("img")), (0, 0, 0));
        // Arrows are in the solutions alone.
        assert_eq!(count("line"), 2);
        let arrows = document
            .descendants()
            .filter(|node| node.has_tag_name("line") || node.tag_name().name() == "line");
        for arrow in arrows {
            assert!(
                arrow
                    .ancestors()
                    .any(|node| node.tag_name().name() == "details")
            );
        }
        for text in [
            "1. Black to move and win, under mover-pass",
            "2. White to move and draw",
            "win in 15: a3-b4",
        ] {
            assert!(page.contains(text), "{text}");
        }
    }
}
