//! Boards as SVG. All boards are drawn here, except for the explorer's interactive board, which has
//! the same colours.
//!
//! A drawing contains its background and the colours of the light theme, so that it looks the same
//! everywhere. The style sheet of a page may give its classes other colours. A drawing has no ids,
//! so that a page can contain several drawings.

use loa_solver::{Color, Move, Position, Square, Value, Wdl};
use maud::{Markup, html};

use crate::text::joined;

/// The side of a square.
const SQUARE: u32 = 40;
const STONE_RADIUS: u32 = 15;
/// The margin on the left, with the numbers of the ranks.
const LEFT: u32 = 26;
/// The margins above and on the right.
const EDGE: u32 = 12;
/// The margin below, with the letters of the files and the side to move.
const BELOW: u32 = 52;

/// The background.
const PAPER: &str = "#fffdf8";
/// Text and outlines.
const INK: &str = "#26221c";
/// Light squares.
const LIGHT: &str = "#ecdcbd";
/// Dark squares.
const DARK: &str = "#dfc79d";
/// The outline of the board.
const FRAME: &str = "#7d6137";

/// The colour of an arrow in the light theme, and the class that gives it other colours.
type Colour = (&'static str, &'static str);

const QUIET: Colour = ("#1f6fb5", "quiet");
const CAPTURE: Colour = ("#a52f22", "capture");
const WIN: Colour = ("#17693f", "win");
const DRAW: Colour = ("#4f5660", "draw");
const LOSS: Colour = ("#a52f22", "loss");

/// A move drawn as an arrow.
struct Arrow {
    played: Move,
    colour: Colour,
    width: u32,
    /// The text where the stone lands. It may be empty.
    label: String,
}

/// The look of a drawing.
#[derive(Clone, Debug, Default)]
pub struct Look {
    /// The width in pixels; `None` for three halves of the usual units.
    pub size: Option<u32>,
    /// True to draw the squares and stones alone, without coordinates and the side to move.
    pub is_bare: bool,
    /// Green arrows from square to square. An arrow to its own square is a ring.
    pub arrows: Vec<(Square, Square)>,
}

/// Returns a drawing of a position with coordinates, the side to move, and an arrow for each marked
/// move. A quiet move is blue. A capture is red, with a frame around the captured stone.
pub fn board_svg(position: &Position, marks: &[Move]) -> String {
    board_svg_as(position, marks, &Look::default())
}

/// Returns a drawing as [`board_svg`] does, with this look.
pub fn board_svg_as(position: &Position, marks: &[Move], look: &Look) -> String {
    let remark = match marks {
        [] => String::new(),
        _ => format!("; marked: {}", joined(marks, ", ")),
    };
    let arrows = marks.iter().map(|&played| Arrow {
        played,
        colour: if played.is_capture() { CAPTURE } else { QUIET },
        width: 4,
        label: String::new(),
    });
    drawn(position, &remark, &arrows.collect::<Vec<_>>(), look).into_string()
}

/// Returns a drawing as [`board_svg`] does, with an arrow for each move. The moves are sorted, best
/// first. Each arrow shows the value for the side that makes the move: green with the plies to a
/// win, grey with `=` for a draw, or red with a minus and the plies to a loss. The moves with the
/// best value have broader arrows.
pub fn valued_board_svg(position: &Position, moves: &[(Move, Value)], look: &Look) -> String {
    let best = moves.first().map(|(_, value)| *value);
    let words = moves.iter().map(|(played, value)| format!("; {played} {}", value.verdict()));
    // The best moves are drawn last, above the others.
    let arrows = moves.iter().rev().map(|&(played, value)| {
        let (colour, sign) = match value.wdl() {
            Wdl::Win => (WIN, "+"),
            Wdl::Draw => (DRAW, "="),
            Wdl::Loss => (LOSS, "\u{2212}"),
        };
        let plies = value.plies().map(|plies| plies.to_string());
        Arrow {
            played,
            colour,
            width: if Some(value) == best { 5 } else { 2 },
            label: format!("{sign}{}", plies.unwrap_or_default()),
        }
    });
    drawn(position, &joined(words, ""), &arrows.collect::<Vec<_>>(), look).into_string()
}

