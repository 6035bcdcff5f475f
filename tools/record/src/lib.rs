//! Games of Lines of Action: played, recorded and reviewed.
//!
//! A [`Game`] consists of legal moves from its start to its end. [`notation`] reads a
//! [`GameTree`](notation::GameTree) of a game from SGF or a list of moves, and writes SGF.
//! [`review`](mod@review) compares every move of a game with the best one, by tables. [`text`]
//! reads external text within bounds and makes it printable. [`random`] draws numbers and positions
//! that a seed makes repeatable.
//!
//! # Examples
//!
//! ```
//! use loa_record::review::{choices, review};
//! use loa_record::{Basis, notation};
//! use loa_solver::Preset;
//! use loa_tablebase::Tablebase;
//!
//! let record = notation::read("start 4x4\n1. b1-d1 a2xc4")?;
//! let (game, stop) = record.replay(Preset::default());
//! assert!(stop.is_none());
//!
//! let (preset, tables) = (game.preset(), Tablebase::embedded(game.preset().rules));
//! let known = |positions: &[_]| choices(&tables, preset.repetition, positions, Basis::Tables);
//! let review = review(&game, known, ToString::to_string)?;
//! for ply in &review.plies {
//!     let effect = ply.effect.expect("4x4 is built in");
//!     println!("{} {}: {effect}", ply.number, ply.made);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! | feature | default | adds |
//! | --- | --- | --- |
//! | `review` | yes | [`review`](mod@review) and `loa-tablebase` |
//! | `random` | yes | [`random`] |
//! | `serde` | no | `Serialize` and `Deserialize` for games and reviews |
//! | `schema` | no | their `JsonSchema`; includes `serde` |
//!
//! Without features the crate plays, reads and writes games and needs no tables.

#![cfg_attr(docsrs, feature(doc_cfg))]

mod end;
mod game;
#[cfg(feature = "serde")]
mod json;
mod link;
pub mod notation;
mod numbering;
#[cfg(feature = "random")]
pub mod random;
mod repetition;
#[cfg(feature = "review")]
pub mod review;
mod rules_text;
pub mod text;
mod worth;

pub use end::{Concession, End, EndCause};
pub use game::{Game, Refusal};
pub use link::{LinkError, WrittenPosition, WrittenPositionError};
pub use numbering::move_number;
pub use repetition::{ends_by_repetition, occurrences_to_end, value_of_repeating};
pub use rules_text::{Article, SHARED, articles, rules_lines, rules_name};
pub use worth::{Basis, Proviso, RatedMove, Worth, is_distance};

/// The examples of the README, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
