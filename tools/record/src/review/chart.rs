//! A chart of the values of a game, in characters.

use loa_solver::{Color, Wdl};

use super::game_review::Review;
use crate::numbering::move_number;
use crate::worth::Worth;

/// The values of a game, always to Black: of the start, then of the position after each move.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Chart {
    /// The side that moves first.
    pub first: Color,
    /// A bar for the start, then one for each move.
    pub bars: Vec<Bar>,
}

/// The value of a position to Black.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Bar {
    /// The height: up to 1 if Black wins and down to -1 if White wins, longer if the end is nearer;
    /// 0 for a draw; `None` if nothing is known.
    pub height: Option<f64>,
    /// True if the height is an engine's estimate.
    pub is_estimate: bool,
    /// True if the move before it gave a win or a draw away.
    pub is_turning_point: bool,
}

/// The distance at which a bar has its minimum height.
const FAR: f64 = 128.0;

/// The number of plies assumed for a win without a distance.
const USUAL: u32 = 16;

/// The number of rows above the line of draws, and below it.
const ROWS: i32 = 4;

/// The number of moves between numbers below the chart.
const NUMBERED: usize = 10;

impl Bar {
    /// Returns a bar for what is known of a position, as Black sees it. Estimates are lower than wins
    /// that are near.
    pub fn of(to_black: Worth) -> Bar {
        let Worth { category, plies, score, level, .. } = to_black;
        let nearness = 1.0 - (1.0 + f64::from(plies.unwrap_or(USUAL))).log2() / (1.0 + FAR).log2();
        let height = 0.25 + 0.75 * nearness.max(0.0);
        let points = if level { 0.0 } else { f64::from(score.unwrap_or_default()) };
        Bar {
            height: match category {
                Some(Wdl::Win) => Some(height),
                Some(Wdl::Draw) => Some(0.0),
                Some(Wdl::Loss) => Some(-height),
                None => score.map(|_| 0.6 * points / (points.abs() + 150.0)),
            },
            is_estimate: category.is_none() && score.is_some(),
            is_turning_point: false,
        }
    }

    /// Returns the number of rows of the bar, up or down, at least one unless the value is a draw.
    fn rows(&self) -> Option<i32> {
        let height = self.height?;
        let rows = (height.abs() * f64::from(ROWS)).round() as i32;
        let least = i32::from(height != 0.0 && !self.is_estimate);
        Some(rows.max(least) * if height < 0.0 { -1 } else { 1 })
    }

    /// Returns the character of the bar in a row, counted up from the line of draws.
    fn character(&self, row: i32) -> char {
        let Some(rows) = self.rows() else {
            return ' ';
        };
        let is_filled = rows.signum() == row.signum() && rows.abs() >= row.abs();
        match (is_filled, row) {
            (_, 0) if rows == 0 && !self.is_estimate => '=',
            (_, 0) => '-',
            (true, _) if self.is_estimate => ':',
            (true, _) => '#',
            (false, _) => ' ',
        }
    }
}

impl Chart {
    /// Returns the values of a review.
    pub fn new(review: &Review, first: Color) -> Chart {
        let values = review.values.iter();
        let mut bars: Vec<Bar> =
            values.map(|value| value.map_or(Bar::default(), Bar::of)).collect();
        for ply in review.turning_points() {
            bars[ply.number].is_turning_point = true;
        }
        Chart { first, bars }
    }

    /// `true` if the chart has nothing to show.
    pub fn is_empty(&self) -> bool {
        self.bars.len() < 2 || self.bars.iter().all(|bar| bar.height.is_none())
    }

    /// Returns the chart in lines of up to `width` characters. A longer game is split into parts
    /// below each other. Returns no lines if the chart is empty.
    pub fn lines(&self, width: usize) -> Vec<String> {
        if self.is_empty() {
            return Vec::new();
        }
        let mut lines = vec![self.legend()];
        let columns = width.saturating_sub(BLACK.len()).max(2 * NUMBERED);
        for begin in (0..self.bars.len()).step_by(columns) {
            let end = self.bars.len().min(begin + columns);
            lines.extend(self.part(begin, end));
        }
        lines
    }

