//! The grammar of the command line.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgMatches, ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand};
use loa_api::amount;
use loa_api::jobs::{LongQuestion, LongTask, long_questions};
use loa_tablebase::address_space;

use crate::colours;
use crate::commands::*;
use crate::common::{Common, listed, shown};
use crate::failure::{Failure, bail};
use crate::help;
use crate::processes::Processes;

/// Solves Lines of Action boards and looks positions up.
#[derive(Parser, Debug)]
#[command(
    name = "loa",
    version = env!("LOA_VERSION"),
    max_term_width = 100,
    arg_required_else_help = false
)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// Reads the command line.
pub(crate) fn read() -> Result<Args, clap::Error> {
    let matches = grammar().try_get_matches().map_err(|error| match error.kind() {
        ErrorKind::MissingSubcommand => clap::Error::raw(error.kind(), help::FIRST),
        ErrorKind::InvalidSubcommand => elsewhere(&grammar(), error),
        _ => error,
    })?;
    of_matches(&matches)
}

fn of_matches(matches: &ArgMatches) -> Result<Args, clap::Error> {
    let (name, last) = named_command(matches);
    Ok(match LongQuestion::named(&name) {
        Some(question) => Args {
            command: Command::Long(question, question.of_arguments(last)?),
            common: Common::from_arg_matches(matches)?,
        },
        None => Args::from_arg_matches(matches)?,
    })
}

/// Returns the name of the command that the matches are of, such as "suite make", and its matches.
fn named_command(mut matches: &ArgMatches) -> (String, &ArgMatches) {
    let mut names = Vec::new();
    while let Some((name, below)) = matches.subcommand() {
        names.push(name);
        matches = below;
    }
    (names.join(" "), matches)
}

/// Returns the error for an unknown command. If the command belongs to another place or to a
/// complete program, the error says so.
fn elsewhere(grammar: &clap::Command, mut error: clap::Error) -> clap::Error {
    let Some(ContextValue::String(name)) = error.get(ContextKind::InvalidSubcommand) else {
        return error;
    };
    if grammar.find_subcommand(name).is_some() {
        let tip = vec![format!("did you mean `loa {name}`?").into()];
        error.remove(ContextKind::SuggestedSubcommand);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tip));
    } else if help::is_command(name) {
        let message = format!(
            "this program was built without {name}: cargo install --path tools/cli builds all of it"
        );
        return clap::Error::raw(error.kind(), message);
    }
    error
}

/// Returns the grammar. Commands also accept the options of [`Common`] that they do not list, so
/// that a script may give the same options to all commands.
pub(crate) fn grammar() -> clap::Command {
    let grammar = long_questions().iter().fold(Args::command(), with_question);
    let grammar = grammar.mut_args(|option| {
        let hidden = option.is_global_set();
        option.hide(hidden)
    });
    let help = help::template(&grammar);
    // Help follows the same rule for colours as all output. Clap itself would also look at `CI`.
    let colours = if colours::are_shown() { ColorChoice::Always } else { ColorChoice::Never };
    grammar.help_template(help).color(colours)
}

/// Adds the command of a long question.
fn with_question(grammar: clap::Command, question: &LongQuestion) -> clap::Command {
    let is_below = question.name.contains(' ');
    // The command above may list more options than have an effect here.
    let common = if is_below { shown(question.options) } else { listed(question.options) };
    let mut command = question.command().args(common);
    if question.takes_normal {
        command = command.mut_arg("rules", |rules| rules.help(RULES_OR_NORMAL));
    }
    match question.name.rsplit_once(' ') {
        Some((above, _)) => grammar.mut_subcommand(above, |above| above.subcommand(command)),
        None => grammar.subcommand(command),
    }
}

