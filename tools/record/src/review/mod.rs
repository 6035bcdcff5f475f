//! Games compared with perfect play: the value of every move, and a better one.

mod annotated;
mod chart;
mod choices;
mod effect;
mod game_review;
mod resignation;
mod summary;
mod text;

pub use annotated::annotated_sgf;
pub use chart::{Bar, Chart};
pub use choices::{Choice, choices, is_outside};
pub use effect::{Blunder, Delay, Effect, Effects};
pub use game_review::{Assessment, Ply, Review, review};
pub use resignation::Resignation;
pub use summary::Summary;
pub use text::{history_lines, remark_on, summary_lines};