    fn legend(&self) -> String {
        let mut legend =
            "up: black wins, # nearer if longer; down: white wins; =: a draw".to_owned();
        if self.bars.iter().any(|bar| bar.is_estimate) {
            legend.push_str("; :: an estimate");
        }
        if self.bars.iter().any(|bar| bar.is_turning_point) {
            legend.push_str("; ?: a win or a draw given away");
        }
        legend
    }

    /// Returns the rows of a range of columns.
    fn part(&self, begin: usize, end: usize) -> Vec<String> {
        let bars = &self.bars[begin..end];
        let label = |row: i32| match row {
            ROWS => BLACK,
            _ if row == -ROWS => WHITE,
            _ => NEITHER,
        };
        let line = |label: &str, marks: String| format!("{label}{marks}").trim_end().to_owned();
        let rows = (-ROWS..=ROWS).rev();
        let mut lines: Vec<String> = rows
            .map(|row| line(label(row), bars.iter().map(|bar| bar.character(row)).collect()))
            .collect();
        if bars.iter().any(|bar| bar.is_turning_point) {
            let mark = |bar: &Bar| if bar.is_turning_point { '?' } else { ' ' };
            lines.push(line(NEITHER, bars.iter().map(mark).collect()));
        }
        let mut numbers = String::new();
        for ply in (begin..end).filter(|ply| ply % NUMBERED == 1) {
            let space = (ply - begin).saturating_sub(numbers.len());
            numbers.push_str(&" ".repeat(space));
            let color = if ply % 2 == 1 { self.first } else { self.first.other() };
            numbers.push_str(&move_number(ply, color));
        }
        lines.push(line(NEITHER, numbers));
        lines
    }
}

/// The labels left of the chart: at the top, at the bottom, and elsewhere.
const BLACK: &str = "black ";
const WHITE: &str = "white ";
const NEITHER: &str = "      ";

#[cfg(test)]
mod tests {
    use loa_solver::Value;

    use super::*;
    use crate::review::Effect;
    use crate::review::game_review::tests::reviewed;

    #[test]
    fn a_game_is_drawn_with_its_turning_points() {
        let (_, game, review) = reviewed("start 4x4\n1. b1-d1 a2xc4");
        let mut chart = Chart::new(&review, game.start().turn());
        let turning = chart.bars.iter().map(|bar| bar.is_turning_point);
        let blunders =
            review.plies.iter().map(|ply| matches!(ply.effect, Some(Effect::Blunder(_))));
        assert!(turning.skip(1).eq(blunders));
        let heights: Vec<bool> = chart.bars.iter().map(|bar| bar.height.unwrap() > 0.0).collect();
        let wins: Vec<bool> =
            review.values.iter().map(|value| value.unwrap().category == Some(Wdl::Win)).collect();
        assert_eq!(heights, wins);
        chart.bars.truncate(2);
        chart.bars.push(Bar::of(Value::Win(0).into()));
        chart.bars.push(Bar::of(Value::Draw.into()));
        chart.bars.push(Bar::of(Worth::estimate(-400)));
        chart.bars.push(Bar::default());
        let drawn = [
            "up: black wins, # nearer if longer; down: white wins; =: a draw; :: an estimate; \
             ?: a win or a draw given away",
            "black   #",
            "      # #",
            "      # #",
            "      # #",
            "      ---=-",
            "       #  :",
            "       #  :",
            "       #",
            "white",
            "       ?",
            "       1.",
        ];
        assert_eq!(chart.lines(72), drawn);
    }

    #[test]
    fn long_games_are_drawn_in_parts_and_unknown_ones_not_at_all() {
        let mut chart = Chart { first: Color::White, bars: vec![Bar::default(); 100] };
        assert_eq!(chart.lines(80), [""; 0]);
        chart.bars.fill(Bar::of(Value::Win(1).into()));
        let lines = chart.lines(46);
        assert!(lines.iter().skip(1).all(|line| line.len() <= 46));
        let numbers: Vec<&str> =
            lines.iter().skip(10).step_by(10).map(|line| line.trim()).collect();
        assert_eq!(numbers[0], "1...      6...      11...     16...");
        assert_eq!(numbers[2], "41...     46...");
        let bars: usize = lines.iter().skip(1).map(|line| line.matches('#').count()).sum();
        assert_eq!(bars, 100 * Bar::of(Value::Win(1).into()).rows().unwrap() as usize);
    }
}
