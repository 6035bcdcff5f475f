//! Moves of the built-in engine at a level.

use std::time::Duration;

use loa_engine::{History, Level, LevelPlayer};
use loa_record::random::Pcg64;
use loa_solver::{Position, Preset};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::failure::Failure;
use crate::library::Library;
use crate::request::{Age, Answer, Kind, Request, Watch, position_and_rules, unreadable};

/// The time for a move at the highest level, if the limits allow it.
const USUAL: Duration = Duration::from_millis(800);

/// Asks for a move of the built-in engine at a level.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlayRequest {
    /// A position such as `1xx1/o2o/o2o/1xx1 x`, or `start 4x4`, or `scrambled 4x4`.
    position: String,
    /// A preset or a rules id. The default is `club`.
    rules: Option<String>,
    /// The level, from 1 (for beginners) to 5 (full strength, with tables).
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
    /// The move; null if the game is over.
    #[serde(rename = "move")]
    played: Option<String>,
}

impl Request for PlayRequest {
    type Response = PlayReply;

    fn kind(&self) -> Kind {
        Kind::Engine
    }

    fn check(&self, _: &Library) -> Result<(), Failure> {
        self.read().map(drop)
    }

    fn answer(&self, library: &Library, _: &mut Watch<'_, Self>) -> Answer<Self> {
        let (level, position, preset) = self.read()?;
        let time = USUAL.min(library.limits.estimate);
        let chance = Pcg64::of(Pcg64::any_seed(), &[]);
        let tables = library.engine_tables(preset);
        let mut player = LevelPlayer::new(level, preset, Some(tables), chance)?;
        let played = player.choose(&History::new(position), time);
        Ok(PlayReply {
            position: position.to_string(),
            rules: preset.rules.id(),
            level: self.level,
            played: played.map(|played| played.to_string()),
        })
    }

    fn age(&self, _: &PlayReply) -> Age {
        Age::Fleeting
    }
}

impl PlayRequest {
    fn read(&self) -> Result<(Level, Position, Preset), Failure> {
        let level = self.level.to_string().parse().map_err(unreadable)?;
        let (position, preset) = position_and_rules(&self.position, self.rules.as_deref())?;
        Ok((level, position, preset))
    }
}