/// The rules of a question that also takes `normal`.
const RULES_OR_NORMAL: &str = "Rules: a preset, a rules id such as draw-loss-misere, or normal: all \
                            nine rules ids without misere together [default: club]";

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    #[command(skip)]
    Long(&'static LongQuestion, Box<dyn LongTask>),
    /// Check the checksums and structure of table files
    #[command(args = listed(&["tables", "json", "threads"]))]
    Check(table_files::FilesArgs),
    /// Print the contents of table files or of the tables folder
    #[command(args = listed(&["tables", "json"]))]
    Info(table_files::FilesArgs),
    /// Print the rules of the game
    #[command(args = listed(&["rules", "json"]))]
    Rules(rules::RulesArgs),
    /// Look up a position: its value and distance, and those of every move
    #[command(args = listed(&["rules", "tables", "json", "cache", "threads"]))]
    Probe(probe::ProbeArgs),
    /// Print best play to the end
    #[command(args = listed(&["rules", "tables", "json", "cache"]))]
    Line(line::LineArgs),
    /// Print the legal moves, and whether the game is over
    ///
    /// Needs no table. If a connection has ended the game, the moves that the stones could still
    /// make are listed, too. perft and probe stop there, and so must a program that follows
    /// moves: "over" says how the game has ended.
    #[command(args = listed(&["rules", "json"]))]
    Moves(questions::QuestionArgs),
    /// Count sequences of moves
    #[command(args = listed(&["rules", "json"]))]
    Perft(perft::PerftArgs),
    /// Count positions by material, outcome and distance
    #[command(args = listed(&["rules", "tables", "json", "cache"]))]
    Census(census::CensusArgs),
    #[command(args = listed(&["rules", "tables", "json", "progress", "cache"]))]
    Search(search::SearchArgs),
    /// Play against perfect play, an engine or another person, with values on
    /// request
    #[command(args = listed(&["rules", "tables", "json", "cache"]))]
    Play(play::PlayArgs),
    /// Judge every move of a recorded game
    #[command(args = listed(&["rules", "tables", "json", "cache"]))]
    Review(review::ReviewArgs),
    /// Make, check and draw suites of problems
    Suite(suite::SuiteArgs),
    /// Check and read certificates of wins
    Proof(proof::ProofArgs),
    /// Run a plain alpha-beta engine that speaks the engine protocol
    #[command(args = listed(&["rules", "tables", "cache"]))]
    Engine(engine::EngineArgs),
    #[command(args = listed(&["tables", "json", "cache", "threads"]))]
    Ask(ask::AskArgs),
    #[cfg(feature = "serve")]
    #[command(args = listed(&["tables", "json", "cache", "threads"]))]
    Serve(serve::ServeArgs),
    #[cfg(feature = "serve")]
    #[command(args = listed(&["rules", "tables", "json", "progress"]))]
    Site(site::SiteArgs),
    Completions(completions::CompletionsArgs),
    Man(manual::ManualArgs),
}

/// Runs the command.
pub(crate) fn run(args: &Args, processes: &mut Processes) -> Result<(), Failure> {
    let common = &args.common;
    let long = match &args.command {
        Command::Long(question, _) => Some(question),
        _ => None,
    };
    if processes.count() > 1 && !long.is_some_and(|long| long.is_shared) {
        bail!(
            Usage,
            "only solve, verify and prove run as several processes: start this command without mpirun"
        );
    }
    if shares_work(&args.command) {
        expect_addresses(&args.command)?;
        start_threads(common.threads())?;
    }
    if common.has_all_normal_rules() && !long.is_some_and(|long| long.takes_normal) {
        bail!(Usage, "--rules normal stands for nine rules ids, and only prove accepts it");
    }
    match &args.command {
        Command::Long(question, task) => long::run(common, question, &**task, processes),
        Command::Check(files) => table_files::check(common, files),
        Command::Info(files) => table_files::info(common, files),
        Command::Rules(args) => rules::run(common, args),
        Command::Probe(question) => probe::run(common, question),
        Command::Line(line) => line::run(common, line),
        Command::Moves(question) => moves::run(common, question),
        Command::Perft(perft) => perft::run(common, perft),
        Command::Census(census) => census::run(common, census),
        Command::Search(args) => search::run(common, args),
        Command::Play(play) => play::run(common, play),
        Command::Review(review) => review::run(common, review),
        Command::Suite(suite) => suite::run(common, suite),
        Command::Proof(args) => proof::run(common, args),
        Command::Engine(arguments) => engine::run(common, arguments),
        Command::Ask(args) => ask::run(common, args),
        #[cfg(feature = "serve")]
        Command::Serve(args) => serve::run(common, args),
        #[cfg(feature = "serve")]
        Command::Site(args) => site::run(common, args),
        Command::Completions(args) => completions::run(args, grammar()),
        Command::Man(args) => manual::run(args, grammar()),
    }
}

/// `true` if a command may use the threads that commands share.
fn shares_work(command: &Command) -> bool {
    match command {
        Command::Moves(question) => question.stdin,
        Command::Rules(_) | Command::Perft(_) => false,
        _ => true,
    }
}

/// Fails if `ulimit -v` allows so little that the command could end in an abort, where the system
/// refuses a small piece of memory. The engine's memory does not depend on the question.
fn expect_addresses(command: &Command) -> Result<(), Failure> {
    const LEAST: u64 = 128 << 20;
    match address_space().filter(|&room| room < LEAST) {
        Some(room) if !matches!(command, Command::Engine(_)) => {
            let [room, least] = [room, LEAST].map(amount);
            bail!(Failed, "ulimit -v leaves {room} of memory, and this needs {least}")
        }
        _ => Ok(()),
    }
}

