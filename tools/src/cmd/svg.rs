//! A drawing of a census: how many positions are won and lost in how many
//! plies.

use std::fmt::Write;

use loa_solver::{Board, Census, Rules};

const HEIGHT: f64 = 240.0;
const LEFT: f64 = 60.0;
const TOP: f64 = 40.0;
const BAR: f64 = 9.0;
const SLOT: f64 = 2.0 * BAR + 6.0;

/// Draws the counts by plies, on a logarithmic scale: wins beside losses, and
/// draws at the end.
pub(super) fn census(board: Board, rules: Rules, counts: &Census) -> String {
    let by_outcome = |outcome: &str| -> Vec<(u16, u64)> {
        let rows = counts
            .rows()
            .filter(|((name, _), _)| name.trim_start_matches("terminal-") == outcome);
        let mut by_plies: Vec<(u16, u64)> = Vec::new();
        for ((_, plies), count) in rows {
            match by_plies.iter_mut().find(|(known, _)| *known == plies) {
                Some((_, sum)) => *sum += count,
                None => by_plies.push((plies, count)),
            }
        }
        by_plies
    };
    let (wins, losses, draws) = (by_outcome("win"), by_outcome("loss"), by_outcome("draw"));
    let all = || wins.iter().chain(&losses).chain(&draws);
    let most = all().map(|&(_, count)| count).max().unwrap_or(1).max(10);
    let last = all().map(|&(plies, _)| plies).max().unwrap_or(0);
    let decades = (most as f64).log10().ceil();
    let height = |count: u64| HEIGHT * ((count as f64).log10() + 0.3) / (decades + 0.3);
    let width = LEFT + SLOT * f64::from(last + 2) + 20.0;
    let mut svg = String::new();
    let _ = write!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{}\" \
         font-family=\"sans-serif\" font-size=\"11\"><rect width=\"100%\" height=\"100%\" \
         fill=\"white\"/><text x=\"{LEFT}\" y=\"20\" font-size=\"14\">{board} under {rules}: \
         placements by distance in plies (won blue, lost red, drawn grey)</text>",
        HEIGHT + TOP + 30.0
    );
    let base = TOP + HEIGHT;
    for decade in 0..=decades as u32 {
        let y = base - height(10u64.pow(decade));
        let _ = write!(
            svg,
            "<line x1=\"{LEFT}\" x2=\"{}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"#ddd\"/>\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">1e{decade}</text>",
            width - 20.0,
            LEFT - 6.0,
            y + 4.0
        );
    }
    let mut bars = |bars: &[(u16, u64)], slot: Option<u16>, offset: f64, colour: &str| {
        for &(plies, count) in bars {
            let x = LEFT + SLOT * f64::from(slot.unwrap_or(plies)) + offset;
            let high = height(count);
            let _ = write!(
                svg,
                "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"{BAR}\" height=\"{high:.1}\" \
                 fill=\"{colour}\"><title>{plies} plies: {count}</title></rect>",
                base - high
            );
        }
    };
    bars(&wins, None, 2.0, "#3b6fb6");
    bars(&losses, None, 2.0 + BAR, "#c0504d");
    bars(&draws, Some(last + 1), 2.0, "#999999");
    let every = usize::from(last / 40 + 1);
    for plies in (0..=last).step_by(every) {
        let x = LEFT + SLOT * (f64::from(plies) + 0.5);
        let _ = write!(
            svg,
            "<text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{plies}</text>",
            base + 16.0
        );
    }
    if !draws.is_empty() {
        let x = LEFT + SLOT * (f64::from(last + 1) + 0.5);
        let _ = write!(
            svg,
            "<text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">drawn</text>",
            base + 16.0
        );
    }
    svg + "</svg>"
}
