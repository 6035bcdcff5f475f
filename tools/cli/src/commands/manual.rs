//! `loa man`: pages of the manual.

use clap_mangen::Man;

use crate::failure::{Failure, Status};
use crate::output;

/// Print a page of the manual, in the form that man reads
#[derive(clap::Args, Debug)]
#[command(after_help = "To read one: loa man judge | man -l -")]
pub(crate) struct ManualArgs {
    /// The command [default: loa itself]
    #[arg(value_name = "COMMAND")]
    command: Vec<String>,
}

pub(crate) fn run(args: &ManualArgs, mut grammar: clap::Command) -> Result<(), Failure> {
    grammar.build();
    let mut command = &grammar;
    for word in &args.command {
        command = command.find_subcommand(word).ok_or_else(|| {
            let message = format!("there is no command {}", args.command.join(" "));
            Failure::new(Status::Usage, message)
        })?;
    }
    let mut page = Vec::new();
    let source = concat!("loa ", env!("CARGO_PKG_VERSION"));
    Man::new(command.clone()).source(source).render(&mut page)?;
    output::line(String::from_utf8_lossy(&page).trim_end())
}
