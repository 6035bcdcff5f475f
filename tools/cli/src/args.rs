//! The command line's grammar.

use std::path::PathBuf;

use clap::parser::ValueSource;
use clap::{
    Arg, ArgMatches, Args as Arguments, CommandFactory, FromArgMatches, Parser, Subcommand,
};
use loa_solver::proof::RuleSet;
use loa_solver::{Board, Material, ParsePresetError, Position, Preset, Rules};
use loa_tablebase::{Layout, Selection, Tablebase};

use crate::cmd;
use crate::cure::Lack;
use crate::failure::{Failure, Status};
use crate::start;

/// Solves Lines of Action boards and looks positions up.
#[derive(Parser, Debug)]
#[command(name = "loa", version, max_term_width = 100)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// What every command takes.
#[derive(Arguments, Debug)]
pub(crate) struct Common {
    /// Rules: a preset (club, tournament, soucie, openspiel, playstrategy,
    /// misere) or a rules id such as draw-loss-misere; prove also takes normal, the
    /// nine rules ids that are not misere at once
    #[arg(long, global = true, default_value = "club", value_name = "RULES")]
    #[arg(value_parser = preset_or_normal)]
    pub(crate) rules: Preset,
    /// Whether the command line has `--rules`
    #[arg(skip)]
    pub(crate) names_rules: bool,
    /// Folder for tables [default: $LOA_TABLES, else the user's data folder]
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) tables: Option<PathBuf>,
    /// Answer in JSON; a failure is then a line of JSON on standard error
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Show no progress
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
    /// Memory for unpacked values, such as 256MiB [default: 64MiB]
    #[arg(long, global = true, value_name = "SIZE", value_parser = size)]
    pub(crate) cache: Option<u64>,
    /// Threads to work with [default: all cores]
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,
}

/// Stands for all normal rules ids where those of one would not do.
const NORMAL: Preset = Preset {
    name: "normal",
    ..Preset::ALL[0]
};

fn preset_or_normal(text: &str) -> Result<Preset, ParsePresetError> {
    if text == NORMAL.name {
        return Ok(NORMAL);
    }
    text.parse()
}

impl Common {
    /// Whether the rules are several at once, which only `prove` takes.
    pub(crate) fn has_all_normal_rules(&self) -> bool {
        self.rules == NORMAL
    }

    /// Returns the rules ids to prove a win under.
    pub(crate) fn rule_set(&self) -> RuleSet {
        match self.has_all_normal_rules() {
            true => RuleSet::NORMAL,
            false => RuleSet::one(self.rules.rules),
        }
    }

    pub(crate) fn layout(&self) -> Result<Layout, Failure> {
        let folder = self.tables.clone().or_else(default_folder);
        let folder = folder.ok_or_else(|| {
            Failure::new(
                Status::Usage,
                "no data folder is known: name one with --tables DIR",
            )
        })?;
        Ok(Layout::new(folder))
    }

    /// Returns the lack of all tables of a board under these rules.
    pub(crate) fn lack(&self, board: Board) -> Result<Lack, Failure> {
        Ok(Lack {
            folder: self.layout()?.root().to_owned(),
            rules: self.rules.rules,
            board,
            material: None,
        })
    }

    pub(crate) fn tablebase(&self) -> Result<Tablebase, Failure> {
        self.tablebase_under(self.rules.rules)
    }

    /// The tables for other rules than the command names.
    pub(crate) fn tablebase_under(&self, rules: Rules) -> Result<Tablebase, Failure> {
        let cache = self.cache_bytes();
        Ok(Tablebase::options()
            .cache_bytes(cache)
            .open(self.layout()?.root(), rules))
    }

    /// Bytes of unpacked values to keep.
    pub(crate) fn cache_bytes(&self) -> usize {
        let given = self.cache.and_then(|bytes| usize::try_from(bytes).ok());
        given.unwrap_or(Tablebase::DEFAULT_CACHE_BYTES)
    }
}

