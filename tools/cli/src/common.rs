//! The options that every command accepts.

use std::ffi::OsStr;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;
use std::time::Duration;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, ArgAction, Args, Command};
use loa_solver::{Preset, Rules, most_threads};
use loa_tablebase::{EmptyFolder, Layout, Tablebase};
use serde::Serialize;

use crate::failure::{Failure, bail, failure};
use crate::output;
use crate::paths::named_path;
use crate::progress::Meter;
use crate::proof_file::announce;
use loa_api::jobs::{NORMAL, named, preset_or_normal, size};
use loa_api::{Library, Limits, default_folder, named_without_tables};

/// The options that every command accepts.
#[derive(Args, Clone, Debug)]
pub(crate) struct Common {
    /// Rules: a preset (club, tournament, soucie, openspiel, playstrategy,
    /// misere) or a rules id such as draw-loss-misere [default: club]
    #[arg(long, global = true, value_name = "RULES")]
    #[arg(value_parser = RulesParser, hide_possible_values = true)]
    pub(crate) rules: Option<Preset>,
    /// Folder for tables [default: $LOA_TABLES, else the user's data folder]
    #[arg(long, global = true, value_name = "DIR", value_parser = named_path())]
    pub(crate) tables: Option<PathBuf>,
    /// Answer in JSON; a failure is then a line of JSON on standard error
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Show no progress
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
    /// Form of progress: auto (a bar on a terminal, otherwise lines) or json (lines of JSON on
    /// standard error)
    #[arg(long = "progress", global = true, value_name = "FORM", default_value = "auto")]
    #[arg(value_parser = named([("auto", "", false), ("json", "", true)]), conflicts_with = "quiet")]
    #[arg(action = ArgAction::Set, hide_possible_values = true)]
    pub(crate) progress: bool,
    /// Seconds between progress lines when output is not a terminal
    #[arg(long, global = true, value_name = "SECONDS", default_value_t = 10)]
    pub(crate) log_every: u32,
    /// Memory for unpacked values, such as 256MiB [default: 64MiB]
    #[arg(long, global = true, value_name = "SIZE", value_parser = size)]
    pub(crate) cache: Option<u64>,
    /// Number of threads [default: all cores]
    #[arg(long, global = true, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<u16>,
}

/// Returns the common options, by their names, that a command lists below its own because they have
/// an effect there. All options about progress are listed together.
pub(crate) fn listed(names: &[&str]) -> Vec<Arg> {
    shown(names).into_iter().filter(|arg| !arg.is_hide_set()).collect()
}

/// Returns all common options. Only those that [`listed`] returns are shown.
pub(crate) fn shown(names: &[&str]) -> Vec<Arg> {
    let common = Common::augment_args(Command::default());
    let is_listed = |arg: &Arg| match arg.get_id().as_str() {
        "quiet" | "log_every" => names.contains(&"progress"),
        name => names.contains(&name),
    };
    let shown = |arg: Arg| {
        let is_listed = is_listed(&arg);
        arg.display_order(100).hide(!is_listed)
    };
    common.get_arguments().cloned().map(shown).collect()
}

/// Reads a number of threads.
fn threads(text: &str) -> Result<u16, String> {
    let most = most_threads();
    let number = text.parse().ok();
    let number = number.filter(|&number| (1..=most).contains(&usize::from(number)));
    number.ok_or_else(|| {
        format!("expected a number from 1 to {most}, at most four for each processor")
    })
}

/// Counts the cores.
pub(crate) fn cores() -> usize {
    available_parallelism().map_or(1, usize::from)
}

/// Refuses a folder that does not exist and whose name begins with `~`, which a shell should have
/// replaced, or is a list of folders, which some programs accept.
fn check_name(folder: &Path) -> Result<(), Failure> {
    let name = folder.to_string_lossy();
    if folder.exists() {
        return Ok(());
    }
    if name.starts_with('~') {
        bail!(
            Usage,
            "{name}: the shell replaces ~ only at the beginning of a word without quotes: write \
             the whole path of the folder for tables, or ./{name}"
        );
    }
    if cfg!(unix) && name.contains(':') {
        bail!(Usage, "{name}: name one folder for tables, without a colon in its name");
    }
    Ok(())
}

/// Reads the value of `--rules`, and offers its names to the completions of shells.
#[derive(Clone)]
struct RulesParser;

impl TypedValueParser for RulesParser {
    type Value = Preset;

    fn parse_ref(
        &self,
        command: &Command,
        option: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Preset, clap::Error> {
        preset_or_normal.parse_ref(command, option, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let presets = Preset::ALL.iter().map(|preset| preset.name);
        Some(Box::new(presets.chain(Rules::all().map(Rules::id)).map(PossibleValue::new)))
    }
}

impl Common {
    /// Prints a result: as JSON with `--json`, otherwise as text.
    pub(crate) fn show(&self, result: &(impl Serialize + Display)) -> Result<(), Failure> {
        if self.json { output::json(result) } else { output::answer(result) }
    }

    /// Returns the display of progress.
    pub(crate) fn meter(&self) -> Meter {
        let every = Duration::from_secs(self.log_every.into());
        Meter::on_stderr(self.quiet || self.json, self.progress, every)
    }

    /// Returns the rules of the command line, or else the usual ones.
    pub(crate) fn preset(&self) -> Preset {
        self.rules.unwrap_or_default()
    }

    /// `true` if `--rules` stands for all normal rules ids, which only `prove` accepts.
    pub(crate) fn has_all_normal_rules(&self) -> bool {
        self.rules == Some(NORMAL)
    }

    /// Returns the layout of the folder for tables.
    pub(crate) fn layout(&self) -> Result<Layout, Failure> {
        let folder = self.tables.clone().or_else(default_folder);
        let folder = folder.ok_or_else(|| {
            failure!(Usage, "the data folder is unknown: name a folder with --tables DIR")
        })?;
        check_name(&folder)?;
        Ok(Layout::new(folder))
    }

    /// Returns what to tell about the tables folder if the user named it and it has no tables.
    pub(crate) fn named_without_tables(&self) -> Result<Option<EmptyFolder>, Failure> {
        Ok(named_without_tables(self.layout()?.root()))
    }

    /// `true` if the user has named the folder for tables.
    pub(crate) fn names_folder(&self) -> Result<bool, Failure> {
        Ok(self.tables.is_some() || self.named_without_tables()?.is_some())
    }

    /// Returns the library of the tables folder, without limits on a question. Notes on standard
    /// error if the user named a folder without tables.
    pub(crate) fn library(&self) -> Result<Library, Failure> {
        if !self.json
            && let Some(empty) = self.named_without_tables()?
        {
            output::error_line(&empty.to_string());
        }
        self.library_of_any()
    }

    /// Returns the library like [`Common::library`], for work that needs no tables or makes them.
    pub(crate) fn library_of_any(&self) -> Result<Library, Failure> {
        let folder = self.layout()?.root().to_owned();
        let tables = Tablebase::options().cache_bytes(self.cache_bytes()).folder(&folder);
        let mut library = Library::new(folder, tables.tablebases(), Limits::none());
        if !self.quiet && !self.json {
            library.on_check = Some(announce);
        }
        Ok(library)
    }

    /// Returns how many threads to use.
    pub(crate) fn threads(&self) -> usize {
        self.threads.map_or_else(cores, usize::from)
    }

    /// Returns the size of the cache for unpacked values in bytes.
    pub(crate) fn cache_bytes(&self) -> usize {
        let given = self.cache.and_then(|bytes| usize::try_from(bytes).ok());
        given.unwrap_or(Tablebase::DEFAULT_CACHE_BYTES)
    }
}
