//! Which tables are to be solved.

use loa_solver::{Board, Family, Material, position_count};

use super::error::PlanError;

/// Which material to solve. Everything a selection depends on belongs to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selection {
    /// All material that play from the start can reach: up to Black's starting
    /// stones on one side and up to White's on the other.
    Whole,
    /// All material with at most this many stones.
    Stones(u32),
    /// This material, its twin, and what they lead to.
    Material(Material),
}

/// Returns the families of a selection.
///
/// # Errors
/// When there are none, or the stones do not fit the board.
pub(super) fn families_of(board: Board, selection: Selection) -> Result<Vec<Family>, PlanError> {
    let (black, white) = board.start_stones();
    let selected = |us: u32, them: u32| match selection {
        Selection::Whole => us <= black && them <= white,
        Selection::Stones(stones) => us + them <= stones,
        Selection::Material(material) => us <= material.us() && them <= material.them(),
    };
    match selection {
        Selection::Stones(stones) if stones > board.squares() => {
            return Err(PlanError::TooMany { board, stones });
        }
        Selection::Material(material) => {
            position_count(board, material)?;
        }
        Selection::Whole | Selection::Stones(_) => {}
    }
    let mut families = Vec::new();
    for us in 2..=board.squares() {
        for them in 2..=us {
            if selected(us, them) || selected(them, us) {
                families.push(Material::new(us, them).family());
            }
        }
    }
    if families.is_empty() {
        return Err(PlanError::Nothing);
    }
    Ok(families)
}
