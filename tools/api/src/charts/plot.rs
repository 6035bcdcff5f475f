//! Charts as SVG. Each picture has its colours in a light and a dark theme, and no script.

use loa_solver::Board;
use maud::{Markup, PreEscaped, html};

/// The width of a picture. Its text is readable on a telephone.
const WIDTH: f64 = 360.0;
const EDGE: f64 = 10.0;
/// The margin on the left, with the names of rows.
const LEFT: f64 = 48.0;
/// The height of a row, and the width of a column of figures.
const ROW: f64 = 20.0;
const COLUMN: f64 = 52.0;
/// The height of all bars above or below the middle of a mirrored chart.
const HALF: f64 = 100.0;
/// The side of a square.
const SQUARE: f64 = 36.0;
/// The opacity of the darkest square. Its number remains readable.
const DARKEST: f64 = 0.4;

/// The colours of the page.
const STYLE: &str = "text{fill:#26221c}.paper{fill:#fffdf8}.soft{fill:#655d50;font-size:11px}\
    .rule{stroke:#d8cfbe}.win{fill:#17693f}.draw{fill:#4f5660}.loss{fill:#a52f22}.only{fill:#8a4b16}\
    .cell{stroke:#7d6137}@media(prefers-color-scheme:dark){text{fill:#ece6da}.paper{fill:#23201d}\
    .soft{fill:#b3a998}.rule{stroke:#3f3932}.win{fill:#7fd3a0}.draw{fill:#b9c0ca}\
    .loss{fill:#f19c8d}.only{fill:#e7ad72}.cell{stroke:#9a8462}}";

/// A picture without its title.
pub(super) struct Plot {
    body: Markup,
    height: f64,
}

/// A row of a chart: a name, bars and figures.
pub(super) struct Row {
    pub(super) name: String,
    pub(super) bars: Vec<Bar>,
    pub(super) figures: Vec<String>,
}

/// The class and the opacity of a colour, and the words for it.
pub(super) type Key = (&'static str, f64, &'static str);

/// A bar from one place to another on a scale from 0 to 1.
pub(super) struct Bar {
    pub(super) from: f64,
    pub(super) to: f64,
    pub(super) class: &'static str,
    pub(super) opacity: f64,
    pub(super) high: f64,
}

