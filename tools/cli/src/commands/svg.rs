//! A drawing of a census: how many positions are won and lost in how many
//! plies.

use std::fmt::Write;

use loa_solver::{Board, Rules};
use loa_tablebase::{Census, Row, Wdl};

const HEIGHT: f64 = 240.0;
const LEFT: f64 = 60.0;
const TOP: f64 = 40.0;
const BAR: f64 = 9.0;
const SLOT: f64 = 2.0 * BAR + 6.0;
/// The line on which the bars stand.
const BASE: f64 = TOP + HEIGHT;
const BELOW: f64 = 30.0;
const RIGHT: f64 = 20.0;
/// The most numbers along the horizontal axis.
const NUMBERS: u16 = 40;

/// Draws the counts by plies, on a logarithmic scale: wins beside losses, and
/// draws at the end.
pub(super) fn census(board: Board, rules: Rules, counts: &Census) -> String {
    let [wins, losses, draws] =
        [Wdl::Win, Wdl::Loss, Wdl::Draw].map(|outcome| counts_by_plies(counts, outcome));
    let all = || wins.iter().chain(&losses).chain(&draws);
    let most = all().map(|&(_, count)| count).max().unwrap_or(1).max(10);
    let last = all().map(|&(plies, _)| plies).max().unwrap_or(0);
    // The word below the draws is wider than a slot.
    let drawn = last + 2;
    let mut drawing = Drawing {
        svg: String::new(),
        width: LEFT + SLOT * f64::from(drawn + 1) + RIGHT,
        decades: (most as f64).log10().ceil() as u32,
    };
    drawing.begin(&format!(
        "{board} under {rules}: placements by distance in plies (won blue, lost red, drawn grey)"
    ));
    drawing.scale();
    for &(plies, count) in &wins {
        drawing.bar(plies, 2.0, "#3b6fb6", (plies, count));
    }
    for &(plies, count) in &losses {
        drawing.bar(plies, 2.0 + BAR, "#c0504d", (plies, count));
    }
    for &(plies, count) in &draws {
        drawing.bar(drawn, 2.0, "#999999", (plies, count));
    }
    for plies in (0..=last).step_by(usize::from(last / NUMBERS + 1)) {
        drawing.label(plies, &plies.to_string());
    }
    if !draws.is_empty() {
        drawing.label(drawn, "drawn");
    }
    drawing.svg + "</svg>"
}

/// Returns the numbers of placements with a result, by plies, terminal ones included.
fn counts_by_plies(counts: &Census, outcome: Wdl) -> Vec<(u16, u64)> {
    let mut by_plies: Vec<(u16, u64)> = Vec::new();
    for (Row { plies, .. }, count) in counts.rows().filter(|(row, _)| row.wdl == outcome) {
        match by_plies.iter_mut().find(|(known, _)| *known == plies) {
            Some((_, sum)) => *sum += count,
            None => by_plies.push((plies, count)),
        }
    }
    by_plies
}

/// A drawing in the making. Writing to a string cannot fail.
struct Drawing {
    svg: String,
    width: f64,
    /// Powers of ten on the vertical axis.
    decades: u32,
}

impl Drawing {
    fn begin(&mut self, title: &str) {
        let _ = write!(
            self.svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" \
             font-family=\"sans-serif\" font-size=\"11\"><rect width=\"100%\" height=\"100%\" \
             fill=\"white\"/><text x=\"{LEFT}\" y=\"20\" font-size=\"14\">{title}</text>",
            self.width,
            BASE + BELOW
        );
    }

    /// Returns the height of a bar for a count; that for a single position is visible.
    fn height(&self, count: u64) -> f64 {
        HEIGHT * ((count as f64).log10() + 0.3) / (f64::from(self.decades) + 0.3)
    }

    /// A horizontal line for each power of ten.
    fn scale(&mut self) {
        for decade in 0..=self.decades {
            let y = BASE - self.height(10u64.pow(decade));
            let _ = write!(
                self.svg,
                "<line x1=\"{LEFT}\" x2=\"{}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"#ddd\"/>\
                 <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">1e{decade}</text>",
                self.width - RIGHT,
                LEFT - 6.0,
                y + 4.0
            );
        }
    }

    /// A bar in a slot, so far from its left.
    fn bar(&mut self, slot: u16, offset: f64, colour: &str, (plies, count): (u16, u64)) {
        let x = LEFT + SLOT * f64::from(slot) + offset;
        let high = self.height(count);
        let _ = write!(
            self.svg,
            "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"{BAR}\" height=\"{high:.1}\" \
             fill=\"{colour}\"><title>{plies} plies: {count}</title></rect>",
            BASE - high
        );
    }

    /// Writes a label below a slot.
    fn label(&mut self, slot: u16, text: &str) {
        let _ = write!(
            self.svg,
            "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{text}</text>",
            LEFT + SLOT * (f64::from(slot) + 0.5),
            BASE + 16.0
        );
    }
}
