//! Counts of positions.

use crate::game::board::Board;
use crate::game::material::Material;
use crate::index::orbits::count::orbit_count;
use crate::index::rank::choose;

/// Material that cannot be numbered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub enum IndexError {
    /// More stones than squares, or a side without stones.
    #[error("{material} does not fit on {board}")]
    DoesNotFit {
        /// The board.
        board: Board,
        /// The material.
        material: Material,
    },
    /// More positions than 64 bits can number, or more leaders than an orbit table can number.
    #[error("{material} on {board} has too many positions to number")]
    TooMany {
        /// The board.
        board: Board,
        /// The material.
        material: Material,
    },
}

/// Returns the number of entries in the index of a material, without building the index.
///
/// # Errors
/// If the material does not fit the board, or the number does not fit 64 bits.
pub fn position_count(board: Board, material: Material) -> Result<u64, IndexError> {
    let squares = board.squares();
    if material.us() < 1 || material.them() < 1 || material.stones() > squares {
        return Err(IndexError::DoesNotFit { board, material });
    }
    let block = choose(squares - material.us(), material.them());
    let count = orbit_count(board, material.us()).checked_mul(block);
    count.ok_or(IndexError::TooMany { board, material })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_material_is_counted_or_refused() {
        let board = Board::new(8, 8).unwrap();
        assert!(position_count(board, Material::new(8, 8)).unwrap() > 1 << 58);
        assert!(matches!(
            position_count(board, Material::new(12, 12)),
            Err(IndexError::TooMany { .. })
        ));
        assert!(matches!(
            position_count(board, Material::new(40, 30)),
            Err(IndexError::DoesNotFit { .. })
        ));
    }
}
