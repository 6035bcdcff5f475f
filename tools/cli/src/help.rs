//! The help of `loa` itself.

use loa_record::text::wrapped;

use crate::output;

/// The commands by purpose, as `loa --help` lists them.
pub(crate) const PURPOSES: [(&str, &[&str]); 5] = [
    ("Play and learn", &["play", "serve", "site", "rules", "review", "suite"]),
    (
        "Solve and look up",
        &["solve", "plan", "verify", "probe", "line", "moves", "perft", "census", "search", "ask"],
    ),
    ("Engines", &["judge", "match", "engine"]),
    ("Proofs", &["prove", "proof"]),
    ("Files", &["info", "check", "export", "completions", "man"]),
];

/// The indent of the texts beside the names of commands.
const BESIDE: &str = "               ";

/// The maximum width of a line of help, the same as clap's.
const MOST_COLUMNS: usize = 100;

/// The message for a command line without a command.
pub(crate) const FIRST: &str = "no command given. Try:
  loa play             a game against perfect play or the engine
  loa serve            games, reviews and problems in the browser
  loa probe start 4x4  who wins, and the value of every move
All commands: loa --help";

/// `true` if a complete `loa` has a command of this name.
pub(crate) fn is_command(name: &str) -> bool {
    PURPOSES.iter().any(|(_, names)| names.contains(&name))
}

/// Returns the template of the help of `loa`, with the commands by purpose.
pub(crate) fn template(grammar: &clap::Command) -> String {
    let columns = output::stdout_columns().map_or(usize::MAX, |columns| columns.min(MOST_COLUMNS));
    let header = grammar.get_styles().get_header();
    let name = grammar.get_styles().get_literal();
    let mut help = "{about-with-newline}\n{usage-heading} {usage}\n".to_owned();
    for (purpose, commands) in PURPOSES {
        help += &format!("\n{header}{purpose}:{header:#}\n");
        let commands = commands.iter().filter_map(|name| grammar.find_subcommand(name));
        for command in commands {
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            let about = wrapped(&about, columns.saturating_sub(BESIDE.len()));
            let about = about.join(&format!("\n{BESIDE}"));
            help += &format!("  {name}{:<13}{name:#}{about}\n", command.get_name());
        }
    }
    help + "\nOptions:\n{options}\n\nThe options of a command: loa COMMAND --help"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_help_has_each_command_once() {
        let command = crate::grammar::grammar();
        let mut names: Vec<&str> = command.get_subcommands().map(|sub| sub.get_name()).collect();
        let mut listed: Vec<&str> =
            PURPOSES.iter().flat_map(|(_, names)| *names).copied().collect();
        names.sort_unstable();
        listed.sort_unstable();
        assert_eq!(names, listed);
    }
}
