//! `loa completions`: shell completions for the command line.

use std::fs;
use std::path::PathBuf;

use clap::ValueEnum;
use clap_complete::{Shell, generate, generate_to};

use crate::failure::{Failure, at};
use crate::output;
use crate::paths::named_path;

/// Print completions for a shell
#[derive(clap::Args, Debug)]
#[command(
    after_help = "For bash: loa completions bash > ~/.local/share/bash-completion/completions/loa"
)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum, required_unless_present = "out")]
    shell: Option<Shell>,
    /// Write the completions for all shells to files in this folder instead
    #[arg(long, value_name = "DIR", conflicts_with = "shell", value_parser = named_path())]
    out: Option<PathBuf>,
}

pub(crate) fn run(args: &CompletionsArgs, mut grammar: clap::Command) -> Result<(), Failure> {
    if let Some(folder) = &args.out {
        fs::create_dir_all(folder).map_err(|error| at(folder, error))?;
        for shell in Shell::value_variants() {
            generate_to(*shell, &mut grammar, "loa", folder).map_err(|error| at(folder, error))?;
        }
    }
    let mut script = Vec::new();
    let Some(shell) = args.shell else { return Ok(()) };
    generate(shell, &mut grammar, "loa", &mut script);
    output::line(String::from_utf8_lossy(&script).trim_end())
}
