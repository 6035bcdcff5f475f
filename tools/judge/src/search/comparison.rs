//! The values of two rules compared, position by position.

use loa_solver::{Board, Material, Position};
use loa_tablebase::{Answer, Tablebase};

use super::walk::each_batch;
use crate::judging::JudgeError;
use crate::watch::StageWatch;

/// The values of a board under two rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RulesComparison {
    /// Each material that both have tables of, smallest first.
    pub materials: Vec<MaterialComparison>,
}

/// The values of a material under two rules. Counts are of placements.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MaterialComparison {
    /// The material, the side to move first.
    pub material: Material,
    /// All placements.
    pub placements: u64,
    /// Placements with another result.
    pub other_result: u64,
    /// Placements with the same result at another distance.
    pub other_distance: u64,
    /// The first position with another result, and both values.
    pub example: Option<(Position, [Answer; 2])>,
    /// The position whose distance differs most at the same result, and both values.
    pub furthest: Option<(Position, [Answer; 2])>,
}

impl RulesComparison {
    /// Returns the position whose distance differs most at the same result, and both
    /// values.
    pub fn furthest(&self) -> Option<(Position, [Answer; 2])> {
        let furthest = self.materials.iter().filter_map(|one| one.furthest);
        furthest.max_by_key(|(_, values)| difference(*values))
    }
}

/// Compares the values of two tablebases of a board.
///
/// # Errors
/// When a table is missing or damaged, or the work is interrupted.
pub fn compare_rules(
    tables: [&Tablebase; 2],
    board: Board,
    materials: &[Material],
    watch: &dyn StageWatch,
) -> Result<RulesComparison, JudgeError> {
    watch.begin("comparing", materials.len());
    let mut comparison = RulesComparison::default();
    for &material in materials {
        comparison.materials.push(compare(tables, board, material, watch)?);
        watch.step();
    }
    Ok(comparison)
}

fn compare(
    tables: [&Tablebase; 2],
    board: Board,
    material: Material,
    watch: &dyn StageWatch,
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
        if watch.interrupted() {
            return Err(JudgeError::Interrupted);
        }
        let positions: Vec<Position> = entries.iter().map(|entry| entry.position).collect();
        let [first, second] = tables.map(|tables| tables.answers(&positions));
        for ((entry, first), second) in entries.iter().zip(first).zip(second) {
            comparison.add(&entry.position, entry.placements, [first?, second?]);
        }
        Ok(true)
    })?;
    Ok(comparison)
}

impl MaterialComparison {
    fn add(&mut self, position: &Position, placements: u64, values: [Answer; 2]) {
        self.placements += placements;
        if values[0].wdl() != values[1].wdl() {
            self.other_result += placements;
            self.example.get_or_insert((*position, values));
        } else if values[0] != values[1] {
            self.other_distance += placements;
            let furthest = self.furthest.map(|(_, values)| difference(values));
            if Some(difference(values)) > furthest {
                self.furthest = Some((*position, values));
            }
        }
    }
}

/// Returns the plies between two distances.
fn difference(values: [Answer; 2]) -> u16 {
    match values.map(Answer::plies) {
        [Some(first), Some(second)] => first.abs_diff(second),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use loa_solver::Rules;

    use super::*;
    use crate::watch::Unwatched;

    #[test]
    fn counts_are_those_of_the_censuses() {
        let tables = |rules: &str| Tablebase::embedded(rules.parse::<Rules>().unwrap());
        let (mover, draw) = (tables("mover-pass"), tables("draw-pass"));
        let board = "4x4".parse().unwrap();
        let materials: Vec<Material> = ["2v2", "3v2"].map(|text| text.parse().unwrap()).to_vec();
        let compared = compare_rules([&mover, &draw], board, &materials, &Unwatched).unwrap();
        for one in &compared.materials {
            let census = mover.census(board, one.material).unwrap();
            let all: u64 = census.counts.shares().iter().sum();
            assert_eq!(one.placements, all);
            let (position, values) = one.example.unwrap();
            assert_eq!(values[0], mover.answer(&position).unwrap());
            assert_eq!(values[1], draw.answer(&position).unwrap());
            assert!(one.other_result > 0 && one.other_result < all);
        }
        // Rules do not differ from themselves.
        let same = compare_rules([&mover, &mover], board, &materials, &Unwatched).unwrap();
        let differing = |one: &MaterialComparison| one.other_result + one.other_distance;
        assert_eq!(same.materials.iter().map(differing).sum::<u64>(), 0);
    }
}
