//! Judges engines by tables: positions, the engine's moves in them and their effects on the value,
//! and games against the tables.

mod defender;
mod error;
mod judgement;
mod pool;
mod question;
mod sample;
mod stratum;

pub use defender::{Defender, EngineGames, GameCounts, GameResult, PlayedGame};
pub use error::JudgeError;
pub use judgement::{Counts, FailOn, JudgedMove, Judgement, judge, reasons, refutation};
pub use pool::{EnginePool, FailedAt};
pub use question::{Question, questions_about};
pub use sample::Sample;
pub use stratum::{Band, Stratum};

pub use crate::crew::EngineIdentity;
