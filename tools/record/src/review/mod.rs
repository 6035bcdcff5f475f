//! Games compared with perfect play: the value of every move, and a better one.

mod annotated;
mod chart;
mod choices;
mod effect;
mod game_review;
mod text;

pub use annotated::{annotate, annotated_sgf};
pub use chart::{Bar, Chart};
pub use choices::{Choice, choices, is_outside};
pub use effect::{Blunder, Blunders, Delay, Effect, Effects};
pub use game_review::{Assessment, Ply, Resignation, Review, Summary, review};
pub use text::history_lines;
