//! Records of games: reads and replays SGF and lists of moves, and writes SGF.
//!
//! A [`GameTree`] is the content of a text, legal or not. [`GameTree::replay`] makes a
//! [`Game`](crate::Game) of the legal moves of its main line, and [`GameTree::with`] continues the
//! record with a game. [`GameTree::lines`] has the variations. A text may contain several games:
//! see [`read_games`].

mod boardspace;
mod claims;
mod cursor;
#[cfg(not(target_family = "wasm"))]
mod encoding;
mod entry;
mod error;
mod facts;
mod games;
mod lines;
mod list;
mod notice;
mod sgf;
mod shapes;
mod tags;
#[cfg(test)]
mod tests;
mod tree;

#[cfg(not(target_family = "wasm"))]
pub use encoding::decode;
pub use error::{Location, RecordError, UnplayableMove};
pub use games::{Games, read, read_game, read_games};
pub use lines::Line;
pub use notice::Notice;
pub use tree::{GameTree, Players};

#[cfg(target_family = "wasm")]
pub use crate::text::decoded as decode;
