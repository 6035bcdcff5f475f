//! Drawings of boards, as SVG for a page or a file of its own.
//!
//! A drawing brings its own background, so that it reads the same on light and
//! dark pages, and has no ids, so that any number of them share a page.

use loa_solver::{Color, Move, Position, Square};

/// The side of a square.
const SQUARE: u32 = 40;
const STONE_RADIUS: u32 = 15;
/// Left of the board, where the ranks are named.
const LEFT: u32 = 26;
/// Above the board, and right of it.
const EDGE: u32 = 12;
/// Below the board, where the files are named and the side to move is shown.
const BELOW: u32 = 52;

const PAPER: &str = "#f4ecdc";
const INK: &str = "#3a3226";
const QUIET: &str = "#1f6fb5";
const CAPTURE: &str = "#c8321e";
pub(crate) const GOOD: &str = "#1d7f3c";
pub(crate) const BAD: &str = "#c8321e";

/// The meaning of the colours of arrows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paint {
    /// Blue for a quiet move, red for a capture.
    #[default]
    ByKind,
    /// Green: the moves are good.
    Good,
    /// Red: the moves are bad.
    Bad,
}

/// Returns a position drawn with its coordinates and the side to move, and an arrow for
/// each marked move: a blue one for a quiet move, a red one for a capture, with a
/// frame round the stone it takes.
pub fn board_svg(position: &Position, marks: &[Move]) -> String {
    painted_board_svg(position, marks, Paint::ByKind)
}

/// Returns a position drawn as by [`board_svg`], with arrows of other colours.
pub fn painted_board_svg(position: &Position, marks: &[Move], paint: Paint) -> String {
    let marked: Vec<String> = marks.iter().map(Move::to_string).collect();
    let marked = match marked.len() {
        0 => String::new(),
        _ => format!("; marked: {}", marked.join(", ")),
    };
    let arrows = marks.iter().map(|&m| {
        let colour = match (paint, m.is_capture()) {
            (Paint::ByKind, true) => CAPTURE,
            (Paint::ByKind, false) => QUIET,
            (Paint::Good, _) => GOOD,
            (Paint::Bad, _) => BAD,
        };
        arrow(position, m, (colour, 4), "")
    });
    let passes = marks.contains(&Move::Pass);
    drawing(position, &marked, passes, &arrows.collect::<String>())
}

/// Returns a position drawn with arrows; `remark` ends its title.
pub(crate) fn drawing(position: &Position, remark: &str, passes: bool, arrows: &str) -> String {
    let board = position.board();
    let (width, height) = (SQUARE * board.files(), SQUARE * board.ranks());
    let (right, bottom) = (LEFT + width + EDGE, EDGE + height + BELOW);
    let side = name(position.turn());
    let opening = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 {right} {bottom}\" \
         width=\"{right}\" height=\"{bottom}\" font-family=\"sans-serif\" font-size=\"14\">\
         <title>{position}: {side} to move{remark}</title>\
         <rect width=\"{right}\" height=\"{bottom}\" rx=\"6\" fill=\"{PAPER}\"/>"
    );
    let parts = [
        opening,
        squares(position),
        coordinates(position),
        side_to_move(position, passes),
        stones(position),
        arrows.to_owned(),
        "</svg>".to_owned(),
    ];
    parts.concat()
}

fn name(color: Color) -> &'static str {
    match color {
        Color::Black => "Black (x)",
        Color::White => "White (o)",
    }
}

/// The middle of a square of the 8x8 frame.
fn middle(position: &Position, square: Square) -> (u32, u32) {
    let (file, rank) = (square.file(), square.rank());
    let from_top = (position.board().ranks() - 1).saturating_sub(rank);
    (
        LEFT + SQUARE * file + SQUARE / 2,
        EDGE + SQUARE * from_top + SQUARE / 2,
    )
}

/// The board with every second square darker, a1 among them.
fn squares(position: &Position) -> String {
    let board = position.board();
    let (width, height) = (SQUARE * board.files(), SQUARE * board.ranks());
    let squares = board.mask().into_iter();
    let dark = squares.filter(|square| (square.file() + square.rank()) % 2 == 0);
    let dark: String = dark
        .map(|square| {
            let (x, y) = middle(position, square);
            let (left, top) = (x - SQUARE / 2, y - SQUARE / 2);
            format!("M{left} {top}h{SQUARE}v{SQUARE}h-{SQUARE}z")
        })
        .collect();
    format!(
        "<rect x=\"{LEFT}\" y=\"{EDGE}\" width=\"{width}\" height=\"{height}\" fill=\"#ead7b0\" \
         stroke=\"{INK}\"/><path d=\"{dark}\" fill=\"#d8bd89\"/>"
    )
}

