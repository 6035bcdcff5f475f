//! The command line's grammar.

use std::path::PathBuf;

use clap::{Args as Arguments, Parser, Subcommand};
use loa_solver::{Board, Material, Position, Preset, Rules};
use loa_tablebase::{Layout, Selection, Tablebase};

use crate::cmd;
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
    /// misere) or a rules id such as draw-loss-misere
    #[arg(long, global = true, default_value = "club", value_name = "RULES")]
    pub(crate) rules: Preset,
    /// Folder for tables [default: the user's data folder]
    #[arg(long, global = true, env = "LOA_TABLES", value_name = "DIR")]
    pub(crate) tables: Option<PathBuf>,
    /// Answer in JSON
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Show no progress
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
    /// Memory for unpacked values, such as 256MiB [default: 64MiB]
    #[arg(long, global = true, value_name = "BYTES", value_parser = bytes)]
    pub(crate) cache: Option<u64>,
    /// Threads to work with [default: all cores]
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,
}

impl Common {
    pub(crate) fn layout(&self) -> Result<Layout, Failure> {
        let given = self.tables.clone();
        let folder = given.or_else(|| Some(dirs::data_dir()?.join("loa").join("tables")));
        let folder = folder.ok_or_else(|| {
            Failure::new(
                Status::Usage,
                "no data folder is known: name one with --tables DIR",
            )
        })?;
        Ok(Layout::new(folder))
    }

    pub(crate) fn tablebase(&self) -> Result<Tablebase, Failure> {
        self.tablebase_under(self.rules.rules)
    }

    /// The tables for other rules than the command names.
    pub(crate) fn tablebase_under(&self, rules: Rules) -> Result<Tablebase, Failure> {
        let cache = self.cache_bytes();
        Ok(Tablebase::new(Some(self.layout()?), rules, cache))
    }

    /// Bytes of unpacked values to keep.
    pub(crate) fn cache_bytes(&self) -> usize {
        let given = self.cache.and_then(|bytes| usize::try_from(bytes).ok());
        given.unwrap_or(Tablebase::DEFAULT_CACHE_BYTES)
    }
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Solve a board, or part of its material, and store the tables
    Solve(Solve),
    /// Tell what solving would take, and run nothing
    Plan(Selected),
    /// Prove finished tables: every value against its successors
    Verify(Verify),
    /// Check checksums and structure of table files
    Check(Files),
    /// Tell what table files or the tables folder hold
    Info(Files),
    /// Value, distance and every move of a position
    Probe(Question),
    /// Best play to the end
    Line(cmd::Line),
    /// Legal moves and whether the game is over; needs no table
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
pub(crate) struct Solve {
    #[command(flatten)]
    pub(crate) selected: Selected,
    /// Memory to use at most, such as 2GiB [default: all there is]
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    pub(crate) memory: Option<u64>,
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
    /// Table files; all of the tables folder if none is named
    pub(crate) files: Vec<PathBuf>,
    /// What the packed tables tell: exact distances, or wins, draws and losses
    /// alone
    #[arg(long, value_enum, default_value_t = Metric::Distance)]
    pub(crate) metric: Metric,
    /// Folder for the packed tables, laid out as --tables is; without it they
    /// replace the old ones
    #[arg(long, value_name = "DIR")]
    pub(crate) to: Option<PathBuf>,
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
    /// Read a position a line from standard input and answer a JSON line each
    #[arg(long, conflicts_with = "position")]
    pub(crate) stdin: bool,
}

#[derive(Arguments, Debug)]
pub(crate) struct Perft {
    /// A position such as "1xx1/o2o/o2o/1xx1 x", or: start BOARD, or:
    /// scrambled BOARD; then the depth in plies
    #[arg(required = true, num_args = 2..=3, value_name = "POSITION DEPTH")]
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
    let (name, board) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    match start::named(name, board) {
        Some(start) => Ok(start?),
        None => Ok(text.parse()?),
    }
}

/// Reads an amount of memory: a number and perhaps KiB, MiB, GiB, or K, M, G.
fn bytes(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match &text[digits.len()..] {
        "" | "B" => 0,
        "K" | "KiB" => 10,
        "M" | "MiB" => 20,
        "G" | "GiB" => 30,
        unit => return Err(format!("unknown unit {unit}: use KiB, MiB or GiB")),
    };
    let number: f64 = digits
        .parse()
        .map_err(|_| format!("'{digits}' is not a number"))?;
    if !(number > 0.0 && number < 1e9) {
        return Err(format!("{number} is out of range"));
    }
    Ok((number * f64::from(1u32 << unit)) as u64)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_grammar_is_sound() {
        Args::command().debug_assert();
    }

    #[test]
    fn the_help_goes_from_making_tables_to_using_them() {
        let command = Args::command();
        let names: Vec<&str> = command
            .get_subcommands()
            .map(|sub| sub.get_name())
            .collect();
        let expected = "solve plan verify check info probe line moves perft census pack play \
                        review judge suite proof engine";
        assert_eq!(names.join(" "), expected);
    }

    #[test]
    fn amounts_of_memory() {
        assert_eq!(bytes("1.5GiB"), Ok(3 << 29));
        assert_eq!(bytes("4096"), Ok(4096));
        for wrong in ["", "GiB", "-1G", "1TB", "nan", "1e30G"] {
            assert!(bytes(wrong).is_err(), "{wrong}");
        }
    }
}