/// Returns a drawing of a position with arrows. `remark` ends its title.
fn drawn(position: &Position, remark: &str, arrows: &[Arrow], look: &Look) -> Markup {
    let board = position.board();
    let (width, height) = (SQUARE * board.files(), SQUARE * board.ranks());
    let left = if look.is_bare { LEFT - EDGE } else { 0 };
    let right = LEFT + width + EDGE - left;
    let bottom = EDGE + height + if look.is_bare { EDGE } else { BELOW };
    let side = side_name(position.turn());
    let passes = arrows.iter().any(|arrow| arrow.played == Move::Pass);
    let is_dark = |square: &Square| (square.file() + square.rank()).is_multiple_of(2);
    let dark = board.mask().into_iter().filter(is_dark).map(|square| {
        let (x, y) = middle(position, square);
        format!("M{} {}h{SQUARE}v{SQUARE}h-{SQUARE}z", x - SQUARE / 2, y - SQUARE / 2)
    });
    let stones = (position.us() | position.them()).into_iter();
    let stones = stones.filter_map(|square| Some((square, position.stone(square)?)));
    let below = EDGE + height + 26;
    // Labels are small.
    let halves = if arrows.iter().any(|arrow| !arrow.label.is_empty()) { 3 } else { 2 };
    let across = look.size.unwrap_or(right * halves / 2);
    let down = u64::from(across) * u64::from(bottom) / u64::from(right);
    html! {
        svg xmlns="http://www.w3.org/2000/svg" class="drawing" role="img"
            viewBox=(format!("{left} 0 {right} {bottom}")) width=(across) height=(down)
            font-family="sans-serif" font-size="14"
        {
            title { (position) ": " (side) " to move" (remark) }
            rect class="paper" x=[look.is_bare.then_some(left)] width=(right) height=(bottom) rx="6" fill=(PAPER) {}
            rect class="light" x=(LEFT) y=(EDGE) width=(width) height=(height) fill=(LIGHT) stroke=(FRAME) {}
            path class="dark" d=(joined(dark, "")) fill=(DARK) {}
            @if !look.is_bare {
                @for (file, letter) in (0..board.files()).zip('a'..) {
                    @let (x, y) = middle(position, Square::new(file, 0));
                    text x=(x) y=(y + SQUARE / 2 + 17) text-anchor="middle" fill=(INK) { (letter) }
                }
                @for rank in 0..board.ranks() {
                    @let (_, y) = middle(position, Square::new(0, rank));
                    text x=(LEFT / 2) y=(y + 5) text-anchor="middle" fill=(INK) { (rank + 1) }
                }
                @let (fill, class) = stone(position.turn());
                rect class=(class) x=(LEFT) y=(below) width="16" height="16" rx="4" fill=(fill) stroke=(INK) {}
                text x=(LEFT + 23) y=(below + 13) fill=(INK) { (side) " to move" @if passes { ": pass" } }
            }
            @for (square, color) in stones {
                @let (x, y) = middle(position, square);
                @let (fill, class) = stone(color);
                circle class=(class) cx=(x) cy=(y) r=(STONE_RADIUS) fill=(fill) stroke=(INK) {}
            }
            @for &(from, to) in &look.arrows { (shape_between(position, from, to)) }
            @for arrow in arrows { (arrow_between(position, arrow)) }
            @for arrow in arrows { (label_at_landing(position, arrow)) }
        }
    }
}

fn side_name(color: Color) -> &'static str {
    match color {
        Color::Black => "Black (x)",
        Color::White => "White (o)",
    }
}

/// Returns the fill colour of a stone, and its class.
const fn stone(color: Color) -> (&'static str, &'static str) {
    match color {
        Color::Black => ("#221f1b", "x"),
        Color::White => ("#ffffff", "o"),
    }
}

/// Returns the middle of a square of the 8x8 frame.
fn middle(position: &Position, square: Square) -> (u32, u32) {
    let (file, rank) = (square.file(), square.rank());
    let from_top = (position.board().ranks() - 1).saturating_sub(rank);
    (LEFT + SQUARE * file + SQUARE / 2, EDGE + SQUARE * from_top + SQUARE / 2)
}

/// The length of an arrow's head.
const HEAD: f64 = 13.0;
/// The radius of a label. Nine labels fit into a square, three by three. So the labels of moves to
/// one square do not overlap: each lies on the side that its move comes from.
const LABEL: f64 = SQUARE as f64 / 6.0;

