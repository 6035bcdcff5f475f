//! Pictures for readers that cannot show SVG, such as makers of link previews. They show the
//! squares, stones and arrows of the drawings in the same colours, without text.

use loa_api::drawing::{DARK, FRAME, INK, LIGHT, PAPER, colour_of_move, colour_of_stone};
use loa_api::{Failure, Status};
use loa_solver::{Board, Move, Position, Square};

/// The width and height in pixels that previews expect.
const SIZE: [usize; 2] = [1200, 630];

// Lengths, in sides of a square.
const STONE_RADIUS: f64 = 0.375;
const OUTLINE: f64 = 0.025;
const SHAFT: f64 = 0.1;
const HEAD: f64 = 0.325;
/// The frame around a captured stone.
const CAPTURE: (f64, f64) = (0.85, 0.075);
/// The mark of the side to move, left of the board.
const TURN: (f64, f64) = (0.4, 0.1);

/// A point in pixels: to the right and down.
type Point = [f64; 2];

/// Returns a position as PNG, with the board in the middle and an arrow for each move.
pub(crate) fn png(position: &Position, moves: &[Move]) -> Result<Vec<u8>, Failure> {
    let failed = |error| Failure::new(Status::Failed, error);
    let picture = drawn(position, moves);
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, SIZE[0] as u32, SIZE[1] as u32);
    encoder.set_color(png::ColorType::Rgb);
    let written = encoder.write_header().and_then(|mut writer| {
        writer.write_image_data(picture.pixels.as_flattened())?;
        writer.finish()
    });
    written.map_err(failed)?;
    Ok(bytes)
}

fn drawn(position: &Position, moves: &[Move]) -> Picture {
    let board = position.board();
    let place = Place::of(board);
    let side = place.side;
    let mut picture = Picture { pixels: vec![rgb(PAPER); SIZE[0] * SIZE[1]] };
    picture.fill(&place.board(), LIGHT);
    for square in board.mask().into_iter().filter(|at| (at.file() + at.rank()) % 2 == 0) {
        picture.fill(&Shape::square(place.middle(square), side, 0.0), DARK);
    }
    picture.outline(&place.board(), OUTLINE * side, FRAME);
    let turn = Shape::square(place.left_of_board(), TURN.0 * side, TURN.1 * side);
    picture.fill(&turn, colour_of_stone(position.turn()));
    picture.outline(&turn, OUTLINE * side, INK);
    for square in position.us() | position.them() {
        if let Some(color) = position.stone(square) {
            let radius = STONE_RADIUS * side;
            let disc = Shape::square(place.middle(square), 2.0 * radius, radius);
            picture.fill(&disc, colour_of_stone(color));
            picture.outline(&disc, OUTLINE * side, INK);
        }
    }
    for &played in moves {
        picture.arrow(&place, played);
    }
    picture
}

/// The place of a board in a picture.
struct Place {
    board: Board,
    /// The side of a square.
    side: f64,
}

impl Place {
    /// Leaves a margin of half a square above and below the board, and of one square on each side.
    fn of(board: Board) -> Place {
        let [width, height] = SIZE.map(|length| length as f64);
        let side =
            (width / f64::from(board.files() + 2)).min(height / f64::from(board.ranks() + 1));
        Place { board, side }
    }

    /// Returns the point at this distance from the upper left corner of the board, in sides of a
    /// square.
    fn point(&self, right: f64, down: f64) -> Point {
        let (files, ranks) = (f64::from(self.board.files()), f64::from(self.board.ranks()));
        [
            SIZE[0] as f64 / 2.0 + (right - files / 2.0) * self.side,
            SIZE[1] as f64 / 2.0 + (down - ranks / 2.0) * self.side,
        ]
    }

    fn middle(&self, square: Square) -> Point {
        let down = f64::from(self.board.ranks()) - f64::from(square.rank()) - 0.5;
        self.point(f64::from(square.file()) + 0.5, down)
    }

    fn board(&self) -> Shape {
        let (files, ranks) = (f64::from(self.board.files()), f64::from(self.board.ranks()));
        let half = [files * self.side / 2.0, ranks * self.side / 2.0];
        Shape::Rounded { middle: self.point(files / 2.0, ranks / 2.0), half, corner: 0.0 }
    }

    fn left_of_board(&self) -> Point {
        self.point(-0.5, f64::from(self.board.ranks()) - 0.5)
    }
}

