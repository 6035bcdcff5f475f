//! The number of placements of a material by value.

use std::fmt;

use super::board::Board;
use super::material::Material;
use super::rules::Rules;
use super::table::Table;
use super::value::Value;

/// The first line of a census.
pub const CENSUS_HEADER: &str = "board,rules,mover,other,outcome,plies,count";

/// A line of a census. Lines are ordered by all stones, the mover's stones, outcome and plies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CensusRow {
    board: Board,
    rules: Rules,
    pub(super) material: Material,
    pub(super) outcome: &'static str,
    pub(super) plies: u32,
    count: u64,
}

/// Counts all placements. Every set in the mover's orbit has the same number of other sets in a
/// row.
pub(super) fn count(
    board: Board,
    rules: Rules,
    material: Material,
    table: &Table,
) -> Vec<CensusRow> {
    let mut counts = [0; 256];
    for (row, orbit) in table.sets.orbits.iter().enumerate() {
        let first = row * table.columns;
        for index in first..first + table.columns {
            counts[usize::from(table.value(index).byte())] += u64::from(orbit.size);
        }
    }
    let rows = (0..=u8::MAX).map(Value::of).zip(counts);
    rows.filter(|&(_, count)| count > 0)
        .map(|(value, count)| CensusRow {
            board,
            rules,
            material,
            outcome: value.outcome(),
            plies: value.plies(),
            count,
        })
        .collect()
}

impl fmt::Display for CensusRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { board, rules, material: Material { us, them, .. }, outcome, plies, count } =
            self;
        write!(f, "{board},{rules},{us},{them},{outcome},{plies},{count}")
    }
}