fn coordinates(position: &Position) -> String {
    let board = position.board();
    let text = |x: u32, y: u32, text: char| {
        format!("<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\" fill=\"{INK}\">{text}</text>")
    };
    let files = (0..board.files()).zip('a'..).map(|(file, letter)| {
        let (x, y) = middle(position, Square::new(file, 0));
        text(x, y + SQUARE / 2 + 17, letter)
    });
    let ranks = (0..board.ranks()).zip('1'..).map(|(rank, digit)| {
        let (_, y) = middle(position, Square::new(0, rank));
        text(LEFT / 2, y + 5, digit)
    });
    files.chain(ranks).collect()
}

/// Whose turn it is, in words and as a swatch of the colour.
fn side_to_move(position: &Position, passes: bool) -> String {
    let passes = if passes { ": pass" } else { "" };
    let top = EDGE + SQUARE * position.board().ranks() + 26;
    format!(
        "<rect x=\"{LEFT}\" y=\"{top}\" width=\"16\" height=\"16\" rx=\"4\" {}/>\
         <text x=\"{}\" y=\"{}\" fill=\"{INK}\">{} to move{passes}</text>",
        paint(position.turn()),
        LEFT + 23,
        top + 13,
        name(position.turn())
    )
}

fn paint(color: Color) -> &'static str {
    match color {
        Color::Black => "fill=\"#1b1b1b\" stroke=\"#000000\"",
        Color::White => "fill=\"#ffffff\" stroke=\"#3a3226\" stroke-width=\"1.5\"",
    }
}

fn stones(position: &Position) -> String {
    let stones = (position.us() | position.them()).into_iter();
    let stones = stones.filter_map(|square| Some((square, position.stone(square)?)));
    stones
        .map(|(square, color)| {
            let (x, y) = middle(position, square);
            format!(
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{STONE_RADIUS}\" {}/>",
                paint(color)
            )
        })
        .collect()
}

/// Returns an arrow from the edge of the moving stone to the middle of its new square,
/// named by the move, with a label in the way to it if there is one. A pass has none: its
/// name stands beside the side to move.
pub(crate) fn arrow(
    position: &Position,
    m: Move,
    (colour, width): (&str, u32),
    label: &str,
) -> String {
    let Move::Stone { from, to, capture } = m else {
        return String::new();
    };
    let (from_x, from_y) = middle(position, from);
    let (to_x, to_y) = middle(position, to);
    let (x, y) = (f64::from(from_x), f64::from(from_y));
    let (across, down) = (f64::from(to_x) - x, f64::from(to_y) - y);
    let length = across.hypot(down);
    let (across, down) = (across / length, down / length);
    // The point this far along the arrow, and this far to its left.
    let point = |along: f64, aside: f64| {
        (
            x + along * across + aside * down,
            y + along * down - aside * across,
        )
    };
    const HEAD: f64 = 13.0;
    let (tail, neck) = (
        point(f64::from(STONE_RADIUS), 0.0),
        point(length - HEAD, 0.0),
    );
    let (tip, left, right) = (
        point(length, 0.0),
        point(length - HEAD, HEAD / 2.0),
        point(length - HEAD, -HEAD / 2.0),
    );
    let frame = if capture {
        let (side, half) = (SQUARE - 6, SQUARE / 2 - 3);
        format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{side}\" height=\"{side}\" fill=\"none\" \
             stroke=\"{colour}\" stroke-width=\"3\"/>",
            to_x - half,
            to_y - half
        )
    } else {
        String::new()
    };
    let label = match label {
        "" => String::new(),
        label => labelled(point(length - LABEL, ASIDE), colour, label),
    };
    format!(
        "<g><title>{m}</title>{frame}<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" \
         stroke=\"{colour}\" stroke-width=\"{width}\"/>\
         <polygon points=\"{:.1},{:.1} {:.1},{:.1} {:.1},{:.1}\" fill=\"{colour}\"/>{label}</g>",
        tail.0, tail.1, neck.0, neck.1, tip.0, tip.1, left.0, left.1, right.0, right.1
    )
}

/// The distance of a label from the middle of the square that its arrow leads to: no other
/// arrow comes to that square from there.
const LABEL: f64 = 19.0;
/// The distance of a label from its arrow, to the left: opposite arrows have theirs apart.
const ASIDE: f64 = 8.0;

fn labelled((x, y): (f64, f64), colour: &str, label: &str) -> String {
    format!(
        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"8\" fill=\"{colour}\"/>\
         <text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"9\" text-anchor=\"middle\" \
         fill=\"#ffffff\">{label}</text>",
        y + 3.2
    )
}

#[cfg(test)]
mod tests {
    use loa_solver::{Board, Rules};
    use roxmltree::{Document, Node};

    use super::*;

