//! The game Lines of Action and its retrograde analysis.
//!
//! The first half is the game: [`Board`], [`Position`], [`Move`], [`Rules`],
//! [`Value`]. The second numbers positions ([`Index`]) and solves them
//! ([`retrograde`]). Nothing here prints, and nothing here knows how finished
//! tables are stored.
//!
//! ```
//! use loa_solver::{Board, Rules};
//!
//! let start = "4x4".parse::<Board>()?.start();
//! assert_eq!(start.to_string(), "1xx1/o2o/o2o/1xx1 x");
//! assert_eq!(Rules::default().moves(&start).len(), 12);
//! # Ok::<(), loa_solver::ParseBoardError>(())
//! ```

#[cfg_attr(not(feature = "retrograde"), allow(dead_code, reason = "for solving"))]
pub mod cpu;
mod game;
#[cfg_attr(
    not(feature = "retrograde"),
    allow(dead_code, unused_imports, reason = "some is for solving alone")
)]
pub mod index;
#[cfg(feature = "proof")]
pub mod proof;
#[cfg(feature = "retrograde")]
pub mod retrograde;

pub use game::bitboard::{Bitboard, Squares};
pub use game::board::{Board, BoardSizeError, ParseBoardError};
pub use game::family::Family;
pub use game::legal::ParseMoveError;
pub use game::line::Axis;
pub use game::material::{Material, ParseMaterialError};
pub use game::moves::{IllegalMove, Move};
pub use game::perft::perft;
pub use game::position::{Color, ParsePositionError, Position, PositionError};
pub use game::preset::{ParsePresetError, Preset, Repetition};
pub use game::rules::{Connection, NoMove, ParseRulesError, Rules};
pub use game::square::{ParseSquareError, Square};
pub use game::symmetry::Symmetry;
pub use game::termination::Termination;
pub use game::value::Value;
pub use game::wdl::Wdl;
pub use index::count::IndexError;
pub use index::numbering::Numbering;
pub use index::positions::Index;
