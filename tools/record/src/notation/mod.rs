//! Records of games: reads and replays SGF and lists of moves, and writes SGF.
//!
//! A [`Record`] is the content of a text, legal or not. [`Record::replay`] makes a
//! [`Game`](crate::Game) of its legal moves, and a [`ScoreSheet`] writes the game with everything
//! else in the record. A [`MoveTree`] writes variations. A text may contain several games: see
//! [`read_games`].

mod boardspace;
mod claims;
mod cursor;
#[cfg(not(target_family = "wasm"))]
mod encoding;
mod entry;
mod error;
#[cfg(test)]
#[cfg(feature = "random")]
mod fuzz;
mod games;
mod move_list;
mod move_tree;
mod notice;
mod reading;
mod record;
mod score_sheet;
mod sgf_read;
mod tags;
#[cfg(test)]
mod tests;
mod tree;
mod variations;

#[cfg(not(target_family = "wasm"))]
pub use encoding::decode;
pub use error::{Location, RecordError, UnplayableMove};
pub use games::{Games, read_games};
pub use move_tree::MoveTree;
pub use notice::Notice;
pub use reading::{RecordFileError, read, read_file, read_from, read_game, read_lines};
pub use record::{Players, Record};
pub use score_sheet::{ScoreSheet, to_sgf, write_lines};

#[cfg(target_family = "wasm")]
pub use crate::text::decoded as decode;
