//! Games compared with perfect play: the value of every move, and a better one.

mod annotated;
mod chart;
mod choices;
mod effect;
mod game_review;
mod judgement;
mod text;
mod why;

pub use annotated::annotate;
pub use chart::{Bar, Chart};
pub use choices::{choices, is_outside};
pub use effect::{Blunder, Blunders, Delay, Effect, Effects, Lapse};
pub use game_review::{Ply, Resignation, Review, Summaries, Summary, review};
pub use judgement::Judgement;
pub use text::{estimate_lines, history_lines};
