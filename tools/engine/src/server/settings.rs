//! Settings of the engine, and their names in the protocol.

use std::collections::TryReserveError;
use std::path::PathBuf;
use std::time::Duration;

use loa_record::random::Pcg64;
use loa_solver::{Preset, Rules};
use loa_tablebase::Tablebase;

use crate::alpha_beta::{AlphaBeta, Tables};
use crate::level::{Level, LevelPlayer};
use crate::protocol::reply::{Reply, option};

/// The settings of an engine.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct EngineSettings {
    /// The rules.
    pub preset: Preset,
    /// The folder of tables; tables built into the program need none.
    pub folder: PathBuf,
    /// True if tables are used.
    pub use_tables: bool,
    /// True if the search waits until a table is read.
    pub wait: bool,
    /// The bytes of unpacked values in memory.
    pub cache: usize,
    /// The MiB of memory for positions searched.
    pub hash: usize,
    /// The longest time to search once the input has ended, whatever the limits.
    pub grace: Duration,
    /// The level of play, if it is not the full strength.
    pub level: Option<Level>,
}

impl Default for EngineSettings {
    fn default() -> EngineSettings {
        EngineSettings {
            preset: Preset::default(),
            folder: PathBuf::new(),
            use_tables: true,
            wait: true,
            cache: Tablebase::DEFAULT_CACHE_BYTES,
            hash: AlphaBeta::DEFAULT_MEBIBYTES,
            // All is answered within ten seconds.
            grace: Duration::from_secs(9),
            level: None,
        }
    }
}

/// The MiB of memory for positions searched that can be set.
pub const HASH: std::ops::RangeInclusive<usize> = 1..=4096;

impl EngineSettings {
    /// Returns an engine with these settings.
    ///
    /// # Errors
    /// When there is no memory for positions searched.
    pub fn engine(&self) -> Result<AlphaBeta, TryReserveError> {
        AlphaBeta::new(self.preset, self.tables(), self.hash)
    }

    /// Returns the player of the level, if one is set.
    pub(super) fn player(&self) -> Result<Option<LevelPlayer>, TryReserveError> {
        let player = |level| {
            let chance = Pcg64::of(Pcg64::any_seed(), &[]);
            LevelPlayer::new(level, self.preset, self.tables(), chance)
        };
        self.level.map(player).transpose()
    }

    fn tables(&self) -> Option<Tables> {
        self.use_tables.then(|| {
            let options = Tablebase::options().cache_bytes(self.cache);
            let tablebase = options.open(&self.folder, self.preset.rules);
            Tables::new(tablebase, self.wait)
        })
    }

    /// Sets an option by its name.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let is = |option: &str| name.eq_ignore_ascii_case(option);
        if is(option::RULES) {
            let preset = value.to_ascii_lowercase().parse::<Preset>();
            self.preset = preset.map_err(|error| error.to_string())?;
        } else if is(option::TABLES) {
            self.folder = value.into();
        } else if is(option::USE_TABLES) {
            self.use_tables = read_check(value)?;
        } else if is(option::TABLES_WAIT) {
            self.wait = read_check(value)?;
        } else if is(option::HASH) {
            let number = value.parse().ok().filter(|number| HASH.contains(number));
            self.hash = number.ok_or_else(|| {
                format!("'{value}' is no number from {} to {}", HASH.start(), HASH.end())
            })?;
        } else {
            return Err("there is no such option".to_owned());
        }
        Ok(())
    }

    /// Returns the options with their present values, as the protocol declares them.
    pub(super) fn options(&self) -> [Reply; 5] {
        let presets = Preset::ALL.iter().map(|preset| preset.name);
        let ids = Rules::all().map(Rules::id);
        let rules: String = presets.chain(ids).map(|name| format!(" var {name}")).collect();
        let (least, most) = (HASH.start(), HASH.end());
        [
            (option::RULES, format!("combo default {}{rules}", self.preset.name)),
            (option::TABLES, format!("string default {}", self.folder.display())),
            (option::USE_TABLES, format!("check default {}", self.use_tables)),
            (option::TABLES_WAIT, format!("check default {}", self.wait)),
            (option::HASH, format!("spin default {} min {least} max {most}", self.hash)),
        ]
        .map(|(name, kind)| Reply::Option { name: name.to_owned(), kind })
    }
}

fn read_check(value: &str) -> Result<bool, String> {
    match value.to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(format!("'{value}' is neither true nor false")),
    }
}
