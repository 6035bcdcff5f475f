//! Engines judged by tables: positions, the engine's moves in them and their effects on
//! the value, and games played out.

mod counts;
mod defender;
mod error;
mod judged_move;
mod judgement;
mod pool;
mod question;
mod reasons;
mod refutation;
mod sample;
mod stratum;

pub use counts::Counts;
pub use defender::{Defender, GameResult, Games, PlayedGame};
pub use error::JudgeError;
pub use judged_move::JudgedMove;
pub use judgement::{Judgement, judge};
pub(crate) use pool::CheckedEngine;
pub use pool::{EngineIdentity, EnginePool, FailedAt};
pub use question::{Question, questions_about, read_positions, read_questions};
pub use reasons::{FailOn, reasons};
pub use refutation::refutations;
pub use sample::Sample;
pub use stratum::{Band, Stratum};
