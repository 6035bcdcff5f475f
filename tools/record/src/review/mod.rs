//! Games compared with perfect play: the value of every move, and a better one.

mod choices;
mod effect;
mod game_review;
mod json;
mod resignation;
mod summary;
mod text;

pub use choices::{Choice, choices, is_outside};
pub use effect::{Blunder, Delay, Effect, Effects};
pub use game_review::{Assessment, Ply, Review, review};
pub use json::{choice_json, history_json, move_json};
pub use resignation::Resignation;
pub use summary::Summary;
pub use text::history_lines;