/// Returns the folder for tables where the command names none.
pub(crate) fn default_folder() -> Option<PathBuf> {
    let named = std::env::var_os("LOA_TABLES").filter(|folder| !folder.is_empty());
    let of_user = || Some(dirs::data_dir()?.join("loa").join("tables"));
    named.map(PathBuf::from).or_else(of_user)
}

/// Reads the command line.
pub(crate) fn read() -> Result<Args, clap::Error> {
    let matches = grammar().try_get_matches()?;
    let mut args = Args::from_arg_matches(&matches)?;
    args.common.names_rules = names_rules(&matches);
    Ok(args)
}

fn names_rules(matches: &ArgMatches) -> bool {
    let here = matches.value_source("rules") == Some(ValueSource::CommandLine);
    here || matches
        .subcommand()
        .is_some_and(|(_, below)| names_rules(below))
}

/// Whether a command line that cannot be read has `--json` in it.
pub(crate) fn wants_json() -> bool {
    let mut options = std::env::args_os().take_while(|word| word != "--");
    options.any(|word| word == "--json")
}

/// Returns the grammar, each command listing the options that it uses.
fn grammar() -> clap::Command {
    let grammar = Args::command();
    let common = grammar
        .get_arguments()
        .filter(|option| option.is_global_set());
    let common: Vec<Arg> = common.cloned().collect();
    with_options(grammar, "", &common)
}

/// Returns the options of [`Common`] that do something under a command. The others
/// are accepted there and not listed, so that a script may give the same to all.
fn used(command: &str) -> &'static [&'static str] {
    match command {
        "prove" => &["rules", "json", "quiet", "threads"],
        "solve" | "verify" => &["rules", "tables", "json", "quiet", "threads"],
        "plan" | "pack" => &["rules", "tables", "json", "threads"],
        "probe" => &["rules", "tables", "json", "cache", "threads"],
        "line" | "play" | "review" => &["rules", "tables", "json", "cache"],
        "census" => &["rules", "tables", "json"],
        "moves" | "perft" => &["rules", "json"],
        "check" => &["tables", "json", "threads"],
        "info" => &["tables", "json"],
        "suite check" => &["tables", "json", "cache"],
        "suite show" => &["json"],
        "engine" => &["rules", "tables", "cache"],
        "proof" | "proof check" => &["json", "quiet", "cache", "threads"],
        "proof positions" | "proof line" => &["json", "cache"],
        _ => &["rules", "tables", "json", "quiet", "cache", "threads"],
    }
}

/// Adds the options to a command and those below it, hidden where they do nothing.
/// `path` is the command without `loa`.
fn with_options(mut command: clap::Command, path: &str, common: &[Arg]) -> clap::Command {
    let names: Vec<String> = command
        .get_subcommands()
        .map(|below| below.get_name().to_owned())
        .collect();
    for name in names {
        let path = format!("{path} {name}").trim_start().to_owned();
        command = command.mut_subcommand(&name, |below| {
            let below = common.iter().fold(below, |below, option| {
                let listed = used(&path).contains(&option.get_id().as_str());
                below.arg(option.clone().hide(!listed))
            });
            with_options(below, &path, common)
        });
    }
    command
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Solve a board, or part of its material, and store the tables
    Solve(Solve),
    /// Tell what solving would take and whether it fits, and run nothing
    Plan(Plan),
    /// Prove finished tables: every value against its successors
    Verify(Verify),
    /// Check checksums and structure of table files
    Check(Files),
    /// Tell what table files or the tables folder hold
    Info(Files),
    /// Value, distance and every move of a position
    Probe(cmd::Probe),
    /// Best play to the end
    Line(cmd::Line),
    /// Legal moves and whether the game is over; needs no table
    ///
    /// Of a position that a connection has ended, the moves are listed all the same:
    /// those that its stones could make. perft and probe stop there, and so must
    /// whoever walks through moves: "over" says how the game has ended.
    Moves(Question),
    /// Count sequences of moves
    Perft(Perft),
    /// Count positions by material, outcome and distance
    Census(Census),
    /// Pack tables anew: old ones, or to tell wins, draws and losses alone
    Pack(Pack),
    /// Play against perfect play, an engine or another person, with values on
    /// request
    Play(cmd::Play),
    /// Judge every move of a recorded game
    Review(cmd::Review),
    Judge(Box<cmd::Judge>),
    /// Make, check and draw suites of problems
    Suite(cmd::Suite),
    Prove(cmd::Prove),
    /// Check and read certificates of start positions
    Proof(cmd::Proof),
    /// A plain alpha-beta engine that speaks the engine protocol
    Engine(cmd::Engine),
}

