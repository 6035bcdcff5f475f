//! Records of games: SGF and lists of moves, read and replayed; SGF written.
//!
//! A [`Record`] is the content of a text, right or wrong. [`Record::replay`] makes a
//! [`Game`](crate::Game) of its legal moves.

mod cursor;
mod entry;
mod error;
#[cfg(test)]
mod fuzz;
mod move_list;
mod reading;
mod record;
mod sgf_read;
mod sgf_tree;
mod sgf_write;

pub use error::{Location, RecordError};
pub use reading::{RecordFileError, read, read_file, read_from, read_lines};
pub use record::{Players, Record, Stop};
pub use sgf_tree::escaped;
pub use sgf_write::{to_sgf, to_sgf_with};