    fn elements<'a>(document: &'a Document<'_>, name: &str) -> Vec<Node<'a, 'a>> {
        let nodes = document.descendants();
        nodes.filter(|node| node.has_tag_name(name)).collect()
    }

    fn number(node: Node<'_, '_>, attribute: &str) -> f64 {
        node.attribute(attribute).unwrap().parse().unwrap()
    }

    /// The square a point lies on, as text names it.
    fn square_at(board: Board, x: f64, y: f64) -> String {
        let file = (x - f64::from(LEFT)) / f64::from(SQUARE);
        let from_top = (y - f64::from(EDGE)) / f64::from(SQUARE);
        let rank = f64::from(board.ranks()) - from_top;
        format!("{}{}", ('a'..).nth(file as usize).unwrap(), rank.ceil())
    }

    /// Every board with its start, and positions with captures and a pass.
    fn positions() -> Vec<Position> {
        let starts = Board::all().flat_map(|board| [board.start(), board.scrambled()]);
        let others = ["3x/o3/4/1ox1 x", "xo6/8/8/8/8/8/8/o6x o", "xo1/oo1/3/2x x"];
        let others = others.iter().map(|text| text.parse().unwrap());
        starts.chain(others).collect()
    }

    #[test]
    fn every_stone_is_a_circle_on_its_square() {
        for position in positions() {
            let svg = board_svg(&position, &[]);
            let document = Document::parse(&svg).unwrap();
            let mut found: Vec<(String, bool)> = elements(&document, "circle")
                .into_iter()
                .map(|circle| {
                    let square =
                        square_at(position.board(), number(circle, "cx"), number(circle, "cy"));
                    (square, circle.attribute("fill") == Some("#ffffff"))
                })
                .collect();
            let stones = position.board().mask().into_iter();
            let mut expected: Vec<(String, bool)> = stones
                .filter_map(|square| Some((square, position.stone(square)?)))
                .map(|(square, color)| (square.to_string(), color == Color::White))
                .collect();
            found.sort();
            expected.sort();
            assert_eq!(found, expected, "{position}");
        }
    }

    #[test]
    fn arrows_lead_from_the_stone_to_where_it_lands() {
        for position in positions() {
            let moves: Vec<Move> = position.stone_moves().collect();
            let svg = board_svg(&position, &moves);
            let document = Document::parse(&svg).unwrap();
            let arrows = elements(&document, "g");
            let board = position.board();
            assert_eq!(arrows.len(), moves.len(), "{position}");
            for (arrow, m) in arrows.into_iter().zip(&moves) {
                let Move::Stone { from, capture, .. } = *m else {
                    panic!("{m} has no arrow")
                };
                let part = |name: &str| arrow.children().find(|node| node.has_tag_name(name));
                let (line, head) = (part("line").unwrap(), part("polygon").unwrap());
                let tip = head.attribute("points").unwrap();
                let (x, y) = tip.split(' ').next().unwrap().split_once(',').unwrap();
                let landing = square_at(board, x.parse().unwrap(), y.parse().unwrap());
                assert!(m.to_string().ends_with(&landing), "{m} ends on {landing}");
                let (x, y) = middle(&position, from);
                let (across, down) = (
                    number(line, "x1") - f64::from(x),
                    number(line, "y1") - f64::from(y),
                );
                let off = across.hypot(down);
                assert!(
                    (off - f64::from(STONE_RADIUS)).abs() < 0.2,
                    "{m} begins {off} off"
                );
                assert_eq!(part("rect").is_some(), capture, "{m}");
                assert_eq!(part("title").unwrap().text(), Some(m.to_string().as_str()));
            }
        }
    }

    #[test]
    fn the_title_and_the_picture_tell_the_side_to_move() {
        let position: Position = "3x/o3/4/1ox1 o".parse().unwrap();
        let svg = board_svg(&position, &[]);
        let document = Document::parse(&svg).unwrap();
        let title = elements(&document, "title")[0].text().unwrap();
        assert_eq!(title, "3x/o3/4/1ox1 o: White (o) to move");
        let texts = elements(&document, "text").into_iter();
        let texts: Vec<&str> = texts.filter_map(|text| text.text()).collect();
        let expected = ["a", "b", "c", "d", "1", "2", "3", "4", "White (o) to move"];
        assert_eq!(texts, expected);
        let passing = board_svg(&position, &[Move::Pass]);
        assert!(passing.contains("White (o) to move: pass</text>"));
        assert!(Document::parse(&passing).is_ok() && !passing.contains("<g>"));
    }

    #[test]
    fn nothing_is_drawn_outside_and_the_same_comes_out_each_time() {
        for position in positions() {
            let moves = Rules::default().moves(&position);
            let svg = board_svg(&position, &moves);
            assert_eq!(svg, board_svg(&position, &moves));
            let document = Document::parse(&svg).unwrap();
            let root = document.root_element();
            let (width, height) = (number(root, "width"), number(root, "height"));
            for circle in elements(&document, "circle") {
                assert!(number(circle, "cx") < width && number(circle, "cy") < height);
            }
            for foreign in ["href", "script", "url(", "NaN"] {
                assert!(!svg.contains(foreign), "{foreign}");
            }
        }
    }
}
