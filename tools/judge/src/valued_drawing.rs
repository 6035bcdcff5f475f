//! Drawings of positions with what their moves lead to.

use loa_solver::{Move, Position};
use loa_tablebase::{Answer, Wdl};

use crate::drawing::{BAD, GOOD, arrow, drawing};

const LEVEL: &str = "#5b6068";

/// Returns a position drawn as by [`board_svg`](crate::drawing::board_svg), with an arrow for
/// each move, best first, that has its value to the side that makes it: green with the plies
/// to a win, grey with `=` for a draw, red with the plies to a loss and a minus. The moves
/// that are as good as the first have broader arrows.
pub fn valued_board_svg(position: &Position, moves: &[(Move, Answer)]) -> String {
    let best = moves.first().map(|(_, value)| *value);
    let words = moves
        .iter()
        .map(|(m, value)| format!("; {m} {}", value.verdict()));
    let arrows = moves.iter().rev().map(|&(m, value)| {
        let width = if Some(value) == best { 5 } else { 2 };
        let (colour, sign) = match value.wdl() {
            Wdl::Win => (GOOD, "+"),
            Wdl::Draw => (LEVEL, "="),
            Wdl::Loss => (BAD, "\u{2212}"),
        };
        let plies = value.plies().map(|plies| plies.to_string());
        let label = format!("{sign}{}", plies.unwrap_or_default());
        arrow(position, m, (colour, width), &label)
    });
    // The best come last, above the others.
    let arrows: String = arrows.collect();
    let passes = moves.iter().any(|(m, _)| *m == Move::Pass);
    drawing(position, &words.collect::<String>(), passes, &arrows)
}

#[cfg(test)]
mod tests {
    use loa_solver::Rules;
    use loa_tablebase::Tablebase;
    use roxmltree::Document;

    use super::*;

    #[test]
    fn every_move_has_its_value_beside_it() {
        let tables = Tablebase::embedded(Rules::default());
        for text in [
            "1xx1/o2o/o2o/1xx1 x",
            "o2o/x3/2o1/x1xo x",
            "4/xo2/o3/1x1o x",
        ] {
            let position: Position = text.parse().unwrap();
            let probe = tables.probe(&position).unwrap();
            let moves = probe.moves.iter().map(|m| (m.played, m.value));
            let moves: Vec<(Move, Answer)> = moves.collect();
            let svg = valued_board_svg(&position, &moves);
            let document = Document::parse(&svg).unwrap();
            let arrows = document.descendants().filter(|node| node.has_tag_name("g"));
            let arrows: Vec<(String, String)> = arrows
                .map(|arrow| {
                    let text = |name| {
                        let part = arrow.children().find(|node| node.has_tag_name(name));
                        part.unwrap().text().unwrap().to_owned()
                    };
                    (text("title"), text("text"))
                })
                .collect();
            let expected = moves.iter().rev().map(|(m, value)| {
                let label = match (value.wdl(), value.plies()) {
                    (Wdl::Win, Some(plies)) => format!("+{plies}"),
                    (Wdl::Loss, Some(plies)) => format!("\u{2212}{plies}"),
                    _ => "=".to_owned(),
                };
                (m.to_string(), label)
            });
            assert_eq!(arrows, expected.collect::<Vec<_>>(), "{text}");
            let value = format!("{} {}", moves[0].0, moves[0].1.verdict());
            assert!(svg.contains(&value), "{value}");
        }
    }
}
