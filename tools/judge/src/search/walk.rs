//! All positions of a material, in batches.

use loa_solver::{Board, Color, Index, Material, Numbering, Position};

use crate::judging::JudgeError;

/// The number of positions looked up together.
const TOGETHER: usize = 1 << 14;

/// An entry of an index.
pub(super) struct IndexEntry {
    pub(super) position: Position,
    /// The number of placements that the entry represents.
    pub(super) placements: u64,
    /// True if no earlier entry is an image of this one.
    pub(super) is_first_image: bool,
}

/// Passes all entries of a material's index to `take`, in batches, Black to move, until `take`
/// returns false.
///
/// # Errors
/// If the material does not fit the board, or `take` fails.
pub(super) fn each_batch(
    board: Board,
    material: Material,
    mut take: impl FnMut(&[IndexEntry]) -> Result<bool, JudgeError>,
) -> Result<(), JudgeError> {
    let index = Numbering::new(board).index(material)?;
    let mut batch = Vec::with_capacity(TOGETHER);
    for orbit in 0..index.blocks() {
        for entry in block(&index, orbit) {
            batch.push(entry?);
            if batch.len() == TOGETHER {
                if !take(&batch)? {
                    return Ok(());
                }
                batch.clear();
            }
        }
    }
    if !batch.is_empty() {
        take(&batch)?;
    }
    Ok(())
}

fn block(index: &Index, orbit: u64) -> impl Iterator<Item = Result<IndexEntry, JudgeError>> + '_ {
    let us = index.leaders().representative(orbit);
    let placements = index.weight(orbit);
    let numbers = orbit * index.block_len()..;
    numbers.zip(index.followers(orbit)).map(move |(number, them)| {
        let position = Position::new(index.board(), us, them, Color::Black);
        Ok(IndexEntry {
            position: position.map_err(|_| JudgeError::NoMove)?,
            placements,
            is_first_image: index.images(orbit, them).all(|image| image >= number),
        })
    })
}