/// Returns an arrow from the edge of the moving stone to the middle of its new square. The name of
/// the arrow is the move. A pass has no arrow: the side to move has the word "pass" instead.
fn arrow_between(position: &Position, arrow: &Arrow) -> Markup {
    let Move::Stone { from, to, capture } = arrow.played else {
        return html! {};
    };
    let (from_x, from_y) = middle(position, from);
    let (to_x, to_y) = middle(position, to);
    let (x, y) = (f64::from(from_x), f64::from(from_y));
    let (across, down) = (f64::from(to_x) - x, f64::from(to_y) - y);
    let length = across.hypot(down);
    let (across, down) = (across / length, down / length);
    // The point `along` the arrow, and to its left.
    let point = |along: f64, aside: f64| {
        let (x, y) = (x + along * across + aside * down, y + along * down - aside * across);
        [format!("{x:.1}"), format!("{y:.1}")]
    };
    let [[x1, y1], [x2, y2]] = [point(STONE_RADIUS.into(), 0.0), point(length - HEAD, 0.0)];
    let head =
        [point(length, 0.0), point(length - HEAD, HEAD / 2.0), point(length - HEAD, -HEAD / 2.0)];
    let head = joined(head.map(|corner| corner.join(",")), " ");
    let (colour, class) = arrow.colour;
    let (side, half) = (SQUARE - 6, SQUARE / 2 - 3);
    html! {
        g class=(class) stroke=(colour) fill=(colour) {
            title { (arrow.played) }
            @if capture {
                rect x=(to_x - half) y=(to_y - half) width=(side) height=(side) fill="none" stroke-width="3" {}
            }
            line x1=(x1) y1=(y1) x2=(x2) y2=(y2) stroke-width=(arrow.width) {}
            polygon points=(head) stroke="none" {}
        }
    }
}

/// Returns a green arrow that is no move, or a ring if it stays on its square.
fn shape_between(position: &Position, from: Square, to: Square) -> Markup {
    if from != to {
        let (played, colour) = (Move::Stone { from, to, capture: false }, WIN);
        return arrow_between(position, &Arrow { played, colour, width: 4, label: String::new() });
    }
    let ((x, y), (colour, class)) = (middle(position, to), WIN);
    html! {
        circle class=(class) cx=(x) cy=(y) r=(STONE_RADIUS + 2) fill="none" stroke=(colour) stroke-width="3" {}
    }
}

/// Returns the label of an arrow, within the arrow's target square.
fn label_at_landing(position: &Position, arrow: &Arrow) -> Markup {
    let (Move::Stone { from, to, .. }, false) = (arrow.played, arrow.label.is_empty()) else {
        return html! {};
    };
    let ((from_x, from_y), (to_x, to_y)) = (middle(position, from), middle(position, to));
    let beside = |from: u32, to: u32| {
        let side = i64::from(from > to) - i64::from(from < to);
        format!("{:.1}", f64::from(to) + 2.0 * LABEL * side as f64)
    };
    let (x, y) = (beside(from_x, to_x), beside(from_y, to_y));
    let (colour, class) = arrow.colour;
    let size = match arrow.label.chars().count() {
        ..=2 => "8",
        3 => "6",
        _ => "5",
    };
    html! {
        g class=(class) fill=(colour) {
            title { (arrow.played) }
            circle cx=(x) cy=(y) r=(format!("{LABEL:.1}")) stroke="none" {}
            text x=(x) y=(y) dy="2.5" font-size=(size) text-anchor="middle" fill="#ffffff" stroke="none" { (arrow.label) }
        }
    }
}

#[cfg(test)]
mod tests {
    use loa_solver::{Board, Rules};
    use loa_tablebase::Tablebase;
    use roxmltree::{Document, Node};

    use super::*;

