//! Answers of Lines of Action tables for programs in C and C++.
//!
//! `include/loa.h` is the interface, generated from these sources. No panic leaves a function:
//! it becomes [`LoaStatus::Internal`].

#![allow(unsafe_code, reason = "C passes pointers")]
#![allow(clippy::missing_safety_doc, reason = "include/loa.h says once what all pointers must be")]

mod choices;
mod fault;
mod game;
mod pointers;
mod probe;
mod question;
mod status;
mod tables;
mod text;
mod types;

pub use choices::{loa_line, loa_moves, loa_probe_moves};
pub use fault::loa_message;
pub use game::{loa_is_over, loa_perft, loa_play, loa_start};
pub use probe::{loa_probe, loa_probe_many, loa_probe_wdl, loa_set_threads, loa_value_if_cached};
pub use status::LoaStatus;
pub use tables::{LoaTables, loa_census, loa_close, loa_materials, loa_open, loa_version};
pub use text::{
    LOA_MOVE_TEXT, LOA_POSITION_TEXT, loa_read_move, loa_read_position, loa_write_line,
    loa_write_move, loa_write_position,
};
pub use types::{
    LOA_NO_SQUARE, LOA_NO_VALUE, LOA_UNKNOWN, LoaChoice, LoaCounts, LoaMaterial, LoaMove,
    LoaPosition, LoaValue, LoaWdl,
};
