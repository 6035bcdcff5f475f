//! The grammar of the command line.

use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::commands::{
    self, CensusArgs, CompletionsArgs, EngineArgs, FilesArgs, JudgeArgs, LineArgs, ManualArgs,
    MatchArgs, PackArgs, PerftArgs, PlanArgs, PlayArgs, ProbeArgs, ProofArgs, ProveArgs,
    QuestionArgs, ReviewArgs, RulesArgs, SearchArgs, ServeArgs, SolveArgs, SuiteArgs, VerifyArgs,
};
use crate::common::Common;
use crate::failure::{Failure, Status};
use crate::processes::Processes;

/// Solves Lines of Action boards and looks positions up.
#[derive(Parser, Debug)]
#[command(name = "loa", version, max_term_width = 100)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    pub(crate) common: Common,
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

/// Returns whether a command line that cannot be read has `--json` in it.
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
        "census" | "search" => &["rules", "tables", "json", "cache"],
        "moves" | "perft" | "rules" => &["rules", "json"],
        "check" => &["tables", "json", "threads"],
        "info" => &["tables", "json"],
        "suite check" => &["tables", "json", "cache"],
        "suite show" => &["json"],
        "serve" => &["tables", "json", "cache", "threads"],
        "completions" | "man" => &[],
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
    Solve(SolveArgs),
    /// Print what solving would take and whether it fits, and run nothing
    Plan(PlanArgs),
    /// Prove finished tables: every value against its successors
    Verify(VerifyArgs),
    /// Check checksums and structure of table files
    Check(FilesArgs),
    /// Print what table files or the tables folder hold
    Info(FilesArgs),
    /// Print the rules of the game; needs no table
    Rules(RulesArgs),
    /// Value, distance and every move of a position
    Probe(ProbeArgs),
    /// Best play to the end
    Line(LineArgs),
    /// Legal moves and whether the game is over; needs no table
    ///
    /// If a connection has ended the game, the moves that the stones could still make
    /// are listed all the same. perft and probe stop there, and so must a program that
    /// follows moves: "over" says how the game has ended.
    Moves(QuestionArgs),
    /// Count sequences of moves
    Perft(PerftArgs),
    /// Count positions by material, outcome and distance
    Census(CensusArgs),
    Search(SearchArgs),
    /// Pack tables anew: old ones, as archives, or without distances
    Pack(PackArgs),
    /// Play against perfect play, an engine or another person, with values on
    /// request
    Play(PlayArgs),
    /// Judge every move of a recorded game
    Review(ReviewArgs),
    Judge(Box<JudgeArgs>),
    Match(Box<MatchArgs>),
    /// Make, check and draw suites of problems
    Suite(SuiteArgs),
    Prove(ProveArgs),
    /// Check and read certificates of start positions
    Proof(ProofArgs),
    /// A plain alpha-beta engine that speaks the engine protocol
    Engine(EngineArgs),
    Serve(ServeArgs),
    Completions(CompletionsArgs),
    Man(ManualArgs),
}

/// Runs the command.
pub(crate) fn run(args: &Args, processes: &mut Processes) -> Result<(), Failure> {
    let common = &args.common;
    let is_shared = matches!(args.command, Command::Solve(_) | Command::Verify(_));
    if processes.count() > 1 && !is_shared {
        let message = "only solve and verify run as several processes: start this without mpirun";
        return Err(Failure::new(Status::Usage, message));
    }
    start_threads(args)?;
    if common.has_all_normal_rules() && !matches!(args.command, Command::Prove(_)) {
        let message = "--rules normal stands for nine rules ids, which only prove takes";
        return Err(Failure::new(Status::Usage, message));
    }
    match &args.command {
        Command::Solve(solve) => commands::solve::run(common, solve, processes),
        Command::Plan(args) => commands::plan::run(common, args),
        Command::Verify(verify) => commands::verify::run(common, verify, processes),
        Command::Check(files) => commands::check::run(common, files),
        Command::Info(files) => commands::info::run(common, files),
        Command::Rules(args) => commands::rules::run(common, args),
        Command::Probe(question) => commands::probe::run(common, question),
        Command::Line(line) => commands::line::run(common, line),
        Command::Moves(question) => commands::moves::run(common, question),
        Command::Perft(perft) => commands::perft::run(common, perft),
        Command::Census(census) => commands::census::run(common, census),
        Command::Search(args) => commands::search::run(common, args),
        Command::Pack(args) => commands::pack::run(common, args),
        Command::Play(play) => commands::play::run(common, play),
        Command::Review(review) => commands::review::run(common, review),
        Command::Judge(args) => commands::judge::run(common, args),
        Command::Match(args) => commands::match_play::run(common, args),
        Command::Suite(suite) => commands::suite::run(common, suite),
        Command::Prove(args) => commands::prove::run(common, args),
        Command::Proof(args) => commands::proof::run(common, args),
        Command::Engine(arguments) => commands::engine::run(common, arguments),
        Command::Serve(args) => commands::serve::run(common, args),
        Command::Completions(args) => commands::completions::run(args, grammar()),
        Command::Man(args) => commands::manual::run(args, grammar()),
    }
}

/// Starts the threads that commands share. Started at their first use instead, they would
/// panic where the system has no more.
fn start_threads(args: &Args) -> Result<(), Failure> {
    match args.command {
        // A plan counts threads and starts none, and a text needs none.
        Command::Plan(_) | Command::Rules(_) | Command::Completions(_) | Command::Man(_) => {
            return Ok(());
        }
        _ => {}
    }
    let threads = args.common.threads.map_or(0, usize::from);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
    pool.build_global().map_err(|error| {
        let message = format!("a thread cannot be started: {error}; try fewer with --threads 1");
        Failure::new(Status::Failed, message)
    })
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

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
        let expected = "solve plan verify check info rules probe line moves perft census search pack play \
                        review judge match suite prove proof engine serve completions man";
        assert_eq!(names.join(" "), expected);
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
