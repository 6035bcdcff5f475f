//! The exact values of starts, known even without tables, from `data/results.csv`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use loa_solver::{Board, Rules, Value};

const RESULTS: &str = include_str!("../../../../data/results.csv");

/// A start: the board, the rules id, and whether the stones are scrambled.
type Start = (Board, &'static str, bool);

/// Returns the value of a board's start, or of its scrambled start, for Black.
pub(crate) fn value_of_start(board: Board, rules: Rules, is_scrambled: bool) -> Option<Value> {
    static VALUES: LazyLock<BTreeMap<Start, Value>> = LazyLock::new(|| read(RESULTS));
    VALUES.get(&(board, rules.id(), is_scrambled)).copied()
}

/// Reads the results after the names of their columns: board, rules, stones, start, scrambled start
/// and others.
fn read(text: &str) -> BTreeMap<Start, Value> {
    let mut values = BTreeMap::new();
    for line in text.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let &[board, rules, _, start, scrambled, ..] = &*fields else { continue };
        let (Ok(board), Ok(rules)) = (board.parse(), rules.parse::<Rules>()) else { continue };
        for (result, is_scrambled) in [(start, false), (scrambled, true)] {
            values.extend(value(result).map(|value| ((board, rules.id(), is_scrambled), value)));
        }
    }
    values
}

/// Reads `wins in 3`, `loses in 4` or `draws`.
fn value(text: &str) -> Option<Value> {
    let (verb, plies) = text.split_once(" in ").unwrap_or((text, ""));
    match verb {
        "wins" => Some(Value::Win(plies.parse().ok()?)),
        "loses" => Some(Value::Loss(plies.parse().ok()?)),
        "draws" => Some(Value::Draw),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use loa_tablebase::Tablebase;

    use super::*;

    #[test]
    fn every_result_is_read() {
        let values = read(RESULTS);
        let written = RESULTS.lines().skip(1).flat_map(|line| line.split(',').skip(3).take(2));
        assert_eq!(values.len(), written.filter(|text| !text.is_empty()).count());
        let board = "5x5".parse().unwrap();
        let of_5x5 =
            |rules: &str, is_scrambled| value_of_start(board, rules.parse().unwrap(), is_scrambled);
        assert_eq!(of_5x5("own-loss", false), Some(Value::Win(11)));
        assert_eq!(of_5x5("draw-pass-misere", true), Some(Value::Win(67)));
    }

    #[test]
    fn tables_that_are_here_agree() {
        let (board, rules) = ("4x4".parse::<Board>().unwrap(), Rules::default());
        let tables = Tablebase::embedded(rules);
        for (start, is_scrambled) in [(board.start(), false), (board.scrambled(), true)] {
            let value = tables.answer(&start).unwrap();
            assert_eq!(value_of_start(board, rules, is_scrambled), Some(value));
        }
    }
}