/// Which material.
#[derive(Arguments, Debug)]
pub(crate) struct Selected {
    /// The board, such as 5x5 (files x ranks, each 3 to 8)
    pub(crate) board: Board,
    /// All material with at most this many stones, instead of all that play
    /// from the start can reach
    #[arg(long, value_name = "N", conflicts_with = "material")]
    pub(crate) pieces: Option<u32>,
    /// One material with its twin and all it leads to, such as 4v3
    #[arg(long, value_name = "AvB")]
    pub(crate) material: Option<Material>,
}

impl Selected {
    pub(crate) fn selection(&self) -> Selection {
        match (self.pieces, self.material) {
            (Some(stones), _) => Selection::Pieces(stones),
            (_, Some(material)) => Selection::Material(material),
            _ => Selection::Whole,
        }
    }
}

#[derive(Arguments, Debug)]
pub(crate) struct Plan {
    #[command(flatten)]
    pub(crate) selected: Selected,
    /// Memory that may be used, such as 2GiB [default: all there is]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) memory: Option<u64>,
}

#[derive(Arguments, Debug)]
pub(crate) struct Solve {
    #[command(flatten)]
    pub(crate) selected: Selected,
    /// Solve only the largest part, by stones, that fits memory and disk
    #[arg(long, conflicts_with = "material")]
    pub(crate) fit: bool,
    /// Memory to use at most, such as 2GiB [default: all there is]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) memory: Option<u64>,
    /// Prove the tables that are there and built on first, as verify does, and use
    /// nothing else of an earlier run but the family it was interrupted in
    #[arg(long)]
    pub(crate) verify_lower: bool,
    /// What the tables tell: exact distances, or wins, draws and losses alone
    #[arg(long, value_enum, default_value_t = Metric::Distance)]
    pub(crate) metric: Metric,
    /// Seconds between two checkpoints: what a kill may cost, and the time in
    /// which all values are written now and then. Where writing what has been
    /// found takes more than a quarter of that they are further apart
    #[arg(long, value_name = "SECONDS", default_value_t = 20)]
    pub(crate) checkpoint: u32,
    /// Seconds between two lines of progress where there is no terminal
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    pub(crate) log_every: u32,
}

#[derive(Arguments, Debug)]
pub(crate) struct Pack {
    /// Table files; all of the tables folder if none is named, or those of
    /// --rules and --board
    pub(crate) files: Vec<PathBuf>,
    /// Only the tables of this board and of its transpose
    #[arg(long, value_name = "FxR", conflicts_with = "files")]
    pub(crate) board: Option<Board>,
    /// What the packed tables tell: exact distances, or wins, draws and losses
    /// alone
    #[arg(long, value_enum, default_value_t = Metric::Distance)]
    pub(crate) metric: Metric,
    /// Folder for the packed tables, laid out as --tables is; without it they
    /// replace the old ones
    #[arg(long, value_name = "DIR")]
    pub(crate) to: Option<PathBuf>,
    /// Drop distances without asking
    #[arg(long)]
    pub(crate) yes: bool,
    /// Memory to use at most, such as 2GiB [default: all there is]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) memory: Option<u64>,
}

/// What tables tell.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Metric {
    /// Win, draw or loss with the exact distance
    Distance,
    /// Win, draw or loss
    Wdl,
}

