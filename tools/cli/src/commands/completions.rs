//! `loa completions`: completions of the command line for shells.

use clap_complete::{Shell, generate};

use crate::failure::Failure;
use crate::output;

/// Print completions for a shell
#[derive(clap::Args, Debug)]
#[command(
    after_help = "For bash: loa completions bash > ~/.local/share/bash-completion/completions/loa"
)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

pub(crate) fn run(args: &CompletionsArgs, mut grammar: clap::Command) -> Result<(), Failure> {
    let mut script = Vec::new();
    generate(args.shell, &mut grammar, "loa", &mut script);
    output::line(String::from_utf8_lossy(&script).trim_end())
}
