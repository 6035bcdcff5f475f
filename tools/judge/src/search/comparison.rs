//! Compares the values under two rules, position by position.

use loa_solver::{Board, Control, Material, Position, Value};
use loa_tablebase::Tablebase;
use serde::{Deserialize, Serialize};

use super::walk::each_batch;
use crate::judging::JudgeError;

/// The values of a material under two rules. Counts are numbers of placements.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct MaterialComparison {
    /// The material, the side to move first.
    pub material: Material,
    /// The number of all placements.
    pub placements: u64,
    /// The number of placements with different results.
    pub other_result: u64,
    /// The number of placements with the same result at different distances.
    pub other_distance: u64,
    /// The first position with different results.
    pub example: Option<ComparedPosition>,
    /// The position with the same result whose distances differ most.
    pub furthest: Option<ComparedPosition>,
}

/// A position and its values under two rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ComparedPosition {
    /// The position.
    pub position: Position,
    /// The values.
    pub values: [Value; 2],
}

impl ComparedPosition {
    /// Returns the difference between the distances in plies.
    pub fn difference(&self) -> u16 {
        match self.values.map(Value::plies) {
            [Some(first), Some(second)] => first.abs_diff(second),
            _ => 0,
        }
    }
}

/// Compares the values of each material in two tablebases of a board.
///
/// # Errors
/// If a table is missing or damaged, or the work is interrupted.
pub fn compare_rules(
    tables: [&Tablebase; 2],
    board: Board,
    materials: &[Material],
    control: &Control<'_>,
) -> Result<Vec<MaterialComparison>, JudgeError> {
    control.begin("comparing", materials.len() as u64);
    let compared = materials.iter().map(|&material| {
        let compared = compare(tables, board, material, control)?;
        control.step();
        Ok(compared)
    });
    compared.collect()
}

fn compare(
    tables: [&Tablebase; 2],
    board: Board,
    material: Material,
    control: &Control<'_>,
) -> Result<MaterialComparison, JudgeError> {
    let mut comparison = MaterialComparison {
        material,
        placements: 0,
        other_result: 0,
        other_distance: 0,
        example: None,
        furthest: None,
    };
    each_batch(board, material, |entries| {
        if control.is_stopped() {
            return Err(JudgeError::Interrupted);
        }
        let positions: Vec<Position> = entries.iter().map(|entry| entry.position).collect();
        let [first, second] = tables.map(|tables| tables.answers(&positions));
        for ((entry, first), second) in entries.iter().zip(first).zip(second) {
            let compared = ComparedPosition { position: entry.position, values: [first?, second?] };
            comparison.add(compared, entry.placements);
        }
        Ok(true)
    })?;
    Ok(comparison)
}

impl MaterialComparison {
    fn add(&mut self, compared: ComparedPosition, placements: u64) {
        let [first, second] = compared.values;
        self.placements += placements;
        if first.wdl() != second.wdl() {
            self.other_result += placements;
            self.example.get_or_insert(compared);
        } else if first != second {
            self.other_distance += placements;
            let furthest = self.furthest.map(|furthest| furthest.difference());
            if Some(compared.difference()) > furthest {
                self.furthest = Some(compared);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use loa_solver::Rules;

    use super::*;

    #[test]
    fn counts_are_those_of_the_censuses() {
        let tables = |rules: &str| Tablebase::embedded(rules.parse::<Rules>().unwrap());
        let (mover, draw) = (tables("mover-pass"), tables("draw-pass"));
        let board = "4x4".parse().unwrap();
        let materials: Vec<Material> = ["2v2", "3v2"].map(|text| text.parse().unwrap()).to_vec();
        let compared = compare_rules([&mover, &draw], board, &materials, Control::none()).unwrap();
        for one in &compared {
            let census = mover.census(board, one.material).unwrap();
            let all: u64 = census.counts.shares().iter().sum();
            assert_eq!(one.placements, all);
            let ComparedPosition { position, values } = one.example.unwrap();
            assert_eq!(values[0], mover.answer(&position).unwrap());
            assert_eq!(values[1], draw.answer(&position).unwrap());
            assert!(one.other_result > 0 && one.other_result < all);
        }
        // Rules do not differ from themselves.
        let same = compare_rules([&mover, &mover], board, &materials, Control::none()).unwrap();
        let differing = |one: &MaterialComparison| one.other_result + one.other_distance;
        assert_eq!(same.iter().map(differing).sum::<u64>(), 0);
    }
}
