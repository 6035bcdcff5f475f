//! The game: boards, positions, moves and rules.

pub(crate) mod bitboard;
pub(crate) mod board;
pub(crate) mod connection;
pub(crate) mod family;
pub(crate) mod illegal;
pub(crate) mod legal;
pub(crate) mod line;
pub(crate) mod material;
pub(crate) mod moves;
pub(crate) mod perft;
pub(crate) mod position;
pub(crate) mod position_text;
pub(crate) mod preset;
pub(crate) mod rules;
pub(crate) mod signs;
pub(crate) mod square;
pub(crate) mod start;
pub(crate) mod symmetry;
pub(crate) mod termination;
pub(crate) mod value;
pub(crate) mod wdl;
pub(crate) mod written;
