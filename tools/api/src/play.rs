//! Moves of the built-in engine at a level.

use std::time::Duration;

use loa_engine::{Effort, Level, LevelPlayer};
use loa_record::random::Pcg64;
use loa_record::{Game, WrittenPosition};
use loa_solver::{Move, Position, Preset, Rules};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::analysis::effort;
use crate::failure::Failure;
use crate::library::Library;
use crate::request::placed;

/// The time for a move at the highest level, if the limits allow it.
const USUAL: Duration = Duration::from_millis(800);

/// Asks for a move of the built-in engine at a level.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlayRequest {
    /// A position such as `1xx1/o2o/o2o/1xx1 x`, or `start 4x4`, or `scrambled 4x4`.
    position: WrittenPosition,
    /// A preset or a rules id. The default is `club`.
    rules: Option<Preset>,
    /// The level, from 0 (for children) to 5 (full strength, with tables).
    #[schemars(with = "u8", range(min = 0, max = 5))]
    level: Level,
    /// The milliseconds for a move at the highest level. The default is 800.
    #[schemars(range(min = 1, max = 1000))]
    ms: Option<u64>,
}

/// A move of the engine at a level.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct PlayReply {
    /// The position.
    position: Position,
    /// The rules id.
    rules: Rules,
    /// The level.
    #[schemars(with = "u8")]
    level: Level,
    /// The move; null if the game is over.
    #[serde(rename = "move")]
    played: Option<Move>,
}

impl PlayRequest {
    pub(crate) fn play(&self, library: &Library) -> Result<PlayReply, Failure> {
        let (position, preset) = placed(&self.position, self.rules)?;
        let time = match effort(library, None, self.ms)? {
            Some(Effort::Time(time)) => time,
            _ => USUAL.min(library.limits.estimate),
        };
        let chance = Pcg64::of(Pcg64::any_seed(), &[]);
        let tables = library.engine_tables(preset);
        let mut player = LevelPlayer::new(self.level, preset, Some(tables), chance)?;
        let played = player.choose(&Game::new(preset, position), time);
        Ok(PlayReply { position, rules: preset.rules, level: self.level, played })
    }
}