impl From<Metric> for loa_tablebase::Metric {
    fn from(metric: Metric) -> loa_tablebase::Metric {
        match metric {
            Metric::Distance => loa_tablebase::Metric::Distance,
            Metric::Wdl => loa_tablebase::Metric::Outcome,
        }
    }
}

#[derive(Arguments, Debug)]
pub(crate) struct Verify {
    /// The board, such as 5x5
    pub(crate) board: Board,
    /// Only the tables of this material and its twin
    #[arg(long, value_name = "AvB")]
    pub(crate) material: Option<Material>,
    /// Memory to use at most, such as 2GiB [default: all there is]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) memory: Option<u64>,
}

#[derive(Arguments, Debug)]
pub(crate) struct Files {
    /// Table files; all of the tables folder if none is named
    pub(crate) files: Vec<PathBuf>,
}

#[derive(Arguments, Debug)]
pub(crate) struct Question {
    /// A position such as "1xx1/o2o/o2o/1xx1 x", or: start BOARD, or:
    /// scrambled BOARD
    #[arg(num_args = 1..=2, value_name = "POSITION", required_unless_present = "stdin")]
    pub(crate) position: Vec<String>,
    /// Read a position a line from standard input and answer a JSON line each, in
    /// their order
    #[arg(long, conflicts_with = "position")]
    pub(crate) stdin: bool,
}

#[derive(Arguments, Debug)]
#[command(override_usage = "loa perft [OPTIONS] <POSITION> <DEPTH>")]
pub(crate) struct Perft {
    /// A position such as "1xx1/o2o/o2o/1xx1 x", or: start BOARD, or:
    /// scrambled BOARD; then the depth in plies
    #[arg(required = true, num_args = 2..=3, value_names = ["POSITION", "DEPTH"])]
    pub(crate) words: Vec<String>,
}

#[derive(Arguments, Debug)]
pub(crate) struct Census {
    /// The board, such as 5x5
    pub(crate) board: Board,
    /// Print lines of board,rules,mover,other,outcome,plies,count
    #[arg(long, conflicts_with_all = ["svg", "json"])]
    pub(crate) csv: bool,
    /// Print a drawing of the counts by distance
    #[arg(long, conflicts_with = "json")]
    pub(crate) svg: bool,
}

/// Reads a position's text, `start BOARD` or `scrambled BOARD`.
pub(crate) fn read_position(text: &str) -> Result<Position, Failure> {
    let text = text.trim();
    if text == "-" {
        let message = "- is not a position: --stdin reads one a line from standard input";
        return Err(Failure::new(Status::Usage, message));
    }
    let (name, board) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    if board.is_empty() && start::named(name, "8x8").is_some() {
        let message = format!("{name} of which board? Such as: {name} 5x5");
        return Err(Failure::new(Status::Usage, message));
    }
    match start::named(name, board) {
        Some(start) => Ok(start?),
        None => Ok(text.parse()?),
    }
}

/// Reads an amount of memory: bytes, or a number of k, M, G or T (powers of 1024), of
/// kB and so on (powers of 1000), or of KiB and so on, in any case.
pub(crate) fn size(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let (number, unit) = text.split_at(digits.len());
    let factor = factor(&unit.to_ascii_lowercase())
        .ok_or_else(|| format!("unknown unit {unit}: use KiB, MiB, GiB, TiB, KB, MB, GB or TB"))?;
    if number.is_empty() || number.contains(|c: char| !c.is_ascii_digit() && c != '.') {
        return Err(format!("'{number}' is not a number"));
    }
    let bytes = match number.parse::<u64>() {
        Ok(whole) => whole.saturating_mul(factor),
        // A fraction, or more than 64 bits hold, at which the conversion ends.
        Err(_) => match number.parse::<f64>() {
            Ok(number) => (number * factor as f64) as u64,
            Err(_) => return Err(format!("'{number}' is not a number")),
        },
    };
    if !(1..=1 << 63).contains(&bytes) {
        return Err(format!("{text} is out of range: 1 byte to 8388608 TiB"));
    }
    Ok(bytes)
}