/// Starts the threads that commands share. Rayon would start them at their first use, and would
/// panic if the system refused.
fn start_threads(threads: usize) -> Result<(), Failure> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
    pool.build_global().map_err(|error| Failure::no_thread(error, threads))
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    #[test]
    fn the_grammar_is_sound() {
        grammar().debug_assert();
    }

    #[test]
    fn a_command_that_was_left_out_is_named() {
        let small = clap::Command::new("loa").subcommand(clap::Command::new("solve"));
        let message = |name| {
            let error = small.clone().try_get_matches_from(["loa", name]).unwrap_err();
            elsewhere(&small, error).to_string()
        };
        let left_out = message("serve");
        assert!(left_out.contains("built without serve: cargo install"), "{left_out}");
        assert!(message("nosuch").contains("unrecognized subcommand 'nosuch'"));
    }

    #[test]
    fn a_command_below_the_wrong_one_is_unknown_there_and_named() {
        let grammar = grammar();
        let names = grammar.get_subcommands().map(|command| command.get_name().to_owned());
        for name in names.collect::<Vec<_>>() {
            for above in ["suite", "proof"] {
                let words = ["loa", above, &name];
                if grammar.find_subcommand(above).unwrap().find_subcommand(&name).is_some() {
                    continue;
                }
                let error = grammar.clone().try_get_matches_from(words).unwrap_err();
                let message = elsewhere(&grammar, error).to_string();
                let expected = [
                    format!("unrecognized subcommand '{name}'"),
                    format!("did you mean `loa {name}`?"),
                ];
                assert!(expected.iter().all(|part| message.contains(part)), "{words:?}: {message}");
                assert!(!message.contains("built without"), "{message}");
            }
        }
    }

    /// The test of paths finds them by these names.
    #[test]
    fn a_path_is_called_file_or_folder() {
        let mut commands = vec![grammar()];
        let mut found = 0;
        while let Some(command) = commands.pop() {
            commands.extend(command.get_subcommands().cloned());
            let is_path = |arg: &&clap::Arg| {
                arg.get_value_parser().type_id() == clap::builder::ValueParser::path_buf().type_id()
            };
            for arg in command.get_arguments().filter(is_path) {
                let names = arg
                    .get_value_names()
                    .map_or_else(|| arg.get_id().as_str().to_uppercase(), |names| names.join(" "));
                let is_known = ["FILE", "FILES", "DIR", "FOLDER"].contains(&names.as_str());
                assert!(is_known, "{}: {names}", command.get_name());
                found += 1;
            }
        }
        assert!(found > 30, "{found}");
    }

    #[test]
    fn pieces_is_another_name_of_stones() {
        let beginnings = ["solve 5x5", "plan 5x5", "suite make 5x5", "judge engine 5x5"];
        for begin in beginnings {
            let read = |option: &str| {
                let line = format!("loa {begin} {option} 6");
                let matches = grammar().try_get_matches_from(line.split(' ')).unwrap();
                format!("{:?}", of_matches(&matches).unwrap().command)
            };
            assert!(read("--stones").contains("stones: Some(6)"), "{begin}");
            assert_eq!(read("--pieces"), read("--stones"), "{begin}");
        }
        let mut commands = vec![grammar()];
        let mut found = 0;
        while let Some(command) = commands.pop() {
            commands.extend(command.get_subcommands().cloned());
            let names = command.get_arguments().filter_map(|option| option.get_long());
            found += names
                .inspect(|&name| assert_ne!(name, "pieces"))
                .filter(|&name| name == "stones")
                .count();
        }
        assert_eq!(found, beginnings.len());
    }

    #[test]
    fn common_options_are_accepted_everywhere() {
        for words in [
            "loa perft start 4x4 2 --threads 2 --tables t --cache 1G -q --rules misere --json",
            "loa --threads 2 --tables t --cache 1G -q --rules misere --json perft start 4x4 2",
            "loa suite --threads 2 --tables t show f --svg d --cache 1G -q --rules misere --json",
        ] {
            let matches = grammar().try_get_matches_from(words.split(' ')).unwrap();
            let common = Args::from_arg_matches(&matches).unwrap().common;
            assert_eq!(common.threads, Some(2), "{words}");
            assert_eq!(common.tables, Some(PathBuf::from("t")), "{words}");
            assert_eq!(common.cache, Some(1 << 30), "{words}");
            assert_eq!(common.preset().name, "misere", "{words}");
            assert!(common.quiet && common.json, "{words}");
        }
    }
}
