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
    /// The folder of tables; built-in tables need none.
    pub folder: PathBuf,
    /// True if tables are used.
    pub use_tables: bool,
    /// True if the search waits until a table is read.
    pub wait: bool,
    /// The size of the cache of unpacked values, in bytes.
    pub cache: usize,
    /// The size of the transposition table, in MiB; `None` for the usual size, or less if the
    /// system has too little memory.
    pub hash: Option<usize>,
    /// The maximum time for searches after the input has ended, regardless of other limits.
    pub grace: Duration,
    /// The level of play; `None` for full strength.
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
            hash: None,
            // All answers come within ten seconds.
            grace: Duration::from_secs(9),
            level: None,
        }
    }
}

/// The valid sizes of the transposition table, in MiB.
pub const HASH: std::ops::RangeInclusive<usize> = 1..=4096;

impl EngineSettings {
    /// Returns an engine with these settings.
    ///
    /// # Errors
    /// If the memory for the transposition table is not available.
    pub fn engine(&self) -> Result<AlphaBeta, TryReserveError> {
        match self.hash {
            Some(hash) => AlphaBeta::new(self.preset, self.tables(), hash),
            None => AlphaBeta::up_to(self.preset, self.tables(), AlphaBeta::DEFAULT_MEBIBYTES),
        }
    }

    /// Returns the player of the level; `None` without a level.
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
        if is(option::TABLES) {
            self.folder = value.into();
        } else if is(option::USE_TABLES) {
            self.use_tables = read_check(value)?;
        } else if is(option::TABLES_WAIT) {
            self.wait = read_check(value)?;
        } else if is(option::HASH) {
            let number = value.parse().ok().filter(|number| HASH.contains(number));
            let wrong =
                || format!("'{value}' is no number from {} to {}", HASH.start(), HASH.end());
            self.hash = Some(number.ok_or_else(wrong)?);
        } else {
            return Err("there is no such option".to_owned());
        }
        Ok(())
    }

    /// Returns the options except the rules, as the protocol declares them, with their current values.
    pub(super) fn options(&self) -> Vec<(String, String)> {
        let (least, most) = (HASH.start(), HASH.end());
        let hash = self.hash.unwrap_or(AlphaBeta::DEFAULT_MEBIBYTES);
        let options = [
            (option::TABLES, format!("string default {}", self.folder.display())),
            (option::USE_TABLES, format!("check default {}", self.use_tables)),
            (option::TABLES_WAIT, format!("check default {}", self.wait)),
            (option::HASH, format!("spin default {hash} min {least} max {most}")),
        ];
        options.map(|(name, kind)| (name.to_owned(), kind)).to_vec()
    }
}

/// Returns the option for rules, which offers these.
pub(super) fn rules_option(preset: Preset, offered: &[Rules]) -> Reply {
    let presets = Preset::ALL.iter().filter(|preset| offered.contains(&preset.rules));
    let names = presets.map(|preset| preset.name).chain(offered.iter().map(|rules| rules.id()));
    let rules: String = names.map(|name| format!(" var {name}")).collect();
    let kind = format!("combo default {}{rules}", preset.name);
    Reply::Option { name: option::RULES.to_owned(), kind }
}

fn read_check(value: &str) -> Result<bool, String> {
    match value.to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(format!("'{value}' is neither true nor false")),
    }
}
