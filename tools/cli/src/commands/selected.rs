//! A selection of material on the command line.

use clap::Args;
use loa_solver::{Board, Material};
use loa_tablebase::Selection;

/// A selection of the material of a board.
#[derive(Args, Debug)]
pub(crate) struct Selected {
    /// The board, such as 5x5 (files x ranks, each 3 to 8)
    pub(crate) board: Board,
    /// All material with at most this many stones, instead of all that play
    /// from the start can reach
    #[arg(long, value_name = "N", conflicts_with = "material")]
    pub(crate) pieces: Option<u32>,
    /// One material with its twin and all it leads to, such as 4v3
    #[arg(long, value_name = "AvB")]
    pub(crate) material: Option<Material>,
}

impl Selected {
    pub(crate) fn selection(&self) -> Selection {
        match (self.pieces, self.material) {
            (Some(stones), _) => Selection::Stones(stones),
            (_, Some(material)) => Selection::Material(material),
            _ => Selection::Whole,
        }
    }
}
