//! Moves of the built-in engine at a level.

use std::time::Duration;

use crate::{Failure, Status};
use loa_engine::alpha_beta::Tables;
use loa_engine::{History, Level, LevelPlayer};
use loa_record::random::Pcg64;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::library::Library;
use crate::question::{Asked, PositionQuestion};
use crate::reply::Refused;
use crate::task::Task;

/// The time of a move at the highest level, if the limits allow as much.
const USUAL: Duration = Duration::from_millis(800);

/// A question for a move.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlayQuestion {
    /// A position such as `1xx1/o2o/o2o/1xx1 x`, or `start 4x4`, or `scrambled 4x4`.
    position: String,
    /// A preset or a rules id, `club` if there is none.
    rules: Option<String>,
    /// The level: 1 is for beginners, 5 the full strength, with the tables.
    #[schemars(range(min = 1, max = 5))]
    level: u8,
}

/// A move of the engine at a level.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct PlayReply {
    /// The position.
    position: String,
    /// The rules id.
    rules: &'static str,
    /// The level.
    level: u8,
    /// The move; null where the game is over.
    #[serde(rename = "move")]
    played: Option<String>,
}

/// Returns a move of the built-in engine at a level.
pub(crate) fn play(library: &Library, asked: &Asked) -> Result<Task, Refused> {
    let question: PlayQuestion = asked.question()?;
    let usage = |error| Failure::new(Status::Usage, error);
    let level: Level = question.level.to_string().parse().map_err(usage)?;
    let (position, preset) = PositionQuestion::new(question.position, question.rules).read()?;
    let time = USUAL.min(library.limits.estimate);
    Ok(Task::engine(move |library, _| {
        let tables = Tables::new(library.tables.shared_of(preset.rules), true);
        let chance = Pcg64::of(Pcg64::any_seed(), &[]);
        let mut player = LevelPlayer::new(level, preset, Some(tables), chance)
            .map_err(|error| Failure::new(Status::Failed, error))?;
        let played = player.choose(&History::new(position), time);
        Ok(PlayReply {
            position: position.to_string(),
            rules: preset.rules.id(),
            level: question.level,
            played: played.map(|played| played.to_string()),
        })
    }))
}
