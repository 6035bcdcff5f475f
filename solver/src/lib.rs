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
//! # Ok::<(), loa_solver::BoardError>(())
//! ```

mod board;
mod census;
mod index;
mod material;
mod moves;
mod orbits;
mod perft;
mod position;
pub mod proof;
mod rank;
pub mod retrograde;
mod rules;
mod symmetry;
mod value;

pub use board::{Axis, Board, BoardError, is_connected, joining, line, neighbourhood};
pub use census::{Census, Row};
pub use index::{Index, IndexError, Numbering, position_count};
pub use material::{Material, MaterialError};
pub use moves::{Move, MoveError};
pub use orbits::{Leader, Orbits};
pub use perft::perft;
pub use position::{Color, Position, PositionError};
pub use rank::{Subsets, choose, rank_within, unrank_within};
pub use rules::{Connection, NoMove, Over, Preset, Repetition, Rules, RulesError};
pub use symmetry::{Symmetry, transpose};
pub use value::Value;
