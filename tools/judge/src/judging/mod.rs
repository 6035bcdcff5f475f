//! Engines judged by tables: positions, the engine's moves in them and their effects on
//! the value, and games played out.

mod comparison;
mod counts;
mod defender;
mod error;
mod html;
mod json;
mod judged_move;
mod judgement;
mod pool;
mod question;
mod refutation;
mod report;
mod sample;
mod stratum;
mod text;

pub use comparison::{Comparison, differing_settings};
pub use counts::Counts;
pub use defender::{Defender, GameResult, Games, PlayedGame};
pub use error::JudgeError;
pub use html::report_page;
pub use json::report_json;
pub use judged_move::JudgedMove;
pub use judgement::{Judgement, judge};
pub(crate) use pool::CheckedEngine;
pub use pool::{EngineIdentity, EnginePool, FailedAt};
pub use question::{Question, questions_about, read_positions, read_questions};
pub use refutation::refutations;
pub use report::{EngineLabel, FailOn, Report, Source, reasons};
pub use sample::Sample;
pub use stratum::{Band, Stratum};
pub use text::report_lines;
