//! `loa verify`: compares every value with the values of its successors.

use loa_solver::{Board, Material};
use loa_tablebase::{TableError, Verifier, VerifyError};

use crate::common::Common;
use crate::failure::{Failure, bail};
use crate::processes::Processes;
use crate::progress::VerifyProgress;
use crate::size::size;
use loa_api::VerifyReport;
use loa_api::advice::MissingTables;

#[derive(clap::Args, Debug)]
pub(crate) struct VerifyArgs {
    /// The board, such as 5x5
    pub(crate) board: Board,
    /// Only the tables of this material and its twin
    #[arg(long, value_name = "AvB")]
    pub(crate) material: Option<Material>,
    /// Compare a sample of at least N values, in whole blocks, without large tables in memory
    #[arg(long, value_name = "N")]
    pub(crate) sample: Option<u64>,
    /// Seed of the sample [default: 0]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Memory limit, such as 2GiB; a limit that is too small fails before any work [default: all
    /// free memory]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) memory: Option<u64>,
}

pub(crate) fn run(
    common: &Common,
    args: &VerifyArgs,
    processes: &mut Processes,
) -> Result<(), Failure> {
    let rules = common.rules.rules;
    let progress = VerifyProgress::new(common.quiet || common.json);
    let layout = common.layout()?;
    let folder = layout.root().to_owned();
    // A user who names a folder asks about its tables, not about built-in ones.
    let names_folder = common.tables.is_some() || common.named_without_tables()?.is_some();
    let mut verifier = Verifier::new(layout, rules, args.board)
        .only(args.material)
        .memory(args.memory)
        .embedded(!names_folder);
    match (args.sample, args.seed) {
        (Some(values), seed) => verifier = verifier.sample(values, seed.unwrap_or(0)),
        (None, Some(_)) => {
            bail!(Usage, "--seed needs a sample: give its size, such as --sample 1000000");
        }
        (None, None) => {}
    }
    let verified = verifier.run_with(processes.exchange(), &|event| progress.note(&event));
    progress.bar.finish_and_clear();
    let verified = verified.map_err(|error| {
        let missing = |material| MissingTables { folder, rules, board: args.board, material };
        match error {
            VerifyError::NoTables { .. } => Failure::no_tables(&missing(args.material)),
            VerifyError::Table(TableError::Missing { material, .. }) => {
                Failure::from(error).advised(missing(Some(material)).advice())
            }
            error => error.into(),
        }
    })?;
    let sent = processes.sent()?;
    if !processes.is_first() {
        return Ok(());
    }
    let (board, processes) = (args.board, processes.count());
    common.show(&VerifyReport { board, rules, verified, processes, sent, ok: true })
}
