//! A drawing of a census: the number of positions won and lost, by plies.

use loa_tablebase::{Census, Row, Wdl};
use maud::{Markup, html};

const HEIGHT: f64 = 240.0;
const LEFT: f64 = 60.0;
const TOP: f64 = 40.0;
const BAR: f64 = 9.0;
const SLOT: f64 = 2.0 * BAR + 6.0;
/// The baseline of the bars.
const BASE: f64 = TOP + HEIGHT;
const BELOW: f64 = 30.0;
const RIGHT: f64 = 20.0;
/// The width of a letter of the title.
const LETTER: f64 = 7.2;
/// The maximum number of labels along the horizontal axis.
const NUMBERS: u16 = 40;

/// Draws the counts by plies on a logarithmic scale: wins beside losses, and draws at the end.
pub(crate) fn drawn(title: &str, counts: &Census) -> Markup {
    let [wins, losses, draws] =
        [Wdl::Win, Wdl::Loss, Wdl::Draw].map(|outcome| counts_by_plies(counts, outcome));
    let all = || wins.iter().chain(&losses).chain(&draws);
    let most = all().map(|&(_, count)| count).max().unwrap_or(1).max(10);
    let last = all().map(|&(plies, _)| plies).max().unwrap_or(0);
    // The word below the draws is wider than a slot.
    let drawn = last + 2;
    let width = (SLOT * f64::from(drawn + 1)).max(LETTER * title.len() as f64) + LEFT + RIGHT;
    let decades = (most as f64).log10().ceil() as u32;
    // Even the bar of a single position is visible.
    let height = |count: u64| HEIGHT * ((count as f64).log10() + 0.3) / (f64::from(decades) + 0.3);
    let bar = |slot: u16, offset: f64, colour: &str, (plies, count): (u16, u64)| {
        let (x, high) = (LEFT + SLOT * f64::from(slot) + offset, height(count));
        html! {
            rect x=(format!("{x:.1}")) y=(format!("{:.1}", BASE - high)) width=(BAR)
                height=(format!("{high:.1}")) fill=(colour) { title { (plies) " plies: " (count) } }
        }
    };
    let label = |slot: u16, text: &str| {
        let x = LEFT + SLOT * (f64::from(slot) + 0.5);
        html! { text x=(format!("{x:.1}")) y=(BASE + 16.0) text-anchor="middle" { (text) } }
    };
    html! {
        svg xmlns="http://www.w3.org/2000/svg" width=(width) height=(BASE + BELOW)
            font-family="sans-serif" font-size="11"
        {
            rect width="100%" height="100%" fill="white" {}
            text x=(LEFT) y="20" font-size="14" { (title) }
            @for decade in 0..=decades {
                @let y = BASE - height(10u64.pow(decade));
                line x1=(LEFT) x2=(width - RIGHT) y1=(format!("{y:.1}")) y2=(format!("{y:.1}")) stroke="#ddd" {}
                text x=(LEFT - 6.0) y=(format!("{:.1}", y + 4.0)) text-anchor="end" { "1e" (decade) }
            }
            @for &won in &wins { (bar(won.0, 2.0, "#3b6fb6", won)) }
            @for &lost in &losses { (bar(lost.0, 2.0 + BAR, "#c0504d", lost)) }
            @for &draws in &draws { (bar(drawn, 2.0, "#999999", draws)) }
            @for plies in (0..=last).step_by(usize::from(last / NUMBERS + 1)) { (label(plies, &plies.to_string())) }
            @if !draws.is_empty() { (label(drawn, "drawn")) }
        }
    }
}

/// Returns the number of placements with a result, by plies. Terminal placements are included.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_census_is_as_wide_as_its_title() {
        let title = "4x4 under mover-pass: placements by distance in plies";
        let drawing = drawn(title, &Census::default()).into_string();
        let drawing = roxmltree::Document::parse(&drawing).unwrap();
        let width: f64 = drawing.root_element().attribute("width").unwrap().parse().unwrap();
        assert!(width > LEFT + 7.0 * title.len() as f64, "{width}");
    }
}
