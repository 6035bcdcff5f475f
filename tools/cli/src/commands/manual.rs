//! `loa man`: manual pages, and the whole manual as a page of the book.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use clap_mangen::Man;

use crate::failure::{Failure, at, failure};
use crate::paths::named_path;
use crate::{help, output};

/// Print a manual page in the format of man
#[derive(clap::Args, Debug)]
#[command(after_help = "To read a page: loa man judge | man -l -")]
pub(crate) struct ManualArgs {
    /// The command [default: loa itself]
    #[arg(value_name = "COMMAND")]
    command: Vec<String>,
    /// Print the help of all commands as Markdown instead, as a page of the book
    #[arg(long, conflicts_with = "command")]
    markdown: bool,
    /// Write the pages of all commands (loa.1 and others) to files in this folder instead
    #[arg(long, value_name = "DIR", conflicts_with_all = ["command", "markdown"], value_parser = named_path())]
    out: Option<PathBuf>,
}

pub(crate) fn run(args: &ManualArgs, mut grammar: clap::Command) -> Result<(), Failure> {
    if args.markdown {
        return output::line(markdown(grammar).trim_end());
    }
    grammar.build();
    if let Some(folder) = &args.out {
        fs::create_dir_all(folder).map_err(|error| at(folder, error))?;
        return write_pages(&grammar, folder);
    }
    let mut command = &grammar;
    for word in &args.command {
        command = command
            .find_subcommand(word)
            .ok_or_else(|| failure!(Usage, "unknown command {}", args.command.join(" ")))?;
    }
    let mut page = Vec::new();
    man(command).render(&mut page)?;
    output::line(String::from_utf8_lossy(&page).trim_end())
}

fn man(command: &clap::Command) -> Man {
    let source = concat!("loa ", env!("CARGO_PKG_VERSION"));
    Man::new(command.clone()).source(source).date(released())
}

/// The citation of the program, in the Citation File Format.
const CITATION: &str = include_str!("../../../../CITATION.cff");

/// Returns the date of this version.
fn released() -> &'static str {
    let mut dates = CITATION.lines().filter_map(|line| line.strip_prefix("date-released: "));
    dates.next().unwrap_or_default().trim_matches('"')
}

/// Writes the page of a command and the pages of its subcommands.
fn write_pages(command: &clap::Command, folder: &Path) -> Result<(), Failure> {
    man(command).generate_to(folder).map_err(|error| at(folder, error))?;
    let has_page = |below: &&clap::Command| !below.is_hide_set() && below.get_name() != "help";
    command.get_subcommands().filter(has_page).try_for_each(|below| write_pages(below, folder))
}

/// The first lines of the page of all commands.
const INTRODUCTION: &str = "\
# Commands

`--help` after a command prints its help, and `loa man --markdown` prints this page.
[Scripting](scripting.md) describes what all commands have in common.
";

/// Returns the help of all commands, grouped by purpose.
fn markdown(grammar: clap::Command) -> String {
    let mut grammar = grammar.disable_help_subcommand(true);
    grammar.build();
    let mut page = INTRODUCTION.to_owned();
    for (purpose, commands) in help::PURPOSES {
        let _ = write!(page, "\n## {purpose}\n");
        let commands = commands.iter().filter_map(|name| grammar.find_subcommand(name));
        for command in commands {
            append_help(&mut page, "", command);
            for below in command.get_subcommands() {
                append_help(&mut page, &format!("{} ", command.get_name()), below);
            }
        }
    }
    page
}

fn append_help(page: &mut String, above: &str, command: &clap::Command) {
    let help = command.clone().render_long_help().to_string();
    let lines: Vec<&str> = help.trim_end().lines().map(str::trim_end).collect();
    let name = command.get_name();
    let _ = write!(page, "\n### {above}{name}\n\n```text\n{}\n```\n", lines.join("\n"));
}