/// Returns a number for an attribute.
fn n(number: f64) -> String {
    let text = format!("{number:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Returns the whole picture. Its title and its description name it to screen readers.
pub(super) fn framed(title: &str, lines: &[String], plot: &Plot) -> Markup {
    let top = 34.0 + 15.0 * lines.len() as f64;
    let height = n(top + plot.height + EDGE);
    html! {
        svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox=(format!("0 0 {WIDTH} {height}"))
            width=(n(WIDTH)) height=(height) font-family="sans-serif" font-size="12"
        {
            title { (title) }
            desc { @for line in lines { (line) " " } }
            style { (PreEscaped(STYLE)) }
            rect class="paper" width=(n(WIDTH)) height=(height) rx="6" {}
            text x=(n(EDGE)) y="22" font-size="14" font-weight="bold" { (title) }
            @for (line, place) in lines.iter().zip(0_u8..) {
                text class="soft" x=(n(EDGE)) y=(n(40.0 + 15.0 * f64::from(place))) { (line) }
            }
            g transform=(format!("translate(0 {})", n(top))) { (plot.body) }
        }
    }
}

fn bar(x: f64, y: f64, width: f64, high: f64, class: &str, opacity: f64) -> Markup {
    let opacity = (opacity < 1.0).then(|| n(opacity));
    html! { rect class=(class) x=(n(x)) y=(n(y)) width=(n(width)) height=(n(high)) fill-opacity=[opacity] {} }
}

fn text(x: f64, y: f64, anchor: &str, class: Option<&str>, words: &str) -> Markup {
    html! { text class=[class] x=(n(x)) y=(n(y)) text-anchor=(anchor) { (words) } }
}

fn line(x1: f64, y1: f64, x2: f64, y2: f64) -> Markup {
    html! { line class="rule" x1=(n(x1)) y1=(n(y1)) x2=(n(x2)) y2=(n(y2)) {} }
}

/// Returns the least step of a scale to `last` that has up to `most` steps: 1, 2, 5, 10, ..
pub(super) fn step(last: u16, most: u16) -> u16 {
    let steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
    steps.into_iter().find(|step| last / step <= most).unwrap_or(5000)
}

/// Draws rows of bars with figures, a key of colours, and marks along the scale.
pub(super) fn rows(keys: &[Key], heads: &[&str], rows: &[Row], marks: &[(f64, String)]) -> Plot {
    let wide = WIDTH - EDGE - LEFT - COLUMN * heads.len() as f64;
    let first = if keys.is_empty() { 26.0 } else { 46.0 };
    let bottom = first + ROW * rows.len() as f64;
    let x = |share: f64| LEFT + wide * share;
    let column = |place: usize| WIDTH - EDGE - COLUMN * (heads.len() - 1 - place) as f64;
    let mut right = EDGE;
    let keys = keys.iter().map(|&(class, opacity, words)| {
        let x = right;
        right += 26.0 + 7.0 * words.len() as f64;
        html! { (bar(x, 6.0, 10.0, 10.0, class, opacity)) (text(x + 14.0, 15.0, "start", None, words)) }
    });
    let body = html! {
        @for key in keys { (key) }
        @for (place, head) in heads.iter().enumerate() { (text(column(place), first - 8.0, "end", Some("soft"), head)) }
        @for (share, words) in marks {
            (line(x(*share), first, x(*share), bottom))
            (text(x(*share), bottom + 14.0, "middle", Some("soft"), words))
        }
        @for (row, place) in rows.iter().zip(0_u8..) {
            @let middle = first + ROW * (f64::from(place) + 0.5);
            (text(LEFT - 8.0, middle + 4.0, "end", None, &row.name))
            @for Bar { from, to, class, opacity, high } in row.bars.iter().filter(|bar| bar.to > bar.from) {
                (bar(x(*from), middle - high / 2.0, wide * (to - from), *high, class, *opacity))
            }
            @for (place, figure) in row.figures.iter().enumerate() {
                (text(column(place), middle + 4.0, "end", None, figure))
            }
        }
    };
    Plot { body, height: bottom + 18.0 }
}

/// Draws the numbers of wins upward and of losses downward, by plies, on a logarithmic scale.
pub(super) fn mirrored(counts: [&[(u16, u64)]; 2], last: u16) -> Plot {
    let most = counts.iter().flat_map(|counts| counts.iter()).map(|&(_, count)| count).max();
    let decades = most.unwrap_or(1).max(10).ilog10() + 1;
    let slot = (WIDTH - EDGE - LEFT) / f64::from(last + 1);
    let x = |plies: u16| LEFT + slot * f64::from(plies);
    // Even the bar of a single position is visible.
    let high = |log: f64| HALF * (log + 0.3) / (f64::from(decades) + 0.3);
    let middle = HALF + 16.0;
    let every = (decades as usize).div_ceil(4);
    let units = ["", "k", "M", "G", "T", "P"];
    let named = |log: u32| format!("{}{}", 10_u32.pow(log % 3), units[log as usize / 3 % 6]);
    let body = html! {
        @for log in (every as u32..=decades).step_by(every) {
            @for sign in [-1.0, 1.0] {
                @let y = middle + sign * high(log.into());
                (line(LEFT, y, WIDTH - EDGE, y))
                (text(LEFT - 6.0, y + 4.0, "end", Some("soft"), &named(log)))
            }
        }
        @for (sign, class, counts) in [(-1.0, "win", counts[0]), (1.0, "loss", counts[1])] {
            @for &(plies, count) in counts {
                @let high = high((count as f64).log10());
                (bar(x(plies) + slot * 0.1, middle + f64::min(sign, 0.0) * high, slot * 0.8, high, class, 1.0))
            }
        }
        (text(EDGE, 8.0, "start", Some("win"), "won"))
        (text(EDGE, middle + HALF + 20.0, "start", Some("loss"), "lost"))
        @for plies in (0..=last).step_by(step(last, 12).into()) {
            (text(x(plies) + slot / 2.0, middle + HALF + 20.0, "middle", Some("soft"), &plies.to_string()))
        }
        (text(LEFT, middle + HALF + 36.0, "start", Some("soft"), "plies to the end"))
    };
    Plot { body, height: middle + HALF + 40.0 }
}

/// Draws a share for each square, on a board for each name.
pub(super) fn boards(board: Board, names: &[&str; 2], shares: &[[f64; 64]; 2]) -> Plot {
    let (wide, high) = (SQUARE * f64::from(board.files()), SQUARE * f64::from(board.ranks()));
    let beside = 2.0 * (wide + 24.0) <= WIDTH - 2.0 * EDGE;
    let draw = |place: u8| {
        let shares = &shares[usize::from(place)];
        let all = || board.mask().into_iter().map(|square| shares[square.index() as usize]);
        let (least, most) = (all().fold(1.0, f64::min), all().fold(0.0, f64::max));
        let (across, down) = if beside { (wide + 24.0, 0.0) } else { (0.0, high + 50.0) };
        let (x, y) = (EDGE + 16.0 + across * f64::from(place), 26.0 + down * f64::from(place));
        let at = |file: u32, rank: u32| {
            (x + SQUARE * f64::from(file), y + SQUARE * f64::from(board.ranks() - 1 - rank))
        };
        html! {
            (text(x, y - 10.0, "start", None, names[usize::from(place)]))
            @for square in board.mask() {
                @let share = shares[square.index() as usize];
                @let (x, y) = at(square.file(), square.rank());
                @let opacity = DARKEST * (share - least) / (most - least).max(1e-9);
                rect class="win cell" x=(n(x)) y=(n(y)) width=(n(SQUARE)) height=(n(SQUARE)) fill-opacity=(n(opacity)) {}
                (text(x + SQUARE / 2.0, y + SQUARE / 2.0 + 4.0, "middle", None, &format!("{:.1}", 100.0 * share)))
            }
            @for (file, letter) in (0..board.files()).zip('a'..) {
                (text(at(file, 0).0 + SQUARE / 2.0, y + high + 14.0, "middle", Some("soft"), &letter.to_string()))
            }
            @for rank in 0..board.ranks() {
                (text(x - 5.0, at(0, rank).1 + SQUARE / 2.0 + 4.0, "end", Some("soft"), &(rank + 1).to_string()))
            }
        }
    };
    let height = if beside { high + 46.0 } else { 2.0 * high + 96.0 };
    Plot { body: html! { (draw(0)) (draw(1)) }, height }
}