enum Shape {
    /// A rectangle with round corners. A square whose radius is half its side is a disc.
    Rounded { middle: Point, half: [f64; 2], corner: f64 },
    /// A convex polygon, with its corners in clockwise order.
    Convex(Vec<Point>),
}

impl Shape {
    fn square(middle: Point, side: f64, corner: f64) -> Shape {
        Shape::Rounded { middle, half: [side / 2.0; 2], corner }
    }

    /// Returns the upper left and the lower right corner of the bounding rectangle.
    fn bounds(&self) -> [Point; 2] {
        match self {
            Shape::Rounded { middle: [x, y], half: [width, height], .. } => {
                [[x - width, y - height], [x + width, y + height]]
            }
            Shape::Convex(corners) => {
                [(f64::INFINITY, f64::min as fn(f64, f64) -> f64), (f64::NEG_INFINITY, f64::max)]
                    .map(|(first, of)| {
                        [0, 1].map(|axis| corners.iter().map(|corner| corner[axis]).fold(first, of))
                    })
            }
        }
    }

    /// Returns the distance of a point from the edge. It is negative inside.
    fn distance(&self, [x, y]: Point) -> f64 {
        match self {
            Shape::Rounded { middle, half, corner } => {
                let across = (x - middle[0]).abs() - half[0] + corner;
                let down = (y - middle[1]).abs() - half[1] + corner;
                across.max(0.0).hypot(down.max(0.0)) + across.max(down).min(0.0) - corner
            }
            Shape::Convex(corners) => {
                let next = corners.iter().cycle().skip(1);
                let sides = corners.iter().zip(next).map(|([x0, y0], [x1, y1])| {
                    ((x - x0) * (y1 - y0) - (y - y0) * (x1 - x0)) / (x1 - x0).hypot(y1 - y0)
                });
                sides.fold(f64::NEG_INFINITY, f64::max)
            }
        }
    }
}

struct Picture {
    /// Red, green and blue, row by row.
    pixels: Vec<[u8; 3]>,
}

impl Picture {
    fn fill(&mut self, shape: &Shape, colour: &str) {
        self.paint(shape.bounds(), colour, |point| shape.distance(point));
    }

    fn outline(&mut self, shape: &Shape, width: f64, colour: &str) {
        let [upper, lower] = shape.bounds();
        let bounds = [upper.map(|at| at - width), lower.map(|at| at + width)];
        self.paint(bounds, colour, |point| shape.distance(point).abs() - width / 2.0);
    }

    /// Paints each pixel within the bounds in proportion to its covered area, which follows from
    /// the distance of its middle from the edge.
    fn paint(&mut self, bounds: [Point; 2], colour: &str, distance: impl Fn(Point) -> f64) {
        let colour = rgb(colour);
        let [columns, rows] = [0, 1].map(|axis| {
            // Negative numbers become zero.
            bounds[0][axis].floor() as usize..(bounds[1][axis].ceil() as usize).min(SIZE[axis])
        });
        for row in rows {
            for column in columns.clone() {
                let covered = 0.5 - distance([column as f64 + 0.5, row as f64 + 0.5]);
                let covered = covered.clamp(0.0, 1.0);
                for (part, new) in self.pixels[row * SIZE[0] + column].iter_mut().zip(colour) {
                    let old = f64::from(*part);
                    *part = (old + covered * (f64::from(new) - old)).round() as u8;
                }
            }
        }
    }

    /// Paints an arrow from the edge of the moving stone to the middle of its new square.
    fn arrow(&mut self, place: &Place, played: Move) {
        let Move::Stone { from, to, capture } = played else { return };
        let colour = colour_of_move(played);
        let (side, [x, y], tip) = (place.side, place.middle(from), place.middle(to));
        if capture {
            let frame = Shape::square(tip, CAPTURE.0 * side, 0.0);
            self.outline(&frame, CAPTURE.1 * side, colour);
        }
        let length = (tip[0] - x).hypot(tip[1] - y);
        let [across, down] = [(tip[0] - x) / length, (tip[1] - y) / length];
        // The point `along` the arrow, and to its right.
        let point = |along: f64, aside: f64| {
            [x + along * across - aside * down, y + along * down + aside * across]
        };
        let (begin, neck) = (STONE_RADIUS * side, length - HEAD * side);
        let (thick, broad) = (SHAFT * side / 2.0, HEAD * side / 2.0);
        // The line ends within the head, so that no seam is visible.
        let end = neck + thick;
        let shaft = [(begin, -thick), (end, -thick), (end, thick), (begin, thick)];
        let head = [(neck, -broad), (length, 0.0), (neck, broad)];
        for corners in [&shaft[..], &head] {
            let corners = corners.iter().map(|&(along, aside)| point(along, aside)).collect();
            self.fill(&Shape::Convex(corners), colour);
        }
    }
}

