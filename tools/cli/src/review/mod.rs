//! Games held against the tables: what every move was worth, and what was better.

mod choices;
mod json;
mod judgement;
mod resignation;
mod summary;
mod text;

pub(crate) use choices::{Choice, choices, is_outside};
pub(crate) use json::{choice_json, history_json};
pub(crate) use judgement::{Review, review};
pub(crate) use text::history_lines;
