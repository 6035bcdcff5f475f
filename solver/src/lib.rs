//! The game Lines of Action, its numbering and its analysis.
//!
//! - The game: [`Board`], [`Position`], [`Move`], [`Rules`], [`Value`], and the types that they are
//!   made of, [`Square`] and [`Bitboard`].
//! - The index: a [`Numbering`] gives an [`Index`] for every [`Material`]. It numbers the
//!   positions, with symmetric positions as one.
//! - [`retrograde`]: the values of all positions of a [`Family`].
//! - [`proof`]: the search for a proof of a start position.
//!
//! The crate prints nothing and does not know how finished tables are stored.
//!
//! # Examples
//! ```
//! use loa_solver::{Board, Rules};
//!
//! let start = "4x4".parse::<Board>()?.start();
//! assert_eq!(start.to_string(), "1xx1/o2o/o2o/1xx1 x");
//! assert_eq!(Rules::default().moves(&start).len(), 12);
//! # Ok::<(), loa_solver::ParseBoardError>(())
//! ```
//!
//! # Features
//! By default the crate contains only the game and its index. `retrograde` and `proof` add the
//! modules of these names; `save` adds what continues a proof search later. `serde` adds
//! `Serialize` and `Deserialize` for the types of the game, and `schema` adds `JsonSchema`.

#![cfg_attr(docsrs, feature(doc_cfg))]

mod cell;
mod control;
mod cpu;
#[cfg(any(feature = "proof", feature = "retrograde"))]
mod exchange;
mod game;
mod index;
#[doc(hidden)]
pub mod internal;
#[cfg(feature = "serde")]
mod json;
#[cfg(feature = "retrograde")]
mod new_file;
#[cfg(feature = "proof")]
pub mod proof;
mod read_at;
#[cfg(feature = "retrograde")]
pub mod retrograde;
#[cfg(feature = "proof")]
mod splitmix;
mod stop;
mod threads;

pub use control::{Control, Progress};
pub use game::bitboard::{Bitboard, Squares};
pub use game::board::{Board, BoardSizeError, ParseBoardError};
pub use game::family::Family;
pub use game::illegal::{Illegality, LineName};
pub use game::line::Axis;
pub use game::material::{Material, ParseMaterialError};
pub use game::moves::{IllegalMove, Move};
pub use game::perft::perft;
pub use game::position::{Color, ParseColorError, Position, PositionError};
pub use game::position_text::{ParsePositionError, comment_start};
pub use game::preset::{ParsePresetError, Preset, Repetition};
pub use game::rules::{Connection, NoMove, ParseRulesError, Rules};
pub use game::signs::plain_text;
pub use game::square::{ParseSquareError, Square};
pub use game::symmetry::Symmetry;
pub use game::termination::Termination;
pub use game::value::Value;
pub use game::wdl::{ParseWdlError, Wdl};
pub use game::written::{ParseMoveError, WrittenMove};
pub use index::count::{IndexError, position_count};
pub use index::numbering::Numbering;
pub use index::positions::Index;
pub use stop::Stop;
pub use threads::most_threads;

/// Threads may share the game, its index and its analysis.
const _: () = {
    const fn is_shared<T: Send + Sync>() {}
    is_shared::<Position>();
    is_shared::<Numbering>();
    is_shared::<Index>();
    #[cfg(feature = "retrograde")]
    is_shared::<retrograde::FinishedValues>();
    #[cfg(feature = "retrograde")]
    is_shared::<retrograde::SolveError>();
    #[cfg(feature = "proof")]
    is_shared::<proof::Prover>();
};

/// The examples of the package's README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