/// Returns the red, green and blue of a colour such as `#fffdf8`.
fn rgb(colour: &str) -> [u8; 3] {
    let number = u32::from_str_radix(colour.trim_start_matches('#'), 16).unwrap_or_default();
    let [_, rgb @ ..] = number.to_be_bytes();
    rgb
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pixel(picture: &Picture, [x, y]: Point) -> [u8; 3] {
        picture.pixels[y as usize * SIZE[0] + x as usize]
    }

    /// Returns the middle of each square, which shows a stone or the square, and its corner, which
    /// no stone covers.
    #[test]
    fn every_square_and_stone_has_its_colour() {
        let boards =
            ["3x3", "4x4", "8x8", "8x3", "3x8"].map(|board| board.parse::<Board>().unwrap());
        for position in boards.into_iter().flat_map(|board| [board.start(), board.scrambled()]) {
            let picture = drawn(&position, &[]);
            let place = Place::of(position.board());
            for square in position.board().mask() {
                let [x, y] = place.middle(square);
                let is_dark = (square.file() + square.rank()) % 2 == 0;
                let empty = rgb(if is_dark { DARK } else { LIGHT });
                let seen =
                    position.stone(square).map_or(empty, |color| rgb(colour_of_stone(color)));
                assert_eq!(pixel(&picture, [x, y]), seen, "{square} of {position}");
                let corner = [x + 0.45 * place.side, y - 0.45 * place.side];
                assert_eq!(pixel(&picture, corner), empty, "{square} of {position}");
            }
            let turn = pixel(&picture, place.left_of_board());
            assert_eq!(turn, rgb(colour_of_stone(position.turn())), "{position}");
            assert_eq!(pixel(&picture, [1.0, 1.0]), rgb(PAPER), "{position}");
        }
    }

    #[test]
    fn arrows_lead_to_where_the_stone_lands_in_the_colour_of_the_move() {
        let position: Position = "3x/o3/4/1ox1 x".parse().unwrap();
        for played in position.stone_moves() {
            let Move::Stone { from, to, capture } = played else { panic!("{played}") };
            let picture = drawn(&position, &[played]);
            let place = Place::of(position.board());
            let ([x0, y0], [x, y]) = (place.middle(from), place.middle(to));
            let length = (x - x0).hypot(y - y0);
            let before = |part: f64| [x - part * (x - x0) / length, y - part * (y - y0) / length];
            let arrow = rgb(colour_of_move(played));
            for part in [0.1, 0.4] {
                assert_eq!(pixel(&picture, before(part * place.side)), arrow, "{played}");
            }
            let frame = [x + CAPTURE.0 / 2.0 * place.side, y + 0.3 * place.side];
            assert_eq!(pixel(&picture, frame) == arrow, capture, "{played}");
        }
        assert_eq!(drawn(&position, &[Move::Pass]).pixels, drawn(&position, &[]).pixels);
    }

    /// The covered parts of the pixels of a disc add up to its area.
    #[test]
    fn edges_are_painted_by_coverage() {
        let mut picture = Picture { pixels: vec![[0; 3]; SIZE[0] * SIZE[1]] };
        picture.fill(&Shape::square([300.3, 200.8], 100.0, 50.0), "#ffffff");
        let covered: f64 = picture.pixels.iter().map(|pixel| f64::from(pixel[0]) / 255.0).sum();
        let area = std::f64::consts::PI * 50.0 * 50.0;
        assert!((covered / area - 1.0).abs() < 0.001, "{covered} of {area}");
        // A shape partly outside the picture is painted only inside.
        picture.fill(&Shape::square([0.0, 630.0], 100.0, 50.0), "#ffffff");
        assert_eq!(pixel(&picture, [3.0, 620.0]), [255; 3]);
    }
}