    fn elements<'a>(document: &'a Document<'_>, name: &str) -> Vec<Node<'a, 'a>> {
        let nodes = document.descendants();
        nodes.filter(|node| node.has_tag_name(name)).collect()
    }

    fn number(node: Node<'_, '_>, attribute: &str) -> f64 {
        node.attribute(attribute).unwrap().parse().unwrap()
    }

    /// Returns the name of the square that contains a point.
    fn square_at(board: Board, x: f64, y: f64) -> String {
        let file = (x - f64::from(LEFT)) / f64::from(SQUARE);
        let from_top = (y - f64::from(EDGE)) / f64::from(SQUARE);
        let rank = f64::from(board.ranks()) - from_top;
        format!("{}{}", ('a'..).nth(file as usize).unwrap(), rank.ceil())
    }

    /// Returns the start of every board, and positions with captures and a pass.
    fn positions() -> Vec<Position> {
        let starts = Board::all().flat_map(|board| [board.start(), board.scrambled()]);
        let others = ["3x/o3/4/1ox1 x", "xo6/8/8/8/8/8/8/o6x o", "xo1/oo1/3/2x x"]
            .iter()
            .map(|text| text.parse().unwrap());
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
                let Move::Stone { from, capture, .. } = *m else { panic!("{m} has no arrow") };
                let part = |name: &str| arrow.children().find(|node| node.has_tag_name(name));
                let (line, head) = (part("line").unwrap(), part("polygon").unwrap());
                let tip = head.attribute("points").unwrap();
                let (x, y) = tip.split(' ').next().unwrap().split_once(',').unwrap();
                let landing = square_at(board, x.parse().unwrap(), y.parse().unwrap());
                assert!(m.to_string().ends_with(&landing), "{m} ends on {landing}");
                let (x, y) = middle(&position, from);
                let (across, down) =
                    (number(line, "x1") - f64::from(x), number(line, "y1") - f64::from(y));
                let off = across.hypot(down);
                assert!((off - f64::from(STONE_RADIUS)).abs() < 0.2, "{m} begins {off} off");
                assert_eq!(part("rect").is_some(), capture, "{m}");
                assert_eq!(part("title").unwrap().text(), Some(m.to_string().as_str()));
            }
        }
    }

    #[test]
    fn a_look_changes_the_size_the_margins_and_the_arrows() {
        let position: Position = "3x/o3/4/1ox1 o".parse().unwrap();
        let squares = ["a1", "c3", "b2"].map(|name| name.parse::<Square>().unwrap());
        let arrows = vec![(squares[0], squares[1]), (squares[2], squares[2])];
        let bare = Look { size: Some(92), is_bare: true, arrows };
        let svg = board_svg_as(&position, &[], &bare);
        let document = Document::parse(&svg).unwrap();
        let root = document.root_element();
        assert_eq!(root.attribute("viewBox"), Some("14 0 184 184"));
        assert_eq!((number(root, "width"), number(root, "height")), (92.0, 92.0));
        assert!(elements(&document, "text").is_empty());
        assert_eq!(elements(&document, "line").len(), 1);
        let mut rings = elements(&document, "circle").into_iter();
        let ring = rings.rfind(|it| it.attribute("fill") == Some("none")).unwrap();
        assert_eq!(square_at(position.board(), number(ring, "cx"), number(ring, "cy")), "b2");
        let usual = Look::default();
        assert_eq!(board_svg_as(&position, &[], &usual), board_svg(&position, &[]));
    }

    #[test]
    fn the_title_and_the_picture_tell_the_side_to_move() {
        let position: Position = "3x/o3/4/1ox1 o".parse().unwrap();
        let svg = board_svg(&position, &[]);
        let document = Document::parse(&svg).unwrap();
        let title = elements(&document, "title")[0].text().unwrap();
        assert_eq!(title, "3x/o3/4/1ox1 o: White (o) to move");
        let texts: Vec<&str> =
            elements(&document, "text").into_iter().filter_map(|text| text.text()).collect();
        let expected = ["a", "b", "c", "d", "1", "2", "3", "4", "White (o) to move"];
        assert_eq!(texts, expected);
        let passing = board_svg(&position, &[Move::Pass]);
        assert!(passing.contains("White (o) to move: pass</text>"));
        assert!(Document::parse(&passing).is_ok() && !passing.contains("<g "));
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

    #[test]
    fn every_move_has_its_value_beside_it() {
        let tables = Tablebase::embedded(Rules::default());
        for text in
            ["1xx1/o2o/o2o/1xx1 x", "o2o/x3/2o1/x1xo x", "4/xo2/o3/1x1o x", "xx1o/o2x/1x2/o2o x"]
        {
            let position: Position = text.parse().unwrap();
            let probe = tables.probe(&position).unwrap();
            let moves: Vec<(Move, Value)> =
                probe.moves.iter().map(|m| (m.played, m.value)).collect();
            let svg = valued_board_svg(&position, &moves, &Look::default());
            let document = Document::parse(&svg).unwrap();
            let part = |node: Node<'_, '_>, name: &str| {
                let part = node.children().find(|node| node.has_tag_name(name));
                part.and_then(|part| part.text().map(str::to_owned))
            };
            let groups = elements(&document, "g").into_iter();
            let arrows: Vec<(String, String)> = groups
                .filter_map(|group| Some((part(group, "title")?, part(group, "text")?)))
                .collect();
            let labels: Vec<(f64, f64)> = elements(&document, "circle")
                .into_iter()
                .filter(|circle| circle.parent().is_some_and(|node| node.has_tag_name("g")))
                .map(|circle| ["cx", "cy"].map(|name| circle.attribute(name).unwrap()))
                .map(|[x, y]| (x.parse().unwrap(), y.parse().unwrap()))
                .collect();
            for (number, (x, y)) in labels.iter().enumerate() {
                let apart = |(x1, y1): &(f64, f64)| (x - x1).hypot(y - y1) > 2.0 * LABEL - 0.2;
                assert!(labels[..number].iter().all(apart), "{text}");
            }
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