/// Returns the bytes of a unit in small letters.
fn factor(unit: &str) -> Option<u64> {
    let (prefix, step) = match unit.strip_suffix('b') {
        None => (unit, 1024),
        Some(rest) => match rest.strip_suffix('i') {
            None => (rest, 1000),
            Some("") => return None,
            Some(prefix) => (prefix, 1024),
        },
    };
    let prefixes = ["", "k", "m", "g", "t"];
    let power = prefixes.iter().position(|&known| known == prefix)?;
    Some(u64::pow(step, power as u32))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_grammar_is_sound() {
        grammar().debug_assert();
    }

    #[test]
    fn the_help_goes_from_making_tables_to_using_them() {
        let command = Args::command();
        let names: Vec<&str> = command
            .get_subcommands()
            .map(|sub| sub.get_name())
            .collect();
        let expected = "solve plan verify check info probe line moves perft census pack play \
                        review judge suite prove proof engine";
        assert_eq!(names.join(" "), expected);
    }

    #[test]
    fn sizes() {
        for (text, bytes) in [
            ("4096", 4096),
            ("2000000000", 2_000_000_000),
            ("9223372036854775808", 1 << 63),
            ("1.5GiB", 3 << 29),
            ("2GB", 2_000_000_000),
            ("2gb", 2_000_000_000),
            ("2G", 2 << 30),
            ("2gib", 2 << 30),
            ("2GiB", 2 << 30),
            ("64k", 64 << 10),
            ("0.5kB", 500),
            ("7B", 7),
            ("1TiB", 1 << 40),
            ("1t", 1 << 40),
            ("1TB", 1_000_000_000_000),
            ("8388608TiB", 1 << 63),
        ] {
            assert_eq!(size(text), Ok(bytes), "{text}");
        }
        for wrong in [
            "",
            "GiB",
            "-1G",
            "nan",
            "inf",
            "1e3",
            "1e30G",
            "0",
            "0.1",
            "1..2",
            "1iB",
            "1PiB",
            "9223372036854775809",
            "99999999999999999999",
            "8388609TiB",
            "1 GiB",
            "+1",
        ] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }

    /// The options that the help of a command lists.
    fn listed(path: &[&str]) -> Vec<String> {
        let mut grammar = grammar();
        grammar.build();
        let command = path.iter().fold(&grammar, |command, name| {
            command.find_subcommand(name).unwrap()
        });
        let options = command.get_arguments();
        let options = options.filter(|option| option.is_global_set() && !option.is_hide_set());
        options.map(|option| option.get_id().to_string()).collect()
    }

    #[test]
    fn options_are_listed_where_they_do_something_and_accepted_everywhere() {
        assert_eq!(listed(&["perft"]), ["rules", "json"]);
        assert_eq!(listed(&["info"]), ["tables", "json"]);
        assert!(listed(&["solve"]).contains(&"threads".to_owned()));
        assert!(!listed(&["suite", "show"]).contains(&"tables".to_owned()));
        assert!(listed(&["suite", "make"]).contains(&"tables".to_owned()));
        for words in [
            "loa perft start 4x4 2 --threads 2 --tables t --cache 1G -q --rules misere --json",
            "loa --threads 2 --tables t --cache 1G -q --rules misere --json perft start 4x4 2",
            "loa suite --threads 2 --tables t show f --html h --cache 1G -q --rules misere --json",
        ] {
            let matches = grammar().try_get_matches_from(words.split(' ')).unwrap();
            let common = Args::from_arg_matches(&matches).unwrap().common;
            assert_eq!(common.threads, Some(2), "{words}");
            assert_eq!(common.tables, Some(PathBuf::from("t")), "{words}");
            assert_eq!(common.cache, Some(1 << 30), "{words}");
            assert_eq!(common.rules.name, "misere", "{words}");
            assert!(common.quiet && common.json, "{words}");
        }
    }
}
